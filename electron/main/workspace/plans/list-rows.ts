import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { PlanRow } from '#shared/domain/plan.ts';
import { appError } from '#shared/ipc/error-schema.ts';
import { planRow } from '#shared/ipc/plan-requests.ts';
import type { Repository } from '../requests.ts';
import { jsonColumn, parseRow } from '../row.ts';
import { joinChanges } from './of-journal.ts';
import { leftOutNow } from './row-columns.ts';

type Rows = Repository<'plans'>['rows'];
type Which = Parameters<Rows>[0]['which'];

const listedRow = planRow.omit({ error: true, renewal: true }).extend({
  error: z.union([z.null(), jsonColumn.pipe(appError)]),
  renewal: z.union([z.null(), jsonColumn.pipe(planRow.shape.renewal)]),
});
const countRow = z.object({ count: z.int() });

const leftOut = '(r.left_out IS NOT NULL OR r.by_hand = 1)';
/** Conditions on rows `r` and their changes `c`. */
const conditions: Readonly<Record<Which, string>> = {
  all: '1',
  'to-do': `NOT ${leftOut}`,
  'left-out': leftOut,
  odd: `(${leftOut} OR r.error IS NOT NULL OR c.state IN ('refused', 'not-applied', 'uncertain', 'settled'))`,
};

/** Pages of a plan's rows, each with the state of its change. */
export function createListRows(database: DatabaseSync): Rows {
  const isThere = database.prepare('SELECT 1 FROM plans WHERE id = ?');
  return ({ id, which, offset, limit }) => {
    if (isThere.get(id) === undefined) return null;
    const where = `WHERE r.plan_id = ? AND ${conditions[which]}`;
    const join = which === 'odd' ? joinChanges : '';
    const counted = database.prepare(`
      SELECT count(*) AS count FROM plan_rows r JOIN plans p ON p.id = r.plan_id ${join} ${where}`);
    const page = database.prepare(pageQuery(where, join));
    return {
      rows: page.all(id, limit, offset).map((row): PlanRow => parseRow(listedRow, row)),
      total: parseRow(countRow, counted.get(id)).count,
    };
  };
}

/** The numbers are found first; only what is shown is looked up in the journal. */
const pageQuery = (where: string, join: string): string => `
  SELECT r.number AS "index", r.domain, r.before, p.after, ${leftOutNow} AS leftOut, r.error, r.renewal,
    c.id AS changeId, c.state
  FROM (SELECT r.* FROM plan_rows r JOIN plans p ON p.id = r.plan_id ${join} ${where}
        ORDER BY r.number LIMIT ? OFFSET ?) r
  JOIN plans p ON p.id = r.plan_id ${joinChanges}
  ORDER BY r.number`;
