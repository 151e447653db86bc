import type { Exchange } from '../reseller/exchange.ts';
import { type AdaptivePace, type Ceilings, createAdaptivePace, type Learned } from './adaptive-pace.ts';
import { createLanes, type Lane, type StartOne } from './lanes.ts';
import { createSingleFile } from './single-file.ts';
import { createStartGate, type StartGate } from './start-gate.ts';
import type { Trouble } from './trouble.ts';

/** What a single read needs of the throttle. */
export interface Throttle {
  /**
   * Runs `work` when a place and a moment are free, in the order of asking, before everything that waits in a lane.
   *
   * @returns What `work` returns. Rejects with the signal's reason when it is aborted while still waiting.
   */
  readonly run: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** How long nothing starts, because the service asked to be left alone; 0 where it did not. */
  readonly startsInMs?: () => number;
}

/** One account's share of the service. Whoever asks for the account, asks through here. */
export interface AccountThrottle extends Throttle {
  /**
   * Adds a lane of bulk work. Lanes take turns, request by request.
   *
   * @param start Called when a place and a moment are free; see {@link StartOne}.
   */
  readonly lane: (start: StartOne) => Lane;
  /** Learns from every request of the account, whoever made it. */
  readonly heard: (exchange: Exchange) => void;
  readonly allowed: () => Allowed;
  /** What is to be remembered for the next start. */
  readonly learned: () => Learned;
  /** Other ceilings from now on; what was learned stays. */
  readonly limit: (ceilings: ThrottleLimits) => void;
  /** Serves lanes no more. Single reads that wait are let through, and refused by the closed connection. */
  readonly close: () => void;
}

/** 0 and null are no ceiling. */
export interface ThrottleLimits {
  readonly concurrency: number | null;
  readonly requestsPerSecond: number | null;
}

/** How fast the account may ask now, and why not faster. */
export interface Allowed {
  readonly perSecond: number | null;
  readonly ceilingPerSecond: number | null;
  readonly concurrency: number;
  readonly slowedBy: Trouble | null;
  /** How long an answer takes; null where it is not known yet. */
  readonly typicalMs: number | null;
}

export interface Timer {
  readonly nowMs: () => number;
  /** Resolves after `durationMs`; rejects with the signal's reason when that is aborted first. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * At most so many requests at once and so many a second: the user's ceilings, or less for as long as the service has
 * trouble.
 *
 * @param before What was learned of the service before; null where nothing.
 */
export function createThrottle(
  limits: ThrottleLimits,
  timer: Timer,
  before: Learned | null = null,
): AccountThrottle {
  const closing = new AbortController();
  const wakeUp = createAlarm(timer, closing.signal, pump);
  const singles = createSingleFile(pump);
  const lanes = createLanes(pump);
  let rules = rulesOf(ceilingsOf(limits), before, timer.nowMs());
  let busy = 0;
  let isPumping = false;

  const isClosed = (): boolean => closing.signal.aborted;

  function leave(): void {
    busy -= 1;
    pump();
  }

  function isFree(nowMs: number): boolean {
    if (busy >= rules.pace.concurrency(nowMs)) return false;
    const startAtMs = Math.max(rules.gate.nextAtMs(), rules.pace.blockedUntilMs());
    if (startAtMs > nowMs) wakeUp(startAtMs);
    return startAtMs <= nowMs;
  }

  function pump(): void {
    if (isPumping) return;
    isPumping = true;
    while (singles.areWaiting() || (!isClosed() && lanes.areWaiting())) {
      const nowMs = timer.nowMs();
      if (!isClosed() && !isFree(nowMs)) break;
      busy += 1;
      if (singles.startNext() || lanes.startNext(leave)) {
        rules.gate.started(nowMs, rules.pace.allowedPerSecond(nowMs));
      } else busy -= 1;
    }
    isPumping = false;
  }

  return {
    run: (work, signal) => singles.place(signal).then(() => working(work, signal, leave)),
    lane: lanes.add,
    heard: (exchange) => rules.pace.heard(exchange, timer.nowMs()),
    allowed: () => allowedBy(rules, timer.nowMs()),
    startsInMs: () => Math.max(0, rules.pace.blockedUntilMs() - timer.nowMs()),
    learned: () => rules.pace.learned(timer.nowMs()),
    limit(next) {
      rules = rulesOf(ceilingsOf(next), rules.pace.learned(timer.nowMs()), timer.nowMs());
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

interface Rules {
  readonly ceilings: Ceilings;
  readonly gate: StartGate;
  readonly pace: AdaptivePace;
}

const rulesOf = (ceilings: Ceilings, before: Learned | null, nowMs: number): Rules => ({
  ceilings,
  gate: createStartGate(ceilings.requestsPerSecond),
  pace: createAdaptivePace(ceilings, before, nowMs),
});

const allowedBy = ({ ceilings, pace }: Rules, nowMs: number): Allowed => ({
  perSecond: pace.allowedPerSecond(nowMs),
  ceilingPerSecond: ceilings.requestsPerSecond,
  concurrency: pace.concurrency(nowMs),
  slowedBy: pace.slowedBy(nowMs),
  typicalMs: pace.typicalMs(),
});

/** Calls `ring` at the earliest of the moments that it is set to; whoever is called too early sets it again. */
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
  concurrency: concurrency === 0 ? null : concurrency,
  requestsPerSecond: requestsPerSecond === 0 ? null : requestsPerSecond,
});
