import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { restoreNotice } from '#shared/areas/restore-schemas.ts';
import { isMissing, syncFolder, writeDurably } from '../../system/durable-files.ts';
import { backupReasons, restoreReasons } from '#shared/domain/restore-reasons.ts';
import type {
  Backup,
  BackupReason,
  FailedRestore,
  RestoreFindings,
  RestoreNotice,
} from '#shared/domain/backup.ts';

/** The folder of a workspace's backups. */
export const backupsFolder = (directory: string): string => join(directory, 'backups');

/** The file name of a backup: the instant, in UTC, and the reason. */
export const backupName = (at: Date, reason: BackupReason): string =>
  `workspace-${stampOf(at)}.${reason}.sqlite`;

/** An instant for a file name: without colons, which Windows refuses. */
export const stampOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-');

const shape = new RegExp(
  `^workspace-(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d)-(\\d{3})Z\\.(${backupReasons.join('|')})\\.sqlite$`,
);

/** The time and reason in a backup's file name; null where it is not one. */
export function readBackupName(name: string): Pick<Backup, 'madeAt' | 'reason'> | null {
  const [, day = '', hours = '', minutes = '', seconds = '', ms = '', word = ''] = shape.exec(name) ?? [];
  const madeAt = `${day}T${hours}:${minutes}:${seconds}.${ms}Z`;
  const reason = backupReasons.find((each) => each === word);
  return reason === undefined || Number.isNaN(Date.parse(madeAt)) ? null : { madeAt, reason };
}

/** The answer logs that belong to a backup of the reason `restore`: they were not recorded when it was made. */
export const companionsOf = (name: string, files: readonly string[]): readonly string[] =>
  files.filter((file) => file.startsWith(`${name}.unrecorded-`));

/**
 * A pending restore: a file beside the workspace, removed when the restore is done. Where `name` is null, a new file
 * replaces the workspace.
 */
const marker = z.object({
  name: z
    .string()
    .refine((name) => readBackupName(name) !== null)
    .nullable(),
  at: z.iso.datetime(),
  why: z.enum(restoreReasons),
});
export type RestoreMarker = z.output<typeof marker>;

const markerFile = (directory: string): string => join(directory, 'restore.json');

/** Flushed to disk when this returns. */
export const writeMarker = (directory: string, wanted: RestoreMarker): void =>
  writeDurably(markerFile(directory), JSON.stringify(wanted));

/** Null where nothing is to be restored, or the file is not a valid marker. */
export function readMarker(directory: string): RestoreMarker | null {
  try {
    return marker.parse(JSON.parse(readFileSync(markerFile(directory), 'utf8')));
  } catch {
    return null;
  }
}

export function removeMarker(directory: string): void {
  rmSync(markerFile(directory), { force: true });
  syncFolder(directory);
}

/**
 * The notice of a restore that the user has not acknowledged: a file beside the workspace, removed on acknowledgement.
 */
const noticeFile = (directory: string): string => join(directory, 'restored.json');

/** The notice of a restored file that has not replaced the workspace yet. */
const nextFileOf = (directory: string): string => join(directory, 'restored.next.json');

/** Null where there is nothing to acknowledge; `unknown` where the notice cannot be read. */
export const readNotice = (directory: string): RestoreNotice | null => readFrom(noticeFile(directory));

export const readNextNotice = (directory: string): RestoreNotice | null => readFrom(nextFileOf(directory));

/** Writes the notice for when the restored file is in place. Flushed to disk when this returns. */
export const writeNextNotice = (directory: string, notice: RestoreFindings): void =>
  writeDurably(nextFileOf(directory), JSON.stringify(notice));

/**
 * Publishes the notice once the restored file is in place: from now on every start shows it. Flushed to disk when this
 * returns.
 */
export function publishNotice(directory: string): void {
  const next = nextFileOf(directory);
  if (existsSync(next)) renameSync(next, noticeFile(directory));
  else writeDurably(noticeFile(directory), JSON.stringify({ kind: 'unknown' } satisfies RestoreNotice));
  syncFolder(directory);
}

/** Tells of a restore that was asked for and could not be made, beside what is to be acknowledged already. Flushed to disk. */
export function noteFailed(directory: string, failed: FailedRestore): void {
  const earlier = readNotice(directory);
  if (earlier?.kind === 'unknown') return;
  const notice: RestoreNotice =
    earlier?.kind === 'known' ? { ...earlier, failed } : { kind: 'failed', failed };
  writeDurably(noticeFile(directory), JSON.stringify(notice));
}

export const dropNextNotice = (directory: string): void => rmSync(nextFileOf(directory), { force: true });

/** Removes the notice on acknowledgement. Throws errors of the disk. */
export function removeNotice(directory: string): void {
  rmSync(noticeFile(directory), { force: true });
  syncFolder(directory);
}

function readFrom(path: string): RestoreNotice | null {
  try {
    return restoreNotice.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (thrown) {
    return isMissing(thrown) ? null : { kind: 'unknown' };
  }
}
