import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { StorageFault } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';
import { readMarker } from './backups/restore-marker.ts';
import { isEmpty } from './lost-file.ts';
import { failWith, openFile, type OpenDatabase } from './open-file.ts';

/**
 * The workspace's file where that is all there is to do, as at nearly every start.
 *
 * @returns Null where a backup is to be restored, or the file is damaged or not there: then nothing was done, and
 *   `openDatabase`, which is not loaded for this, has to do all of it.
 */
export function openAsItLies(
  directory: string,
  migrations: readonly string[],
  now: () => Date,
): Result<OpenDatabase, StorageFault> | null {
  const path = join(directory, 'workspace.sqlite');
  try {
    if (readMarker(directory) !== null || isEmpty(path)) return null;
    chmodSync(directory, 0o700);
    const opened = openFile(path, migrations, now);
    return opened.ok || opened.error !== 'damaged' ? opened : null;
  } catch (thrown) {
    return failWith(thrown);
  }
}
