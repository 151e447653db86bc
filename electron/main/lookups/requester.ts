import type { UnknownCause } from '#shared/domain/finding.ts';
import type { AppError } from '#shared/errors.ts';
import { assertNever, type Result } from '#shared/result.ts';
import type { Connection } from '../connections/connections.ts';
import { classifyFailure } from '../jobs/failures.ts';
import type { LookupBytes } from '../reseller/client.ts';
import { jitteredPauseMs, mostTries } from '../reseller/reply.ts';
import type { Timer } from '../system/timer.ts';
import type { Labels, Matrix } from '../workspace/sessions/matrix.ts';
import type { OutcomeStore } from './recording.ts';
import {
  type Batching,
  createRequestBatches,
  type RequestBatch,
  type RequestBatches,
} from './request-batches.ts';

/** A request batch that exhausted its tries, and its last failure. */
interface FailedBatch {
  readonly unit: RequestBatch;
  readonly error: AppError;
}

/**
 * Tracks failed batches until it is known whether the name or the service is the cause. If the service answers for another name,
 * the failed names are the cause; if several fail in a row without any answer, the service is. After their tries, failures of the
 * classes `retry` and `later` count as `perhaps-all`.
 */
interface FailureTracker {
  readonly add: (doubt: FailedBatch) => void;
  /** A request got no answer, or the service asked to retry later. */
  readonly failed: () => void;
  /** The last failure was caused by the name: it says nothing about the service. */
  readonly explained: () => void;
  /** Returns all failed batches and removes them here. */
  readonly take: () => readonly FailedBatch[];
  /** The service has answered. */
  readonly answered: () => void;
  /** So many failures in a row without an answer that names are not the cause. */
  readonly areTooMany: () => boolean;
  readonly isEmpty: () => boolean;
}

/** Enough to tell a bad name from a failing service, few enough that a failing service costs few requests. */
const mostDoubts = 8;
const mostFailures = 12;

function createFailureTracker(): FailureTracker {
  let doubts: FailedBatch[] = [];
  let failures = 0;
  return {
    add: (doubt) => void doubts.push(doubt),
    failed: () => void (failures += 1),
    explained: () => void (failures = Math.max(0, failures - 1)),
    take() {
      const taken = doubts;
      doubts = [];
      failures = 0;
      return taken;
    },
    answered: () => void (failures = 0),
    areTooMany: () => doubts.length > mostDoubts || failures > mostFailures,
    isEmpty: () => doubts.length === 0,
  };
}

export interface RequesterDeps {
  readonly matrix: Matrix;
  readonly labels: Labels;
  readonly tlds: readonly string[];
  readonly outcomes: OutcomeStore;
  /** Converts an exception to a failure. */
  readonly guard: <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly random: () => number;
  /** A batch became available to request. */
  readonly onDue: () => void;
  /** The service has answered. */
  readonly onAnswered: () => void;
  /** A request failed. `isOfAll`: other requests would fail as well, so the session should wait. */
  readonly onFailed: (error: AppError, isOfAll: boolean) => void;
  /** No request is pending any more. */
  readonly onIdle: () => void;
}

const mostDelays = 10;

/** Sends one request batch after the other, and decides what happens to those that fail. */
export class Requester {
  readonly #deps: RequesterDeps;
  readonly #units: RequestBatches;
  readonly #doubts = createFailureTracker();
  #underWay = 0;
  /** Failed batches that wait for their retry. */
  #resting = 0;
  #answers = 0;
  #isStopped = false;

  constructor(deps: RequesterDeps) {
    this.#deps = deps;
    this.#units = createRequestBatches(deps.matrix, { tldsPerRequest: deps.tlds.length, tlds: deps.tlds });
  }

  /** Starts the next batch that is due; false where there is none. */
  startOne(connection: Connection, done: () => void): boolean {
    const unit = this.#isStopped ? null : this.#units.next();
    if (unit === null) return false;
    this.#underWay += 1;
    void this.#ask(connection, unit, done);
    return true;
  }

  cutAs(cut: Batching): void {
    this.#units.cutAs(cut);
  }

  /** Everything was requested; results may not be on the disk yet. */
  isThrough(): boolean {
    return this.isIdle() && this.#resting === 0 && this.#units.isEmpty();
  }

