import type { Page } from '@playwright/test';
import { sessionPage } from '../pages/session-page.ts';
import type { Step } from './step.ts';

type Act = (page: Page) => Promise<void>;

const wait = (page: Page, ms = 250) => page.waitForTimeout(ms);

/** From the start of the application into the session on top of the list. */
const open: Act = async (page) => {
  await sessionPage(page).open('Spring campaign, second round');
  await wait(page, 400);
};

const then =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    await open(page);
    for (const act of acts) {
      await act(page);
      await wait(page);
    }
  };

const press =
  (...keys: readonly string[]): Act =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

const click =
  (role: 'button' | 'menuitem', name: string | RegExp): Act =>
  (page) =>
    page.getByRole(role, { name }).first().click();

/** Onto the fifth name, under the third TLD. */
const select = press('Control+g', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight');

/** A bulk look-up of 2,000 names under 20 TLDs, in all its states. */
export const sessionSteps: readonly Step[] = [
  { name: 'session-running', scene: 'sessionRuns', act: open },
  { name: 'session-cell', scene: 'sessionRuns', act: then(select) },
  { name: 'session-row', scene: 'sessionFinished', act: then(select, press('Control+ArrowLeft')) },
  { name: 'session-finished', scene: 'sessionFinished', act: open },
  { name: 'session-no-side', scene: 'sessionFinished', act: then(press('Control+i')) },
  { name: 'session-summary', scene: 'sessionFinished', act: then(press('Control+j')) },
  {
    name: 'session-filter',
    scene: 'sessionFinished',
    act: then(click('button', /^Available/), click('button', 'TLDs')),
  },
  {
    name: 'session-none',
    scene: 'sessionFinished',
    act: then(press('Control+f'), press('q', 'q', 'q', 'q')),
  },
  { name: 'session-age', scene: 'sessionFinished', act: then(click('button', 'Age')) },
  { name: 'session-order', scene: 'sessionFinished', act: then(click('button', /^Order/)) },
  { name: 'session-again', scene: 'sessionFinished', act: then(click('button', 'Recheck')) },
  {
    name: 'session-everything',
    scene: 'sessionFinished',
    act: then(click('button', 'Recheck'), click('menuitem', /^At everything/)),
  },
  { name: 'session-runs', scene: 'sessionFinished', act: then(click('button', 'Runs')) },
  { name: 'session-rename', scene: 'sessionFinished', act: then(press('F2')) },
  { name: 'session-export', scene: 'sessionRuns', act: then(press('Control+e')) },
  {
    name: 'session-shortlist',
    scene: 'sessionFinished',
    act: then(async (page) => {
      const session = sessionPage(page);
      await session.expectFinished();
      await session.shortlist('bakery', 'berlin');
      const said = await session.cell('bakery', 'berlin');
      if (!said.includes('shortlist')) throw new Error(`It is not on the shortlist: ${said}`);
      await session.showShortlist();
    }),
  },
  {
    name: 'session-exporting-all',
    scene: 'sessionRuns',
    act: then((page) => sessionPage(page).export('NDJSON')),
  },
  {
    name: 'session-exporting',
    scene: 'sessionRuns',
    act: then(press('Control+e'), click('button', 'Choose a file…')),
  },
  { name: 'session-slowed', scene: 'sessionSlowed', act: open },
  { name: 'session-offline', scene: 'sessionOffline', act: open },
  { name: 'session-no-key', scene: 'sessionNoKey', act: open },
  { name: 'session-paused', scene: 'sessionPaused', act: open },
  { name: 'session-cut', scene: 'sessionCut', act: open },
  {
    name: 'session-compare',
    scene: 'sessionFinished',
    act: then(click('button', 'Runs'), click('menuitem', /Spring campaign/)),
  },
];
