import { powerMonitor } from 'electron';

/** Why nobody is at the machine any more. */
export type Away = 'locked' | 'suspended' | 'idle';

/** Calls `listener` whenever the user goes away; answers with the function that ends the watching. */
export type WatchAway = (listener: (why: Away) => void) => () => void;

/** How long nobody touches keyboard or mouse before it counts as being away. */
const idleSeconds = 15 * 60;
const lookEveryMs = 30_000;

/** Screen lock, suspend and idleness, as the system tells them. After the application is ready. */
export const watchAway: WatchAway = (listener) => {
  const onLock = (): void => listener('locked');
  const onSuspend = (): void => listener('suspended');
  let wasIdle = false;
  const idleWatch = setInterval(() => {
    const isIdle = powerMonitor.getSystemIdleTime() >= idleSeconds;
    if (isIdle && !wasIdle) listener('idle');
    wasIdle = isIdle;
  }, lookEveryMs);
  powerMonitor.on('lock-screen', onLock);
  powerMonitor.on('suspend', onSuspend);
  return () => {
    clearInterval(idleWatch);
    powerMonitor.off('lock-screen', onLock);
    powerMonitor.off('suspend', onSuspend);
  };
};

/** Calls `listener` when the user, and with them the network or the keychain, may be back. After the application is ready. */
export function watchBack(listener: () => void): void {
  powerMonitor.on('resume', listener);
  powerMonitor.on('unlock-screen', listener);
}
