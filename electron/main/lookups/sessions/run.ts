import type { AppError } from '#shared/app-error.ts';
import type { Pace } from '#shared/domain/session.ts';
import type { Result } from '#shared/result.ts';
import type { Connection } from '../../connections/connections.ts';
import type { Lane } from '../../connections/lanes.ts';
import type { Timer } from '../../connections/throttle.ts';
import type { LookupBytes } from '../../reseller/bulk-lookup.ts';
import { inNotation } from '../../reseller/operations/lookup.ts';
import type { RecordedRequest } from '../../workspace/session-records.ts';
import type { Labels } from '../../workspace/sessions/labels.ts';
import type { Matrix } from '../../workspace/sessions/matrix.ts';
import { createDoubts, type Doubt } from './doubts.ts';
import { createKeeping, type Keeping, type KeepingDeps } from './keeping.ts';
import { paceOf } from './pace.ts';
import { createPaceMeter } from './pace-meter.ts';
import { createPauses } from './pauses.ts';
import type { Sealer } from './sealer.ts';
import { createUnits, type Cut, type Unit } from './units.ts';
import { causeOf, verdictOn } from './verdict.ts';

export interface RunDeps {
  readonly matrix: Matrix;
  readonly labels: Labels;
  readonly tlds: readonly string[];
  readonly connect: () => Promise<Result<Connection>>;
  readonly record: KeepingDeps['record'];
  readonly sealer: Sealer;
  /** Makes a failure of whatever is thrown: a bug. */
  readonly guard: <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;
  readonly timer: Timer;
  readonly now: () => Date;
  readonly random: () => number;
  readonly on: RunEvents;
}

export interface RunEvents {
  /** They are on disk now, and can be reported. */
  readonly sealed: (requests: readonly RecordedRequest[], codes: Uint8Array) => void;
  /** It asks again after waiting. */
  readonly asking: () => void;
  readonly waiting: (error: AppError) => void;
  /** The service has answered: others that wait for it may look at once. */
  readonly answered: () => void;
  readonly finished: () => void;
}

/** `ending` asks nothing more and keeps what comes. */
type Phase = 'asking' | 'waiting' | 'ending' | 'ended';

const mostTries = 3;
const mostDelays = 10;
const firstPauseMs = 400;

/**
 * One session being asked, from its first unit to its last: takes units when the throttle has a place, sends them,
 * hands the answers on to be kept, and decides what a failure means. See docs/decisions/0009 for the latter.
 */
export class Run {
  readonly #deps: RunDeps;
  readonly #keeping: Keeping;
  readonly #doubts = createDoubts();
  readonly #pauses;
  readonly #units;
  readonly #ended = Promise.withResolvers<undefined>();
  #meter;
  #phase: Phase = 'asking';
  #waitingFor: AppError | null = null;
  #connection: Connection | null = null;
  #isConnecting = false;
  #lane: Lane | null = null;
  /** Requests that are asked or being recorded. */
  #underWay = 0;
  #mayProbe = false;
  #probing: AbortController | null = null;

  constructor(deps: RunDeps) {
    this.#deps = deps;
    this.#pauses = createPauses(deps.random);
    this.#units = createUnits(deps.matrix, { tldsPerRequest: deps.tlds.length, tlds: deps.tlds });
    this.#meter = createPaceMeter(deps.timer.nowMs());
    this.#keeping = createKeeping({
      ...deps,
      onRecorded: (requests) => this.#count(requests),
      onSealed: (requests, codes) => {
        deps.on.sealed(requests, codes);
        if (this.#phase === 'waiting' && isOfStorage(this.#waitingFor)) this.#goOn();
        this.#settle();
      },
      onFault: (error) => {
        if (this.#phase === 'ending') this.#keeping.giveUp();
        else this.#wait(error);
      },
    });
  }

  begin(): void {
    void this.#connect();
  }

  waitingFor(): AppError | null {
    return this.#waitingFor;
  }

