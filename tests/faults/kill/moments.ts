import type { Random } from '../../support/fuzz/random.ts';

/** When a run is killed. */
export type Moment =
  /** So long after its process was started: while it starts, opens the workspace, takes the session up. */
  | { readonly kind: 'after-start'; readonly ms: number }
  /** When the service has seen so many requests in all runs together, and a little later: an answer is on its way or being recorded. */
  | { readonly kind: 'after-requests'; readonly requests: number; readonly thenMs: number }
  /** As soon as it has reported for the n-th time once the service has seen so many requests. */
  | { readonly kind: 'at-report'; readonly requests: number; readonly nth: number }
  /** As soon as it says that it is finished. */
  | { readonly kind: 'finished' };

const startMs = 700;
const mostThenMs = 25;
/** What is asked for after the last kill is left to a run that nobody kills. */
const lastShare = 0.97;

/**
 * Moments all over a look-up of `requests` requests, each kind among them, in the order in which they come; the last one is right
 * after the end. The same random numbers make the same moments.
 */
export function killMoments(kills: number, requests: number, random: Random): readonly Moment[] {
  const spread = kills - 1;
  const moments = Array.from({ length: spread }, (_, index): Moment => {
    const share = ((index + random.int(1_000) / 1_000) / spread) * lastShare;
    const target = Math.floor(requests * share);
    const thenMs = random.int(mostThenMs * 10) / 10;
    switch (index % 5) {
      case 0:
      case 2:
        return { kind: 'after-requests', requests: target, thenMs };
      case 1:
      case 4:
        return { kind: 'at-report', requests: target, nth: 1 + random.int(4) };
      default:
        return { kind: 'after-start', ms: random.int(startMs) };
    }
  });
  return [...moments, { kind: 'finished' }];
}
