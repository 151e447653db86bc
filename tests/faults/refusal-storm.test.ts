import { afterEach, describe, expect, it } from 'vitest';
import type { FaultPlan } from '../../electron/main/practice/faults/fault.ts';
import { aBulkRun, type BulkRun } from './a-bulk-run.ts';

const storms: readonly { readonly of: string; readonly faults: FaultPlan }[] = [
  {
    of: '429 with Retry-After',
    faults: [{ fault: { kind: 'status', status: 429, retryAfterS: 1 }, times: 5 }],
  },
  { of: '429 without it', faults: [{ fault: { kind: 'status', status: 429 }, times: 10 }] },
  {
    of: '503 with Retry-After',
    faults: [{ fault: { kind: 'status', status: 503, retryAfterS: 1 }, times: 10 }],
  },
  {
    of: 'connections that break off',
    faults: [{ fault: { kind: 'break', after: 'part-of-body', by: 'reset' }, times: 5 }],
  },
];

describe('a look-up in a storm of refusals', () => {
  let run: BulkRun;
  afterEach(() => run.end());

  it.each(storms)(
    'of $of comes through it with every cell answered as the service says',
    async ({ faults }) => {
      run = await aBulkRun({
        names: 60,
        concurrency: 4,
        requestsPerSecond: 100,
        service: { faults, latencyMs: 2 },
      });
      const finished = await run.untilSession(({ state }) => state === 'finished');
      expect(finished.counts.unknown).toBe(0);
      expect(await run.kinds()).toEqual(await run.truth());
    },
  );

  it('waits as long as Retry-After says before it asks again', async () => {
    const arrivals: number[] = [];
    const now = (): Date => {
      arrivals.push(performance.now());
      return new Date();
    };
    const faults: FaultPlan = [{ fault: { kind: 'status', status: 429, retryAfterS: 2 }, times: 1 }];
    run = await aBulkRun({ names: 20, concurrency: 1, requestsPerSecond: 100, service: { faults, now } });
    await run.untilSession(({ state }) => state === 'finished');
    const longestPauseMs = Math.max(...arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at)));
    expect(longestPauseMs).toBeGreaterThanOrEqual(1_950);
  });

  it('says why it is slow while the service asks for patience', async () => {
    const faults: FaultPlan = [{ fault: { kind: 'status', status: 429, retryAfterS: 3 }, times: 1 }];
    run = await aBulkRun({ names: 50, concurrency: 2, service: { faults, latencyMs: 2 } });
    const slowed = await run.untilSession(({ pace }) => pace !== null && pace.slowedBy !== null);
    expect(['retry-after', 'rate']).toContain(slowed.pace?.slowedBy);
  });
});
