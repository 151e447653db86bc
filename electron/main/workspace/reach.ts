import type { AppError } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { type Call, createCaller } from './caller.ts';
import type { Opening } from './open-file.ts';
import { firstRequests } from './first-requests.ts';
import { firstMessage } from './messages.ts';
import type { NounsOf } from './nouns-of.ts';
import { createNouns } from './nouns.ts';
import { startWorkspaceThread, type WorkspacePlace, type WorkspaceThread } from './thread.ts';

/** What every start asks first. */
export type FirstNouns = NounsOf<typeof firstRequests, AppError>;

/** A workspace whose thread has opened the file. It knows few requests, so that a start has it soon. */
export interface ReachedWorkspace {
  readonly opening: Opening;
  readonly first: FirstNouns;
  readonly call: Call;
  /** Ends the thread when it has done what was asked of it. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the workspace's file, or begins one.
 *
 * @param thread One that was started for this very place; of its own unless given.
 *
 * Fails with: `storage` (`newer-version`, `read-only`, `full`; `busy` where another process owns it). A damaged file is no failure: it is set aside,
 * and `opening.notice` says so.
 */
export async function reachWorkspace(
  place: WorkspacePlace,
  thread: WorkspaceThread = startWorkspaceThread(place),
): Promise<Result<ReachedWorkspace>> {
  const { worker, first } = thread;
  const state = firstMessage.parse([await first])[0];
  if (state.kind === 'failed') {
    await worker.terminate();
    return fail({ kind: 'storage', fault: state.fault });
  }
  const { call, close } = createCaller(worker);
  return ok({ opening: state.opening, first: createNouns(call, firstRequests), call, close });
}
