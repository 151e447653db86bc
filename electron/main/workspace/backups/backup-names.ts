import { join } from 'node:path';
import { type Backup, type BackupReason, backupReasons } from '#shared/domain/backup.ts';

/** Where the backups of a workspace are. */
export const backupsFolder = (directory: string): string => join(directory, 'backups');

/** What a backup is called: the instant, in UTC, and the reason. */
export const backupName = (at: Date, reason: BackupReason): string =>
  `workspace-${stampOf(at)}.${reason}.sqlite`;

/** An instant as a part of a file's name: no colons, which Windows refuses. */
export const stampOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-');

const shape = new RegExp(
  `^workspace-(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d)-(\\d{3})Z\\.(${backupReasons.join('|')})\\.sqlite$`,
);

/** What a name says of its backup; null where it is not the name of one. */
export function readBackupName(name: string): Pick<Backup, 'madeAt' | 'reason'> | null {
  const [, day = '', hours = '', minutes = '', seconds = '', ms = '', word = ''] = shape.exec(name) ?? [];
  const madeAt = `${day}T${hours}:${minutes}:${seconds}.${ms}Z`;
  const reason = backupReasons.find((each) => each === word);
  return reason === undefined || Number.isNaN(Date.parse(madeAt)) ? null : { madeAt, reason };
}

/** Answers that were not recorded when a backup of the reason `restore` was put away; they belong to it. */
export const companionsOf = (name: string, files: readonly string[]): readonly string[] =>
  files.filter((file) => file.startsWith(`${name}.unrecorded-`));
