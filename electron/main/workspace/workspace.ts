import type { AppError } from '#shared/app-error.ts';
import type { RestoreNotice } from '#shared/domain/restore.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { AnswerLog } from './answer-log/answer-log.ts';
import { takeUpAnswerLog } from './answer-log/take-up.ts';
import type { Opening } from './open-file.ts';
import { createNouns } from './nouns.ts';
import { type ReachedWorkspace, reachWorkspace } from './reach.ts';
import { type Nouns, requests } from './requests.ts';
import { removeNotice } from './restore-notice.ts';
import { storageFaultOf } from './storage-fault.ts';
import type { WorkspacePlace } from './thread.ts';

/** Everything that is kept on this machine, except keys: noun by noun, asynchronous, each failure a value. */
export interface Workspace extends Nouns<AppError> {
  readonly opening: Opening;
  /** That the workspace was restored, and nobody has acknowledged it yet: until then nothing that is paid is sent (F4). */
  readonly restoreNotice: () => RestoreNotice | null;
  /** A person has looked at what may have changed since. Fails with: `storage`; then it is still to be acknowledged. */
  readonly acknowledgeRestore: () => Result<null>;
  /** Where answers of sessions are safe before they are recorded. */
  readonly answerLog: AnswerLog;
  /** Writes out what is left and ends the thread; whatever is asked after this is a bug. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the workspace, or begins one; takes up what a killed process had not recorded.
 *
 * @param reaching One that is being reached already; of its own unless given.
 *
 * Fails as {@link reachWorkspace} does.
 */
export async function openWorkspace(
  place: WorkspacePlace,
  reaching: Promise<Result<ReachedWorkspace>> = reachWorkspace(place),
): Promise<Result<Workspace>> {
  const reached = await reaching;
  if (!reached.ok) return reached;
  const { opening, call, close } = reached.value;
  const nouns = createNouns(call, requests);
  const answerLog = await takeUpAnswerLog(place.directory, nouns.sessions);
  return ok({
    ...nouns,
    ...restoreOf(place.directory, opening),
    opening,
    answerLog,
    async close() {
      answerLog.close();
      await close();
    },
  });
}

/** What is said of a restore until somebody has acknowledged it. */
export function restoreOf(
  directory: string,
  opening: Opening,
): Pick<Workspace, 'restoreNotice' | 'acknowledgeRestore'> {
  let { notice } = opening;
  return {
    restoreNotice: () => notice,
    acknowledgeRestore() {
      try {
        removeNotice(directory);
      } catch (thrown) {
        const fault = storageFaultOf(thrown);
        if (fault === null) throw thrown;
        return fail({ kind: 'storage', fault });
      }
      notice = null;
      return ok(null);
    },
  };
}
