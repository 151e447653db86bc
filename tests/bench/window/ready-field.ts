import type { BenchWindow, WindowRequest } from './launch-window.ts';

/** For a page script: lets the page draw: two frames later what was changed before is on the screen. */
export const painted =
  'await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));';

/** For a page script: waits, looking every two milliseconds. */
export const until = (condition: string): string =>
  `while (!(${condition})) await new Promise((resolve) => setTimeout(resolve, 2));`;

const typed = (condition: string, text: string, answered: string): string =>
  `(async () => {
    ${until(condition)}
    document.execCommand('insertText', false, ${JSON.stringify(text)});
    ${until(answered)}
    ${painted}
    return performance.timeOrigin + performance.now();
  })()`;

const hasFocus = (field: string): string =>
  `document.activeElement instanceof HTMLInputElement && document.activeElement.matches(${JSON.stringify(field)})`;

const name = 'quaysideworks';

/**
 * Waits until the field has the focus by itself, types a name and waits for what the window makes of it; says when that
 * was drawn. Namedesk has to list the name under its TLDs; the bare window only to hold the text.
 */
export async function answeredAtMs(window: BenchWindow, app: WindowRequest['app']): Promise<number> {
  const script =
    app !== 'bare'
      ? typed(
          hasFocus('[aria-label^="Name, domain"], [role=search] input'),
          name,
          `document.body.innerText.includes('${name}.com')`,
        )
      : typed(hasFocus('input'), name, `document.activeElement.value === '${name}'`);
  return Number(await window.evaluate(script));
}
