import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type axe from 'axe-core';
import { retiredIn } from '../retired-words.ts';
import type { RunningNamedesk } from './launch-namedesk.ts';
import { cutTexts, cutWords, listOn, moving, outOfReach, textsOn, unreached, unseen } from './probes.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'test-results/screens');

const schemes = ['light', 'dark'] as const;
const sizes = { narrow: [1024, 640], wide: [1440, 900], desk: [1920, 1200] } as const;

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
    await resize({ app, page }, sizes[size]);
    wrong.push(...(await photograph(page, `${name}-${size}`, schemesOf(size))));
    const lost = [...(await unreached(page)), ...(await cutWords(page))];
    wrong.push(...lost.map((each) => `${size}: ${each}`), ...(await listFaults(page, `${name}, ${size}`)));
  }
  const texts = await textsOn(page);
  wrong.push(...retiredIn(texts), ...texts.filter((text) => runTogether.test(text)));
  judge(name, [...wrong, ...(await complaints(page))]);
}

/** Two bands of controls, in px. */
const mostAbove = 120;
/** Above what is reviewed stands what it comes to, above what could not be asked or was restored what happened; settings are no list. */
const beginsLower = /^(?:batch-review|restored|search-offline|settings|team-two)/;

/** What is wrong with the state's list; how it stands is left in the report. */
async function listFaults(page: Page, name: string): Promise<readonly string[]> {
  const list = await listOn(page);
  if (list === null) return [];
  const description = `${name}: ${list.above} px above the list, ${list.rows} rows, cut: ${list.cut.join(', ') || 'none'}`;
  test.info().annotations.push({ type: 'figure', description });
  const wrong = list.cut.map((title) => `the column ${title} is cut`);
  const isHigh = list.above > mostAbove && name.endsWith(', narrow') && !beginsLower.test(name);
  return isHigh ? [...wrong, `${list.above} px stand above the list`] : wrong;
}

/** Two sentences without a blank between them. */
const runTogether = /\p{Ll}{2}[.:?]\p{Lu}\p{Ll}/u;

/** As {@link show}, for a small window of its own: in both schemes, as large as it is. */
export async function showWindow(page: Page, name: string): Promise<void> {
  const wrong = await photograph(page, name, schemes);
  judge(name, [...wrong, ...retiredIn(await textsOn(page)), ...(await complaints(page))]);
}

/** What a person has set, or has: the window in px, how large everything is, and what the system was told. */
interface Reader {
  readonly size: readonly [width: number, height: number];
  readonly zoom?: number;
  readonly media?: Parameters<Page['emulateMedia']>[0];
  /** What is looked for besides: in the page. */
  readonly probe?: () => readonly string[];
}

const readers: Readonly<Record<string, Reader>> = {
  'zoom-200': { size: sizes.wide, zoom: 2 },
  'desk-125': { size: sizes.desk, zoom: 1.25 },
  'small-window': { size: sizes.narrow },
  'forced-colours': { size: sizes.wide, media: { forcedColors: 'active' }, probe: unseen },
  'reduced-motion': { size: sizes.wide, media: { reducedMotion: 'reduce' }, probe: moving },
};

/** Looks at the state as it stands for each kind of reader, and leaves the window as wide as before. */
export async function adaptToReaders({ app, page }: RunningNamedesk, name: string): Promise<void> {
  const wrong: string[] = [];
  for (const [reader, { size, zoom = 1, media = {}, probe }] of Object.entries(readers)) {
    await page.emulateMedia({ forcedColors: null, reducedMotion: null, ...media });
    await resize({ app, page }, size, zoom);
    await page.mouse.move(0, 0);
    if (zoom !== 1 || media.forcedColors !== undefined) await picture(page, `${name}-${reader}`);
    wrong.push(...(await listFaults(page, `${name}, ${reader}`)));
    const found = [...(await page.evaluate(outOfReach)), ...(await page.evaluate(cutTexts))];
    if (probe !== undefined) found.push(...(await page.evaluate(probe)));
    wrong.push(...found.map((each) => `${reader}: ${each}`));
  }
  await page.emulateMedia({ forcedColors: null, reducedMotion: null });
  await resize({ app, page }, sizes.wide);
  judge(name, wrong);
}

const picture = (page: Page, name: string): Promise<unknown> =>
  page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });

/** A picture for the documents, of the main window or of a small one of its own. */
export async function illustrate(
  { app, page }: Pick<RunningNamedesk, 'app' | 'page'>,
  name: string,
): Promise<void> {
  if (page.url().startsWith('app://main/')) await resize({ app, page }, sizes.wide);
  for (const colorScheme of schemes) {
    await paint(page, colorScheme);
    const path = join(root, 'docs/screenshots', `${name}-${colorScheme}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  }
}

async function resize(
  { app, page }: Pick<RunningNamedesk, 'app' | 'page'>,
  [width, height]: readonly [width: number, height: number],
  zoom = 1,
): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, [w, h, factor]) => {
      const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
        webContents.getURL().startsWith('app://main/'),
      );
      window?.setContentSize(w, h);
      window?.webContents.setZoomFactor(factor);
    },
    [width, height, zoom] as const,
  );
  // A display's scale rounds by a pixel.
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => innerWidth)) - width / zoom))
    .toBeLessThan(3);
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
    await picture(page, `${name}-${colorScheme}`);
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

/** What the page complained of since it was last asked. */
async function complaints(page: Page): Promise<string[]> {
  const said = (await page.consoleMessages()).filter((each) => ['error', 'warning'].includes(each.type()));
  const thrown = await page.pageErrors();
  await page.clearConsoleMessages();
  await page.clearPageErrors();
  return [...said.map((each) => each.text()), ...thrown.map(String)];
}
