import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '#shared/result.ts';
import type { GuardedCall } from '../../../../../electron/main/app/ipc.ts';
import { trustOnly } from '../../../../../electron/main/app/sender.ts';
import { lazy, onceLoaded } from '../../../../../electron/main/app/startup.ts';
import { aCaller, aFrame } from '../../../../support/ipc/callers.ts';
import { aListeningLog } from '../../../../support/ipc/listening-log.ts';

describe('once wanted', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('loads nothing until it is wanted, and then once for everyone', async () => {
    const load = vi.fn(() => Promise.resolve({}));
    const wanted = lazy(load, 1_000);
    await vi.advanceTimersByTimeAsync(900);
    expect(load).not.toHaveBeenCalled();
    expect(await wanted()).toBe(await wanted());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(load).toHaveBeenCalledOnce();
  });

  it('loads by itself where nobody wants it', async () => {
    const load = vi.fn(() => Promise.resolve('there'));
    const wanted = lazy(load, 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(load).toHaveBeenCalledOnce();
    expect(await wanted()).toBe('there');
    expect(load).toHaveBeenCalledOnce();
  });

  it('tells everyone of a failure', async () => {
    const wanted = lazy(() => Promise.reject(new Error('no such file')), 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(wanted()).rejects.toThrow('no such file');
  });
});

describe('once loaded', () => {
  const isTrusted = trustOnly(() => 1, 'app://main');

  /** A channel whose guards, here only the first, are loaded when the test says so. */
  function aChannel() {
    const listening = aListeningLog();
    const loading = Promise.withResolvers<ReadonlyMap<string, GuardedCall>>();
    const reached: unknown[] = [];
    const guarded: GuardedCall = (caller, payload) => {
      reached.push(payload);
      return Promise.resolve(ok(isTrusted(caller)));
    };
    return {
      ...listening,
      reached,
      call: onceLoaded('a.channel', () => loading.promise, listening.log),
      load: () => loading.resolve(new Map([['a.channel', guarded]])),
      loadOthers: () => loading.resolve(new Map()),
      fail: (why: Error) => loading.reject(why),
    };
  }

  it('A11 lets nothing through before the guards are loaded, and then everything that waited', async () => {
    const channel = aChannel();
    const answer = channel.call(aCaller(), 'early');
    await Promise.resolve();
    expect(channel.reached).toEqual([]);
    channel.load();
    expect(await answer).toEqual(ok({ trusted: true }));
    expect(channel.reached).toEqual(['early']);
  });

  it.each([
    ['a frame at another site', aFrame('https://evil.example', '/')],
    ['about:blank', { origin: 'app://main', url: 'about:blank' }],
  ])('A11 judges %s as it was when it called, whatever it has become since', async (_case, frame) => {
    const channel = aChannel();
    const changing = { ...frame };
    const answer = channel.call(aCaller({ frame: changing }), 'early');
    Object.assign(changing, aFrame());
    channel.load();
    expect(await answer).toEqual(ok({ trusted: false, why: 'other-origin' }));
  });

  it('A11 tells a frame within the page from the page while it waits', async () => {
    const channel = aChannel();
    const answer = channel.call(aCaller({ mainFrame: aFrame(), senderFrame: aFrame() }), 'early');
    channel.load();
    expect(await answer).toEqual(ok({ trusted: false, why: 'not-top-frame' }));
  });

  it('A11 tells a frame that is gone', async () => {
    const channel = aChannel();
    const answer = channel.call(aCaller({ senderFrame: null }), 'early');
    channel.load();
    expect(await answer).toEqual(ok({ trusted: false, why: 'frame-gone' }));
  });

  it('answers with an incident where the guards could not be loaded', async () => {
    const channel = aChannel();
    const answer = channel.call(aCaller(), 'early');
    const why = new Error('no such file');
    channel.fail(why);
    expect(await answer).toEqual({ ok: false, error: { kind: 'bug', incidentId: 'K7QD-2MXA-9RTB' } });
    expect(channel.bugs).toEqual([why]);
  });

  it('answers with an incident where a channel has no guards', async () => {
    const channel = aChannel();
    const answer = channel.call(aCaller(), 'early');
    channel.loadOthers();
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'bug' } });
  });
});
