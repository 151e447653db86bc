import type { Page } from '@playwright/test';
import { both, click, open, type Step } from './step.ts';

const settings = open('Settings');
const to = (label: string) =>
  both(settings, async (page: Page) => {
    await page.getByRole('button', { name: `Open: ${label}`, exact: true }).click();
    await page.waitForTimeout(250);
  });
const updates = (page: Page) =>
  page.getByRole('heading', { name: 'Updates' }).evaluate((heading) => heading.scrollIntoView());
const differs = to('Where the service differs from the document');
const updating = (name: string): Step => ({
  name: `settings-updates-${name.toLowerCase()}`,
  scene: `updates${name}`,
  act: both(settings, updates),
});

/** Diagnostics and updates. */
export const upkeepSteps: readonly Step[] = [
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
    act: both(to('Log'), click('button', 'What was noted')),
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
