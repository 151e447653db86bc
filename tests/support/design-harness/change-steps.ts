import type { Page } from '@playwright/test';
import { both, click, open, type Step } from './step.ts';

const rest = (page: Page) => page.waitForTimeout(250);

const openDomain = async (page: Page) => {
  await open('Domains')(page);
  await page.getByText('bäckerei.example', { exact: true }).first().click();
  await rest(page);
};

const tab = (name: string) =>
  both(openDomain, async (page) => {
    await page.getByRole('tab', { name, exact: true }).click();
    await rest(page);
  });

const unfold = (text: RegExp | string) => async (page: Page) => {
  await page.getByText(text).first().click();
  await rest(page);
};

const into = (name: string | RegExp, text: string) => async (page: Page) => {
  await page.getByRole('textbox', { name }).first().fill(text);
  await rest(page);
};

const lock = both(openDomain, click('button', 'Lock…'));
const lockIt = both(lock, click('button', 'Lock'));
const nameservers = tab('Nameservers');
const children = tab('Child nameservers');
const renew = tab('Renew');
const review = click('button', 'Review…');

/** A change in each of its states, and the editors that begin it. */
export const changeSteps: readonly Step[] = [
  { name: 'change-lock', scene: 'change', act: openDomain },
  { name: 'change-lock-review', scene: 'change', act: both(lock, unfold(/^Exactly what/)) },
  { name: 'change-lock-practice', scene: 'changePractice', act: lock },
  { name: 'change-lock-sending', scene: 'change', act: lockIt },
  { name: 'change-lock-reading-back', scene: 'changeReadingBack', act: lockIt },
  { name: 'change-lock-confirmed', scene: 'changeConfirmed', act: lockIt },
  { name: 'change-lock-refused', scene: 'changeRefused', act: lockIt },
  { name: 'change-lock-uncertain', scene: 'changeUncertain', act: lockIt },
  { name: 'change-lock-not-sent', scene: 'changeUnsent', act: lockIt },
  { name: 'change-lock-unsent-since', scene: 'changeUnsentSince', act: lockIt },
  {
    name: 'change-lock-review-again',
    scene: 'changeUnsentSince',
    act: both(lockIt, click('button', 'Review again')),
  },
  { name: 'change-lock-rate-limited', scene: 'changeRateLimited', act: lockIt },
  { name: 'change-lock-waits', scene: 'changeWaits', act: lockIt },
  {
    name: 'change-renew-limit',
    scene: 'changeLimit',
    act: both(renew, click('button', 'Renew for 1 year…'), into(/^Type 1037/, '1037')),
  },
  { name: 'change-lock-changed-since', scene: 'changeSince', act: lockIt },
  { name: 'change-lock-open-change', scene: 'changeOpen', act: lock },
  { name: 'change-lock-offline', scene: 'changeOffline', act: lock },
  {
    name: 'change-sync-done',
    scene: 'changeSynced',
    act: both(openDomain, click('button', 'Sync…'), click('button', 'Sync')),
  },
  { name: 'change-nameservers', scene: 'change', act: nameservers },
  { name: 'change-nameservers-draft', scene: 'changeDraft', act: both(nameservers, review) },
  { name: 'change-nameservers-offline', scene: 'changeOffline', act: nameservers },
  {
    name: 'change-nameservers-templates',
    scene: 'change',
    act: both(nameservers, click('button', 'Templates')),
  },
  {
    name: 'change-nameservers-save',
    scene: 'change',
    act: both(nameservers, click('button', 'Templates'), click('menuitem', 'Save these as a template…')),
  },
  {
    name: 'change-nameservers-review',
    scene: 'change',
    act: both(
      nameservers,
      click('button', 'Add one'),
      into('Nameserver 3', 'ns7.bäckerei.example'),
      review,
      unfold(/stays as it is/),
    ),
  },
  { name: 'change-children', scene: 'change', act: children },
  {
    name: 'change-children-modify',
    scene: 'change',
    act: both(children, click('button', /^Modify ns1/), review),
  },
  { name: 'change-children-delete', scene: 'change', act: both(children, click('button', /^Delete ns1/)) },
  {
    name: 'change-children-delete-review',
    scene: 'change',
    act: both(children, click('button', /^Delete ns1/), review, into(/^Type/, 'bäckerei.exampl')),
  },
  { name: 'change-renew', scene: 'change', act: both(renew, unfold('More: add-ons')) },
  {
    name: 'change-renew-review',
    scene: 'change',
    act: both(renew, click('button', 'Renew for 1 year…'), into(/^Type/, 'bäckerei.example')),
  },
];
