import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Batch } from '#shared/domain/batch.ts';
import type { Services } from '../../../../../../electron/main/app/services.ts';
import type { FaultPlan } from '../../../../../../electron/main/practice/faults/fault.ts';
import {
  type PracticeService,
  startPracticeService,
} from '../../../../../../electron/main/practice/service.ts';
import { openServices } from '../../../../../support/services/open-services.ts';
import { enterService } from '../../../../../support/sessions/a-bulk-desk.ts';
import { type ADirectory, aDirectory, valueOf } from '../../../../../support/workspace/a-workspace.ts';

const username = 'reseller@example.com';
const apiKey = '1234567890QWERTYUIOPASDFGHJKLZXCVBNM';
const domains = Array.from({ length: 100 }, (_, index) => `more-${index}.com`);
const doubtful = 'more-50.com';

/** The 51st domain: its answer never comes, the lock is not set, and afterwards nobody can read it. */
function faults(service: () => PracticeService): FaultPlan {
  const isLost = () =>
    service()
      .requests()
      .some(({ method, path }) => method === 'POST' && path.endsWith(`${doubtful}/lock`));
  return [
    {
      fault: { kind: 'break', after: 'request', by: 'reset' },
      operation: 'lock-write',
      domain: doubtful,
      times: 1,
    },
    {
      fault: { kind: 'status', status: 403 },
      operation: 'lock-read',
      get domain() {
        return isLost() ? doubtful : 'nobody.example';
      },
    },
  ];
}

describe('a plan over a hundred domains of a practice service', () => {
  let directory: ADirectory;
  let service: PracticeService;
  let services: Services;
  let accountId: string;
  const open = async () => {
    services = await openServices(directory.path);
    accountId = await enterService(
      services,
      { baseUrl: service.baseUrl, username, apiKey },
      { requestsPerSecond: null, concurrency: 8 },
    );
  };
  beforeEach(async () => {
    directory = aDirectory();
    service = await startPracticeService({
      username,
      apiKey,
      moreDomains: domains.length,
      rememberRequests: 10_000,
      faults: faults(() => service),
    });
    await open();
  });
  afterEach(async () => {
    await services.close();
    await service.stop();
    directory.remove();
  });

  const until = (id: string, is: (plan: Batch) => boolean): Promise<Batch> =>
    vi.waitFor(
      async () => {
        const plan = valueOf(await services.plans.find(id));
        if (!is(plan)) throw new Error(`It is ${plan.state}: ${JSON.stringify(plan.counts)}`);
        return plan;
      },
      { timeout: 50_000, interval: 20 },
    );
  const writes = () =>
    service
      .requests()
      .flatMap(({ method, path }) => (method === 'POST' ? [path.split('/').at(-2) ?? ''] : []));

  it('locks one after the other, halts at the uncertain one, goes on when told to, also after a restart, and is done', async () => {
    valueOf(await services.portfolio.add(accountId, domains.join('\n'), [], 'typed'));
    const { id } = valueOf(
      await services.plans.prepare(accountId, { kind: 'lock', state: 'locked' }, domains),
    );
    const ready = await until(id, ({ state }) => state === 'ready');
    expect(ready).toMatchObject({ typedCount: 100, counts: { rows: 100, read: 100, toDo: 100 } });
    expect(valueOf(await services.portfolio.find(accountId, 'more-7.com')).lock?.value).toBe('unlocked');
    valueOf(await services.plans.apply(id, ready.digest ?? '', 100, false));

    const halted = await until(id, ({ state }) => state === 'halted');
    expect(halted).toMatchObject({ waitingFor: null, counts: { confirmed: 50, uncertain: 1, refused: 0 } });
    expect(writes()).toEqual(domains.slice(0, 51));

    valueOf(await services.plans.resume(id, false));
    await until(id, ({ counts }) => counts.confirmed > 55);
    await services.close();
    await open();
    await services.changes.recover();
    await services.plans.takeUp();
    const paused = await until(id, ({ state }) => state === 'paused');
    expect(paused.counts.confirmed).toBeLessThan(99);
    // What was consented to before a restart does not hold after it: the rest is read and asked for anew.
    expect(valueOf(await services.plans.resume(id, true)).state).toBe('reading');
    const anew = await until(id, ({ state }) => state === 'ready');
    valueOf(await services.plans.apply(id, anew.digest ?? '', anew.typedCount, true));
    const done = await until(id, ({ state }) => state === 'done');

    expect(done.counts.confirmed + done.counts.uncertain).toBe(100);
    expect(writes().toSorted()).toEqual(domains.toSorted());
    expect(service.domains().filter(({ isLocked, name }) => !isLocked && name.startsWith('more-'))).toEqual([
      expect.objectContaining({ name: doubtful }),
    ]);
    const odd = valueOf(await services.plans.rows(id, { which: 'odd', offset: 0, limit: 10 }));
    expect(odd.rows).toContainEqual(expect.objectContaining({ domain: doubtful, state: 'uncertain' }));
  }, 60_000);
});
