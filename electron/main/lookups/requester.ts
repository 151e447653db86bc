import type { UnknownCause } from '#shared/domain/finding.ts';
import { type AppError, isOnTheWay, type RefusalReason } from '#shared/errors.ts';
import { assertNever, type Result } from '#shared/result.ts';
import type { Connection } from '../connections/connections.ts';
import type { Timer } from '../connections/throttle.ts';
import type { LookupBytes } from '../reseller/client.ts';
import { jitteredPauseMs, mostTries } from '../reseller/reply.ts';
import type { Labels, Matrix } from '../workspace/sessions/matrix.ts';
import type { OutcomeStore } from './recording.ts';
import {
  type Batching,
  createRequestBatches,
  type RequestBatch,
  type RequestBatches,
} from './request-batches.ts';

/** A unit that failed as often as it may, and its last failure. */
interface FailedBatch {
  readonly unit: RequestBatch;
  readonly error: AppError;
}

/**
 * Units that failed and of which it is not known whose fault that is. When the service answers for another name, they
 * were at fault themselves; when one after the other fails and none is answered, it is the service.
 */
interface FailureTracker {
  readonly add: (doubt: FailedBatch) => void;
  /** A request was answered by nothing, or with a request for patience. */
  readonly failed: () => void;
  /** The last failure was a name's own: it says nothing of the service. */
  readonly explained: () => void;
  /** All of them, which are forgotten here. */
  readonly take: () => readonly FailedBatch[];
  /** The service has answered. */
  readonly answered: () => void;
  /** So many in a row, and not one answer, that it is not about names. */
  readonly areTooMany: () => boolean;
  readonly isEmpty: () => boolean;
}

/** Enough to tell a bad name from a bad service, few enough that a bad service costs few requests. */
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
  readonly keeping: OutcomeStore;
  /** Makes a failure of whatever is thrown. */
  readonly guard: <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly random: () => number;
  /** There is something to ask again that was not there before. */
  readonly onDue: () => void;
  /** The service has answered. */
  readonly onAnswered: () => void;
  /** A request failed. `isOfAll`: others would fail as well, so the session had better wait. */
  readonly onFailed: (error: AppError, isOfAll: boolean) => void;
  /** Nothing is under way any more. */
  readonly onIdle: () => void;
}

const mostDelays = 10;

/** Asks unit after unit, and decides what becomes of those that fail. */
export class Requester {
  readonly #deps: RequesterDeps;
  readonly #units: RequestBatches;
  readonly #doubts = createFailureTracker();
  #underWay = 0;
  /** Units that failed and are asked again after a pause. */
  #resting = 0;
  #answers = 0;
  #isStopped = false;

  constructor(deps: RequesterDeps) {
    this.#deps = deps;
    this.#units = createRequestBatches(deps.matrix, { tldsPerRequest: deps.tlds.length, tlds: deps.tlds });
  }

  /** Starts the next unit that is due; false where there is none. */
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

  /** Everything was asked; what came of it may still be on its way to the disk. */
  isThrough(): boolean {
    return this.isIdle() && this.#resting === 0 && this.#units.isEmpty();
  }

  /** No request is on its way, to the service or to the workspace. */
  isIdle(): boolean {
    return this.#underWay === 0;
  }

  /** Units that failed and were not judged yet are asked once more, from the first try on, after all others. */
  askDoubtsAgain(): void {
    for (const { unit } of this.#doubts.take()) {
      if (!this.#isStopped) this.#units.postpone(Object.assign(unit, { tries: 0, delays: 0 }));
    }
    this.#deps.onDue();
  }

  /** No other name is left that could show whose fault it was: they become `unknown`. False where there are none. */
  giveUpDoubts(): boolean {
    const doubts = this.#doubts.take();
    for (const doubt of doubts) this.#giveUp(doubt);
    return doubts.length > 0;
  }

  /** Nothing is given back any more: what fails now stays to be asked. */
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
    // What was on its way over a connection that was taken away has not been asked.
    if (connection.ended.aborted) this.#giveBack(unit);
    else this.#failed(unit, found.error);
    done();
    this.#ended();
  }

