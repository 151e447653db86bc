import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { afterglowMs } from '../security/escape.ts';
import { unhardenedFolder } from '../security/unhardened-folder.ts';
import { ground } from '../support/application/launch-namedesk.ts';
import { expect, testInOneApplication } from '../support/application/namedesk-test.ts';
import { requiredPreferences } from '../support/application/code-window.ts';

const test = testInOneApplication();

/** Where somebody would like to get to: files of the machine, of the application's folder, of the other page. */
const goals = [
  'etc/passwd',
  'package.json',
  'main/index.js',
  'preload/main.cjs',
  'key.html',
  'index.html',
  'assets',
  'windows/win.ini',
];

/** Ways up or out, as they stand before a goal. */
const ways = [
  '../',
  '../../../../',
  './../',
  'assets/../../',
  '%2e%2e/',
  '%2E%2e%2f',
  '..%2f..%2f',
  '%252e%252e/',
  '..\\',
  '..%5c',
  '....//',
  '..;/',
  '/',
  '//server/share/',
  '\\\\server\\share\\',
  'C:/',
  'file:///',
  '%00/',
  'assets%00/../',
  '\u2025/',
  '~/',
  'proc/self/root/',
  'app://key/',
  '@evil/',
  '?/../',
] as const;

/** 200 paths that must lead nowhere (A2): each way with each goal. Made, not random: a failure names itself. */
const hostilePaths: readonly string[] = ways.flatMap((way) => goals.map((goal) => `/${way}${goal}`));

interface Shortcut {
  readonly keyCode: string;
  readonly modifiers: readonly ('control' | 'shift' | 'alt')[];
}

/** The keys by which a browser reloads, shows the source, opens its tools, a file, a window, or goes back. */
const browserShortcuts: readonly Shortcut[] = [
  { keyCode: 'R', modifiers: ['control'] },
  { keyCode: 'R', modifiers: ['control', 'shift'] },
  { keyCode: 'F5', modifiers: [] },
  { keyCode: 'F5', modifiers: ['control'] },
  { keyCode: 'F12', modifiers: [] },
  { keyCode: 'I', modifiers: ['control', 'shift'] },
  { keyCode: 'J', modifiers: ['control', 'shift'] },
  { keyCode: 'C', modifiers: ['control', 'shift'] },
  { keyCode: 'U', modifiers: ['control'] },
  { keyCode: 'O', modifiers: ['control'] },
  { keyCode: 'N', modifiers: ['control'] },
  { keyCode: 'T', modifiers: ['control'] },
  { keyCode: 'Left', modifiers: ['alt'] },
];

/** Presses keys as a keyboard does. Playwright's own keys go to the page alone and never reach the menu. */
const pressInWindow = (app: ElectronApplication, shortcuts: readonly Shortcut[]): Promise<void> =>
  app.evaluate(({ BrowserWindow }, pressed) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    for (const { keyCode, modifiers } of pressed)
      for (const type of ['rawKeyDown', 'keyUp'] as const)
        contents?.sendInputEvent({ type, keyCode, modifiers: [...modifiers] });
  }, shortcuts);

/** `getLastWebPreferences` is not in Electron's declarations. */
const preferencesOfAll = (app: ElectronApplication): Promise<readonly Record<string, unknown>[]> =>
  app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      const read: unknown = Reflect.get(contents, 'getLastWebPreferences');
      return typeof read === 'function' ? (Reflect.apply(read, contents, []) as Record<string, unknown>) : {};
    }),
  );

test('A1 every page is sandboxed, isolated and without Node', async ({ namedesk: { app, page } }) => {
  await page.waitForLoadState();
  const preferences = await preferencesOfAll(app);
  expect(preferences.length).toBeGreaterThanOrEqual(1);
  for (const each of preferences) expect(each).toMatchObject(requiredPreferences);
});

