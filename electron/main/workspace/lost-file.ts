import { statSync } from 'node:fs';

/**
 * Whether there is a log of changes without the file that it belongs to. SQLite would delete the log, and with it the
 * last thing that is left.
 */
export const isTorn = (path: string): boolean => isEmpty(path) && sizeOf(`${path}-wal`) > 0;

/** Whether there is nothing in the file, or no file. */
export const isEmpty = (path: string): boolean => sizeOf(path) === 0;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
