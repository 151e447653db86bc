import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { writeOutcome, change, manyEvidence, serviceIdentity } from '#shared/areas/change-schemas.ts';
import { price } from '#shared/areas/common-schemas.ts';
import { type ChangeFamily, familyOf, isOpen, isPaid } from '#shared/domain/change-kinds.ts';
import { type Change, type ProjectedChange, tookEffect } from '#shared/domain/change.ts';
import type { Price } from '#shared/domain/finding.ts';
import {
  type Cost,
  fallOf,
  limitsOver,
  type OverLimit,
  type Spending,
  spendingOf,
} from '#shared/domain/limits.ts';
import { type ServiceIdentity, serviceKey } from '#shared/domain/account.ts';
import { canonicalJson } from '../chain.ts';
import { accountRecord, createSettingsRepository } from '../repositories/startup.ts';
import { countOf, jsonColumn, rowsOf, toMs, unlessDamaged } from '../sqlite.ts';

interface SpentOf {
  readonly accountId: string | null;
  readonly planId: string | null;
  /** From this instant on. */
  readonly since: string | null;
}

interface OrderedBeside {
  readonly id: string;
  readonly service: ServiceIdentity;
  readonly since: string;
}

interface OfFamily {
  readonly domain: string;
  readonly service: ServiceIdentity;
  readonly family: ChangeFamily;
}

/**
 * A condition in SQL: a change of the family may have been done after the backup that was restored, and nobody here knows.
 * It was planned in the backup, or the domain was a row of a batch that was not finished there. A later change that took
 * effect ends that.
 *
 * @param of Expressions in SQL: the domain, the service's key and the family.
 */
export const mayBeDone = (of: Readonly<Record<keyof OfFamily, string>>): string => {
  const same = (other: string): string =>
    `${other}.domain = ${of.domain} AND ${other}.service = ${of.service} AND ${other}.family = ${of.family}`;
  const noEffect = (later: string): string =>
    `NOT EXISTS (SELECT 1 FROM journal_changes later WHERE ${same('later')} AND later.took_effect = 1 AND ${later})`;
  return `(EXISTS (SELECT 1 FROM journal_changes planned WHERE ${same('planned')} AND planned.state = 'withdrawn'
      AND json_extract(planned.change, '$.error.mayBeDone') = 1 AND ${noEffect('later.number > planned.number')})
    OR EXISTS (SELECT 1 FROM restore_doubts doubt WHERE ${same('doubt')} AND ${noEffect('later.paid_at > doubt.at')}))`;
};

/** Whether {@link mayBeDone} holds of a family of a domain. */
export function createMayBeDone(database: DatabaseSync): (of: OfFamily) => boolean {
  const sql = `SELECT ${mayBeDone({ domain: '?1', service: '?2', family: '?3' })} AS mayBeDone`;
  const asked = rowsOf(database, mayBeDoneRow).query(sql);
  return ({ domain, service, family }) => asked.get(domain, serviceKey(service), family).mayBeDone === 1;
}

/**
 * A condition in SQL: the name was registered from here as a premium one, so that its renewals may not cost what others do.
 *
 * @param of Expressions in SQL: the domain and the service's key.
 */
export const boughtAsPremium = (of: Readonly<Record<'domain' | 'service', string>>): string =>
  `EXISTS (SELECT 1 FROM journal_changes bought WHERE bought.domain = ${of.domain} AND bought.service = ${of.service}
    AND bought.family = 'register' AND bought.took_effect = 1 AND json_extract(bought.change, '$.what.isPremium') = 1)`;

/** Whether {@link boughtAsPremium} holds of a domain. */
export function createBoughtAsPremium(
  database: DatabaseSync,
): (of: Pick<OfFamily, 'domain' | 'service'>) => boolean {
  const sql = `SELECT ${boughtAsPremium({ domain: '?1', service: '?2' })} AS isPremium`;
  const asked = rowsOf(database, premiumRow).query(sql);
  return ({ domain, service }) => asked.get(domain, serviceKey(service)).isPremium === 1;
}

/** After it, a paid change that is still open is not expected to be charged any more: it waits for a person. */
const longestOrderMs = 10 * 60_000;

const changeRow = z.object({ change: jsonColumn(change) });
const projectedRow = changeRow.extend({ answered: writeOutcome.nullable() });
const costRow = z.object({ price: jsonColumn(price), evidence: jsonColumn(manyEvidence) });
const idRow = z.object({ id: z.string() });
const mayBeDoneRow = z.object({ mayBeDone: z.int() });
const premiumRow = z.object({ isPremium: z.int() });

export type ChangeRows = ReturnType<typeof createChangeRows>;