test(`A2 none of ${hostilePaths.length} paths leads out of the map of files`, async ({
  namedesk: { app, page },
}) => {
  await page.waitForLoadState();
  const served = await app.evaluate(async ({ BrowserWindow }, paths) => {
    const [window] = BrowserWindow.getAllWindows();
    const asked = paths.map(async (path) => {
      const answer = await window?.webContents.session.fetch(`app://main${path}`).catch(() => null);
      return answer?.ok === true ? [path] : [];
    });
    return (await Promise.all(asked)).flat();
  }, hostilePaths);
  expect(served).toEqual([]);
  const control = await app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return (await window?.webContents.session.fetch('app://main/'))?.status;
  });
  expect(control, 'the same way does lead to the document').toBe(200);
});

test('A3 no violation of the policy is left in our own page', async ({ namedesk: { app, page } }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|trusted/i.test(message.text())) complaints.push(message.text());
  });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('main')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('A8 Chromium’s own network stack resolves no name and no address', async ({ namedesk: { app } }) => {
  const resolved = await app.evaluate(({ BrowserWindow }) =>
    Promise.all(
      ['localhost', '127.0.0.1', 'example.com'].map(async (host) =>
        BrowserWindow.getAllWindows()[0]?.webContents.session.resolveHost(host).catch(String),
      ),
    ),
  );
  for (const outcome of resolved) expect(outcome).toContain('ERR_NAME_NOT_RESOLVED');
});

