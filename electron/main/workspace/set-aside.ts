import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { logName } from './answer-log/answer-log.ts';

/** A SQLite file and all that can lie beside it and belongs to it. */
export const allParts = ['', '-wal', '-shm', '-journal'] as const;
type Part = (typeof allParts)[number];

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
