import { isDeepStrictEqual } from 'node:util';
import type { AccountOptions } from '#shared/domain/account.ts';
import type { UnknownCause } from '#shared/domain/finding.ts';
import { findingBits, type Pace } from '#shared/domain/session.ts';
import { type AppError, saidIn } from '#shared/errors.ts';
import { assertNever, fail, type Result } from '#shared/result.ts';
import type { Connection } from '../connections/connections.ts';
import { classifyFailure } from '../jobs/failures.ts';
import { type BackgroundJob, type Halt, Job, type Step } from '../jobs/job.ts';
import type { Guard } from '../jobs/waiting.ts';
import type { LookupBytes } from '../reseller/client.ts';
import { inNotation } from '../reseller/operations/lookup.ts';
import { jitteredPauseMs, mostTries } from '../reseller/reply.ts';
import { createBackoff, type Given } from '../system/timing.ts';
import { isPending, type Matrix } from '../workspace/sessions/matrix.ts';
import type { RecordedRequest } from '../workspace/sessions/messages.ts';
import { type LiveSession, takeIn } from './live-sessions.ts';
import { createPaceMeter, paceOf } from './pace.ts';
import { OutcomeStore, type OutcomeStoreDeps } from './recording.ts';

export interface SessionRunDeps
  extends Pick<OutcomeStoreDeps, 'record' | 'note' | 'flusher'>, Given<'now' | 'timer'> {
  readonly live: LiveSession;
  readonly connect: () => Promise<Result<Connection>>;
  /** Converts an exception to a failure. */
  readonly guard: Guard;
  readonly onBug: (thrown: unknown) => string;
  readonly random: () => number;
  readonly on: RunEvents;
}

interface RunEvents {
  /** Cells are on the disk now, and in the session's matrix. */
  readonly flushed: () => void;
  /** Null: the session sends requests again. */
  readonly waits: (error: AppError | null) => Promise<void> | void;
  /** The service has answered: other sessions that wait for it may retry at once. */
  readonly answered: () => void;
  readonly finished: () => void;
}

/** A request batch that exhausted its tries, and its last failure. */
interface FailedBatch {
  readonly unit: RequestBatch;
  readonly error: AppError;
}

/** Enough to tell a bad name from a failing service, few enough that a failing service costs few requests. */
const mostDoubts = 8;
const mostFailures = 12;
const mostDelays = 10;
const pauses = { firstMs: 2_000, longestMs: 60_000 };
/** Where the service does answer, if only to refuse: the next name may succeed. */
const mostPauseMs = 8_000;

const next: Step = { kind: 'next' };

/**
 * One session as a job: its items are request batches. It decides what a failed request means for the session (decision 0009).
 *
 * Failed batches are tracked until it is known whether the name or the service is the cause. If the service answers for another
 * name, the failed names are the cause; if several fail in a row without any answer, the service is. After their tries, failures
 * of the classes `retry` and `later` count as `perhaps-all`.
 */
export class SessionRun implements BackgroundJob {
  readonly #deps: SessionRunDeps;
  readonly #outcomes: OutcomeStore;
  readonly #units: RequestBatches;
  readonly #job: Job<RequestBatch, Connection>;
  #connection: Connection | null = null;
  #waitingFor: AppError | null = null;
  #meter;
  #doubts: FailedBatch[] = [];
  /** Requests without an answer, or with the request to retry later, since the last answer. */
  #failures = 0;
  /** Failed batches that wait for their retry. */
  #resting = 0;
  #answers = 0;

