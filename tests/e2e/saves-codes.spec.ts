import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { codeOf } from '../../electron/main/practice/operations/domains.ts';
import { listen } from '../security/target.ts';
import { unhardenedFolder } from '../security/unhardened-folder.ts';
import {
  answerDialogs,
  type LaunchOptions,
  type RunningNamedesk,
} from '../support/application/launch-namedesk.ts';
import { enterReseller, type Reseller } from '../support/application/reseller.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { clipboardOf } from '../support/application/code-window.ts';
import { showWindow } from '../support/application/photographs.ts';
import { findIn, heapSnapshotOf, sweep } from '../support/canary.ts';
import {
  ageFile,
  type OpenedRow,
  passphrase as ofFile,
  placeFile,
  rowsIn,
  textIn,
} from '../support/codes/codes-to-save.ts';
import { changePage } from '../support/pages/change-page.ts';
import { codePage } from '../support/pages/code-page.ts';
import { shellPage } from '../support/pages/shell-page.ts';

const passphrase = 'CANARY passphrase of six words';
const ours = ['harbour-books.com', 'harbour-books.net', 'oakline.io', 'paperplane.studio'];
const notOurs = 'somebody-elses.com';

/** Saves the codes of all domains through the window, as a person does. */
async function save(
  namedesk: RunningNamedesk,
  reseller: Reseller,
  fileName: string,
  format: 'File for Namedesk' | 'Page for any browser',
) {
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-saved-'));
  // The application runs as another user than the test.
  chmodSync(folder, 0o777);
  const path = join(folder, fileName);
  await enterReseller(namedesk, reseller);
  const { page, app } = namedesk;
  const change = changePage(page);
  await change.keep(...ours, notOurs);
  await shellPage(page).goTo('Domains');
  await expect(change.row(notOurs)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .getByRole('toolbar', { name: 'With the selected domains' })
    .getByRole('button', { name: 'Codes…' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Transfer codes of 5 domains into a file' });
  await dialog.getByText(format).click();
  await showWindow(page, `codes-as-${extname(path).slice(1)}`);
  await dialog.getByLabel('Type 5 to confirm').fill('5');

  await answerDialogs(namedesk, { save: path });
  const opened = app.waitForEvent('window');
  await dialog.getByRole('button', { name: 'Choose location…' }).click();
  const codeWindow = codePage(await opened);
  await codeWindow.passphrase.fill(passphrase);
  await codeWindow.again.fill(passphrase);
  await codeWindow.leaveBy(() => codeWindow.use.click());

  await expect(page.getByText('Done: 4 codes of 5 domains')).toBeVisible({ timeout: 60_000 });
  expect(readdirSync(folder)).toEqual([fileName]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const codes = Object.fromEntries(
    reseller.service.domains().map((domain) => [domain.name, codeOf(1, domain)]),
  );
  const canaries = { ...codes, passphrase };
  expect(findIn('page', Buffer.from(await page.content()), canaries)).toEqual([]);
  const swept = await sweep(folder, canaries);
  expect(swept.finds).toEqual([]);
  const asked = reseller.service.requests().filter((request) => request.path.endsWith('/eppcode'));
  expect(asked).toHaveLength(5);
  return { folder, path, codes };
}

/** The codes in a table are those of the service, and the domain that is not ours has none. */
function expectAll(rows: readonly OpenedRow[], codes: Readonly<Record<string, string>>): void {
  expect(rows.filter(({ outcome }) => outcome === 'code').map(({ domain, code }) => [domain, code])).toEqual(
    expect.arrayContaining(ours.map((name) => [name, codes[name]])),
  );
  expect(rows.find(({ domain }) => domain === notOurs)).toMatchObject({ outcome: 'refused', code: '' });
}

test('B9 B13 many codes: selected, a place and a passphrase outside of the page, one encrypted file', async ({
  namedesk,
  reseller,
}) => {
  test.setTimeout(180_000);
  const { folder, path, codes } = await save(namedesk, reseller, 'leaving.age', 'File for Namedesk');
  await expect(namedesk.page.getByText(`age --decrypt '${path}'`)).toBeVisible();
  const rows = await rowsIn(path, passphrase);
  expectAll(rows, codes);
  test.info().annotations.push({ type: 'figure', description: `${rows.length} rows in one encrypted file` });
  rmSync(folder, { recursive: true });
});

/** A window of Electron's own Chromium as it comes, with none of our walls, for files that are for any browser. */
async function plainBrowser(
  launch: (options?: Partial<LaunchOptions>) => Promise<RunningNamedesk>,
  userDataDir: string,
) {
  const { app } = await launch({ appFolder: unhardenedFolder(), userDataDir: `${userDataDir}-browser` });
  const open = async (path: string): Promise<Page> => {
    const opened = app.waitForEvent('window');
    await app.evaluate(({ BrowserWindow, session }, file) => {
      session.fromPartition('plain').on('will-download', (_event, item) => {
        item.setSavePath(`${file}.csv`);
      });
      void new BrowserWindow({ width: 1024, height: 720, webPreferences: { partition: 'plain' } }).loadFile(
        file,
      );
    }, path);
    return await opened;
  };
  return { app, open };
}

test('B9 B13 many codes as a page: a browser opens it with its passphrase and no other, and it reaches no network', async ({
  namedesk,
  reseller,
  launch,
  userDataDir,
}) => {
  test.setTimeout(180_000);
  const { folder, path, codes } = await save(namedesk, reseller, 'leaving.html', 'Page for any browser');
  await expect(namedesk.page.getByText('Any browser opens it too')).toBeVisible();
  const browser = await plainBrowser(launch, userDataDir);
  const page = await browser.open(path);
  const field = page.getByLabel('Passphrase of the file');
  await expect(field).toBeFocused();
  await expect(page.getByText('leaving.html', { exact: true })).toBeVisible();
  await showWindow(page, 'code-file');
  await field.fill('CANARY another passphrase');
  await field.press('Enter');
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText(
    'This passphrase doesn’t open it. Try again.',
  );
  await expect(page.getByRole('table')).toBeHidden();
  await field.fill(passphrase);
  await field.press('Enter');
  await expect(page.getByText('Codes: 4. Domains: 5.')).toBeFocused();
  await showWindow(page, 'code-file-open');
  for (const name of ours) await expect(page.getByRole('row', { name })).toContainText(codes[name] ?? '');
  await expect(page.getByRole('row', { name: notOurs })).toContainText('The service said');
  await page.getByRole('button', { name: 'Copy the code of oakline.io' }).click();
  await expect(page.getByText('The code of oakline.io is in the clipboard.')).toBeVisible();
  expect(await clipboardOf(browser.app)).toBe(codes['oakline.io']);
  await page.getByRole('link', { name: 'Save as CSV' }).click();
  await expect.poll(() => readdirSync(folder)).toContain('leaving.html.csv');
  await expect.poll(() => readFileSync(`${path}.csv`, 'utf8')).toBe(await textIn(path, passphrase));
  expectAll(await rowsIn(path, passphrase), codes);
  rmSync(`${path}.csv`);

  // What its policy holds, an equal page without it shows: it is the policy that stops a request.
  const arrivalsFrom = async (tried: Page): Promise<number> => {
    const target = await listen();
    await tried.evaluate(async (http) => {
      document.body.append(Object.assign(new Image(), { src: `${http}/image` }));
      navigator.sendBeacon(`${http}/beacon`);
      await fetch(http, { mode: 'no-cors' }).catch(() => undefined);
    }, target.http);
    await page.waitForTimeout(500);
    await target.close();
    return target.arrivals();
  };
  const open = readFileSync(path, 'utf8').replace(/<meta http-equiv="Content-Security-Policy".*\n/, '');
  writeFileSync(join(folder, 'without.html'), open, { mode: 0o644 });
  expect(await arrivalsFrom(await browser.open(join(folder, 'without.html')))).toBeGreaterThan(0);
  expect(await arrivalsFrom(page)).toBe(0);

  await page.getByRole('button', { name: 'Close the file' }).click();
  await expect(field).toHaveValue('');
  expect(findIn('closed page', Buffer.from(await page.content()), { ...codes, passphrase })).toEqual([]);

  // What is missing at its end is missing from the encrypted file.
  writeFileSync(join(folder, 'cut.html'), readFileSync(path).subarray(0, -100), { mode: 0o644 });
  const cut = await browser.open(join(folder, 'cut.html'));
  await cut.getByLabel('Passphrase of the file').fill(passphrase);
  await cut.getByRole('button', { name: 'Open the file' }).click();
  await expect(cut.getByText('This file is damaged or incomplete.')).toBeVisible();

  // On a web site it asks for nothing: anybody may have changed it there.
  await page.route('http://site.example/*', (route) => route.fulfill({ path }));
  await page.goto('http://site.example/leaving.html');
  await expect(page.getByText('This page came from a web site.')).toBeVisible();
  await expect(field).toBeHidden();
  rmSync(folder, { recursive: true });
});

test('B9 B13 B14 a file of codes is opened: one code at a time in the code window, and none in the page', async ({
  namedesk,
  reseller,
}) => {
  test.setTimeout(180_000);
  const { page, app } = namedesk;
  await enterReseller(namedesk, reseller);
  const canaries = { harbour: 'CANARY-7kq2&harbour', oakline: 'CANARY-9zz4#oakline', passphrase: ofFile };
  const at = '2026-11-20T10:00:00.000Z';
  const clear = [
    'domain,code,outcome,message,retrieved_at',
    `harbour-books.com,${canaries.harbour},code,,${at}`,
    `somebody-elses.com,,refused,Not allowed,${at}`,
    `oakline.io,${canaries.oakline},code,,${at}`,
  ];
  const path = placeFile('leaving.age', await ageFile(`${clear.join('\n')}\n`));
  await answerDialogs(namedesk, { open: path });

  const asking = app.waitForEvent('window');
  await shellPage(page).openPalette();
  await page.getByRole('textbox', { name: 'Command' }).fill('open a code file');
  await page.keyboard.press('Enter');
  const unlock = codePage(await asking);
  await expect(unlock.filePassphrase).toBeFocused();
  await showWindow(unlock.page, 'code-window-file');
  await unlock.filePassphrase.fill('another one');
  await unlock.openFile.click();
  await expect(unlock.problem).toHaveText('This passphrase doesn’t open it. Try again.');
  await showWindow(unlock.page, 'code-window-file-problem');
  await unlock.filePassphrase.fill(ofFile);
  await unlock.leaveBy(() => unlock.openFile.click());

  const dialog = page.getByRole('dialog', { name: 'Codes in leaving.age' });
  await expect(dialog).toContainText('2 codes of 3 domains');
  for (const [name, code] of [
    ['harbour-books.com', canaries.harbour],
    ['oakline.io', canaries.oakline],
  ] as const) {
    const opened = app.waitForEvent('window');
    await dialog.getByRole('row', { name }).click();
    const showing = codePage(await opened);
    await expect(showing.code).toHaveAccessibleName(code);
    await showing.copy.click();
    await expect(showing.page.getByText(/^Copied\. Namedesk clears the clipboard at /)).toBeVisible();
    expect(await clipboardOf(app)).toBe(code);
    await showing.leaveBy(() => showing.hide.click());
    await expect(dialog.getByRole('row', { name })).toContainText('Show again…');
  }
  expect(reseller.service.requests().filter((request) => request.path.endsWith('/eppcode'))).toEqual([]);

  const heap = await heapSnapshotOf(await page.context().newCDPSession(page));
  expect(findIn('page', Buffer.from(await page.content()), canaries)).toEqual([]);
  expect(findIn('heap of the page', heap, canaries)).toEqual([]);
  expect(heap.includes('somebody-elses.com'), 'the names are found the same way').toBe(true);
  expect((await sweep(namedesk.userDataDir, canaries)).finds).toEqual([]);

  // Locking the screen closes the file, whatever it shows, and empties the clipboard.
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'));
  await expect(page.getByText('leaving.age was closed and its codes forgotten.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect.poll(() => clipboardOf(app)).toBe('');

  // So does a page that is loaded anew.
  const second = app.waitForEvent('window');
  const opening = page.evaluate(() => window.namedesk.request.codes.openFile({ isHanded: false }));
  const again = codePage(await second);
  await again.filePassphrase.fill(ofFile);
  await again.leaveBy(() => again.openFile.click());
  const file = await opening;
  if (!file.ok || file.value.file === null) throw new Error('It was not opened');
  await page.reload();
  const { id } = file.value.file;
  const show = (index: number) =>
    page.evaluate((asked) => window.namedesk.request.codes.showFromFile(asked), { id, index });
  expect(await show(0)).toMatchObject({ ok: false, error: { kind: 'invalid-input', field: 'file' } });
  rmSync(dirname(path), { recursive: true });
});

test('a client that leaves is handed over in seven steps, and the checklist beside the list ticks itself', async ({
  namedesk,
  reseller,
}) => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-leaving-'));
  // The application runs as another user than the test.
  chmodSync(folder, 0o777);
  const path = join(folder, 'acme.html');
  await enterReseller(namedesk, reseller);
  const { page, app } = namedesk;
  const change = changePage(page);
  const leaving = ['harbour-books.com', 'oakline.io', 'quiet-harbor.org'];
  const others = Array.from({ length: 16 }, (_, index) => `other-${index}.com`);
  await change.keep(...leaving, ...others);
  await change.giveTo('ACME GmbH', leaving);
  await shellPage(page).goTo('Domains');
  await page.evaluate(async (domains) => {
    const { accounts, domains: portfolio } = window.namedesk.request;
    const listed = await accounts.list({});
    const accountId = listed.ok ? (listed.value.activeId ?? '') : '';
    await portfolio.readAgain({ accountId, domains, parts: ['lock'] });
  }, leaving);
  await page.getByRole('button', { name: 'Clients…' }).first().click();
  await page.getByRole('button', { name: 'ACME GmbH' }).click();

  let steps = 0;
  const press = async (name: string | RegExp): Promise<void> => {
    steps += 1;
    await page.getByRole('button', { name }).click();
  };
  await press('Hand over…');
  const checklist = page.getByRole('complementary', { name: 'Hand over the domains of ACME GmbH' });
  const done = checklist.getByRole('img', { name: 'Done' });
  await expect(checklist.getByText('Unlocked: 0 of 3')).toBeVisible();
  // All three were read by then.
  await expect(checklist.getByText(/^3 are locked/)).toBeVisible();
  await press('Create a batch to unlock them');
  await press(/^Unlock 3/);
  await expect(checklist.getByText('Unlocked: 3 of 3')).toBeVisible({ timeout: 60_000 });
  await expect(done).toHaveCount(1);
  await answerDialogs(namedesk, { save: path });
  const opened = app.waitForEvent('window');
  await press('Save 3 codes…');
  // The place.
  steps += 1;
  const codeWindow = codePage(await opened);
  await codeWindow.passphrase.fill(passphrase);
  await codeWindow.again.fill(passphrase);
  steps += 1;
  await codeWindow.leaveBy(() => codeWindow.use.click());
  steps += 1;
  await expect(checklist.getByText('Codes in a file: 3 of 3')).toBeVisible({ timeout: 60_000 });
  await expect(done).toHaveCount(2);
  expect(steps).toBe(7);
  expect(readdirSync(folder)).toEqual(['acme.html']);
  rmSync(folder, { recursive: true });
});
