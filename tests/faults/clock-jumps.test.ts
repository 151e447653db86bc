import { afterEach, describe, expect, it, vi } from 'vitest';
import { aBulkRun, type BulkRun } from './a-bulk-run.ts';
import { asked, repeatsIn } from './oracle.ts';

const hourMs = 3_600_000;
const trueNow = (): Date => new Date(performance.timeOrigin + performance.now());

describe('a look-up while the clock of the machine jumps', () => {
  let run: BulkRun;
  afterEach(async () => {
    vi.useRealTimers();
    await run.end();
  });

  it.each([
    { by: 'a minute backwards', jumpMs: -60_000 },
    { by: 'three hours backwards', jumpMs: -3 * hourMs },
    { by: 'a year backwards', jumpMs: -365 * 24 * hourMs },
    { by: 'two days forwards', jumpMs: 48 * hourMs },
  ])('by $by answers every cell, asks none twice and keeps what was found before', async ({ jumpMs }) => {
    // The service's clock is right all the time, as another machine's would be.
    const concurrency = 4;
    run = await aBulkRun({ names: 300, concurrency, service: { latencyMs: 3, now: trueNow } });
    await run.untilRequests(100);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs });
    await run.untilSession(({ state }) => state === 'finished');
    expect(await run.kinds()).toEqual(await run.truth());
    // A token of another hour is refused, once for each request under way; what was answered is not asked again.
    expect(repeatsIn(asked(run.service()))).toBeLessThanOrEqual(concurrency);
  });
});
