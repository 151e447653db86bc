import type { Page } from '@playwright/test';
import { bulkSteps } from './bulk-steps.ts';
import { changesSteps } from './changes-steps.ts';
import { backupSteps } from './backup-steps.ts';
import { changeSteps } from './change-steps.ts';
import { portfolioSteps } from './portfolio-steps.ts';
import { codeSteps } from './code-steps.ts';
import { contactsSteps } from './contacts-steps.ts';
import { registerSteps } from './register-steps.ts';
import { sessionSteps } from './session-steps.ts';
import { upkeepSteps } from './upkeep-steps.ts';
import { both, click, fill, open, press, type, type Step } from './step.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Name, domain or URL' });
const search = (text: string) => async (page: Page) => {
  await field(page).fill(text);
  await page.waitForTimeout(250);
  await field(page).press('Enter');
  await page.waitForTimeout(250);
};
const toLimits = (page: Page) =>
  page
    .getByText(/^(Limits|Spending limits)$/)
    .first()
    .evaluate((heading) => heading.scrollIntoView());
const remove = both(open('Accounts'), click('button', 'Remove'));

export const steps: readonly Step[] = [
  { name: 'search-empty', scene: 'practice' },
  {
    name: 'search-known',
    scene: 'known',
    act: async (page) => {
      await field(page).fill('bäckerei');
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'search-typing',
    scene: 'real',
    act: async (page) => {
      await field(page).fill('harbour');
      await page.waitForTimeout(400);
    },
  },
  { name: 'search-results', scene: 'real', act: search('harbour') },
  {
    name: 'search-details',
    scene: 'real',
    act: both(search('bäckerei'), press('ArrowDown'), press('Enter')),
  },
  { name: 'search-many', scene: 'many', act: search('harbour') },
  {
    name: 'search-compact',
    scene: 'compact',
    act: both(search('harbour'), press('ArrowDown'), press('ArrowDown')),
  },
  { name: 'search-streaming', scene: 'streaming', act: search('harbour') },
  {
    name: 'search-slow',
    scene: 'streaming',
    act: both(search('harbour'), (page) => page.waitForTimeout(5_200)),
  },
  {
    name: 'search-misfit',
    scene: 'real',
    act: async (page) => {
      await field(page).fill('har bour_shop.com');
      await page.waitForTimeout(300);
    },
  },
  { name: 'search-refused', scene: 'refused', act: search('harbour') },
  { name: 'search-address', scene: 'address', act: search('harbour') },
  { name: 'search-malformed', scene: 'malformed', act: search('harbour') },
  { name: 'search-offline', scene: 'offline', act: search('harbour') },
  { name: 'search-no-key', scene: 'noKey', act: search('harbour') },
  { name: 'search-no-account', scene: 'noAccount' },
  { name: 'search-filter', scene: 'real', act: both(search('harbour'), press('ArrowDown'), press('1')) },
  { name: 'search-sets', scene: 'real', act: click('button', /TLDs$/) },
  { name: 'search-pick-tlds', scene: 'real', act: press('Control+t') },
  { name: 'switcher', scene: 'real', act: press('Control+Shift+A') },
  { name: 'connection', scene: 'offline', act: click('button', 'Offline') },
  { name: 'palette', scene: 'real', act: both(search('harbour'), press('Control+k')) },
  { name: 'shortcuts', scene: 'real', act: press('Control+/') },
  { name: 'accounts', scene: 'real', act: open('Accounts') },
  { name: 'accounts-practice', scene: 'practice', act: open('Accounts') },
  { name: 'accounts-none', scene: 'noAccount', act: open('Accounts') },
  { name: 'accounts-add', scene: 'noAccount', act: both(open('Accounts'), press('n')) },
  {
    name: 'accounts-add-refused',
    scene: 'invalidUrl',
    act: both(
      open('Accounts'),
      click('button', 'Add'),
      fill('Name', 'Third'),
      fill('Base URL', 'http://portal.example.com/api'),
      click('button', /^Add, then/),
    ),
  },
  { name: 'accounts-edit', scene: 'real', act: both(open('Accounts'), click('button', 'Edit')) },
  {
    name: 'accounts-edit-options',
    scene: 'real',
    act: both(open('Accounts'), click('button', 'Edit'), (page) =>
      page.getByRole('button', { name: 'Save', exact: true }).scrollIntoViewIfNeeded(),
    ),
  },
  { name: 'accounts-own-limits', scene: 'limits', act: both(open('Accounts'), toLimits) },
  {
    name: 'accounts-edit-limits',
    scene: 'limits',
    act: both(open('Accounts'), click('button', 'Edit'), (page) =>
      page.getByText('Changes of unknown price in one day').scrollIntoViewIfNeeded(),
    ),
  },
  { name: 'settings-limits', scene: 'limits', act: both(open('Settings'), toLimits) },
  {
    name: 'settings-limits-wrong',
    scene: 'limits',
    act: both(
      open('Settings'),
      fill(/^Cost of one day/, '12,50'),
      press('Enter'),
      fill(/^Changes of unknown price in one day/, 'many'),
      press('Enter'),
      toLimits,
    ),
  },
  {
    name: 'accounts-test',
    scene: 'real',
    act: both(open('Accounts'), click('button', 'Test the connection')),
  },
  {
    name: 'accounts-test-trouble',
    scene: 'testFails',
    act: both(open('Accounts'), click('button', 'Test the connection')),
  },
  {
    name: 'accounts-keychain',
    scene: 'keychain',
    act: both(open('Accounts'), click('button', 'Enter the key')),
  },
  { name: 'accounts-remove', scene: 'real', act: both(open('Accounts'), click('button', 'Remove')) },
  { name: 'accounts-remove-much', scene: 'removal', act: remove },
  {
    name: 'accounts-remove-typed',
    scene: 'removal',
    act: both(remove, type('Type Northwind Hosting to remove it', 'northwind hosting')),
  },
  {
    name: 'accounts-removed',
    scene: 'removal',
    act: both(
      remove,
      type('Type Northwind Hosting to remove it', 'northwind hosting'),
      click('button', 'Remove the account'),
    ),
  },
  { name: 'accounts-remove-in-use', scene: 'removalInUse', act: remove },
  { name: 'settings', scene: 'real', act: open('Settings') },
  { name: 'onboarding', scene: 'first' },
  { name: 'onboarding-account', scene: 'first', act: click('button', 'Add my account') },
  {
    name: 'onboarding-key',
    scene: 'firstNoKeychain',
    act: both(
      click('button', 'Add my account'),
      fill('Name', 'Northwind Hosting'),
      click('button', /^Next/),
      click('button', 'Enter the key'),
    ),
  },
  {
    name: 'onboarding-test',
    scene: 'first',
    act: both(
      click('button', 'Add my account'),
      fill('Name', 'Northwind Hosting'),
      click('button', /^Next/),
      click('button', 'Enter the key'),
    ),
  },
  ...sessionSteps,
  ...bulkSteps,
  ...changesSteps,
  ...contactsSteps,
  ...registerSteps,
  ...portfolioSteps,
  ...changeSteps,
  ...codeSteps,
  ...upkeepSteps,
  ...backupSteps,
];
