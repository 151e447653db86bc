import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Change, type ChangeFamily, familyOf, isOpen } from '#shared/domain/change.ts';
import type { Told } from '#shared/domain/change-story.ts';
import { change } from '#shared/ipc/change-schemas.ts';
import { answerVerdict } from '#shared/ipc/journal-schemas.ts';
import { canonicalJson } from '../chain/hash.ts';
import { unlessDamaged } from '../damage.ts';
import { jsonColumn, parseRow } from '../row.ts';

/** The changes as their entries tell them. Everything here is for a transaction of the caller's. */
export interface ChangeRows {
  readonly find: (id: string) => Told | null;
  /** The one of the family that is not finished. */
  readonly openOf: (accountId: string, domain: string, family: ChangeFamily) => Change | null;
  /** Adds the change, or replaces the one of its number. */
  readonly put: (told: Told) => void;
  readonly open: (accountId: string | null) => Change[];
  readonly lastOf: (accountId: string, domain: string) => Change[];
  /** Whether what is kept of a change is what its entries tell. */
  readonly isKept: (told: Told) => boolean;
  readonly count: () => number;
  readonly removeAll: () => void;
}

const changeRow = z.object({ change: jsonColumn.pipe(change) });
const toldRow = changeRow.extend({ answered: answerVerdict.nullable() });
const countRow = z.object({ count: z.int() });

export function createChangeRows(database: DatabaseSync): ChangeRows {
  const find = database.prepare('SELECT change, answered FROM journal_changes WHERE id = ?');
  const row = database.prepare('SELECT * FROM journal_changes WHERE number = ?');
  const openOf = database.prepare(`
    SELECT change FROM journal_changes WHERE is_open = 1 AND account_id = ? AND domain = ? AND family = ?`);
  const put = database.prepare(`
    INSERT INTO journal_changes (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (number) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`);
  const open = database.prepare(`
    SELECT change FROM journal_changes WHERE is_open = 1 ORDER BY number`);
  const openOfAccount = database.prepare(`
    SELECT change FROM journal_changes WHERE is_open = 1 AND account_id = ? ORDER BY number`);
  const lastOf = database.prepare(`
    SELECT change FROM journal_changes WHERE number IN
      (SELECT max(number) FROM journal_changes WHERE domain = ?1 AND account_id = ?2 GROUP BY family) ORDER BY number`);
  const count = database.prepare('SELECT count(*) AS count FROM journal_changes');
  const removeAll = database.prepare('DELETE FROM journal_changes');

  return {
    find(id) {
      const found = find.get(id);
      return found === undefined ? null : parseRow(toldRow, found);
    },
    openOf(accountId, domain, family) {
      const found = openOf.get(accountId, domain, family);
      return found === undefined ? null : parseRow(changeRow, found).change;
    },
    put(told) {
      const values = valuesOf(told);
      put.run(...columns.map((name) => values[name]));
    },
    open: (accountId) =>
      (accountId === null ? open.all() : openOfAccount.all(accountId)).map(
        (found) => parseRow(changeRow, found).change,
      ),
    lastOf: (accountId, domain) =>
      lastOf.all(domain, accountId).map((found) => parseRow(changeRow, found).change),
    isKept(told) {
      const kept = unlessDamaged(() => row.get(told.change.number), undefined);
      const wanted = valuesOf(told);
      return kept !== undefined && columns.every((name) => kept[name] === wanted[name]);
    },
    count: () => parseRow(countRow, count.get()).count,
    removeAll: () => void removeAll.run(),
  };
}

const columns = [
  'number',
  'id',
  'account_id',
  'domain',
  'family',
  'kind',
  'state',
  'is_open',
  'is_uncertain',
  'plan_id',
  'change',
  'answered',
] as const;

function valuesOf({
  change: told,
  answered: verdict,
}: Told): Readonly<Record<(typeof columns)[number], string | number | null>> {
  const { number, id, accountId, domain, state, planId, what } = told;
  return {
    number,
    id,
    account_id: accountId,
    domain,
    family: familyOf(what.kind),
    kind: what.kind,
    state,
    is_open: isOpen(state) ? 1 : 0,
    is_uncertain: state === 'uncertain' ? 1 : 0,
    plan_id: planId,
    change: canonicalJson(told),
    answered: verdict,
  };
}
