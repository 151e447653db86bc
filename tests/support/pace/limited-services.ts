/** What a service allows at one moment; null where it has no such limit. */
interface Limits {
  /** Requests in any second, or of a bucket that is filled again at this rate where `burst` is given. */
  readonly perSecond: number | null;
  readonly atOnce: number | null;
}

/** A service of which the limit is known to whoever plans it, and to nobody who asks. */
export interface PlannedService {
  readonly name: string;
  /** In words, for the table. */
  readonly is: string;
  readonly latencyMs: number;
  /** By how much each answer's time differs from it at most, as a share. */
  readonly spread: number;
  /** @param share Of the run that is over, by the requests that were answered. */
  readonly limits: (share: number) => Limits;
  readonly stands: boolean;
  /** Of how long a time the requests are counted, as a multiple of a second. */
  readonly windowS: number;
  /** Of a bucket: how many it holds. Null where the limit is of any second. */
  readonly burst: number | null;
  /** How long a refusal takes. */
  readonly refusalMs: number;
  /** Null where a refusal names no pause. */
  readonly retryAfterS: number | null;
  /** So many are worked on at once, and the others wait; null where nothing waits. */
  readonly workers: number | null;
  readonly requests: number;
}

const none: Limits = { perSecond: null, atOnce: null };
const always = (limits: Partial<Limits>) => (): Limits => ({ ...none, ...limits });

type Differing = Pick<PlannedService, 'name' | 'is' | 'latencyMs' | 'limits' | 'requests'> &
  Partial<PlannedService>;

export const planned = (differing: Differing): PlannedService => ({
  spread: 0.15,
  stands: true,
  windowS: 1,
  burst: null,
  refusalMs: 40,
  retryAfterS: null,
  workers: null,
  ...differing,
});

/** Twelve that differ in what they limit, how they say it, and whether that stays. */
export const limitedServices: readonly PlannedService[] = [
  planned({
    name: 'rate-50',
    is: '50 a second, 300 ms',
    latencyMs: 300,
    limits: always({ perSecond: 50 }),
    requests: 3_000,
  }),
  planned({
    name: 'places-16',
    is: '16 at once, 300 ms',
    latencyMs: 300,
    limits: always({ atOnce: 16 }),
    requests: 3_000,
  }),
  planned({
    name: 'places-2',
    is: '2 at once, 300 ms',
    latencyMs: 300,
    limits: always({ atOnce: 2 }),
    requests: 600,
  }),
  planned({
    name: 'rate-3',
    is: '3 a second, 800 ms, refusals as slow',
    latencyMs: 800,
    refusalMs: 800,
    limits: always({ perSecond: 3 }),
    requests: 600,
  }),
  planned({
    name: 'rate-5-pause',
    is: '5 a second, 300 ms, Retry-After 1',
    latencyMs: 300,
    retryAfterS: 1,
    limits: always({ perSecond: 5 }),
    requests: 600,
  }),
  planned({
    name: 'both-rate',
    is: '20 a second and 10 at once, 250 ms',
    latencyMs: 250,
    limits: always({ perSecond: 20, atOnce: 10 }),
    requests: 1_500,
  }),
  planned({
    name: 'both-places',
    is: '30 a second and 4 at once, 200 ms, Retry-After 1',
    latencyMs: 200,
    retryAfterS: 1,
    limits: always({ perSecond: 30, atOnce: 4 }),
    requests: 1_500,
  }),
  planned({
    name: 'burst',
    is: '20 a second from a bucket of 10, 150 ms',
    latencyMs: 150,
    burst: 10,
    limits: always({ perSecond: 20 }),
    requests: 1_500,
  }),
  planned({
    name: 'falls',
    is: '40 a second, 15 for a fifth of the requests in the middle, 200 ms',
    latencyMs: 200,
    stands: false,
    limits: (share) => ({ ...none, perSecond: share > 0.4 && share < 0.6 ? 15 : 40 }),
    requests: 4_800,
  }),
  planned({
    name: 'rises',
    is: '20 a second, 60 after a third of the requests, 100 ms',
    latencyMs: 100,
    stands: false,
    limits: (share) => ({ ...none, perSecond: share < 0.33 ? 20 : 60 }),
    requests: 6_000,
  }),
  planned({
    name: 'queues',
    is: '10 worked on at once, the others wait, 200 ms',
    latencyMs: 200,
    workers: 10,
    limits: always({}),
    requests: 3_000,
  }),
  planned({ name: 'silent', is: 'no limit, 50 ms', latencyMs: 50, limits: always({}), requests: 12_000 }),
];

/** What becomes of a request that arrives: when it is answered, and whether that is a refusal. */
interface Arrival {
  readonly isRefused: boolean;
  readonly afterMs: number;
}

/** A service at work. @param random From 0 to 1. */
export function createLimitedService(plan: PlannedService, random: () => number) {
  const { latencyMs, spread, windowS, burst, refusalMs, workers, requests } = plan;
  let accepted: number[] = [];
  const freeAtMs = Array.from({ length: workers ?? 0 }, () => 0);
  let [running, answered, arrived, refused] = [0, 0, 0, 0];
  let bucket = { holds: burst ?? 0, atMs: 0 };

  function isOverRate(perSecond: number | null, nowMs: number): boolean {
    if (perSecond === null) return false;
    if (burst === null) {
      accepted = accepted.filter((atMs) => atMs > nowMs - 1_000 * windowS);
      return accepted.length >= perSecond * windowS;
    }
    bucket = {
      holds: Math.min(burst, bucket.holds + ((nowMs - bucket.atMs) * perSecond) / 1_000),
      atMs: nowMs,
    };
    if (bucket.holds < 1) return true;
    bucket.holds -= 1;
    return false;
  }

  function workMs(nowMs: number): number {
    const ms = latencyMs * (1 + spread * (2 * random() - 1));
    if (workers === null) return ms;
    const first = freeAtMs.indexOf(Math.min(...freeAtMs));
    const startsAtMs = Math.max(nowMs, freeAtMs[first] ?? 0);
    freeAtMs[first] = startsAtMs + ms;
    return startsAtMs + ms - nowMs;
  }

  return {
    arrive(nowMs: number): Arrival {
      arrived += 1;
      const { perSecond, atOnce } = plan.limits(answered / requests);
      if ((atOnce !== null && running >= atOnce) || isOverRate(perSecond, nowMs)) {
        refused += 1;
        return { isRefused: true, afterMs: refusalMs };
      }
      accepted.push(nowMs);
      running += 1;
      return { isRefused: false, afterMs: workMs(nowMs) };
    },
    /** An answer, or a refusal, has left. */
    leave({ isRefused }: Arrival) {
      if (isRefused) return;
      running -= 1;
      answered += 1;
    },
    counts: (): { readonly arrived: number; readonly refused: number } => ({ arrived, refused }),
  };
}
