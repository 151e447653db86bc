import { describe, expect, it, vi } from 'vitest';
import { defaultLimits } from '#shared/domain/limits.ts';
import { fail, ok } from '#shared/result.ts';
import {
  createUpdates,
  disabledReasonOf,
  eachLookMs,
  firstLookMs,
  type Installed,
  preferencesIn,
  type Source,
  type UpdatesDeps,
} from '../../../../../electron/main/updates/create-updates.ts';
import type { Offer } from '../../../../../electron/main/updates/feed-reader.ts';
import { UpdateFailure } from '../../../../../electron/main/updates/feed.ts';
import type { ActiveWork, UpdateState } from '../../../../../shared/domain/update.ts';

describe('updates', () => {
  const offer: Offer = {
    shown: { version: '1.1.0', releasedAt: null, notes: 'Faster.' },
    metadata: { version: '1.1.0', files: [], releaseDate: null, releaseNotes: '' },
  };

  /** Updates over a source that does as it is told, and a clock that stands until it is moved. */
  function aDesk(source: Partial<Source> = {}, changes: Partial<UpdatesDeps> = {}) {
    const states: UpdateState[] = [];
    const sleeps: { readonly durationMs: number; readonly end: () => void }[] = [];
    const world = { obstacles: [] as readonly ActiveWork[], checkForUpdates: true };
    const install = vi.fn(() => Promise.resolve());
    const load = vi.fn(() =>
      Promise.resolve<Source>({
        look: () => Promise.resolve(offer),
        download: (_metadata, onPercent) => {
          onPercent(50);
          onPercent(50);
          return Promise.resolve();
        },
        install,
        ...source,
      }),
    );
    const onBug = vi.fn();
    const note = vi.fn();
    const updates = createUpdates({
      hindrance: null,
      load,
      settings: () => Promise.resolve({ checkForUpdates: world.checkForUpdates, updateChannel: 'stable' }),
      obstacles: () => Promise.resolve(world.obstacles),
      announce: (state) => states.push(state),
      note,
      now: () => new Date('2026-03-01T10:00:00.000Z'),
      sleep: (durationMs, signal) =>
        new Promise((end, reject) => {
          sleeps.push({ durationMs, end });
          signal.addEventListener('abort', () => reject(new Error('Closed')));
        }),
      onBug,
      ...changes,
    });
    const pass = async (): Promise<void> => {
      sleeps.splice(0).forEach(({ end }) => end());
      await new Promise((done) => setImmediate(done));
    };
    return { updates, states, sleeps, world, install, load, onBug, note, pass };
  }

  it('look for a version once the window has long been there, then once a day', async () => {
    const desk = aDesk({ look: () => Promise.resolve(null) });
    expect(desk.load).not.toHaveBeenCalled();
    expect(desk.sleeps.map(({ durationMs }) => durationMs)).toEqual([firstLookMs]);
    await desk.pass();
    expect(desk.updates.read()).toMatchObject({ status: 'idle', checkedAt: '2026-03-01T10:00:00.000Z' });
    expect(desk.sleeps.map(({ durationMs }) => durationMs)).toEqual([eachLookMs]);
  });

  it('ask nobody by themselves where the user does not want it', async () => {
    const desk = aDesk();
    desk.world.checkForUpdates = false;
    await desk.pass();
    expect(desk.load).not.toHaveBeenCalled();
    expect((await desk.updates.check()).status).toBe('available');
  });

  it('load nothing and do nothing where something hinders them', async () => {
    const desk = aDesk({}, { hindrance: 'no-feed' });
    const { updates } = desk;
    for (const state of [
      updates.read(),
      await updates.check(),
      await updates.download(),
      await updates.install(),
    ])
      expect(state).toMatchObject({ status: 'off', hindrance: 'no-feed' });
    expect(desk.load).not.toHaveBeenCalled();
    expect(desk.sleeps).toEqual([]);
  });

  it('download nothing by themselves', async () => {
    const download = vi.fn(() => Promise.resolve());
    const desk = aDesk({ download });
    await desk.pass();
    expect(desk.updates.read()).toMatchObject({ status: 'available', offered: offer.shown });
    expect(download).not.toHaveBeenCalled();
  });

  it('tell how far a download is, each percent once', async () => {
    const desk = aDesk();
    await desk.updates.check();
    await desk.updates.download();
    expect(desk.states.map(({ status, percent }) => [status, percent])).toEqual([
      ['checking', null],
      ['available', null],
      ['downloading', 0],
      ['downloading', 50],
      ['ready', null],
    ]);
  });

  it('put a version in place only where nothing is on its way', async () => {
    const desk = aDesk();
    await desk.updates.check();
    await desk.updates.download();
    desk.world.obstacles = ['session', 'codes'];
    expect(await desk.updates.install()).toMatchObject({ status: 'ready', waitsFor: ['session', 'codes'] });
    expect(desk.install).not.toHaveBeenCalled();
    desk.world.obstacles = [];
    await desk.updates.install();
    expect(desk.install).toHaveBeenCalledOnce();
  });

  it('put nothing in place that was not downloaded', async () => {
    const desk = aDesk();
    await desk.updates.check();
    await desk.updates.install();
    expect(desk.install).not.toHaveBeenCalled();
  });

  it('tell when what a version waits for has ended, and wait for the user then', async () => {
    const desk = aDesk();
    desk.world.obstacles = ['change'];
    await desk.updates.check();
    await desk.updates.download();
    expect(desk.updates.read().waitsFor).toEqual(['change']);
    desk.world.obstacles = [];
    await desk.pass();
    expect(desk.updates.read()).toMatchObject({ status: 'ready', waitsFor: [] });
    expect(desk.install).not.toHaveBeenCalled();
  });

  it.each(['signature', 'unreadable', 'older'] as const)(
    'offer nothing any more after the fault %s',
    async (fault) => {
      const desk = aDesk({ download: () => Promise.reject(new UpdateFailure(fault)) });
      await desk.updates.check();
      expect(await desk.updates.download()).toMatchObject({ status: 'failed', fault, offered: null });
      expect((await desk.updates.download()).status).toBe('failed');
      expect(desk.note).toHaveBeenLastCalledWith('update.failed', { fault });
    },
  );

  it('offer what could not be reached again', async () => {
    const download = vi
      .fn()
      .mockRejectedValueOnce(new UpdateFailure('unreachable'))
      .mockResolvedValue(undefined);
    const desk = aDesk({ download });
    await desk.updates.check();
    expect(await desk.updates.download()).toMatchObject({ fault: 'unreachable', offered: offer.shown });
    expect((await desk.updates.download()).status).toBe('ready');
  });

  it('do one thing at a time', async () => {
    const look = vi.fn(() => Promise.resolve(offer));
    const desk = aDesk({ look });
    await Promise.all([desk.updates.check(), desk.updates.check()]);
    expect(look).toHaveBeenCalledOnce();
  });

  it('bring a version once, however often that is asked for', async () => {
    const { promise: brought, resolve: bring } = Promise.withResolvers<undefined>();
    const download = vi.fn(() => brought);
    const desk = aDesk({ download });
    await desk.updates.check();
    const first = desk.updates.download();
    expect((await desk.updates.download()).status).toBe('downloading');
    bring(undefined);
    await first;
    expect((await desk.updates.download()).status).toBe('ready');
    expect(download).toHaveBeenCalledOnce();
  });

  it('offer nothing that was found before the last look failed', async () => {
    const look = vi.fn().mockResolvedValueOnce(offer).mockRejectedValue(new UpdateFailure('unreachable'));
    const desk = aDesk({ look });
    expect((await desk.updates.check()).offered).toEqual(offer.shown);
    expect(await desk.updates.check()).toMatchObject({ status: 'failed', offered: null });
  });

  it('note a bug as a bug', async () => {
    const desk = aDesk({ look: () => Promise.reject(new TypeError()) });
    expect((await desk.updates.check()).status).toBe('failed');
    expect(desk.onBug).toHaveBeenCalledOnce();
  });

  it('end their waiting when they are closed', async () => {
    const desk = aDesk();
    desk.updates.close();
    await desk.pass();
    expect(desk.load).not.toHaveBeenCalled();
    expect(desk.onBug).not.toHaveBeenCalled();
  });
});