/** Every file below a folder, or itself. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);

test('A9 what the page stores never reaches the disk', async ({ launch }) => {
  const { page, userDataDir, close } = await launch();
  await page.evaluate(async () => {
    localStorage.setItem('stray', 'canary-local-4711');
    sessionStorage.setItem('stray', 'canary-session-4711');
    document.cookie = 'stray=canary-cookie-4711; max-age=9999';
    const opening = indexedDB.open('canary-database-4711');
    await new Promise((resolve) => (opening.onsuccess = opening.onerror = resolve));
  });
  await close();
  const files = filesIn(userDataDir);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((path) => /canary-\w+-4711/.test(readFileSync(path, 'latin1')))).toEqual([]);
});

test('A10 the page has one name more than an empty page: ours, frozen', async ({
  namedesk: { app, page },
}) => {
  await page.waitForLoadState();
  const own = await page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const empty = new Set(Object.getOwnPropertyNames(frame.contentWindow));
    frame.remove();
    return Object.getOwnPropertyNames(window).filter((name) => !empty.has(name) && !/^\d+$/.test(name));
  });
  const bridge = await page.evaluate(() => {
    const seen: unknown[] = [];
    const visit = (value: unknown): void => {
      seen.push(typeof value === 'function' || Object.isFrozen(value));
      if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
    };
    visit(window.namedesk);
    return { allFrozen: seen.every(Boolean), keys: Object.keys(window.namedesk) };
  });
  expect(own).toEqual(['namedesk']);
  expect(bridge).toEqual({ allFrozen: true, keys: ['request', 'on'] });
  expect(app.windows()).toHaveLength(1);
});

test('A10 the preload is names only: at most 4 kB', () => {
  for (const name of ['main.cjs', 'key.cjs', 'code.cjs'])
    expect(statSync(join(ground().appFolder, 'out/preload', name)).size).toBeLessThanOrEqual(4_096);
});

test.describe('A11 a stranger with our preload gets nothing', () => {
  const places = [
    ['another window at our own address', 'app://main/'],
    ['about:blank', 'about:blank'],
    ['a data: page', 'data:text/html,stray'],
  ] as const;
  for (const [name, address] of places)
    test(name, async ({ namedesk: { app, page } }) => {
      await page.waitForLoadState();
      const opened = app.waitForEvent('window');
      await app.evaluate(async ({ app: main, BrowserWindow }, url) => {
        const [ours] = BrowserWindow.getAllWindows();
        const preload = `${main.getAppPath()}/out/preload/main.cjs`;
        // Our session loads nothing but our own page: the others come in one of their own.
        const shared =
          ours !== undefined && url.startsWith('app:') ? { session: ours.webContents.session } : {};
        const webPreferences = { preload, sandbox: true, ...shared };
        await new BrowserWindow({ webPreferences }).loadURL(url);
      }, address);
      const stray = await opened;
      const answer = await stray.evaluate(() => window.namedesk.request.accounts.list({}));
      expect(answer).toMatchObject({ ok: false, error: { kind: 'bug' } });
      await stray.close();
    });
});

const mark = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.assign(window, { marker: 'still the same page' }).marker);

const marker = (page: Page): Promise<unknown> => page.evaluate((): unknown => Reflect.get(window, 'marker'));

test('A15 an unhardened window is reloaded by a key', async ({ launch }) => {
  const { app, page } = await launch({ appFolder: unhardenedFolder() });
  await page.waitForURL('app://main/');
  const reloaded = page.waitForEvent('framenavigated');
  await pressInWindow(app, browserShortcuts.slice(0, 1));
  await reloaded;
});

test('A15 no key reloads the page, shows its source or opens developer tools', async ({
  namedesk: { app, page },
}) => {
  await page.waitForLoadState();
  await mark(page);
  await pressInWindow(app, browserShortcuts);
  await new Promise((resolve) => setTimeout(resolve, afterglowMs));
  const shown = await app.evaluate(({ BrowserWindow, webContents }) => ({
    windows: BrowserWindow.getAllWindows().length,
    devTools: webContents.getAllWebContents().some((contents) => contents.isDevToolsOpened()),
  }));
  expect(shown).toEqual({ windows: 1, devTools: false });
  expect(await marker(page)).toBe('still the same page');
});

test('A15 developer tools do not even open when main asks for them', async ({ namedesk: { app } }) => {
  const open = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.openDevTools();
    return contents?.isDevToolsOpened();
  });
  expect(open).toBe(false);
});

test('C1 main asks nothing of Chromium’s network stack and of no fetch, whatever the page wants', async ({
  namedesk: { app, page },
}, { annotations }) => {
  await app.evaluate((electron) => {
    const asked: string[] = [];
    Reflect.set(globalThis, 'askedElsewhere', asked);
    const watch = (on: object, name: string) => {
      const before: unknown = Reflect.get(on, name);
      Reflect.set(on, name, (...given: readonly unknown[]) => {
        asked.push(name);
        return typeof before === 'function' ? (Reflect.apply(before, on, given) as unknown) : undefined;
      });
    };
    watch(electron.net, 'fetch');
    watch(electron.net, 'request');
    watch(globalThis, 'fetch');
  });
  const asked = () => app.evaluate(() => [...(Reflect.get(globalThis, 'askedElsewhere') as string[])]);
  await page.evaluate(async () => {
    const { request } = window.namedesk;
    const account = await request.accounts.addPractice({});
    if (!account.ok) throw new Error(JSON.stringify(account.error));
    await request.accounts.select({ id: account.value.id });
    await request.accounts.test({ id: account.value.id });
  });
  expect(await asked()).toEqual([]);
  annotations.push({ type: 'figure', description: '0 calls of net and fetch while an account is tested' });
  // Not waited for: nobody serves that address, and the answer may never come.
  await app.evaluate(({ net }) => {
    net.fetch('app://nowhere').catch(() => null);
  });
  expect(await asked(), 'the watch does see a call').toContain('fetch');
});

test('main answers a test once also where it collects its memory before the answer is sent', async ({
  namedesk: { app },
}) => {
  const callAndCollect = () =>
    app.evaluate(() => {
      const { setFlagsFromString } = process.getBuiltinModule('node:v8');
      setFlagsFromString('--expose-gc');
      const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void; // V8’s own, under this flag.
      setFlagsFromString('--no-expose-gc');
      const count = Number(Reflect.get(globalThis, 'collections') ?? 0) + 1;
      Reflect.set(globalThis, 'collections', count);
      queueMicrotask(collect);
      return count;
    });
  expect([await callAndCollect(), await callAndCollect(), await callAndCollect()]).toEqual([1, 2, 3]);
});
