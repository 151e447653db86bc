import type { AppError } from '#shared/app-error.ts';
import { type Patience, createPatience } from '../../changes/plans/waits.ts';
import type { Timer } from '../../connections/throttle.ts';
import type { AccountLine } from './account-line.ts';

/** The connection gave way to another one, which is there at once. */
const soonMs = 100;

export interface SavingPauses {
  /** Waits until it is worth asking for a code again, or `stop` is aborted. Fails with: what connecting fails with. */
  readonly after: (error: AppError) => Promise<AppError | null>;
  readonly goesWell: () => void;
}

/**
 * Waiting while nothing can be asked. Whether the service is there again is found out by reading the credit: a code is
 * asked for once, and is too dear for a try.
 */
export function createSavingPauses(
  line: AccountLine,
  timer: Pick<Timer, 'sleep'>,
  stop: AbortSignal,
): SavingPauses {
  const patience: Patience = createPatience();
  const sleep = (durationMs: number): Promise<unknown> =>
    timer.sleep(durationMs, stop).catch(() => undefined); // Only the stop wakes it early.

  async function untilThere(): Promise<AppError | null> {
    while (!stop.aborted) {
      await sleep(patience.nextMs());
      const read = await line.run((client) => client.readCredits({ signal: stop }), stop);
      if (!read.ok) return read.error;
      if (read.value === null || read.value.ok || !isOfTheWay(read.value.error)) return null;
    }
    return null;
  }

  return {
    async after(error) {
      if (error.kind !== 'cancelled') return untilThere();
      await sleep(soonMs);
      return null;
    },
    goesWell: patience.goesWell,
  };
}

/** That the credit may not be read is an answer like any other: the service is there. */
function isOfTheWay(error: AppError): boolean {
  if (error.kind === 'refused') return error.why === 'rate' || error.why === 'server';
  return error.kind === 'unreachable' || error.kind === 'unreadable' || error.kind === 'cancelled';
}
