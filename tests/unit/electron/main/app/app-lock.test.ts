import { beforeEach, describe, expect, it, vi } from 'vitest';
import { actions } from '../../../../../electron/main/actions.ts';
import { fail, ok } from '#shared/result.ts';
import { routes } from '../../../../../electron/route-names.ts';
import { createAppLock } from '../../../../../electron/main/app/app-lock.ts';
import { appLock as lockActions, settings } from '../../../../../electron/main/app/actions.ts';
import { guardAll } from '../../../../../electron/main/ipc/guard.ts';
import { type Power, watchAwayOf } from '../../../../../electron/main/platform/presence.ts';
import { createUnlocking, markerEntry } from '../../../../../electron/main/platform/unlocking.ts';
import { aListeningLog } from '../../../../support/ipc/callers.ts';
import { bound } from '../../../../support/bound.ts';
import { aKeychain, type Misbehaviour } from '../../../../support/keychain/a-keychain.ts';

const on = { appLock: true, appLockAfterMin: 5 };
const off = { ...on, appLock: false };

describe('the lock', () => {
  it('is closed at a start where it is on, and open where it is off', () => {
    const [locked, open] = [createAppLock(), createAppLock()];
    locked.begin(on);
    open.begin(off);
    expect([locked.isLocked(), open.isLocked()]).toEqual([true, false]);
  });

  it('refuses everything until the settings are read, so that no start shows a name before', () => {
    const lock = createAppLock();
    expect(lock.isLocked()).toBe(true);
    lock.begin(null);
    expect(lock.isLocked()).toBe(false);
  });

  it('stays closed where its settings cannot be read, and as it is where they were read before', () => {
    const [unknown, open] = [createAppLock(), createAppLock()];
    unknown.begin('unreadable');
    expect(unknown.isLocked()).toBe(true);
    unknown.unlock();
    unknown.lock();
    expect(unknown.isLocked()).toBe(true);
    open.begin(off);
    open.begin('unreadable');
    expect(open.isLocked()).toBe(false);
  });

  it('is closed again at the next start, also after it was opened', () => {
    const before = createAppLock();
    before.begin(on);
    before.unlock();
    expect(before.isLocked()).toBe(false);
    const after = createAppLock();
    after.begin(on);
    expect(after.isLocked()).toBe(true);
  });

  it('closes where it is on, and does nothing where it is off', () => {
    const lock = createAppLock();
    const heard = vi.fn();
    lock.begin(off);
    lock.onChange(heard);
    lock.lock();
    expect(heard).not.toHaveBeenCalled();
    lock.follow(on);
    expect(lock.isLocked()).toBe(false);
    lock.lock();
    lock.lock();
    lock.unlock();
    expect(heard.mock.calls).toEqual([[true], [false]]);
  });
});

describe('a request of the page', () => {
  const names = Object.entries(routes).flatMap(([area, methods]) =>
    methods.map((method) => `${area}.${method}`),
  );

  /** What a person who may not see the workspace can still have done: a longer list is a decision. */
  const open = ['appLock.read', 'appLock.lock', 'appLock.unlock', 'app.flushed', 'app.reportBug'];

  function aLockedContract() {
    const lock = createAppLock();
    lock.begin(on);
    const reached: unknown[] = [];
    const requests = guardAll(
      actions,
      () => (input: unknown) => {
        reached.push(input);
        return Promise.resolve(fail({ kind: 'cancelled' }));
      },
      { isLocked: lock.isLocked, log: aListeningLog().log },
    );
    const ask = (name: string) => requests.get(`namedesk:${name}`)?.({});
    return { lock, reached, ask };
  }

  it.each(names.filter((name) => !open.includes(name)))(
    '%s tells a locked page nothing, and does nothing',
    async (name) => {
      const { lock, reached, ask } = aLockedContract();
      expect(await ask(name)).toEqual(fail({ kind: 'app-locked' }));
      expect(reached).toEqual([]);
      lock.unlock();
      expect(await ask(name)).not.toEqual(fail({ kind: 'app-locked' }));
    },
  );

  it.each(open)('%s is answered', async (name) => {
    expect(await aLockedContract().ask(name)).not.toEqual(fail({ kind: 'app-locked' }));
  });
});

