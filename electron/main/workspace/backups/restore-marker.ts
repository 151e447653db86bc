import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { restoreReasons } from '#shared/domain/restore.ts';
import { readBackupName } from './backup-names.ts';
import { syncFolder, writeDurably } from '../../files/durable.ts';

/**
 * That a backup is to take the workspace's place: a file beside the workspace, there until it is done. Without a name, a new
 * file takes it.
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

const fileOf = (directory: string): string => join(directory, 'restore.json');

/** On the disk when this returns. */
export const writeMarker = (directory: string, wanted: RestoreMarker): void =>
  writeDurably(fileOf(directory), JSON.stringify(wanted));

/** Null where nothing is to be restored, or where what is written there is not ours. */
export function readMarker(directory: string): RestoreMarker | null {
  try {
    return marker.parse(JSON.parse(readFileSync(fileOf(directory), 'utf8')));
  } catch {
    return null;
  }
}

export function removeMarker(directory: string): void {
  rmSync(fileOf(directory), { force: true });
  syncFolder(directory);
}
