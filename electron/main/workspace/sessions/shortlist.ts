import type { DatabaseSync } from 'node:sqlite';
import { isShortlisted } from '#shared/domain/cell.ts';
import { inTransaction } from '../transaction.ts';
import type { Loaded } from './loaded-sessions.ts';
import { setShortlisted } from './matrix.ts';
import type { SessionRows } from './session-rows.ts';

/** Puts cells on a session's shortlist or takes them off; says how many are on it then. */
export type Shortlist = (session: Loaded, cells: readonly number[], isOn: boolean) => number;

export function createShortlist(database: DatabaseSync, rows: SessionRows): Shortlist {
  const add = database.prepare('INSERT OR IGNORE INTO session_shortlist (session, cell) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM session_shortlist WHERE session = ? AND cell = ?');

  return (session, cells, isOn) =>
    inTransaction(database, () => {
      const { number, matrix } = session;
      for (const cell of cells) {
        if (cell < 0 || cell >= matrix.codes.length) throw new Error('There is no such cell');
        if (setShortlisted(matrix, cell, isOn)) (isOn ? add : remove).run(number, cell);
      }
      const count = matrix.codes.reduce((sum, code) => sum + (isShortlisted(code) ? 1 : 0), 0);
      rows.shortlisted(number, count);
      return count;
    });
}
