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

export interface FlushDeps {
  readonly window: ClosingWindow;
  /** Tells the page that the window is about to close. */
  readonly tell: () => void;
  readonly sleep: (durationMs: number) => Promise<void>;
  /** Quits once more: where the application was quitting, holding the window back has ended that. */
  readonly quit: () => void;
}

export interface Flushing {
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
