import type { BatchAsk, RenewalFacts } from '#shared/domain/batch.ts';
import { notGiven, type Price } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, type Result } from '#shared/result.ts';
import { createBackoff, hasEnded, inLane, type LaneThrottle } from '../../jobs/waiting.ts';
import { createGatherer, type Gatherer } from '../../system/queue.ts';
import type { ReadRow, RowToRead } from '../../workspace/batches/batches-repository.ts';
import { seenText } from '../kinds/index.ts';
import type { ChangingConnection } from '../ledger.ts';
import { orderOf } from '../order.ts';
import { learnedFrom, type Present, readPresent, readsOf } from '../present.ts';
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

/** Reads every row of a batch that is not read yet. Waits where that is not possible now, and continues by itself. */
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
    // With the account, its batches were removed.
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

/** Marks the batch as read. Null also where the batch is not being read any more. */
async function ended({ kept, at }: BatchesContext, id: string): Promise<AppError | null> {
  const done = await kept.endReading({ id, at: at() });
  return done.ok ? null : done.error;
}

/** Records and announces why the batch waits. A replaced connection is not worth showing. */
async function tellWaiting({ kept, news }: BatchesContext, id: string, error: AppError): Promise<void> {
  if (error.kind === 'cancelled') return;
  await kept.wait({ id, waitingFor: error });
  news.changed(id);
}

/** The result of one pass over the rows. */
interface Pass {
  /** Why the pass ended before the last row; null where it did not. */
  readonly error: AppError | null;
  readonly hasRead: boolean;
}

/** How many rows of a batch wait for the throttle at once; the account's other bulk work shares its slots. */
const atOnce = 8;
const rowsAtOnce = 500;
/** So many consecutive `perhaps-all` failures count as a failure of all rows. */
const mostInARow = 8;

/** Reads the unread rows until there are none left, or one fails for a reason that concerns all. */
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
  /** Aborted when the pass ends, early or not. */
  readonly #over = new AbortController();
  readonly #given: AbortSignal;
  readonly #batches: Gatherer<ReadRow>;
  #rows: RowToRead[] = [];
  readonly #prices = new Map<string, Price>();
  #after = -1;
  #fetching: Promise<void> | null = null;
  #isLast = false;
  /** Failed rows of which it is not known yet whether the failure is their own. */
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

  /** Renewal prices from the last lookup of the names. A price that cannot be read counts as not given. */
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
    // The service answered for one name, so the earlier failures were the other rows' own.
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
    // The batch may be read again already: rows of the ended pass must not be stored.
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

/** The result of reading a row. With an `error`, `row` is what to store if the failure is this row's own. */
interface RowRead {
  readonly row: ReadRow;
  readonly error: AppError | null;
  /** Whether a request was sent. */
  readonly isAsked: boolean;
}

type Deps = Pick<BatchesDeps, 'portfolio' | 'now' | 'onBug'>;

/** A domain renewed more recently than this is excluded, until a person includes it. */
const recentRenewalMs = 60 * 86_400_000;

/**
 * Reads the present state of one domain under the throttle, and passes it to the portfolio. Sends no request where none is needed.
 */
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
  const seen = seenText(changeAskOf(ask), present.value, null);
  const text = ask.kind === 'lock' ? (before.lock ?? null) : hostsText(before.nameservers ?? []);
  return found(row, { before: text, seen, leftOut: seen === wantedText(ask) ? 'already-so' : null });
}

/** What can be said of a row without a request: why it is excluded, or everything that can be known of it; otherwise null. */
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
  // The journal looks up the row's change by exactly this name.
  if (order.value.domain !== domain) return { leftOut: 'not-readable', error: otherName };
  // No read shows a renewal: an unknown expiry is no reason to exclude the row.
  if (renewal === null) return null;
  const before = expiresOn?.value ?? null;
  return { before, renewal, leftOut: isRenewedRecently(renewal, now()) ? 'renewed' : null };
}

/** True where renewed within 60 days, or since its expiry was last confirmed: an expected expiry is not confirmed (F1). */
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
  reason: 'The name would be sent in another form.',
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
