// Loaded before the window opens: it imports no schema.

/** The settings of the lock. */
interface LockSettings {
  readonly appLock: boolean;
  /** Time without keyboard or mouse input. */
  readonly appLockAfterMin: number;
}

/** The lock of the application. Main holds it; the page shows it. */
export interface AppLock {
  readonly isLocked: () => boolean;
  /** Whether the page's request `name` (`area.method`) is refused now. */
  readonly refuses: (name: string) => boolean;
  /**
   * Takes the settings when the workspace has been opened: with the lock on, the application starts locked. Null where
   * there is no workspace to protect. Settings that could not be read open nothing: what was known before holds, or else
   * the application is locked. Until then everything is refused.
   */
  readonly begin: (settings: LockSettings | 'unreadable' | null) => void;
  /** Takes changed settings. They take effect from now on: turning the lock on does not lock. */
  readonly follow: (settings: LockSettings) => void;
  /** Locks, where the lock is on. */
  readonly lock: () => void;
  /** The caller has made sure that the user may unlock. */
  readonly unlock: () => void;
  /** Time without input until the application is locked; Infinity while the lock is off. */
  readonly idleSeconds: () => number;
  readonly onChange: (listener: (isLocked: boolean) => void) => void;
}

/**
 * What the page may request while the application is locked; everything else is refused, a new request too. None of
 * these reads or changes the workspace. `app.flushed`: quitting is possible. `app.reportBug`: main stores no text of it.
 */
export const whileLocked: ReadonlySet<string> = new Set([
  'appLock.read',
  'appLock.lock',
  'appLock.unlock',
  'app.flushed',
  'app.reportBug',
]);

export function createAppLock(): AppLock {
  let settings: LockSettings | null = null;
  let isLocked = true;
  const listeners = new Set<(isLocked: boolean) => void>();

  function become(locked: boolean): void {
    if (isLocked === locked) return;
    isLocked = locked;
    for (const listener of listeners) listener(locked);
  }

  return {
    isLocked: () => isLocked,
    refuses: (name) => isLocked && !whileLocked.has(name),
    begin(read) {
      if (read === 'unreadable') settings ??= { appLock: true, appLockAfterMin: 10 };
      else {
        settings = read;
        become(read?.appLock === true);
      }
    },
    follow: (changed) => (settings = changed),
    lock() {
      if (settings?.appLock === true) become(true);
    },
    unlock: () => become(false),
    idleSeconds: () => (settings?.appLock === true ? settings.appLockAfterMin * 60 : Infinity),
    onChange: (listener) => void listeners.add(listener),
  };
}
