import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { writeOutcome, change, manyEvidence } from '#shared/areas/change-schemas.ts';
import { price } from '#shared/areas/common-schemas.ts';
import { type ChangeFamily, changeKinds, familyOf, isOpen, isPaid } from '#shared/domain/change-kinds.ts';
import { type Change, type ProjectedChange, tookEffect } from '#shared/domain/change.ts';
import { mayHaveCost, paidFor } from '#shared/domain/activity.ts';
import { tenThousandths } from '#shared/domain/counting.ts';
import type { Price } from '#shared/domain/finding.ts';
import {
  type Cost,
  creditAround,
  fallOf,
  limitsOver,
  type OverLimit,
  type Spending,
  spendingOf,
  strictestOf,
} from '#shared/domain/limits.ts';
import { type Money, practiceLogin, pricedIn, type ServiceIdentity } from '#shared/domain/account.ts';
import { canonicalJson } from '../chain.ts';
import { countOf, instantColumn, jsonColumn, rowsOf, toMs, unlessDamaged } from '../sqlite.ts';
import { createDoubts, type FoundDoubt } from './doubts.ts';
import { createLogins } from '../repositories/accounts.ts';
import { createSettingsRepository } from '../repositories/settings.ts';

interface SpentOf {
  /** What its login was charged, whichever of the login's accounts ordered it (G13). Null for all: see {@link isCounted}. */
  /** With no batch: of all accounts that are counted together. */
  readonly accountId: string | null;
  readonly batchId: string | null;
  /** From this instant on. */
  readonly since: string | null;
}

interface OutstandingOf {
  readonly service: ServiceIdentity;
  readonly since: string;
  /** How long after it was sent the bill of a change may come. */
  readonly billedWithinMs: number;
}

interface OfFamily {
  readonly domain: string;
  /** The login, as `journal_changes.service` has it. */
  readonly login: string;
  readonly family: ChangeFamily;
}

/** Whose changes count beside those of the login: of a paid family, the account's own at another login too (G4). */
interface OfAccount extends OfFamily {
  readonly accountId: string;
}

/** What the journal knows of a family of a domain: for a review, a row of a batch, and the transaction of `sending`. */
export interface History {
  /** The last change of the login, and of a paid family of the account. */
  readonly last: Change | null;
  /** The one of these that is not finished. For registrations at any service: a name is bought once. */
  readonly open: Change | null;
  /** The last one of the login or the account of which something was sent. */
  readonly lastSent: Change | null;
  /**
   * The last one that took effect. Of a paid family at any service: what was paid for the name elsewhere, or may have been, is no
   * less paid (G4).
   */
  readonly lastEffect: Change | null;
  /** The same change where it was neither the login's nor the account's. */
  readonly elsewhere: Change | null;
  /** The last one of the login or the account that took effect: a later one elsewhere must not hide it. */
  readonly ownEffect: Change | null;
  /** What may have been paid although no entry proves it; null where nothing may. */
  readonly mayBeDone: FoundDoubt | null;
  /** The name was registered from here as a premium one, wherever, so that its renewals may not cost what others do. */
  readonly boughtAsPremium: boolean;
}

/** Of a domain `?1`, a family `?2`, a login `?3` and an account `?4`: conditions in SQL, on the changes that count. */
const paidFamilies = changeKinds
  .filter(isPaid)
  .map((kind) => `'${familyOf(kind)}'`)
  .join(', ');
const isOurs = `(service = ?3 OR (account_id = ?4 AND ?2 IN (${paidFamilies})))`;
/** A name of the practice service is another name. */
const isOfSort = `(service = '${practiceLogin}') = (?3 = '${practiceLogin}')`;
const mayHaveEffect = `(took_effect = 1 OR (NOT ${isOurs} AND state IN ('sending', 'uncertain')))`;

