import { describe, expect, it, vi } from 'vitest';
import {
  type ClosingWindow,
  flushBeforeClose,
  longestFlushMs,
} from '../../../../../electron/main/windows/flush-before-close.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A window that closes unless it is held back, and what happens to it. */
function aWindow() {
  const happened: string[] = [];
  let onClose: Parameters<ClosingWindow['on']>[1] = () => undefined;
  let onGone = (): void => undefined;
  let isClosed = false;
  let isCrashed = false;
  const sleeping = Promise.withResolvers<undefined>();

  function close(): void {
    const preventDefault = vi.fn<() => void>();
    onClose({ preventDefault });
    isClosed = preventDefault.mock.calls.length === 0;
    happened.push(isClosed ? 'closed' : 'held back');
  }

  const window: ClosingWindow = {
    on: (_event, listener) => (onClose = listener),
    close,
    isDestroyed: () => isClosed,
    webContents: {
      isCrashed: () => isCrashed,
      once: (_event, listener) => (onGone = listener),
    },
  };
  const flushing = flushBeforeClose({
    window,
    tell: () => happened.push('told'),
    sleep(durationMs) {
      expect(durationMs).toBe(longestFlushMs);
      return sleeping.promise;
    },
    quit() {
      happened.push('quits again');
      close();
    },
  });
  return {
    ...flushing,
    happened,
    close,
    waitTooLong: () => sleeping.resolve(undefined),
    crash: () => {
      isCrashed = true;
      onGone();
    },
  };
}

describe('F8 the window', () => {
  it('F8 closes when its page has handed over what was typed', async () => {
    const { close, flushed, happened } = aWindow();
    close();
    await settled();
    expect(happened).toEqual(['told', 'held back']);
    flushed();
    await settled();
    expect(happened).toEqual(['told', 'held back', 'closed']);
  });

  it('F8 quits again where it was closed by a quit, which holding it back has ended', async () => {
    const { quitting, close, flushed, happened } = aWindow();
    quitting();
    close();
    flushed();
    await settled();
    expect(happened).toEqual(['told', 'held back', 'quits again', 'closed']);
  });

  it('F8 waits a second at most for a page that says nothing', async () => {
    const { close, waitTooLong, happened } = aWindow();
    expect(longestFlushMs).toBe(1_000);
    close();
    waitTooLong();
    await settled();
    expect(happened).toEqual(['told', 'held back', 'closed']);
  });

  it('F8 tells its page once, however often somebody closes it meanwhile', async () => {
    const { close, flushed, happened } = aWindow();
    close();
    close();
    flushed();
    await settled();
    expect(happened).toEqual(['told', 'held back', 'held back', 'closed']);
  });

  it.each(['before', 'meanwhile'])('is not held back for a page that dies %s', async (when) => {
    const { close, crash, happened } = aWindow();
    if (when === 'before') crash();
    close();
    if (when === 'meanwhile') crash();
    await settled();
    expect(happened.at(-1)).toBe('closed');
  });
});
