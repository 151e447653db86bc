import type { AppError } from '#shared/app-error.ts';
import type { PlanAsk, RenewalFacts } from '#shared/domain/plan.ts';
import type { Price } from '#shared/domain/price.ts';
import type { ReadRow, RowToRead } from '../../workspace/plan-requests.ts';
import type { ChangingConnection } from '../context.ts';
import { presentText } from '../describe.ts';
import { orderOf } from '../order.ts';
import { learnedFrom, type Present, readPresent } from '../present.ts';
import { readsOf } from '../reads.ts';
import { changeAskOf, hostsText, wantedText } from './ask.ts';
import type { PlansDeps } from './context.ts';

/** What came of reading a row. With an `error`: the row as it is where it is of this row alone. */
export interface RowRead {
  readonly row: ReadRow;
  readonly error: AppError | null;
  /** Whether the service was asked. */
  readonly isAsked: boolean;
}

type Deps = Pick<PlansDeps, 'portfolio' | 'now' | 'onBug'>;

/** Renewed so recently, a domain is renewed again only where a person says so of it. */
const recentRenewalMs = 60 * 86_400_000;

/** Reads the present state of one domain, under the throttle, and tells the portfolio. Nothing is asked where it need not be. */
export async function readRow(
  deps: Deps,
  connection: ChangingConnection,
  ask: PlanAsk,
  row: RowToRead,
  renewalPrice: Price,
  signal: AbortSignal,
): Promise<RowRead> {
  const known = unasked(deps, connection, ask, { ...row, renewalPrice });
  if (known !== null) return { ...found(row, known), isAsked: false };
  const reads = readsOf(connection, row.domain, signal);
  const present = await readPresent(ask.kind, reads, deps.now);
  if (!present.ok) return notRead(row, present.error);
  const trouble = present.value.troubles[0];
  if (trouble !== undefined) return notRead(row, trouble.error);
  tell(deps, connection, row.domain, present.value);
  const { before } = present.value;
  const seen = presentText(ask.kind, before);
  const text = ask.kind === 'lock' ? (before.lock ?? null) : hostsText(before.nameservers ?? []);
  return found(row, { before: text, seen, leftOut: seen === wantedText(ask) ? 'already-so' : null });
}

/** What is known of a row without the service: why it is left out, or all that can be read of it; else null. */
function unasked(
  { now }: Pick<Deps, 'now'>,
  { account }: ChangingConnection,
  ask: PlanAsk,
  row: RowToRead & { readonly renewalPrice: Price },
): Partial<ReadRow> | null {
  const { domain, leftOut, expiresOn, changedAt: renewedAt, renewalPrice: price } = row;
  const renewal = ask.kind === 'renew' ? { renewedAt, expiresOn, price } : null;
  if (leftOut !== null) return { leftOut, renewal };
  const order = orderOf(domain, changeAskOf(ask), account.options);
  if (!order.ok) return { leftOut: 'not-readable', error: order.error };
  // The journal is asked by this very name whether the row has its change.
  if (order.value.domain !== domain) return { leftOut: 'not-readable', error: otherName };
  // Of a renewal nothing can be read: that its expiry is not known is no reason to leave it out.
  if (renewal === null) return null;
  const before = expiresOn?.value ?? null;
  return { before, renewal, leftOut: isRenewedRecently(renewal, now()) ? 'renewed' : null };
}

/** Within 60 days, or since its expiry was last known: an expiry that is only expected is not known (F1). */
function isRenewedRecently({ renewedAt, expiresOn }: RenewalFacts, now: Date): boolean {
  if (renewedAt === null) return false;
  const isStale = expiresOn !== null && (expiresOn.source === 'expected' || expiresOn.at <= renewedAt);
  return isStale || now.getTime() - Date.parse(renewedAt) < recentRenewalMs;
}

function tell(
  { portfolio, onBug }: Deps,
  { account }: ChangingConnection,
  domain: string,
  present: Present,
): void {
  const learned = learnedFrom(present);
  if (learned !== null) portfolio.learn(account.id, domain, learned).catch(onBug);
}

const otherName: AppError = {
  kind: 'invalid-input',
  field: 'domain',
  reason: 'This is not how the name is sent.',
};

const found = ({ index, lastEffect }: RowToRead, facts: Partial<ReadRow>): RowRead => ({
  row: { index, before: null, seen: '', leftOut: null, error: null, renewal: null, lastEffect, ...facts },
  error: null,
  isAsked: true,
});

const notRead = (row: RowToRead, error: AppError): RowRead => ({
  ...found(row, { leftOut: 'not-readable', error }),
  error,
});
