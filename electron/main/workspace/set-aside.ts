import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { logName } from './answer-log/answer-log.ts';

/** A SQLite file and all that can lie beside it and belongs to it. */
export const allParts = ['', '-wal', '-shm', '-journal'] as const;
type Part = (typeof allParts)[number];

/**
 * Gives the damaged file and what belongs to it another name, so that a new one can be begun. Nothing is deleted.
 *
 * @returns The file's new path.
 */
export function setAside(path: string, at: Date): string {
  const target = freeName(asidePath(path, at));
  // The main file goes first: should the program be killed in between, `isTorn` finds what was left.
  moveParts(path, target, allParts);
  moveLogs(dirname(path), target);
  return target;
}

/** Where a file goes that was found damaged at an instant. */
export const asidePath = (path: string, at: Date): string =>
  `${path}.damaged-${at.toISOString().replaceAll(/[:.]/g, '-')}`;

/** Gives those that are there another name, in their order. */
export function moveParts(path: string, target: string, parts: readonly Part[]): void {
  for (const part of parts) {
    if (existsSync(path + part)) renameSync(path + part, target + part);
  }
}

/** Answers that were not recorded yet belong to the workspace that they were for, and go where it goes. */
export function moveLogs(directory: string, target: string): void {
  for (const name of readdirSync(directory).filter((each) => logName.test(each))) {
    renameSync(join(directory, name), `${target}.${name}`);
  }
}

function freeName(wanted: string): string {
  if (!existsSync(wanted) && !existsSync(`${wanted}-wal`)) return wanted;
  return freeName(`${wanted}+`);
}
