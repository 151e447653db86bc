import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mostStoppedBatches } from '#shared/areas/restore-schemas.ts';
import type { StorageFault } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import { copyDurably, renameDurably, syncFile } from '../system/durable-files.ts';
import { logName } from './answer-log.ts';
import { migrate } from './bring-up.ts';
import { type PutBack, putInto, rebuild, removeScratch } from './backups/put-back.ts';
import { filesIn, isSound, listBackups, readThrough } from './backups/catalogue.ts';
import {
  backupName,
  backupsFolder,
  companionsOf,
  dropNextNotice,
  noteFailed,
  publishNotice,
  readBackupName,
  readMarker,
  readNextNotice,
  readNotice,
  removeMarker,
  type RestoreMarker,
  stampOf,
  writeMarker,
  writeNextNotice,
} from './backups/restore-files.ts';
import { isEmpty, isTorn, type OpenDatabase, openFile, wasBegun } from './open-file.ts';
import { failWith, storageFaultOf } from './sqlite.ts';
import type { RestoreFault, RestoreFindings, RestoreNotice } from '#shared/domain/backup.ts';

/**
 * Opens the workspace's file, verified and migrated to the newest version. A requested restore is done first. A damaged
 * file is quarantined and replaced by the newest good backup, or by a new file where there is none; what its journal
 * still contains is carried over.
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
  const open = () =>
    openFile(path, migrations.length, (database) => migrate(database, path, migrations, now));
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
    putBackAsMarked(directory, migrations);
    if (!isLost(path, directory, migrations)) {
      const first = open();
      if (first.ok || first.error !== 'damaged') return first;
    }
    putAnotherInPlace(directory, migrations, now);
    return open();
  } catch (thrown) {
    return failWith(thrown);
  }
}

/** Whether an existing workspace was lost: SQLite would silently create a new file in its place. */
const isLost = (path: string, directory: string, migrations: readonly string[]): boolean =>
  isTorn(path) || (isEmpty(path) && (wasBegun(path) || !goodOnes(directory, migrations).next().done));

/** Replaces a damaged or missing file by the newest good backup that can be restored, or by a new file. */
function putAnotherInPlace(directory: string, migrations: readonly string[], now: () => Date): void {
  // The marker is written first: after a kill the next start continues here, and does not begin with an empty file.
  for (const name of inTurn(goodOnes(directory, migrations))) {
    const at = freeInstant(directory, now()).toISOString();
    writeMarker(directory, { name, at, why: 'damaged' });
    if (putBackAsMarked(directory, migrations)) return;
  }
}

function* inTurn(good: Iterable<string>): Iterable<string | null> {
  yield* good;
  yield null;
}

/** The two paths that the replaced file may be kept at. */
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
 * Restores the backup that the marker names, if there is a marker; a new file where it names none. Into a file that can be
 * opened, all but the journals is copied, in one transaction. A damaged one is replaced: the copy is prepared beside it, with
 * everything that its journal contains; then the files are swapped. Then the notice for the user is written; the marker is
 * removed last. After a kill at any step the next start continues there, and until then nobody opens the workspace.
 *
 * @param migrations A backup of a newer version is not restored.
 * @returns False where nothing was to be restored, or the backup cannot be restored: then the workspace is unchanged.
 */
function putBackAsMarked(directory: string, migrations: readonly string[]): boolean {
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
  const fault = isPublished || isInPlace(place, marker) ? null : put(place, marker);
  if (fault === null) {
    if (!isPublished) publishNotice(directory);
    if (marker.name !== null) takeCompanions(directory, marker.name);
  } else {
    dropNextNotice(directory);
    const { at, why } = marker;
    const copy = copyOf(marker);
    // Whoever asked for it would take the workspace for the restored one.
    if (why === 'asked' && copy !== null) noteFailed(directory, { at, copy, fault });
  }
  removeMarker(directory);
  return fault === null;
}

/** The first instant from `at` on for which both paths of the replaced file are free. */
function freeInstant(directory: string, at: Date): Date {
  const { asBackup, asDamaged } = keptPaths(directory, { at: at.toISOString() });
  const isTaken = existsSync(asBackup) || existsSync(asDamaged) || existsSync(`${asDamaged}-wal`);
  return isTaken ? freeInstant(directory, new Date(at.getTime() + 1)) : at;
}

function keptPaths(directory: string, { at }: Pick<RestoreMarker, 'at'>): Kept {
  const since = new Date(at);
  return {
    asBackup: join(backupsFolder(directory), backupName(since, 'restore')),
    asDamaged: quarantinePath(join(directory, 'workspace.sqlite'), since),
  };
}

const isOf = ({ at }: RestoreMarker, notice: RestoreNotice | null): boolean =>
  notice?.kind === 'known' && notice.at === at;

