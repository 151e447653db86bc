import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { bytes } from '../session-records.ts';
import { parseRow } from '../row.ts';
import { storageFaultOf } from '../storage-fault.ts';

/** What open changes send and is personal, encrypted. */
export interface SealedRows {
  readonly put: (changeId: string, bytes: Uint8Array) => void;
  readonly find: (changeId: string) => Uint8Array<ArrayBuffer> | null;
  /** Of all changes that something is kept of. */
  readonly ids: () => readonly string[];
  /** Overwrites it in the file; true where there was something. */
  readonly remove: (changeId: string) => boolean;
  /** Of all changes that are not open. */
  readonly removeLeftovers: () => void;
  /** What was removed is in the write-ahead log as well, until that is written back and cut off (D10). */
  readonly emptyLog: () => void;
}

const sealedRow = z.object({ bytes });
const idRow = z.object({ id: z.string() });

export function createSealedRows(database: DatabaseSync): SealedRows {
  const put = database.prepare('INSERT INTO journal_sealed (change_id, bytes) VALUES (?, ?)');
  const find = database.prepare('SELECT bytes FROM journal_sealed WHERE change_id = ?');
  const ids = database.prepare('SELECT change_id AS id FROM journal_sealed');
  const remove = database.prepare('DELETE FROM journal_sealed WHERE change_id = ?');
  const removeLeftovers = database.prepare(`
    DELETE FROM journal_sealed WHERE change_id NOT IN (SELECT id FROM journal_changes WHERE is_open = 1)`);

  return {
    put: (changeId, sealed) => void put.run(changeId, sealed),
    find(changeId) {
      const row = find.get(changeId);
      return row === undefined ? null : parseRow(sealedRow, row).bytes;
    },
    ids: () => ids.all().map((row) => parseRow(idRow, row).id),
    remove: (changeId) => Number(remove.run(changeId).changes) > 0,
    removeLeftovers: () => void removeLeftovers.run(),
    emptyLog() {
      try {
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch (thrown) {
        // The entry is written. On a full disk the log is cut off another time, at the latest when the workspace is closed.
        if (storageFaultOf(thrown) === null) throw thrown;
      }
    },
  };
}
