import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { change, serviceIdentity } from '#shared/areas/change-schemas.ts';
import { price } from '#shared/areas/common-schemas.ts';
import { answerVerdict } from '#shared/areas/journal-schemas.ts';
import { type ChangeFamily, familyOf, isOpen, isPaid } from '#shared/domain/change-kinds.ts';
import { type Change, tookEffect } from '#shared/domain/change.ts';
import type { ProjectedChange } from '#shared/domain/journal.ts';
import type { Spending } from '#shared/domain/limits.ts';
import { type ServiceIdentity, serviceKey } from '#shared/domain/service.ts';
import { canonicalJson } from '../chain.ts';
import { jsonColumn, parseRow, toMs, unlessDamaged } from '../sqlite.ts';

/** The stored projections of changes. Everything here must run in the caller's transaction. */
export interface ChangeRows {
  readonly find: (id: string) => ProjectedChange | null;
  /**
   * The unfinished change of the family, whichever account it belongs to. For registrations at any service: a name is
   * bought once. The change `besideId` itself is ignored.
   */
  readonly openOf: (
    service: ServiceIdentity,
    domain: string,
    family: ChangeFamily,
    besideId: string | null,
  ) => Change | null;
  /** The last change of the family that took effect. */
  readonly lastEffectOf: (service: ServiceIdentity, domain: string, family: ChangeFamily) => Change | null;
  /** Adds the change, or replaces the one with the same number. */
  readonly put: (told: ProjectedChange) => void;
  readonly open: (accountId: string | null) => Change[];
  /** The last change of each family. */
  readonly lastOf: (service: ServiceIdentity, domain: string) => Change[];
  /** What was spent, or may have been. A null filter matches all. */
  readonly spent: (of: SpentOf) => Spending;
  /** Whether the stored change equals the projection of its entries. */
  readonly isKept: (told: ProjectedChange) => boolean;
  readonly count: () => number;
  readonly removeAll: () => void;
}

interface SpentOf {
  readonly accountId: string | null;
  readonly planId: string | null;
  /** From this instant on. */
  readonly since: string | null;
}

const changeRow = z.object({ change: jsonColumn.pipe(change) });
const toldRow = changeRow.extend({ answered: answerVerdict.nullable() });
const priceRow = z.object({ price: jsonColumn.pipe(price) });
const countRow = z.object({ count: z.int() });

export function createChangeRows(database: DatabaseSync): ChangeRows {
  const find = database.prepare('SELECT change, answered FROM journal_changes WHERE id = ?');
  const row = database.prepare('SELECT * FROM journal_changes WHERE number = ?');
  const openOf = database.prepare(`
    SELECT change FROM journal_changes
    WHERE is_open = 1 AND domain = ?1 AND family = ?2 AND (service = ?3 OR ?2 = 'register') AND id IS NOT ?4
    ORDER BY number LIMIT 1`);
  const lastEffectOf = database.prepare(`
    SELECT change FROM journal_changes WHERE domain = ? AND family = ? AND service = ? AND took_effect = 1
    ORDER BY number DESC LIMIT 1`);
  const spent = database.prepare(`
    SELECT json_extract(change, '$.what.price') AS price FROM journal_changes
    WHERE paid_at >= ?1 AND (?2 IS NULL OR account_id = ?2) AND (?3 IS NULL OR plan_id = ?3)`);
  const put = database.prepare(`
    INSERT INTO journal_changes (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (number) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`);
  const open = database.prepare(`
    SELECT change FROM journal_changes WHERE is_open = 1 ORDER BY number`);
  const openOfAccount = database.prepare(`
    SELECT change FROM journal_changes WHERE is_open = 1 AND account_id = ? ORDER BY number`);
  const lastOf = database.prepare(`
    SELECT change FROM journal_changes WHERE number IN
      (SELECT max(number) FROM journal_changes WHERE domain = ?1 AND service = ?2 GROUP BY family) ORDER BY number`);
  const count = database.prepare('SELECT count(*) AS count FROM journal_changes');
  const removeAll = database.prepare('DELETE FROM journal_changes');

  return {
    find(id) {
      const found = find.get(id);
      return found === undefined ? null : parseRow(toldRow, found);
    },
    openOf(service, domain, family, besideId) {
      const found = openOf.get(domain, family, serviceKey(service), besideId);
      return found === undefined ? null : parseRow(changeRow, found).change;
    },
    lastEffectOf(service, domain, family) {
      const found = lastEffectOf.get(domain, family, serviceKey(service));
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
    lastOf: (service, domain) =>
      lastOf.all(domain, serviceKey(service)).map((found) => parseRow(changeRow, found).change),
    spent: ({ accountId, planId, since }) =>
      spent
        .all(since === null ? 0 : toMs(since), accountId, planId)
        .map((found) => parseRow(priceRow, found).price),
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
  'service',
  'took_effect',
  'paid_at',
  'change',
  'answered',
] as const;

function valuesOf({
  change: told,
  answered: verdict,
}: ProjectedChange): Readonly<Record<(typeof columns)[number], string | number | null>> {
  const { number, id, accountId, domain, state, planId, what, service } = told;
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
    // For a removed account whose service was never stored: it blocks nothing.
    service: service === null ? `unknown\n${accountId}` : serviceKey(service),
    took_effect: tookEffect(told) ? 1 : 0,
    paid_at: told.sentAt !== null && mayHaveCost(told) ? toMs(told.sentAt) : null,
    change: canonicalJson(told),
    answered: verdict,
  };
}

/** Everything counts that is not known to have failed. */
const mayHaveCost = (told: Change): boolean =>
  isPaid(told.what.kind) && (tookEffect(told) || told.state === 'sending' || told.state === 'uncertain');

/** The service of an account, for entries of versions that did not store it; null where it is not known. */
export type ServicesBefore = (accountId: string) => ServiceIdentity | null;

export function createServicesBefore(database: DatabaseSync): ServicesBefore {
  const find = database.prepare(
    'SELECT base_url AS baseUrl, username FROM account_services WHERE account_id = ?',
  );
  return (accountId) => {
    const found = find.get(accountId);
    return found === undefined ? null : parseRow(serviceIdentity, found);
  };
}
