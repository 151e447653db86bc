import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogSink } from './logger.ts';

/** How many old files of the application's log are kept. */
export const keptLogFiles = 5;

export interface RotatingFileOptions {
  readonly path: string;
  /** A file that would grow past this is put behind a number: `path.1` is the newest of the old ones. */
  readonly maxBytes: number;
  /** How many old files are kept. */
  readonly keep: number;
}

/**
 * A log file for its owner alone (0600 in a 0700 folder) that never takes more than `maxBytes * (keep + 1)`.
 *
 * A line that cannot be written (disk full, folder gone) is dropped, and the next one that can be says how many were.
 */
export function createRotatingFile({ path, maxBytes, keep }: RotatingFileOptions): LogSink {
  let dropped = 0;

  function append(text: string): void {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (sizeOf(path) + Buffer.byteLength(text) > maxBytes) rotate(path, keep);
    appendFileSync(path, text, { mode: 0o600 });
    chmodSync(path, 0o600);
  }

  return {
    write(line) {
      try {
        append(dropped === 0 ? `${line}\n` : `${JSON.stringify({ droppedLines: dropped })}\n${line}\n`);
        dropped = 0;
      } catch {
        dropped += 1;
      }
    },
  };
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function rotate(path: string, keep: number): void {
  rmSync(`${path}.${keep}`, { force: true });
  for (let age = keep - 1; age >= 1; age -= 1) moveIfThere(`${path}.${age}`, `${path}.${age + 1}`);
  if (keep > 0) moveIfThere(path, `${path}.1`);
  else rmSync(path, { force: true });
}

function moveIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to);
}
