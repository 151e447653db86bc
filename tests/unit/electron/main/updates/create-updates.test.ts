import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  checkEveryMs,
  createUpdates,
  disabledReasonOf,
  firstCheckMs,
  type Installed,
  isUpdated,
  type UpdatesDeps,
} from '../../../../../electron/main/updates/open-updates.ts';
import {
  builtInFeed,
  CheckFailure,
  compareVersions,
  feedOf,
  isVersion,
  newestVersion,
} from '../../../../../electron/main/updates/newest.ts';
import type { ActiveWork, UpdateState } from '#shared/domain/update.ts';

describe('updates', () => {
  /** Updates over an answer, and a clock that stands until it is moved. */
  function aWorld(
    asked: () => Promise<string> = () => Promise.resolve('1.1.0'),
    changes: Partial<UpdatesDeps> = {},
  ) {
    const states: UpdateState[] = [];
    const sleeps: { readonly durationMs: number; readonly end: () => void }[] = [];
    const given = { obstacles: [] as readonly ActiveWork[], checkForUpdates: true, isReplaced: false };
    const restart = vi.fn();
    const newest = vi.fn(asked);
    const onBug = vi.fn();
    const note = vi.fn();
    const updates = createUpdates({
      disabledReason: null,
      installed: '1.0.0',
      newest,
      checksDaily: () => Promise.resolve(given.checkForUpdates),
      obstacles: () => Promise.resolve(given.obstacles),
      announce: (state) => states.push(state),
      note,
      now: () => new Date('2026-03-01T10:00:00.000Z'),
      sleep: (durationMs, signal) =>
        new Promise((end, reject) => {
          sleeps.push({ durationMs, end });
          signal.addEventListener('abort', () => reject(new Error('Closed')));
        }),
      replaced: { isReplaced: () => given.isReplaced, restart },
      onBug,
      ...changes,
    });
    const pass = async (): Promise<void> => {
      sleeps.splice(0).forEach(({ end }) => end());
      await new Promise((done) => setImmediate(done));
    };
    return { updates, states, sleeps, given, newest, onBug, note, pass, restart };
  }

  it('look for a version once the window has long been there, then once a day', async () => {
    const world = aWorld(() => Promise.resolve('1.0.0'));
    expect(world.newest).not.toHaveBeenCalled();
    expect(world.sleeps.map(({ durationMs }) => durationMs)).toEqual([firstCheckMs]);
    await world.pass();
    expect(world.updates.read()).toMatchObject({ status: 'idle', checkedAt: '2026-03-01T10:00:00.000Z' });
    expect(world.sleeps.map(({ durationMs }) => durationMs)).toEqual([checkEveryMs]);
  });

  it('ask nobody by themselves where the user does not want it', async () => {
    const world = aWorld();
    world.given.checkForUpdates = false;
    await world.pass();
    expect(world.newest).not.toHaveBeenCalled();
    expect(await world.updates.check()).toMatchObject({ status: 'available', newest: '1.1.0' });
  });

  it('tell of no version that is not newer', async () => {
    const world = aWorld(() => Promise.resolve('0.9.9'));
    expect(await world.updates.check()).toMatchObject({ status: 'idle', newest: null });
  });

  it('say once that the package manager has replaced the program, and start it when nothing is under way', async () => {
    const world = aWorld(undefined, { disabledReason: 'by-package-manager' });
    await world.pass();
    expect(world.updates.read()).toMatchObject({ status: 'off' });
    await world.updates.restart();
    expect(world.restart).not.toHaveBeenCalled();
    Object.assign(world.given, { isReplaced: true, obstacles: ['session'] });
    await world.pass();
    expect(world.states).toMatchObject([
      { status: 'replaced', disabledReason: 'by-package-manager', waitsFor: ['session'] },
    ]);
    await world.updates.restart();
    expect(world.restart).not.toHaveBeenCalled();
    world.given.obstacles = [];
    await world.pass();
    expect(world.updates.read()).toMatchObject({ disabledReason: 'by-package-manager', waitsFor: [] });
    expect(world.newest).not.toHaveBeenCalled();
    await world.updates.restart();
    expect(world.restart).toHaveBeenCalledOnce();
  });

  it('load nothing and do nothing where something hinders them', async () => {
    const world = aWorld(undefined, { disabledReason: 'no-feed' });
    const { updates } = world;
    for (const state of [updates.read(), await updates.check(), await updates.restart()])
      expect(state).toMatchObject({ status: 'off', disabledReason: 'no-feed' });
    expect(world.newest).not.toHaveBeenCalled();
    expect(world.sleeps).toEqual([]);
  });

  it('do one thing at a time', async () => {
    const world = aWorld();
    await Promise.all([world.updates.check(), world.updates.check()]);
    expect(world.newest).toHaveBeenCalledOnce();
  });

  it('tell no more of what was found before the last look failed', async () => {
    const asked = vi.fn().mockResolvedValueOnce('1.1.0').mockRejectedValue(new CheckFailure('unreachable'));
    const world = aWorld(asked);
    expect((await world.updates.check()).newest).toBe('1.1.0');
    expect(await world.updates.check()).toMatchObject({
      status: 'failed',
      newest: null,
      fault: 'unreachable',
    });
    expect(world.note).toHaveBeenLastCalledWith('update.failed', { fault: 'unreachable' });
  });

  it('note a bug as a bug', async () => {
    const world = aWorld(() => Promise.reject(new TypeError()));
    expect((await world.updates.check()).status).toBe('failed');
    expect(world.onBug).toHaveBeenCalledOnce();
  });

  it('end their waiting when they are closed', async () => {
    const world = aWorld();
    world.updates.close();
    await world.pass();
    expect(world.newest).not.toHaveBeenCalled();
    expect(world.onBug).not.toHaveBeenCalled();
  });
});

