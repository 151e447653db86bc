import type { FullBatchAsk, RenewalFacts } from '#shared/domain/batch.ts';
import { listed } from '#shared/domain/counting.ts';
import { notGiven, type Price, renewalPrice } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { classifyFailure, mostInARow } from '../../jobs/failures.ts';
import { type Halt, Job, type Step } from '../../jobs/job.ts';
import { createGuard, type Guard, hasEnded, inLane, type LaneThrottle } from '../../jobs/waiting.ts';
import { createGatherer, type Gatherer } from '../../system/queue.ts';
import { cut, invalidInput } from '../../system/texts.ts';
import type { ReadRow, RowToRead } from '../../workspace/batches/batches-repository.ts';
import { fieldsText, fitted } from '../kinds/contacts.ts';
import { personalDigests, readsOf, seenText } from '../kinds/index.ts';
import type { ChangingConnection } from '../ledger.ts';
import { orderOf } from '../order.ts';
import { learnedFrom, type Present, readPresent } from '../present.ts';
import {
  type BatchAtWork,
  type BatchConnection,
  type BatchesContext,
  type BatchesDeps,
  changeAskOf,
  fullAskOf,
  presentText,
  saltOf,
  wantedText,
} from './context.ts';

/** How many rows of a batch are read at once; the account's other bulk work shares the throttle's slots. */
const atOnce = 8;
const rowsAtOnce = 500;

/**
 * Reads every row of a batch that is not read yet. Waits where that is not possible now, and continues by itself.
 *
 * @param signal Aborted when the batch is stopped, removed or read anew, and at shutdown.
 */
export function createReading(
  context: BatchesContext,
  batch: BatchAtWork,
  signal: AbortSignal,
): Job<RowToRead, ReadingPass> {
  const { kept, news, at, connections } = context;
  const { id, accountId } = batch;
  const job: Job<RowToRead, ReadingPass> = new Job(
    {
      async connect() {
        const connected = await connections.of(accountId);
        if (!connected.ok) return connected;
        const ask = await fullAskOf(context, batch);
        if (!ask.ok) return ask;
        return ok(new ReadingPass(context, { id, accountId, ask: ask.value }, connected.value, job, signal));
      },
      atOnce,
      next: (pass) => pass.next(),
      isThrough: (pass) => pass.isThrough(),
      work: (row, pass, ending) => pass.read(row, ending),
      leave: (pass, isDone) => pass.leave(isDone),
      failed: haltFor,
      async showWaiting(error) {
        // That it goes on is shown with the first row that is stored.
        if (error === null) return;
        await kept.wait({ id, waitingFor: error });
        news.changed(id);
      },
      async conclude(end) {
        const ended = end.kind === 'done' ? await kept.endReading({ id, at: at() }) : ok(null);
        news.changed(id);
        return ended.ok ? null : ended.error;
      },
    },
    context,
  );
  return job;
}

/** Failures that only a person can fix are not retried by themselves: a wrong key that is sent again and again can lock an account. */
function haltFor(error: AppError): Halt {
  // With the account, its batches were removed.
  if (error.kind === 'no-account') return { kind: 'stop', error };
  const untilWoken = error.kind !== 'storage' && classifyFailure(error, 'batch') === 'stop';
  return { kind: 'wait', error, untilWoken };
}

/** The batch that is read, with every value that it is to write. */
interface BatchRead extends Omit<BatchAtWork, 'ask'> {
  readonly ask: FullBatchAsk;
}

/** Reads the rows over one connection. */
class ReadingPass {
  readonly ended: AbortSignal;
  readonly #context: BatchesContext;
  readonly #batch: BatchRead;
  readonly #connection: ChangingConnection;
  readonly #lane: LaneThrottle;
  readonly #job: Pick<Job<RowToRead, ReadingPass>, 'itemsChanged' | 'halt' | 'goesWell'>;
  readonly #signal: AbortSignal;
  readonly #guard: Guard;
  readonly #batches: Gatherer<ReadRow>;
  #rows: RowToRead[] = [];
  readonly #prices = new Map<string, Price>();
  #after = -1;
  #fetching: Promise<void> | null = null;
  #isLast = false;
  /** Failed rows of which it is not known yet whether the failure is their own. */
  #doubtful: RowRead[] = [];
  #isTold = false;

