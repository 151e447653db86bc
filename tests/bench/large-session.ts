// A session of 10,000 × 100 cells in the finished window: node tests/bench/large-session.ts FOLDER
// Scrolls it both ways, filters and sorts it, leaves pictures in the folder and says how long frames and changes of the view took.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { listedTlds } from '../../electron/main/practice/findings.ts';
import { folderWith, standWindows, takeWindowsDown } from './window/windows.ts';
import { ground, launchNamedesk, type RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { median } from './framework/result.ts';
import { preparedSession } from './prepared-sessions.ts';

const folder = resolve(process.argv[2] ?? 'test-results/large-session');
const names = 10_000;
/** All that the practice service has, and others, which it does not know: columns of a mistyped list look like these. */
const tlds = [
  ...listedTlds.map((tld) => tld.slice(1)),
  ...Array.from({ length: 100 - listedTlds.length }, (_, index) => `town${String(index)}`),
];
const sizes = { narrow: [1_024, 768], wide: [1_440, 900] } as const;
const grid = '[role=grid][aria-label^="Findings of "]';

/** Scrolls so far in each of so many frames; how long each frame took until the next, in ms. */
const scroll = (page: Page, step: { readonly down: number; readonly across: number }, frames: number) =>
  page.evaluate(
    async ({ selector, down, across, count }) => {
      const scroller = document.querySelector(selector);
      if (scroller === null) throw new Error('There is no grid');
      const nextFrame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
      const intervals: number[] = [];
      let before = await nextFrame();
      for (let frame = 0; frame < count; frame += 1) {
        scroller.scrollBy(across, down);
        const now = await nextFrame();
        intervals.push(now - before);
        before = now;
      }
      return intervals;
    },
    { selector: grid, ...step, count: frames },
  );

const report = (what: string, intervals: readonly number[]): void =>
  console.log(
    `${what}: median ${median(intervals).toFixed(1)} ms, longest ${Math.max(...intervals).toFixed(1)} ms, ` +
      `${intervals.filter((each) => each > 50).length} of ${intervals.length} over 50 ms`,
  );

async function photograph({ app, page }: RunningNamedesk, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  for (const [size, [width, height]] of Object.entries(sizes)) {
    await app.evaluate(
      ({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h),
      [width, height] as const,
    );
    await page.waitForFunction((wanted) => Math.abs(innerWidth - wanted) < 3, width);
    await page.screenshot({ path: join(folder, `${name}-${size}.png`), animations: 'disabled' });
  }
}

async function openSession(page: Page): Promise<void> {
  await page.locator('nav button', { hasText: 'Bulk lookup' }).click();
  const clickedAt = performance.now();
  await page.locator('[role=grid][aria-label="Bulk look-ups"] [role=row][aria-rowindex="2"]').click();
  await page.locator(`${grid} [role=rowheader]`).first().waitFor();
  console.log(`opened in ${(performance.now() - clickedAt).toFixed(0)} ms, driven from outside`);
}

async function lookOver(running: RunningNamedesk, scheme: string): Promise<void> {
  const { page } = running;
  await openSession(page);
  await photograph(running, `${scheme}-top`);
  report('down and across', await scroll(page, { down: 40, across: 17 }, 300));
  await photograph(running, `${scheme}-middle`);
  report('leaps', await scroll(page, { down: 4_000, across: 100 }, 90));
  await photograph(running, `${scheme}-end`);
  await page.getByRole('button', { name: /^Available / }).click();
  await photograph(running, `${scheme}-filtered`);
  await page.getByLabel(/^Order: /).click();
  await page.getByRole('menuitem', { name: 'Available' }).click();
  await page.locator(`${grid} [role=rowheader]`).first().waitFor();
  await photograph(running, `${scheme}-sorted`);
  await page.getByLabel('Part of the name').fill('0077');
  await page.waitForFunction(
    (selector) => document.querySelector(selector)?.textContent.includes('0077'),
    grid,
  );
  await photograph(running, `${scheme}-part`);
}

mkdirSync(folder, { recursive: true });
await standWindows();
try {
  const prepared = await preparedSession(ground().folder, names, tlds);
  const userDataDir = await folderWith(join(prepared, 'workspace'), 'large-session');
  for (const scheme of ['light', 'dark'] as const) {
    const running = await launchNamedesk({ userDataDir, outputFolder: join(ground().folder, 'output') });
    try {
      await running.page.evaluate(
        (colourScheme) => window.namedesk.request.settings.write({ colourScheme }),
        scheme,
      );
      await running.page.reload();
      await lookOver(running, scheme);
    } finally {
      await running.close();
    }
  }
} finally {
  await takeWindowsDown();
}
