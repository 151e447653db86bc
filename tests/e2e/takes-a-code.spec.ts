import type { ElectronApplication } from '@playwright/test';
import {
  askForCode,
  codeWindowOf,
  revealCode,
  take,
  asked,
  clipboardOf,
  codeAt,
  copyCode,
  domain,
} from '../support/application/code-window.ts';
import { isAlive, type RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { copyToClipboard, enterReseller } from '../support/application/reseller.ts';
import { expect, testInOneApplication } from '../support/application/namedesk-test.ts';
import { changePage } from '../support/pages/change-page.ts';
import { codePage, type CodePage } from '../support/pages/code-page.ts';

const test = testInOneApplication();

/** Finds the code window in main, and does something with it. */
const inMain = (
  { app }: RunningNamedesk,
  deed: 'reload' | 'blank' | 'close' | 'hide' | 'blur' | 'crash' | 'told-hidden' | 'told-minimized',
): Promise<void> =>
  app.evaluate(({ BrowserWindow }, wanted) => {
    const window = BrowserWindow.getAllWindows().find((each) =>
      each.webContents.getURL().startsWith('app://code/'),
    );
    if (window === undefined) throw new Error('There is no code window');
    if (wanted === 'reload') window.webContents.reload();
    else if (wanted === 'blank') void window.webContents.loadURL('about:blank').catch(() => undefined);
    else if (wanted === 'crash') window.webContents.forcefullyCrashRenderer();
    // As where the system tells of that alone: here a window that is hidden is blurred first, and nothing minimizes it.
    else if (wanted === 'told-hidden') window.emit('hide');
    else if (wanted === 'told-minimized') window.emit('minimize');
    else window[wanted]();
  }, deed);

const away = (app: ElectronApplication, why: 'lock-screen' | 'suspend'): Promise<void> =>
  app.evaluate(({ powerMonitor }, event) => void powerMonitor.emit(event), why);

/** Ends when the process is gone; how long that took, in milliseconds. */
async function gone(processId: number, why: string): Promise<number> {
  const startMs = performance.now();
  const polled = { intervals: [5], message: `${why}: the process ends` };
  await expect.poll(() => isAlive(processId), polled).toBe(false);
  return performance.now() - startMs;
}

/** Half of them took no longer: one that had to wait for a busy machine does not count. */
const median = (durationsMs: readonly number[]): number =>
  durationsMs.toSorted((one, other) => one - other)[Math.floor(durationsMs.length / 2)] ?? 0;

/** Expects that the program has planned the end for so long after something that happened between the two instants. */
function expectPlanned(endsAt: string, durationMs: number, fromMs: number, untilMs: number): void {
  expect(Date.parse(endsAt)).toBeGreaterThanOrEqual(fromMs + durationMs);
  expect(Date.parse(endsAt)).toBeLessThanOrEqual(untilMs + durationMs);
}

/** A timer may fire a little before the clock says so. */
const expectNotBefore = (endsAt: string): void =>
  expect(Date.now()).toBeGreaterThan(Date.parse(endsAt) - 100);

const clearClipboardAfter = ({ page }: RunningNamedesk, clearClipboardAfterS: number) =>
  page.evaluate((settings) => window.namedesk.request.settings.write(settings), { clearClipboardAfterS });

const figure = (description: string): void =>
  void test.info().annotations.push({ type: 'figure', description });

const ways: readonly (readonly [string, (namedesk: RunningNamedesk, code: CodePage) => Promise<unknown>])[] =
  [
    ['its button', (_namedesk, code) => code.hide.click()],
    ['Escape', (_namedesk, code) => code.page.keyboard.press('Escape')],
    ['blur', (namedesk) => inMain(namedesk, 'blur')],
    ['hiding', (namedesk) => inMain(namedesk, 'hide')],
    ['hiding without a blur', (namedesk) => inMain(namedesk, 'told-hidden')],
    ['minimizing', (namedesk) => inMain(namedesk, 'told-minimized')],
    ['locking the screen', ({ app }) => away(app, 'lock-screen')],
    ['suspending', ({ app }) => away(app, 'suspend')],
    ['a reload', (namedesk) => inMain(namedesk, 'reload')],
    ['a navigation', (namedesk) => inMain(namedesk, 'blank')],
    ['a crash of its page', (namedesk) => inMain(namedesk, 'crash')],
    [
      'hiding, its process being one that does not end by itself',
      async (namedesk) => {
        process.kill((await codeWindowOf(namedesk))?.processId ?? 0, 'SIGSTOP');
        await inMain(namedesk, 'hide');
      },
    ],
    ['the frame of the window', (namedesk) => inMain(namedesk, 'close')],
  ];

test('B13 shows a code only after a confirmation that names the domain, and hides it after 20 s', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  const code = codeAt(reseller);
  const { codeWindow, taken } = await askForCode(namedesk, domain, 'reveal');
  await expect(codeWindow.page.getByText(domain, { exact: true }).first()).toBeVisible();
  await expect(codeWindow.page.getByText('Example Reseller')).toBeVisible();
  expect(asked(reseller), 'nothing is asked before').toBe(0);

  const fromMs = Date.now();
  await codeWindow.confirm.click();
  await expect(codeWindow.code).toHaveAccessibleName(code);
  await expect(codeWindow.code).toHaveText(code);
  const closed = codeWindow.page.waitForEvent('close', { timeout: 60_000 });
  const revealed = await taken;
  if (!revealed.ok || revealed.value.kind !== 'revealed') throw new Error('It is not revealed');
  const { hidesAt } = revealed.value;
  expectPlanned(hidesAt, 20_000, fromMs, Date.now());
  expect(asked(reseller)).toBe(1);
  expect(await namedesk.page.content()).not.toContain(code);
  const processId = (await codeWindowOf(namedesk))?.processId ?? 0;
  expect(isAlive(processId)).toBe(true);

  await closed;
  expectNotBefore(hidesAt);
  const lateMs = Date.now() - Date.parse(hidesAt);
  const goneMs = await gone(processId, 'after 20 s');
  figure(`hidden ${lateMs} ms after its time; process gone ${goneMs.toFixed(0)} ms after the window`);
  expect(await namedesk.page.content()).not.toContain(code);
  expect(asked(reseller), 'and nothing is asked again').toBe(1);
  await expect
    .poll(() => namedesk.page.evaluate(() => window.namedesk.request.codes.now({})))
    .toMatchObject({ ok: true, value: { shown: null } });
});

