import { expect, type Locator, type Page } from '@playwright/test';
import { isolated } from '#shared/domain/isolated.ts';
import type { ShownKind } from '#shared/domain/finding.ts';
import { findingWords } from '../../../renderer/src/ui/Marks.tsx';

/** The list of bulk look-ups and the making of one: the only place that knows how their parts are found. */
export interface BulkPage {
  readonly openList: () => Promise<void>;
  readonly openNew: () => Promise<void>;
  readonly sessions: Locator;
  readonly sessionRow: (name: string) => Locator;
  /** What a session does, in words: "Paused at 43 %". */
  readonly stateOf: (name: string) => Locator;
  readonly openSession: (name: string) => Promise<void>;
  readonly pause: (name: string) => Promise<void>;
  readonly resume: (name: string) => Promise<void>;
  /** Opens what else can be done with a session and does it: `Run again…`, `Compare with…`, `Remove…`. */
  readonly choose: (name: string, action: string) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /** Opens what can be done with a session, and does nothing yet. */
  readonly openMore: (name: string) => Promise<void>;
  /** Types into the field over the list. */
  readonly find: (text: string) => Promise<void>;
  /** The question about a session that is open. */
  readonly dialog: Locator;
  /** Takes a choice of the open question, an account or a session. */
  readonly pick: (label: string) => Promise<void>;
  readonly answer: (label: string) => Promise<void>;

  readonly names: Locator;
  /** What came of reading the names. */
  readonly report: Locator;
  readonly alerts: Locator;
  readonly pasteNames: (text: string) => Promise<void>;
  /** Drops a file on the screen, as from a file manager. */
  readonly dropFile: (fileName: string, content: string) => Promise<void>;
  /** Asks for the system's dialog; whoever tests has answered it before. */
  readonly openFile: () => Promise<void>;
  readonly chooseColumn: (title: string) => Promise<void>;
  readonly chooseTldSet: (name: string) => Promise<void>;
  readonly typeTlds: (text: string) => Promise<void>;
  /** Names, TLDs, cells, requests and time, as one text. */
  readonly size: Locator;
  /** What is missing before a session can be made. */
  readonly missing: Locator;
  readonly start: (name?: string) => Promise<void>;
  readonly createWithoutStarting: (name?: string) => Promise<void>;
}

export function bulkPage(page: Page): BulkPage {
  return { ...listOf(page), ...namesOf(page), ...restOf(page) };
}

type ListPart =
  | 'openList'
  | 'sessions'
  | 'sessionRow'
  | 'stateOf'
  | 'openSession'
  | 'pause'
  | 'resume'
  | 'choose'
  | 'remove'
  | 'openMore'
  | 'find'
  | 'dialog'
  | 'pick'
  | 'answer';

function listOf(page: Page): Pick<BulkPage, ListPart> {
  const sessions = page.getByRole('grid', { name: 'Bulk lookups' });
  const sessionRow = (name: string): Locator =>
    sessions.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  const press = (name: string, label: string) =>
    sessionRow(name)
      .getByRole('button', { name: `${label} ${isolated(name)}`, exact: true })
      .click();
  const choose = async (name: string, action: string): Promise<void> => {
    await press(name, 'More for');
    await page.getByRole('menuitem', { name: action }).click();
  };
  const dialog = page.getByRole('dialog');
  return {
    sessions,
    sessionRow,
    openMore: (name) => press(name, 'More for'),
    find: (text) => page.getByRole('textbox', { name: 'Find a session' }).fill(text),
    dialog,
    pick: (label) => dialog.getByRole('radio', { name: label }).check(),
    answer: (label) => dialog.getByRole('button', { name: label, exact: true }).click(),
    stateOf: (name) => sessionRow(name).getByRole('gridcell').nth(3),
    choose,
    async openList() {
      await page.getByRole('navigation').getByRole('button', { name: 'Bulk lookup' }).click();
      await page.getByRole('heading', { name: 'Bulk lookup', level: 1 }).waitFor();
    },
    openSession: (name) => sessionRow(name).getByText(name, { exact: true }).click(),
    pause: (name) => press(name, 'Pause'),
    resume: (name) => press(name, 'Resume'),
    async remove(name) {
      await choose(name, 'Remove…');
      const typed = dialog.getByRole('textbox');
      // Asked for only where there are findings to lose.
      await dialog.getByRole('button', { name: 'Remove the session' }).waitFor();
      if ((await typed.count()) > 0) await typed.fill(name);
      await dialog.getByRole('button', { name: 'Remove the session' }).click();
    },
  };
}