/** One read of the history of a family of a domain: the only home of the rules on what was done before. */
export function createHistory(database: DatabaseSync) {
  const one = (conditions: string) => rowsOf(database, changeRow).from(`journal_changes WHERE ${conditions}`);
  const last = one(`domain = ?1 AND family = ?2 AND ${isOurs} ORDER BY number DESC LIMIT 1`);
  const lastSent = one(`domain = ?1 AND family = ?2 AND ${isOurs} AND state NOT IN ('planned', 'withdrawn')
    ORDER BY number DESC LIMIT 1`);
  const open = one(`
    is_open = 1 AND domain = ?1 AND family = ?2 AND (${isOurs} OR (?2 = 'register' AND ${isOfSort})) AND id IS NOT ?5
    ORDER BY number LIMIT 1`);
  const lastEffect = one(`
    domain = ?1 AND family = ?2 AND (${isOurs} OR (?2 IN (${paidFamilies}) AND ${isOfSort})) AND ${mayHaveEffect}
    ORDER BY number DESC LIMIT 1`);
  const ownEffect = one(
    `domain = ?1 AND family = ?2 AND ${isOurs} AND took_effect = 1 ORDER BY number DESC LIMIT 1`,
  );
  const premium = rowsOf(database, idRow).from(
    `journal_changes WHERE domain = ?1 AND is_premium = 1 AND (service = '${practiceLogin}') = (?2 = '${practiceLogin}') LIMIT 1`,
  );
  const doubts = createDoubts(database);
  const loginOf = createLogins(database).of;

  const openOf = ({ domain, family, login, accountId }: OfAccount, besideId: string | null): Change | null =>
    open.find(domain, family, login, accountId, besideId)?.change ?? null;
  const lastEffectOf = ({ domain, family, login, accountId }: OfAccount): Change | null =>
    lastEffect.find(domain, family, login, accountId)?.change ?? null;

  return {
    openOf,
    lastEffectOf,
    /** @param besideId A change that is left out of account. */
    of(asked: OfAccount, besideId: string | null): History {
      const { domain, family, login, accountId } = asked;
      const effect = lastEffectOf(asked);
      const isElsewhere =
        effect !== null && effect.accountId !== accountId && loginOf(effect.service) !== login;
      return {
        last: last.find(domain, family, login, accountId)?.change ?? null,
        lastSent: lastSent.find(domain, family, login, accountId)?.change ?? null,
        open: openOf(asked, besideId),
        lastEffect: effect,
        elsewhere: isElsewhere ? effect : null,
        ownEffect: ownEffect.find(domain, family, login, accountId)?.change ?? null,
        mayBeDone: doubts.of(domain, login, family),
        boughtAsPremium: premium.find(domain, login) !== null,
      };
    },
  };
}

/** Also of accounts that were removed: a change says which service it was for. */
const ofPractice = `account_id IN (SELECT account_id FROM journal_changes WHERE service = '${practiceLogin}')`;
/** For changes of the journal: money was paid, or other real things were done. */
export const isOfReal = `NOT ${ofPractice}`;
/** The same, or nothing else was ever done: what lists, sums and limits over all accounts are of (`countedTogether`). */
export const isCounted = `(${isOfReal} OR (NOT EXISTS (SELECT 1 FROM accounts WHERE kind = 'reseller')
  AND NOT EXISTS (SELECT 1 FROM journal_changes WHERE ${isOfReal})))`;

/** `isBillAwaited` in SQL. */
const isBillAwaitedSql =
  "(took_effect = 1 AND CASE WHEN json_valid(change) THEN json_extract(change, '$.charge') END IS 'not-yet')";

// As the indexes have it, which can be used for nothing else.
export const isProof = "CASE WHEN json_valid(change) THEN json_extract(change, '$.proof') END =";
/** The changes that a registry proves; more conditions can follow. */
export const provenRows = `journal_changes INDEXED BY journal_changes_proven WHERE ${isProof} 'registry'`;

const changeRow = z.object({ change: jsonColumn(change) });
const projectedRow = changeRow.extend({ answered: writeOutcome.nullable() });
const costRow = z.object({
  price: jsonColumn(price),
  evidence: jsonColumn(manyEvidence),
  login: z.string(),
  label: z.string(),
});
const idRow = z.object({ id: z.string() });
const sentRow = z.object({ sentAt: z.string().nullable() });

export type ChangeRows = ReturnType<typeof createChangeRows>;