/** Whether a start that was killed had already renamed the restored file to its final name. */
const isInPlace = ({ directory, path, fresh }: Place, marker: RestoreMarker): boolean =>
  existsSync(path) && isOf(marker, readNextNotice(directory)) && !existsSync(fresh);

/** Why the backup cannot be restored: then the workspace is unchanged. Null where it is restored. */
function put(place: Place, marker: RestoreMarker): RestoreFault | null {
  dropNextNotice(place.directory);
  const isSettled = isReadyForAsked(place, marker);
  // A journal that does not hold stays in the way of every change: there, the backup's goes on as far as entries verify.
  const inPlace = isSettled && isSound(place.path) ? putInPlace(place, marker) : 'unread';
  return inPlace === 'unread' ? replace(place, marker, isSettled) : inPlace;
}

/** Whether the restore was asked for, over a file that can be read and is complete without its log. */
function isReadyForAsked({ path, kept }: Place, { why, name }: RestoreMarker): boolean {
  if (why !== 'asked' || name === null) return false;
  // A start that was killed had renamed the workspace.
  if (!existsSync(path) && existsSync(kept.asBackup)) renameDurably(kept.asBackup, path);
  return existsSync(path) && settled(path);
}

/** @param isSettled Then the replaced file is kept as a backup. */
function replace(place: Place, marker: RestoreMarker, isSettled: boolean): RestoreFault | null {
  const { directory, path, fresh, kept } = place;
  // A killed start may have renamed the workspace already: the files beside it are moved to the same place.
  if (!existsSync(path)) moveRest(place, existsSync(kept.asBackup) ? kept.asBackup : kept.asDamaged);
  const found = madeReady(place, marker);
  if (typeof found === 'string') {
    takeBack(path, kept);
    return found;
  }
  if (existsSync(path)) {
    if (isSettled) renameDurably(path, kept.asBackup);
    else moveParts(path, kept.asDamaged, ['']);
  }
  const keptAt = existsSync(kept.asBackup) ? kept.asBackup : kept.asDamaged;
  // Files beside a missing workspace belong to it: SQLite would take a foreign log for the restored file's own.
  moveRest(place, keptAt);
  writeNextNotice(directory, findingsOf(marker, found, replacedPath(keptAt), readNotice(directory)));
  renameDurably(fresh, path);
  return null;
}

/**
 * Restores the backup into the living file, which stays where it is with its journals; what it was is kept as a backup. All of it
 * can be done again after a kill. `unread`: a row of the living file cannot be read.
 */
function putInPlace(place: Place, marker: RestoreMarker): RestoreFault | 'unread' | null {
  const { directory, path, fresh, kept, migrations } = place;
  for (const part of allParts) rmSync(fresh + part, { force: true });
  try {
    const fault = begun(place, marker);
    if (fault !== null) return fault;
    if (!existsSync(kept.asBackup)) copyDurably(path, kept.asBackup);
    const found = putInto(path, fresh, migrations, whenOf(marker));
    // Only now: where there was no room, their answers are still to be recorded in the workspace.
    moveLogs(directory, kept.asBackup);
    writeNextNotice(directory, findingsOf(marker, found, kept.asBackup, readNotice(directory)));
    return null;
  } catch (thrown) {
    // The transaction was rolled back: the workspace is used without the restore, whatever it failed for.
    const fault = storageFaultOf(thrown);
    return fault === 'damaged' ? 'unread' : (fault ?? 'bug');
  } finally {
    for (const part of allParts) rmSync(fresh + part, { force: true });
  }
}

const whenOf = ({ at, name }: RestoreMarker) => ({
  at,
  madeAt: name === null ? null : (readBackupName(name)?.madeAt ?? at),
});

function moveRest({ directory, path }: Place, keptAt: string): void {
  moveParts(path, keptAt, ['-wal', '-shm', '-journal']);
  moveLogs(directory, keptAt);
}

const replacedPath = (keptAt: string): string | null =>
  existsSync(keptAt) || existsSync(`${keptAt}-wal`) ? keptAt : null;

/** Prepares the copy that replaces the workspace, flushed to disk; why not, where it cannot. */
function madeReady(place: Place, marker: RestoreMarker): PutBack | RestoreFault {
  const { path, fresh, kept, migrations } = place;
  for (const part of allParts) rmSync(fresh + part, { force: true });
  removeScratch(`${fresh}.reading`);
  try {
    const fault = begun(place, marker);
    if (fault !== null) return fault;
    const source = [path, kept.asBackup].find((each) => existsSync(each)) ?? kept.asDamaged;
    return rebuild(fresh, source, migrations, whenOf(marker));
  } catch (thrown) {
    for (const part of allParts) rmSync(fresh + part, { force: true });
    // A sound workspace is used without the restore; a damaged one waits for disk space, untouched, or takes the next backup.
    const fault = storageFaultOf(thrown);
    if (marker.why === 'asked' || (marker.name !== null && isOfContent(fault))) return fault ?? 'bug';
    throw thrown;
  }
}