type NamesPart =
  'openNew' | 'names' | 'report' | 'alerts' | 'pasteNames' | 'dropFile' | 'openFile' | 'chooseColumn';

function namesOf(page: Page): Pick<BulkPage, NamesPart> {
  const names = page.getByRole('textbox', { name: 'Names', exact: true });
  return {
    names,
    report: page.getByRole('group', { name: 'Report' }),
    alerts: page.getByRole('main').getByRole('alert'),
    async openNew() {
      await page.keyboard.press('ControlOrMeta+n');
      await page.getByRole('heading', { name: 'New bulk lookup', level: 1 }).waitFor();
    },
    pasteNames: (text) => names.fill(text),
    async dropFile(fileName, content) {
      const dropped = await page.evaluateHandle(
        ([name, text]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], name));
          return transfer;
        },
        [fileName, content] as const,
      );
      await names.dispatchEvent('drop', { dataTransfer: dropped });
    },
    openFile: () => page.getByRole('button', { name: 'Open a file…' }).click(),
    chooseColumn: (title) => page.getByRole('radio', { name: title }).check(),
  };
}

type RestPart = 'chooseTldSet' | 'typeTlds' | 'size' | 'missing' | 'start' | 'createWithoutStarting';

function restOf(page: Page): Pick<BulkPage, RestPart> {
  const check = page.getByRole('region', { name: 'Check' });
  const nameIt = async (name: string | undefined): Promise<void> => {
    if (name !== undefined) await check.getByRole('textbox', { name: 'Name of the session' }).fill(name);
  };
  return {
    size: check.locator('dl'),
    missing: check.getByRole('status'),
    async chooseTldSet(name) {
      const chip = page
        .getByRole('group', { name: 'Sets' })
        .getByRole('button', { name: new RegExp(`^${name} `) });
      if ((await chip.getAttribute('aria-pressed')) === 'false') await chip.click();
    },
    async typeTlds(text) {
      await page.getByRole('textbox', { name: 'Type TLDs' }).fill(text);
      await page.getByRole('textbox', { name: 'Type TLDs' }).press('Enter');
    },
    async start(name) {
      await nameIt(name);
      await check.getByRole('button', { name: /^Start/ }).click();
    },
    async createWithoutStarting(name) {
      await nameIt(name);
      await check.getByRole('button', { name: 'Create without starting' }).click();
    },
  };
}

export type ExportFormat = 'CSV' | 'JSON' | 'NDJSON' | 'TXT';

/** One open bulk look-up: the only place that knows how its parts are found. */
export interface SessionPage {
  readonly heading: Locator;
  readonly state: Locator;
  readonly progress: Locator;
  readonly grid: Locator;
  /** "2,000 names, 40,000 checks shown". */
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
  readonly showInCells: (what: 'Status' | 'Register price' | 'Renewal price') => Promise<void>;
  /** By one of the orders that can be chosen. */
  readonly orderBy: (item: string) => Promise<void>;
  readonly filterBy: (kind: ShownKind) => Promise<void>;
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
    state: main.getByRole('status').filter({ hasText: /% done|^Done$/ }),
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
      // The second click falls on the opened session, and must do nothing there.
      await page.getByRole('grid', { name: 'Bulk lookups' }).getByText(name, { exact: true }).dblclick();
      await grid.waitFor();
    },
    expectFinished: (timeoutMs = 60_000) => expect(parts.state).toHaveText('Done', { timeout: timeoutMs }),
    async showInCells(what) {
      await button(/^View/).click();
      await page.getByRole('dialog', { name: 'View' }).getByText(what, { exact: true }).click();
      await page.keyboard.press('Escape');
    },
    async orderBy(item) {
      await button(/^View/).click();
      await page.getByRole('textbox', { name: 'Order' }).click();
      await page.getByRole('option', { name: item }).click();
      await page.keyboard.press('Escape');
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
    await button('Check again').first().click();
    await page.getByRole('menuitem', { name: /^Unknown ones/ }).click();
  },
  async export(format) {
    await button(/^Export/).click();
    await page.getByRole('dialog').getByText(format, { exact: true }).click();
    await page.getByRole('button', { name: 'Save as…' }).click();
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
