import type { Pace } from '#shared/domain/session.ts';
import type { RequestStats } from '../reseller/reply.ts';

/** The user's ceilings; null where there is none. */
export interface Ceilings {
  readonly concurrency: number | null;
  readonly requestsPerSecond: number | null;
}

/** What was learned of a service, as the starting point of the next run. */
export interface KnownPace {
  /** Null where the service handles as many as the ceiling allows. */
  readonly requestsPerSecond: number | null;
  readonly concurrency: number;
}

/** How fast an account may ask now: at its ceilings, or below them while the service has trouble. */
export interface AdaptivePace {
  /** Null where there is no limit. */
  readonly allowedPerSecond: (nowMs: number) => number | null;
  /** At least 1. */
  readonly concurrency: (nowMs: number) => number;
  /** The end of the last `Retry-After`. */
  readonly blockedUntilMs: () => number;
  readonly slowedBy: (nowMs: number) => Trouble | null;
  readonly typicalMs: () => number | null;
  readonly heard: (exchange: RequestStats, nowMs: number) => void;
  readonly knownPace: (nowMs: number) => KnownPace;
}

const growEveryMs = 3_000;
/** The number of connections; see `transport/reads.ts`. */
const mostPlaces = 64;
/** A longer pause asked for by the service is cut to this: it may have meant a day, or a date of a wrong clock. */
const longestPauseMs = 3_600_000;

/**
 * Reduces the limits by a share at each trouble, and raises them by a step every three seconds without. Raises are
 * computed when a value is read, so no timer is needed.
 *
 * @param before Null where nothing is known.
 */
export function createAdaptivePace(
  ceilings: Ceilings,
  before: KnownPace | null,
  nowMs: number,
): AdaptivePace {
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
    // Without a ceiling on the rate, lower concurrency is enough for a slow service: each place waits for its answer.
    const isOfPlacesAlone = trouble === 'latency' && ceilings.requestsPerSecond === null;
    if (!isOfPlacesAlone) rate.cut(trouble, atMs - cutAtMs > 2 * growEveryMs, answers.perSecond());
    places.cut(trouble);
    last = trouble;
    cutAtMs = grewAtMs = atMs;
    latency.recheck();
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
      // A request sent before the last cut cannot tell whether that cut was enough.
      if (trouble !== null && atMs - exchange.durationMs > cutAtMs) cut(trouble, atMs);
    },
    knownPace: (atMs) => (grow(atMs), { requestsPerSecond: rate.borne(), concurrency: places.borne() }),
  };
}

interface AdaptivePlaces {
  readonly value: () => number;
  readonly isSlow: () => boolean;
  /** The maximum where the ceiling was sustained: a low ceiling in one run says nothing about the service. */
  readonly borne: () => number;
  readonly grow: () => void;
  readonly cut: (trouble: Cutting) => void;
}

const placeShares: Readonly<Record<Cutting, number>> = {
  rate: 0.75,
  server: 0.5,
  timeouts: 0.5,
  latency: 0.75,
};

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
    cut: (trouble) =>
      void (places = Math.max(Math.min(fewest(trouble), places), places * placeShares[trouble])),
  };
}

/** How many requests a second are allowed now. */
interface AdaptiveRate {
  /** Null where there is no limit. */
  readonly value: () => number | null;
  readonly isSlow: () => boolean;
  /** One step up: in large steps up to the rate sustained before, in small steps above it. */
  readonly grow: () => void;
  /**
   * @param isFirst The first cut of a series: the others are after-effects of the same trouble and say nothing about
   *   the sustainable rate.
   * @param throughput Measured answers per second: the basis of the cut where there was no limit.
   */
  readonly cut: (trouble: Cutting, isFirst: boolean, throughput: number) => void;
  /** The last rate that the service sustained, as far as is known; null where it sustains the ceiling. */
  readonly borne: () => number | null;
}

/** The share of a rate that is left after trouble. */
const rateShares: Readonly<Record<Cutting, number>> = {
  rate: 0.5,
  server: 0.5,
  timeouts: 0.7,
  latency: 0.85,
};
/** A rate that was reached step by step was nearly right: it is cut by less. */
const feltForShare = 0.8;
/** One request in ten seconds still detects the end of the trouble. */
const lowest = 0.1;
/** Slow answers alone do not reduce the rate below this share: a lower rate does not make every service faster. */
const latencyFloor = 0.25;
const growShare = 0.05;
/** Without a ceiling, the limit is lifted at this multiple of the rate at which there was trouble. */
const freeAt = 1.5;

/**
 * @param ceiling Null where there is none.
 * @param before The sustained rate at the end of the last run; null where that is not known.
 */
