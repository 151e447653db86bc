import { expect, type Locator, type Page } from '@playwright/test';
import { findingWords } from '../../../renderer/src/ui/Marks.tsx';
import type { FindingKind } from '#shared/domain/finding.ts';

export type ExportFormat = 'CSV' | 'JSON' | 'NDJSON' | 'TXT';

/** One open bulk look-up: the only place that knows how its parts are found. */
export interface SessionPage {
  readonly heading: Locator;
  readonly state: Locator;
  readonly progress: Locator;
  readonly grid: Locator;
  /** "2,000 names, 40,000 cells shown". */
  readonly shown: Locator;
  readonly details: Locator;
  readonly summary: Locator;
  readonly alerts: Locator;
  /** The exports in the corner. */
  readonly exports: Locator;
  /** From anywhere: by its name in the list of sessions. */
  readonly open: (name: string) => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly rename: (name: string) => Promise<void>;
  readonly expectFinished: (timeoutMs?: number) => Promise<void>;
  /** The visible names, from the top. */
  readonly names: Locator;
  readonly showInCells: (what: 'Marks' | 'Register price' | 'Renewal price') => Promise<void>;
  /** By an item of the menu of orders. */
  readonly orderBy: (item: string) => Promise<void>;
  readonly filterBy: (kind: FindingKind) => Promise<void>;
  readonly filterByText: (text: string) => Promise<void>;
  readonly clearFilter: () => Promise<void>;
  /** Onto a cell by the keyboard alone; its accessible name, as a screen reader says it. */
  readonly cell: (name: string, tld: string) => Promise<string>;
  /** Puts a cell on the shortlist, or takes it off. */
  readonly shortlist: (name: string, tld: string) => Promise<void>;
  readonly showShortlist: () => Promise<void>;
  readonly recheckUnknown: () => Promise<void>;
  /** Up to the system's own dialog, which the test answers. */
  readonly export: (format: ExportFormat) => Promise<void>;
  readonly copyAsTable: () => Promise<void>;
}

export function sessionPage(page: Page): SessionPage {
  const main = page.getByRole('main');
  const button = (name: string | RegExp) => main.getByRole('button', { name });
  const grid = page.getByRole('grid', { name: /^Findings of / });
  const field = page.getByRole('textbox', { name: 'Part of the name' });
  const parts = {
    heading: main.getByRole('heading', { level: 1 }),
    state: main.getByRole('status').filter({ hasText: /% done|^Finished$/ }),
    progress: main.getByRole('progressbar', { name: 'Progress' }),
    grid,
    names: grid.getByRole('rowheader'),
    shown: main.getByText(/ shown$/),
    details: page.getByRole('complementary', { name: 'Details' }),
    summary: page.getByRole('complementary', { name: 'Summary' }),
    alerts: main.getByRole('alert'),
    exports: page.getByRole('region', { name: 'Exports' }),
  };

  const cell = (name: string, tld: string): Promise<string> => goTo(page, grid, name, tld);

  return {
    ...parts,
    ...deedsOf(page, button),
    async open(name) {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Bulk' }).click();
      await page.getByRole('grid', { name: 'Bulk lookups' }).getByText(name, { exact: true }).dblclick();
      await grid.waitFor();
    },
    expectFinished: (timeoutMs = 60_000) =>
      expect(parts.state).toHaveText('Finished', { timeout: timeoutMs }),
    showInCells: (what) => main.getByText(what, { exact: true }).click(),
    async orderBy(item) {
      await button(/^Order: /).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
    filterBy: (kind) => button(new RegExp(`^${findingWords[kind]} `)).click(),
    filterByText: (text) => field.fill(text),
    clearFilter: () => button('Clear the filter').first().click(),
    cell,
    async shortlist(name, tld) {
      await cell(name, tld);
      await page.keyboard.press('Space');
    },
    showShortlist: () => button(/^Shortlist /).click(),
  };
}

type Deeds = Pick<SessionPage, 'pause' | 'resume' | 'rename' | 'recheckUnknown' | 'export' | 'copyAsTable'>;

const deedsOf = (page: Page, button: (name: string | RegExp) => Locator): Deeds => ({
  async pause() {
    await button(/^Pause/).click();
    await button('Resume').waitFor();
  },
  resume: () => button('Resume').click(),
  async rename(name) {
    await button('Rename the session').click();
    const field = page.getByRole('textbox', { name: 'Name of the session' });
    await field.fill(name);
    await field.press('Enter');
  },
  async recheckUnknown() {
    await button('Recheck').first().click();
    await page.getByRole('menuitem', { name: /^Unknown ones/ }).click();
  },
  async export(format) {
    await button(/^Export/).click();
    await page.getByRole('dialog').getByText(format, { exact: true }).click();
    await page.getByRole('button', { name: 'Choose a file…' }).click();
  },
  async copyAsTable() {
    await button(/^Export/).click();
    await page.getByRole('button', { name: 'Copy as a table' }).click();
  },
});

/** By type-ahead to the name, then right until the TLD is reached. Answers with what a screen reader says there. */
async function goTo(page: Page, grid: Locator, name: string, tld: string): Promise<string> {
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(name);
  await page.keyboard.press('Control+ArrowLeft');
  const columns = Number(await grid.getAttribute('aria-colcount'));
  for (let column = 1; column < columns; column += 1) {
    await page.keyboard.press('ArrowRight');
    const said = await underTheRing(page, grid);
    if (said.startsWith(`${name} under .${tld}:`)) return said;
  }
  throw new Error(`${name} under .${tld} is not shown`);
}

async function underTheRing(page: Page, grid: Locator): Promise<string> {
  const id = (await grid.getAttribute('aria-activedescendant')) ?? '';
  return (await page.locator(`[id="${id}"]`).getAttribute('aria-label')) ?? '';
}
