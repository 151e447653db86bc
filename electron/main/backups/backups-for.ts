import type { Logger } from '../log/logger.ts';
import { createJobThread } from '../threads/job-thread.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Backups } from './backups.ts';
import { type BackupsDeps, createBackups } from './create-backups.ts';

/** What the services are made of, as far as backups need it. */
interface Surroundings {
  readonly workspace: Workspace;
  readonly workspaceDirectory: string;
  readonly backupReaderUrl: URL;
  readonly log: Logger;
  readonly timer: Pick<BackupsDeps, 'sleep' | 'nowMs'>;
  readonly now: () => Date;
}

/** The backups of the workspace that the services stand on. */
export const backupsFor = (
  { workspace, workspaceDirectory: directory, backupReaderUrl, log, timer, now }: Surroundings,
  obstacles: BackupsDeps['obstacles'],
): Backups =>
  createBackups({
    workspace,
    directory,
    reader: createJobThread({ workerUrl: backupReaderUrl }),
    obstacles,
    sleep: timer.sleep,
    nowMs: timer.nowMs,
    now,
    note: log.note,
    onBug: (thrown) => void log.bug(thrown),
  });
