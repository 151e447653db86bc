import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { changeState } from '#shared/areas/change-schemas.ts';
import type { ActivityBatch, PaidPart } from '#shared/domain/activity.ts';
import { rowsOf } from '../sqlite.ts';
import { serviceText } from './team-rows.ts';

// What lists of changes add up: amounts, and what became of the changes of a batch.

export const outcomeRow = z.object({
  batchId: z.string(),
  accountId: z.string(),
  kind: z.string(),
  state: changeState,
  tookEffect: z.int(),
  currency: z.string().nullable(),
  amountBy: z.enum(['price', 'measured', 'not-given']).nullable(),
  count: z.int(),
  high: z.int(),
  low: z.int(),
});
/** Of each batch. */
export type Outcomes = ReadonlyMap<string, readonly z.output<typeof outcomeRow>[]>;
/** A sum of amounts in two parts: together they may be more than a number holds. */
export const amountSums = `coalesce(sum(amount / 1000000), 0) AS high, coalesce(sum(amount % 1000000), 0) AS low`;
export const totalOf = ({ high, low }: { readonly high: number; readonly low: number }): bigint =>
  BigInt(high) * 1_000_000n + BigInt(low);

/** The label of an account and the currency that the user gave it. */
export type AccountOf = (accountId: string) => z.output<typeof accountRow>;

export function talliesOf(
  outcomes: readonly Pick<z.output<typeof outcomeRow>, 'state' | 'tookEffect' | 'count'>[],
): ActivityBatch['changes'] {
  const sum = (isCounted: (row: (typeof outcomes)[number]) => boolean): number =>
    outcomes.filter(isCounted).reduce((total, { count }) => total + count, 0);
  return {
    all: sum(() => true),
    confirmed: sum(({ tookEffect }) => tookEffect === 1),
    refused: sum(({ state, tookEffect }) => tookEffect === 0 && isNo.has(state)),
    uncertain: sum(({ state }) => state === 'uncertain'),
    withdrawn: sum(({ state }) => state === 'withdrawn'),
  };
}

const isNo: ReadonlySet<string> = new Set(['refused', 'not-applied', 'settled']);

/** Null of a login that no account here has: only a colleague has it, and its account goes by the login itself. */
export const accountIn = (id: string): string | null => (id.includes('\n') ? null : id);

export const partsOf = (
  rows: readonly z.output<typeof sumRow>[],
  accountOf: AccountOf,
): readonly PaidPart[] =>
  rows.flatMap(({ amountBy, accountId, currency, state, count, ...sum }) => {
    const { label, currency: usual } = accountOf(accountId);
    return amountBy === null
      ? []
      : [
          {
            by: amountBy,
            currency: currency ?? usual,
            account: { id: accountIn(accountId), label },
            isPerhaps: state === 'uncertain' || state === 'sending',
            count,
            total: totalOf(sum),
          },
        ];
  });

const accountRow = z.object({ label: z.string(), currency: z.string().nullable() });

/** Finds accounts, also those that were removed, which the journal still names. Read anew at each call. */
export function createAccountsOf(database: DatabaseSync): () => AccountOf {
  const all = rowsOf(database, accountRow.extend({ id: z.string() })).query(
    `SELECT id, coalesce(removed_label, label) AS label, json_extract(options, '$.currency') AS currency FROM accounts`,
  );
  const former = rowsOf(database, accountRow).query(
    `SELECT json_extract(change, '$.accountLabel') AS label, NULL AS currency FROM journal_changes
    WHERE account_id = ? ORDER BY number DESC LIMIT 1`,
  );
  return () => {
    const known = new Map(all.all().map(({ id, ...account }) => [id, account]));
    return (id) =>
      accountIn(id) === null
        ? { label: serviceText(id), currency: null }
        : (known.get(id) ?? former.find(id) ?? { label: '', currency: null });
  };
}

export const sumRow = outcomeRow.pick({
  accountId: true,
  state: true,
  currency: true,
  amountBy: true,
  count: true,
  high: true,
  low: true,
});