  #answered({ row, columns }: RequestBatch, { bytes, answeredAtMs }: LookupBytes, done: () => void): void {
    const request = { row, columns, checkedAtMs: answeredAtMs, body: bytes, cause: null, message: '' };
    this.#deps.keeping.add({ request, safe: done, done: () => this.#ended() });
    this.#answers += 1;
    this.#doubts.answered();
    // Somebody was answered: what failed meanwhile did so on its own account.
    this.giveUpDoubts();
    this.#deps.onAnswered();
  }

  #failed(unit: RequestBatch, error: AppError): void {
    const verdict = classifyFailure(error);
    this.#doubts.failed();
    switch (verdict) {
      case 'wait':
        this.#giveBack(unit);
        break;
      case 'later':
        this.#tryAgain(unit, error, (unit.delays += 1), mostDelays);
        break;
      case 'again':
        this.#tryAgain(unit, error, (unit.tries += 1), mostTries);
        break;
      case 'settled':
        this.#doubt({ unit, error });
        break;
      case 'cell':
        this.#giveUp({ unit, error });
        break;
      default:
        assertNever(verdict);
    }
    this.#deps.onFailed(error, verdict === 'wait' || this.#doubts.areTooMany());
  }

  #tryAgain(unit: RequestBatch, error: AppError, times: number, most: number): void {
    if (times < most) this.#later(unit, jitteredPauseMs(times, this.#deps.random));
    else this.#doubt({ unit, error });
  }

  /** Others were answered since it failed for the first time, and it fails again: then it is at fault itself. */
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

  /** A pause that ended, and not a clock, says that a unit is due: timers ring a little early, too. */
  #later(unit: RequestBatch, pauseMs: number): void {
    this.#resting += 1;
    void this.#deps.timer.sleep(pauseMs).then(() => {
      this.#resting -= 1;
      this.#giveBack(unit);
    });
  }

  /** The cells become `unknown`: it was not the service's fault. */
  #giveUp({ unit: { row, columns }, error }: FailedBatch): void {
    this.#underWay += 1;
    const checkedAtMs = this.#deps.now().getTime();
    const request = { row, columns, checkedAtMs, body: null, ...causeOf(error) };
    this.#deps.keeping.add({ request, safe: () => undefined, done: () => this.#ended() });
  }

  #ended(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#deps.onIdle();
  }
}

/**
 * What a request that failed means for its session.
 *
 * - `wait`: nothing that is asked now would fare better: the session waits, its cells stay as they were.
 * - `later`: the service is there and asks for patience. Not counted as a try.
 * - `again`: it may have been chance; tried twice more.
 * - `settled`: asking once more would bring the same.
 * - `cell`: it is certainly about this one name.
 *
 * After the tries, `again` and `settled` are the cell's only when the service has answered for another name since: see
 * `doubts.ts`.
 */
export type FailureClass = 'wait' | 'later' | 'again' | 'settled' | 'cell';

export const classifyFailure = (error: AppError): FailureClass =>
  // The entry of a kind takes failures of that kind: the table's type says so, and cannot be followed here.
  (verdicts[error.kind] as (given: AppError) => FailureClass)(error);

/** Nothing of it is about a name. */
const wait = (): FailureClass => 'wait';

const verdicts: {
  readonly [K in AppError['kind']]: (error: Extract<AppError, { readonly kind: K }>) => FailureClass;
} = {
  refused: ({ why, status, said }) => (status === 503 ? 'later' : onRefusal(why, status, said)),
  unreachable: ({ why }) => (isOnTheWay(why) ? 'again' : 'wait'),
  unreadable: ({ why }) => (why === 'cut-short' ? 'again' : 'settled'),
  'invalid-input': ({ field }) => (field === 'label' ? 'cell' : 'wait'),
  'no-account': wait,
  'no-key': wait,
  keychain: wait,
  storage: wait,
  cancelled: wait,
  'not-sent': wait,
  uncertain: wait,
  'open-change': wait,
  'changed-since': wait,
  'over-limit': wait,
  'rate-limited': wait,
  'account-in-use': wait,
  'not-available': wait,
  'journal-broken': wait,
  'restore-unacknowledged': wait,
  'from-backup': wait,
  bug: wait,
};

/** Refusals that every other name would get as well. */
const ofTheAccount: ReadonlySet<RefusalReason> = new Set([
  'credentials',
  'address',
  'permission',
  'redirect',
]);

const worthRetrying: ReadonlySet<number> = new Set([408, 425, 500, 502, 504]);

function onRefusal(why: RefusalReason, status: number, said: string): FailureClass {
  if (ofTheAccount.has(why)) return 'wait';
  if (why === 'rate') return 'later';
  // A 500 that gives its reason in words is an answer.
  return worthRetrying.has(status) && (status !== 500 || said === '') ? 'again' : 'settled';
}

/** How a failure that is the cell's stands in the grid. */
function causeOf(error: AppError): { readonly cause: UnknownCause; readonly message: string } {
  if (error.kind === 'refused') return { cause: 'refused', message: error.said };
  if (error.kind === 'invalid-input') return { cause: 'refused', message: `Not sent: ${error.reason}` };
  return { cause: error.kind === 'unreachable' ? 'unreachable' : 'unreadable', message: '' };
}
