import type { ChangeAsk } from '#shared/changes/index.ts';
import type { FullBatchAsk, RenewalFacts } from '#shared/domain/batch.ts';
import { noEffect } from '#shared/domain/change.ts';
import { listed } from '#shared/domain/counting.ts';
import { type Finding, isBuyable, notGiven, registrationPrice } from '#shared/domain/finding.ts';
import type { KnownSource } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { classifyFailure, mostInARow } from '../../jobs/failures.ts';
import { type Halt, Job, type Step } from '../../jobs/job.ts';
import { createGuard, type Guard, hasEnded, inLane, type LaneThrottle } from '../../jobs/waiting.ts';
import { createGatherer, type Gatherer } from '../../system/queue.ts';
import { cut, invalidInput } from '../../system/texts.ts';
import type { ReadRow, RowToRead } from '../../workspace/batches/batches-repository.ts';
import { fieldsNamed, fitted, unwritable } from '../kinds/contacts.ts';
import { readsOf, seenText } from '../kinds/index.ts';
import type { ChangingConnection } from '../ledger.ts';
import { keyedFor } from '../order.ts';
import { differingFields } from '../personal.ts';
import {
  freshRenewalPrice,
  lookUpName,
  lookUpRenewalPrice,
  observedIn,
  type PricedFinding,
  type Present,
  readPresent,
  type RenewalPrice,
} from '../present.ts';
import {
  afterOf,
  askOfRow,
  besideTeam,
  excludedOutside,
  type BatchAtWork,
  type BatchConnection,
  type BatchesContext,
  changeAskOf,
  fullAskOf,
  orderError,
  presentText,
  type RowAsk,
  reasonOf,
  wantedText,
} from './context.ts';

