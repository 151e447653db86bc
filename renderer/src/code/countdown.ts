import { element, say } from './element.ts';

export interface CountdownDeps {
  readonly nowMs: () => number;
  /** Calls once, so much later; answers with what prevents it. */
  readonly later: (call: () => void, durationMs: number) => () => void;
  /** Whether the user asked the system for less movement: then the bar goes by whole seconds. */
  readonly isCalm: boolean;
}

/** Shows how much time is left; calls `onOver` when there is none. Main has a clock of its own, and does not wait for it. */
export function countDown(
  durationMs: number,
  onOver: () => void,
  { nowMs, later, isCalm }: CountdownDeps,
): void {
  const endMs = nowMs() + durationMs;
  const bar = element('code-progress', HTMLProgressElement);
  bar.max = durationMs;
  const tick = (): void => {
    const leftMs = Math.max(0, endMs - nowMs());
    bar.value = leftMs;
    say('code-seconds', String(Math.ceil(leftMs / 1_000)));
    if (leftMs === 0) onOver();
    else later(tick, Math.min(leftMs, isCalm ? 1_000 : 100));
  };
  tick();
}
