// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { type SessionFrame, sessionPortMessage } from '#shared/areas/session-port.ts';
import { fail, ok } from '#shared/result.ts';
import { aChange } from '../../../support/a-change.ts';
import { createFakeBridge } from '../../../support/fake-bridge.ts';
import { aWorld } from '../../../support/fake-world.ts';
import { createSessionPorts } from '../../../../renderer/src/session-ports.ts';
import { createUnsaved } from '../../../../renderer/src/unsaved.ts';
import { fannedOut, followingLock } from '../../../../renderer/src/bridge.ts';

describe('F8 what was typed when the window closes', () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  function aPage() {
    const bridge = createFakeBridge();
    const unsaved = createUnsaved(bridge);
    const answers = () => bridge.world.calls.filter(({ name }) => name === 'app.flushed').length;
    return { bridge, unsaved, answers };
  }

  it('F8 is handed over, and main hears of it when all of it was', async () => {
    const { bridge, unsaved, answers } = aPage();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const asked: string[] = [];
    unsaved.add(() => {
      asked.push('a draft');
      return Promise.resolve(ok({}));
    });
    unsaved.add(() => {
      asked.push('a note');
      return promise;
    });
    bridge.tell('app.closing', {});
    await settled();
    expect(asked).toEqual(['a draft', 'a note']);
    expect(answers()).toBe(0);
    resolve(ok({}));
    await settled();
    expect(answers()).toBe(1);
  });
});

describe('the events of main', () => {
  it('are subscribed to once for all listeners, of which one that ends or throws takes none along', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const bridge = createFakeBridge();
    const subscribe = vi.fn(bridge.on['changes.changed']);
    const on = fannedOut({ ...bridge.on, 'changes.changed': subscribe });
    const heard: string[] = [];
    const ends = ['first', 'second', 'third'].map((name) =>
      on['changes.changed'](() => {
        heard.push(name);
        if (name === 'first') throw new Error('A mistake');
      }),
    );
    bridge.tell('changes.changed', { changes: [] });
    ends[1]?.();
    bridge.tell('changes.changed', { changes: [] });
    expect(heard).toEqual(['first', 'second', 'third', 'first', 'third']);
    expect(subscribe).toHaveBeenCalledTimes(1);
    expect(reported).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });
});

describe('what main refuses because it is locked', () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  function aLockedPage() {
    let isLocked = true;
    const world = aWorld();
    const asked: string[] = [];
    const unlessLocked =
      <T>(name: string, value: T) =>
      () => {
        asked.push(name);
        return Promise.resolve(isLocked ? fail({ kind: 'app-locked' } as const) : ok(value));
      };
    const bridge = createFakeBridge(world, {
      appLock: { read: () => Promise.resolve(ok({ isLocked, means: 'keychain' })) },
      settings: { read: unlessLocked('settings', world.settings) },
      changes: { send: unlessLocked('send', aChange()) },
    });
    const drawAnew = vi.fn();
    const { request, on } = followingLock(bridge, drawAnew);
    const heard: boolean[] = [];
    on['appLock.changed'](({ isLocked: now }) => heard.push(now));
    return {
      request,
      asked,
      heard,
      drawAnew,
      set: (locked: boolean): void => {
        isLocked = locked;
        bridge.tell('appLock.changed', { isLocked });
      },
      /** Before the page has heard of it. */
      unlockUnheard: () => void (isLocked = false),
    };
  }

  it('fails, is not sent hours later, and has the page drawn anew once it is unlocked', async () => {
    const { request, asked, heard, drawAnew, set } = aLockedPage();
    expect(await request.changes.send({ id: crypto.randomUUID() })).toEqual(fail({ kind: 'app-locked' }));
    await settled();
    expect(heard).toEqual([true]);
    set(false);
    await settled();
    expect(asked).toEqual(['send']);
    expect(drawAnew).toHaveBeenCalledTimes(1);
    expect(heard, 'the lock screen stays over what is incomplete').toEqual([true]);
  });

  it('is nothing where the page asked for nothing: it stands as it was left', async () => {
    const { heard, drawAnew, set } = aLockedPage();
    set(true);
    set(false);
    await settled();
    expect(heard).toEqual([true, false]);
    expect(drawAnew).not.toHaveBeenCalled();
  });

  it('is found out after an unlocking of which no event tells, and before the refusal arrived', async () => {
    const unheard = aLockedPage();
    await unheard.request.settings.read({});
    await settled();
    unheard.unlockUnheard();
    await unheard.request.appLock.unlock({});
    expect(unheard.drawAnew).toHaveBeenCalledTimes(1);
    const late = aLockedPage();
    const read = late.request.settings.read({});
    late.unlockUnheard();
    await read;
    await settled();
    expect(late.drawAnew).toHaveBeenCalledTimes(1);
  });
});

describe('the ports of a session', () => {
  const frame: SessionFrame = {
    kind: 'frame',
    cells: new Uint32Array(),
    codes: new Uint8Array(),
    checkedAt: new Uint32Array(),
    left: 0,
    pace: null,
  };

  /** The page's end of a port, as far as it is used; jsdom has none. */
  class FakePort extends EventTarget {
    onmessage: ((event: { readonly data: unknown }) => void) | null = null;
    readonly close = vi.fn();
  }

  /** A page of its own for each test: of a window, its messages alone are used. */
  const aPage = (): Window => new EventTarget() as Window;

  /** Hands a port over as the preload does: from the page to itself. */
  function arrive(page: Window, viewId: string, source: Window | null = page): FakePort {
    const port = new FakePort();
    const event = new MessageEvent('message', { data: { kind: sessionPortMessage, viewId } });
    Object.defineProperty(event, 'ports', { value: [port] });
    Object.defineProperty(event, 'source', { value: source });
    page.dispatchEvent(event);
    return port;
  }

  it('bring what is sent to the view that waits for it', () => {
    const page = aPage();
    const listener = vi.fn();
    createSessionPorts(page).receive('view-1', listener);
    arrive(page, 'view-1').onmessage?.({ data: frame });
    expect(listener).toHaveBeenCalledExactlyOnceWith(frame);
  });

  it('say when the other end is gone', () => {
    const page = aPage();
    const onLost = vi.fn();
    createSessionPorts(page).receive('view-4', vi.fn(), onLost);
    arrive(page, 'view-4').dispatchEvent(new Event('close'));
    expect(onLost).toHaveBeenCalledOnce();
  });

  it('are closed without a word when the view is left', () => {
    const page = aPage();
    const onLost = vi.fn();
    const leave = createSessionPorts(page).receive('view-5', vi.fn(), onLost);
    const port = arrive(page, 'view-5');
    leave();
    port.dispatchEvent(new Event('close'));
    expect(port.close).toHaveBeenCalledOnce();
    expect(onLost).not.toHaveBeenCalled();
  });
});