/** How many rows of a batch are read at once; the account's other bulk work shares the throttle's slots. */
const atOnce = 8;
const rowsAtOnce = 500;
/** After so many failures in a row, the prices of what is left are not looked up. */
const mostFailedLookups = 3;

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
  /** What is known of the names of the rows that were fetched last. */
  #known: ReadonlyMap<string, PricedFinding & Pick<Finding, 'checkedAt'>> = new Map();
  /** How many lookups of prices failed one after the other, and the last failure. */
  #failedLookups = 0;
  #lookupError: AppError | null = null;
  #after = -1;
  #fetching: Promise<void> | null = null;
  #isLast = false;
  /** Failed rows of which it is not known yet whether the failure is their own. */
  #doubtful: RowRead[] = [];
  #hasShownProgress = false;

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
    const price = await this.#priceOf(row, signal);
    const known = await besideTeam(this.#context, this.#connection, this.#batch, row);
    const read = known.ok
      ? await readRow(this.#context, this.#connection, this.#batch, known.value, price, signal)
      : { ...notRead(row, known.error), isAsked: false };
    const withReason = { ...read, row: excludedOutside(this.#batch.ask, row, price, read.row) };
    return hasEnded(signal) ? { kind: 'next' } : this.#settle(withReason);
  }

  /** The renewal price, looked up where none younger than a day is known. A failure never holds the reading up. */
  async #priceOf({ domain, leftOut }: RowToRead, signal: AbortSignal): Promise<RenewalPrice> {
    const { ask } = this.#batch;
    if (ask.kind !== 'renew') return { price: notGiven, error: null };
    const { workspace, now } = this.#context;
    const fresh = freshRenewalPrice(this.#known.get(domain), ask.periodYears, now());
    if (fresh !== null) return fresh;
    if (leftOut !== null) return { price: notGiven, error: null };
    if (this.#failedLookups >= mostFailedLookups) return { price: notGiven, error: this.#lookupError };
    const from = { connection: this.#connection, domain, signal };
    const found = await lookUpRenewalPrice(workspace.findings, from, ask.periodYears);
    if (found.error?.kind !== 'invalid-input') {
      this.#failedLookups = found.error === null ? 0 : this.#failedLookups + 1;
      this.#lookupError = found.error;
    }
    return found;
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
    const { kept, workspace } = this.#context;
    const { id, accountId, ask } = this.#batch;
    const rows = await kept.unread({ id, after: this.#after, limit: rowsAtOnce });
    if (ask.kind !== 'renew' || !rows.ok || rows.value.length === 0) return rows;
    const known = await workspace.findings.known({
      accountId,
      domains: rows.value.map(({ domain }) => domain),
    });
    this.#known = new Map(known.ok ? known.value.map((finding) => [finding.domain, finding]) : []);
    return rows;
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
    if (noted.ok && !this.#hasShownProgress && !hasEnded(this.#signal)) {
      this.#hasShownProgress = true;
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

type Deps = Pick<
  BatchesContext,
  'portfolio' | 'sealing' | 'now' | 'onBug' | 'workspace' | 'kept' | 'contactChanges'
>;

/** A domain renewed more recently than this is excluded, until a person includes it. */
const recentRenewalMs = 60 * 86_400_000;

/**
 * Reads the present state of one domain under the throttle, and passes it to the portfolio. Sends no request where none is needed.
 */
async function readRow(
  deps: Deps,
  connection: ChangingConnection,
  { id, ask: common }: BatchRead,
  row: RowToRead,
  renewalPrice: RenewalPrice,
  signal: AbortSignal,
): Promise<RowRead> {
  const own = await askOfRow(deps, common, row);
  if (!own.ok) return notRead(row, own.error);
  if (own.value === null) return { ...found(row, { leftOut: row.leftOut ?? 'not-kept' }), isAsked: false };
  const { ask } = own.value;
  const known = unasked(deps, connection, ask, { ...row, renewalPrice });
  if (known !== null) return { ...found(row, known), isAsked: false };
  if (ask.kind === 'register') return await readName(deps, connection, ask, row, signal);
  const reads = readsOf(connection, row.domain, signal);
  const present = await readPresent(ask.kind, reads, deps.now);
  if (!present.ok) return notRead(row, present.error);
  tell(deps, connection, row.domain, present.value);
  const trouble = present.value.troubles[0];
  if (trouble !== undefined) return notRead(row, trouble.error);
  return found(row, await factsOf(deps, id, own.value, row, present.value));
}

/** What a row would change, by what was read; of one that puts back, only where the domain still has what was set. */
async function factsOf(
  deps: Deps,
  batchId: string,
  { ask, wasSet }: RowAsk,
  row: RowToRead,
  present: Present,
): Promise<Partial<ReadRow>> {
  if (ask.kind === 'contacts') return await ofContacts(deps, batchId, { ask, wasSet }, row, present);
  const seen = seenText(changeAskOf(ask), present, null);
  const before = presentText(ask, present.before);
  const after = wasSet === null ? null : afterOf(ask);
  if (seen === wantedText(ask)) return { before, seen, after, leftOut: 'already-so' };
  const isOther = wasSet !== null && seen !== seenOfSet(wasSet);
  return { before, seen, after, leftOut: isOther ? 'changed-after' : null };
}

/** What is seen of a domain that has what a change of its lock or nameservers set. */
const seenOfSet = (set: ChangeAsk): string | null =>
  set.kind === 'lock' || set.kind === 'nameservers' ? wantedText(set) : null;

/** Looks a name up that is to be registered: what it costs, and why it is excluded. */
async function readName(
  { workspace }: Deps,
  connection: ChangingConnection,
  { periodYears }: Extract<FullBatchAsk, { readonly kind: 'register' }>,
  row: RowToRead,
  signal: AbortSignal,
): Promise<RowRead> {
  const lookup = await lookUpName(workspace.findings, { connection, domain: row.domain, signal });
  if (!lookup.ok) return notRead(row, lookup.error);
  const { kind, prices } = lookup.value ?? { kind: 'unknown', prices: [] };
  const price = { price: registrationPrice(prices, periodYears), error: null };
  const facts = renewalOf(connection.account, { ...row, renewalPrice: price });
  const renewal = { ...facts, expiresOn: null, isPremium: kind === 'premium' };
  if (!isBuyable(kind)) {
    return found(row, { renewal, leftOut: 'not-available', error: { kind: 'not-available', finding: kind } });
  }
  const [before, earlier] = [kind, row.mayBeDone];
  if (earlier !== null) {
    const error = { kind: 'from-backup', mayBeDone: true, earlier } as const;
    return found(row, { before, renewal, seen: kind, leftOut: 'registered', error });
  }
  // It was free to be let go; that it is bought a second time is for a person to say.
  const isNew = row.lastEffect === null && (row.teamEffect === null || row.teamEffect === noEffect);
  const leftOut = kind === 'premium' ? kind : isNew ? null : 'registered';
  return found(row, { before, renewal, seen: kind, leftOut });
}

interface ContactsOfRow extends RowAsk {
  readonly ask: Extract<FullBatchAsk, { readonly kind: 'contacts' }>;
}

/** What of a domain's contacts differs from the wanted ones, by name: values are personal. */
async function ofContacts(
  deps: Deps,
  batchId: string,
  { ask: { roles: wanted }, wasSet }: ContactsOfRow,
  { domain }: Pick<RowToRead, 'domain'>,
  present: Present,
): Promise<Partial<ReadRow>> {
  const read = present.contacts ?? [];
  const { roles, lacking } = fitted(wanted, read);
  if (lacking.length > 0) return { leftOut: 'fields-differ', error: noFieldFor(lacking) };
  if (roles.length === 0) return { leftOut: 'already-so' };
  const error = unwritable(roles, present.contacts);
  if (error !== null) return { leftOut: reasonOf(error), error };
  if (wasSet?.kind === 'contacts' && differingFields(wasSet.roles, read).length > 0) {
    return { leftOut: 'changed-after' };
  }
  const ask = { kind: 'contacts', roles } as const;
  const { changed, erased } = fieldsNamed(ask, present);
  deps.contactChanges.note(batchId, domain, roles, read);
  return {
    before: cut(changed, 4_000),
    // What a field holds is lost with it: a person includes each such row by hand.
    // What is put back was empty before, and what it replaces was set by the change that is taken back.
    ...(erased !== null && wasSet === null && { erases: cut(erased, 4_000), leftOut: 'erases' }),
    ...(wasSet !== null && { after: 'with the contacts from before' }),
    seen: seenText(ask, present, await keyedFor(deps, ask, { id: '', batchId: batchId, domain })),
  };
}

const noFieldFor = (lacking: readonly string[]): AppError =>
  invalidInput('roles', `The service shows no field here for ${listed(lacking)}.`).error;

/** What can be said of a row without a request for its state: why it is excluded, or everything that can be known of it; otherwise null. */
function unasked(
  { now }: Pick<Deps, 'now'>,
  { account }: ChangingConnection,
  ask: FullBatchAsk,
  row: RowToRead & { readonly renewalPrice: RenewalPrice },
): Partial<ReadRow> | null {
  const { domain, leftOut, expiresOn } = row;
  const renewal = ask.kind === 'renew' ? renewalOf(account, row) : null;
  if (leftOut !== null) return { leftOut, renewal };
  const error = orderError(account, ask, domain);
  if (error !== null) return { leftOut: reasonOf(error), error };
  // No read shows a renewal or a sync: an unknown expiry is no reason to exclude the row.
  const before = expiresOn?.value ?? null;
  if (ask.kind === 'sync') return { before };
  if (renewal === null) return null;
  if (row.mayBeDone !== null) {
    const error = { kind: 'from-backup', mayBeDone: true, earlier: row.mayBeDone } as const;
    return { before, renewal, leftOut: 'renewed', error };
  }
  if (row.mayBeRenewedBy !== null) {
    const earlier = { what: 'earlier-change', number: row.mayBeRenewedBy, unsure: 'later' } as const;
    return { before, renewal, leftOut: 'renewed', error: { kind: 'changed-since', ...earlier } };
  }
  return { before, renewal, leftOut: isRenewedRecently(renewal, now()) ? 'renewed' : null };
}

function renewalOf(
  account: ChangingConnection['account'],
  row: RowToRead & { readonly renewalPrice: RenewalPrice },
): RenewalFacts {
  const { elsewhere, isPremium, isUncharged, isAtRegistry, expiresOn, changedBy } = row;
  const { price, error: priceError, isFree } = row.renewalPrice;
  return {
    renewedAt: isUndone(account, row) ? null : row.changedAt,
    expiresOn,
    price,
    ...(isPremium && { isPremium }),
    ...(isUncharged && { isUncharged }),
    ...(isAtRegistry && { isAtRegistry: true as const }),
    ...(changedBy !== undefined && { by: changedBy }),
    ...(elsewhere && { elsewhere }),
    ...(priceError && { priceError }),
    ...(isFree && { isFree }),
  };
}

/** As the practice service starts over, it gives a sample's expiry, or its domain anew: what it did before is gone from it. */
const isUndone = (
  { kind }: Pick<ChangingConnection['account'], 'kind'>,
  { expiresOn, changedAt, addedAt }: RowToRead,
): boolean =>
  kind === 'practice' &&
  changedAt !== null &&
  ((expiresOn?.source === 'sample' && expiresOn.at > changedAt) || (addedAt !== null && addedAt > changedAt));

/** A file may have been written before the renewal. */
const unconfirmed: ReadonlySet<KnownSource> = new Set(['expected', 'import']);

/** True where renewed within 60 days, or since its expiry was last confirmed: an expected one is not, nor one of a file (F1). */
function isRenewedRecently(
  { renewedAt, expiresOn, elsewhere, isUncharged }: RenewalFacts,
  now: Date,
): boolean {
  if (renewedAt === null) return false;
  // Whether it was renewed elsewhere is not known: no time makes it known (G4).
  if (elsewhere?.isSure === false) return true;
  const isStale = expiresOn !== null && (unconfirmed.has(expiresOn.source) || expiresOn.at <= renewedAt);
  // Whether it was done where it was not charged, only an expiry shows that was read since (G1).
  if (isUncharged === true && (expiresOn === null || isStale)) return true;
  return isStale || now.getTime() - Date.parse(renewedAt) < recentRenewalMs;
}

function tell(
  { portfolio, onBug }: Deps,
  { account }: ChangingConnection,
  domain: string,
  present: Present,
): void {
  const observed = observedIn(present);
  if (observed !== null) portfolio.observe(account.id, domain, observed).catch(onBug);
}

const found = ({ index, lastEffect, teamEffect }: RowToRead, facts: Partial<ReadRow>): RowRead => ({
  row: {
    index,
    before: null,
    seen: '',
    leftOut: null,
    error: null,
    renewal: null,
    erases: null,
    after: null,
    lastEffect,
    teamEffect,
    ...facts,
  },
  error: null,
  isAsked: true,
});

const notRead = (row: RowToRead, error: AppError): RowRead => ({
  ...found(row, { leftOut: reasonOf(error), error }),
  error,
});
