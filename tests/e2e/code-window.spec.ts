import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import {
  askForCode,
  codeWindowOf,
  requiredPreferences,
  revealCode,
} from '../support/application/code-window.ts';
import { answerDialogs, type RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { showWindow } from '../support/application/photographs.ts';
import type {} from '../../renderer/src/code/code.ts'; // window.codeStep
import { enterReseller } from '../support/application/reseller.ts';
import { expect, testInOneApplication } from '../support/application/namedesk-test.ts';
import { type CodePage, codePage } from '../support/pages/code-page.ts';

const test = testInOneApplication();

const domain = 'harbour-books.com';

/** Asks for the codes of many domains; answers with the window that asks for the passphrase. */
async function askForPassphrase(namedesk: RunningNamedesk, fileName: string): Promise<CodePage> {
  await answerDialogs(namedesk, { save: join(namedesk.userDataDir, fileName) });
  const opened = namedesk.app.waitForEvent('window');
  void namedesk.page.evaluate(async () => {
    const { request } = window.namedesk;
    const listed = await request.accounts.list({});
    const accountId = listed.ok ? listed.value.activeId : null;
    if (accountId === null) throw new Error('There is no active account');
    return await request.codes.saveMany({
      accountId,
      domains: ['harbour-books.com', 'xn--bcher-kva.example', 'oakline.io', 'quiet-harbor.org'],
      format: 'age',
    });
  });
  const asking = codePage(await opened);
  await expect(asking.passphrase).toBeFocused();
  return asking;
}

test('A1 A10 is as walled in as the main window, in a session and a process of its own, with one function', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  const { codeWindow, taken } = await askForCode(namedesk, domain, 'reveal');
  const seen = await namedesk.app.evaluate(({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows();
    const [main, code] = [...windows].sort((one, other) => one.id - other.id);
    if (code === undefined) throw new Error('There is no code window');
    const { webContents: contents } = code;
    const read: unknown = Reflect.get(contents, 'getLastWebPreferences');
    contents.openDevTools();
    return {
      isModal: code.isModal(),
      hasOwnSession: contents.session !== main?.webContents.session,
      isPersistent: contents.session.isPersistent(),
      ownProcess: contents.getOSProcessId() !== main?.webContents.getOSProcessId(),
      hasDevTools: contents.isDevToolsOpened(),
      preferences: typeof read === 'function' ? (Reflect.apply(read, contents, []) as object) : {},
    };
  });
  expect(seen).toMatchObject({
    isModal: true,
    hasOwnSession: true,
    isPersistent: false,
    ownProcess: true,
    hasDevTools: false,
    preferences: requiredPreferences,
  });
  const own = await codeWindow.page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const empty = new Set(Object.getOwnPropertyNames(frame.contentWindow));
    frame.remove();
    const names = Object.getOwnPropertyNames(window).filter(
      (name) => !empty.has(name) && !/^\d+$/.test(name),
    );
    const { writable, configurable } = Object.getOwnPropertyDescriptor(window, 'codeStep') ?? {};
    return { names, writable, configurable, isFrozen: Object.isFrozen(window.codeStep) };
  });
  expect(own).toEqual({ names: ['codeStep'], writable: false, configurable: false, isFrozen: true });
  await codeWindow.leaveBy(() => codeWindow.cancel.click());
  await taken;
});

test('A2 A5 reaches nothing but its own files, and leaves its place for nothing', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  const { codeWindow, taken } = await askForCode(namedesk, domain, 'copy');
  const reached = await codeWindow.page.evaluate(
    async (addresses) => {
      const attempts = addresses.map((address) =>
        fetch(address).then(
          () => [address],
          () => [],
        ),
      );
      return (await Promise.all(attempts)).flat();
    },
    [
      'app://main/',
      'app://key/',
      'app://code/index.html',
      'app://code/assets/',
      'https://example.com/',
      reseller.service.baseUrl,
    ],
  );
  expect(reached).toEqual([]);
  expect(await codeWindow.page.evaluate(() => window.open('https://example.com/'))).toBeNull();
  expect(namedesk.app.windows()).toHaveLength(2);
  // A page that wants to go elsewhere is over: so is the question in it.
  await codeWindow.leaveBy(() =>
    codeWindow.page.evaluate(() => void (location.href = 'https://example.com/')).catch(() => undefined),
  );
  expect(reseller.service.requests().filter(({ path }) => path.endsWith('/eppcode'))).toEqual([]);
  expect(await taken).toMatchObject({ ok: true, value: { kind: 'declined', why: 'closed' } });
});

test('A11 takes no step from the main page, nor from another window with its preload', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  const { codeWindow, taken } = await askForCode(namedesk, domain, 'reveal');
  expect(await namedesk.page.evaluate(() => 'codeStep' in window)).toBe(false);
  const opened = namedesk.app.waitForEvent('window');
  await namedesk.app.evaluate(async ({ app, BrowserWindow }) => {
    const code = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().startsWith('app://code/'),
    );
    if (code === undefined) throw new Error('There is no code window');
    const preload = `${app.getAppPath()}/out/preload/code.cjs`;
    const webPreferences = { preload, sandbox: true, session: code.webContents.session };
    await new BrowserWindow({ webPreferences }).loadURL('app://code/');
  });
  const stray = await opened;
  const answer = await stray.evaluate(() => window.codeStep({ kind: 'confirm' }));
  expect(answer).toMatchObject({ ok: false, error: { kind: 'bug' } });
  await expect(codeWindow.confirm).toBeVisible();
  expect(reseller.service.requests().filter(({ path }) => path.endsWith('eppcode'))).toEqual([]);
  await stray.close();
  await codeWindow.leaveBy(() => codeWindow.page.keyboard.press('Escape'));
  await taken;
});

