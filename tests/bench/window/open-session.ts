import type { BenchWindow } from './launch-window.ts';
import { painted, until } from './ready-field.ts';

const bulkButton = `[...document.querySelectorAll('nav button')].find((each) => each.textContent.includes('Bulk lookup'))`;
const firstSession = `document.querySelector('[role=grid][aria-label="Bulk lookups"] [role=row][aria-rowindex="2"]')`;
const firstName = `document.querySelector('[role=grid][aria-label^="Findings of "] [role=rowheader]')`;

/**
 * Goes to the list of bulk lookups and opens the first one; says how many milliseconds passed from the click on it to its names and
 * marks on the screen.
 */
export async function openFirstSession(window: BenchWindow): Promise<number> {
  return Number(
    await window.evaluate(`(async () => {
      ${until(bulkButton)}
      ${bulkButton}.click();
      ${until(firstSession)}
      ${painted}
      const clickedAt = performance.now();
      ${firstSession}.click();
      ${until(firstName)}
      ${painted}
      return performance.now() - clickedAt;
    })()`),
  );
}
