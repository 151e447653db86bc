import type { Estimate, Pace } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Connection } from '../connections/connections.ts';
import type { Allowed, Lane } from '../connections/throttle.ts';
import { classifyFailure } from '../jobs/failures.ts';
import { inNotation } from '../reseller/operations/lookup.ts';
import { createBackoff } from '../system/backoff.ts';
import type { Timer } from '../system/timer.ts';
import type { RecordedRequest } from '../workspace/sessions/messages.ts';
import { createOutcomeStore, type OutcomeStore, type OutcomeStoreDeps } from './recording.ts';
import type { Batching } from './request-batches.ts';
import { Requester, type RequesterDeps } from './requester.ts';

type FromRequester = 'matrix' | 'labels' | 'tlds' | 'guard' | 'timer' | 'now' | 'random';

interface RunDeps
  extends Pick<RequesterDeps, FromRequester>, Pick<OutcomeStoreDeps, 'record' | 'note' | 'flusher'> {
  readonly connect: () => Promise<Result<Connection>>;
  readonly on: RunEvents;
}

interface RunEvents {
  /** They are on the disk now, and can be announced. */
  readonly flushed: OutcomeStoreDeps['onFlushed'];
  /** The session sends requests again after waiting. */
  readonly asking: () => void;
  readonly waiting: (error: AppError) => void;
  /** The service has answered: other sessions that wait for it may retry at once. */
  readonly answered: () => void;
  readonly finished: () => void;
}

/** `ending` sends no more requests and stores what still comes. */
type Phase = 'asking' | 'waiting' | 'ending' | 'ended';

/**
 * Runs one session, from its first request to its last. It sends requests only while there is a connection, the service answers,
 * and the workspace can store the results. Otherwise it waits, its cells stay as they are, and it retries by itself.
 */
export class Run {
  readonly #deps: RunDeps;
  readonly #outcomes: OutcomeStore;
  readonly #requester: Requester;
  readonly #probing: ReconnectProbe;
  readonly #ended = Promise.withResolvers<undefined>();
  #meter;
  #phase: Phase = 'asking';
  #waitingFor: AppError | null = null;
  #connection: Connection | null = null;
  #isConnecting = false;
  #lane: Lane | null = null;
  /** While it waits, one request at a time may be sent as a probe. */
  #mayProbe = false;

