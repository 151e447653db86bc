import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { companionsOf } from '../workspace/backups/backup-names.ts';
import { filesIn } from '../workspace/backups/catalogue.ts';

/** Of a copy that was not finished: its name until it is read through. */
export const unfinished = '.unfinished';
/** Left for everything else that is written meanwhile. */
const spareBytes = 16 * 1_024 * 1_024;

/** An empty file for its owner alone, in a folder for its owner alone; what a killed copy left is removed. */
export function beginFile(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  for (const left of filesIn(folder).filter((each) => each.includes(unfinished))) rmSync(join(folder, left));
  const path = join(folder, `${name}${unfinished}`);
  closeSync(openSync(path, 'wx', 0o600));
  chmodSync(path, 0o600);
  return path;
}

/** Whether a copy of the workspace has room where the backups are. */
export async function hasRoom(directory: string, folder: string): Promise<boolean> {
  const path = join(directory, 'workspace.sqlite');
  const wanted = [path, `${path}-wal`].reduce((sum, each) => sum + sizeOf(each), 0);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= wanted + spareBytes;
}

/** Removes a backup, and the answers that were put away with it. */
export function removeBackup(folder: string, name: string): void {
  for (const file of [name, ...companionsOf(name, filesIn(folder))])
    rmSync(join(folder, file), { force: true });
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
