import type { Page } from '@playwright/test';
import { both, click, open, press, type, type Step } from './step.ts';

const domains = open('Domains');
const rest = (page: Page) => page.waitForTimeout(300);
const listed = (page: Page) => page.getByRole('row').nth(1).waitFor();

const tab =
  (name = 'northwind.com') =>
  async (page: Page) => {
    await domains(page);
    await page.getByText(name, { exact: true }).first().click();
    await rest(page);
    await page.getByRole('tab', { name: 'Transfer code', exact: true }).click();
    await rest(page);
  };

/** "Copy the code…", or "Copy a new code…" where one came before. */
const copy = click('button', /^Copy (the|a new) code…$/);
const reveal = click('button', /^Reveal (the|a new) code…$/);
const asked = (name: string, scene: string): Step => ({
  name: `code-${name}`,
  scene,
  act: both(tab(), copy),
});

const list = both(domains, press('Control+k'), async (page) => {
  await page.getByRole('textbox', { name: 'Command' }).fill('codes into files');
  await rest(page);
  await page.keyboard.press('Enter');
  await rest(page);
});

const saving = both(list, async (page) => {
  await page.getByRole('row').nth(1).click();
  await rest(page);
});

const select = (count: number) => async (page: Page) => {
  await page.keyboard.press('Space');
  for (let at = 1; at < count; at += 1) await page.keyboard.press('Shift+ArrowDown');
  await rest(page);
};

/** The transfer codes' states. */
export const codeSteps: readonly Step[] = [
  { name: 'code', scene: 'code', act: tab() },
  { name: 'code-hinted', scene: 'codeHinted', act: tab() },
  { name: 'code-unlocked', scene: 'code', act: tab('harbour-lights.shop') },
  { name: 'code-unread', scene: 'code', act: tab('fresh-start.app') },
  { name: 'code-copied', scene: 'codeTaken', act: both(tab(), copy) },
  {
    name: 'code-cleared',
    scene: 'codeTaken',
    act: both(tab(), copy, async (page) => {
      await page.getByRole('button', { name: 'Clear now' }).first().click();
      await rest(page);
    }),
  },
  { name: 'code-revealed', scene: 'codeTaken', act: both(tab(), reveal) },
  { name: 'code-unlock', scene: 'codeUnlock', act: both(tab(), click('button', 'Unlock…')) },
  asked('asks', 'codeAsks'),
  asked('emailed', 'codeEmailed'),
  asked('unclear', 'codeUnclear'),
  {
    name: 'code-unclear-answer',
    scene: 'codeUnclear',
    act: both(tab(), copy, async (page) => {
      await page.getByText('The answer, values masked').click();
      await rest(page);
    }),
  },
  asked('closed', 'codeClosed'),
  asked('busy', 'codeBusy'),
  asked('refused', 'codeRefused'),
  asked('wrong-key', 'codeWrongKey'),
  asked('no-answer', 'codeNoAnswer'),
  asked('offline', 'codeOffline'),
  { name: 'code-clipboard', scene: 'codeInClipboard', act: (page) => page.waitForTimeout(1_500) },
  {
    name: 'code-palette',
    scene: 'codeInClipboard',
    act: both(tab(), press('Control+k'), async (page) => {
      await page.getByRole('textbox', { name: 'Command' }).fill('code');
      await rest(page);
    }),
  },
  { name: 'codes-dialog', scene: 'code', act: both(domains, select(4), click('button', 'Codes…')) },
  { name: 'codes-dialog-one', scene: 'code', act: both(domains, press('k')) },
  {
    name: 'codes-dialog-typed',
    scene: 'codesMany',
    act: both(domains, listed, press('Control+a'), press('k'), type('Type 10000 to confirm', '100')),
  },
  {
    name: 'codes-dialog-asks',
    scene: 'codeAsks',
    act: both(domains, select(2), click('button', 'Codes…'), click('button', 'Choose location…')),
  },
  { name: 'codes-none', scene: 'codesNone', act: list },
  { name: 'codes-reading', scene: 'codesReading', act: list },
  { name: 'codes-unread', scene: 'codesUnread', act: list },
  { name: 'codes-rows-unread', scene: 'codesRowless', act: saving },
  { name: 'codes-list', scene: 'codesRunning', act: both(list, press('ArrowDown')) },
  { name: 'codes-line', scene: 'codesRunning', act: domains },
  { name: 'codes-running', scene: 'codesRunning', act: saving },
  { name: 'codes-waiting', scene: 'codesWaiting', act: saving },
  { name: 'codes-done', scene: 'codesDone', act: saving },
  { name: 'codes-done-failed', scene: 'codesDone', act: both(saving, click('button', /^Asked, without/)) },
  { name: 'codes-all', scene: 'codesAll', act: both(saving, click('button', /^Asked, without/)) },
  { name: 'codes-stopped', scene: 'codesStopped', act: saving },
  { name: 'codes-failed', scene: 'codesFailed', act: saving },
  { name: 'codes-unwritten', scene: 'codesUnwritten', act: saving },
  {
    name: 'codes-settings',
    scene: 'code',
    act: both(open('Settings'), async (page) => {
      await page.getByText('A copied code stays').scrollIntoViewIfNeeded();
    }),
  },
];