  constructor(deps: SessionRunDeps) {
    const { live, timer, random } = deps;
    this.#deps = deps;
    this.#meter = createPaceMeter(timer.nowMs());
    this.#units = new RequestBatches(live.matrix);
    this.#outcomes = new OutcomeStore({
      ...deps,
      sleep: timer.sleep,
      onRecorded: (requests) => this.#count(requests),
      onFlushed: (requests, codes) => {
        takeIn(live, requests, codes);
        deps.on.flushed();
      },
      onFault: (error) => this.#job.halt({ kind: 'wait', error }),
    });
    this.#job = new Job<RequestBatch, Connection>(
      {
        connect: () => this.#connect(),
        lane: ({ throttle }, start) => throttle.lane(start),
        atOnce: Number.POSITIVE_INFINITY,
        // A request that hangs must not keep the session from going on where the service is there again.
        overlaps: true,
        next: () => this.#units.next(),
        isThrough: () => this.#resting === 0 && this.#units.isEmpty(),
        work: (unit, connection) => this.#ask(unit, connection),
        failed: (error) => ({ kind: 'wait', error }),
        backoff: createBackoff(pauses, () => 0.5 + random() / 2),
        showWaiting: (error) => this.#showWaiting(error),
        conclude: () => this.#finish(),
      },
      deps,
    );
  }

  /** Resolves when no request is pending and what was answered is stored. */
  async run(signal: AbortSignal): Promise<void> {
    await this.#job.run(signal);
    if ((await this.#outcomes.store()) !== null) this.#outcomes.giveUp();
  }

  wake(): void {
    this.#job.wake();
  }

  waitingFor(): AppError | null {
    return this.#waitingFor;
  }

  /** Null while no requests are sent. */
  pace(): Pace | null {
    if (this.#waitingFor !== null || this.#connection === null) return null;
    const allowed = this.#connection.throttle.allowed();
    return paceOf(this.#meter, allowed, this.#deps.live.matrix.left, this.#deps.timer.nowMs());
  }

  /** What could not be stored comes first, so that it is not requested again. */
  async #connect(): Promise<Result<Connection>> {
    const error = this.#outcomes.isStuck() ? await this.#outcomes.store() : null;
    if (error !== null) return fail(error);
    const connected = await this.#deps.guard(this.#deps.connect);
    if (!connected.ok) return connected;
    this.#connection = connected.value;
    this.#units.cutFor(connected.value.account.options, this.#deps.live.record.tlds);
    return connected;
  }

  /** Failed batches without a known cause are requested once more, with new tries, after all others. */
  async #showWaiting(error: AppError | null): Promise<void> {
    const isNews = error === null || !isDeepStrictEqual(this.#waitingFor, error);
    this.#waitingFor = error;
    if (error === null) this.#meter = createPaceMeter(this.#deps.timer.nowMs());
    else for (const { unit } of this.#takeDoubts()) this.#postpone(unit);
    if (isNews) await this.#deps.on.waits(error);
  }

  async #finish(): Promise<AppError | null> {
    // No other name is left that could show the cause.
    this.#giveUpDoubts();
    const error = await this.#outcomes.store();
    if (error === null) this.#deps.on.finished();
    return error;
  }

  async #ask(unit: RequestBatch, connection: Connection): Promise<Step> {
    const input = { label: this.#deps.live.labels.at(unit.row), tlds: unit.tlds };
    const found = await this.#deps.guard(() => connection.client.lookupBytes(input, { tries: 1 }));
    if (found.ok) return await this.#answered(unit, found.value);
    if (!connection.ended.aborted) return this.#failed(unit, found.error);
    // The connection was closed: the request does not count as a try.
    this.#units.giveBack(unit);
    return next;
  }

  /** Resolves when the answer survives the end of the process. */
  #answered({ row, columns }: RequestBatch, { bytes, answeredAtMs }: LookupBytes): Promise<Step> {
    this.#answers += 1;
    // The service is answering, so earlier failures were caused by their own names.
    this.#giveUpDoubts();
    if (this.#waitingFor !== null && !this.#outcomes.isStuck()) void this.#job.goesWell();
    this.#deps.on.answered();
    const request = { row, columns, checkedAtMs: answeredAtMs, body: bytes, cause: null, message: '' };
    return new Promise((resolve) => this.#outcomes.add({ request, onSafe: () => resolve(next) }));
  }

  #failed(unit: RequestBatch, error: AppError): Step {
    const means = classifyFailure(error, 'lookup');
    this.#failures += 1;
    switch (means) {
      case 'wait':
      case 'stop':
        this.#units.giveBack(unit);
        return { kind: 'wait', error };
      case 'later':
        this.#tryAgain(unit, error, (unit.delays += 1), mostDelays);
        break;
      case 'retry':
        this.#tryAgain(unit, error, (unit.tries += 1), mostTries);
        break;
      case 'perhaps-all':
        this.#doubt({ unit, error });
        break;
      case 'item':
        this.#giveUp({ unit, error });
        break;
      default:
        assertNever(means);
    }
    const isOfAll = this.#doubts.length > mostDoubts || this.#failures > mostFailures;
    return isOfAll || this.#waitingFor !== null ? haltFor(error) : next;
  }

  #tryAgain(unit: RequestBatch, error: AppError, times: number, most: number): void {
    if (times < most) void this.#giveBackAfter(unit, jitteredPauseMs(times, this.#deps.random));
    else this.#doubt({ unit, error });
  }

  /** A batch is due when its pause has ended, not by the clock: timers can fire slightly early. */
  async #giveBackAfter(unit: RequestBatch, pauseMs: number): Promise<void> {
    this.#resting += 1;
    await this.#deps.timer.sleep(pauseMs);
    this.#resting -= 1;
    this.#units.giveBack(unit);
    this.#job.itemsChanged();
  }

  #doubt(doubt: FailedBatch): void {
    const { unit } = doubt;
    if (unit.doubtedAfter !== null && this.#answers > unit.doubtedAfter) {
      // It fails again although others were answered since its first failure: it says nothing about the service.
      this.#failures -= 1;
      this.#giveUp(doubt);
      return;
    }
    unit.doubtedAfter = this.#answers;
    if (this.#waitingFor === null) this.#doubts.push(doubt);
    else this.#postpone(unit);
  }

  #postpone(unit: RequestBatch): void {
    this.#units.postpone(Object.assign(unit, { tries: 0, delays: 0 }));
  }

  #takeDoubts(): readonly FailedBatch[] {
    const taken = this.#doubts;
    this.#doubts = [];
    this.#failures = 0;
    return taken;
  }

  #giveUpDoubts(): void {
    for (const doubt of this.#takeDoubts()) this.#giveUp(doubt);
  }

  /** Sets the cells to `unknown`: the service was not the cause. */
  #giveUp({ unit: { row, columns }, error }: FailedBatch): void {
    const checkedAtMs = this.#deps.now().getTime();
    const request = { row, columns, checkedAtMs, body: null, ...causeOf(error) };
    this.#outcomes.add({ request, onSafe: () => undefined });
  }

  #count(requests: readonly RecordedRequest[]): void {
    const cells = requests.reduce((sum, { columns }) => sum + columns.length, 0);
    this.#meter.count(requests.length, cells, this.#deps.timer.nowMs());
  }
}

