import type { Estimate, Pace } from '#shared/domain/session.ts';
import type { Allowed } from '../connections/throttle.ts';

/** How fast a session sends requests and may send them, and an estimate for the rest. */
export function paceOf(meter: PaceMeter, allowed: Allowed, cellsLeft: number, nowMs: number): Pace {
  return {
    ...meter.rates(nowMs),
    allowedPerSecond: allowed.perSecond,
    ceilingPerSecond: allowed.ceilingPerSecond,
    concurrency: allowed.concurrency,
    observed: allowed.observed,
    slowedBy: allowed.slowedBy,
    left: meter.left(cellsLeft, nowMs),
  };
}

/** How long so many requests will take, before any of them was sent. Null where no limit is known and nothing was measured. */
export function expected(requests: number, allowed: Allowed): Estimate | null {
  const { expectedPerSecond, concurrency, observed, typicalMs, isAutomatic } = allowed;
  // Where they are automatic, the places follow the rate, and say nothing until they were found to be limited.
  const places = isAutomatic ? observed.concurrency : concurrency;
  const byPlaces =
    typicalMs === null || typicalMs <= 0 || places === null ? null : (places * 1_000) / typicalMs;
  const rates = [expectedPerSecond, byPlaces].filter((rate) => rate !== null);
  if (rates.length === 0) return null;
  const likely = requests / Math.min(...rates);
  // Until an answer was timed, the limit may be the concurrency rather than the rate.
  return { likely, low: 0.9 * likely, high: (byPlaces === null ? 2 : 1.3) * likely };
}

/** Measures how fast a session sends requests, and estimates how long the rest will take. */
type PaceMeter = ReturnType<typeof createPaceMeter>;

interface Second {
  readonly at: number;
  requests: number;
  cells: number;
}

const spanSeconds = 10;
/** With fewer seconds than these, the variance says nothing. */
const enough = 3;
const secondMs = 1_000;

export function createPaceMeter(startedAtMs: number) {
  let seconds: Second[] = [];

  /** The last whole seconds since the start, including empty ones. */
  function whole(nowMs: number): readonly Second[] {
    const now = Math.floor(nowMs / secondMs);
    const first = Math.max(now - spanSeconds, Math.floor(startedAtMs / secondMs) + 1);
    seconds = seconds.filter(({ at }) => at >= now - spanSeconds);
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
    count(requests: number, cells: number, nowMs: number) {
      const at = Math.floor(nowMs / secondMs);
      let last = seconds.at(-1);
      if (last?.at !== at) {
        last = { at, requests: 0, cells: 0 };
        seconds.push(last);
        if (seconds.length > 2 * spanSeconds) seconds.shift();
      }
      last.requests += requests;
      last.cells += cells;
    },
    /** Over the last ten seconds. */
    rates(nowMs: number): { readonly requestsPerSecond: number; readonly cellsPerSecond: number } {
      const found = samples(nowMs);
      return {
        requestsPerSecond: mean(found.map(({ requests }) => requests)),
        cellsPerSecond: mean(found.map(({ cells }) => cells)),
      };
    },
    /** Null where nothing was measured yet. */
    left: (cells: number, nowMs: number) =>
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