describe('what the user wants of updates', () => {
  const settings = {
    colourScheme: 'system',
    density: 'comfortable',
    keepFindingsDays: 365,
    searchTldSetId: 'common',
    onboarded: true,
    clearClipboardAfterS: 15,
    protectSecretWindows: true,
    checkForUpdates: true,
    updateChannel: 'beta',
    limits: defaultLimits,
  } as const;

  it('is what the settings say', async () => {
    const wishes = preferencesIn({ read: () => Promise.resolve(ok(settings)) });
    expect(await wishes()).toMatchObject({ checkForUpdates: true, updateChannel: 'beta' });
  });

  it('is that nobody is asked where they cannot be read', async () => {
    const unread = fail({ kind: 'storage', fault: 'damaged' } as const);
    expect((await preferencesIn({ read: () => Promise.resolve(unread) })()).checkForUpdates).toBe(false);
  });
});

describe('what keeps updates away', () => {
  const anAppImage: Installed = {
    isPackaged: true,
    platform: 'linux',
    execPath: '/tmp/.mount_Namedex/namedesk',
    isAppImage: true,
  };

  it.each([
    ['nothing, of an AppImage with a feed', {}, true, null],
    ['no feed', {}, false, 'no-feed'],
    ['a checkout', { isPackaged: false, execPath: '/home/x/node_modules/electron' }, true, 'not-installed'],
    [
      'a package of the system',
      { isAppImage: false, execPath: '/opt/Namedesk/namedesk' },
      true,
      'by-package-manager',
    ],
    [
      'a folder that was unpacked',
      { isAppImage: false, execPath: '/home/x/Namedesk/namedesk' },
      true,
      'not-installed',
    ],
    [
      'nothing, on Windows with a feed',
      { platform: 'win32', isAppImage: false, execPath: 'C:\\N.exe' },
      true,
      null,
    ],
  ] as const)('%s', (_name, changes, hasFeed, hindrance) => {
    expect(disabledReasonOf({ ...anAppImage, ...changes }, hasFeed)).toBe(hindrance);
  });
});
