import type { PracticeService } from '../../../electron/main/practice/service.ts';
import { asked, repeatsIn } from '../asked.ts';
import type { Moment } from './moments.ts';
import type { RunnerInput } from './runner-input.ts';
import { type WatchedRun, watchRun } from './watched-run.ts';

/** What the runs of one look-up have come to. */
export interface Ledger {
  readonly kills: Readonly<Record<Moment['kind'], number>>;
  /** Different cells that were reported in all. */
  readonly reported: number;
  /** Reported findings that a later run did not have, or had otherwise. */
  readonly lost: number;
  readonly explainedRepeats: number;
  readonly repeatsWithinARun: number;
  readonly longestRestartMs: number;
  /** The code of each cell, as the last run had it in the end. */
  readonly codes: Uint8Array;
}

/** Runs a look-up with a kill at each of the moments, and once more to its end; keeps the books. */
export async function keepBooks(
  input: RunnerInput,
  moments: readonly Moment[],
  service: PracticeService,
): Promise<Ledger> {
  const kills = { 'after-start': 0, 'after-requests': 0, 'at-report': 0, finished: 0 };
  const reported = new Map<number, number>();
  const lost = new Set<number>();
  let [explainedRepeats, repeatsWithinARun, longestRestartMs] = [0, 0, 0];
  let codes = new Uint8Array(input.names.length * input.tlds.length);

  for (const moment of [...moments, null]) {
    const before = service.requests().length;
    const run = await watchRun(input, moment, service.requestCount);
    await arrival(service);
    const requests = service.requests().slice(before);
    repeatsWithinARun += repeatsIn(asked({ requests: () => requests }));
    if (run.wasKilled && moment !== null) {
      kills[moment.kind] += 1;
      explainedRepeats += Math.min(input.concurrency, requests.length);
    }
    longestRestartMs = Math.max(longestRestartMs, run.openedAfterMs ?? 0);
    for (const cell of missing(reported, run)) lost.add(cell);
    if (run.opened !== null) codes = Uint8Array.from(run.opened);
    for (const [cell, code] of run.reported) {
      reported.set(cell, code);
      codes[cell] = code;
    }
  }
  return {
    kills,
    reported: reported.size,
    lost: lost.size,
    explainedRepeats,
    repeatsWithinARun,
    longestRestartMs,
    codes,
  };
}

/** The reported cells that are not as they were reported when the session is opened again. */
function missing(reported: ReadonlyMap<number, number>, { opened }: WatchedRun): readonly number[] {
  if (opened === null) return [];
  return [...reported].flatMap(([cell, code]) => (opened[cell] === code ? [] : [cell]));
}

/** What a killed process has sent may still be read by the service: waits until nothing more comes. */
async function arrival(service: PracticeService): Promise<void> {
  for (let seen = -1; seen !== service.requestCount();) {
    seen = service.requestCount();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
