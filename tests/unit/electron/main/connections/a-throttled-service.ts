import { createThrottle, type ThrottleLimits } from '../../../../../electron/main/connections/throttle.ts';
import type { RequestStats } from '../../../../../electron/main/reseller/reply.ts';
import { aVirtualTime, promises } from '../../../../support/time/virtual-time.ts';

export const anExchange = (changes: Partial<RequestStats> = {}): RequestStats => ({
  of: 'bulk',
  status: 200,
  refusal: null,
  failure: null,
  retryAfterMs: 0,
  durationMs: 100,
  ...changes,
});
export const tooMany = anExchange({ status: 429, refusal: 'rate' });

/** What a service answers to the request that started at `startedMs`, and how long it takes. */
export type Service = (startedMs: number) => RequestStats;

/** Bulk lanes that ask without end, and everything that they start. */
export function aWorld(limits: ThrottleLimits, service: Service, lanes = 1) {
  const time = aVirtualTime(promises);
  const throttle = createThrottle(limits, time.timer);
  const starts: { readonly atMs: number; readonly lane: number }[] = [];
  const blocks: { readonly fromMs: number; readonly toMs: number }[] = [];
  let [atOnce, mostAtOnce] = [0, 0];
  const startOn = (lane: number) => (done: () => void) => {
    const startedMs = time.timer.nowMs();
    starts.push({ atMs: startedMs, lane });
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const exchange = service(startedMs);
    void time.timer.sleep(exchange.durationMs).then(() => {
      const nowMs = time.timer.nowMs();
      if (exchange.retryAfterMs > 0) blocks.push({ fromMs: nowMs, toMs: nowMs + exchange.retryAfterMs });
      atOnce -= 1;
      throttle.heard(exchange);
      done();
    });
    return true;
  };
  const begin = () => {
    for (let lane = 0; lane < lanes; lane += 1) throttle.lane(startOn(lane)).wake();
  };
  return { time, throttle, starts, blocks, begin, mostAtOnce: () => mostAtOnce };
}

export const startsIn = (
  starts: readonly { readonly atMs: number }[],
  fromMs: number,
  toMs: number,
): number => starts.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).length;
