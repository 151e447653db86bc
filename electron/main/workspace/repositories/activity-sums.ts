import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { changeKind, changeState } from '#shared/areas/change-schemas.ts';
import type { ActivityBatch, PaidPart } from '#shared/domain/activity.ts';
import { isPresent, rowsOf } from '../sqlite.ts';

// What lists of changes add up: amounts, and what became of the changes of a batch.

export const outcomeRow = z.object({
  batchId: z.string(),
  accountId: z.string(),
  kind: changeKind,
  state: changeState,
  tookEffect: z.int(),
  currency: z.string().nullable(),
  amountBy: z.enum(['price', 'measured', 'not-given']).nullable(),
  count: z.int(),
  high: z.int(),
  low: z.int(),
});
/** A sum of amounts in two parts: together they may be more than a number holds. */
export const amountSums = `coalesce(sum(amount / 1000000), 0) AS high, coalesce(sum(amount % 1000000), 0) AS low`;
const totalOf = ({ high, low }: { readonly high: number; readonly low: number }): bigint =>
  BigInt(high) * 1_000_000n + BigInt(low);

export type CurrencyOf = (accountId: string) => string | null;

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

interface SummedRow extends Omit<z.output<typeof sumRow>, 'accountId'> {
  /** Null: an account that only a colleague has. */
  readonly accountId: string | null;
}

export const partsOf = (rows: readonly SummedRow[], currencyOf: CurrencyOf): readonly PaidPart[] =>
  rows.flatMap(({ amountBy, accountId, currency, state, count, ...sum }) =>
    amountBy === null
      ? []
      : [
          {
            by: amountBy,
            currency: currency ?? (accountId === null ? null : currencyOf(accountId)),
            isPerhaps: state === 'uncertain' || state === 'sending',
            count,
            total: totalOf(sum),
          },
        ],
  );

const currencyRow = z.object({ id: z.string(), currency: z.string().nullable() });

/** The currency that the user gave each account, read anew at each call. */
export function createCurrencies(database: DatabaseSync): () => CurrencyOf {
  const all = rowsOf(database, currencyRow).query(
    `SELECT id, json_extract(options, '$.currency') AS currency FROM accounts WHERE ${isPresent}`,
  );
  return () => {
    const known = new Map(all.all().map(({ id, currency }) => [id, currency]));
    return (accountId) => known.get(accountId) ?? null;
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
