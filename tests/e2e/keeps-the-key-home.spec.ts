import type { ElectronApplication } from '@playwright/test';
import { tokenAt } from '../../electron/main/practice/wire.ts';
import { type Canaries, findIn, heapSnapshotOf, sweep } from '../support/canary.ts';
import { type Reseller, startReseller } from '../support/application/reseller.ts';
import { ground, type RunningNamedesk } from '../support/application/launch-namedesk.ts';
import { expect, test } from '../support/application/namedesk-test.ts';
import { keyPage } from '../support/pages/code-page.ts';
import { searchPage } from '../support/pages/shell-page.ts';

/**
 * Records all that main answers and tells the page from now on. It reaches into Electron's own table of handlers, which a
 * test may and the application never does.
 */
const recordTraffic = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow, ipcMain }) => {
    const recorded: string[] = [];
    Reflect.set(globalThis, 'recordedTraffic', recorded);
    const table: unknown = Reflect.get(ipcMain, '_invokeHandlers');
    if (!(table instanceof Map)) throw new Error('Electron keeps its handlers elsewhere now');
    for (const [channel, handle] of table as Map<string, (...given: unknown[]) => unknown>) {
      table.set(channel, async (...given: unknown[]) => {
        const answer = await handle(...given);
        recorded.push(JSON.stringify({ channel, answer }));
        return answer;
      });
    }
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      const send = webContents.send.bind(webContents);
      webContents.send = (channel: string, ...payload: unknown[]) => {
        recorded.push(JSON.stringify({ channel, payload }));
        send(channel, ...payload);
      };
    }
  });

const recordedTraffic = (app: ElectronApplication): Promise<string> =>
  app.evaluate(() => (Reflect.get(globalThis, 'recordedTraffic') as string[]).join('\n'));

/** The key, and the token that is made of it in this hour and the next. */
function canariesOf({ username, apiKey }: Reseller): Canaries {
  const now = Date.now();
  return {
    key: apiKey,
    token: tokenAt(username, apiKey, new Date(now)),
    'token of the next hour': tokenAt(username, apiKey, new Date(now + 3_600_000)),
  };
}

/** Adds the account and types its key where a person would: in the key window. */
async function enterByHand(
  { app, page }: RunningNamedesk,
  { service, username, apiKey }: Reseller,
): Promise<void> {
  const keyWindow = app.waitForEvent('window');
  const saved = page.evaluate(
    async (draft) => {
      const { request } = window.namedesk;
      const account = await request.accounts.add(draft);
      if (!account.ok) throw new Error(JSON.stringify(account.error));
      return await request.keys.enter({ accountId: account.value.id, place: 'keychain' });
    },
    { label: 'Canary', colour: 'red' as const, baseUrl: service.baseUrl, username },
  );
  const asking = keyPage(await keyWindow);
  await asking.field.fill(apiKey);
  await asking.submit();
  expect(await saved).toMatchObject({ ok: true, value: { key: { hasKey: true, place: 'keychain' } } });
  await page.evaluate(() => window.namedesk.request.settings.write({ onboarded: true }));
  await page.reload();
}

test('B9 A12 the key and the token are in no file, no output, no message to the page and not in its memory', async ({
  namedesk,
}, testInfo) => {
  test.setTimeout(120_000);
  const reseller = await startReseller();
  const canaries = canariesOf(reseller);
  await recordTraffic(namedesk.app);
  await enterByHand(namedesk, reseller);

  const search = searchPage(namedesk.page);
  await search.ask('example');
  await expect(search.markOf('example.com')).toHaveText('Taken');
  await search.openDetails('example.com');
  expect(reseller.service.requests().some(({ headers }) => headers['token'] === canaries['token'])).toBe(
    true,
  );

  const heap = await heapSnapshotOf(await namedesk.page.context().newCDPSession(namedesk.page));
  expect(heap.includes('example.com'), 'the snapshot holds what is on the page').toBe(true);
  expect(findIn('the heap of the page', heap, canaries)).toEqual([]);

  const traffic = Buffer.from(await recordedTraffic(namedesk.app));
  expect(traffic.includes('example.com'), 'the recording holds what the page was told').toBe(true);
  expect(findIn('what the page was told', traffic, canaries)).toEqual([]);

  await namedesk.close();
  await reseller.service.stop();
  const left = await sweep(ground().folder, canaries);
  expect(left.files).toBeGreaterThan(20);
  expect(left.finds).toEqual([]);
  expect((await sweep(testInfo.outputDir, canaries)).finds).toEqual([]);
});
