/** The settings of the lock. */
interface LockSettings {
  readonly appLock: boolean;
  /** Time without keyboard or mouse input. */
  readonly appLockAfterMin: number;
}

/** The lock of the application. Main holds it; the page shows it. While it is locked, every request is refused but those marked `whileLocked`. */
export interface AppLock {
  readonly isLocked: () => boolean;
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
