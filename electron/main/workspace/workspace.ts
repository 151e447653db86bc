import type { AppError } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { AnswerLog } from './answer-log/answer-log.ts';
import { takeUpAnswerLog } from './answer-log/take-up.ts';
import { createCaller } from './caller.ts';
import { createNouns } from './nouns.ts';
import type { Opening } from './database.ts';
import { firstMessage } from './messages.ts';
import type { Nouns } from './requests.ts';
import { startWorkspaceThread, type WorkspacePlace, type WorkspaceThread } from './thread.ts';

/** Everything that is kept on this machine, except keys: noun by noun, asynchronous, each failure a value. */
export interface Workspace extends Nouns<AppError> {
  readonly opening: Opening;
  /** Where answers of sessions are safe before they are recorded. */
  readonly answerLog: AnswerLog;
  /** Writes out what is left and ends the thread; whatever is asked after this is a bug. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the workspace, or begins one.
 *
 * @param thread One that was started for this very place; of its own unless given.
 *
 * Fails with: `storage` (`newer-version`, `read-only`, `full`; `busy` where another process owns it). A damaged file is no failure: it is set aside,
 * and `opening.setAsidePath` says where.
 */
export async function openWorkspace(
  place: WorkspacePlace,
  thread: WorkspaceThread = startWorkspaceThread(place),
): Promise<Result<Workspace>> {
  const { worker, first } = thread;
  const state = firstMessage.parse([await first])[0];
  if (state.kind === 'failed') {
    await worker.terminate();
    return fail({ kind: 'storage', fault: state.fault });
  }
  const caller = createCaller(worker);
  const nouns = createNouns(caller.call);
  const answerLog = await takeUpAnswerLog(place.directory, nouns.sessions);
  return ok({
    ...nouns,
    opening: state.opening,
    answerLog,
    async close() {
      answerLog.close();
      await caller.close();
    },
  });
}
