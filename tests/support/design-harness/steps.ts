import type { Page } from '@playwright/test';
import { bulkSteps } from './bulk-steps.ts';
import { changeSteps } from './change-steps.ts';
import { changesSteps } from './changes-steps.ts';
import { codeSteps } from './code-steps.ts';
import { contactsSteps } from './contacts-steps.ts';
import { portfolioSteps } from './portfolio-steps.ts';
import { registerSteps } from './register-steps.ts';
import { sessionSteps } from './session-steps.ts';
import { both, click, fill, open, press, type Step, type } from './step.ts';

const rest = (page: Page) => page.waitForTimeout(300);
const backups = both(open('Settings'), async (page) => {
  await page.getByRole('heading', { name: 'Backups' }).evaluate((heading) => heading.scrollIntoView());
  await rest(page);
});
const restore = both(backups, click('button', /^Restore the backup/));
const inList = (name: string, scene: string): Step => ({
  name: `settings-backups${name}`,
  scene,
  act: backups,
});
const inDialog = (name: string, scene: string): Step => ({
  name: `settings-restore${name}`,
  scene,
  act: restore,
});
const atStart = (name: string, scene: string): Step => ({ name: `notice-${name}`, scene, act: rest });

/** The backups, going back to one, and what a start says of the workspace. */
const backupSteps: readonly Step[] = [
  inList('', 'backups'),
  inList('-none', 'backupsNone'),
  inList('-reading', 'backupsReading'),
  inList('-unlisted', 'backupsUnlisted'),
  inList('-risk', 'foundSynced'),
  {
    name: 'settings-backups-unmade',
    scene: 'backupsUnmade',
    act: both(backups, click('button', 'Back up now'), rest),
  },
  {
    name: 'settings-backups-making',
    scene: 'backupsSlow',
    act: both(backups, click('button', 'Back up now'), rest),
  },
  {
    name: 'settings-backups-verifying',
    scene: 'backupsSlow',
    act: both(backups, click('button', /^Verify the backup/), rest),
  },
  {
    name: 'settings-backups-verified',
    scene: 'backups',
    act: both(backups, click('button', /^Verify the backup/), rest),
  },
  inDialog('', 'backups'),
  inDialog('-nothing-lost', 'backupsNothingLost'),
  inDialog('-reading', 'backupsSlow'),
  inDialog('-damaged', 'backupsRotten'),
  {
    name: 'settings-restore-refused',
    scene: 'backupsRefused',
    act: both(restore, type('Type “restore” to confirm', 'restore'), click('button', 'Restore and restart')),
  },
  atStart('restored-asked', 'foundRestored'),
  atStart('restored-damaged', 'foundMended'),
  {
    name: 'notice-restored-second-page',
    scene: 'foundMended',
    act: both(rest, click('button', 'Next')),
  },
  atStart('restored-apart', 'foundApart'),
  atStart('restored-new', 'foundNew'),
  atStart('restored-unknown', 'foundUnknown'),
  { name: 'notice-restored-bar', scene: 'foundMended', act: both(rest, open('Domains'), rest) },
  {
    name: 'notice-restored-unkept',
    scene: 'foundUnkept',
    act: both(rest, click('button', 'Reviewed – continue')),
  },
  atStart('place-network', 'foundNetwork'),
  atStart('place-synced', 'foundSynced'),
];

const settings = open('Settings');
const to = (label: string) =>
  both(settings, async (page: Page) => {
    await page.getByRole('button', { name: `Open: ${label}`, exact: true }).click();
    await page.waitForTimeout(250);
  });
const updates = (page: Page) =>
  page.getByRole('heading', { name: 'Updates' }).evaluate((heading) => heading.scrollIntoView());
const differs = to('API discrepancies');
const updating = (name: string): Step => ({
  name: `settings-updates-${name.toLowerCase()}`,
  scene: `updates${name}`,
  act: both(settings, updates),
});

/** Diagnostics and updates. */
const upkeepSteps: readonly Step[] = [
  {
    name: 'settings-diagnostics',
    scene: 'upkeep',
    act: both(settings, (page) =>
      page.getByRole('heading', { name: 'Diagnostics' }).scrollIntoViewIfNeeded(),
    ),
  },
  { name: 'settings-log', scene: 'upkeep', act: to('Log') },
  {
    name: 'settings-log-problems',
    scene: 'upkeep',
    act: both(to('Log'), (page) => page.getByText('Problems').click()),
  },
  { name: 'settings-log-empty', scene: 'upkeepEmpty', act: to('Log') },
  {
    name: 'settings-log-incident',
    scene: 'upkeepFails',
    act: both(to('Log'), click('button', 'View log')),
  },
  { name: 'settings-bundle', scene: 'upkeep', act: to('Support bundle') },
  { name: 'settings-deviations', scene: 'upkeep', act: differs },
  {
    name: 'settings-deviations-empty',
    scene: 'upkeepEmpty',
    act: differs,
  },
  { name: 'settings-log-reading', scene: 'upkeepReading', act: to('Log') },
  { name: 'settings-log-failed', scene: 'upkeepFails', act: to('Log') },
  { name: 'settings-bundle-reading', scene: 'upkeepReading', act: to('Support bundle') },
  { name: 'settings-bundle-failed', scene: 'upkeepFails', act: to('Support bundle') },
  { name: 'settings-deviations-reading', scene: 'upkeepReading', act: differs },
  { name: 'settings-deviations-failed', scene: 'upkeepFails', act: differs },
  ...[
    'Unread',
    'Checking',
    'Newest',
    'Available',
    'Downloading',
    'Ready',
    'Waitless',
    'Interrupted',
    'Failed',
    'InFolder',
    'Packaged',
  ].map(updating),
];

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
