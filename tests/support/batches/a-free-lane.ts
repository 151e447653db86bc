import type { AccountThrottle } from '../../../electron/main/connections/throttle.ts';

/** A throttle's lane in which every place is always free. */
export const aFreeLane: AccountThrottle['lane'] = (start) => ({
  wake() {
    while (start(() => undefined));
  },
  close: () => undefined,
});
