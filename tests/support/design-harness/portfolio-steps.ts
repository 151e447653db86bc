import type { Page } from '@playwright/test';
import { both, click, open, press, type, type Step } from './step.ts';

const list = open('Domains');

const rest = (page: Page) => page.waitForTimeout(250);

const openDomain = (name: string) => async (page: Page) => {
  await list(page);
  await page.getByText(name, { exact: true }).first().click();
  await rest(page);
};

const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name, exact: true }).click();
  await rest(page);
};

const select = (count: number) => async (page: Page) => {
  await page.keyboard.press('Space');
  for (let at = 1; at < count; at += 1) await page.keyboard.press('Shift+ArrowDown');
  await rest(page);
};

const names =
  'northwind.com\nbäckerei.de, harbour.shop\nexa_mple.com\nbakery\nold-campaign.info\nfabrikam.se';

const add = both(list, press('n'), type('Names', names), click('button', 'Add'));

/** The portfolio's states. */
export const portfolioSteps: readonly Step[] = [
  { name: 'domains', scene: 'domains', act: list },
  { name: 'domains-empty', scene: 'domainsEmpty', act: list },
  { name: 'domains-no-account', scene: 'noAccount', act: list },
  { name: 'domains-many', scene: 'domainsMany', act: both(list, press('End')) },
  { name: 'domains-selected', scene: 'domains', act: both(list, select(3)) },
  {
    name: 'domains-selected-hidden',
    scene: 'domains',
    act: both(list, select(3), type('Find a domain', 'fabrikam')),
  },
  { name: 'domains-found', scene: 'domains', act: both(list, type('Find a domain', 'müller')) },
  { name: 'domains-none-found', scene: 'domains', act: both(list, type('Find a domain', 'zzz')) },
  { name: 'domains-filter', scene: 'domains', act: both(list, click('button', 'Expires')) },
  {
    name: 'domains-filtered',
    scene: 'domains',
    act: both(
      list,
      click('button', 'Expires'),
      click('menuitem', 'within 90 days'),
      click('button', 'Not updated for'),
      click('menuitem', 'a day'),
      click('button', /^Problems/),
    ),
  },
  { name: 'domains-archived', scene: 'domains', act: both(list, click('button', /^Archived/)) },
  {
    name: 'domains-sorted',
    scene: 'domains',
    act: both(list, (page) =>
      page.getByRole('columnheader', { name: 'Expires' }).getByRole('button').click(),
    ),
  },
  { name: 'domains-read-menu', scene: 'domains', act: both(list, click('button', 'Refresh')) },
  { name: 'domains-reading', scene: 'domainsReading', act: both(list, press('Control+a'), press('r')) },
  { name: 'domains-read-badly', scene: 'domainsReadBadly', act: both(list, press('Control+a'), press('r')) },
  { name: 'domains-read-not', scene: 'domainsReadNot', act: both(list, press('Control+a'), press('r')) },
  { name: 'domains-offline', scene: 'domainsOffline', act: list },
  { name: 'domains-unlisted', scene: 'domainsUnlisted', act: list },
  { name: 'domains-add', scene: 'domains', act: both(list, press('n'), type('Names', names)) },
  { name: 'domains-added', scene: 'domains', act: add },
  { name: 'domains-tag', scene: 'domains', act: both(list, press('Control+a'), press('t')) },
  { name: 'domains-remove', scene: 'domains', act: both(list, select(4), press('Delete')) },
  { name: 'domain', scene: 'domains', act: openDomain('northwind.com') },
  { name: 'domain-idn', scene: 'domains', act: openDomain('bäckerei-müller.de') },
  { name: 'domain-troubles', scene: 'domains', act: openDomain('contoso.org') },
  { name: 'domain-away', scene: 'domains', act: openDomain('contoso.io') },
  { name: 'domain-unread', scene: 'domains', act: openDomain('fresh-start.app') },
  {
    name: 'domain-long',
    scene: 'domains',
    act: openDomain('the-longest-name-that-anybody-ever-registered-for-a-bakery.co.uk'),
  },
  {
    name: 'domain-archived',
    scene: 'domains',
    act: both(list, click('button', /^Archived/), openDomain('old-campaign.info')),
  },
  {
    name: 'domain-reading',
    scene: 'domainsReading',
    act: both(openDomain('northwind.com'), click('button', 'Refresh')),
  },
  {
    name: 'domain-expiry',
    scene: 'domains',
    act: both(openDomain('contoso.io'), click('button', 'Set expiry…')),
  },
  {
    name: 'domain-note-unkept',
    scene: 'domainsUnkept',
    act: both(openDomain('northwind.net'), type('Note', 'Call them in March.'), press('Tab')),
  },
  { name: 'domain-history', scene: 'domains', act: both(openDomain('northwind.com'), tab('History')) },
  { name: 'domain-history-none', scene: 'domains', act: both(openDomain('fabrikam.eu'), tab('History')) },
];