function createAdaptiveRate(ceiling: number | null, before: number | null): AdaptiveRate {
  let rate = ceiling === null || before === null ? (ceiling ?? before) : Math.min(ceiling, before);
  let borne = rate;
  let peak = ceiling ?? freeAt * (rate ?? 0);

  /** Whether a rate is below the sustained one: up to that, growing only restores what was cut. */
  const isKnown = (at: number): boolean => borne !== null && at < borne;

  return {
    value: () => rate,
    isSlow: () => rate !== null && rate !== ceiling,
    borne: () => (borne === ceiling ? null : borne),
    grow() {
      if (rate === null) return;
      const step = growShare * (isKnown(rate) ? (borne ?? rate) : rate);
      rate = Math.min(peak, rate + step);
      if (!isKnown(rate)) borne = rate;
      if (ceiling === null && rate >= peak) rate = borne = null;
    },
    cut(trouble, isFirst, throughput) {
      const present = rate ?? Math.max(1, throughput);
      if (rate === null) peak = freeAt * present;
      const wasFeltFor = trouble === 'rate' && isFirst && rate !== ceiling && !isKnown(present);
      const floor = trouble === 'latency' ? latencyFloor * peak : lowest;
      rate = Math.max(Math.min(floor, present), present * (wasFeltFor ? feltForShare : rateShares[trouble]));
      if (isFirst || borne === null) borne = 0.9 * present;
    },
  };
}

/** Counts events by the second. */
interface Counter {
  readonly count: (nowMs: number) => void;
  /**
   * Events in the last full second of counting; before there was one, extrapolated from the count so far. Counting
   * restarts after a pause. 0 before anything was counted.
   */
  readonly perSecond: () => number;
}

const pauseMs = 1_000;
/** The shortest time to extrapolate from: over less, only the number of events is known. */
const shortestMs = 100;

export function createCounter(): Counter {
  let sinceMs = Number.NEGATIVE_INFINITY;
  let latestMs = Number.NEGATIVE_INFINITY;
  let counted = 0;
  let perSecond: number | null = null;
  return {
    count(atMs) {
      if (atMs - latestMs > pauseMs) {
        sinceMs = atMs;
        counted = 0;
        perSecond = null;
      }
      latestMs = atMs;
      counted += 1;
      const tookMs = atMs - sinceMs;
      if (tookMs < 1_000) return;
      perSecond = (counted * 1_000) / tookMs;
      sinceMs = atMs;
      counted = 0;
    },
    perSecond: () =>
      perSecond ?? (counted === 0 ? 0 : (counted * 1_000) / Math.max(shortestMs, latestMs - sinceMs)),
  };
}

/** Detects when a service answers clearly slower than before. */
interface Latency {
  readonly answered: (durationMs: number, nowMs: number) => void;
  /** True when the mean is far over the baseline, for more than a few answers and longer than `momentMs`. */
  readonly isRising: (nowMs: number) => boolean;
  /** The mean of the latest answers; null before there are enough. */
  readonly typicalMs: () => number | null;
  /** Call after a cut: answers already on their way contain no new information. */
  readonly recheck: () => void;
}

/** The weight of an answer in the moving mean. */
const weight = 0.1;
const enough = 20;
const windowMs = 30_000;
/** A level that has lasted this many windows is no longer trouble: it is the service's new normal. */
const windows = 10;

/**
 * When this machine stalls, all pending answers are late together, but only for a moment; a slow service stays slow.
 */
const momentMs = 1_000;

const isClearlyOver = (meanMs: number, baselineMs: number): boolean => meanMs > 2.5 * baselineMs + 50;

/** The baseline is the lowest mean of the last five minutes, so that it follows a service that has changed. */
export function createLatency(): Latency {
  const lows: number[] = [];
  let meanMs = 0;
  let answers = 0;
  let sinceCheck = 0;
  let windowEndsAtMs = Number.NEGATIVE_INFINITY;
  let overSinceMs = Number.POSITIVE_INFINITY;

  const isOver = (): boolean => lows.length > 0 && isClearlyOver(meanMs, Math.min(...lows));

  function noteLow(nowMs: number): void {
    if (nowMs >= windowEndsAtMs) {
      windowEndsAtMs = nowMs + windowMs;
      lows.push(meanMs);
      if (lows.length > windows) lows.shift();
    }
    const last = lows.length - 1;
    lows[last] = Math.min(lows[last] ?? meanMs, meanMs);
  }

  return {
    answered(durationMs, nowMs) {
      meanMs = answers === 0 ? durationMs : meanMs + weight * (durationMs - meanMs);
      answers += 1;
      sinceCheck += 1;
      if (answers >= enough) noteLow(nowMs);
      overSinceMs = isOver() ? Math.min(overSinceMs, nowMs) : Number.POSITIVE_INFINITY;
    },
    isRising: (nowMs) => sinceCheck >= enough && nowMs - overSinceMs >= momentMs,
    typicalMs: () => (answers >= enough ? meanMs : null),
    recheck: () => void (sinceCheck = 0),
  };
}

/** Why an account is asked slower than its ceilings. */
export type Trouble = NonNullable<Pace['slowedBy']>;

/** Trouble for which rate and concurrency are cut. */
type Cutting = Exclude<Trouble, 'retry-after'>;

const overload: ReadonlySet<number> = new Set([502, 503, 504]);

/** What one request shows of the service's load; null where it shows nothing. */
function troubleIn({ status, refusal, failure }: RequestStats): Cutting | null {
  if (refusal === 'rate') return 'rate';
  if (overload.has(status)) return 'server';
  return failure === 'no-answer-in-time' ? 'timeouts' : null;
}
