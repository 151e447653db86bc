import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import type { About } from '../diagnostics/create-diagnostics.ts';
import type { InWindow } from './in-window.ts';
import type { ActionTable } from '../action.ts';
import { actions } from '../actions.ts';
import type { GuardedRequest } from '../ipc/guard.ts';

/** Finds what answers an action. */
export function handlersOver(
  on: InWindow,
): (area: string, method: string) => GuardedRequest['handler'] | undefined {
  const table: ActionTable = actions;
  return (area, method) => {
    const asked = table[area]?.[method];
    return asked && ((input) => asked.run(on, input));
  };
}

/**
 * Handlers that answer with the reason why the workspace could not be opened. Only `app.about` still works, because it
 * shows the path of the workspace to the user who has to fix it.
 */
export const handlersWithoutWorkspace =
  (error: AppError, about: About) =>
  (area: string, method: string): GuardedRequest['handler'] =>
  () =>
    area === 'app' && method === 'about' ? ok(about) : fail(error);

/** The result of one attempt to open something that only one process can have open. */
export interface Attempt<T> {
  readonly opened: T;
  /** Another process has it open: retry. */
  readonly isBusy: boolean;
}

interface RetriedWhileLocked<T> {
  /** The result of the last attempt. */
  readonly current: () => Promise<T>;
  /** Stops retrying; resolves when a running attempt has ended. */
  readonly stop: () => Promise<T>;
}

interface RetryWhileLockedDeps<T> {
  readonly open: () => Promise<Attempt<T>>;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  /** Called when a retry has succeeded after the first attempt had failed. */
  readonly onFreed: () => void;
  readonly onBug: (thrown: unknown) => void;
}

const betweenTriesMs = 1_000;

/** Opens at once; while another process has it open, retries until that has ended. */
export function retryWhileLocked<T>(deps: RetryWhileLockedDeps<T>): RetriedWhileLocked<T> {
  const stopped = new AbortController();
  let attempt = deps.open();

  async function waitUntilFree(): Promise<void> {
    if (!(await attempt).isBusy) return;
    while (!stopped.signal.aborted) {
      await deps.sleep(betweenTriesMs, stopped.signal);
      const next = await deps.open();
      attempt = Promise.resolve(next);
      if (next.isBusy) continue;
      deps.onFreed();
      return;
    }
  }

  const waiting = waitUntilFree().catch((thrown: unknown) => {
    if (!stopped.signal.aborted) deps.onBug(thrown);
  });

  return {
    current: async () => (await attempt).opened,
    async stop() {
      stopped.abort();
      await waiting;
      return (await attempt).opened;
    },
  };
}