const haltFor = (error: AppError): Halt =>
  classifyFailure(error, 'lookup') === 'perhaps-all'
    ? { kind: 'wait', error, mostMs: mostPauseMs }
    : { kind: 'wait', error };

/** How a failure that concerns the cell is shown in the grid. */
function causeOf(error: AppError): { readonly cause: UnknownCause; readonly message: string } {
  if (error.kind === 'invalid-input') return { cause: 'refused', message: `Not sent: ${error.reason}` };
  const cause = error.kind === 'refused' || error.kind === 'unreachable' ? error.kind : 'unreadable';
  return { cause, message: saidIn(error) };
}

/** One request: one name under some of the session's TLDs. */
export interface RequestBatch {
  readonly row: number;
  readonly columns: Uint16Array<ArrayBuffer>;
  /** For `columns`, in the notation that the account is set to. */
  readonly tlds: readonly string[];
  /** How often the request failed. */
  tries: number;
  /** How often the service asked to retry later. */
  delays: number;
  /** The number of answered requests when this one first exhausted its tries; null before. */
  doubtedAfter: number | null;
}

/** The parts of a request that requests of other names share. */
type Part = Pick<RequestBatch, 'columns' | 'tlds'>;

/**
 * The requests that are still to be made; each cell is in exactly one of them. Iterates once over `matrix`, from the first cell to
 * the last, and skips cells that need no request.
 */
export class RequestBatches {
  readonly #matrix: Matrix;
  readonly #given: RequestBatch[] = [];
  readonly #postponed: RequestBatch[] = [];
  #cell = 0;
  /** One for each column, as they are sent. */
  #tlds: readonly string[] = [];
  #tldsPerRequest = 1;
  /** Nearly all requests have neighbouring columns: their lists are created once, so that they are also encoded only once later. */
  readonly #runs = new Map<number, Part>();

  constructor(matrix: Matrix) {
    this.#matrix = matrix;
  }

  /** Applies to new batches; those that were given back keep their TLDs. @param tlds One for each column. */
  cutFor({ tldsPerRequest, tldNotation }: AccountOptions, tlds: readonly string[]): void {
    this.#tldsPerRequest = tldsPerRequest;
    this.#tlds = tlds.map((tld) => inNotation(tld, tldNotation));
    this.#runs.clear();
  }

  /** Batches that were given back come first, postponed ones last. Null where there is none. */
  next(): RequestBatch | null {
    return this.#given.shift() ?? this.#fresh() ?? this.#postponed.shift() ?? null;
  }

  /** Returns a batch, to be requested again. */
  giveBack(unit: RequestBatch): void {
    this.#given.push(unit);
  }

  /** Returns a batch, to be requested after all others. */
  postpone(unit: RequestBatch): void {
    this.#postponed.push(unit);
  }

  isEmpty(): boolean {
    this.#skip();
    return this.#given.length + this.#postponed.length === 0 && this.#cell >= this.#matrix.codes.length;
  }

  #fresh(): RequestBatch | null {
    this.#skip();
    if (this.#cell >= this.#matrix.codes.length) return null;
    const width = this.#tlds.length;
    const row = Math.floor(this.#cell / width);
    const columns: number[] = [];
    for (; this.#cell < (row + 1) * width && columns.length < this.#tldsPerRequest; this.#cell += 1) {
      if (this.#isLeft(this.#cell)) columns.push(this.#cell - row * width);
    }
    return { row, ...this.#partOf(columns), tries: 0, delays: 0, doubtedAfter: null };
  }

  /** Moves on to the next cell to request. */
  #skip(): void {
    while (this.#cell < this.#matrix.codes.length && !this.#isLeft(this.#cell)) this.#cell += 1;
  }

  #isLeft(cell: number): boolean {
    return findingBits(this.#matrix.codes[cell] ?? 0) === 0 || isPending(this.#matrix, cell);
  }

  #partOf(columns: readonly number[]): Part {
    const first = columns[0] ?? 0;
    const isRun = (columns.at(-1) ?? 0) - first === columns.length - 1;
    const key = first * (this.#tlds.length + 1) + columns.length;
    const part = (isRun ? this.#runs.get(key) : undefined) ?? {
      columns: Uint16Array.from(columns),
      tlds: columns.map((column) => this.#tlds[column] ?? ''),
    };
    if (isRun) this.#runs.set(key, part);
    return part;
  }
}