/** The backup's own fault: another one may be restored. */
const isOfContent = (fault: StorageFault | null): boolean => fault === null || fault === 'damaged';

/** Makes a verified copy of the backup; an empty file where there is none. Null, or why it cannot be made. */
function begun({ directory, fresh, migrations }: Place, { name }: RestoreMarker): RestoreFault | null {
  if (name === null) {
    closeSync(openSync(fresh, 'w', 0o600));
    chmodSync(fresh, 0o600);
    return null;
  }
  const backup = join(backupsFolder(directory), name);
  if (!existsSync(backup)) return 'missing';
  copyDurably(backup, fresh);
  const { isGood, version } = readThrough(fresh, migrations);
  const isNewer = (version ?? 0) > migrations.length;
  if (isGood && !isNewer) return null;
  rmSync(fresh, { force: true });
  return isNewer ? 'newer-version' : 'damaged';
}

const copyOf = ({ name, at }: RestoreMarker): RestoreFindings['copy'] =>
  name === null ? null : { name, madeAt: readBackupName(name)?.madeAt ?? at };

function findingsOf(
  marker: RestoreMarker,
  found: PutBack,
  keptAt: string | null,
  earlier: RestoreNotice | null,
): RestoreFindings {
  const { at, why } = marker;
  const copy = copyOf(marker);
  const own = { kind: 'known', at, why, copy, replacedPath: keptAt, ...found, earlier: 0 } as const;
  if (earlier === null || earlier.kind === 'failed') return own;
  if (earlier.kind === 'unknown') return { ...own, earlier: 1 };
  // Items of an earlier restore that were not acknowledged yet still need review.
  return {
    ...own,
    earlier: earlier.earlier + 1,
    kept: [...new Set([...own.kept, ...earlier.kept])],
    review: {
      after: Math.min(own.review.after, earlier.review.after),
      upTo: own.review.upTo,
      batchIds: [...new Set([...own.review.batchIds, ...earlier.review.batchIds])].slice(
        0,
        mostStoppedBatches,
      ),
    },
  };
}

/** After a kill the workspace may have been renamed already. */
function takeBack(path: string, { asBackup, asDamaged }: Kept): void {
  if (existsSync(path)) return;
  if (existsSync(asBackup)) renameDurably(asBackup, path);
  else if (existsSync(asDamaged)) moveParts(asDamaged, path, allParts);
}

/** Runs a checkpoint, so that the file is complete without its log; false where it cannot be read. */
function settled(path: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const isSound = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok';
    database.close();
    syncFile(path);
    return isSound;
  } catch (thrown) {
    if (database?.isOpen === true) database.close();
    if (storageFaultOf(thrown) !== 'damaged') throw thrown;
    return false;
  }
}

/** Restores the answer logs that were stored with this backup. */
function takeCompanions(directory: string, name: string): void {
  const folder = backupsFolder(directory);
  for (const file of companionsOf(name, filesIn(folder))) {
    const log = file.slice(name.length + 1);
    const isLog = logName.test(log) && lstatSync(join(folder, file)).isFile();
    if (isLog) copyFileSync(join(folder, file), join(directory, log));
  }
}

/** A SQLite file and all files that can lie beside it and belong to it. */
const allParts = ['', '-wal', '-shm', '-journal'] as const;
type Part = (typeof allParts)[number];

/** The path that a damaged file is quarantined at. */
const quarantinePath = (path: string, at: Date): string => `${path}.damaged-${stampOf(at)}`;

/** Renames the existing ones, in their order. */
function moveParts(path: string, target: string, parts: readonly Part[]): void {
  for (const part of parts) {
    if (existsSync(path + part)) renameSync(path + part, target + part);
  }
}

/** Answers that were not recorded yet belong to their workspace, and are moved with it. */
function moveLogs(directory: string, target: string): void {
  for (const name of readdirSync(directory).filter((each) => logName.test(each))) {
    renameSync(join(directory, name), `${target}.${name}`);
  }
}

/**
 * The names of the backups that can replace a lost workspace, the newest first. Each is verified when it is asked for, since a
 * good file can have become damaged. Backups made by an earlier restore come last: the user had replaced that state.
 */
export function* goodOnes(directory: string, migrations: readonly string[]): Generator<string, undefined> {
  const folder = backupsFolder(directory);
  const listed = listBackups(folder).filter(
    ({ version }) => version !== null && version <= migrations.length,
  );
  const left = Object.groupBy(listed, ({ reason }) => (reason === 'restore' ? 'last' : 'first'));
  for (const { name } of [...(left.first ?? []), ...(left.last ?? [])]) {
    if (readThrough(join(folder, name), migrations).isGood) yield name;
  }
}