  constructor(
    context: BatchesContext,
    batch: BatchRead,
    connection: BatchConnection,
    job: Pick<Job<RowToRead, ReadingPass>, 'itemsChanged' | 'halt' | 'goesWell'>,
    signal: AbortSignal,
  ) {
    this.ended = connection.ended;
    this.#context = context;
    this.#batch = batch;
    this.#lane = inLane(connection.throttle);
    this.#connection = { ...connection, throttle: this.#lane };
    this.#job = job;
    this.#signal = signal;
    this.#guard = createGuard(context.onBug);
    this.#batches = createGatherer((rows) => this.#keep(rows), context.timer);
  }

  next(): RowToRead | null {
    if (this.#rows.length === 0 && !this.#isLast) this.#fetching ??= this.#fetch();
    return this.#rows.shift() ?? null;
  }

  isThrough(): boolean {
    return this.#rows.length === 0 && this.#isLast && this.#fetching === null;
  }

  async read(row: RowToRead, signal: AbortSignal): Promise<Step> {
    const price = this.#prices.get(row.domain) ?? notGiven;
    const read = await readRow(this.#context, this.#connection, this.#batch, row, price, signal);
    return hasEnded(signal) ? { kind: 'next' } : this.#settle(read);
  }

  async leave(isDone: boolean): Promise<void> {
    if (isDone) this.#settleDoubts();
    await this.#fetching;
    await this.#batches.flush();
    this.#lane.leave();
  }

  async #fetch(): Promise<void> {
    const rows = await this.#guard(() => this.#unread());
    this.#fetching = null;
    if (!rows.ok) {
      this.#job.halt(haltFor(rows.error));
      return;
    }
    this.#rows = rows.value;
    this.#after = rows.value.at(-1)?.index ?? this.#after;
    this.#isLast = rows.value.length < rowsAtOnce;
    this.#job.itemsChanged();
  }

  async #unread(): Promise<Result<RowToRead[]>> {
    const { kept } = this.#context;
    const rows = await kept.unread({ id: this.#batch.id, after: this.#after, limit: rowsAtOnce });
    if (rows.ok) await this.#lookUpPrices(rows.value);
    return rows;
  }

  /** Renewal prices from the last lookup of the names. A price that cannot be read counts as not given. */
  async #lookUpPrices(rows: readonly RowToRead[]): Promise<void> {
    const { accountId, ask } = this.#batch;
    this.#prices.clear();
    if (ask.kind !== 'renew' || rows.length === 0) return;
    const domains = rows.map(({ domain }) => domain);
    const known = await this.#context.workspace.findings.known({ accountId, domains });
    for (const { domain, prices } of known.ok ? known.value : []) {
      this.#prices.set(domain, renewalPrice(prices, ask.periodYears));
    }
  }

  #settle(read: RowRead): Step {
    if (read.error !== null) {
      const means = classifyFailure(read.error, 'batch');
      if (means === 'perhaps-all') {
        this.#doubtful.push(read);
        return this.#doubtful.length < mostInARow ? { kind: 'next' } : haltFor(read.error);
      }
      if (means !== 'item') return haltFor(read.error);
    }
    // The service answered for one name, so the earlier failures were the other rows' own.
    if (read.isAsked) this.#settleDoubts();
    this.#batches.add(read.row);
    return { kind: 'next' };
  }

  #settleDoubts(): void {
    for (const { row } of this.#doubtful) this.#batches.add(row);
    this.#doubtful = [];
  }

