import { hardCeilings } from '#shared/domain/bounds.ts';
import type { RequestStats } from '../reseller/reply.ts';
import { createWaitingLine } from '../system/queue.ts';
import type { Timer } from '../system/timing.ts';
import {
  type AdaptivePace,
  type Ceilings,
  createAdaptivePace,
  type KnownPace,
  type Observed,
} from './adaptive-rate.ts';
import type { Trouble } from './service-measures.ts';

/** The part of the throttle that single reads use. */
export interface Throttle {
  /**
   * Runs `work` when concurrency and rate allow it, in the order of calls, before all lanes.
   *
   * @returns What `work` returns. Rejects with the signal's reason when it is aborted while still waiting.
   */
  readonly run: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** How long nothing starts because the service asked for a pause; 0 where it did not. */
  readonly startsInMs?: () => number;
}

/** The throttle of one account. Every request of the account goes through it. */
export interface AccountThrottle extends Throttle {
  /**
   * Adds a lane of bulk work. Lanes take turns, request by request.
   *
   * @param start Called when concurrency and rate allow a request; see {@link StartOne}.
   */
  readonly lane: (start: StartOne) => Lane;
  /** Adapts to the outcome of a request; called for every request of the account. */
  readonly heard: (exchange: RequestStats) => void;
  readonly allowed: () => Allowed;
  /** What is stored for the next start. */
  readonly knownPace: () => KnownPace;
  /** Sets other ceilings; what was observed is kept. */
  readonly limit: (ceilings: ThrottleLimits) => void;
  /** Stops serving lanes. Waiting single reads are started, and fail because the connection is closed. */
  readonly close: () => void;
}

/** Null is automatic: what the service bears is found out. 0 is no ceiling. */
export interface ThrottleLimits {
  readonly concurrency: number | null;
  readonly requestsPerSecond: number | null;
}

/** The account's present rate and concurrency, what was observed of the service, and why it is asked less than that. */
export interface Allowed {
  readonly perSecond: number | null;
  readonly ceilingPerSecond: number | null;
  readonly concurrency: number;
  /** Whether the places are. */
  readonly isAutomatic: boolean;
  readonly observed: Observed;
  /** What is expected of a run: the user's ceiling, or what was observed; null while that is being found out. */
  readonly expectedPerSecond: number | null;
  readonly slowedBy: Trouble | null;
  /** How long an answer takes; null where it is not known yet. */
  readonly typicalMs: number | null;
}

/**
 * Limits concurrent requests and requests per second: to the user's ceilings, or less while the service has trouble.
 *
 * @param before What was observed of the service before; null where nothing.
 */
export function createThrottle(
  limits: ThrottleLimits,
  timer: Timer,
  before: KnownPace | null = null,
): AccountThrottle {
  const closing = new AbortController();
  const wakeUp = createAlarm(timer, closing.signal, pump);
  /** Single reads waiting to start, before all bulk work. */
  const singles = createWaitingLine<null>(pump);
  const lanes = createLanes(pump);
  let rules = rulesOf(ceilingsOf(limits), before, timer.nowMs());
  let busy = 0;
  /** Of the busy places, those of which no answer came yet: the others store what came. */
  let sent = 0;
  let isPumping = false;

  const isClosed = (): boolean => closing.signal.aborted;

  function leave(): void {
    busy -= 1;
    sent = Math.min(sent, busy);
    pump();
  }

  function isFree(nowMs: number): boolean {
    const places = rules.pace.concurrency();
    if (busy >= (rules.ceilings.concurrency ?? places + storing) || sent >= places) {
      rules.pace.held('places', nowMs);
      return false;
    }
    const startAtMs = Math.max(rules.gate.nextAtMs(), rules.pace.nextAtMs(), rules.pace.blockedUntilMs());
    if (startAtMs <= nowMs) return true;
    rules.pace.held('rate', nowMs);
    wakeUp(startAtMs);
    return false;
  }

  function pump(): void {
    if (isPumping) return;
    isPumping = true;
    while (singles.areWaiting() || (!isClosed() && lanes.areWaiting())) {
      const nowMs = timer.nowMs();
      if (!isClosed() && !isFree(nowMs)) break;
      busy += 1;
      if (singles.startNext(null) || lanes.startNext(leave)) {
        rules.pace.started(sent, nowMs);
        sent += 1;
        rules.gate.started(nowMs, rules.pace.allowedPerSecond());
      } else busy -= 1;
    }
    isPumping = false;
  }

  return {
    run(work, signal) {
      rules.pace.withdraw(timer.nowMs());
      return singles.place(signal).then(() => working(work, signal, leave));
    },
    lane: lanes.add,
    heard(exchange) {
      sent = Math.max(0, sent - 1);
      rules.pace.heard(exchange, timer.nowMs());
      pump();
    },
    allowed: () => allowedBy(rules, timer.nowMs()),
    startsInMs: () => Math.max(0, rules.pace.blockedUntilMs() - timer.nowMs()),
    knownPace: () => rules.pace.knownPace(),
    limit(next) {
      rules = rulesOf(ceilingsOf(next), rules.pace.knownPace(), timer.nowMs());
      pump();
    },
    close() {
      closing.abort();
      pump();
    },
  };
}

