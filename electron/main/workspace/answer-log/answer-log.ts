import { closeSync, ftruncateSync, openSync, rmSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedRequest } from '../session-records.ts';
import { bytesOf } from './entries.ts';

/**
 * What was answered and is not recorded yet, in files beside the workspace, so that it outlives the end of the process:
 * a request's place can be given to the next before the workspace's thread has come to it, and a kill repeats nothing but
 * what was on its way. Written without waiting for the disk; a power cut is what `seal` is for.
 */
export interface AnswerLog {
  /**
   * @returns To be called when they are recorded; null where they could not be written down, because the disk is full:
   *   then they are safe only when they are recorded.
   */
  readonly add: (sessionId: string, requests: readonly RecordedRequest[]) => (() => void) | null;
  /** Everything was recorded, or will be read at the next opening. */
  readonly close: () => void;
}

export const logName = /^unrecorded-(\d+)\.log$/;
/** A file that is so large is written no further; it goes when all of it is recorded. */
const mostBytes = 16 * 1_024 * 1_024;

interface Part {
  readonly path: string;
  readonly file: number;
  bytes: number;
  /** How many additions are not recorded. */
  unrecorded: number;
}

/** @param first The number of the first file; no file may have it, or a higher one. */
export function createAnswerLog(directory: string, first: number): AnswerLog {
  let next = first;
  let current: Part | null = null;
  const parts = new Set<Part>();

  function partToWrite(): Part {
    if (current !== null && current.bytes < mostBytes) return current;
    const path = join(directory, `unrecorded-${next}.log`);
    next += 1;
    current = { path, file: openSync(path, 'wx', 0o600), bytes: 0, unrecorded: 0 };
    parts.add(current);
    return current;
  }

  function recorded(part: Part): void {
    part.unrecorded -= 1;
    if (part.unrecorded > 0 || !parts.has(part)) return;
    if (part === current && part.bytes < mostBytes) {
      ftruncateSync(part.file, 0);
      part.bytes = 0;
    } else remove(part);
  }

  function remove(part: Part): void {
    parts.delete(part);
    if (part === current) current = null;
    closeSync(part.file);
    rmSync(part.path, { force: true });
  }

  return {
    add(sessionId, requests) {
      try {
        const part = partToWrite();
        part.bytes += writeAll(
          part,
          requests.flatMap((request) => bytesOf(sessionId, request)),
        );
        part.unrecorded += 1;
        return () => recorded(part);
      } catch {
        return null; // What the disk says is said when it is to be recorded.
      }
    },
    close() {
      for (const part of parts) {
        if (part.unrecorded === 0) remove(part);
        else closeSync(part.file);
      }
      parts.clear();
    },
  };
}

/** Behind what is there already; throws where not all of it could be written. */
function writeAll({ file, bytes: at }: Part, pieces: readonly Uint8Array[]): number {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (writevSync(file, pieces, at) < length) {
    ftruncateSync(file, at);
    throw new Error('The log could not be written');
  }
  return length;
}
