import { expect, type Page } from '@playwright/test';
import { askForCode } from '../application/code-window.ts';
import type { RunningNamedesk } from '../application/launch-namedesk.ts';
import { enterReseller, type Reseller } from '../application/reseller.ts';
import { bulkPage, sessionPage } from './bulk-page.ts';
import { changePage, registrant } from './change-page.ts';
import { searchPage, shellPage } from './shell-page.ts';

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

/**
 * Goes through every screen with what is on it: a search, a bulk lookup, an order from its form to its result, the domain with all its
 * tabs and a change of it, its code, the account and the settings.
 */
export async function visitEveryScreen(
  namedesk: RunningNamedesk,
  reseller: Reseller,
  texts: OwnTexts,
  visit: Visit,
): Promise<void> {
  const { page } = namedesk;
  const at = (state: string): Promise<void> => visit(state, page);
  await enterReseller(namedesk, reseller, reseller.apiKey, texts.account);
  await search(page, texts, at);
  await bulkLookup(page, texts, at);
  await order(page, texts, at);
  await domain(namedesk, texts, visit);
  await changes(page, texts, at);
  await rest(page, at);
}

type At = (state: string) => Promise<void>;

async function search(page: Page, { label }: OwnTexts, at: At): Promise<void> {
  const { ask, field, markOf, details } = searchPage(page);
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
}

async function bulkLookup(page: Page, { label, session: name }: OwnTexts, at: At): Promise<void> {
  const bulk = bulkPage(page);
  const session = sessionPage(page);
  await bulk.openNew();
  await bulk.pasteNames([label, `${label}2`, `${label}3`, 'no_name'].join('\n'));
  await bulk.typeTlds('com net org');
  await at('bulk-new');
  await bulk.start(name);
  await session.expectFinished();
  await session.grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ControlOrMeta+i');
  await at('session');
  await page.keyboard.press('ControlOrMeta+j');
  await at('session-summary');
  await bulk.openList();
  await at('bulk-list');
  for (const action of ['Run again…', 'Compare with…', 'Remove…']) {
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

const tabs = ['Contacts', 'Nameservers', 'Child nameservers', 'Renew', 'History', 'Transfer code'] as const;

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
    await at(`domain-${tab.toLowerCase().replace(' ', '-')}`);
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
  await page.keyboard.press('Delete');
  await expect(dialog).toBeVisible();
  await at('domains-remove');
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await at('domains-archived');
  await page.keyboard.press('ControlOrMeta+z');
  await shellPage(page).goTo('Activity');
  await expect(main.getByRole('row').filter({ hasText: 'Unlock' })).toBeVisible();
  await at('changes');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('complementary')).toBeVisible();
  await at('change');
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
}

const hosts = { 'Nameserver 1': 'ns1.example.net', 'Nameserver 2': 'ns2.example.net' } as const;
