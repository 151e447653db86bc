import type { AppError } from '#shared/app-error.ts';
import type { PlanAsk } from '#shared/domain/plan.ts';
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

/** Reads the present state of one domain, under the throttle, and tells the portfolio. Nothing is asked where it need not be. */
export async function readRow(
  deps: Deps,
  connection: ChangingConnection,
  ask: PlanAsk,
  row: RowToRead,
  signal: AbortSignal,
): Promise<RowRead> {
  const known = unasked(connection, ask, row);
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
  { account }: ChangingConnection,
  ask: PlanAsk,
  { domain, leftOut, expiresOn }: RowToRead,
): Partial<ReadRow> | null {
  if (leftOut !== null) return { leftOut };
  const order = orderOf(domain, changeAskOf(ask), account.options);
  if (!order.ok) return { leftOut: 'not-readable', error: order.error };
  // The journal is asked by this very name whether the row has its change.
  if (order.value.domain !== domain) return { leftOut: 'not-readable', error: otherName };
  // Of a renewal nothing can be read: that its expiry is not known is no reason to leave it out.
  return ask.kind === 'renew' ? { before: expiresOn } : null;
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

const found = ({ index }: RowToRead, facts: Partial<ReadRow>): RowRead => ({
  row: { index, before: null, seen: '', leftOut: null, error: null, ...facts },
  error: null,
  isAsked: true,
});

const notRead = (row: RowToRead, error: AppError): RowRead => ({
  ...found(row, { leftOut: 'not-readable', error }),
  error,
});