async function working<T>(work: () => Promise<T>, signal: AbortSignal, leave: () => void): Promise<T> {
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    leave();
  }
}

/** So many answers may be stored beside the requests that run, where the user set no ceiling. */
const storing = 8;

interface Rules {
  readonly ceilings: Ceilings;
  readonly gate: StartGate;
  readonly pace: AdaptivePace;
}

const rulesOf = (ceilings: Ceilings, before: KnownPace | null, nowMs: number): Rules => ({
  ceilings,
  gate: createStartGate(ceilings.requestsPerSecond ?? hardCeilings.requestsPerSecond),
  pace: createAdaptivePace(ceilings, before, nowMs),
});

const allowedBy = ({ ceilings, pace }: Rules, nowMs: number): Allowed => ({
  perSecond: pace.allowedPerSecond(),
  ceilingPerSecond:
    ceilings.requestsPerSecond === Number.POSITIVE_INFINITY ? null : ceilings.requestsPerSecond,
  concurrency: pace.concurrency(),
  isAutomatic: ceilings.concurrency === null,
  observed: pace.observed(),
  expectedPerSecond:
    ceilings.requestsPerSecond === null ? pace.knownPace().requestsPerSecond : pace.allowedPerSecond(),
  slowedBy: pace.slowedBy(nowMs),
  typicalMs: pace.typicalMs(),
});

/** Calls `ring` at the earliest of the times that were set; a caller that is called too early sets it again. */
function createAlarm(timer: Timer, signal: AbortSignal, ring: () => void): (atMs: number) => void {
  let setToMs = Number.POSITIVE_INFINITY;
  return (atMs) => {
    if (atMs >= setToMs) return;
    setToMs = atMs;
    const wake = (): void => {
      if (setToMs === atMs) setToMs = Number.POSITIVE_INFINITY;
      ring();
    };
    timer.sleep(Math.max(0, atMs - timer.nowMs()), signal).then(wake, () => undefined);
  };
}

const ceilingsOf = ({ concurrency, requestsPerSecond }: ThrottleLimits): Ceilings => ({
  concurrency: concurrency === 0 ? Number.POSITIVE_INFINITY : concurrency,
  requestsPerSecond: requestsPerSecond === 0 ? Number.POSITIVE_INFINITY : requestsPerSecond,
});

/**
 * Starts one request and calls `done` once when it has ended, never before `StartOne` returns. Returns false where it
 * has nothing to start now; then it is not called again until its lane is woken.
 */
type StartOne = (done: () => void) => boolean;

/** One user of the throttle among several. */
export interface Lane {
  /** Call when there is something to start again. */
  readonly wake: () => void;
  /** No more requests are started; those started keep their concurrency place until they are done. */
  readonly close: () => void;
}

interface Member {
  readonly start: StartOne;
  isIdle: boolean;
}

/** Bulk work waiting to start; the lanes take turns, request by request. @param pump Called when a lane has something to start. */
function createLanes(pump: () => void) {
  const members: Member[] = [];
  let turn = 0;

  return {
    areWaiting: () => members.some(({ isIdle }) => !isIdle),
    /** False where no lane had anything to start. */
    startNext(done: () => void): boolean {
      for (let tried = 0; tried < members.length; tried += 1) {
        const member = members[turn % members.length];
        turn = (turn + 1) % members.length;
        if (member === undefined || member.isIdle) continue;
        if (member.start(done)) return true;
        member.isIdle = true;
      }
      return false;
    },
    add: (start: StartOne): Lane => {
      const member: Member = { start, isIdle: false };
      members.push(member);
      return {
        wake() {
          member.isIdle = false;
          pump();
        },
        close() {
          member.isIdle = true;
          const at = members.indexOf(member);
          if (at >= 0) members.splice(at, 1);
        },
      };
    },
  };
}

/** Decides when the next request of an account may start: evenly spaced, and never over the ceiling in any second. */
type StartGate = ReturnType<typeof createStartGate>;

/** Starts that late timers delayed by up to this together are made up for by the next ones. */
const lateMs = 50;

/** @param ceilingPerSecond Infinity where there is none. */
function createStartGate(ceilingPerSecond: number) {
  // The times of the latest starts, as many as the ceiling allows in `windowMs`: the oldest limits the next one.
  const isLimited = Number.isFinite(ceilingPerSecond);
  const size = isLimited ? Math.max(1, Math.floor(ceilingPerSecond)) : 0;
  const windowMs = isLimited ? (size / ceilingPerSecond) * 1_000 : 0;
  const latest = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  let oldest = 0;
  let spacedAtMs = Number.NEGATIVE_INFINITY;

  return {
    /** The earliest moment for the next start. */
    nextAtMs: (): number =>
      size === 0 ? spacedAtMs : Math.max(spacedAtMs, (latest[oldest] ?? 0) + windowMs),
    /** @param allowedPerSecond At or below the ceiling; null where there is no limit now. */
    started(nowMs: number, allowedPerSecond: number | null) {
      if (size > 0) {
        latest[oldest] = nowMs;
        oldest = (oldest + 1) % size;
      }
      const spacingMs = allowedPerSecond === null ? 0 : 1_000 / allowedPerSecond;
      const plannedAtMs = Math.max(spacedAtMs, nowMs - lateMs);
      spacedAtMs = plannedAtMs + spacingMs;
    },
  };
}
