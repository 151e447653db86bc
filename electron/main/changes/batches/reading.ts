import type { BatchAsk, RenewalFacts } from '#shared/domain/batch.ts';
import { notGiven, type Price } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, type Result } from '#shared/result.ts';
import { createBackoff, hasEnded, inLane, type LaneThrottle } from '../../jobs/waiting.ts';
import { createGatherer, type Gatherer } from '../../system/queue.ts';
import type { ReadRow, RowToRead } from '../../workspace/change-requests.ts';
import type { ChangingConnection } from '../ledger.ts';
import { orderOf } from '../order.ts';
import { learnedFrom, type Present, presentText, readPresent, readsOf } from '../present.ts';
import { renewalPrice } from '../prices.ts';
import {
  type BatchAtWork,
  type BatchConnection,
  type BatchesContext,
  type BatchesDeps,
  changeAskOf,
  hostsText,
  wantedText,
} from './context.ts';
import { classifyFailure, pauseAfter } from './failures.ts';

/** Reads every row of a plan that is not read yet; waits where that cannot be done now, and goes on by itself. */
export async function readBatch(
  context: BatchesContext,
  plan: BatchAtWork,
  signal: AbortSignal,
): Promise<void> {
  const { news, waits } = context;
  const { id, accountId } = plan;
  const patience = createBackoff();
  while (!hasEnded(signal)) {
    const pass = await unlessBug(context, () => readThrough(context, plan, signal));
    if (hasEnded(signal)) return;
    if (pass.hasRead) patience.goesWell();
    const error = pass.error ?? (await ended(context, id));
    // With the account its plans went.
    if (error === null || error.kind === 'no-account' || hasEnded(signal)) {
      news.changed(id);
      return;
    }
    await tellWaiting(context, id, error);
    await waits.wait(accountId, pauseAfter(error, patience), signal);
  }
}

async function unlessBug({ onBug }: BatchesContext, read: () => Promise<Pass>): Promise<Pass> {
  try {
    return await read();
  } catch (thrown) {
    return { error: { kind: 'bug', incidentId: onBug(thrown) }, hasRead: false };
  }
}

/** Null where the plan is not being read any more, be it because it is read. */
async function ended({ kept, at }: BatchesContext, id: string): Promise<AppError | null> {
  const done = await kept.endReading({ id, at: at() });
  return done.ok ? null : done.error;
}

/** That a connection gave way to another one is nobody's trouble. */
async function tellWaiting({ kept, news }: BatchesContext, id: string, error: AppError): Promise<void> {
  if (error.kind === 'cancelled') return;
  await kept.wait({ id, waitingFor: error });
  news.changed(id);
}

/** How far one pass over the rows came. */
interface Pass {
  /** Why it ended before the last row; null where it did not. */
  readonly error: AppError | null;
  readonly hasRead: boolean;
}

/** So many of a plan wait for the throttle at once; its places are shared with the account's other bulk work. */
const atOnce = 8;
const rowsAtOnce = 500;
/** So many failures one after the other that may be of all are of all. */
const mostInARow = 8;

/** Reads the rows that are not read, until there are none, or one fails for a reason that is of all. */
async function readThrough(context: BatchesContext, plan: BatchAtWork, signal: AbortSignal): Promise<Pass> {
  const connected = await context.connections.of(plan.accountId);
  if (!connected.ok) return { error: connected.error, hasRead: false };
  return await new ReadingPass(context, plan, connected.value, signal).run();
}

class ReadingPass {
  readonly #context: BatchesContext;
  readonly #plan: BatchAtWork;
  readonly #connection: BatchConnection;
  readonly #lane: LaneThrottle;
  readonly #signal: AbortSignal;
  /** Aborted when the pass comes to its end, early or not. */
  readonly #over = new AbortController();
  readonly #given: AbortSignal;
  readonly #batches: Gatherer<ReadRow>;
  #rows: RowToRead[] = [];
  readonly #prices = new Map<string, Price>();
  #after = -1;
  #fetching: Promise<void> | null = null;
  #isLast = false;
  /** Rows of which it is not known yet whether they failed by themselves. */
  #doubtful: RowRead[] = [];
  #error: AppError | null = null;
  #hasRead = false;
  #isTold = false;

  constructor(context: BatchesContext, plan: BatchAtWork, connection: BatchConnection, signal: AbortSignal) {
    this.#context = context;
    this.#plan = plan;
    this.#connection = connection;
    this.#lane = inLane(connection.throttle);
    this.#signal = signal;
    this.#given = AbortSignal.any([signal, connection.ended, this.#over.signal]);
    this.#batches = createGatherer((rows) => this.#keep(rows), context.timer);
  }