describe('who goes away', () => {
  beforeEach(() => void vi.useFakeTimers());

  /** A computer whose user was last seen at a time that the test says. */
  function aComputer(settings = on) {
    let inputAtMs = Date.now();
    const listeners = new Map<string, Set<() => void>>();
    const of = (event: string) => listeners.get(event) ?? new Set();
    const power: Power = {
      getSystemIdleTime: () => Math.floor((Date.now() - inputAtMs) / 1_000),
      on: (event, listener) => listeners.set(event, of(event).add(listener)),
      off: (event, listener) => of(event).delete(listener),
    };
    const lock = createAppLock();
    lock.begin(settings);
    lock.unlock();
    const stop = watchAwayOf(power)(lock.lock, lock.idleSeconds);
    return {
      lock,
      stop,
      input: () => void (inputAtMs = Date.now()),
      happens: (event: 'lock-screen' | 'suspend') => of(event).forEach((listener) => listener()),
      pass: (minutes: number) => void vi.advanceTimersByTime(minutes * 60_000),
    };
  }

  it('is locked after the chosen time without input, to the second', () => {
    const { lock, input, pass } = aComputer();
    pass(0.2);
    input();
    pass(4.95);
    expect(lock.isLocked()).toBe(false);
    pass(0.1);
    expect(lock.isLocked()).toBe(true);
  });

  it('is not locked while there is input', () => {
    const { lock, input, pass } = aComputer();
    for (let minute = 0; minute < 20; minute += 1) {
      pass(1);
      input();
    }
    expect(lock.isLocked()).toBe(false);
    pass(5.1);
    expect(lock.isLocked()).toBe(true);
  });

  it('is locked each time they go', () => {
    const { lock, input, pass } = aComputer();
    pass(6);
    input();
    lock.unlock();
    pass(4);
    expect(lock.isLocked()).toBe(false);
    pass(2);
    expect(lock.isLocked()).toBe(true);
  });

  it('is locked by a shorter time that was chosen meanwhile', () => {
    const { lock, pass } = aComputer({ appLock: true, appLockAfterMin: 240 });
    pass(2);
    lock.follow({ appLock: true, appLockAfterMin: 1 });
    pass(0.6);
    expect(lock.isLocked()).toBe(true);
  });

  it.each(['lock-screen', 'suspend'] as const)('is locked by %s', (event) => {
    const { lock, happens } = aComputer();
    happens(event);
    expect(lock.isLocked()).toBe(true);
  });

  it('is not locked where the lock is off, whatever happens', () => {
    const { lock, happens, pass } = aComputer(off);
    pass(600);
    happens('lock-screen');
    happens('suspend');
    expect(lock.isLocked()).toBe(false);
  });

  it('is no longer watched after the end', () => {
    const { lock, stop, happens, pass } = aComputer();
    stop();
    pass(60);
    happens('suspend');
    expect(lock.isLocked()).toBe(false);
  });
});

