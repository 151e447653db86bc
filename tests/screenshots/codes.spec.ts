import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { domainToASCII } from 'node:url';
import { ageFile, passphrase, placeFile } from '../support/codes/codes-to-save.ts';
import { codePage } from '../support/pages/code-page.ts';
import { answerDialogs } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { show, showWindow } from '../support/application/photographs.ts';
import { enterReseller, startReseller } from '../support/application/reseller.ts';
import { changePage } from '../support/pages/change-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';
import { names } from './portfolio.ts';

test('a transfer code looks right beside its window: asked for, copied, shown, e-mailed, refused', async ({
  namedesk,
}) => {
  const { app, page } = namedesk;
  const reseller = await startReseller({
    faults: [
      { operation: 'eppcode', domain: 'oakline.io', fault: { kind: 'shape', shape: 'code-mailed' } },
      {
        operation: 'eppcode',
        domain: 'quiet-harbor.org',
        fault: { kind: 'refusal', refusal: 'not-allowed' },
      },
      { operation: 'eppcode', domain: 'orbit-hosting.net', fault: { kind: 'json', value: { odd: true } } },
      {
        operation: 'eppcode',
        domain: 'paperplane.studio',
        fault: { kind: 'break', after: 'head', by: 'reset' },
      },
    ],
  });
  await enterReseller(namedesk, reseller);
  const { keep, main, open } = changePage(page);
  await keep(...names);
  const take = async (name: string, verb: 'Copy' | 'Reveal') => {
    await open(name, 'Transfer code');
    const opened = app.waitForEvent('window');
    await main.getByRole('button', { name: new RegExp(`^${verb} (the|a new) code…$`) }).click();
    return codePage(await opened);
  };
  await open('harbour-books.com', 'Transfer code');
  await show(namedesk, 'code');
  const copying = await take('harbour-books.com', 'Copy');
  await show(namedesk, 'code-asks');
  await copying.leaveBy(() => copying.confirm.click());
  await expect(main).toContainText('Code copied');
  await show(namedesk, 'code-copied');
  const revealing = await take('harbour-books.com', 'Reveal');
  await revealing.confirm.click();
  await revealing.code.waitFor();
  await show(namedesk, 'code-shown');
  await revealing.leaveBy(() => revealing.hide.click());
  await show(namedesk, 'code-hidden');
  for (const [name, what] of [
    ['oakline.io', 'e-mailed'],
    ['quiet-harbor.org', 'refused'],
    ['orbit-hosting.net', 'unclear'],
    ['paperplane.studio', 'no-answer'],
  ] as const) {
    const asking = await take(name, 'Copy');
    await asking.leaveBy(() => asking.confirm.click());
    await expect(main.getByText('Confirm in the code window')).toBeHidden();
    await show(namedesk, `code-${what}`);
  }
  await reseller.service.stop();
});

test('codes into a file look right: asked about, running, done, none', async ({ namedesk }) => {
  const { app, page } = namedesk;
  const reseller = await startReseller({
    faults: [
      { operation: 'eppcode', domain: 'oakline.io', fault: { kind: 'refusal', refusal: 'not-allowed' } },
      { operation: 'eppcode', fault: { kind: 'latency', ms: 1_500 } },
    ],
  });
  await enterReseller(namedesk, reseller);
  const { dialog, keep, main, row } = changePage(page);
  await keep(...names);
  await shellPage(page).openPalette();
  await page.getByRole('textbox', { name: 'Command' }).fill('codes into files');
  await page.keyboard.press('Enter');
  await expect(main).toContainText('No code files yet');
  await show(namedesk, 'codes-none');
  await shellPage(page).goTo('Domains');
  await expect(row('oakline.io')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Codes…' })
    .click();
  await show(namedesk, 'codes-dialog');
  const typed = dialog.getByRole('textbox');
  if ((await typed.count()) > 0) await typed.fill(String(names.length));
  await answerDialogs(namedesk, { save: join(namedesk.userDataDir, 'leaving.age') });
  const opened = app.waitForEvent('window');
  await dialog.getByRole('button', { name: 'Choose location…' }).click();
  const codeWindow = codePage(await opened);
  await show(namedesk, 'codes-passphrase');
  await codeWindow.make.click();
  await codeWindow.leaveBy(() => codeWindow.use.click());
  await expect(main.getByRole('progressbar').or(main.getByText(/^Done/)).first()).toBeVisible();
  await show(namedesk, 'codes-running');
  await expect(page.getByText(/^Done: /)).toBeVisible({ timeout: 60_000 });
  await show(namedesk, 'codes-done');
  await reseller.service.stop();
});

test('an opened file of codes looks right: its names, one shown, no match, closed, not opened', async ({
  namedesk,
}) => {
  const { app, page } = namedesk;
  const reseller = await startReseller({});
  await enterReseller(namedesk, reseller);
  const rows = names.map((name, index) => {
    const came = index === 2 ? ',refused,Not allowed' : `7kq2-Ab#${index},code,`;
    return `${domainToASCII(name)},${came},2026-11-20T10:00:00.000Z\n`;
  });
  const clear = `domain,code,outcome,message,retrieved_at\n${rows.join('')}`;
  const path = placeFile('transfer-codes-2026-11-20.age', await ageFile(clear));
  await answerDialogs(namedesk, { open: path });
  const opened = app.waitForEvent('window');
  await page.keyboard.press('ControlOrMeta+Shift+o');
  const unlock = codePage(await opened);
  await unlock.filePassphrase.fill(passphrase);
  await show(namedesk, 'codes-file-asks');
  await unlock.leaveBy(() => unlock.openFile.click());
  const dialog = page.getByRole('dialog', { name: 'Codes in transfer-codes-2026-11-20.age' });
  await expect(dialog.getByRole('row')).toHaveCount(names.length + 1);
  const shown = app.waitForEvent('window');
  await dialog.getByRole('row', { name: 'oakline.io' }).click();
  const codeWindow = codePage(await shown);
  await codeWindow.code.waitFor();
  await showWindow(codeWindow.page, 'code-window-from-file');
  await codeWindow.leaveBy(() => codeWindow.hide.click());
  await show(namedesk, 'codes-file');
  await dialog.getByLabel('Find a domain').fill('nothing');
  await show(namedesk, 'codes-file-no-match');
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'));
  await expect(dialog).toBeHidden();
  await show(namedesk, 'codes-file-closed');
  writeFileSync(path, 'domain,code\n');
  await page.getByRole('button', { name: 'Open a code file…' }).click();
  await expect(page.getByRole('alert')).toContainText('is not encrypted in the age format');
  await show(namedesk, 'codes-file-not-opened');
  rmSync(dirname(path), { recursive: true });
  await reseller.service.stop();
});
