import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StorageFault } from '#shared/app-error.ts';
import type { Result } from '#shared/result.ts';
import { findGood } from './backups/find-good.ts';
import { freeInstant, putBackAsMarked } from './backups/put-back.ts';
import { writeMarker } from './backups/restore-marker.ts';
import { isEmpty, isTorn, wasBegun } from './lost-file.ts';
import { failWith, openFile, type OpenDatabase } from './open-file.ts';

/**
 * The workspace's file, sound and of the newest version. A backup that was asked for takes its place first. A damaged file
 * is set aside, and the newest good backup takes its place, or a new one where there is none; what its journal still tells
 * is carried over.
 *
 * @param directory The workspace's own; it and its files are made readable by their owner alone (D9).
 *
 * Fails with: `newer-version` (the file is left untouched), `read-only`, `full`, `busy`.
 */
export function openDatabase(
  directory: string,
  migrations: readonly string[],
  now: () => Date,
): Result<OpenDatabase, StorageFault> {
  const path = join(directory, 'workspace.sqlite');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
    putBackAsMarked(directory, migrations);
    if (!isLost(path, directory, migrations.length)) {
      const first = openFile(path, migrations, now);
      if (first.ok || first.error !== 'damaged') return first;
    }
    putAnotherInPlace(directory, migrations, now);
    return openFile(path, migrations, now);
  } catch (thrown) {
    return failWith(thrown);
  }
}

/** Whether what was there has gone: SQLite would begin a new file in its place without a word. */
const isLost = (path: string, directory: string, mostVersion: number): boolean =>
  isTorn(path) || (isEmpty(path) && (wasBegun(path) || findGood(directory, mostVersion) !== null));

/** The newest good backup, or a new file, in the place of one that is damaged or gone. */
function putAnotherInPlace(directory: string, migrations: readonly string[], now: () => Date): void {
  const good = findGood(directory, migrations.length);
  // Written down first: a start that is killed on the way is gone on with, and does not begin with nothing.
  for (const name of good === null ? [null] : [good, null]) {
    const at = freeInstant(directory, now()).toISOString();
    writeMarker(directory, { name, at, why: 'damaged' });
    if (putBackAsMarked(directory, migrations)) return;
  }
}
