import type { Exchange } from '../reseller/exchange.ts';
import { createAdaptiveRate } from './adaptive-rate.ts';
import { createCounter } from './counter.ts';
import { createLatency } from './latency.ts';
import { type Cutting, type Trouble, troubleIn } from './trouble.ts';

/** The user's ceilings; null where there is none. */
export interface Ceilings {
  readonly concurrency: number | null;
  readonly requestsPerSecond: number | null;
}

/** What was learned of a service, to begin with next time. */
export interface Learned {
  /** Null where it bears as many as the ceiling allows. */
  readonly requestsPerSecond: number | null;
  readonly concurrency: number;
}

/** How fast an account may ask now: at its ceilings, or below them for as long as the service has trouble. */
export interface AdaptivePace {
  /** Null where there is no limit. */
  readonly allowedPerSecond: (nowMs: number) => number | null;
  /** At least 1. */
  readonly concurrency: (nowMs: number) => number;
  /** The end of the last `Retry-After`. */
  readonly blockedUntilMs: () => number;
  readonly slowedBy: (nowMs: number) => Trouble | null;
  readonly typicalMs: () => number | null;
  readonly heard: (exchange: Exchange, nowMs: number) => void;
  readonly learned: (nowMs: number) => Learned;
}

const growEveryMs = 3_000;
/** As many connections as there are; see `transport/reads.ts`. */
const mostPlaces = 64;
/** A service that asks for longer is asked again after this: it may have meant a day, or a date of its own clock. */
const longestPauseMs = 3_600_000;

/**
 * Cuts by a share at each trouble, grows by a step every three seconds without. Growth happens when somebody looks, so
 * that no timer is needed.
 *
 * @param before Null where nothing is known.
 */
export function createAdaptivePace(ceilings: Ceilings, before: Learned | null, nowMs: number): AdaptivePace {
  const rate = createAdaptiveRate(ceilings.requestsPerSecond, before?.requestsPerSecond ?? null);
  const places = createAdaptivePlaces(ceilings.concurrency, before?.concurrency ?? null);
  const latency = createLatency();
  const answers = createCounter();
  let last: Cutting = 'rate';
  let cutAtMs = Number.NEGATIVE_INFINITY;
  let grewAtMs = nowMs;
  let blockedUntilMs = Number.NEGATIVE_INFINITY;

  const isSlow = (): boolean => rate.isSlow() || places.isSlow();

  function grow(atMs: number): void {
    for (; atMs - grewAtMs >= growEveryMs && isSlow(); grewAtMs += growEveryMs) {
      rate.grow();
      places.grow();
    }
    if (!isSlow()) grewAtMs = atMs;
  }

  function cut(trouble: Cutting, atMs: number): void {
    // Where there is no ceiling, fewer places are all that a slow service needs: each waits for its answer.
    const isOfPlacesAlone = trouble === 'latency' && ceilings.requestsPerSecond === null;
    if (!isOfPlacesAlone) rate.cut(trouble, atMs - cutAtMs > 2 * growEveryMs, answers.perSecond());
    places.cut(trouble);
    last = trouble;
    cutAtMs = grewAtMs = atMs;
    latency.lookAgain();
  }

  return {
    allowedPerSecond: (atMs) => (grow(atMs), rate.value()),
    concurrency: (atMs) => (grow(atMs), places.value()),
    blockedUntilMs: () => blockedUntilMs,
    slowedBy(atMs) {
      grow(atMs);
      if (atMs < blockedUntilMs) return 'retry-after';
      return isSlow() ? last : null;
    },
    typicalMs: latency.typicalMs,
    heard(exchange, atMs) {
      grow(atMs);
      answers.count(atMs);
      if (exchange.isBulk && exchange.status === 200) latency.answered(exchange.durationMs, atMs);
      if (exchange.retryAfterMs > 0) {
        blockedUntilMs = Math.max(blockedUntilMs, atMs + Math.min(exchange.retryAfterMs, longestPauseMs));
      }
      const trouble = troubleIn(exchange) ?? (latency.isRising(atMs) ? 'latency' : null);
      // What left before the last cut cannot tell whether that was enough.
      if (trouble !== null && atMs - exchange.durationMs > cutAtMs) cut(trouble, atMs);
    },
    learned: (atMs) => (grow(atMs), { requestsPerSecond: rate.borne(), concurrency: places.borne() }),
  };
}

interface AdaptivePlaces {
  readonly value: () => number;
  readonly isSlow: () => boolean;
  /** As many as there are where the ceiling is borne: a low ceiling of one run says nothing of the service. */
  readonly borne: () => number;
  readonly grow: () => void;
  readonly cut: (trouble: Cutting) => void;
}

const shares: Readonly<Record<Cutting, number>> = { rate: 0.75, server: 0.5, timeouts: 0.5, latency: 0.75 };

function createAdaptivePlaces(ceiling: number | null, before: number | null): AdaptivePlaces {
  const most = Math.min(ceiling ?? mostPlaces, mostPlaces);
  const step = Math.max(most / 20, 0.1);
  const fewest = (trouble: Cutting): number => (trouble === 'latency' ? Math.max(1, most / 4) : 1);
  let places = Math.max(1, Math.min(most, before ?? most));
  return {
    value: () => Math.floor(places),
    isSlow: () => places < most,
    borne: () => (places < most ? Math.floor(places) : mostPlaces),
    grow: () => void (places = Math.min(most, places + step)),
    cut: (trouble) => void (places = Math.max(Math.min(fewest(trouble), places), places * shares[trouble])),
  };
}
