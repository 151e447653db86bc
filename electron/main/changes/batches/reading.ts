import { serviceOf } from '#shared/domain/account.ts';
import { type AskOf, verificationOf } from '#shared/changes/index.ts';
import type { FullBatchAsk } from '#shared/domain/batch.ts';
import { familyOf } from '#shared/domain/change-kinds.ts';
import { noEffect } from '#shared/domain/change.ts';
import { listed } from '#shared/domain/counting.ts';
import { type Finding, isBuyable, notGiven, registrationPrice } from '#shared/domain/finding.ts';
import { overridable } from '#shared/domain/remarks.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { classifyFailure, mostInARow } from '../../jobs/failures.ts';
import { type Halt, Job, type Step } from '../../jobs/job.ts';
import { createGuard, type Guard, hasEnded, inLane, type LaneThrottle } from '../../jobs/waiting.ts';
import { createGatherer, type Gatherer } from '../../system/queue.ts';
import { cut, invalidInput } from '../../system/texts.ts';
import type { ReadRow, RowToRead } from '../../workspace/batches/batches-repository.ts';
import { fieldsNamed, fitted, unwritable } from '../kinds/contacts.ts';
import { kindInMain, readsOf, seenText } from '../kinds/index.ts';
import type { Facts } from '../kinds/kind.ts';
import { paidFacts } from '../kinds/paid.ts';
import type { ChangingConnection } from '../ledger.ts';
import { keyedFor, tellPortfolio } from '../order.ts';
import {
  freshRenewalPrice,
  lookUpName,
  lookUpRenewalPrice,
  type PricedFinding,
  type Present,
  readPresent,
  type RenewalPrice,
} from '../present.ts';
import { noTeam, teamOf } from '../referee.ts';
import { hostsKnown, leftOutBy, nothingAsked, weigh } from '../weigh.ts';
import {
  afterOf,
  askOfRow,
  type BatchAtWork,
  type BatchConnection,
  type BatchesContext,
  changeAskOf,
  fullAskOf,
  orderError,
  reasonOf,
  type RowAsk,
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
    const read = await this.#weighed(row, signal);
    return hasEnded(signal) ? { kind: 'next' } : this.#settle(read);
  }

  /** The row as it is weighed: first by what is known without asking, and then with what is asked about it. */
  async #weighed(row: RowToRead, signal: AbortSignal): Promise<RowRead> {
    const { ask: common } = this.#batch;
    const own = await askOfRow(this.#context, common, row);
    if (!own.ok) return notRead(row, own.error);
    const facts = await this.#factsOf(row, own.value?.ask ?? common);
    const known = ofRow(facts);
    const isOpen = row.past.open !== null;
    const isFixed = isOpen || (known.leftOut !== null && !overridable.includes(known.leftOut));
    if (isFixed || own.value === null) {
      const leftOut = isOpen ? 'open-change' : (known.leftOut ?? 'not-kept');
      return { ...found(row, { ...known, leftOut }), isAsked: false };
    }
    const { account } = this.#connection;
    const error = orderError(account, own.value.ask, row.domain);
    if (error !== null) return { ...found(row, { leftOut: reasonOf(error), error }), isAsked: false };
    const priced = { ...facts, ...(await this.#priceOf(row, signal)) };
    const family = familyOf(facts.ask.kind);
    const team = await teamOf(this.#context, { service: serviceOf(account), domain: row.domain, family });
    if (!team.ok) return { ...notRead(row, team.error), isAsked: false };
    const toRead = { row, own: own.value, facts: { ...priced, team: team.value } };
    return await readRow(this.#context, this.#connection, this.#batch.id, toRead, signal);
  }

  async #factsOf({ domain, known, heldBy, past }: RowToRead, own: FullBatchAsk): Promise<Facts> {
    const { now, portfolio } = this.#context;
    const { account } = this.#connection;
    const ask = changeAskOf(own);
    return {
      ...nothingAsked,
      domain,
      ask,
      now: now(),
      isPractice: account.kind === 'practice',
      currency: account.options.currency,
      known: { domain: known, heldBy, ...(await hostsKnown(portfolio, account.id, { domain, ask })) },
      earlier: past,
      ...ofPrice(ask.kind === 'renew' ? (this.#freshPrice(domain, ask.periodYears) ?? unpriced) : null),
    };
  }

  #freshPrice(domain: string, periodYears: number): RenewalPrice | null {
    return freshRenewalPrice(this.#known.get(domain), periodYears, this.#context.now());
  }

  /** The renewal price, looked up where none younger than a day is known. A failure never holds the reading up. */
  async #priceOf({ domain }: RowToRead, signal: AbortSignal): Promise<PriceFacts> {
    const { ask } = this.#batch;
    if (ask.kind !== 'renew') return ofPrice(null);
    const fresh = this.#freshPrice(domain, ask.periodYears);
    if (fresh !== null) return ofPrice(fresh);
    if (this.#failedLookups >= mostFailedLookups)
      return ofPrice({ price: notGiven, error: this.#lookupError });
    const from = { connection: this.#connection, domain, signal };
    const read = await lookUpRenewalPrice(this.#context.workspace.findings, from, ask.periodYears);
    if (read.error?.kind !== 'invalid-input') {
      this.#failedLookups = read.error === null ? 0 : this.#failedLookups + 1;
      this.#lookupError = read.error;
    }
    return ofPrice(read);
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

type Deps = Pick<BatchesContext, 'portfolio' | 'sealing' | 'now' | 'onBug' | 'workspace' | 'contactChanges'>;

type PriceFacts = Pick<Facts, 'price' | 'priceError' | 'isFree'>;

const unpriced: RenewalPrice = { price: notGiven, error: null };

/** @param of Null where nothing is paid for. */
const ofPrice = (of: RenewalPrice | null): PriceFacts =>
  of === null
    ? { price: null }
    : { price: of.price, priceError: of.error, ...(of.isFree && { isFree: of.isFree }) };

/** What a row is weighed to, and what it shows of renewals and orders. */
function ofRow(facts: Facts) {
  const remarks = weigh(facts);
  return {
    leftOut: leftOutBy(remarks, facts),
    // Each row shows its price, or that none is given.
    remarks: remarks.filter(({ id }) => id !== 'price-not-given' || facts.priceError != null),
    renewal: paidFacts(facts),
  };
}

const nothingRead = { contacts: null, finding: null, troubles: [] } as const;

/** What is there now, for display, as the review of one domain says it line by line; null where that is not known. */
function beforeText({ ask, known }: Facts, present: Present): string | null {
  const before = kindInMain(ask.kind)
    .lines(ask, present, known)
    .flatMap((one) => one.before ?? []);
  return before.length === 0 ? null : before.filter((one) => one !== '').join(', ');
}

interface ToRead<Ask = FullBatchAsk> {
  readonly row: RowToRead;
  readonly own: RowAsk & { readonly ask: Ask };
  readonly facts: Facts;
}

/**
 * Reads the present state of one domain under the throttle, and passes it to the portfolio. Sends no request where no read shows what the
 * change is about.
 */
async function readRow(
  deps: Deps,
  connection: ChangingConnection,
  batchId: string,
  { row, own, facts }: ToRead,
  signal: AbortSignal,
): Promise<RowRead> {
  const { kind } = own.ask;
  // Right before a renewal, its credit and registry are read.
  if (kind === 'renew' || verificationOf(kind).before.length === 0) {
    const before = beforeText(facts, { ...nothingRead, before: { readAt: deps.now().toISOString() } });
    return { ...found(row, { before, ...ofRow(facts) }, facts), isAsked: false };
  }
  if (own.ask.kind === 'register') return await readName(deps, connection, own.ask, { row, facts }, signal);
  const reads = readsOf(connection, row.domain, signal);
  const present = await readPresent(kind, reads, deps.now);
  if (!present.ok) return notRead(row, present.error);
  tellPortfolio(deps, connection, row.domain, present.value);
  const trouble = present.value.troubles[0];
  if (trouble !== undefined) return notRead(row, trouble.error);
  const read = { row, own, facts: { ...facts, present: present.value } };
  return found(row, await stateOf(deps, batchId, read, present.value), facts);
}

/** What a row would change, by what was read; of one that puts back, only where the domain still has what was set. */
async function stateOf(
  deps: Deps,
  batchId: string,
  { row, own: { ask, wasSet }, facts }: ToRead,
  present: Present,
): Promise<Partial<ReadRow>> {
  const isOther = wasSet !== null && !kindInMain(wasSet.kind).isSo(wasSet, present);
  if (ask.kind === 'contacts') {
    const read = await ofContacts(deps, batchId, { row, own: { ask, wasSet }, facts }, present);
    return isOther && read.leftOut !== 'already-so' && read.error == null
      ? { leftOut: 'changed-after', remarks: read.remarks ?? [] }
      : read;
  }
  const { leftOut, remarks } = ofRow(facts);
  const isFixed = leftOut !== null && !overridable.includes(leftOut);
  return {
    before: beforeText(facts, present),
    seen: seenText(facts.ask, present, null),
    after: wasSet === null ? null : afterOf(ask),
    remarks,
    leftOut: isOther && !isFixed ? 'changed-after' : leftOut,
  };
}

/** Looks a name up that is to be registered: what it costs, and why it is excluded. */
async function readName(
  { workspace, now }: Deps,
  connection: ChangingConnection,
  { periodYears }: Extract<FullBatchAsk, { readonly kind: 'register' }>,
  { row, facts }: Pick<ToRead, 'row' | 'facts'>,
  signal: AbortSignal,
): Promise<RowRead> {
  const lookup = await lookUpName(workspace.findings, { connection, domain: row.domain, signal });
  if (!lookup.ok) return notRead(row, lookup.error);
  const finding = lookup.value;
  const kind = finding?.kind ?? 'unknown';
  const present = { ...nothingRead, before: { readAt: now().toISOString() }, finding };
  const price = { price: registrationPrice(finding?.prices ?? [], periodYears), error: null };
  const { renewal, ...weighed } = ofRow({ ...facts, present, ...ofPrice(price) });
  const shown = renewal && { ...renewal, expiresOn: null, isPremium: kind === 'premium' };
  if (!isBuyable(kind)) {
    const error = { kind: 'not-available', finding: kind } as const;
    return found(row, { renewal: shown, leftOut: 'not-available', error }, facts);
  }
  return found(row, { ...weighed, before: kind, renewal: shown, seen: kind }, facts);
}

/** What of a domain's contacts differs from the wanted ones, by name: values are personal. */
async function ofContacts(
  deps: Deps,
  batchId: string,
  {
    row: { domain },
    own: {
      ask: { roles: wanted },
      wasSet,
    },
    facts,
  }: ToRead<AskOf<'contacts'>>,
  present: Present,
): Promise<Partial<ReadRow>> {
  const isUndo = wasSet !== null;
  const read = present.contacts ?? [];
  const { roles, lacking } = fitted(wanted, read);
  if (lacking.length > 0) return { leftOut: 'fields-differ', error: noFieldFor(lacking) };
  const ask = { kind: 'contacts', roles } as const;
  const { leftOut, remarks } = ofRow({ ...facts, ask });
  if (leftOut === 'already-so') return { leftOut, remarks };
  const error = unwritable(roles, present.contacts);
  if (error !== null) return { leftOut: reasonOf(error), error };
  const { changed, erased } = fieldsNamed(ask, present);
  deps.contactChanges.note(batchId, domain, roles, read);
  // What a field holds is lost with it: a person includes each such row by hand.
  // What is put back was empty before, and what it replaces was set by the change that is taken back.
  const erases = isUndo ? null : erased;
  return {
    before: cut(changed, 4_000),
    erases: erases && cut(erases, 4_000),
    leftOut: leftOut ?? (erases === null ? null : 'erases'),
    remarks,
    ...(isUndo && { after: 'with the contacts from before' }),
    seen: seenText(ask, present, await keyedFor(deps, ask, { id: '', batchId, domain })),
  };
}

const noFieldFor = (lacking: readonly string[]): AppError =>
  invalidInput('roles', `The service shows no field here for ${listed(lacking)}.`).error;

/** @param facts Left out where the team was not asked. */
const found = (
  { index, past }: RowToRead,
  read: Partial<ReadRow>,
  { team }: Pick<Facts, 'team'> = { team: noTeam },
): RowRead => ({
  row: {
    index,
    before: null,
    seen: '',
    leftOut: null,
    error: null,
    remarks: [],
    renewal: null,
    erases: null,
    after: null,
    lastEffect: past.lastEffect?.id ?? null,
    teamEffect: team.past === null ? null : (team.past.last?.changeId ?? noEffect),
    ...read,
  },
  error: null,
  isAsked: true,
});

const notRead = (row: RowToRead, error: AppError): RowRead => ({
  ...found(row, { leftOut: reasonOf(error), error }),
  error,
});
