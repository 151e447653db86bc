import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import type { seenDeviation } from './records.ts';

type Seen = Pick<z.output<typeof seenDeviation>, 'operation' | 'path' | 'expected' | 'seen'>;

/** Counts each of the places once more. In a transaction of the caller's. */
export type NoteDeviations = (accountId: string, seen: readonly Seen[], atMs: number) => void;

export function createNoteDeviations(database: DatabaseSync): NoteDeviations {
  const note = database.prepare(`
    INSERT INTO deviations (account_id, operation, path, expected, seen, count, last_seen_at)
    VALUES (?, ?, ?, ?, ?, 1, ?)
    ON CONFLICT (account_id, operation, path, expected, seen)
    DO UPDATE SET count = count + 1, last_seen_at = max(last_seen_at, excluded.last_seen_at)`);

  return (accountId, places, atMs) => {
    for (const { operation, path, expected, seen } of places) {
      note.run(accountId, operation, path, expected, seen, atMs);
    }
  };
}
