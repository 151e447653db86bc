import { createThrottle, type ThrottleLimits } from '../../../electron/main/connections/throttle.ts';
import type { KnownPace } from '../../../electron/main/connections/adaptive-rate.ts';
import type { Timer } from '../../../electron/main/system/timing.ts';
import { hardCeilings } from '#shared/domain/bounds.ts';
import { aVirtualTime, promises, type VirtualTime } from '../time/virtual-time.ts';
import { createLimitedService, type PlannedService } from './limited-services.ts';

/** A look-up at a limited service in virtual time, over the throttle alone. */
export interface LimitedRun {
  readonly time: VirtualTime;
  readonly throttle: ReturnType<typeof createThrottle>;
  readonly starts: readonly { readonly atMs: number; readonly atOnce: number }[];
  readonly refusals: readonly number[];
  readonly isDone: () => boolean;
}

export interface LimitedRunOptions {
  readonly seed: number;
  readonly limits?: ThrottleLimits;
  readonly before?: KnownPace | null;
  /** By how much a request and its answer come late on the mean, and timers by half of it; 0 unless given. */
  readonly unevenMs?: number;
}

const automatic: ThrottleLimits = { concurrency: null, requestsPerSecond: null };
/** A request is on its way, and what came is stored, for some milliseconds. */
const [onWayMs, storingMs] = [2, 8];

export function aLimitedRun(plan: PlannedService, options: LimitedRunOptions): LimitedRun {
  const { seed, limits = automatic, before = null, unevenMs = 0 } = options;
  const time = aVirtualTime(promises);
  const { nowMs, sleep } = time.timer;
  const random = seeded(seed);
  const noise = seeded(seed + 1_000);
  const lateMs = (): number => (unevenMs === 0 ? 0 : -unevenMs * Math.log(1 - noise()));
  const service = createLimitedService(plan, random);
  const timer: Timer = { nowMs, sleep: (ms, signal) => sleep(ms + lateMs() / 2, signal) };
  const throttle = createThrottle(limits, timer, before);
  const starts: { readonly atMs: number; readonly atOnce: number }[] = [];
  const refusals: number[] = [];
  let [waiting, left, running] = [plan.requests, plan.requests, 0];

  async function ask(done: () => void): Promise<void> {
    const startedMs = nowMs();
    running += 1;
    starts.push({ atMs: startedMs, atOnce: running });
    await sleep(onWayMs * (1 + random()) + lateMs());
    const arrival = service.arrive(nowMs());
    await sleep(arrival.afterMs + lateMs());
    service.leave(arrival);
    running -= 1;
    const { isRefused } = arrival;
    throttle.heard({
      of: 'bulk',
      status: isRefused ? 429 : 200,
      refusal: isRefused ? 'rate' : null,
      failure: null,
      retryAfterMs: isRefused ? (plan.retryAfterS ?? 0) * 1_000 : 0,
      durationMs: nowMs() - startedMs,
    });
    if (isRefused) refusals.push(nowMs());
    else left -= 1;
    await sleep(storingMs);
    done();
    if (!isRefused) return;
    await sleep(500 + 1_000 * random());
    waiting += 1;
    lane.wake();
  }

  const lane = throttle.lane((done) => {
    if (waiting === 0) return false;
    waiting -= 1;
    void ask(done);
    return true;
  });
  lane.wake();
  return { time, throttle, starts, refusals, isDone: () => left === 0 };
}

/** What a client needs that knows the limit. */
export function leastMs({ requests, limits, latencyMs, workers }: PlannedService): number {
  let ms = latencyMs;
  for (let asked = 0; asked < requests; asked += 1) {
    const { perSecond, atOnce } = limits(asked / requests);
    const places = Math.min(atOnce ?? workers ?? hardCeilings.concurrency, hardCeilings.concurrency);
    ms += Math.max(1_000 / (perSecond ?? hardCeilings.requestsPerSecond), latencyMs / places);
  }
  return ms;
}

/** From 0 to 1, the same for each seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
