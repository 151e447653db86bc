import { hardCeilings } from '#shared/domain/bounds.ts';
import type { RequestStats } from '../reseller/reply.ts';
import { createObservedPlaces, type ObservedPlaces, ObservedRate } from './observed-limits.ts';
import {
  createCounter,
  createLatency,
  createStartLog,
  type Cutting,
  type Latency,
  type StartLog,
  type Trouble,
  troubleIn,
} from './service-measures.ts';

/**
 * The user's ceilings. Null is automatic: what the service allows is found out, up to {@link hardCeilings}. Infinity is no ceiling
 * at all.
 */
export interface Ceilings {
  readonly concurrency: number | null;
  readonly requestsPerSecond: number | null;
}

/** What was observed of a service, as the starting point of the next run. */
export interface KnownPace {
  /** Null where no limit was met. */
  readonly requestsPerSecond: number | null;
  readonly concurrency: number;
}

/** What the service was found to allow; null where no limit was met. */
export interface Observed {
  readonly perSecond: number | null;
  readonly concurrency: number | null;
}

/** How fast an account may ask now. */
export type AdaptivePace = ReturnType<typeof createAdaptivePace>;

/** A longer pause asked for by the service is cut to this: it may have meant a day, or a date of a wrong clock. */
const longestPauseMs = 3_600_000;
/** Assumed where no answer was timed yet. */
const usualLatencyMs = 300;
/** Growth counts so much time between two answers at most, however long nothing was wanted. */
const longestStepMs = 500;
/** The exponent of growth in one second: five times as fast at most, and less where answers take long to tell. */
const fastestFor = (latencyMs: number): number => Math.min(1.6, usualLatencyMs / latencyMs);

/**
 * Begins carefully where the user set nothing, asks more while answers stay as quick as they were, and less after refusals, errors
 * or slow answers. A limit that was met is kept, and tried again rarely ({@link createProbes}). It grows when a read is answered,
 * so no timer is needed; a write never has it grow.
 *
 * @param before Null where nothing is known.
 */
export function createAdaptivePace(ceilings: Ceilings, before: KnownPace | null, nowMs: number) {
  const { concurrency, requestsPerSecond } = ceilings;
  const rate = new ObservedRate(requestsPerSecond, before?.requestsPerSecond ?? null);
  const places = createObservedPlaces(concurrency, before?.concurrency ?? null, requestsPerSecond);
  const latency = createLatency();
  const answers = createCounter();
  const starts = createStartLog();
  const probes = createProbes(nowMs);
  const refusals = createRefusals({ rate, places, starts, probes });
  const demand = createDemand();
  const growth = createGrowth({ rate, places, starts, probes, latency, demand }, nowMs);
  let last: Cutting = 'rate';
  let cutAtMs = Number.NEGATIVE_INFINITY;
  let blockedUntilMs = Number.NEGATIVE_INFINITY;

  function cut(trouble: Cutting, startedMs: number, atMs: number): void {
    // A request sent before the last cut cannot tell whether that cut was enough.
    if (startedMs <= cutAtMs) return;
    if (trouble === 'rate') refusals.met(startedMs, atMs);
    else {
      rate.reduce(trouble, answers.perSecond());
      places.reduce(trouble);
    }
    last = trouble;
    cutAtMs = atMs;
    growth.reset(atMs);
    latency.recheck();
  }

  return {
    /** Null where there is no limit. */
    allowedPerSecond: (): number | null => (Number.isFinite(rate.value()) ? rate.value() : null),
    concurrency: (): number => (refusals.areInRow() ? 1 : places.value(rate.value(), latencyMsOf(latency))),
    /** Until then nothing starts: the end of the last `Retry-After`, or of a pause after refusals. */
    blockedUntilMs: () => Math.max(blockedUntilMs, refusals.pauseEndsAtMs()),
    /** Before then, more would start in a second than the limit that was met. */
    nextAtMs: () => starts.freeAtMs(rate.window()),
    slowedBy(atMs: number): Trouble | null {
      if (atMs < blockedUntilMs) return 'retry-after';
      return rate.isSlow() || places.isSlow() ? last : null;
    },
    typicalMs: latency.typicalMs,
    observed: (): Observed => ({ perSecond: rate.limit(), concurrency: places.limit() }),
    started: starts.note,
    /** Something waits for a place or for the rate: only a limit that is in use can be tried. */
    held: (by: 'places' | 'rate', atMs: number) => demand.held(by, atMs),
    /** A single request wants to start: nothing is tried beside it, so that it is not the one refused. */
    withdraw(atMs: number) {
      if (rate.isProbing() || places.isProbing()) probes.failed(atMs);
      rate.withdraw();
      places.withdraw();
    },
    heard(exchange: RequestStats, atMs: number) {
      const { of, status, durationMs, retryAfterMs } = exchange;
      const startedMs = atMs - durationMs;
      answers.count(atMs);
      probes.asked();
      if (of === 'bulk' && status === 200) latency.answered(durationMs, atMs);
      if (retryAfterMs > 0) {
        const pauseMs = Math.min(retryAfterMs, longestPauseMs);
        blockedUntilMs = Math.max(blockedUntilMs, atMs + pauseMs);
        probes.cost(pauseMs);
      }
      const trouble = troubleIn(exchange) ?? (latency.isRising(atMs) ? 'latency' : null);
      if (trouble === 'rate') {
        starts.refused(startedMs);
        probes.refused();
      }
      if (trouble !== null) cut(trouble, startedMs, atMs);
      else if (of !== 'write' && status === 200 && startedMs > cutAtMs) {
        refusals.over(atMs);
        growth.answered(atMs);
      }
    },
    knownPace: (): KnownPace => ({
      requestsPerSecond: rate.known(),
      concurrency: places.limit() ?? hardCeilings.concurrency,
    }),
  };
}

