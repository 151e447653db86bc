import type * as schemas from '../areas/activity.ts';
import { kindOf } from '../changes/index.ts';
import type { TypeOf } from '../schema-type.ts';
import { isPaid } from './change-kinds.ts';
import { type Change, tookEffect } from './change.ts';
import { amountText, decimalText, inEnglish, localDay, plural, tenThousandths } from './counting.ts';
import { isolated } from './isolated.ts';
import { fallOf } from './limits.ts';

/** What a change cost, and how that is known. */
export type Paid = TypeOf<typeof schemas.paid>;
/** What was paid in one currency. */
export type PaidSum = TypeOf<typeof schemas.paidSum>;
/** What was paid for a set of changes. */
export type PaidSums = TypeOf<typeof schemas.paidSums>;
export type ActivityLine = TypeOf<typeof schemas.activityLine>;
export type ActivityBatch = TypeOf<typeof schemas.activityBatch>;
export type TeamChange = TypeOf<typeof schemas.teamChange>;

/** How an amount is known for which no price was given. */
export const seenInCredit = 'seen in the credit';
/** Said beside it. */
export const othersInCredit = 'other orders may be in it';

/** Whether a change was charged, or may have been: it is of a paid kind, was sent, and is not known to have failed. */
export const mayHaveCost = (change: Pick<Change, 'what' | 'state' | 'settledAs' | 'sentAt'>): boolean =>
  change.sentAt !== null &&
  isPaid(change.what.kind) &&
  (tookEffect(change) || change.state === 'sending' || change.state === 'uncertain');

/** Whether it is not known that it was charged. */
export const isPerhapsPaid = ({ state }: Pick<Change, 'state'>): boolean =>
  state === 'sending' || state === 'uncertain';

/** Beyond it a sum is not exact: in ten-thousandths. */
const most = BigInt(Number.MAX_SAFE_INTEGER);

const isCountable = (amount: string): boolean => {
  const parsed = tenThousandths(amount);
  return parsed !== null && parsed <= most;
};

/**
 * What a change cost: its price where one was given, else what the credit fell by. What is not known is `not-given`, and never 0. Null
 * where nothing was charged.
 *
 * Unknown: the currency of the credit. It is in none but the account's.
 */
export function paidFor(
  change: Pick<Change, 'what' | 'state' | 'settledAs' | 'sentAt' | 'evidence'>,
): Paid | null {
  const { what, evidence } = change;
  if (!mayHaveCost(change) || !('price' in what)) return null;
  const { price } = what;
  if (price.kind === 'given' && isCountable(price.amount))
    return { by: 'price', amount: price.amount.trim(), currency: price.currency };
  const fall = fallOf(evidence);
  if (fall !== null && isCountable(fall)) return { by: 'measured', amount: fall, currency: null };
  return { by: 'not-given', amount: null, currency: null };
}

/** Some changes of which the same is known: `total` in ten-thousandths. */
export interface PaidPart {
  readonly by: Paid['by'];
  /** The amount's own, or the account's; null is none. */
  readonly currency: string | null;
  readonly account: NonNullable<PaidSum['account']>;
  readonly isPerhaps: boolean;
  readonly count: number;
  readonly total: bigint;
}

/** Adds up, each currency by itself, and without one each account. What was perhaps paid is in no sum but its own. */
export function sumsOfParts(parts: readonly PaidPart[]): PaidSums {
  const sums = new Map<
    string,
    Pick<PaidSum, 'currency' | 'account'> & { sum: bigint; measured: bigint; perhaps: bigint }
  >();
  const changes = { paid: 0, perhaps: 0, notGiven: 0 };
  for (const { by, currency, account, isPerhaps, count, total } of parts) {
    if (isPerhaps) changes.perhaps += count;
    else changes.paid += count;
    if (by === 'not-given') changes.notGiven += count;
    else {
      const money = currency === null ? { currency, account } : { currency, account: null };
      const key = currency ?? `${account.id ?? ''} ${account.label}`;
      const of = sums.get(key) ?? { ...money, sum: 0n, measured: 0n, perhaps: 0n };
      if (isPerhaps) of.perhaps += total;
      else of.sum += total;
      if (by === 'measured' && !isPerhaps) of.measured += total;
      sums.set(key, of);
    }
  }
  return {
    ...changes,
    sums: [...sums.values()]
      .sort((a, b) => orderOf(a).localeCompare(orderOf(b)))
      .map(({ currency, account, ...of }) => ({
        currency,
        account,
        sum: decimalText(of.sum),
        measured: of.measured === 0n ? null : decimalText(of.measured),
        perhaps: of.perhaps === 0n ? null : decimalText(of.perhaps),
      })),
  };
}

/** By currency, and then by account. */
const orderOf = ({ currency, account }: Pick<PaidSum, 'currency' | 'account'>): string =>
  currency ?? `\uffff${account?.label ?? ''}`;

