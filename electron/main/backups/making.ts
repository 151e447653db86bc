import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupReason } from '#shared/domain/backup.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { renameDurably, syncFile } from '../files/durable.ts';
import type { JobThread } from '../threads/job-thread.ts';
import { backupName } from '../workspace/backups/backup-names.ts';
import { listBackups, noteLooked } from '../workspace/backups/catalogue.ts';
import type { readThrough } from '../workspace/backups/read-through.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { beginFile, hasRoom, removeBackup } from './backup-files.ts';
import { outlived } from './rotation.ts';

export interface MakingDeps {
  readonly workspace: Pick<Workspace, 'copies'>;
  /** Of the workspace. */
  readonly directory: string;
  /** Reads the copy at a path through. */
  readonly reader: JobThread<typeof readThrough>;
  readonly now: () => Date;
}

/**
 * Copies the workspace, reads the copy through, and only then gives it a backup's name; those that had their day go.
 *
 * @returns Its name.
 * Fails with: `storage` (`full` before anything is written; `damaged` where the copy is, because the workspace is),
 * `cancelled`. Throws what the disk throws.
 */
export async function makeBackup(
  { workspace, directory, reader, now }: MakingDeps,
  folder: string,
  reason: BackupReason,
): Promise<Result<string>> {
  const name = backupName(now(), reason);
  const path = beginFile(folder, name);
  try {
    if (!(await hasRoom(directory, folder))) return fail({ kind: 'storage', fault: 'full' });
    const copied = await workspace.copies.make({ path });
    if (!copied.ok) return copied;
    if (copied.value.pages === null) return fail({ kind: 'cancelled' });
    const found = await reader.run(path);
    if (!found.ok) return found;
    if (!found.value.isGood) return fail({ kind: 'storage', fault: 'damaged' });
    syncFile(path);
    renameDurably(path, join(folder, name));
    noteLooked(folder, name, found.value);
  } finally {
    rmSync(path, { force: true });
  }
  for (const old of outlived(listBackups(folder))) removeBackup(folder, old.name);
  return ok(name);
}