/** The stored projections of changes. Everything here must run in the caller's transaction. */
export function createChangeRows(database: DatabaseSync) {
  const changesWhere = (conditions: string) =>
    rowsOf(database, changeRow).from(`journal_changes WHERE ${conditions}`);
  const find = rowsOf(database, projectedRow).from('journal_changes WHERE id = ?');
  const row = database.prepare('SELECT * FROM journal_changes WHERE number = ?');
  const logins = createLogins(database);
  const open = changesWhere('is_open = 1 ORDER BY number');
  const openOfAccount = changesWhere('is_open = 1 AND account_id = ? ORDER BY number');
  const lastOf = changesWhere(`
    number IN (SELECT max(number) FROM journal_changes
      WHERE domain = ?1 AND (service = ?2 OR (account_id = ?3 AND family IN (${paidFamilies}))) GROUP BY family)
    ORDER BY number`);
  const costs = rowsOf(database, costRow).query(`
    SELECT json_extract(change, '$.what.price') AS price, json_extract(change, '$.evidence') AS evidence,
      service AS login, json_extract(change, '$.accountLabel') AS label
    FROM journal_changes
    WHERE paid_at >= ?1 AND (?2 IS NULL OR account_id = ?2 OR service = ?4) AND (?3 IS NULL OR batch_id = ?3)
      AND (?2 IS NOT NULL OR ?3 IS NOT NULL OR ${isCounted})
    ORDER BY number`);
  const put = database.prepare(`
    INSERT INTO journal_changes (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (number) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`);
  const count = countOf(database, 'journal_changes');
  const removeAll = database.prepare('DELETE FROM journal_changes');

  function costsOf({ accountId, batchId, since }: SpentOf): Cost[] {
    const moneys = new Map<string, Money>();
    return costs
      .all(since === null ? 0 : toMs(since), accountId, batchId, accountId && logins.ofAccount(accountId))
      .map(({ evidence, login, label, ...found }) => {
        const money = moneys.get(login) ?? logins.moneyOf(login, label);
        moneys.set(login, money);
        return { ...found, money, fall: fallOf(evidence), credit: creditAround(evidence) };
      });
  }

  return {
    find: (id: string): ProjectedChange | null => find.find(id),
    loginOf: logins.of,
    /** Adds the change, or replaces the one with the same number. */
    put(projected: ProjectedChange): void {
      const values = valuesOf(projected, logins.of);
      put.run(...columns.map((name) => values[name]));
    },
    /** The unfinished changes of an account, or of all, the oldest first. */
    open: (accountId: string | null): Change[] =>
      (accountId === null ? open.all() : openOfAccount.all(accountId)).map((found) => found.change),
    /** The last change of each family, of the login, and of the paid ones of the account. */
    lastOf: (service: ServiceIdentity, domain: string, accountId: string): Change[] =>
      lastOf.all(domain, logins.of(service), accountId).map((found) => found.change),
    /** What was spent, or may have been. A null filter matches all. */
    spent: (of: SpentOf): Spending => spendingOf(costsOf(of)),
    /** The same, change by change, the oldest first. */
    costs: costsOf,
    ...createChargeRows(database, logins.of),
    /** Whether the stored change equals the projection of its entries. */
    isKept(projected: ProjectedChange): boolean {
      const kept = unlessDamaged(() => row.get(projected.change.number), undefined);
      const wanted = valuesOf(projected, logins.of);
      return kept !== undefined && columns.every((name) => kept[name] === wanted[name]);
    },
    count,
    removeAll: () => void removeAll.run(),
  };
}

