/** Why the user is considered away. */
export type Away = 'locked' | 'suspended' | 'idle';

/** The part of Electron's `powerMonitor` that tells whether the user is away. */
export interface Power {
  readonly getSystemIdleTime: () => number;
  on(event: 'lock-screen' | 'suspend', listener: () => void): unknown;
  off(event: 'lock-screen' | 'suspend', listener: () => void): unknown;
}

/**
 * Calls `listener` whenever the user goes away; returns a function that stops watching.
 *
 * @param idleSeconds Time without keyboard or mouse input until the user is considered away. Asked anew each time.
 */
export type WatchAway = (listener: (why: Away) => void, idleSeconds?: () => number) => () => void;

const standardIdleSeconds = 15 * 60;
const longestRestSeconds = 30;

/** Watches for screen lock, suspend and idleness. Idleness is noticed within a second, and each one once. */
export const watchAwayOf =
  (power: Power): WatchAway =>
  (listener, idleSeconds = () => standardIdleSeconds) => {
    const onLock = (): void => listener('locked');
    const onSuspend = (): void => listener('suspended');
    let wasIdle = false;
    let timer: ReturnType<typeof setTimeout>;

    function scheduleCheck(left: number): void {
      const seconds = left > 0 ? Math.min(left, longestRestSeconds) : longestRestSeconds;
      timer = setTimeout(check, Math.max(1, seconds) * 1_000);
    }

    function check(): void {
      const left = idleSeconds() - power.getSystemIdleTime();
      const isIdle = left <= 0;
      scheduleCheck(left);
      if (isIdle && !wasIdle) listener('idle');
      wasIdle = isIdle;
    }

    scheduleCheck(longestRestSeconds);
    power.on('lock-screen', onLock);
    power.on('suspend', onSuspend);
    return () => {
      clearTimeout(timer);
      power.off('lock-screen', onLock);
      power.off('suspend', onSuspend);
    };
  };