  async #keep(rows: readonly ReadRow[]): Promise<void> {
    // The batch may be read again already: rows of the ended job must not be stored.
    if (hasEnded(this.#signal)) return;
    const { kept, news } = this.#context;
    const { id } = this.#batch;
    const noted = await this.#guard(() => kept.noteRead({ id, rows: [...rows] }));
    if (noted.ok && !this.#isTold && !hasEnded(this.#signal)) {
      this.#isTold = true;
      await kept.wait({ id, waitingFor: null });
    }
    if (noted.ok) await this.#job.goesWell();
    else this.#job.halt(haltFor(noted.error));
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
  { id, ask }: BatchRead,
  row: RowToRead,
  renewalPrice: Price,
  signal: AbortSignal,
): Promise<RowRead> {
  const known = unasked(deps, connection, ask, { ...row, renewalPrice });
  if (known !== null) return { ...found(row, known), isAsked: false };
  const reads = readsOf(connection, row.domain, signal);
  const present = await readPresent(ask.kind, reads, deps.now);
  if (!present.ok) return notRead(row, present.error);
  tell(deps, connection, row.domain, present.value);
  const trouble = present.value.troubles[0];
  if (trouble !== undefined) return notRead(row, trouble.error);
  if (ask.kind === 'contacts') return found(row, ofContacts(id, ask, row, present.value));
  const seen = seenText(changeAskOf(ask), present.value, null);
  const before = presentText(ask, present.value.before);
  return found(row, { before, seen, leftOut: seen === wantedText(ask) ? 'already-so' : null });
}

/** What of a domain's contacts differs from the wanted ones, by name: values are personal. */
function ofContacts(
  batchId: string,
  { roles: wanted }: Extract<FullBatchAsk, { readonly kind: 'contacts' }>,
  { domain }: Pick<RowToRead, 'domain'>,
  present: Present,
): Partial<ReadRow> {
  const { roles, lacking } = fitted(wanted, present.contacts ?? []);
  if (lacking.length > 0) return { leftOut: 'fields-differ', error: noFieldFor(lacking) };
  if (roles.length === 0) return { leftOut: 'already-so' };
  const ask = { kind: 'contacts', roles } as const;
  return {
    before: cut(fieldsText(ask, present), 4_000),
    seen: seenText(ask, present, personalDigests(ask, null, saltOf(batchId, domain))),
  };
}

const noFieldFor = (lacking: readonly string[]): AppError =>
  invalidInput('roles', `The service shows no field here for ${listed(lacking)}.`).error;

/** What can be said of a row without a request: why it is excluded, or everything that can be known of it; otherwise null. */
function unasked(
  { now }: Pick<Deps, 'now'>,
  { account }: ChangingConnection,
  ask: FullBatchAsk,
  row: RowToRead & { readonly renewalPrice: Price },
): Partial<ReadRow> | null {
  const { domain, leftOut, expiresOn, changedAt: renewedAt, renewalPrice: price } = row;
  const renewal = ask.kind === 'renew' ? { renewedAt, expiresOn, price, ...marksOf(row) } : null;
  if (leftOut !== null) return { leftOut, renewal };
  const order = orderOf(domain, changeAskOf(ask), account.options);
  if (!order.ok) return { leftOut: 'not-readable', error: order.error };
  // The journal looks up the row's change by exactly this name.
  if (order.value.domain !== domain) return { leftOut: 'not-readable', error: otherName };
  // No read shows a renewal or a sync: an unknown expiry is no reason to exclude the row.
  const before = expiresOn?.value ?? null;
  if (ask.kind === 'sync') return { before };
  if (renewal === null) return null;
  if (row.mayBeDone)
    return { before, renewal, leftOut: 'renewed', error: { kind: 'from-backup', mayBeDone: true } };
  return { before, renewal, leftOut: isRenewedRecently(renewal, now()) ? 'renewed' : null };
}

const marksOf = ({ isPremium, isUncharged }: RowToRead) => ({
  ...(isPremium && { isPremium }),
  ...(isUncharged && { isUncharged }),
});

/**
 * True where renewed within 60 days, or since its expiry was last confirmed: an expected expiry is not confirmed (F1). Where it was
 * not charged, however long ago: it may never have been done (G1).
 */
function isRenewedRecently({ renewedAt, expiresOn, isUncharged }: RenewalFacts, now: Date): boolean {
  if (renewedAt === null) return false;
  if (isUncharged === true) return true;
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
