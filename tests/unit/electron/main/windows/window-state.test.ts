import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bringForward,
  type ClosingWindow,
  createBoundsFile,
  flushBeforeClose,
  longestFlushMs,
  openingBounds,
  showOnceReady,
  windowBackground,
} from '../../../../../electron/main/windows/window-state.ts';
import { accountColourValues, palettes } from '../../../../../renderer/src/theme.ts';

describe('bounds', () => {
  const screen = { x: 0, y: 25, width: 1920, height: 1055 };
  const second = { x: 1920, y: 0, width: 1280, height: 1024 };
  const remembered = { x: 100, y: 80, width: 1400, height: 900 };

  it('opens at its first size when nothing is remembered, wherever the system puts it', () => {
    expect(openingBounds(null, [screen])).toEqual({ width: 1280, height: 800 });
  });

  it('opens where it was', () => {
    expect(openingBounds(remembered, [screen])).toEqual(remembered);
  });

  it('is never smaller than it may be', () => {
    expect(openingBounds({ ...remembered, width: 10, height: 10 }, [screen])).toMatchObject({
      width: 1024,
      height: 640,
    });
  });

  it.each([
    ['its screen is gone', { ...remembered, x: 2_000 }, [screen]],
    ['it hangs out on the left', { ...remembered, x: -1_350 }, [screen]],
    ['its title bar is above the screen', { ...remembered, y: 0 }, [screen]],
    ['its title bar is below the screen', { ...remembered, y: 1_060 }, [screen]],
    ['there is no screen', remembered, []],
  ])('keeps its size and leaves the place to the system when %s', (_case, bounds, screens) => {
    expect(openingBounds(bounds, screens)).toEqual({ width: 1400, height: 900 });
  });

  it('opens on the second screen while that is there', () => {
    const there = { ...remembered, x: 2_000 };
    expect(openingBounds(there, [screen, second])).toEqual(there);
  });
});

describe('bounds file', () => {
  let folder = '';
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'bounds-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = (): string => join(folder, 'window.json');

  it('finds the window where it was', () => {
    createBoundsFile(file()).write({ x: -20, y: 0, width: 1_200, height: 800 });
    expect(createBoundsFile(file()).read()).toEqual({ x: -20, y: 0, width: 1_200, height: 800 });
  });

  it.each([
    ['no JSON', '{"x":'],
    ['null', 'null'],
    ['a list', '[1, 2, 3, 4]'],
    ['a number', '7'],
    ['a field that is missing', '{"x":0,"y":0,"width":800}'],
    ['a text in place of a number', '{"x":"0","y":0,"width":800,"height":600}'],
    ['half a point', '{"x":0.5,"y":0,"width":800,"height":600}'],
    ['no width', '{"x":0,"y":0,"width":0,"height":600}'],
    ['a height below nothing', '{"x":0,"y":0,"width":800,"height":-1}'],
  ])('takes a file that holds %s for none', (_case, text) => {
    writeFileSync(file(), text);
    expect(createBoundsFile(file()).read()).toBeNull();
  });

  it('takes a file that is missing for none', () => {
    expect(createBoundsFile(file()).read()).toBeNull();
  });
});

describe('F8 the window', () => {
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

describe('look', () => {
  it('opens a window in the colour of its page, in either scheme', () => {
    expect([windowBackground(false), windowBackground(true)]).toEqual([
      palettes.light.surface,
      palettes.dark.surface,
    ]);
  });

  const stylesOf = (path: string): string =>
    readFileSync(new URL(`../../../../../renderer/src/${path}`, import.meta.url), 'utf8');

  const camel = (name: string): string =>
    name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

  /** The custom properties of a style sheet that are colours. */
  const coloursIn = (text: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [
        camel(name),
        value,
      ]),
    );

  describe('the pages without a framework', () => {
    const [light = '', dark = ''] = stylesOf('styles/small-page.css').split('prefers-color-scheme: dark');

    it.each([
      ['light', coloursIn(light), palettes.light],
      ['dark', coloursIn(dark), palettes.dark],
    ] as const)('take their colours from the theme (%s)', (_scheme, own, palette) => {
      expect(Object.keys(own).length).toBeGreaterThanOrEqual(8);
      expect(palette).toMatchObject(own);
    });

    it('know the colour of every account', () => {
      const styles = stylesOf('code/code.css');
      for (const [name, value] of Object.entries(accountColourValues)) {
        expect(styles).toContain(`--account-${name}: ${value};`);
      }
    });
  });
});

describe('a window', () => {
  /** One that nobody has seen yet. */
  function aHiddenWindow() {
    let ready: () => void = () => undefined;
    let [isVisible, isMinimized] = [false, false];
    const calls: string[] = [];
    const seen = (call: string, visible: boolean, minimized: boolean) => () => {
      calls.push(call);
      [isVisible, isMinimized] = [visible, minimized];
    };
    return {
      calls,
      paint: () => ready(),
      once: (_event: 'ready-to-show', listener: () => void) => (ready = listener),
      isVisible: () => isVisible,
      isMinimized: () => isMinimized,
      minimize: seen('minimize', false, true),
      restore: seen('restore', true, false),
      show: seen('show', true, false),
      focus: () => calls.push('focus'),
    };
  }

  it.each([
    ['is shown once it is painted', false, 'show'],
    ['is minimised once it is painted, where nobody has asked for it', true, 'minimize'],
  ] as const)('%s', (_name, isMinimized, call) => {
    const window = aHiddenWindow();
    showOnceReady(window, isMinimized);
    expect(window.calls).toEqual([]);
    window.paint();
    expect(window.calls).toEqual([call]);
  });

  it('is not minimised where a person has asked for it before it was painted', () => {
    const window = aHiddenWindow();
    showOnceReady(window, true);
    bringForward(window);
    window.paint();
    expect(window.calls).toEqual(['show', 'focus', 'show']);
  });

  it('that was opened minimised is restored for a person who asks for it', () => {
    const window = aHiddenWindow();
    showOnceReady(window, true);
    window.paint();
    bringForward(window);
    expect(window.calls).toEqual(['minimize', 'restore', 'focus']);
  });
});