/** The stored projections of changes. Everything here must run in the caller's transaction. */
export function createChangeRows(database: DatabaseSync) {
  const changesWhere = (conditions: string) =>
    rowsOf(database, changeRow).from(`journal_changes WHERE ${conditions}`);
  const find = rowsOf(database, projectedRow).from('journal_changes WHERE id = ?');
  const row = database.prepare('SELECT * FROM journal_changes WHERE number = ?');
  const openOf = changesWhere(`
    is_open = 1 AND domain = ?1 AND family = ?2 AND (service = ?3 OR ?2 = 'register') AND id IS NOT ?4
    ORDER BY number LIMIT 1`);
  const lastEffectOf = changesWhere(`
    domain = ? AND family = ? AND service = ? AND took_effect = 1 ORDER BY number DESC LIMIT 1`);
  const open = changesWhere('is_open = 1 ORDER BY number');
  const openOfAccount = changesWhere('is_open = 1 AND account_id = ? ORDER BY number');
  const lastOf = changesWhere(`
    number IN (SELECT max(number) FROM journal_changes WHERE domain = ?1 AND service = ?2 GROUP BY family)
    ORDER BY number`);
  const costs = rowsOf(database, costRow).query(`
    SELECT json_extract(change, '$.what.price') AS price, json_extract(change, '$.evidence') AS evidence
    FROM journal_changes
    WHERE paid_at >= ?1 AND (?2 IS NULL OR account_id = ?2) AND (?3 IS NULL OR plan_id = ?3)`);
  const orderedBeside = rowsOf(database, idRow).from(`
    journal_changes WHERE paid_at >= ?1 AND service = ?2 AND id <> ?3
    AND (is_open = 1 OR json_extract(change, '$.changedAt') > ?4) LIMIT 1`);
  const put = database.prepare(`
    INSERT INTO journal_changes (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (number) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`);
  const count = countOf(database, 'journal_changes');
  const removeAll = database.prepare('DELETE FROM journal_changes');

  const costsOf = ({ accountId, planId, since }: SpentOf): Cost[] =>
    costs
      .all(since === null ? 0 : toMs(since), accountId, planId)
      .map((found) => ({ price: found.price, fall: fallOf(found.evidence) }));

  return {
    find: (id: string): ProjectedChange | null => find.find(id),
    /**
     * The unfinished change of the family, whichever account it belongs to. For registrations at any service: a name is
     * bought once. The change `besideId` itself is ignored.
     */
    openOf: (
      service: ServiceIdentity,
      domain: string,
      family: ChangeFamily,
      besideId: string | null,
    ): Change | null => openOf.find(domain, family, serviceKey(service), besideId)?.change ?? null,
    /** The last change of the family that took effect. */
    lastEffectOf: (service: ServiceIdentity, domain: string, family: ChangeFamily): Change | null =>
      lastEffectOf.find(domain, family, serviceKey(service))?.change ?? null,
    /** Adds the change, or replaces the one with the same number. */
    put(projected: ProjectedChange): void {
      const values = valuesOf(projected);
      put.run(...columns.map((name) => values[name]));
    },
    /** The unfinished changes of an account, or of all, the oldest first. */
    open: (accountId: string | null): Change[] =>
      (accountId === null ? open.all() : openOfAccount.all(accountId)).map((found) => found.change),
    /** The last change of each family. */
    lastOf: (service: ServiceIdentity, domain: string): Change[] =>
      lastOf.all(domain, serviceKey(service)).map((found) => found.change),
    /** What was spent, or may have been. A null filter matches all. */
    spent: (of: SpentOf): Spending => spendingOf(costsOf(of)),
    /** The same, change by change. */
    costs: costsOf,
    /** Whether another paid change of the service was under way at or after `since`, so that it may have used the credit. */
    isOrderedBeside: ({ id, service, since }: OrderedBeside): boolean =>
      orderedBeside.find(toMs(since) - longestOrderMs, serviceKey(service), id, since) !== null,
    /** Whether the stored change equals the projection of its entries. */
    isKept(projected: ProjectedChange): boolean {
      const kept = unlessDamaged(() => row.get(projected.change.number), undefined);
      const wanted = valuesOf(projected);
      return kept !== undefined && columns.every((name) => kept[name] === wanted[name]);
    },
    count,
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
  answered,
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
    answered,
  };
}

/** Everything counts that is not known to have failed. */
const mayHaveCost = (told: Change): boolean =>
  isPaid(told.what.kind) && (tookEffect(told) || told.state === 'sending' || told.state === 'uncertain');

/** What is to be paid: for which account, and in which batch. */
interface ToPay {
  readonly prices: readonly Price[];
  readonly accountId: string;
  readonly planId: string | null;
  /** Midnight in the user's time zone. */
  readonly dayStartsAt: string;
}

const optionsRow = z.object({ options: jsonColumn(accountRecord.shape.options) });

/** Finds the limits, of the workspace and of the account, that paying would exceed. */
export function createLimitsOver(database: DatabaseSync, changes: ChangeRows) {
  const settings = createSettingsRepository(database);
  const account = rowsOf(database, optionsRow).from('accounts WHERE id = ?');

  return ({ prices, accountId, planId, dayStartsAt }: ToPay): readonly OverLimit[] => {
    const spentOf = (scopeId: string | null) => ({
      day: changes.spent({ accountId: scopeId, planId: null, since: dayStartsAt }),
      batch: planId === null ? null : changes.spent({ accountId: scopeId, planId, since: null }),
    });
    return limitsOver(prices, [
      { scope: 'workspace', limits: settings.read().limits, ...spentOf(null) },
      { scope: 'account', limits: account.find(accountId)?.options.limits ?? null, ...spentOf(accountId) },
    ]);
  };
}

/** Finds the service of an account, for entries of versions that did not store it; null where it is not known. */
export function createServicesBefore(database: DatabaseSync) {
  const find = rowsOf(database, serviceIdentity).from('account_services WHERE account_id = ?');
  return (accountId: string): ServiceIdentity | null => find.find(accountId);
}
