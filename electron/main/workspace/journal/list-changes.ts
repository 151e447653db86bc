import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { change, changeState } from '#shared/ipc/change-schemas.ts';
import type { Repository } from '../requests.ts';
import { jsonColumn, parseRow } from '../row.ts';

type List = Repository<'journal'>['list'];
type Filter = Parameters<List>[0]['filter'];

/** SQL with its values. Filters stand on columns of the indexes alone, so that no row is read that is not shown. */
export interface Query {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const changeRow = z.object({ change: jsonColumn.pipe(change) });
const stateRow = z.object({ state: changeState, count: z.int() });

/** Lists changes, uncertain ones first, then the newest, and counts them by state. */
export const createListChanges =
  (database: DatabaseSync): List =>
  ({ filter, offset, limit }) => {
    const all = ({ sql, values }: Query) => database.prepare(sql).all(...values);
    const counts = all(countQuery(filter)).map((row) => parseRow(stateRow, row));
    const shown = counts.filter(({ state }) => filter.states?.includes(state) ?? true);
    return {
      changes: all(pageQuery(filter, offset, limit)).map((row) => parseRow(changeRow, row).change),
      total: shown.reduce((sum, { count }) => sum + count, 0),
      byState: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
    };
  };

/** How many there are in each state, over all that fit the filter but for its states. */
export function countQuery(filter: Filter): Query {
  const { sql, values } = where({ ...filter, states: null });
  return { sql: `SELECT state, count(*) AS count FROM journal_changes${sql} GROUP BY state`, values };
}

export function pageQuery(filter: Filter, offset: number, limit: number): Query {
  const { sql, values } = where(filter);
  const numbers = `SELECT number FROM journal_changes${sql} ORDER BY is_uncertain DESC, number DESC LIMIT ? OFFSET ?`;
  return {
    // The numbers are found in an index; only what is shown is then read from the table.
    sql: `SELECT change FROM journal_changes WHERE number IN (${numbers}) ORDER BY is_uncertain DESC, number DESC`,
    values: [...values, limit, offset],
  };
}

function where({ accountId, states, kinds, text, domain, planId }: Filter): Query {
  const conditions: readonly (readonly [string, string | null])[] = [
    ['account_id = ?', accountId],
    ['domain = ?', domain],
    ['plan_id = ?', planId],
    ['state IN (SELECT value FROM json_each(?))', states === null ? null : JSON.stringify(states)],
    ['kind IN (SELECT value FROM json_each(?))', kinds === null ? null : JSON.stringify(kinds)],
    ['instr(domain, ?) > 0', text === '' ? null : text.toLowerCase()],
  ];
  const used = conditions.filter((each): each is readonly [string, string] => each[1] !== null);
  return {
    sql: used.length === 0 ? '' : ` WHERE ${used.map(([sql]) => sql).join(' AND ')}`,
    values: used.map(([, value]) => value),
  };
}
