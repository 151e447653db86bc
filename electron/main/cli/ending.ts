import { exitCodes } from './terminal.ts';

const codes = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;
type Signal = keyof typeof codes;

/** What gives signals: the process. */
interface Signals {
  readonly on: (signal: Signal, listener: () => void) => unknown;
}

/** A signal that follows another one this closely is the same key press, passed on by npm as well. Source: @npmcli/run-script. */
const sameKeyPressMs = 500;

/**
 * Aborts at the first signal, for its exit code. A second one ends the process at once: everything that was found is kept.
 */
export function endingBy(signals: Signals, nowMs: () => number, exit: (code: number) => void): AbortSignal {
  const ending = new AbortController();
  let firstAtMs = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    signals.on(signal, () => {
      if (!ending.signal.aborted) {
        firstAtMs = nowMs();
        ending.abort(codes[signal]);
      } else if (nowMs() - firstAtMs > sameKeyPressMs) {
        exit(codes[signal]);
      }
    });
  }
  return ending.signal;
}
