import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createUpdates,
  disabledReasonOf,
  checkEveryMs,
  firstCheckMs,
  type Installed,
  type UpdatesDeps,
} from '../../../../../electron/main/updates/create-updates.ts';
import {
  builtInFeed,
  compareVersions,
  feedOf,
  isVersion,
  type Offer,
  type Source,
} from '../../../../../electron/main/updates/feed.ts';
import { UpdateFailure } from '../../../../../electron/main/updates/get.ts';
import { openWhatsNew } from '../../../../../electron/main/updates/whats-new.ts';
import type { ActiveWork, UpdateState } from '#shared/domain/update.ts';

describe('updates', () => {
  const shown = { version: '1.1.0', releasedAt: null, notes: 'Faster.' };
  const offer: Offer = { ...shown, file: 'Namedesk.exe', size: 1, sha512: '' };

  /** Updates over a source that does as it is told, and a clock that stands until it is moved. */
  function aWorld(source: Partial<Source> = {}, changes: Partial<UpdatesDeps> = {}) {
    const states: UpdateState[] = [];
    const sleeps: { readonly durationMs: number; readonly end: () => void }[] = [];
    const given = { obstacles: [] as readonly ActiveWork[], checkForUpdates: true, isReplaced: false };
    const restart = vi.fn();
    const install = vi.fn(() => Promise.resolve());
    const check = vi.fn(source.check ?? (() => Promise.resolve(offer)));
    const quit = vi.fn();
    const onBug = vi.fn();
    const keep = vi.fn();
    const running = { version: '1.0.0', isUpdated: false, notes: null };
    const note = vi.fn();
    const updates = createUpdates({
      disabledReason: null,
      whatsNew: { keep, take: () => running },
      source: {
        download: (_offer, onPercent) => {
          onPercent(50);
          onPercent(50);
          return Promise.resolve();
        },
        install,
        ...source,
        check,
      },
      checksDaily: () => Promise.resolve(given.checkForUpdates),
      quit,
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
    return { updates, states, sleeps, given, install, quit, keep, check, onBug, note, pass, restart };
  }

  it('look for a version once the window has long been there, then once a day', async () => {
    const world = aWorld({ check: () => Promise.resolve(null) });
    expect(world.check).not.toHaveBeenCalled();
    expect(world.sleeps.map(({ durationMs }) => durationMs)).toEqual([firstCheckMs]);
    await world.pass();
    expect(world.updates.read()).toMatchObject({ status: 'idle', checkedAt: '2026-03-01T10:00:00.000Z' });
    expect(world.sleeps.map(({ durationMs }) => durationMs)).toEqual([checkEveryMs]);
  });

  it('ask nobody by themselves where the user does not want it', async () => {
    const world = aWorld();
    world.given.checkForUpdates = false;
    await world.pass();
    expect(world.check).not.toHaveBeenCalled();
    expect((await world.updates.check()).status).toBe('available');
  });

  it('keep the notes of the signed offer when it is installed, and not before', async () => {
    const world = aWorld();
    await world.updates.check();
    await world.updates.download();
    expect(world.keep).not.toHaveBeenCalled();
    await world.updates.install();
    expect(world.keep).toHaveBeenCalledExactlyOnceWith(shown);
    expect(world.keep).toHaveBeenCalledBefore(world.install);
  });

  it('say once that the package manager has replaced the program, and start it when nothing is under way', async () => {
    const world = aWorld({}, { disabledReason: 'by-package-manager' });
    await world.pass();
    expect(world.updates.read()).toMatchObject({ status: 'off' });
    await world.updates.install();
    expect(world.restart).not.toHaveBeenCalled();
    Object.assign(world.given, { isReplaced: true, obstacles: ['session'] });
    await world.pass();
    expect(world.states).toMatchObject([
      { status: 'ready', disabledReason: 'by-package-manager', waitsFor: ['session'] },
    ]);
    await world.updates.install();
    expect(world.restart).not.toHaveBeenCalled();
    world.given.obstacles = [];
    await world.pass();
    expect(world.updates.read()).toMatchObject({ disabledReason: 'by-package-manager', waitsFor: [] });
    expect(world.check).not.toHaveBeenCalled();
    await world.updates.install();
    expect(world.restart).toHaveBeenCalledOnce();
  });

  it('load nothing and do nothing where something hinders them', async () => {
    const world = aWorld({}, { disabledReason: 'no-feed' });
    const { updates } = world;
    for (const state of [
      updates.read(),
      await updates.check(),
      await updates.download(),
      await updates.install(),
    ])
      expect(state).toMatchObject({ status: 'off', disabledReason: 'no-feed' });
    expect(world.check).not.toHaveBeenCalled();
    expect(world.sleeps).toEqual([]);
  });

  it('download nothing by themselves', async () => {
    const download = vi.fn(() => Promise.resolve());
    const world = aWorld({ download });
    await world.pass();
    expect(world.updates.read()).toMatchObject({ status: 'available', offered: shown });
    expect(download).not.toHaveBeenCalled();
  });

  it('tell how far a download is, each percent once', async () => {
    const world = aWorld();
    await world.updates.check();
    await world.updates.download();
    expect(world.states.map(({ status, percent }) => [status, percent])).toEqual([
      ['checking', null],
      ['available', null],
      ['downloading', 0],
      ['downloading', 50],
      ['ready', null],
    ]);
  });

  it('put a version in place only where nothing is on its way', async () => {
    const world = aWorld();
    await world.updates.check();
    await world.updates.download();
    world.given.obstacles = ['session', 'codes'];
    expect(await world.updates.install()).toMatchObject({
      status: 'ready',
      waitsFor: ['session', 'codes'],
    });
    expect(world.install).not.toHaveBeenCalled();
    world.given.obstacles = [];
    expect(world.quit).not.toHaveBeenCalled();
    await world.updates.install();
    expect(world.install).toHaveBeenCalledOnce();
    expect(world.quit).toHaveBeenCalledOnce();
  });

  it('go on with this version where the installer of the next one is not opened', async () => {
    const world = aWorld({ install: () => Promise.reject(new UpdateFailure('storage')) });
    await world.updates.check();
    await world.updates.download();
    expect(await world.updates.install()).toMatchObject({ status: 'failed', fault: 'storage' });
    expect(world.quit).not.toHaveBeenCalled();
  });

  it('put nothing in place that was not downloaded', async () => {
    const world = aWorld();
    await world.updates.check();
    await world.updates.install();
    expect(world.install).not.toHaveBeenCalled();
  });

  it('tell when what a version waits for has ended, and wait for the user then', async () => {
    const world = aWorld();
    world.given.obstacles = ['change'];
    await world.updates.check();
    await world.updates.download();
    expect(world.updates.read().waitsFor).toEqual(['change']);
    world.given.obstacles = [];
    await world.pass();
    expect(world.updates.read()).toMatchObject({ status: 'ready', waitsFor: [] });
    expect(world.install).not.toHaveBeenCalled();
  });

  it.each(['signature', 'unreadable', 'older'] as const)(
    'offer nothing any more after the fault %s',
    async (fault) => {
      const world = aWorld({ download: () => Promise.reject(new UpdateFailure(fault)) });
      await world.updates.check();
      expect(await world.updates.download()).toMatchObject({ status: 'failed', fault, offered: null });
      expect((await world.updates.download()).status).toBe('failed');
      expect(world.note).toHaveBeenLastCalledWith('update.failed', { fault });
    },
  );

  it('offer what could not be reached again', async () => {
    const download = vi
      .fn()
      .mockRejectedValueOnce(new UpdateFailure('unreachable'))
      .mockResolvedValue(undefined);
    const world = aWorld({ download });
    await world.updates.check();
    expect(await world.updates.download()).toMatchObject({ fault: 'unreachable', offered: shown });
    expect((await world.updates.download()).status).toBe('ready');
  });

  it('do one thing at a time', async () => {
    const check = vi.fn(() => Promise.resolve(offer));
    const world = aWorld({ check });
    await Promise.all([world.updates.check(), world.updates.check()]);
    expect(check).toHaveBeenCalledOnce();
  });

  it('bring a version once, however often that is asked for', async () => {
    const { promise: brought, resolve: bring } = Promise.withResolvers<undefined>();
    const download = vi.fn(() => brought);
    const world = aWorld({ download });
    await world.updates.check();
    const first = world.updates.download();
    expect((await world.updates.download()).status).toBe('downloading');
    bring(undefined);
    await first;
    expect((await world.updates.download()).status).toBe('ready');
    expect(download).toHaveBeenCalledOnce();
  });

  it('offer nothing that was found before the last look failed', async () => {
    const check = vi.fn().mockResolvedValueOnce(offer).mockRejectedValue(new UpdateFailure('unreachable'));
    const world = aWorld({ check });
    expect((await world.updates.check()).offered).toEqual(shown);
    expect(await world.updates.check()).toMatchObject({ status: 'failed', offered: null });
  });

  it('note a bug as a bug', async () => {
    const world = aWorld({ check: () => Promise.reject(new TypeError()) });
    expect((await world.updates.check()).status).toBe('failed');
    expect(world.onBug).toHaveBeenCalledOnce();
  });

  it('end their waiting when they are closed', async () => {
    const world = aWorld();
    world.updates.close();
    await world.pass();
    expect(world.check).not.toHaveBeenCalled();
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
  const derOf = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');
  const ed25519 = derOf(generateKeyPairSync('ed25519').publicKey);
  const url = 'https://updates.example/namedesk/';

  it('is an address behind https and an Ed25519 key', () => {
    expect(feedOf({ url, publicKey: ed25519 })?.url.href).toBe(url);
  });

  it('is not built in unless somebody who releases has put one there', () => {
    expect(builtInFeed()).toBeNull();
  });

  it.each([
    ['without a key', { url, publicKey: null }],
    ['without an address', { url: null, publicKey: ed25519 }],
    ['over plain http', { url: 'http://updates.example/', publicKey: ed25519 }],
    ['with a password', { url: 'https://a:b@updates.example/', publicKey: ed25519 }],
    ['that is no folder', { url: 'https://updates.example/feed', publicKey: ed25519 }],
    ['with another kind of key', { url, publicKey: derOf(generateKeyPairSync('ed448').publicKey) }],
    ['with no key at all', { url, publicKey: 'AAAA' }],
  ])('is refused %s', (_name, file) => {
    expect(() => feedOf(file)).toThrow();
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

describe('what is new in the running version', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-news-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const notes = { version: '0.2.0', releasedAt: '2026-12-01T08:00:00.000Z', notes: 'Faster.\n- Help on F1' };
  const onBug = vi.fn();
  const run = (running: string) => openWhatsNew({ path: join(folder, 'version.json'), running, onBug });

  it('is never told at the first start', () =>
    expect(run('0.1.0').take()).toMatchObject({ isUpdated: false, notes: null }));

  it('is told once after the version grew, and its notes stay', () => {
    run('0.1.0').take();
    run('0.1.0').keep(notes);
    expect(run('0.1.0').take()).toMatchObject({ isUpdated: false, notes: null });
    const after = run('0.2.0');
    expect(after.take()).toMatchObject({ isUpdated: true, notes });
    expect(after.take()).toMatchObject({ isUpdated: false, notes });
    expect(run('0.2.0').take()).toMatchObject({ isUpdated: false, notes });
  });

  it('has the notes of the running version only', () => {
    run('0.1.0').take();
    run('0.1.0').keep(notes);
    expect(run('0.3.0').take()).toMatchObject({ isUpdated: true, notes: null });
  });

  it('is not told after a way to an older version', () => {
    run('0.2.0').take();
    expect(run('0.1.0').take().isUpdated).toBe(false);
    expect(run('0.1.1').take().isUpdated).toBe(true);
  });

  it('is not told where what is remembered cannot be read', () => {
    writeFileSync(join(folder, 'version.json'), '{"version":"<b>"}');
    expect(run('0.2.0').take()).toMatchObject({ isUpdated: false, notes: null });
    expect(JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8'))).toMatchObject({
      version: '0.2.0',
    });
  });

  it('holds nothing up where it cannot be kept', () => {
    rmSync(folder, { recursive: true });
    expect(() => run('0.1.0').keep(notes)).not.toThrow();
    expect(onBug).toHaveBeenCalledOnce();
    expect(run('0.2.0').take()).toMatchObject({ isUpdated: false, notes: null });
  });
});
