import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parseRow } from '../row.ts';
import { leftOutNow } from './row-columns.ts';

const askRow = z.object({ ask: z.string() });
const digestedRow = z.object({ row: z.string() });

/** SHA-256 over what a plan asks and every row as it was looked at, hexadecimal. */
export function createDigest(database: DatabaseSync): (planId: string) => string {
  const ask = database.prepare('SELECT ask FROM plans WHERE id = ?');
  const rows = database.prepare(`
    SELECT json_array(number, domain, before, seen, last_effect, renewal, taken_in, ${leftOutNow}) AS row
    FROM plan_rows r WHERE plan_id = ? ORDER BY number`);

  return (planId) => {
    const hash = createHash('sha256').update(parseRow(askRow, ask.get(planId)).ask);
    for (const row of rows.iterate(planId)) {
      // As JSON, so that no two rows can look like one.
      hash.update(`\n${parseRow(digestedRow, row).row}`);
    }
    return hash.digest('hex');
  };
}
