import { useSyncExternalStore } from 'react';
import { createTicker } from '../../lib/ticker.ts';

/** Often enough that a second is told when it has come. */
const quarters = createTicker(() => Date.now(), 250);

/** Whole seconds until `at`, never below 0; drawn again when another second is over. */
export const useSecondsLeft = (at: string): number =>
  useSyncExternalStore(quarters.subscribe, () => secondsUntil(at, quarters.nowMs()));

export const secondsUntil = (at: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(at) - nowMs) / 1_000));