test('looks right: the question, the wait, the code', async ({ namedesk, reseller }) => {
  await enterReseller(namedesk, reseller);
  for (const deed of ['copy', 'reveal'] as const) {
    const { codeWindow, taken } = await askForCode(namedesk, domain, deed);
    await expect(codeWindow.confirm).toBeFocused();
    await showWindow(codeWindow.page, `code-window-question-${deed}`);
    await codeWindow.leaveBy(() => codeWindow.cancel.click());
    await taken;
  }
  const { codeWindow } = await revealCode(namedesk, domain);
  await expect(codeWindow.copy).toBeEnabled();
  await showWindow(codeWindow.page, 'code-window-code');
  await codeWindow.copy.click();
  await expect(codeWindow.page.getByText(/^Copied\. Namedesk clears the clipboard at /)).toBeVisible();
  await showWindow(codeWindow.page, 'code-window-code-copied');
  await codeWindow.leaveBy(() => codeWindow.hide.click());
  const { codeWindow: again } = await askForCode(namedesk, domain, 'reveal');
  await expect(again.page.getByText(/^This requests a new code\./)).toBeVisible();
  await showWindow(again.page, 'code-window-question-again');
  await again.confirm.click();
  await again.spelling.click();
  await expect(again.copy).toBeEnabled();
  expect(await again.page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await showWindow(again.page, 'code-window-code-spelled');
  await again.leaveBy(() => again.hide.click());
});

test('looks right: the passphrase', async ({ namedesk, reseller }) => {
  await enterReseller(namedesk, reseller);
  const asking = await askForPassphrase(namedesk, 'transfer-codes-2026-03-01.age');
  await showWindow(asking.page, 'code-window-passphrase');
  await expect(asking.use).toBeEnabled();
  await asking.passphrase.fill('correct horse');
  await asking.again.fill('correct house');
  await asking.page.keyboard.press('Enter');
  await expect(asking.problem).toHaveText('The two don’t match.');
  await showWindow(asking.page, 'code-window-passphrase-problem');
  await asking.make.click();
  await expect(asking.passphrase).toHaveValue(/^(\w{4}-){6}\w{4}$/);
  await showWindow(asking.page, 'code-window-passphrase-made');
  await asking.leaveBy(() => asking.page.keyboard.press('Escape'));
});

/** What each window is told from now on of screen captures: on Linux nothing else shows it. */
const recordProtection = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => {
    const switched: boolean[] = [];
    Reflect.set(globalThis, 'toldOfProtection', switched);
    const { prototype } = BrowserWindow;
    const set: unknown = Reflect.get(prototype, 'setContentProtection');
    prototype.setContentProtection = function (enable) {
      switched.push(enable);
      if (typeof set === 'function') Reflect.apply(set, this, [enable]);
    };
  });

test('B18 both windows of secrets are kept out of screen captures, unless the user turned that off', async ({
  namedesk,
  reseller,
}) => {
  const { app, page } = namedesk;
  const accountId = await enterReseller(namedesk, reseller);
  const canProtect = process.platform !== 'linux';
  await recordProtection(app);
  const seen: (boolean | undefined)[] = [];
  for (const protectSecretWindows of [true, false]) {
    await page.evaluate(
      (wanted) => window.namedesk.request.settings.write({ protectSecretWindows: wanted }),
      protectSecretWindows,
    );
    const { codeWindow } = await revealCode(namedesk, domain);
    seen.push((await codeWindowOf(namedesk))?.isProtected);
    const isToldOf = await codeWindow.page.getByText(/screen capture/).isVisible();
    expect(isToldOf).toBe(!(canProtect && protectSecretWindows));
    await codeWindow.leaveBy(() => codeWindow.hide.click());
    const keyWindow = app.waitForEvent('window');
    const entered = page.evaluate(
      (id) => window.namedesk.request.keys.enter({ accountId: id, place: 'memory' }),
      accountId,
    );
    const keyPage = await keyWindow;
    await keyPage.waitForURL(/^app:\/\/key\//);
    const closed = keyPage.waitForEvent('close');
    await Promise.all([closed, keyPage.keyboard.press('Escape').catch(() => undefined)]);
    await entered;
  }
  const switched = await app.evaluate(() => Reflect.get(globalThis, 'toldOfProtection') as boolean[]);
  expect(switched, 'the code window and the key window, with it and without').toEqual([
    true,
    true,
    false,
    false,
  ]);
  if (canProtect) expect(seen).toEqual([true, false]);
  test.info().annotations.push({
    type: 'figure',
    description: `${process.platform} says of content protection on and off: ${seen.join(', ')}`,
  });
});