const latencyMsOf = (latency: Latency): number => latency.baselineMs() ?? usualLatencyMs;

interface GrowthDeps extends RefusalsDeps {
  readonly latency: Latency;
  readonly demand: ReturnType<typeof createDemand>;
}

/** Asks more, answer by answer, as long as answers are about as quick as they were. */
function createGrowth({ rate, places, starts, probes, latency, demand }: GrowthDeps, nowMs: number) {
  let grewAtMs = nowMs;
  return {
    reset: (atMs: number): void => void (grewAtMs = atMs),
    answered(atMs: number): void {
      const seconds = Math.min(longestStepMs + 1_500 / rate.value(), atMs - grewAtMs) / 1_000;
      grewAtMs = atMs;
      places.restore(seconds);
      if (latency.isOver(1.5, 30) || rate.restore(seconds)) return;
      const isDue = probes.areDue(atMs);
      if (demand.isForPlaces()) places.grow(isDue && !rate.isProbing(), latencyMsOf(latency), atMs);
      else if (demand.isForRate(atMs)) places.spare(atMs);
      if (!demand.isForRate(atMs)) rate.lift();
      // What does not start although it may would grow without having been tried.
      const isUsed = demand.isForRate(atMs) && rate.value() < 2 * starts.before(atMs).accepted + 4;
      const mayProbe = isDue && !places.isProbing();
      if (isUsed && rate.grow(seconds, fastestFor(latencyMsOf(latency)), mayProbe)) probes.changed();
    },
  };
}

/** What waits to start, and what it waits for. */
function createDemand() {
  let placesShare = 0;
  let forRateAtMs = Number.NEGATIVE_INFINITY;
  return {
    held(by: 'places' | 'rate', atMs: number): void {
      placesShare += 0.05 * ((by === 'places' ? 1 : 0) - placesShare);
      if (by === 'rate') forRateAtMs = atMs;
    },
    isForRate: (atMs: number): boolean => atMs - forRateAtMs < 1_000,
    isForPlaces: (): boolean => placesShare > 0.5,
  };
}

interface RefusalsDeps {
  readonly rate: ObservedRate;
  readonly places: ObservedPlaces;
  readonly starts: StartLog;
  readonly probes: Probes;
}

/** After a second, what was too much for a limit is over. */
const [firstPauseMs, longestOwnPauseMs] = [500, 30_000];
const closeMs = 300_000;
/** A refusal so soon after another one belongs to it. */
const againMs = 5_000;

/**
 * What a refusal says of the limits.
 *
 * Unknown: whether the service limits requests a second or requests at once. The first refusal is taken to be about those at once;
 * a second one beside fewer shows that it was not.
 */