  /** No request to the service and no write to the workspace is pending. */
  isIdle(): boolean {
    return this.#underWay === 0;
  }

  /** Requests failed batches without a known cause once more, with new tries, after all others. */
  askDoubtsAgain(): void {
    for (const { unit } of this.#doubts.take()) {
      if (!this.#isStopped) this.#units.postpone(Object.assign(unit, { tries: 0, delays: 0 }));
    }
    this.#deps.onDue();
  }

  /** No other name is left that could show the cause: the failed batches become `unknown`. False where there are none. */
  giveUpDoubts(): boolean {
    const doubts = this.#doubts.take();
    for (const doubt of doubts) this.#giveUp(doubt);
    return doubts.length > 0;
  }

  /** Nothing is retried any more: cells that fail from now on stay to be requested. */
  stop(): void {
    this.#isStopped = true;
  }

  async #ask(connection: Connection, unit: RequestBatch, done: () => void): Promise<void> {
    const input = { label: this.#deps.labels.at(unit.row), tlds: unit.tlds };
    const found = await this.#deps.guard(() => connection.client.lookupBytes(input, { tries: 1 }));
    if (found.ok) {
      this.#answered(unit, found.value, done);
      return;
    }
    // The connection was closed: the request does not count as a try.
    if (connection.ended.aborted) this.#giveBack(unit);
    else this.#failed(unit, found.error);
    done();
    this.#ended();
  }

  #answered({ row, columns }: RequestBatch, { bytes, answeredAtMs }: LookupBytes, done: () => void): void {
    const request = { row, columns, checkedAtMs: answeredAtMs, body: bytes, cause: null, message: '' };
    this.#deps.outcomes.add({ request, onSafe: done, onEnded: () => this.#ended() });
    this.#answers += 1;
    this.#doubts.answered();
    // The service is answering, so earlier failures were caused by their own names.
    this.giveUpDoubts();
    this.#deps.onAnswered();
  }

  #failed(unit: RequestBatch, error: AppError): void {
    const means = classifyFailure(error, 'lookup');
    this.#doubts.failed();
    switch (means) {
      case 'wait':
      case 'stop':
        this.#giveBack(unit);
        break;
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
    this.#deps.onFailed(error, means === 'wait' || means === 'stop' || this.#doubts.areTooMany());
  }

  #tryAgain(unit: RequestBatch, error: AppError, times: number, most: number): void {
    if (times < most) this.#later(unit, jitteredPauseMs(times, this.#deps.random));
    else this.#doubt({ unit, error });
  }

  /** A batch that fails again, although others were answered since its first failure, is the cause itself. */
  #doubt(doubt: FailedBatch): void {
    const { unit } = doubt;
    if (unit.doubtedAfter !== null && this.#answers > unit.doubtedAfter) {
      this.#doubts.explained();
      this.#giveUp(doubt);
      return;
    }
    unit.doubtedAfter = this.#answers;
    this.#doubts.add(doubt);
  }

  #giveBack(unit: RequestBatch): void {
    if (this.#isStopped) return;
    this.#units.giveBack(unit);
    this.#deps.onDue();
  }

  /** A batch is due when its pause has ended, not by the clock: timers can fire slightly early. */
  #later(unit: RequestBatch, pauseMs: number): void {
    this.#resting += 1;
    void this.#deps.timer.sleep(pauseMs).then(() => {
      this.#resting -= 1;
      this.#giveBack(unit);
    });
  }

  /** Sets the cells to `unknown`: the service was not the cause. */
  #giveUp({ unit: { row, columns }, error }: FailedBatch): void {
    this.#underWay += 1;
    const checkedAtMs = this.#deps.now().getTime();
    const request = { row, columns, checkedAtMs, body: null, ...causeOf(error) };
    this.#deps.outcomes.add({ request, onSafe: () => undefined, onEnded: () => this.#ended() });
  }

  #ended(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#deps.onIdle();
  }
}

/** How a failure that concerns the cell is shown in the grid. */
function causeOf(error: AppError): { readonly cause: UnknownCause; readonly message: string } {
  if (error.kind === 'refused') return { cause: 'refused', message: error.said };
  if (error.kind === 'invalid-input') return { cause: 'refused', message: `Not sent: ${error.reason}` };
  return { cause: error.kind === 'unreachable' ? 'unreachable' : 'unreadable', message: '' };
}
