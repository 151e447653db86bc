import { existsSync, renameSync, statSync } from 'node:fs';

const parts = ['', '-wal', '-shm'] as const;

/**
 * Gives the damaged file and what belongs to it another name, so that a new one can be begun. Nothing is deleted.
 *
 * @returns The file's new path.
 */
export function setAside(path: string, at: Date): string {
  const target = freeName(`${path}.damaged-${at.toISOString().replaceAll(/[:.]/g, '-')}`);
  // The main file goes first: should the program be killed in between, `isTorn` finds what was left.
  for (const part of parts) {
    if (existsSync(path + part)) renameSync(path + part, target + part);
  }
  return target;
}

/**
 * Whether there is a log of changes without the file that it belongs to. SQLite would delete the log, and with it the
 * last thing that is left.
 */
export const isTorn = (path: string): boolean => sizeOf(path) === 0 && sizeOf(`${path}-wal`) > 0;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function freeName(wanted: string): string {
  if (!existsSync(wanted) && !existsSync(`${wanted}-wal`)) return wanted;
  return freeName(`${wanted}+`);
}
