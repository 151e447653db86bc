import { readFileSync, writeFileSync } from 'node:fs';

/** A rectangle of the desktop, in device-independent pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const smallestWindow = { width: 1024, height: 640 } as const;
const firstSize = { width: 1280, height: 800 } as const;

/** Has the runtime keep the window's bounds and whether it was maximised, since 44; ours lie beneath (`platform/newer-runtime.ts`). */
export const keptByRuntime = { name: 'main', windowStatePersistence: true } as const;

/** How much of the title bar must be on a screen, so that the window can be moved. */
const gripPx = 100;

/**
 * The bounds to open the window with: the remembered ones, unless that screen is gone; else only the default size, at a
 * position chosen by the system.
 *
 * @param screens The work areas of the currently connected screens.
 */
export function openingBounds(remembered: Bounds | null, screens: readonly Bounds[]): Partial<Bounds> {
  if (remembered === null) return firstSize;
  const size = {
    width: Math.max(remembered.width, smallestWindow.width),
    height: Math.max(remembered.height, smallestWindow.height),
  };
  const reachable = screens.some((screen) => canBeGripped(remembered, screen));
  return reachable ? { x: remembered.x, y: remembered.y, ...size } : size;
}

function canBeGripped(window: Bounds, screen: Bounds): boolean {
  const left = Math.max(window.x, screen.x);
  const right = Math.min(window.x + window.width, screen.x + screen.width);
  return right - left >= gripPx && window.y >= screen.y && window.y <= screen.y + screen.height - gripPx;
}

interface KeptBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Parsed by hand, because it is read before the window opens: a schema would first load its whole library. */
function boundsIn(text: string): KeptBounds | null {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return null;
  // The fields of an unknown object; each is checked below.
  const { x, y, width, height } = kept as Readonly<Partial<Record<keyof KeptBounds, unknown>>>;
  if (!isWhole(x) || !isWhole(y) || !isWhole(width) || !isWhole(height)) return null;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** Stores the window's bounds in a separate file, which may be missing, outdated or corrupt at any time. */
export const createBoundsFile = (path: string) => ({
  read(): KeptBounds | null {
    try {
      return boundsIn(readFileSync(path, 'utf8'));
    } catch {
      return null; // Then the window opens with the default bounds.
    }
  },
  write(now: KeptBounds): void {
    try {
      writeFileSync(path, JSON.stringify(now), { mode: 0o600 });
    } catch {
      return; // A full disk must not prevent a window from closing.
    }
  },
});

/** The part of Electron's `BrowserWindow` that is used. */
export interface ClosingWindow {
  readonly on: (
    event: 'close',
    listener: (event: { readonly preventDefault: () => void }) => void,
  ) => unknown;
  readonly close: () => void;
  readonly isDestroyed: () => boolean;
  readonly webContents: {
    readonly isCrashed: () => boolean;
    readonly once: (event: 'render-process-gone', listener: () => void) => unknown;
  };
}

interface FlushDeps {
  readonly window: ClosingWindow;
  /** Tells the page that the window is about to close. */
  readonly tell: () => void;
  readonly sleep: (durationMs: number) => Promise<void>;
  /** Quits again: if the application was quitting, the prevented close has cancelled that. */
  readonly quit: () => void;
}

/** A responsive page takes some milliseconds; one that hangs delays the close by this at most. */
export const longestFlushMs = 1_000;

/** Delays the first close of the window until its page has handed over unsaved input (F8), by a second at most. */
export function flushBeforeClose({ window, tell, sleep, quit }: FlushDeps) {
  let state: 'open' | 'flushing' | 'flushed' = 'open';
  let isQuitting = false;
  const answer = Promise.withResolvers<null>();

  async function flush(): Promise<void> {
    const gone = Promise.withResolvers<null>();
    window.webContents.once('render-process-gone', () => gone.resolve(null));
    tell();
    await Promise.race([answer.promise, gone.promise, sleep(longestFlushMs)]);
    state = 'flushed';
    if (isQuitting) quit();
    else if (!window.isDestroyed()) window.close();
  }

  window.on('close', (event) => {
    if (state === 'flushed' || window.webContents.isCrashed()) return;
    event.preventDefault();
    if (state === 'flushing') return;
    state = 'flushing';
    void flush();
  });

  return {
    /** Call when the application is quitting, not only its window closing. */
    quitting: () => {
      isQuitting = true;
    },
    /** Call when the page has handed over all unsaved input. */
    flushed: () => answer.resolve(null),
  };
}

/**
 * The colour of a window before its first paint, so that it does not flash white in the dark scheme. Equals the page's
 * `surface` in either scheme; a test compares the two.
 */
export const windowBackground = (dark: boolean): string => (dark ? '#15191e' : '#ffffff');

/** The part of Electron's `BrowserWindow` that shows it. */
export interface ShownWindow {
  readonly once: (event: 'ready-to-show', listener: () => void) => unknown;
  readonly isMinimized: () => boolean;
  readonly isVisible: () => boolean;
  readonly minimize: () => void;
  readonly restore: () => void;
  readonly show: () => void;
  readonly focus: () => void;
}

/** Shows the window once there is something to see; minimised, it is in the taskbar and takes no focus. */
export function showOnceReady(window: ShownWindow, isMinimized: boolean): void {
  window.once('ready-to-show', () => {
    if (isMinimized && !window.isVisible()) window.minimize();
    else window.show();
  });
}

/** Shows the window to a person who asked for it. */
export function bringForward(window: ShownWindow): void {
  if (window.isMinimized()) window.restore();
  // Opened minimised, it may never have been shown.
  if (!window.isVisible()) window.show();
  window.focus();
}
