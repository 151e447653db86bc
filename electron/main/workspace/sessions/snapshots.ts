import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { findingBits } from '#shared/domain/cell.ts';
import { parseRow } from '../row.ts';
import { DamagedRow } from '../storage-fault.ts';
import { bytesColumn, bytesOf, pack, unpack } from './bytes.ts';
import { countAll, createMatrix, type Matrix, putCell, setShortlisted } from './matrix.ts';
import type { RequestRow, RequestRows } from './request-rows.ts';

/** A session's cells as they stand in the file: the last snapshot, and what was recorded after it. */
export interface Snapshots {
  /** @returns The cells with all that was recorded, and the last request that the snapshot itself has in it. */
  readonly load: (place: SessionPlace) => { readonly matrix: Matrix; readonly snapshotUpTo: number };
  /** Keeps the cells as they are after the request `upTo`. */
  readonly save: (session: number, matrix: Matrix, upTo: number) => void;
}

/** What of a session its cells are read by. */
export interface SessionPlace {
  readonly number: number;
  readonly rows: number;
  readonly columns: number;
  /** No request of it has an id up to this one; and the last that it has. */
  readonly bornAfter: number;
  readonly lastRequest: number;
}

const snapshotRow = z.object({
  up_to: z.int(),
  codes: bytesColumn,
  checked_at: bytesColumn,
  pending: bytesColumn,
});
const shortlistRow = z.object({ cell: z.int() });

export function createSnapshots(database: DatabaseSync, requests: RequestRows): Snapshots {
  const find = database.prepare(
    'SELECT up_to, codes, checked_at, pending FROM session_snapshots WHERE session = ?',
  );
  const put = database.prepare(`
    INSERT INTO session_snapshots (session, up_to, codes, checked_at, pending) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (session) DO UPDATE SET up_to = excluded.up_to, codes = excluded.codes,
      checked_at = excluded.checked_at, pending = excluded.pending`);
  const shortlist = database.prepare('SELECT cell FROM session_shortlist WHERE session = ?');

  function fill(matrix: Matrix, session: number): number | null {
    const row = find.get(session);
    if (row === undefined) return null;
    const { up_to, codes, checked_at, pending } = parseRow(snapshotRow, row);
    matrix.codes.set(unpack(codes, matrix.codes.length));
    bytesOf(matrix.checkedAt).set(unpack(checked_at, matrix.checkedAt.byteLength));
    matrix.pending.set(unpack(pending, matrix.pending.length));
    countAll(matrix);
    return up_to;
  }

  return {
    load({ number, rows, columns, bornAfter, lastRequest }) {
      const matrix = createMatrix(rows * columns);
      const snapshotUpTo = fill(matrix, number) ?? bornAfter;
      for (const request of requests.between(number, snapshotUpTo, lastRequest)) {
        replay(matrix, request, rows, columns);
      }
      for (const row of shortlist.iterate(number)) {
        setShortlisted(matrix, parseRow(shortlistRow, row).cell, true);
      }
      return { matrix, snapshotUpTo };
    },
    save(session, matrix, upTo) {
      const codes = matrix.codes.map(findingBits);
      put.run(session, upTo, pack(codes), pack(bytesOf(matrix.checkedAt)), pack(matrix.pending));
    },
  };
}

function replay(matrix: Matrix, request: RequestRow, rows: number, columns: number): void {
  const { row, columns: asked, codes, checkedAtMs } = request;
  if (row >= rows) throw new DamagedRow();
  const at = Math.floor(checkedAtMs / 1_000);
  for (let index = 0; index < asked.length; index += 1) {
    const column = asked[index] ?? 0;
    if (column >= columns) throw new DamagedRow();
    putCell(matrix, row * columns + column, findingBits(codes[index] ?? 0), at);
  }
}
