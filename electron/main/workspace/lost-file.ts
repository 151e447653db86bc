import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeDurably } from '../files/durable.ts';

/**
 * Whether there is a log of changes without the file that it belongs to. SQLite would delete the log, and with it the
 * last thing that is left.
 */
export const isTorn = (path: string): boolean => isEmpty(path) && sizeOf(`${path}-wal`) > 0;

/** Whether there is nothing in the file, or no file. */
export const isEmpty = (path: string): boolean => sizeOf(path) === 0;

/**
 * Whether a workspace was opened here before: then an empty or missing file is a loss, and not a first start.
 *
 * @param path The workspace's file, as of the others here.
 */
export const wasBegun = (path: string): boolean => existsSync(markOf(path));

/** Notes that there is a workspace. On the disk when this returns. */
export function noteBegun(path: string): void {
  if (!wasBegun(path)) writeDurably(markOf(path), '');
}

const markOf = (path: string): string => join(dirname(path), 'workspace.begun');

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
