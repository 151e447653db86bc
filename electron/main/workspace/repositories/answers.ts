import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { parseRow } from '../row.ts';
import { DamagedRow } from '../storage-fault.ts';

/** The whole answers behind the findings. One answer serves the findings of all the TLDs that were asked with it. */
export interface Answers {
  /** The answer's text; empty where there is none. */
  readonly read: (id: number | null) => string;
  /** Keeps an answer and says under which id; null for an empty one. */
  readonly add: (accountId: string, text: string) => number | null;
  readonly removeIfUnused: (id: number | null) => void;
  readonly removeUnused: () => void;
}

/** More than the largest answer that the transport takes (5 MiB), so that a changed file cannot fill the memory. */
const largest = 16 * 1_024 * 1_024;

const bodyRow = z.object({ body: z.instanceof(Uint8Array) });

export function createAnswers(database: DatabaseSync): Answers {
  const find = database.prepare('SELECT body FROM answers WHERE id = ?');
  const put = database.prepare('INSERT INTO answers (account_id, body) VALUES (?, ?)');
  const unused = 'NOT EXISTS (SELECT 1 FROM findings WHERE answer_id = answers.id)';
  const removeOne = database.prepare(`DELETE FROM answers WHERE id = ? AND ${unused}`);
  const removeAll = database.prepare(`DELETE FROM answers WHERE ${unused}`);

  return {
    read: (id) => (id === null ? '' : unpack(parseRow(bodyRow, find.get(id)).body)),
    add: (accountId, text) =>
      text === '' ? null : Number(put.run(accountId, zstdCompressSync(text)).lastInsertRowid),
    removeIfUnused(id) {
      if (id !== null) removeOne.run(id);
    },
    removeUnused() {
      removeAll.run();
    },
  };
}

function unpack(body: Uint8Array): string {
  try {
    return zstdDecompressSync(body, { maxOutputLength: largest }).toString('utf8');
  } catch {
    throw new DamagedRow();
  }
}