describe('what keeps updates away', () => {
  const onWindows: Installed = { isPackaged: true, platform: 'win32', execPath: 'C:\\N.exe' };

  it.each([
    ['nothing, on Windows with a feed', {}, true, null],
    ['no feed', {}, false, 'no-feed'],
    ['a checkout', { isPackaged: false }, true, 'not-installed'],
    [
      'a package of the system',
      { platform: 'linux', execPath: '/opt/Namedesk/namedesk' },
      true,
      'by-package-manager',
    ],
    [
      'a folder that was unpacked on Linux, or an AppImage',
      { platform: 'linux', execPath: '/home/x/Namedesk/namedesk' },
      true,
      'not-installed',
    ],
  ] as const)('%s', (_name, changes, hasFeed, disabledReason) => {
    expect(disabledReasonOf({ ...onWindows, ...changes }, hasFeed)).toBe(disabledReason);
  });
});

describe('a feed', () => {
  const newest = 'https://updates.example/newest.json';
  const page = 'https://updates.example/';

  it('is the address of a version and a page, both behind https', () => {
    expect(feedOf({ newest, page })?.newest.href).toBe(newest);
  });

  it('is not built in unless somebody who releases has put one there', () => {
    expect(builtInFeed()).toBeNull();
  });

  it.each([
    ['without a page', { newest, page: null }],
    ['without an address', { newest: null, page }],
    ['over plain http', { newest: 'http://updates.example/', page }],
    ['with a page over plain http', { newest, page: 'http://updates.example/' }],
    ['with a page that is a program', { newest, page: 'file:///C:/Windows/System32/calc.exe' }],
    ['with a password', { newest: 'https://a:b@updates.example/', page }],
  ])('is refused %s', (_name, file) => {
    expect(() => feedOf(file)).toThrow();
  });
});

const pem = (name: string): string => readFileSync(`tests/fixtures/tls/${name}.pem`, 'utf8');

describe('the newest version', () => {
  type Served = (request: IncomingMessage, response: ServerResponse) => void;

  /** A server behind https on loopback. */
  async function aServer(served: Served, options: ServerOptions = {}) {
    const server = createServer({ key: pem('server-key'), cert: pem('good'), ...options }, served);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port');
    return new URL(`https://localhost:${address.port}/newest.json`);
  }

  const ask = (address: URL, limitMs?: number) => newestVersion(address, { ca: pem('authority') }, limitMs);

  it('is what its address says, asked for without saying who asks', async () => {
    const headers: IncomingMessage['headers'][] = [];
    const address = await aServer((request, response) => {
      headers.push(request.headers);
      response.end('{"version":"1.2.3"}');
    });
    expect(await ask(address)).toBe('1.2.3');
    expect(Object.keys(headers[0] ?? {}).toSorted()).toEqual([
      'accept',
      'cache-control',
      'connection',
      'host',
    ]);
  });

  it.each<[string, Served]>([
    ['no JSON', (_, response) => response.end('1.2.3')],
    ['no version of ours', (_, response) => response.end('{"version":"<b>9</b>"}')],
    ['another status', (_, response) => response.writeHead(404).end('{"version":"1.2.3"}')],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'https://localhost/' }).end()],
    ['too long', (_, response) => response.end(`{"version":"1.2.3"}${' '.repeat(100_000)}`)],
  ])('is not read from an answer that is %s', async (_name, served) => {
    await expect(ask(await aServer(served))).rejects.toMatchObject({ fault: 'unreadable' });
  });

  it('is not believed of a server whose certificate is of no known authority', async () => {
    const address = await aServer((_, response) => response.end('{"version":"1.2.3"}'));
    await expect(newestVersion(address)).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('is not asked for over an old TLS', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const address = await aServer((_, response) => response.end('{"version":"1.2.3"}'), old);
    await expect(ask(address)).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('is given up where the answer does not come, or not whole', async () => {
    const silent = await aServer(() => undefined);
    await expect(ask(silent, 100)).rejects.toMatchObject({ fault: 'unreachable' });
    const cut = await aServer((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"version":"1.2.3"}', () => response.destroy());
    });
    await expect(ask(cut)).rejects.toMatchObject({ fault: 'unreachable' });
  });
});

describe('versions', () => {
  const inOrder = ['0.9.9', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0'];

  it.each(inOrder.flatMap((one, at) => inOrder.map((other, place) => [one, other, at - place] as const)))(
    'puts %s and %s in order',
    (one, other, order) => {
      expect(Math.sign(compareVersions(one, other))).toBe(Math.sign(order));
    },
  );

  it.each([
    '1.0',
    '1.0.0.0',
    'v1.0.0',
    '01.0.0',
    '1.0.0+build',
    '1.0.0-beta.1',
    '',
    '1.0.0 ',
    '9999999999.0.0',
  ])('takes %j for none of ours', (text) => {
    expect(isVersion(text)).toBe(false);
  });
});

describe('a version that has grown', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-version-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const onBug = vi.fn();
  const file = () => join(folder, 'version.json');
  const run = (running: string) => isUpdated(file(), running, onBug);

  it('is never told at the first start, then once after it grew, and not after a way to an older one', () => {
    expect(['0.1.0', '0.1.0', '0.2.0', '0.2.0', '0.1.0', '0.1.1'].map(run)).toEqual([
      false,
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  it('is not told where what is remembered cannot be read', () => {
    writeFileSync(file(), '{"version":"<b>"}');
    expect(run('0.2.0')).toBe(false);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ version: '0.2.0' });
  });

  it('holds nothing up where it cannot be kept', () => {
    rmSync(folder, { recursive: true });
    expect(run('0.1.0')).toBe(false);
    expect(onBug).toHaveBeenCalledOnce();
  });
});
