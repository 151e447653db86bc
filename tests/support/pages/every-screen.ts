import { expect, type Page } from '@playwright/test';
import { askForCode } from '../application/code-window.ts';
import type { RunningNamedesk } from '../application/launch-namedesk.ts';
import { enterReseller, type Reseller } from '../application/reseller.ts';
import type { PracticeOptions } from '../../../electron/main/practice/service.ts';
import { bulkPage, sessionPage } from './bulk-page.ts';
import { changePage, registrant } from './change-page.ts';
import { onboardingPage, searchPage, shellPage } from './shell-page.ts';

/** What a person has written on the way. */
export interface OwnTexts {
  /** The label that is searched and ordered under .com. */
  readonly label: string;
  readonly account: string;
  readonly session: string;
  readonly tag: string;
  readonly note: string;
}

/** Called in each state, with the window that it is seen in. */
type Visit = (state: string, page: Page) => Promise<void>;

/** What the service answers badly: some names are unknown, and the answer to a renewal is lost. */
export const faultsOf = (label: string): NonNullable<PracticeOptions['faults']> => [
  {
    operation: 'lookup',
    domain: `${asciiOf(label)}.org`,
    fault: { kind: 'shape', shape: 'entry-missing' },
  },
  { operation: 'lookup', domain: 'shop-5.eu', fault: { kind: 'shape', shape: 'entry-with-error' } },
  { operation: 'renew', fault: { kind: 'break', after: 'head', by: 'reset' }, isApplied: true },
];

/**
 * Goes through every screen with what is on it: the first start, a search, a bulk lookup, an order from its form to its result, the
 * domain with all its tabs and a change of it, its code, a batch, an uncertain renewal, the pages beside the list, the account and the
 * settings. In the end the service is stopped.
 */
export async function visitEveryScreen(
  namedesk: RunningNamedesk,
  reseller: Reseller,
  texts: OwnTexts,
  visit: Visit,
): Promise<void> {
  const { page } = namedesk;
  const at = (state: string): Promise<void> => visit(state, page);
  await firstStart(page, at);
  await enterReseller(namedesk, reseller, reseller.apiKey, texts.account);
  await search(page, texts, at);
  await bulkLookup(page, texts, at);
  await order(page, texts, at);
  await domain(namedesk, texts, visit);
  await changes(page, texts, at);
  await besideTheList(page, at);
  await rest(page, at);
  await offline(page, reseller, texts, at);
}

type At = (state: string) => Promise<void>;

async function firstStart(page: Page, at: At): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Namedesk');
  await at('welcome');
  await onboardingPage(page).describeAccount({ label: 'N', baseUrl: 'http://example.com', username: 'me' });
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveAccessibleDescription(/https:/);
  await at('add-account');
}

async function search(page: Page, { label }: OwnTexts, at: At): Promise<void> {
  const { ask, field, markOf, details, problem } = searchPage(page);
  await expect(page.getByRole('banner')).toContainText('500.00');
  await at('search-empty');
  await ask('exa_mple');
  await expect(problem).toContainText('no underscores');
  await at('search-no-name');
  await ask(label);
  await expect(markOf(`${label}.com`)).toHaveText(/./);
  await expect(page.getByRole('main')).not.toContainText('Checking');
  await field.press('ArrowDown');
  await at('search');
  await page.keyboard.press('i');
  await expect(details).toBeVisible();
  await at('search-details');
  await details.getByRole('button', { name: /^Copy/ }).first().click();
  await at('search-copied');
  await page.keyboard.press('Escape');
  await shellPage(page).openPalette();
  await page.getByRole('textbox', { name: 'Command' }).fill(label);
  await at('palette');
  await page.keyboard.press('Escape');
  await shellPage(page).openShortcuts();
  await at('shortcuts');
  await page.keyboard.press('Escape');
  await field.focus();
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Help: Search' })).toBeVisible();
  await at('help');
  await page.keyboard.press('Escape');
}

const shops = Array.from({ length: 60 }, (_, index) => `shop-${index}`);

