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

/** How much of the title bar must be on a screen, so that the window can be got hold of. */
const gripPx = 100;

/**
 * Where the window opens: where it was, unless that screen is gone; then at its first size, wherever the system puts it.
 *
 * @param screens The work areas of the screens that are there now.
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

/** Read before the window opens, and so by hand: a schema would have its whole library loaded first. */
function boundsIn(text: string): KeptBounds | null {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== 'object' || kept === null) return null;
  // The fields of an unknown object, each of which is looked at below.
  const { x, y, width, height } = kept as Readonly<Partial<Record<keyof KeptBounds, unknown>>>;
  if (!isWhole(x) || !isWhole(y) || !isWhole(width) || !isWhole(height)) return null;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** Keeps where the window was in a file of its own, which may be missing, stale or spoilt at any time. */
export const createBoundsFile = (path: string) => ({
  read(): KeptBounds | null {
    try {
      return boundsIn(readFileSync(path, 'utf8'));
    } catch {
      return null; // the window opens where a first one would
    }
  },
  write(now: KeptBounds): void {
    try {
      writeFileSync(path, JSON.stringify(now), { mode: 0o600 });
    } catch {
      return; // a full disk does not keep a window from closing
    }
  },
});

/** What of a window is needed; Electron's `BrowserWindow` has it. */
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
  /** Quits once more: where the application was quitting, holding the window back has ended that. */
  readonly quit: () => void;
}

interface Flushing {
  /** The application is quitting, and not its window alone closing. */
  readonly quitting: () => void;
  /** The page has handed over everything that was typed. */
  readonly flushed: () => void;
}

/** A page that answers takes some milliseconds; one that hangs holds nobody up for longer than this. */
export const longestFlushMs = 1_000;

/**
 * Holds the window back at its first closing until its page has handed over what was typed and is not kept yet (F8), for
 * a second at most.
 */
export function flushBeforeClose({ window, tell, sleep, quit }: FlushDeps): Flushing {
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
    quitting() {
      isQuitting = true;
    },
    flushed: () => answer.resolve(null),
  };
}

/**
 * The colour of a window before its page is drawn, so that none flashes white in the dark. The page's `surface`, in either
 * scheme; a test holds the two together.
 */
export const windowBackground = (dark: boolean): string => (dark ? '#15191e' : '#ffffff');
