import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parseRow } from '../row.ts';
import { inTransaction } from '../transaction.ts';

/**
 * Clears away a little of what was removed, and says whether there is more. A session of a million cells takes seconds in
 * all, because what is deleted is overwritten (D10); the thread has other things to do in between.
 */
export type Sweep = () => boolean;

/** Some 20 ms each. */
const requestsPerStep = 1_000;
const packsPerStep = 500;

const goneRow = z.object({ number: z.int(), list_id: z.int() });

export function createSweep(database: DatabaseSync): Sweep {
  const gone = database.prepare('SELECT number, list_id FROM sessions WHERE account_id IS NULL LIMIT 1');
  const removeRequests = database.prepare(`
    DELETE FROM session_requests WHERE id IN (SELECT id FROM session_requests WHERE session = ? LIMIT ${requestsPerStep})`);
  const removePacks = database.prepare(`
    DELETE FROM session_answers WHERE first_request IN
      (SELECT first_request FROM session_answers WHERE session = ? LIMIT ${packsPerStep})`);
  const removeSession = database.prepare('DELETE FROM sessions WHERE number = ?');
  const removeList = database.prepare(
    'DELETE FROM name_lists WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM sessions WHERE list_id = ?1)',
  );

  return () => {
    const row = gone.get();
    if (row === undefined) return false;
    const { number, list_id: list } = parseRow(goneRow, row);
    inTransaction(database, () => {
      const removed = Number(removePacks.run(number).changes) + Number(removeRequests.run(number).changes);
      if (removed > 0) return;
      removeSession.run(number);
      removeList.run(list);
    });
    return true;
  };
}