  constructor(deps: RunDeps) {
    this.#deps = deps;
    this.#meter = createPaceMeter(deps.timer.nowMs());
    this.#probing = createReconnectProbe(() => this.#probe(), deps.timer, deps.random);
    this.#outcomes = createOutcomeStore({
      ...deps,
      onRecorded: (requests) => this.#count(requests),
      onFlushed: (requests, codes) => this.#flushed(requests, codes),
      onFault: (error) => this.#storageFailed(error),
    });
    this.#requester = new Requester({
      ...deps,
      outcomes: this.#outcomes,
      onDue: () => this.#lane?.wake(),
      onAnswered: () => this.#answered(),
      onFailed: (error, isOfAll) => {
        if (isOfAll || this.#phase === 'waiting') this.#wait(error);
      },
      onIdle: () => this.#checkDone(),
    });
  }

  begin(): void {
    void this.#connect();
  }

  waitingFor(): AppError | null {
    return this.#waitingFor;
  }

  /** Null while no requests are sent. */
  pace(): Pace | null {
    if (this.#phase !== 'asking' || this.#connection === null) return null;
    const allowed = this.#connection.throttle.allowed();
    return paceOf(this.#meter, allowed, this.#deps.matrix.left, this.#deps.timer.nowMs());
  }

  /** What it waits for may be available: probes at once. */
  wake(): void {
    if (this.#phase === 'waiting') this.#probing.now();
  }

  /** Sends no more requests; resolves when the results of pending ones are stored. */
  end(): Promise<void> {
    if (this.#phase !== 'ended') this.#phase = 'ending';
    this.#requester.stop();
    this.#probing.stop();
    this.#lane?.close();
    if (this.#outcomes.isStuck()) this.#outcomes.giveUp();
    this.#checkDone();
    return this.#ended.promise;
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    const connected = await this.#deps.guard(this.#deps.connect);
    this.#isConnecting = false;
    if (this.#isOver()) return;
    if (connected.ok) this.#attach(connected.value);
    else this.#wait(connected.error);
  }

  #attach(connection: Connection): void {
    this.#connection = connection;
    this.#requester.cutAs(cutFor(connection, this.#deps.tlds));
    this.#lane = connection.throttle.lane((done) => this.#startOne(connection, done));
    connection.ended.addEventListener('abort', () => this.#disconnected(connection), { once: true });
    if (connection.ended.aborted) this.#disconnected(connection);
    else if (this.#phase === 'waiting') this.#probe();
    else {
      this.#lane.wake();
      this.#checkDone();
    }
  }

  /** The account was changed: pending requests will fail, and are sent again over the next connection. */
  #disconnected(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#lane?.close();
    this.#lane = this.#connection = null;
    if (!this.#isOver()) void this.#connect();
  }

  #startOne(connection: Connection, done: () => void): boolean {
    if (this.#phase !== 'asking' && !this.#mayProbe) return false;
    if (!this.#requester.startOne(connection, done)) return false;
    this.#mayProbe = false;
    return true;
  }

  #answered(): void {
    if (this.#phase === 'waiting' && !this.#outcomes.isStuck()) this.#goOn();
    this.#deps.on.answered();
  }

  #storageFailed(error: AppError): void {
    if (this.#isOver()) this.#outcomes.giveUp();
    else this.#wait(error);
  }

  #flushed(requests: readonly RecordedRequest[], codes: Uint8Array): void {
    this.#deps.on.flushed(requests, codes);
    const isOfStorage = this.#waitingFor?.kind === 'storage' || this.#waitingFor?.kind === 'bug';
    if (this.#phase === 'waiting' && isOfStorage && !this.#outcomes.isStuck()) this.#goOn();
    else this.#checkDone();
  }

  #wait(error: AppError): void {
    if (this.#isOver()) return;
    const isNews = this.#phase !== 'waiting' || this.#waitingFor?.kind !== error.kind;
    this.#phase = 'waiting';
    this.#waitingFor = error;
    this.#requester.askDoubtsAgain();
    if (isNews) this.#deps.on.waiting(error);
    this.#outcomes.soon();
    // The service does answer, if only to refuse: the next name may succeed.
    this.#probing.plan(classifyFailure(error, 'lookup') === 'perhaps-all' ? 8_000 : undefined);
  }

  /** Does the one thing that shows whether the session can go on. */
  #probe(): void {
    if (this.#phase !== 'waiting') return;
    if (this.#outcomes.isStuck()) this.#outcomes.retry();
    else if (this.#connection === null) void this.#connect();
    else if (this.#requester.isThrough()) this.#goOn();
    else {
      this.#mayProbe = true;
      this.#lane?.wake();
    }
  }

  #goOn(): void {
    this.#probing.stop();
    this.#phase = 'asking';
    this.#waitingFor = null;
    this.#mayProbe = false;
    this.#meter = createPaceMeter(this.#deps.timer.nowMs());
    this.#deps.on.asking();
    this.#lane?.wake();
    this.#checkDone();
  }

  /** Checks whether everything is done. */
  #checkDone(): void {
    if (!this.#requester.isIdle()) return;
    if (this.#phase === 'asking') {
      if (this.#connection === null || !this.#requester.isThrough()) return;
      if (this.#requester.giveUpDoubts()) return;
    } else if (this.#phase !== 'ending') return;
    if (this.#outcomes.isDone()) this.#finish();
    else this.#outcomes.soon();
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

function cutFor({ account }: Connection, tlds: readonly string[]): Batching {
  const { tldsPerRequest, tldNotation } = account.options;
  return { tldsPerRequest, tlds: tlds.map((tld) => inNotation(tld, tldNotation)) };
}

/** How fast a session sends requests and may send them, and an estimate for the rest. */
function paceOf(meter: PaceMeter, allowed: Allowed, cellsLeft: number, nowMs: number): Pace {
  return {
    ...meter.rates(nowMs),
    allowedPerSecond: allowed.perSecond,
    ceilingPerSecond: allowed.ceilingPerSecond,
    concurrency: allowed.concurrency,
    slowedBy: allowed.slowedBy,
    left: meter.left(cellsLeft, nowMs),
  };
}

/** How long so many requests will take, before any of them was sent. Null where there is no limit and nothing was measured. */
export function expected(requests: number, { perSecond, concurrency, typicalMs }: Allowed): Estimate | null {
  const byPlaces = typicalMs === null || typicalMs <= 0 ? null : (concurrency * 1_000) / typicalMs;
  const rates = [perSecond, byPlaces].filter((rate) => rate !== null);
  if (rates.length === 0) return null;
  const likely = requests / Math.min(...rates);
  // Until an answer was timed, the limit may be the concurrency rather than the rate.
  return { likely, low: 0.9 * likely, high: (byPlaces === null ? 2 : 1.3) * likely };
}

/** Measures how fast a session sends requests, and estimates how long the rest will take. */
interface PaceMeter {
  readonly count: (requests: number, cells: number, nowMs: number) => void;
  /** Over the last ten seconds. */
  readonly rates: (nowMs: number) => { readonly requestsPerSecond: number; readonly cellsPerSecond: number };
  /** Null where nothing was measured yet. */
  readonly left: (cells: number, nowMs: number) => Estimate | null;
}

interface Second {
  readonly at: number;
  requests: number;
  cells: number;
}

const looked = 10;
/** With fewer seconds than these, the variance says nothing. */
const enough = 3;
const secondMs = 1_000;

function createPaceMeter(startedAtMs: number): PaceMeter {
  let seconds: Second[] = [];

  /** The last whole seconds since the start, including empty ones. */
  function whole(nowMs: number): readonly Second[] {
    const now = Math.floor(nowMs / secondMs);
    const first = Math.max(now - looked, Math.floor(startedAtMs / secondMs) + 1);
    seconds = seconds.filter(({ at }) => at >= now - looked);
    return Array.from({ length: Math.max(0, now - first) }, (_, index) => {
      const at = first + index;
      return seconds.find((second) => second.at === at) ?? { at, requests: 0, cells: 0 };
    });
  }

  /** The average of everything so far, used until there are enough whole seconds. */
  function soFar(nowMs: number): Second {
    const tookS = Math.max(0.25, (nowMs - startedAtMs) / secondMs);
    const sum = (pick: (second: Second) => number): number =>
      seconds.reduce((total, second) => total + pick(second), 0) / tookS;
    return { at: 0, requests: sum(({ requests }) => requests), cells: sum(({ cells }) => cells) };
  }

  const samples = (nowMs: number): readonly Second[] => {
    const found = whole(nowMs);
    return found.length >= enough ? found : [soFar(nowMs)];
  };

  return {
    count(requests, cells, nowMs) {
      const at = Math.floor(nowMs / secondMs);
      let last = seconds.at(-1);
      if (last?.at !== at) {
        last = { at, requests: 0, cells: 0 };
        seconds.push(last);
        if (seconds.length > 2 * looked) seconds.shift();
      }
      last.requests += requests;
      last.cells += cells;
    },
    rates(nowMs) {
      const found = samples(nowMs);
      return {
        requestsPerSecond: mean(found.map(({ requests }) => requests)),
        cellsPerSecond: mean(found.map(({ cells }) => cells)),
      };
    },
    left: (cells, nowMs) =>
      estimate(
        cells,
        samples(nowMs).map((second) => second.cells),
      ),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The range is the mean rate plus and minus twice its standard error; a single measurement may be off by half. */
function estimate(cells: number, rates: readonly number[]): Estimate | null {
  const rate = mean(rates);
  if (rate === 0) return null;
  const variance = mean(rates.map((each) => (each - rate) ** 2));
  const error = rates.length < enough ? rate / 2 : 2 * Math.sqrt(variance / rates.length);
  return {
    likely: cells / rate,
    low: cells / (rate + error),
    high: cells / Math.max(rate - error, rate / 5),
  };
}

/** Schedules when a waiting session probes whether it can go on: after growing pauses, never over a minute. */
interface ReconnectProbe {
  /** Probes after the next pause, unless that is scheduled already. @param mostMs The longest pause. */
  readonly plan: (mostMs?: number) => void;
  /** Probes now; the next pauses are short again. */
  readonly now: () => void;
  readonly stop: () => void;
}

/** @param random From 0 (inclusive) to 1 (exclusive): prevents that several sessions probe at the same moment. */
function createReconnectProbe(look: () => void, timer: Timer, random: () => number): ReconnectProbe {
  const backoff = createBackoff({ firstMs: 2_000, longestMs: 60_000 });
  let planned: AbortController | null = null;

  function stop(): void {
    planned?.abort();
    planned = null;
    backoff.goesWell();
  }

  return {
    plan(mostMs = Number.POSITIVE_INFINITY) {
      if (planned !== null) return;
      const mine = new AbortController();
      planned = mine;
      const wake = (): void => {
        if (planned !== mine) return;
        planned = null;
        look();
      };
      const pauseMs = Math.min(mostMs, backoff.nextMs()) * (0.5 + random() / 2);
      timer.sleep(pauseMs, mine.signal).then(wake, () => undefined);
    },
    now() {
      stop();
      look();
    },
    stop,
  };
}
