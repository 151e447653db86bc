// Commands are loaded before they are run, so that no loading takes time beside the virtual clock.
import { capturedTerminal } from '../../../electron/main/cli/commands/mcp.ts';
import '../../../electron/main/cli/commands/batch.ts';
import { hostOver } from '../../../electron/main/cli/host.ts';
import { runCommandLine } from '../../../electron/main/cli/run.ts';
import type { Services } from '../../../electron/main/services/services.ts';
import type { Timer } from '../../../electron/main/system/timing.ts';
import type { Batch, BatchRow } from '../../../shared/domain/batch.ts';
import type { Result } from '../../../shared/result.ts';

/** What a command came to. */
export interface Ended {
  readonly code: number;
  readonly shown: string;
  readonly said: string;
}

/** What the model hears of a command while it runs. */
export interface Watching {
  /** A batch was made. */
  readonly onMade: (batch: Batch) => void;
  /** One is read again for a new review. */
  readonly onReading: (id: string) => void;
  /** One was applied. @param before As it was right before. */
  readonly onApplied: (before: Batch) => void;
  /** Something was sent to the command's terminal: the batch and the rows that a review is printed from. */
  readonly onReviewed: (batch: Batch, rows: readonly BatchRow[]) => void;
}

/** Command lines of other processes, which the process that has the workspace runs for them. */
export interface Commands {
  /** @param ending Aborted when somebody presses Ctrl-C. */
  readonly run: (
    args: readonly string[],
    input: string,
    watching: Watching,
    ending: AbortSignal,
  ) => Promise<Ended>;
  readonly isBusy: () => boolean;
  /** Ends those that run, and waits for them. */
  readonly close: () => Promise<void>;
}

const [firstCheckMs, longestCheckMs] = [250, 4_000];

export function commandsOver(services: Services, timer: Timer, bug: (thrown: unknown) => string): Commands {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  let starting = 0;
  return {
    async run(args, input, watching, ending) {
      // Nobody takes it any more.
      if (closing.signal.aborted) return await new Promise<never>(() => undefined);
      const signal = AbortSignal.any([ending, closing.signal]);
      const watched = { ...services, batches: watchedBatches(services.batches, timer, signal, watching) };
      const terminal = capturedTerminal({ cwd: '/', calledAs: 'namedesk' }, signal, input);
      const host = hostOver(watched, bug);
      let hasStarted = false;
      const started = (): void => {
        if (!hasStarted) starting -= 1;
        hasStarted = true;
      };
      starting += 1;
      const hostFor: typeof host = (directory) => {
        const one = host(directory);
        return {
          ...one,
          withServices(call) {
            started();
            return one.withServices(call);
          },
        };
      };
      const work = runCommandLine(args, terminal, hostFor).finally(started);
      running.add(work);
      try {
        return { code: await work, shown: terminal.shown(), said: terminal.said() };
      } finally {
        running.delete(work);
      }
    },
    isBusy: () => starting > 0,
    async close() {
      closing.abort('owner-ends');
      await Promise.allSettled(running);
    },
  };
}

/**
 * A command asks for its batch again and again until that is read, or has been applied, by the clock of the machine. Here the
 * answer comes when that is so, by the virtual clock.
 */
function watchedBatches(
  batches: Services['batches'],
  timer: Timer,
  ending: AbortSignal,
  { onMade, onReading, onApplied, onReviewed }: Watching,
): Services['batches'] {
  let isFollowed = false;
  let found: Batch | null = null;

  async function find(id: string): Promise<Result<Batch>> {
    for (let pauseMs = firstCheckMs; ; pauseMs = Math.min(longestCheckMs, pauseMs * 2)) {
      const now = await batches.find(id);
      if (!now.ok) return now;
      found = now.value;
      const { state, waitingFor } = now.value;
      const isUnderWay = state === 'reading' || state === 'running';
      if (!isFollowed || !isUnderWay || waitingFor !== null || ending.aborted) return now;
      await timer.sleep(pauseMs, ending).catch(() => undefined); // Seen above.
    }
  }

  /** What makes a batch, or reads it again. */
  function begun(made: Result<Batch>, isNew: boolean): Result<Batch> {
    if (!made.ok) return made;
    isFollowed = true;
    if (isNew) onMade(made.value);
    if (made.value.state === 'reading') onReading(made.value.id);
    return made;
  }

  return {
    ...batches,
    find,
    async rows(id, asked) {
      const rows = await batches.rows(id, asked);
      if (rows.ok && found?.id === id) onReviewed(found, rows.value.rows);
      return rows;
    },
    prepare: async (...asked) => begun(await batches.prepare(...asked), true),
    putBack: async (of) => begun(await batches.putBack(of), true),
    readAgain: async (id) => begun(await batches.readAgain(id), false),
    resume: async (...asked) => begun(await batches.resume(...asked), false),
    async apply(id, digest, typedCount, goesOn, typedLimit) {
      const before = await batches.find(id);
      const applied = await batches.apply(id, digest, typedCount, goesOn, typedLimit);
      isFollowed ||= applied.ok;
      if (applied.ok && before.ok) onApplied(before.value);
      return applied;
    },
  };
}