async function bulkLookup(page: Page, { label, session: name }: OwnTexts, at: At): Promise<void> {
  const bulk = bulkPage(page);
  const session = sessionPage(page);
  await bulk.openList();
  await at('bulk-empty');
  await bulk.openNew();
  await at('bulk-new-empty');
  await bulk.pasteNames([label, `${label}2`, 'quaysideworks-and-sons', ...shops, 'no_name', '-x'].join('\n'));
  await bulk.chooseTldSet('Europe');
  await bulk.typeTlds('com net org');
  await at('bulk-new');
  await page.getByRole('textbox', { name: 'Type TLDs' }).scrollIntoViewIfNeeded();
  await at('bulk-new-tlds');
  await page.getByText('Generator', { exact: true }).click();
  await at('bulk-new-words');
  await page.getByText('List', { exact: true }).click();
  await bulk.start(name);
  await expect(session.state).toContainText('% done');
  await at('session-running');
  await session.expectFinished();
  await session.grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ControlOrMeta+i');
  await at('session');
  await page.keyboard.press('ControlOrMeta+j');
  await at('session-summary');
  await session.filterBy('available');
  await at('session-filtered');
  await page.keyboard.press('ControlOrMeta+e');
  await expect(page.getByRole('dialog')).toBeVisible();
  await at('session-export');
  await page.keyboard.press('Escape');
  await session.clearFilter();
  await bulk.openList();
  await at('bulk-list');
  await bulk.openMore(name);
  await at('bulk-more');
  await page.keyboard.press('Escape');
  for (const action of ['Rename…', 'Run again…', 'Compare with…', 'Remove…']) {
    await bulk.choose(name, action);
    await expect(bulk.dialog.getByRole('button').first()).toBeVisible();
    await at(`bulk-${action.split(/[ …]/)[0]?.toLowerCase() ?? ''}`);
    await page.keyboard.press('Escape');
    await expect(bulk.dialog).toBeHidden();
  }
}

async function order(page: Page, { label }: OwnTexts, at: At): Promise<void> {
  const { main, dialog, send } = changePage(page);
  await shellPage(page).openPalette();
  await page.getByRole('textbox', { name: 'Command' }).fill('Register a name');
  await page.keyboard.press('Enter');
  await main.getByRole('textbox', { name: 'Name to register' }).fill(`${label}.com`);
  await main.getByRole('button', { name: 'Check' }).click();
  for (const [field, value] of Object.entries({ ...hosts, ...registrant }))
    await main.getByRole('textbox', { name: field, exact: true }).fill(value);
  await main.getByRole('combobox', { name: 'Country', exact: true }).fill('Germany');
  await page.getByRole('option', { name: 'Germany (DE)' }).click();
  await at('register');
  await main.getByRole('button', { name: 'Review…' }).click();
  await expect(dialog).toContainText('Type the domain’s name to continue.');
  await at('register-review');
  await send('Register for 1 year', `${label}.com`);
  await expect(main.getByRole('button', { name: 'View domain' })).toBeVisible({ timeout: 20_000 });
  await at('registered');
  await main.getByRole('button', { name: 'View domain' }).click();
}

const tabs = ['Contacts', 'Nameservers', 'Host records (glue)', 'Renew', 'History', 'Transfer code'] as const;

async function domain(namedesk: RunningNamedesk, texts: OwnTexts, visit: Visit): Promise<void> {
  const { page } = namedesk;
  const at = (state: string): Promise<void> => visit(state, page);
  const { main, dialog, press, send } = changePage(page);
  await main.getByRole('combobox', { name: 'Tags' }).fill(texts.tag);
  await page.keyboard.press('Enter');
  await main.getByRole('textbox', { name: 'Note', exact: true }).fill(texts.note);
  await expect(main.getByText('Saved', { exact: true })).toBeVisible();
  await at('domain');
  for (const tab of tabs) {
    await main.getByRole('tab', { name: tab, exact: true }).click();
    await expect(main.getByRole('tabpanel')).not.toBeEmpty();
    await at(`domain-${tab.toLowerCase().replaceAll(/\W+/g, '-')}`);
  }
  await press('Unlock…');
  await expect(dialog.getByRole('button', { name: 'Unlock', exact: true })).toBeEnabled();
  await at('unlock-review');
  await send('Unlock');
  await expect(main.getByText(/is unlocked\./).first()).toBeVisible({ timeout: 20_000 });
  await at('unlocked');
  const asked = await askForCode(namedesk, `${asciiOf(texts.label)}.com`, 'copy');
  await expect(asked.codeWindow.confirm).toBeEnabled();
  await visit('code-question', asked.codeWindow.page);
  await asked.codeWindow.leaveBy(() => asked.codeWindow.confirm.click());
  await asked.taken;
  await at('code-copied');
}

