import { isPerhapsPaid, paidFor } from '#shared/domain/activity.ts';
import { localDay, localTime } from '#shared/domain/counting.ts';
import { type Change, isProven, isUncharged, shownState } from '#shared/domain/change.ts';
import { formatsOf, type Row } from '../export/formats.ts';

/** The columns of a file for invoices; a change has one row. */
const paidColumns = [
  'sent_on',
  'domain',
  'kind',
  'years',
  'client',
  'account',
  'amount',
  'currency',
  'amount_from',
  'state',
  'proven_at',
  'proven_by',
  'change',
] as const;

type PaidRow = Row<(typeof paidColumns)[number]>;

/** As a table: texts that a spreadsheet would run as a formula stay texts. */
export const paidFormats = formatsOf(paidColumns, ['years', 'amount', 'change']);

const amountFrom = { price: 'price', measured: 'measured', 'not-given': 'not given' } as const;

interface OfRow {
  /** Whose the domain is; empty where that is nobody's. */
  readonly client: string;
  /** The account's present label and currency; null where it was removed. */
  readonly account: { readonly label: string; readonly currency: string | null } | null;
}

/**
 * A paid change as every format writes it: what is not known is empty, never 0, and `amount_from` says so. `proven_at` is when the
 * registry, or a reading of the service, showed that it was done, and `proven_by` which; both are empty where neither did. Days and times
 * are those of the system's time zone. Nothing personal is in it.
 */
export function paidRow(change: Change, { client, account }: OfRow): PaidRow {
  const { number, domain, what, sentAt, provenAt, accountLabel } = change;
  return {
    sent_on: sentAt === null ? null : localDay(sentAt),
    domain,
    kind: what.kind,
    years: 'periodYears' in what ? String(what.periodYears) : null,
    client: client === '' ? null : client,
    account: account?.label ?? accountLabel,
    ...amountOf(change, account?.currency ?? null),
    state: stateOf(change),
    proven_at: provenAt === undefined ? null : localTime(provenAt),
    proven_by: provenAt === undefined ? null : isProven(change) ? 'registry' : 'service',
    change: String(number),
  };
}

function amountOf(
  change: Change,
  usual: string | null,
): Pick<PaidRow, 'amount' | 'currency' | 'amount_from'> {
  const paid = paidFor(change);
  if (paid === null) return { amount: null, currency: null, amount_from: null };
  const currency = paid.amount === null ? null : (paid.currency ?? usual);
  return { amount: paid.amount, currency, amount_from: amountFrom[paid.by] };
}

/** Uncertain ones are marked: nobody knows whether they were charged. */
function stateOf(change: Change): string {
  if (isPerhapsPaid(change)) return 'UNCERTAIN';
  if (isUncharged(change)) return 'not yet charged';
  if (change.state === 'settled') return 'marked done';
  return shownState(change);
}
