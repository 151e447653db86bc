import type { AppError } from '#shared/app-error.ts';
import { assertNever } from '#shared/assert-never.ts';
import type { Result } from '#shared/result.ts';
import type { Connection } from '../../connections/connections.ts';
import type { Timer } from '../../connections/throttle.ts';
import type { LookupBytes } from '../../reseller/bulk-lookup.ts';
import { jitteredPauseMs, mostTries } from '../../reseller/retry.ts';
import type { Labels } from '../../workspace/sessions/labels.ts';
import type { Matrix } from '../../workspace/sessions/matrix.ts';
import { createDoubts, type Doubt } from './doubts.ts';
import type { Keeping } from './keeping.ts';
import { createUnits, type Cut, type Unit, type Units } from './units.ts';
import { causeOf, verdictOn } from './verdict.ts';

export interface AskerDeps {
  readonly matrix: Matrix;
  readonly labels: Labels;
  readonly tlds: readonly string[];
  readonly keeping: Keeping;
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
export class Asker {
  readonly #deps: AskerDeps;
  readonly #units: Units;
  readonly #doubts = createDoubts();
  #underWay = 0;
  /** Units that failed and are asked again after a pause. */
  #resting = 0;
  #answers = 0;
  #isStopped = false;

  constructor(deps: AskerDeps) {
    this.#deps = deps;
    this.#units = createUnits(deps.matrix, { tldsPerRequest: deps.tlds.length, tlds: deps.tlds });
  }

  /** Starts the next unit that is due; false where there is none. */
  startOne(connection: Connection, done: () => void): boolean {
    const unit = this.#isStopped ? null : this.#units.next();
    if (unit === null) return false;
    this.#underWay += 1;
    void this.#ask(connection, unit, done);
    return true;
  }

  cutAs(cut: Cut): void {
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

  async #ask(connection: Connection, unit: Unit, done: () => void): Promise<void> {
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

  #answered({ row, columns }: Unit, { bytes, answeredAtMs }: LookupBytes, done: () => void): void {
    const request = { row, columns, checkedAtMs: answeredAtMs, body: bytes, cause: null, message: '' };
    this.#deps.keeping.add({ request, safe: done, done: () => this.#ended() });
    this.#answers += 1;
    this.#doubts.answered();
    // Somebody was answered: what failed meanwhile did so on its own account.
    this.giveUpDoubts();
    this.#deps.onAnswered();
  }

  #failed(unit: Unit, error: AppError): void {
    const verdict = verdictOn(error);
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

  #tryAgain(unit: Unit, error: AppError, times: number, most: number): void {
    if (times < most) this.#later(unit, jitteredPauseMs(times, this.#deps.random));
    else this.#doubt({ unit, error });
  }

  /** Others were answered since it failed for the first time, and it fails again: then it is at fault itself. */
  #doubt(doubt: Doubt): void {
    const { unit } = doubt;
    if (unit.doubtedAfter !== null && this.#answers > unit.doubtedAfter) {
      this.#doubts.explained();
      this.#giveUp(doubt);
      return;
    }
    unit.doubtedAfter = this.#answers;
    this.#doubts.add(doubt);
  }

  #giveBack(unit: Unit): void {
    if (this.#isStopped) return;
    this.#units.giveBack(unit);
    this.#deps.onDue();
  }

  /** A pause that ended, and not a clock, says that a unit is due: timers ring a little early, too. */
  #later(unit: Unit, pauseMs: number): void {
    this.#resting += 1;
    void this.#deps.timer.sleep(pauseMs).then(() => {
      this.#resting -= 1;
      this.#giveBack(unit);
    });
  }

  /** The cells become `unknown`: it was not the service's fault. */
  #giveUp({ unit: { row, columns }, error }: Doubt): void {
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
