import type { Page } from '@playwright/test';
import { both, click, open, press, type Step, type } from './step.ts';

const changesScreen = open('Changes');
const row = (part: string | RegExp) => async (page: Page) => {
  await page.getByRole('row', { name: part }).first().click();
  await page.waitForTimeout(300);
};
const rest = (page: Page) => page.waitForTimeout(600);
const plans = both(changesScreen, async (page) => {
  await page.getByText('Batch changes', { exact: true }).click();
  await page.waitForTimeout(250);
});
const plan = both(plans, press('ArrowDown'), press('Enter'));
const one = (name: string, part: string | RegExp): Step => ({
  name: `changes-one-${name}`,
  scene: 'changes',
  act: both(changesScreen, row(part)),
});
const aPlan = (name: string, scene: string): Step => ({ name: `plan-${name}`, scene, act: plan });

/** The header's account becomes another one; what is open stays open. */
const toOther = both(press('Control+Shift+A'), click('menuitem', 'Contoso Web GmbH'));

/** The changes, one of them, and the plans. */
export const changesSteps: readonly Step[] = [
  { name: 'changes-list', scene: 'changes', act: changesScreen },
  { name: 'changes-many', scene: 'changesMany', act: both(changesScreen, rest, press('End')) },
  { name: 'changes-none', scene: 'changesNone', act: changesScreen },
  { name: 'changes-broken', scene: 'changesBroken', act: changesScreen },
  { name: 'changes-failed', scene: 'changesFailed', act: changesScreen },
  {
    name: 'changes-filtered',
    scene: 'changes',
    act: both(changesScreen, click('button', /Confirmed/), type('Find by domain', 'con')),
  },
  {
    name: 'changes-filtered-none',
    scene: 'changes',
    act: both(changesScreen, type('Find by domain', 'zzz')),
  },
  { name: 'changes-kinds', scene: 'changes', act: both(changesScreen, click('button', 'Kind')) },
  { name: 'changes-export', scene: 'changes', act: both(changesScreen, click('button', 'Export…')) },
  {
    name: 'changes-exported',
    scene: 'changes',
    act: both(changesScreen, click('button', 'Export…'), click('button', 'Choose a file…')),
  },
  one('uncertain-renew', /Uncertain Renew/),
  one('uncertain-contacts', /Uncertain Change/),
  one('planned', /Not sent/),
  {
    name: 'changes-one-since',
    scene: 'changesSince',
    act: both(changesScreen, row(/Not sent/), click('button', /^Send/)),
  },
  {
    name: 'changes-one-review-again',
    scene: 'changesSince',
    act: both(changesScreen, row(/Not sent/), click('button', /^Send/), click('button', 'Review again')),
  },
  {
    name: 'changes-one-other-account',
    scene: 'changesSince',
    act: both(changesScreen, row(/Not sent/), toOther),
  },
  {
    name: 'changes-one-other-account-review',
    scene: 'changesSince',
    act: both(
      changesScreen,
      row(/Not sent/),
      toOther,
      click('button', /^Send/),
      click('button', 'Review again'),
    ),
  },
  one('sending', /Sending/),
  one('registered', /Was done Register/),
  one('refused', /Refused/),
  one('not-applied', /Not done/),
  one('settled', /Settled/),
  one('withdrawn', /Withdrawn/),
  one('sync', /Sync/),
  one('nameservers', /Set nameservers/),
  {
    name: 'changes-one-personal',
    scene: 'changes',
    act: both(changesScreen, row(/Uncertain Change/), click('button', 'Show what was to be written')),
  },
  {
    name: 'changes-one-answer',
    scene: 'changes',
    act: both(changesScreen, row(/Was done Register/), async (page) => {
      await page.getByText('Answer').click();
      await page.getByText('Answer').scrollIntoViewIfNeeded();
    }),
  },
  {
    name: 'changes-one-settle',
    scene: 'changes',
    act: both(
      changesScreen,
      row(/Uncertain Renew/),
      click('button', 'Mark as done or not done…'),
      click('button', 'Save'),
    ),
  },
  { name: 'plans-list', scene: 'plans', act: both(plans, press('ArrowDown')) },
  { name: 'plans-none', scene: 'changesNone', act: plans },
  aPlan('reading', 'planReading'),
  aPlan('waits', 'planWaits'),
  aPlan('ready', 'planReady'),
  aPlan('typed', 'planTyped'),
  aPlan('renew', 'planRenew'),
  { name: 'plan-other-account', scene: 'planRenew', act: both(plan, toOther) },
  aPlan('renewed-all', 'planRenewedAll'),
  aPlan('anew', 'planAnew'),
  aPlan('anew-reading', 'planAnewReading'),
  aPlan('halted-limit', 'planHaltedLimit'),
  aPlan('halted-login', 'planHaltedLogin'),
  aPlan('from-backup', 'planFromBackup'),
  {
    name: 'plan-over-limit',
    scene: 'planOverLimit',
    act: both(
      plan,
      (page) => page.getByRole('textbox', { name: /^Type the number/ }).fill('4'),
      click('button', /^Apply/),
    ),
  },
  aPlan('running', 'plans'),
  aPlan('paused', 'planPaused'),
  aPlan('halted', 'planHalted'),
  aPlan('done', 'planDone'),
  {
    name: 'plan-maker',
    scene: 'domains',
    act: both(
      open('Domains'),
      rest,
      press('Space'),
      press('Shift+ArrowDown'),
      click('button', 'Change…'),
      async (page) => page.getByText('Set nameservers').click(),
      click('button', 'Read and review'),
    ),
  },
  {
    name: 'plan-changed-since',
    scene: 'planTyped',
    act: both(
      plan,
      async (page) => {
        const field = page.getByRole('textbox', { name: /^Type the number/ });
        await field.fill((await page.getByRole('button', { name: /^Apply/ }).innerText()).replace(/\D/g, ''));
      },
      click('button', /^Apply/),
    ),
  },
  {
    name: 'plan-left-out',
    scene: 'planReady',
    act: both(plan, click('button', /^Excluded/)),
  },
];