  async run(): Promise<Pass> {
    try {
      await Promise.all(Array.from({ length: atOnce }, () => this.#work()));
      if (this.#error === null && !hasEnded(this.#given)) this.#settleDoubts();
      await this.#batches.flush();
      if (this.#error === null && hasEnded(this.#connection.ended)) this.#error = { kind: 'cancelled' };
      return { error: this.#error, hasRead: this.#hasRead };
    } finally {
      this.#over.abort();
      this.#lane.leave();
    }
  }

  async #work(): Promise<void> {
    for (;;) {
      const row = await this.#next();
      if (row === null || hasEnded(this.#given)) return;
      const { ask } = this.#plan;
      const connection = { ...this.#connection, throttle: this.#lane };
      const price = this.#prices.get(row.domain) ?? notGiven;
      const read = await readRow(this.#context, connection, ask, row, price, this.#given);
      if (hasEnded(this.#given)) return;
      this.#settle(read);
    }
  }

  async #next(): Promise<RowToRead | null> {
    while (this.#rows.length === 0 && !this.#isLast && !hasEnded(this.#given)) {
      this.#fetching ??= this.#fetch().finally(() => (this.#fetching = null));
      await this.#fetching;
    }
    return this.#rows.shift() ?? null;
  }

  async #fetch(): Promise<void> {
    const rows = await this.#unread();
    if (!rows.ok) {
      this.#stop(rows.error);
      return;
    }
    await this.#lookUpPrices(rows.value);
    this.#rows = rows.value;
    this.#after = rows.value.at(-1)?.index ?? this.#after;
    this.#isLast = rows.value.length < rowsAtOnce;
  }

  /** Of renewals, as the names were last looked up. A price that cannot be read is not known. */
  async #lookUpPrices(rows: readonly RowToRead[]): Promise<void> {
    const { accountId, ask } = this.#plan;
    this.#prices.clear();
    if (ask.kind !== 'renew' || rows.length === 0) return;
    const domains = rows.map(({ domain }) => domain);
    const known = await this.#context.workspace.findings.known({ accountId, domains });
    for (const { domain, prices } of known.ok ? known.value : []) {
      this.#prices.set(domain, renewalPrice(prices, ask.periodYears));
    }
  }

  async #unread(): Promise<Result<RowToRead[]>> {
    if (hasEnded(this.#given)) return fail({ kind: 'cancelled' });
    const { kept } = this.#context;
    return await kept.unread({ id: this.#plan.id, after: this.#after, limit: rowsAtOnce });
  }

  #settle(read: RowRead): void {
    const verdict = read.error === null ? 'row' : classifyFailure(read.error);
    if (verdict === 'perhaps-all') {
      this.#doubtful.push(read);
      if (this.#doubtful.length >= mostInARow) this.#stop(read.error);
      return;
    }
    if (verdict !== 'row') {
      this.#stop(read.error);
      return;
    }
    // Whoever answers about one name is there: the others failed by themselves.
    if (read.isAsked) this.#settleDoubts();
    this.#batches.add(read.row);
  }

  #settleDoubts(): void {
    for (const { row } of this.#doubtful) this.#batches.add(row);
    this.#doubtful = [];
  }

  #stop(error: AppError | null): void {
    this.#error ??= error;
    this.#over.abort();
  }

  async #keep(rows: readonly ReadRow[]): Promise<void> {
    // Whoever ended it may have begun to read everything anew.
    if (hasEnded(this.#signal)) return;
    const { kept, news } = this.#context;
    const { id } = this.#plan;
    const noted = await kept.noteRead({ id, rows: [...rows] });
    if (noted.ok && !this.#isTold && !hasEnded(this.#signal)) {
      this.#isTold = true;
      await kept.wait({ id, waitingFor: null });
    }
    if (noted.ok) this.#hasRead = true;
    else this.#stop(noted.error);
    news.changed(id);
  }
}

/** What came of reading a row. With an `error`: the row as it is where it is of this row alone. */
interface RowRead {
  readonly row: ReadRow;
  readonly error: AppError | null;
  /** Whether the service was asked. */
  readonly isAsked: boolean;
}

type Deps = Pick<BatchesDeps, 'portfolio' | 'now' | 'onBug'>;

/** Renewed so recently, a domain is renewed again only where a person says so of it. */
const recentRenewalMs = 60 * 86_400_000;

/** Reads the present state of one domain, under the throttle, and tells the portfolio. Nothing is asked where it need not be. */
async function readRow(
  deps: Deps,
  connection: ChangingConnection,
  ask: BatchAsk,
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
  ask: BatchAsk,
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
