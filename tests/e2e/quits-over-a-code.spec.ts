import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { askForCode, asked, codeAt, copyCode, domain } from '../support/application/code-window.ts';
import {
  ground,
  isAlive,
  type LaunchOptions,
  type RunningNamedesk,
} from '../support/application/launch-namedesk.ts';
import { enterReseller } from '../support/application/reseller.ts';
import { expect, test } from '../support/application/namedesk-test.ts';

/** Another program that takes over the first text that is copied: on X11 a text goes with whoever copied it unless somebody does. */
interface ClipboardManager {
  /** The text that was taken over; empty before. */
  readonly takenOver: () => Promise<string>;
  /** What is in the clipboard. */
  readonly read: () => Promise<string>;
}

type Launch = (options: Partial<LaunchOptions>) => Promise<RunningNamedesk>;

/** @param userDataDir Of the application that it runs beside. */
async function startClipboardManager(launch: Launch, userDataDir: string): Promise<ClipboardManager> {
  const appFolder = join(ground().folder, 'clipboard-manager');
  cpSync(join(import.meta.dirname, '../support/application/clipboard-manager'), appFolder, {
    recursive: true,
  });
  const { app } = await launch({ appFolder, userDataDir: `${userDataDir}-clipboard-manager` });
  return {
    takenOver: () => app.evaluate(() => String(Reflect.get(globalThis, 'takenOver'))),
    read: () => app.evaluate(({ clipboard }) => clipboard.readText()),
  };
}

const endings = {
  quit: ({ app }: RunningNamedesk) => app.evaluate(({ app: main }) => main.quit()),
  'close the main window': ({ app }: RunningNamedesk) =>
    app.evaluate(({ BrowserWindow }) => {
      const windows = BrowserWindow.getAllWindows();
      windows.find(({ webContents }) => webContents.getURL().startsWith('app://main/'))?.close();
    }),
} as const;

/** Ends the application as a person does. */
async function end(namedesk: RunningNamedesk, how: keyof typeof endings): Promise<void> {
  // It may be gone before the inspector has answered.
  endings[how](namedesk).catch(() => undefined);
  await expect.poll(namedesk.hasEnded).toBe(true);
}

for (const how of ['quit', 'close the main window'] as const)
  test(`B13 asks nothing of the service, and leaves no process, to ${how} while the code window asks`, async ({
    namedesk,
    reseller,
  }) => {
    await enterReseller(namedesk, reseller);
    const { codeWindow, taken } = await askForCode(namedesk, domain, 'reveal');
    taken.catch(() => undefined);
    await expect(codeWindow.confirm).toBeEnabled();
    const ids = await namedesk.app.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid));
    expect(ids.filter(isAlive), 'main, two pages, and what serves them').toEqual(ids);
    expect(ids.length).toBeGreaterThanOrEqual(3);
    await end(namedesk, how);
    await expect.poll(() => ids.filter(isAlive)).toEqual([]);
    expect(asked(reseller)).toBe(0);
  });

test('B15 a copied code leaves the clipboard when the application ends, also where another program took it over', async ({
  launch,
  reseller,
  userDataDir,
}) => {
  const namedesk = await launch();
  await enterReseller(namedesk, reseller);
  await namedesk.page.evaluate(() => window.namedesk.request.settings.write({ clearClipboardAfterS: 60 }));
  const manager = await startClipboardManager(launch, userDataDir);
  await copyCode(namedesk, reseller);
  await expect.poll(manager.takenOver).toBe(codeAt(reseller));
  await end(namedesk, 'quit');
  expect(await manager.read()).toBe('');
});

test('B15 what another program took over stays when the application is killed', async ({
  launch,
  reseller,
  userDataDir,
}) => {
  const namedesk = await launch();
  await enterReseller(namedesk, reseller);
  await namedesk.page.evaluate(() => window.namedesk.request.settings.write({ clearClipboardAfterS: 60 }));
  const manager = await startClipboardManager(launch, userDataDir);
  await copyCode(namedesk, reseller);
  await expect.poll(manager.takenOver).toBe(codeAt(reseller));
  process.kill(namedesk.pid, 'SIGKILL');
  await expect.poll(namedesk.hasEnded).toBe(true);
  expect(await manager.read(), 'so the manager would show what a quit leaves').toBe(codeAt(reseller));
});