/** What of a login is, or may be, still to be charged. */
function createChargeRows(database: DatabaseSync, loginOf: (service: ServiceIdentity) => string) {
  const paidSinceUncharged = rowsOf(database, changeRow).query(`
    WITH first AS (SELECT paid_at, json_extract(change, '$.before.readAt') AS read_at FROM journal_changes
      WHERE service = ?1 AND paid_at >= ?2 AND (${isBillAwaitedSql} OR is_open = 1) ORDER BY paid_at, number LIMIT 1)
    SELECT j.change FROM journal_changes j, first WHERE j.service = ?1 AND (j.paid_at >= first.paid_at
      OR j.paid_at >= first.paid_at - ?3 AND (${isBillAwaitedSql} OR j.is_open = 1
        OR json_extract(j.change, '$.changedAt') > first.read_at))
    ORDER BY j.paid_at < first.paid_at, j.paid_at, j.number`);
  const ofColleagues = rowsOf(database, z.object({ at: instantColumn.nullable() })).query(
    `SELECT max(at) AS at FROM team_rows WHERE at >= ?2 AND login = ?1 AND is_paid = 1 AND state <> 'withdrawn'`,
  );

  return {
    /**
     * `paid`: the oldest change that was sent at or after `since` and whose bill is awaited, or that is open, and every paid one of its login
     * after it, in order; after these, those sent up to `billedWithinMs` before it whose bill may have come since its credit was read.
     * `colleagueAt`: when a colleague of the team sent, or claimed, what is charged with the same login last; null where none did since.
     */
    outstanding: ({ service, since, billedWithinMs }: OutstandingOf) => {
      const login = loginOf(service);
      const sinceMs = toMs(since);
      return {
        paid: paidSinceUncharged.all(login, sinceMs, billedWithinMs).map((found) => found.change),
        colleagueAt: ofColleagues.get(login, sinceMs).at,
      };
    },
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
  'batch_id',
  'service',
  'took_effect',
  'paid_at',
  'is_premium',
  'at',
  'amount',
  'currency',
  'amount_by',
  'change',
  'answered',
] as const;

function valuesOf(
  { change: projected, answered }: ProjectedChange,
  loginOf: (service: ServiceIdentity) => string,
): Readonly<Record<(typeof columns)[number], string | number | null>> {
  const { number, id, accountId, domain, state, batchId, what } = projected;
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
    batch_id: batchId,
    service: loginOf(projected.service),
    took_effect: tookEffect(projected) ? 1 : 0,
    is_premium: what.kind === 'register' && what.isPremium && tookEffect(projected) ? 1 : 0,
    paid_at: projected.sentAt !== null && mayHaveCost(projected) ? toMs(projected.sentAt) : null,
    at: toMs(projected.sentAt ?? projected.createdAt),
    ...amountOf(projected),
    change: canonicalJson(projected),
    answered,
  };
}

function amountOf(
  projected: Change,
): Readonly<Record<'amount' | 'currency' | 'amount_by', string | number | null>> {
  const paid = paidFor(projected);
  if (paid === null) return { amount: null, currency: null, amount_by: null };
  // `paidFor` has seen that it is a safe number.
  const amount = paid.amount === null ? null : Number(tenThousandths(paid.amount));
  return { amount, currency: paid.currency, amount_by: paid.by };
}

/** What is to be paid: for which account, and in which batch. */
export interface ToPay {
  readonly prices: readonly Price[];
  readonly accountId: string;
  readonly batchId: string | null;
  /** Midnight in the user's time zone. */
  readonly dayStartsAt: string;
}

/**
 * Finds the limits, of the workspace and of the login, that paying would exceed. Of the workspace, what is real and what is practice
 * are counted apart. Of the login's accounts, those that are hidden
 * until they are deleted too, the strictest limit holds (G13).
 */
export function createLimitsOver(database: DatabaseSync, changes: ChangeRows) {
  const settings = createSettingsRepository(database);
  const logins = createLogins(database);

  return ({ prices, accountId, batchId, dayStartsAt }: ToPay): readonly OverLimit[] => {
    const login = logins.ofAccount(accountId);
    const all = login === practiceLogin ? accountId : null;
    const next = prices.map(pricedIn(logins.moneyOf(login ?? accountId, '')));
    const spentOf = (scopeId: string | null) => ({
      day: changes.spent({ accountId: scopeId, batchId: null, since: dayStartsAt }),
      batch: batchId === null ? null : changes.spent({ accountId: scopeId, batchId, since: null }),
    });
    return limitsOver(next, [
      { scope: 'workspace', limits: settings.read().limits, ...spentOf(all) },
      { scope: 'account', limits: strictestOf(logins.limitsBeside(accountId)), ...spentOf(accountId) },
    ]);
  };
}

/** By so much at most what is sent puts the end of a consent off: after a day, the rest is reviewed anew, however steadily it is sent. */
const mostRenewedMs = 12 * 3_600_000;

/** Since when a consent holds, in milliseconds: the one to a batch is renewed by everything that the batch sends (G6), for a day in all. */
export function createConsentSince(database: DatabaseSync) {
  // A withdrawn change was never sent.
  const sentLast = rowsOf(database, sentRow).query(`
    SELECT max(json_extract(change, '$.sentAt')) AS sentAt FROM journal_changes
    WHERE batch_id = ? AND state <> 'withdrawn'`);
  return (batchId: string | null, consentedMs: number): number => {
    const sentAt = batchId === null ? null : sentLast.get(batchId).sentAt;
    return sentAt === null
      ? consentedMs
      : Math.min(Math.max(consentedMs, toMs(sentAt)), consentedMs + mostRenewedMs);
  };
}
