import { chmodSync, closeSync, copyFileSync, existsSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { RestoreFindings, RestoreNotice } from '#shared/domain/restore.ts';
import { mostApart, mostStoppedBatches } from '#shared/ipc/first-schemas.ts';
import { copyDurably, renameDurably, syncFile } from '../../files/durable.ts';
import {
  dropNextNotice,
  publishNotice,
  readNextNotice,
  readNotice,
  writeNextNotice,
} from '../restore-notice.ts';
import { allParts, asidePath, moveLogs, moveParts } from '../set-aside.ts';
import { storageFaultOf } from '../storage-fault.ts';
import { backupName, backupsFolder, companionsOf, readBackupName } from './backup-names.ts';
import { type CarriedOver, carryOver } from './carry-over.ts';
import { filesIn } from './catalogue.ts';
import { removeScratch } from './newer-file.ts';
import { readThrough } from './read-through.ts';
import { readMarker, removeMarker, type RestoreMarker } from './restore-marker.ts';

/** The two names that what is there may be kept under. */
interface Kept {
  readonly asBackup: string;
  readonly asDamaged: string;
}

interface Place {
  readonly directory: string;
  readonly path: string;
  readonly fresh: string;
  readonly kept: Kept;
  readonly migrations: readonly string[];
}

/**
 * Puts the backup in the workspace's place that the marker names, if there is a marker; a new file where it names none.
 * First the copy is made ready beside the workspace, with all that the replaced file's journal knows; then the two change
 * places; then it is written down that nobody has looked at it yet; the marker goes last. Killed at any step, the next
 * start goes on from there, and until then nobody opens the workspace.
 *
 * @param migrations A backup of a newer version is left where it is.
 * @returns False where nothing was to be restored, or the backup cannot be: then the workspace is as it was.
 */
export function putBackAsMarked(directory: string, migrations: readonly string[]): boolean {
  const marker = readMarker(directory);
  if (marker === null) return false;
  const path = join(directory, 'workspace.sqlite');
  const place = {
    directory,
    path,
    fresh: `${path}.restoring`,
    kept: keptPaths(directory, marker),
    migrations,
  };
  const isPublished = isOf(marker, readNotice(directory));
  const isPut = isPublished || isInPlace(place, marker) || put(place, marker);
  if (isPut) {
    if (!isPublished) publishNotice(directory);
    if (marker.name !== null) takeCompanions(directory, marker.name);
  } else {
    dropNextNotice(directory);
  }
  removeMarker(directory);
  return isPut;
}

/** The first instant from `at` on at which neither name is taken that what is there may be kept under. */
export function freeInstant(directory: string, at: Date): Date {
  const { asBackup, asDamaged } = keptPaths(directory, { at: at.toISOString() });
  const isTaken = existsSync(asBackup) || existsSync(asDamaged) || existsSync(`${asDamaged}-wal`);
  return isTaken ? freeInstant(directory, new Date(at.getTime() + 1)) : at;
}

function keptPaths(directory: string, { at }: Pick<RestoreMarker, 'at'>): Kept {
  const since = new Date(at);
  return {
    asBackup: join(backupsFolder(directory), backupName(since, 'restore')),
    asDamaged: asidePath(join(directory, 'workspace.sqlite'), since),
  };
}

const isOf = ({ at }: RestoreMarker, notice: RestoreNotice | null): boolean =>
  notice?.kind === 'known' && notice.at === at;

/** Whether a start that was killed had come so far that the restored file has its name. */
const isInPlace = ({ directory, path, fresh, kept }: Place, marker: RestoreMarker): boolean =>
  existsSync(path) &&
  ((isOf(marker, readNextNotice(directory)) && !existsSync(fresh)) ||
    // As a version left it that wrote no notice: nothing is known of what it did.
    existsSync(kept.asBackup) ||
    existsSync(kept.asDamaged));

/** False where the backup is not there any more, damaged or of a newer version, or has no room beside what is there. */
function put(place: Place, marker: RestoreMarker): boolean {
  const { directory, path, fresh, kept } = place;
  dropNextNotice(directory);
  // A start that was killed may have given the workspace its other name already: what lies beside it goes there too.
  if (!existsSync(path)) moveRest(place, existsSync(kept.asBackup) ? kept.asBackup : kept.asDamaged);
  const carried = madeReady(place, marker);
  if (carried === null) {
    takeBack(path, kept);
    return false;
  }
  if (existsSync(path)) keep(path, marker, kept);
  const keptAt = existsSync(kept.asBackup) ? kept.asBackup : kept.asDamaged;
  // Whatever lies beside a file that has gone belongs to that one: SQLite would take a foreign log for the restored one's.
  moveRest(place, keptAt);
  writeNextNotice(directory, findingsOf(marker, carried, replacedPath(keptAt), readNotice(directory)));
  renameDurably(fresh, path);
  return true;
}

function moveRest({ directory, path }: Place, keptAt: string): void {
  moveParts(path, keptAt, ['-wal', '-shm', '-journal']);
  moveLogs(directory, keptAt);
}

const replacedPath = (keptAt: string): string | null =>
  existsSync(keptAt) || existsSync(`${keptAt}-wal`) ? keptAt : null;

/** The copy as it takes the workspace's place, on the disk; null where it cannot. */
function madeReady(place: Place, marker: RestoreMarker): CarriedOver | null {
  const { path, fresh, kept, migrations } = place;
  for (const part of allParts) rmSync(fresh + part, { force: true });
  removeScratch(`${fresh}.reading`);
  try {
    if (!begun(place, marker)) return null;
    const source = [path, kept.asBackup].find((each) => existsSync(each)) ?? kept.asDamaged;
    return carryOver(fresh, source, migrations, { at: marker.at, isCopy: marker.name !== null });
  } catch (thrown) {
    for (const part of allParts) rmSync(fresh + part, { force: true });
    // A workspace that is sound goes on without; a damaged one waits for room, untouched.
    if (marker.why === 'asked' && storageFaultOf(thrown) !== null) return null;
    throw thrown;
  }
}

/** A copy of the backup, read through; an empty file where there is none. */
function begun({ directory, fresh, migrations }: Place, { name }: RestoreMarker): boolean {
  if (name === null) {
    closeSync(openSync(fresh, 'w', 0o600));
    chmodSync(fresh, 0o600);
    return true;
  }
  const backup = join(backupsFolder(directory), name);
  if (!existsSync(backup)) return false;
  copyDurably(backup, fresh);
  const { isGood, version } = readThrough(fresh);
  if (isGood && (version ?? 0) <= migrations.length) return true;
  rmSync(fresh, { force: true });
  return false;
}

function findingsOf(
  { at, why, name }: RestoreMarker,
  carried: CarriedOver,
  keptAt: string | null,
  earlier: RestoreNotice | null,
): RestoreFindings {
  const copy = name === null ? null : { name, madeAt: readBackupName(name)?.madeAt ?? at };
  const own = { kind: 'known', at, why, copy, replacedPath: keptAt, ...carried, earlier: 0 } as const;
  if (earlier === null) return own;
  if (earlier.kind === 'unknown') return { ...own, earlier: 1 };
  // What nobody has looked at yet still needs a look.
  return {
    ...own,
    earlier: earlier.earlier + 1,
    apart: [...own.apart, ...earlier.apart].slice(0, mostApart),
    look: {
      after: Math.min(own.look.after, earlier.look.after),
      upTo: own.look.upTo,
      planIds: [...new Set([...own.look.planIds, ...earlier.look.planIds])].slice(0, mostStoppedBatches),
    },
  };
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