test('B13 B14 a code goes at once, and its process within a second, by whatever ends it', async ({
  namedesk,
  reseller,
}) => {
  test.setTimeout(180_000);
  await enterReseller(namedesk, reseller);
  const took: (readonly [way: string, goneMs: number])[] = [];
  for (const [index, [name, leave]] of ways.entries()) {
    const { codeWindow, taken } = await revealCode(namedesk, domain);
    expect(await taken, name).toMatchObject({ ok: true, value: { kind: 'revealed' } });
    const processId = (await codeWindowOf(namedesk))?.processId ?? 0;
    expect(isAlive(processId), name).toBe(true);
    const startMs = performance.now();
    // The window goes with it, at times before the inspector has answered.
    const left = leave(namedesk, codeWindow).catch(() => undefined);
    await gone(processId, name);
    const goneMs = performance.now() - startMs;
    await left;
    took.push([name, goneMs]);
    await expect.poll(() => namedesk.app.windows().length, { message: name }).toBe(1);
    expect(asked(reseller), `${name}: one request for each click`).toBe(index + 1);
  }
  figure(`process gone after, in ms: ${took.map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ')}`);
  expect(median(took.map(([, goneMs]) => goneMs))).toBeLessThan(1_000);
});

test('B13 F17 asks each time: one confirmation is one request, whether the user was away or not', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  const first = await revealCode(namedesk, domain);
  await first.codeWindow.leaveBy(() => first.codeWindow.hide.click());
  const second = await askForCode(namedesk, domain, 'reveal');
  await expect(second.codeWindow.confirm).toBeEnabled();
  expect(asked(reseller)).toBe(1);
  await second.codeWindow.confirm.click();
  await second.codeWindow.code.waitFor();
  await second.codeWindow.leaveBy(() => away(namedesk.app, 'lock-screen'));
  const third = await askForCode(namedesk, domain, 'reveal');
  await expect(third.codeWindow.confirm).toBeVisible();
  await third.codeWindow.leaveBy(() => third.codeWindow.cancel.click());
  expect(await third.taken).toMatchObject({ ok: true, value: { kind: 'declined', why: 'closed' } });
  expect(asked(reseller)).toBe(2);
});

