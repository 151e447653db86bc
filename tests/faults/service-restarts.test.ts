import { afterEach, describe, expect, it } from 'vitest';
import { aBulkRun, type BulkRun } from './a-bulk-run.ts';
import { asked, repeatsIn } from './oracle.ts';

describe('a look-up whose service goes away in the middle', () => {
  let run: BulkRun;
  afterEach(() => run.end());

  it('C18 waits and says why, goes on by itself when the service is back, and asks only what had no answer', async () => {
    const concurrency = 8;
    run = await aBulkRun({ names: 400, concurrency, service: { latencyMs: 5 } });
    await run.untilRequests(120);
    const before = run.service();
    await run.stopService();
    const waiting = await run.untilSession(({ state }) => state === 'waiting');
    expect(waiting.waitingFor).toEqual({ kind: 'unreachable', why: 'connection-refused' });
    expect(waiting.counts.unknown).toBe(0);
    expect(waiting.left).toBeGreaterThan(0);

    await run.startServiceAgain();
    const finished = await run.untilSession(({ state }) => state === 'finished');
    expect(finished).toMatchObject({ left: 0, waitingFor: null });
    expect(await run.kinds()).toEqual(await run.truth());
    const all = asked({ requests: () => [...before.requests(), ...run.service().requests()] });
    expect(repeatsIn(all)).toBeLessThanOrEqual(concurrency);
  });

  it('keeps what it has and goes on when it comes back as if nothing had been, three times over', async () => {
    run = await aBulkRun({ names: 300, service: { latencyMs: 5 } });
    for (let times = 1; times <= 3; times += 1) {
      await run.untilRequests(60);
      await run.stopService();
      await run.untilSession(({ state }) => state === 'waiting');
      await run.startServiceAgain();
    }
    await run.untilSession(({ state }) => state === 'finished');
    expect(await run.kinds()).toEqual(await run.truth());
  });
});
