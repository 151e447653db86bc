import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RestoreFindings, RestoreNotice } from '#shared/domain/restore.ts';
import { restoreNotice } from '#shared/ipc/first-schemas.ts';
import { syncFolder, writeDurably } from '../files/durable.ts';

/** That the workspace was restored and nobody has acknowledged it: a file beside the workspace, there until somebody has. */
const fileOf = (directory: string): string => join(directory, 'restored.json');

/** The notice of a file that has not taken the workspace's place yet. */
const nextFileOf = (directory: string): string => join(directory, 'restored.next.json');

/** Null where there is nothing to acknowledge; `unknown` where something is written that cannot be read. */
export const readNotice = (directory: string): RestoreNotice | null => readFrom(fileOf(directory));

export const readNextNotice = (directory: string): RestoreNotice | null => readFrom(nextFileOf(directory));

/** Writes down what is to be said once the restored file is in place. On the disk when this returns. */
export const writeNextNotice = (directory: string, notice: RestoreFindings): void =>
  writeDurably(nextFileOf(directory), JSON.stringify(notice));

/** The restored file is in place: from now on every start says so. On the disk when this returns. */
export function publishNotice(directory: string): void {
  const next = nextFileOf(directory);
  if (existsSync(next)) renameSync(next, fileOf(directory));
  else writeDurably(fileOf(directory), JSON.stringify({ kind: 'unknown' } satisfies RestoreNotice));
  syncFolder(directory);
}

export const dropNextNotice = (directory: string): void => rmSync(nextFileOf(directory), { force: true });

/** Somebody has looked. Throws what the disk throws. */
export function removeNotice(directory: string): void {
  rmSync(fileOf(directory), { force: true });
  syncFolder(directory);
}

function readFrom(path: string): RestoreNotice | null {
  try {
    return restoreNotice.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (thrown) {
    const isNotThere = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
    return isNotThere ? null : { kind: 'unknown' };
  }
}
