import type { Pace } from '#shared/domain/session.ts';
import type { RequestStats } from '../reseller/reply.ts';

/** Why an account is asked slower than before. */
export type Trouble = NonNullable<Pace['slowedBy']>;

/** Trouble for which rate and concurrency are reduced. */
export type Cutting = Exclude<Trouble, 'retry-after'>;

/** Trouble that is no refusal: it says nothing of a limit. */
export type Overload = Exclude<Cutting, 'rate'>;

const overload: ReadonlySet<number> = new Set([502, 503, 504]);

/** What one request shows of the service's load; null where it shows nothing. */
export function troubleIn({ status, refusal, failure }: RequestStats): Cutting | null {
  if (refusal === 'rate') return 'rate';
  if (overload.has(status)) return 'server';
  return failure === 'no-answer-in-time' ? 'timeouts' : null;
}

const pauseMs = 1_000;
/** The shortest time to extrapolate from: over less, only the number of events is known. */
const shortestMs = 100;

/** Counts events by the second. */
export function createCounter() {
  let sinceMs = Number.NEGATIVE_INFINITY;
  let latestMs = Number.NEGATIVE_INFINITY;
  let counted = 0;
  let perSecond: number | null = null;
  return {
    count(atMs: number) {
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
    /**
     * Events in the last full second of counting; before there was one, extrapolated from the count so far. Counting
     * restarts after a pause. 0 before anything was counted.
     */
    perSecond: () =>
      perSecond ?? (counted === 0 ? 0 : (counted * 1_000) / Math.max(shortestMs, latestMs - sinceMs)),
  };
}

/** Detects when a service answers clearly slower than before. */
export type Latency = ReturnType<typeof createLatency>;

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

/** The baseline is the lowest mean of the last five minutes, so that it follows a service that has changed. */
export function createLatency() {
  const lows: number[] = [];
  let meanMs = 0;
  let answers = 0;
  let sinceCheck = 0;
  let windowEndsAtMs = Number.NEGATIVE_INFINITY;
  let overSinceMs = Number.POSITIVE_INFINITY;

  const isOver = (times: number, moreMs: number): boolean =>
    lows.length > 0 && meanMs > times * Math.min(...lows) + moreMs;

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
    answered: (durationMs: number, nowMs: number) => {
      meanMs = answers === 0 ? durationMs : meanMs + weight * (durationMs - meanMs);
      answers += 1;
      sinceCheck += 1;
      if (answers >= enough) noteLow(nowMs);
      overSinceMs = isOver(2.5, 50) ? Math.min(overSinceMs, nowMs) : Number.POSITIVE_INFINITY;
    },
    /** True when the mean is far over the baseline, for more than a few answers and longer than `momentMs`. */
    isRising: (nowMs: number) => sinceCheck >= enough && nowMs - overSinceMs >= momentMs,
    /** Whether the mean is over this multiple of the baseline and this much more. */
    isOver,
    /** The lowest mean of the last minutes; before there are enough answers, the mean so far. Null before the first. */
    baselineMs: (): number | null => (answers === 0 ? null : lows.length === 0 ? meanMs : Math.min(...lows)),
    /** The mean of the latest answers; null before there are enough. */
    typicalMs: (): number | null => (answers >= enough ? meanMs : null),
    /** Call after a cut: answers already on their way contain no new information. */
    recheck: () => void (sinceCheck = 0),
  };
}

/** The latest starts of an account. What was let through before a refusal is what the service allows. */
export type StartLog = ReturnType<typeof createStartLog>;

interface Start {
  readonly atMs: number;
  readonly others: number;
  wasRefused: boolean;
}

/** Enough for ten seconds of the highest rate. */
const mostStarts = 2_048;
/** Arrivals are spaced less evenly than starts. */
const unevenMs = 5;
/** What starts so soon after a request may arrive before it. */
const overtakenMs = 20;

export function createStartLog() {
  const starts: Start[] = [];

  return {
    /** @param others How many requests were running beside it. */
    note: (others: number, atMs: number) => {
      starts.push({ atMs, others, wasRefused: false });
      if (starts.length > mostStarts) starts.splice(0, mostStarts / 2);
    },
    refused(startedMs: number) {
      const start = starts.findLast(({ atMs, wasRefused }) => atMs <= startedMs && !wasRefused);
      if (start !== undefined) start.wasRefused = true;
    },
    /**
     * What ran beside a request, how many started in the second up to it that were not refused, and whether most of these ran beside as
     * many as it.
     */
    before(startedMs: number): {
      readonly others: number;
      readonly accepted: number;
      readonly areUsual: boolean;
    } {
      const last = starts.findLastIndex(({ atMs }) => atMs <= startedMs);
      const others = starts[last]?.others ?? 0;
      const overtaking = starts.slice(last + 1).filter(({ atMs }) => atMs < startedMs + overtakenMs);
      const most = Math.max(others, ...overtaking.map((start) => start.others));
      let [accepted, asMany] = [0, 0];
      for (let index = last; index >= 0; index -= 1) {
        const start = starts[index];
        if (start === undefined || start.atMs <= startedMs - 1_000 - unevenMs) break;
        if (start.wasRefused) continue;
        accepted += 1;
        if (start.others >= most) asMany += 1;
      }
      return { others, accepted, areUsual: 2 * asMany > accepted };
    },
    /** When another one makes no more than so many in so long a time, not counting those that were refused. */
    freeAtMs(window: { readonly starts: number; readonly ms: number }): number {
      let left = window.starts;
      if (left > starts.length) return Number.NEGATIVE_INFINITY;
      const oldest = starts.findLast(({ wasRefused }) => !wasRefused && --left === 0);
      return oldest === undefined ? Number.NEGATIVE_INFINITY : oldest.atMs + window.ms;
    },
  };
}
