import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { Restored } from '#shared/domain/backup.ts';
import { allParts, asidePath, moveLogs, moveParts } from '../set-aside.ts';
import { storageFaultOf } from '../storage-fault.ts';
import { backupName, backupsFolder, companionsOf, readBackupName } from './backup-names.ts';
import { filesIn } from './catalogue.ts';
import { copyDurably, renameDurably, syncFile } from '../../files/durable.ts';
import { readThrough } from './read-through.ts';
import { readMarker, removeMarker, type RestoreMarker } from './restore-marker.ts';

export interface PutBack {
  readonly restored: Restored;
  /** Where a damaged file was put; null where what was there before is a backup now, or nothing was there. */
  readonly setAsidePath: string | null;
}

/** The two names that what is there may be kept under: which of them stands there tells how far a killed start had come. */
interface Kept {
  readonly asBackup: string;
  readonly asDamaged: string;
}

/**
 * Puts the backup in the workspace's place that the marker names, if there is a marker. Killed at any step, the next start
 * goes on from there: the marker goes last, and until then nobody opens the workspace.
 *
 * @param mostVersion Of a backup: a newer one is left where it is.
 * @returns Null where nothing was to be restored, or the backup cannot be: then the workspace is as it was.
 */
export function putBackAsMarked(directory: string, mostVersion: number): PutBack | null {
  const marker = readMarker(directory);
  if (marker === null) return null;
  const path = join(directory, 'workspace.sqlite');
  const kept = keptPaths(directory, marker);
  const isInPlace = existsSync(path) && (existsSync(kept.asBackup) || existsSync(kept.asDamaged));
  const isPut = isInPlace || put(directory, marker, kept, mostVersion);
  if (isPut) takeCompanions(directory, marker.name);
  removeMarker(directory);
  if (!isPut) return null;
  const { madeAt } = readBackupName(marker.name) ?? { madeAt: marker.at };
  return {
    restored: { from: marker.name, madeAt, why: marker.why },
    setAsidePath: existsSync(kept.asDamaged) ? kept.asDamaged : null,
  };
}

function keptPaths(directory: string, { at }: RestoreMarker): Kept {
  const since = new Date(at);
  return {
    asBackup: join(backupsFolder(directory), backupName(since, 'restore')),
    asDamaged: asidePath(join(directory, 'workspace.sqlite'), since),
  };
}

/** False where the backup is not there any more, damaged or of a newer version, or has no room beside what is there. */
function put(directory: string, marker: RestoreMarker, kept: Kept, mostVersion: number): boolean {
  const path = join(directory, 'workspace.sqlite');
  const fresh = `${path}.restoring`;
  if (!copyIfGood(join(backupsFolder(directory), marker.name), fresh, mostVersion, marker)) {
    takeBack(path, kept);
    return false;
  }
  if (existsSync(path)) keep(path, marker, kept);
  // Whatever lies beside a file that has gone belongs to that one: SQLite would take a foreign log for the restored one's.
  const keptAt = existsSync(kept.asBackup) ? kept.asBackup : kept.asDamaged;
  moveParts(path, keptAt, ['-wal', '-shm', '-journal']);
  moveLogs(directory, keptAt);
  renameDurably(fresh, path);
  return true;
}

function copyIfGood(backup: string, fresh: string, mostVersion: number, { why }: RestoreMarker): boolean {
  if (!existsSync(backup)) return false;
  try {
    copyDurably(backup, fresh);
  } catch (thrown) {
    // A workspace that is sound goes on without; a damaged one waits for room, untouched.
    if (why === 'asked' && storageFaultOf(thrown) !== null) return false;
    throw thrown;
  }
  const { isGood, version } = readThrough(fresh);
  if (isGood && (version ?? 0) <= mostVersion) return true;
  rmSync(fresh, { force: true });
  return false;
}

/** After a kill the workspace may stand under its other name already. */
function takeBack(path: string, { asBackup, asDamaged }: Kept): void {
  if (existsSync(path)) return;
  if (existsSync(asBackup)) renameDurably(asBackup, path);
  else if (existsSync(asDamaged)) moveParts(asDamaged, path, allParts);
}

function keep(path: string, { why }: RestoreMarker, { asBackup, asDamaged }: Kept): void {
  if (why === 'asked' && settled(path)) {
    renameDurably(path, asBackup);
    return;
  }
  moveParts(path, asDamaged, ['']);
}

/** Writes the log of changes into the file, so that it is whole by itself; false where it cannot be read. */
function settled(path: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    syncFile(path);
    return true;
  } catch (thrown) {
    if (database?.isOpen === true) database.close();
    if (storageFaultOf(thrown) !== 'damaged') throw thrown;
    return false;
  }
}

/** Those that were put away with this backup come back with it. */
function takeCompanions(directory: string, name: string): void {
  const folder = backupsFolder(directory);
  for (const file of companionsOf(name, filesIn(folder))) {
    copyFileSync(join(folder, file), join(directory, file.slice(name.length + 1)));
  }
}