/** The same of changes at hand. @param accountOf The account as it is now; null where it is not there any more. */
export const sumsOfChanges = (
  changes: readonly Change[],
  accountOf: (accountId: string) => { readonly label: string; readonly currency: string | null } | null,
): PaidSums =>
  sumsOfParts(
    changes.flatMap((change) => {
      const paid = paidFor(change);
      if (paid === null) return [];
      const total = tenThousandths(paid.amount ?? '') ?? 0n;
      const { accountId: id, accountLabel } = change;
      const { label, currency: usual } = accountOf(id) ?? { label: accountLabel, currency: null };
      const money = { currency: paid.currency ?? usual, account: { id, label } };
      return [{ by: paid.by, ...money, isPerhaps: isPerhapsPaid(change), count: 1, total }];
    }),
  );

const isZero = (amount: string): boolean => tenThousandths(amount) === 0n;

/** "10.99 EUR", "10.99 of Nordwind": where there is no currency, whose money it is. */
const inCurrency = (amount: string, { currency, account }: PaidSum): string =>
  account === null ? amountText({ amount, currency }) : `${amount} of ${isolated(account.label)}`;

/**
 * "32.97 EUR + 10.49 of Nordwind", of what is known to be paid; null where no amount is known.
 *
 * @param saysWhose Of an amount without a currency.
 */
export function sumText({ sums }: PaidSums, saysWhose = true): string | null {
  const known = sums.filter(({ sum, perhaps }) => !isZero(sum) || perhaps === null);
  if (known.length === 0) return null;
  const textOf = (of: PaidSum): string =>
    saysWhose ? inCurrency(of.sum, of) : amountText({ amount: of.sum, currency: of.currency });
  return known.map(textOf).join(' + ');
}

const listedAmounts = (sums: readonly PaidSum[], of: 'measured' | 'perhaps'): string =>
  sums.flatMap((sum) => (sum[of] === null ? [] : [inCurrency(sum[of], sum)])).join(' + ');

/** What of these sums was measured, where not all of it was. */
function measuredPart(sums: readonly PaidSum[]): string {
  const amounts = listedAmounts(sums, 'measured');
  if (amounts === '') return '';
  const isAll = sums.every(({ sum, measured }) => measured === sum || isZero(sum));
  return isAll ? seenInCredit : `${amounts} ${seenInCredit}`;
}

/**
 * "spent 131.88 EUR (10.49 EUR seen in the credit) · 1 uncertain: 10.99 EUR · 2 not given"; null where nothing was paid, or
 * may have been.
 */
export function sumsText(of: PaidSums, { count } = inEnglish): string | null {
  const { paid, perhaps, notGiven, sums } = of;
  if (paid + perhaps === 0) return null;
  const uncertain = listedAmounts(sums, 'perhaps');
  const measured = measuredPart(sums);
  const sum = sumText(of);
  const parts = [
    `${sum === null ? `${count(paid)} paid` : `spent ${sum}`}${measured === '' ? '' : ` (${measured})`}`,
    ...(perhaps === 0 ? [] : [`${count(perhaps)} uncertain${uncertain === '' ? '' : `: ${uncertain}`}`]),
    ...(notGiven === 0 ? [] : [`${count(notGiven)} ${plural(notGiven, 'amount', 'amounts')} not given`]),
  ];
  return parts.join(' · ');
}

/** What was there before a change, and what it makes of it: "Off → On"; null where its title says all there is to say. */
export function oldToNew(
  { what, before }: Pick<Change, 'what' | 'before'>,
  currency: string | null = null,
): string | null {
  const lines = kindOf(what.kind).lines(what, before, currency);
  if (what.kind === 'contacts')
    return lines.map(({ label, after }) => `${label}: ${after ?? ''}`).join(' · ') || null;
  const replaced = lines.filter(({ isChanged }) => isChanged);
  if (replaced.length === 0) return null;
  return replaced.map((line) => `${line.before ?? 'not read'} → ${line.after ?? 'none'}`).join(' · ');
}

/** The days of a month or year in the system's time zone, as instants: from the first one to that of the next. @param period `YYYY-MM` or `YYYY`. */
export function periodSpan(period: string): { readonly from: string; readonly until: string } {
  const [year = 1970, month] = period.split('-').map(Number);
  return {
    from: new Date(year, (month ?? 1) - 1, 1).toISOString(),
    until: new Date(year, month ?? 12, 1).toISOString(),
  };
}

/** Its first and its last day. */
export function daysIn(period: string): { readonly fromDay: string; readonly toDay: string } {
  const { from, until } = periodSpan(period);
  return { fromDay: localDay(from), toDay: localDay(new Date(Date.parse(until) - 1)) };
}

/** The beginning of a day, or of one after it, in the system's time zone; null for no day. @param day `YYYY-MM-DD`. @param later In days. */
export function startOfDay(day: string, later: number): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = new Date(year, month - 1, date + later);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The present month and those before it, as `YYYY-MM`, the newest first. */
export function monthsBefore(now: Date, count: number): readonly string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