  /** Null while it does not ask. */
  pace(): Pace | null {
    if (this.#phase !== 'asking' || this.#connection === null) return null;
    const allowed = this.#connection.throttle.allowed();
    return paceOf(this.#meter, allowed, this.#deps.matrix.left, this.#deps.timer.nowMs());
  }

  /** What it waits for may be there: looks at once. */
  wake(): void {
    if (this.#phase !== 'waiting') return;
    this.#pauses.startOver();
    this.#stopProbing();
    this.#probe();
  }

  /** Asks no more; resolves when what was on its way is kept. */
  end(): Promise<void> {
    if (this.#phase !== 'ended') this.#phase = 'ending';
    this.#stopProbing();
    this.#lane?.close();
    if (this.#keeping.isStuck()) this.#keeping.giveUp();
    this.#settle();
    return this.#ended.promise;
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    const connected = await this.#deps.guard(this.#deps.connect);
    this.#isConnecting = false;
    if (this.#isOver()) return;
    if (!connected.ok) {
      this.#wait(connected.error);
      return;
    }
    const connection = connected.value;
    this.#connection = connection;
    this.#units.cutAs(cutFor(connection, this.#deps.tlds));
    connection.ended.addEventListener('abort', () => this.#disconnected(connection), { once: true });
    this.#lane = connection.throttle.lane((done) => this.#startOne(connection, done));
    if (connection.ended.aborted) this.#disconnected(connection);
    else if (this.#phase === 'waiting') this.#probe();
    else {
      this.#lane.wake();
      this.#settle();
    }
  }

  /** The account was changed: what is on its way will fail, and is asked again over the next connection. */
  #disconnected(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#lane?.close();
    this.#lane = this.#connection = null;
    if (!this.#isOver()) void this.#connect();
  }

  #startOne(connection: Connection, done: () => void): boolean {
    if (this.#phase !== 'asking' && !this.#mayProbe) return false;
    const unit = this.#units.next(this.#deps.timer.nowMs());
    if (unit === null) return false;
    this.#mayProbe = false;
    this.#underWay += 1;
    void this.#ask(connection, unit, done);
    return true;
  }

  async #ask(connection: Connection, unit: Unit, done: () => void): Promise<void> {
    const input = { label: this.#deps.labels.at(unit.row), tlds: unit.tlds };
    const answered = await this.#deps.guard(() => connection.client.lookupBytes(input, { tries: 1 }));
    if (answered.ok) {
      this.#answered(unit, answered.value, done);
      return;
    }
    if (connection.ended.aborted) this.#later(unit, 0);
    else this.#failed(unit, answered.error);
    this.#underWay -= 1;
    done();
    this.#settle();
  }

  #answered({ row, columns }: Unit, { bytes, answeredAtMs }: LookupBytes, done: () => void): void {
    const request = { row, columns, checkedAtMs: answeredAtMs, body: bytes, cause: null, message: '' };
    this.#keeping.add(request, () => {
      this.#underWay -= 1;
      done();
      this.#settle();
    });
    this.#doubts.answered();
    // Somebody was answered: what failed meanwhile did so on its own account.
    for (const doubt of this.#doubts.take()) this.#giveUp(doubt);
    if (this.#phase === 'waiting' && !this.#keeping.isStuck()) this.#goOn();
    this.#deps.on.answered();
  }

  #failed(unit: Unit, error: AppError): void {
    this.#doubts.failed();
    this.#judge(unit, error);
    if (this.#phase === 'waiting' || this.#doubts.areTooMany()) this.#wait(error);
  }

  #judge(unit: Unit, error: AppError): void {
    switch (verdictOn(error)) {
      case 'wait':
        this.#later(unit, 0);
        this.#wait(error);
        return;
      case 'later':
        unit.delays += 1;
        if (unit.delays < mostDelays) this.#later(unit, this.#pauseMs(unit.delays));
        else this.#doubts.add({ unit, error });
        return;
      case 'again':
        unit.tries += 1;
        if (unit.tries < mostTries) this.#later(unit, this.#pauseMs(unit.tries));
        else this.#doubts.add({ unit, error });
        return;
      case 'settled':
        this.#doubts.add({ unit, error });
        return;
      case 'cell':
        this.#giveUp({ unit, error });
    }
  }

  #pauseMs(times: number): number {
    return firstPauseMs * 2 ** Math.min(times - 1, 4) * (0.5 + this.#deps.random());
  }

  #later(unit: Unit, pauseMs: number): void {
    if (this.#isOver()) return;
    this.#units.later(unit, this.#deps.timer.nowMs() + pauseMs);
    if (pauseMs === 0) this.#lane?.wake();
    else void this.#deps.timer.sleep(pauseMs).then(() => this.#lane?.wake());
  }

  /** The cells become `unknown`: nothing was found, and it is not the service's fault. */
  #giveUp({ unit, error }: Doubt): void {
    const { row, columns } = unit;
    const checkedAtMs = this.#deps.now().getTime();
    this.#underWay += 1;
    this.#keeping.add({ row, columns, checkedAtMs, body: null, ...causeOf(error) }, () => {
      this.#underWay -= 1;
      this.#settle();
    });
  }

  /** Cells stay as they were; it looks by itself whether it can go on. */
  #wait(error: AppError): void {
    if (this.#isOver()) return;
    const isNews = this.#phase !== 'waiting' || this.#waitingFor?.kind !== error.kind;
    this.#phase = 'waiting';
    this.#waitingFor = error;
    for (const { unit } of this.#doubts.take()) this.#later(Object.assign(unit, { tries: 0, delays: 0 }), 0);
    if (isNews) this.#deps.on.waiting(error);
    this.#keeping.soon();
    this.#planProbe();
  }

  #planProbe(): void {
    if (this.#probing !== null) return;
    const probing = new AbortController();
    this.#probing = probing;
    const look = (): void => {
      if (this.#probing !== probing) return;
      this.#probing = null;
      this.#probe();
    };
    this.#deps.timer.sleep(this.#pauses.nextMs(), probing.signal).then(look, () => undefined);
  }

  #stopProbing(): void {
    this.#probing?.abort();
    this.#probing = null;
  }

  /** Does the one thing that would tell whether it can go on. */
  #probe(): void {
    if (this.#phase !== 'waiting') return;
    if (this.#keeping.isStuck()) this.#keeping.retry();
    else if (this.#connection === null) void this.#connect();
    else if (this.#units.isEmpty() && this.#underWay === 0) this.#goOn();
    else {
      this.#mayProbe = true;
      this.#lane?.wake();
    }
  }

  #goOn(): void {
    this.#stopProbing();
    this.#pauses.startOver();
    this.#phase = 'asking';
    this.#waitingFor = null;
    this.#mayProbe = false;
    this.#meter = createPaceMeter(this.#deps.timer.nowMs());
    this.#deps.on.asking();
    this.#lane?.wake();
    this.#settle();
  }

  /** Looks whether everything is done. */
  #settle(): void {
    if (this.#underWay > 0 || this.#phase === 'ended') return;
    if (this.#phase === 'asking') {
      if (this.#connection === null || !this.#units.isEmpty()) return;
      if (!this.#doubts.isEmpty()) {
        for (const doubt of this.#doubts.take()) this.#giveUp(doubt);
        return;
      }
    } else if (this.#phase === 'waiting') return;
    if (this.#keeping.isDone()) this.#finish();
    else this.#keeping.soon();
  }

  #finish(): void {
    const isFinished = this.#phase === 'asking';
    this.#phase = 'ended';
    this.#lane?.close();
    this.#ended.resolve(undefined);
    if (isFinished) this.#deps.on.finished();
  }

  #isOver(): boolean {
    return this.#phase === 'ending' || this.#phase === 'ended';
  }

  #count(requests: readonly RecordedRequest[]): void {
    const cells = requests.reduce((sum, { columns }) => sum + columns.length, 0);
    this.#meter.count(requests.length, cells, this.#deps.timer.nowMs());
  }
}

const isOfStorage = (error: AppError | null): boolean => error?.kind === 'storage' || error?.kind === 'bug';

function cutFor({ account }: Connection, tlds: readonly string[]): Cut {
  const { tldsPerRequest, tldNotation } = account.options;
  return { tldsPerRequest, tlds: tlds.map((tld) => inNotation(tld, tldNotation)) };
}
