import type { Page } from '@playwright/test';
import { both, click, open, type Step, type } from './step.ts';

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
export const backupSteps: readonly Step[] = [
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
    act: both(restore, type('Type “restore” to go on', 'restore'), click('button', 'Restore and restart')),
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
    act: both(rest, click('button', 'I have looked – continue')),
  },
  atStart('place-network', 'foundNetwork'),
  atStart('place-synced', 'foundSynced'),
];