function createRefusals({ rate, places, starts, probes }: RefusalsDeps) {
  /** Whether a request was accepted that started since the last refusal. */
  let isAnswered = true;
  let hasAccepted = false;
  let inRow = 0;
  let isPlacesSuspected = false;
  let metAtMs = Number.NEGATIVE_INFINITY;
  let pauseEndsAtMs = Number.NEGATIVE_INFINITY;
  let outageEndedAtMs = Number.NEGATIVE_INFINITY;
  let accepted = 0;

  /**
   * Two outages in minutes are a limit that counts over longer than a second, such as 100 a minute: what was accepted from one to
   * the next is what it allows, and trying more costs an outage.
   */
  function outageEnded(atMs: number): void {
    const sinceMs = atMs - outageEndedAtMs;
    if (sinceMs < closeMs) {
      const perSecond = (accepted * 1_000) / sinceMs;
      rate.meet(perSecond, false);
      probes.cost(sinceMs / 4);
    } else probes.forgiven();
    outageEndedAtMs = atMs;
    accepted = 0;
  }

  /** A limit accepts some. Where nothing is, it waits longer each time, so that an outage costs few refusals. */
  function metAgain(atMs: number): void {
    pauseEndsAtMs = atMs + Math.min(longestOwnPauseMs, firstPauseMs * 2 ** inRow);
    inRow += 1;
    if (inRow > 2) rate.reduce('rate', 1);
  }

  function metRate(accepted: number, atMs: number): void {
    const [earlier, isKnown] = [rate.value(), rate.limit() !== null && !rate.isProbing()];
    if (rate.meet(accepted, atMs - metAtMs < againMs)) probes.changed();
    metAtMs = atMs;
    // It is another limit than before: in the last second, too much was accepted for it.
    if (isKnown && rate.value() < 0.8 * earlier) pauseEndsAtMs = atMs + firstPauseMs;
  }

  return {
    met(startedMs: number, atMs: number): void {
      if (!isAnswered && !isPlacesSuspected) {
        metAgain(atMs);
        return;
      }
      isAnswered = isPlacesSuspected = false;
      const { others, accepted: before, areUsual } = starts.before(startedMs);
      // A service that never accepted anything has told of no limit.
      if (!hasAccepted) rate.reduce('rate', 1);
      else if (places.isProbing() && !areUsual) places.withdraw();
      else if (rate.limit() === null || places.isProbing()) {
        isPlacesSuspected = places.suspect(areUsual ? 0 : others, atMs);
        if (!isPlacesSuspected) metRate(before, atMs);
      } else metRate(before, atMs);
      probes.failed(atMs);
    },
    /** A request that started since was accepted. */
    over(atMs: number): void {
      if (inRow > 2) outageEnded(atMs);
      accepted += 1;
      isAnswered = hasAccepted = true;
      inRow = 0;
    },
    pauseEndsAtMs: () => pauseEndsAtMs,
    /** One request alone finds out whether it is over. */
    areInRow: () => inRow > 0,
  };
}

/** When something beyond a known limit may be tried: each time may cost a refusal. */
type Probes = ReturnType<typeof createProbes>;

const [soonestMs, latestMs] = [8_000, 600_000];
/** Well below one in a hundred; more with each probe that was refused. */
const [fewestRequests, mostRequests] = [160, 2_000];
/** So many refusals at most are made up for, by requests that are not refused or by time: where few are allowed, they take long. */
const mostDebt = 5;
const madeUpInMs = 180_000;

function createProbes(nowMs: number) {
  let asked = 0;
  let refused = 0;
  let intervalMs = soonestMs;
  let perRefusal = fewestRequests;
  let dueAtMs = nowMs + soonestMs;
  let failedAtMs = nowMs;
  const forgiven = (): void => void (refused = Math.min(refused, asked / perRefusal + 0.5));
  return {
    /** An outage is over: its refusals are not made up for. */
    forgiven,
    asked() {
      asked += 1;
      if (asked <= mostRequests) return;
      asked /= 2;
      refused /= 2;
    },
    refused() {
      refused = Math.min(refused + 1, asked / perRefusal + mostDebt);
    },
    areDue: (atMs: number) =>
      atMs >= dueAtMs && refused <= 0.5 + asked / perRefusal + (atMs - failedAtMs) / madeUpInMs,
    failed(atMs: number) {
      failedAtMs = atMs;
      dueAtMs = atMs + intervalMs;
      intervalMs = Math.min(latestMs, 1.2 * intervalMs);
      perRefusal = Math.min(mostRequests, 1.1 * perRefusal);
    },
    /** The limit is another one: it is tried as soon as one that was just met. */
    changed() {
      intervalMs = soonestMs;
      perRefusal = fewestRequests;
      forgiven();
    },
    /** A refusal is followed by a pause of so long. */
    cost(pauseMs: number) {
      intervalMs = Math.max(intervalMs, Math.min(latestMs, 30 * pauseMs));
    },
  };
}