test('F17 copies in the code window the code that is shown, without another request', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  const { codeWindow } = await revealCode(namedesk, domain);
  await expect(codeWindow.code).toHaveAccessibleName(codeAt(reseller));
  await codeWindow.copy.click();
  await expect.poll(() => clipboardOf(namedesk.app)).toBe(codeAt(reseller));
  expect(asked(reseller)).toBe(1);
  await codeWindow.leaveBy(() => codeWindow.hide.click());
  expect(await clipboardOf(namedesk.app), 'it stays for its time when the window goes').toBe(
    codeAt(reseller),
  );
  expect(asked(reseller)).toBe(1);
});

test('a locked domain is unlocked and its code copied in two confirmations: the review of the unlock, and that of the code', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  const { page, app } = namedesk;
  const { dialog, keep, main, open, press } = changePage(page);
  await keep(domain);
  await open(domain, 'Transfer code');
  await expect(main.getByRole('group', { name: 'Registrar lock' })).toContainText('Locked');
  const opened = app.waitForEvent('window');
  await press('Unlock and copy the code…');
  await expect(dialog).toContainText('Once it is unlocked');
  expect(reseller.service.domain(domain)?.isLocked, 'nothing is sent before the review').toBe(true);
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  const codeWindow = codePage(await opened);
  await codeWindow.page.waitForURL(/^app:\/\/code\//);
  expect(reseller.service.domain(domain)?.isLocked).toBe(false);
  expect(asked(reseller), 'nothing is asked before it is confirmed').toBe(0);
  await codeWindow.leaveBy(() => codeWindow.confirm.click());
  await expect.poll(() => clipboardOf(app)).toBe(codeAt(reseller));
  expect(asked(reseller)).toBe(1);
});

test('B13 a question stays when the user looks elsewhere, and asks nothing when it is closed', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  const { codeWindow, taken } = await askForCode(namedesk, domain, 'copy');
  await expect(codeWindow.confirm).toBeEnabled();
  await inMain(namedesk, 'blur');
  await expect(codeWindow.confirm).toBeVisible();
  expect(await take(namedesk, 'oakline.io', 'reveal')).toMatchObject({
    ok: true,
    value: { kind: 'declined', why: 'busy' },
  });
  await codeWindow.leaveBy(() => inMain(namedesk, 'close'));
  expect(await taken).toMatchObject({ ok: true, value: { kind: 'declined', why: 'closed' } });
  expect(asked(reseller)).toBe(0);
  expect(await clipboardOf(namedesk.app)).not.toBe(codeAt(reseller));
});

test('B15 a copied code leaves the clipboard after its time, and never enters the page', async ({
  namedesk,
  reseller,
}) => {
  await enterReseller(namedesk, reseller);
  await clearClipboardAfter(namedesk, 5);
  const fromMs = Date.now();
  const { clearsAt } = await copyCode(namedesk, reseller);
  expectPlanned(clearsAt, 5_000, fromMs, Date.now());
  expect(await namedesk.page.content()).not.toContain(codeAt(reseller));
  await expect.poll(() => clipboardOf(namedesk.app), { intervals: [100] }).toBe('');
  expectNotBefore(clearsAt);
  figure(`out of the clipboard ${Date.now() - Date.parse(clearsAt)} ms after its time`);
  expect(asked(reseller)).toBe(1);
});

for (const why of ['lock-screen', 'suspend'] as const)
  test(`B15 a copied code leaves the clipboard on ${why}`, async ({ namedesk, reseller }) => {
    await enterReseller(namedesk, reseller);
    await clearClipboardAfter(namedesk, 60);
    const { clearsAt } = await copyCode(namedesk, reseller);
    await away(namedesk.app, why);
    await expect.poll(() => clipboardOf(namedesk.app)).toBe('');
    expect(Date.now(), 'long before its time').toBeLessThan(Date.parse(clearsAt));
  });

test('B15 what somebody else copied stays', async ({ namedesk, reseller }) => {
  await enterReseller(namedesk, reseller);
  await clearClipboardAfter(namedesk, 60);
  await copyCode(namedesk, reseller);
  await copyToClipboard(namedesk, 'of somebody else');
  await away(namedesk.app, 'lock-screen');
  await expect
    .poll(() => namedesk.page.evaluate(() => window.namedesk.request.codes.now({})))
    .toMatchObject({ ok: true, value: { clipboard: null } });
  expect(await clipboardOf(namedesk.app)).toBe('of somebody else');
});