const asciiOf = (label: string): string => new URL(`https://${label}.com`).hostname.replace(/\.com$/, '');

async function changes(page: Page, { label }: OwnTexts, at: At): Promise<void> {
  const { main, dialog, row } = changePage(page);
  await shellPage(page).goTo('Domains');
  await expect(row(`${label}.com`)).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await at('domains');
  await main.getByRole('button', { name: 'List actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Columns' })).toBeVisible();
  await at('domains-actions');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect(dialog).toBeVisible();
  await at('domains-remove');
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await at('domains-archived');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(`${label}.com`)).toBeVisible();
  await main.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  const selected = page.getByRole('toolbar', { name: 'With the selected domains' });
  await selected.getByRole('button', { name: 'Nameservers…' }).click();
  await expect(dialog.getByRole('button', { name: 'Continue to review' })).toBeVisible();
  await at('batch-maker');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await selected.getByRole('button', { name: 'Lock…', exact: true }).click();
  await expect(main.getByRole('button', { name: /^Lock \d/ })).toBeVisible({ timeout: 20_000 });
  await at('batch-review');
  await renewal(page, `${label}.com`, at);
  await shellPage(page).goTo('Activity');
  await expect(main.getByRole('row').filter({ hasText: 'Unlock' })).toBeVisible();
  await at('changes');
  await main.getByText('Renew for 1 year').first().click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Mark as done or not done…' })).toBeVisible();
  await at('change');
  await page.getByRole('button', { name: 'Mark as done or not done…' }).click();
  await at('change-settle');
  await page.keyboard.press('Escape');
}

/** Its answer is lost. */
async function renewal(page: Page, domain: string, at: At): Promise<void> {
  const { main, dialog, open, send, says } = changePage(page);
  await open(domain, 'Renew');
  await main.getByRole('button', { name: 'Renew for 1 year…' }).click();
  await expect(dialog).toContainText('Type the domain’s name to continue.');
  await at('renew-review');
  await send('Renew for 1 year', domain);
  await expect(says(/^We don’t know whether /)).toBeVisible({ timeout: 20_000 });
  await at('renew-uncertain');
}

/** What is beside the list of domains and has no place on the rail, by its command. */
const besides = {
  import: 'Import domains from a file',
  templates: 'Contact and nameserver templates',
  codes: 'Transfer codes into files',
  clients: 'Clients…',
  bundle: 'Support bundle',
} as const;

async function besideTheList(page: Page, at: At): Promise<void> {
  for (const [state, command] of Object.entries(besides)) {
    await shellPage(page).openPalette();
    await page.getByRole('textbox', { name: 'Command' }).fill(command);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Command' })).toBeHidden();
    await at(state);
    await page.keyboard.press('Escape');
  }
  await shellPage(page).goTo('Today');
  await expect(page.getByRole('main', { name: 'Today' }).getByRole('heading', { level: 1 })).toBeVisible();
  await at('today');
}

async function rest(page: Page, at: At): Promise<void> {
  const { main, dialog } = changePage(page);
  await shellPage(page).goTo('Accounts');
  await at('accounts');
  await main.getByRole('button', { name: 'Edit', exact: true }).click();
  await at('account-edit');
  await main.getByRole('button', { name: 'Cancel' }).first().click();
  await main
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(dialog.getByRole('button').first()).toBeVisible();
  await at('account-remove');
  await page.keyboard.press('Escape');
  await shellPage(page).goTo('Settings');
  await at('settings');
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('button');
  for (let index = 1; index < (await sections.count()); index += 1) {
    await sections.nth(index).click();
    await at(`settings-${index}`);
  }
  await main.getByRole('button', { name: 'Open: API discrepancies', exact: true }).click();
  await expect(main.getByRole('heading', { name: 'API discrepancies' })).toBeVisible();
  await at('settings-discrepancies');
}

async function offline(
  page: Page,
  { service }: Reseller,
  { session: name }: OwnTexts,
  at: At,
): Promise<void> {
  await service.stop();
  const session = sessionPage(page);
  await session.open(name);
  await session.recheckUnknown();
  await expect(page.getByRole('main')).toContainText(/resumes automatically/i);
  await at('session-waiting');
  await shellPage(page).goTo('Search');
  const { ask, alerts } = searchPage(page);
  await ask('another');
  await expect(alerts.first()).toContainText('The server refused the connection');
  await at('search-offline');
}

const hosts = { Nameservers: 'ns1.example.net\nns2.example.net' } as const;
