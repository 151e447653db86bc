import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type axe from 'axe-core';
import { retiredIn } from '../retired-words.ts';
import type { RunningNamedesk } from './launch-namedesk.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'test-results/screens');

const schemes = ['light', 'dark'] as const;
const sizes = { narrow: [1024, 640], wide: [1440, 900] } as const;

/** The type of the annotation that each state leaves in the report: `tests/screenshots/tally.ts` counts them. */
export const pictured = 'picture';

type Scheme = (typeof schemes)[number];

/** `npm run screenshots` takes each state in both sizes and both schemes; `npm test` each size and each scheme once. */
const schemesOf = (size: keyof typeof sizes): readonly Scheme[] => {
  if (test.info().config.metadata[everyPicture] === true) return schemes;
  return size === 'narrow' ? ['dark'] : ['light'];
};

/** In the configuration's metadata: true where every picture is taken. */
export const everyPicture = 'everyPicture';

/**
 * Photographs the main window in both sizes and schemes, and looks for what is wrong with it: what axe finds serious,
 * complaints in the console (violations of the content policy are there), what lies where nobody sees or reaches it, and
 * words that are no longer used.
 */
export async function show({ app, page }: RunningNamedesk, name: string): Promise<void> {
  const wrong = await complaints(page);
  for (const size of ['narrow', 'wide'] as const) {
    await resize({ app, page }, size);
    wrong.push(...(await photograph(page, `${name}-${size}`, schemesOf(size))));
    const lost = [...(await outOfReach(page)), ...(await cutWords(page))];
    wrong.push(...lost.map((each) => `${size}: ${each}`));
  }
  const texts = await textsOn(page);
  wrong.push(...retiredIn(texts), ...texts.filter((text) => runTogether.test(text)));
  judge(name, [...wrong, ...(await complaints(page))]);
}

/** Two sentences without a blank between them. */
const runTogether = /\p{Ll}{2}[.:?]\p{Lu}\p{Ll}/u;

/** As {@link show}, for a small window of its own: in both schemes, as large as it is. */
export async function showWindow(page: Page, name: string): Promise<void> {
  const wrong = await photograph(page, name, schemes);
  judge(name, [...wrong, ...retiredIn(await textsOn(page)), ...(await complaints(page))]);
}

/** A picture for the documents, of the main window or of a small one of its own. */
export async function illustrate(
  { app, page }: Pick<RunningNamedesk, 'app' | 'page'>,
  name: string,
): Promise<void> {
  if (page.url().startsWith('app://main/')) await resize({ app, page }, 'wide');
  for (const colorScheme of schemes) {
    await paint(page, colorScheme);
    const path = join(root, 'docs/screenshots', `${name}-${colorScheme}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  }
}

async function resize(
  { app, page }: Pick<RunningNamedesk, 'app' | 'page'>,
  size: keyof typeof sizes,
): Promise<void> {
  const [width, height] = sizes[size];
  await app.evaluate(
    ({ BrowserWindow }, [w, h]) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL().startsWith('app://main/'))
        ?.setContentSize(w, h),
    [width, height] as const,
  );
  // A display's scale rounds by a pixel.
  await expect.poll(async () => Math.abs((await page.evaluate(() => innerWidth)) - width)).toBeLessThan(3);
}

/** Every picture of a story is taken, whatever is wrong with one. */
function judge(name: string, wrong: readonly string[]): void {
  test.info().annotations.push({ type: pictured, description: [name, ...new Set(wrong)].join('\n') });
  expect.soft([...new Set(wrong)], name).toEqual([]);
}

async function photograph(page: Page, name: string, wanted: readonly Scheme[]): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const wrong: string[] = [];
  for (const colorScheme of wanted) {
    await paint(page, colorScheme);
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
    wrong.push(...(await seriousFindings(page)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return wrong;
}

/** The setting follows the system, so that this is enough; ends when it is drawn. */
async function paint(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // A new size has told the page where the system's own pointer stands.
  await page.mouse.move(0, 0);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds serious or critical on the page as it stands: `rule: element` for each. Run in the page itself, without
 * the frames and windows that its driver for Playwright opens, which this application would not let it open.
 */
async function seriousFindings(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { readonly axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    }),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** The lines of the page as a person reads them, and what only a screen reader or a pointer gets. */
const textsOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
    const named = [...document.querySelectorAll('*')].flatMap((part) =>
      attributes.map((name) => part.getAttribute(name) ?? ''),
    );
    return [document.title, ...document.body.innerText.split(/[\n\t]/), ...named]
      .map((text) => text.trim())
      .filter((text) => text !== '');
  });

/** What the page complained of since it was last asked. */
async function complaints(page: Page): Promise<string[]> {
  const said = (await page.consoleMessages()).filter((each) => ['error', 'warning'].includes(each.type()));
  const thrown = await page.pageErrors();
  await page.clearConsoleMessages();
  await page.clearPageErrors();
  return [...said.map((each) => each.text()), ...thrown.map(String)];
}

/** Of lists: states, and what else is to be read as a whole, where an end of it is not to be seen. */
const cutWords = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const tables = [...document.querySelectorAll('main :is([role=grid], [role=table])')];
    const cells = tables.flatMap((table) => {
      const titles = [...table.querySelectorAll('[role=columnheader]')];
      const at = titles.findIndex(({ textContent }) => textContent.trim() === 'State');
      const rows = [...table.querySelectorAll('[role=row]')];
      const states = rows.map((row) => row.querySelectorAll('[role=gridcell], [role=cell]')[at]);
      return [...states.filter((cell) => cell !== undefined), ...table.querySelectorAll('[data-whole]')];
    });
    const isCut = (part: Element): boolean => {
      const words = document.createRange();
      words.selectNodeContents(part);
      const cell = part.closest('[role=gridcell], [role=cell]') ?? part;
      return (
        words.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1 ||
        [part, ...part.querySelectorAll('*')].some(
          ({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1,
        )
      );
    };
    return cells.filter(isCut).map(({ textContent }) => `“${textContent.trim()}” is cut`);
  });

/**
 * Controls that lie below the page where nothing scrolls to them; a menu that is longer than its box; and a frame around
 * the page that scrolls, as a focused control would make it: then its head is out of sight.
 */
const outOfReach = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    if (main === null) return [];
    const scrolls = (part: Element) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowY);
    const isReached = (part: Element): boolean => {
      for (let around: Element | null = part; around !== null; around = around.parentElement) {
        if (scrolls(around) || getComputedStyle(around).position === 'fixed') return true;
        if (around === main) return false;
      }
      return true;
    };
    const end = main.getBoundingClientRect().bottom + 1;
    const lost = [...main.querySelectorAll('button, input, textarea, a')].filter((part) => {
      const { bottom, width } = part.getBoundingClientRect();
      return width > 1 && bottom > end && !isReached(part);
    });
    const wrong = lost.map(
      (part) => `nothing scrolls to ${part.getAttribute('aria-label') ?? part.textContent.slice(0, 40)}`,
    );
    for (const menu of document.querySelectorAll('[role=menu]'))
      if (!scrolls(menu) && menu.scrollHeight > menu.clientHeight + 1)
        wrong.push('a menu runs over its edge');
    for (let frame: Element | null = main; frame !== null; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflowY === 'auto') continue; // It is there to be scrolled.
      frame.scrollTop = 10_000;
      if (frame.scrollTop > 0) wrong.push(`the frame around the page scrolls by ${frame.scrollTop} px`);
      frame.scrollTop = 0;
    }
    return wrong;
  });