describe('unlocking', () => {
  function aLockedApplication({
    touchId = { canPrompt: () => Promise.resolve(false), prompt: vi.fn() },
    ...misbehaviour
  }: Misbehaviour & { readonly touchId?: Parameters<typeof createUnlocking>[0] } = {}) {
    const keychain = aKeychain(misbehaviour);
    const unlocking = createUnlocking(touchId, keychain);
    const appLock = createAppLock();
    appLock.begin(on);
    const drawAnew = () => undefined;
    return {
      keychain,
      unlocking,
      appLock,
      handlers: bound(lockActions, { appLock, unlocking, drawAnew }),
    };
  }

  it('reads an entry of the keychain, and opens when it answers', async () => {
    const { keychain, appLock, handlers } = aLockedApplication();
    keychain.entries.set(markerEntry, 'x');
    expect(await handlers.unlock({})).toEqual(ok({}));
    expect(keychain.calls).toEqual([`get ${markerEntry}`]);
    expect(appLock.isLocked()).toBe(false);
  });

  it.each(['locked', 'no-answer', 'denied', 'no-service'] as const)(
    'stays locked where the keychain says %s, and says so',
    async (fault) => {
      const { appLock, handlers } = aLockedApplication({ faultOf: () => fault });
      expect(await handlers.unlock({})).toEqual(fail({ kind: 'keychain', fault }));
      expect(appLock.isLocked()).toBe(true);
    },
  );

  it('opens where an open keychain has lost the entry, and stores it anew: nobody is locked out for good', async () => {
    const { keychain, appLock, handlers } = aLockedApplication();
    expect(await handlers.unlock({})).toEqual(ok({}));
    expect([...keychain.entries.keys()]).toEqual([markerEntry]);
    expect(appLock.isLocked()).toBe(false);
  });

  it('stays locked where the entry is lost and cannot be stored', async () => {
    const { appLock, handlers } = aLockedApplication({
      faultOf: (call) => (call === 'set' ? 'locked' : undefined),
    });
    expect(await handlers.unlock({})).toEqual(fail({ kind: 'keychain', fault: 'locked' }));
    expect(appLock.isLocked()).toBe(true);
  });

  it.each([
    ['recognised', () => Promise.resolve(), ok({}), false],
    ['not recognised', () => Promise.reject(new Error('no')), fail({ kind: 'cancelled' }), true],
  ] as const)(
    'asks for the fingerprint where the system can: %s',
    async (_case, prompt, answer, isLocked) => {
      const touchId = { canPrompt: () => Promise.resolve(true), prompt };
      const { keychain, appLock, handlers } = aLockedApplication({ touchId });
      expect(await handlers.read({})).toEqual(ok({ isLocked: true, means: 'touch-id' }));
      expect(await handlers.unlock({})).toEqual(answer);
      expect(appLock.isLocked()).toBe(isLocked);
      expect(keychain.calls).toEqual([]);
    },
  );

  it('asks the keychain on a Mac whose sensor is out of reach', async () => {
    const touchId = { canPrompt: () => Promise.resolve(false), prompt: vi.fn() };
    const { handlers } = aLockedApplication({ touchId });
    expect(await handlers.read({})).toEqual(ok({ isLocked: true, means: 'keychain' }));
    expect(await handlers.unlock({})).toEqual(ok({}));
    expect(touchId.prompt).not.toHaveBeenCalled();
  });

  describe('the setting', () => {
    function settingsOver(misbehaviour: Misbehaviour = {}) {
      const { keychain, unlocking } = aLockedApplication(misbehaviour);
      const stored: unknown[] = [];
      const write = (changes: unknown) => {
        stored.push(changes);
        return changes;
      };
      const handlers = bound(settings, {
        workspace: { settings: { write } } as never,
        apply: () => undefined,
        unlocking,
      });
      return { keychain, stored, handlers };
    }

    it('is not turned on where it could not be unlocked', async () => {
      const { stored, handlers } = settingsOver({ faultOf: () => 'no-service' });
      expect(await handlers.write({ appLock: true })).toEqual(
        fail({ kind: 'keychain', fault: 'no-service' }),
      );
      expect(stored).toEqual([]);
    });

    it('leaves an entry in the keychain while it is on, and none when it is off', async () => {
      const { keychain, handlers } = settingsOver();
      await handlers.write({ appLock: true });
      expect([...keychain.entries.keys()]).toEqual([markerEntry]);
      await handlers.write({ appLock: false });
      await vi.waitFor(() => expect(keychain.entries.size).toBe(0));
    });

    it('asks the keychain for no other setting', async () => {
      const { keychain, handlers } = settingsOver();
      await handlers.write({ density: 'compact', appLockAfterMin: 1 });
      expect(keychain.calls).toEqual([]);
    });
  });
});
