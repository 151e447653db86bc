import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Batch, BatchAsk } from '#shared/domain/batch.ts';
import type { Change } from '#shared/domain/change.ts';
import { serviceOf } from '#shared/domain/account.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  type Batches,
  createBatches,
} from '../../../../../../electron/main/changes/batches/create-batches.ts';
import type { FaultPlan } from '../../../../../../electron/main/practice/faults/fault.ts';
import type { PracticeService } from '../../../../../../electron/main/practice/service.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import type { Workspace } from '../../../../../../electron/main/workspace/workspace.ts';
import { AService } from '../../../../../support/changes/a-service.ts';
import { aFreeLane } from '../../../../../support/batches/a-batches-world.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { processorMs } from '../../../../../support/time/processor-time.ts';
import { at, openFile, planned, wholeStory, writeOne } from '../../../../../support/workspace/a-journal.ts';
import {
  aDirectory,
  anAccount,
  valueOf,
  openTestWorkspace,
} from '../../../../../support/workspace/a-workspace.ts';

describe('a batch over a hundred domains of a practice service', () => {
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

  let world: TestWorld;
  beforeEach(async () => {
    world = await createTestWorld({
      service: { moreDomains: domains.length, faults: faults(() => world.service) },
      account: { concurrency: 8 },
    });
  });

  const until = (id: string, is: (batch: Batch) => boolean): Promise<Batch> =>
    vi.waitFor(
      async () => {
        const batch = valueOf(await world.batches.find(id));
        if (!is(batch)) throw new Error(`It is ${batch.state}: ${JSON.stringify(batch.counts)}`);
        return batch;
      },
      { timeout: 50_000, interval: 20 },
    );
  const writes = () =>
    world.service
      .requests()
      .flatMap(({ method, path }) => (method === 'POST' ? [path.split('/').at(-2) ?? ''] : []));

  it('locks one after the other, halts at the uncertain one, goes on when told to, also after a restart, and is done', async () => {
    valueOf(await world.portfolio.add(world.accountId, domains.join('\n'), [], 'typed'));
    const { id } = valueOf(
      await world.batches.prepare(world.accountId, { kind: 'lock', state: 'locked' }, domains),
    );
    const ready = await until(id, ({ state }) => state === 'ready');
    expect(ready).toMatchObject({ typedCount: 100, counts: { rows: 100, read: 100, toDo: 100 } });
    expect(valueOf(await world.portfolio.find(world.accountId, 'more-7.com')).lock?.value).toBe('unlocked');
    valueOf(await world.batches.apply(id, ready.digest ?? '', 100, false));

    const halted = await until(id, ({ state }) => state === 'halted');
    expect(halted).toMatchObject({ waitingFor: null, counts: { confirmed: 50, uncertain: 1, refused: 0 } });
    expect(writes()).toEqual(domains.slice(0, 51));

    valueOf(await world.batches.resume(id, false));
    await until(id, ({ counts }) => counts.confirmed > 55);
    world = await world.reopen();
    await world.changes.recover();
    await world.batches.takeUp();
    const paused = await until(id, ({ state }) => state === 'paused');
    expect(paused.counts.confirmed).toBeLessThan(99);
    // What was consented to before a restart does not hold after it: the rest is read and asked for anew.
    expect(valueOf(await world.batches.resume(id, true)).state).toBe('reading');
    const anew = await until(id, ({ state }) => state === 'ready');
    valueOf(await world.batches.apply(id, anew.digest ?? '', anew.typedCount, true));
    const done = await until(id, ({ state }) => state === 'done');

    expect(done.counts.confirmed + done.counts.uncertain).toBe(100);
    expect(writes().toSorted()).toEqual(domains.toSorted());
    expect(
      world.service.domains().filter(({ isLocked, name }) => !isLocked && name.startsWith('more-')),
    ).toEqual([expect.objectContaining({ name: doubtful })]);
    const odd = valueOf(await world.batches.rows(id, { which: 'odd', offset: 0, limit: 10 }));
    expect(odd.rows).toContainEqual(expect.objectContaining({ domain: doubtful, state: 'uncertain' }));
  });
});

describe('ten thousand', () => {
  const rows = 10_000;
  const inJournal = 5_000;
  const noKey = fail({ kind: 'keychain', fault: 'locked' } as const);
  const accountId = anAccount().id;
  const locking: BatchAsk = { kind: 'lock', state: 'unlocked' };
  const domains = Array.from({ length: rows }, (_, index) => `name-${index}.com`);

  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // What the flag above puts there.

  /** What is left in memory when everything that can go is gone, in MiB. */
  function heldMiB(): number {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  }

  /** How much work `work` is, in milliseconds of the processor; of several, the middle one. */
  async function medianMs(times: number, work: () => Promise<unknown>): Promise<number> {
    const took: number[] = [];
    for (let n = 0; n < times; n += 1) {
      took.push(await processorMs(work));
    }
    return took.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
  }

  describe(`a batch over ${rows} domains`, () => {
    const directory = aDirectory();
    const service = new AService();
    let workspace: Workspace;
    let batches: Batches;
    let batch: Batch;
    let announced = 0;
    /** Each domain is sent in no time. */
    const performed: string[] = [];

    async function open(): Promise<void> {
      workspace = await openTestWorkspace(directory.path);
      batches = createBatches({
        workspace,
        changes: {
          perform: ({ domain }) => {
            performed.push(domain);
            return Promise.resolve(ok(confirmed(domain)));
          },
          withdraw: () => Promise.reject(new Error('There is nothing to withdraw')),
          health: () => workspace.journal.health({ check: false }),
        },
        connections: { of: () => Promise.resolve(ok(connectionTo(service))) },
        sealing: {
          seal: () => Promise.resolve(noKey),
          open: () => Promise.resolve(noKey),
          keyed: () => Promise.reject(new Error('Nothing here is personal')),
        },
        portfolio: {
          observe: () => Promise.resolve(),
          children: () => [],
          usersOf: () => [],
        },
        announce: () => (announced += 1),
        onBug: (thrown) => {
          throw thrown;
        },
        newId: randomUUID,
        timer: {
          nowMs: () => performance.now(),
          sleep: (ms, signal) => wait(ms, undefined, signal && { signal }),
        },
        now: () => new Date(),
      });
    }
    const until = (is: (batch: Batch) => boolean): Promise<Batch> =>
      vi.waitFor(
        async () => {
          const found = valueOf(await batches.find(batch.id));
          if (!is(found)) throw new Error(`It is ${found.state}: ${JSON.stringify(found.counts)}`);
          return found;
        },
        { timeout: 100_000, interval: 50 },
      );
    const page = (which: 'all' | 'odd' | 'left-out', offset: number): Promise<Result<{ total: number }>> =>
      batches.rows(batch.id, { which, offset, limit: 100 });

    beforeAll(async () => {
      await open();
      workspace.accounts.save(anAccount());
      const addedAt = new Date().toISOString();
      const added = { accountId: anAccount().id, names: domains, tags: [], addedAt };
      workspace.domains.add({ ...added, addedBy: 'typed' });
    });
    afterAll(async () => {
      await batches.close();
      await workspace.close();
      directory.remove();
    });

    it('is there at once, is read in seconds, and is told of now and then', async () => {
      for (const domain of domains) service.there(domain);
      const before = heldMiB();
      const begun = performance.now();
      const answeredMs = await processorMs(async () => {
        batch = valueOf(await batches.prepare(accountId, locking, domains));
      });
      batch = await until(({ state }) => state === 'ready');
      const readMs = performance.now() - begun;
      const more = heldMiB() - before;
      console.log(`holds ${more.toFixed(1)} MiB more`);
      console.log(`answered in ${seconds(answeredMs)}, read in ${seconds(readMs)}, told ${announced} times`);
      expect(batch).toMatchObject({ typedCount: rows, counts: { rows, read: rows, leftOut: 0 } });
      expect(answeredMs).toBeLessThan(3_000);
      expect(readMs).toBeLessThan(60_000);
      expect(announced).toBeLessThan(readMs / 100 + 2);
      expect(more).toBeLessThan(8);
    });

    it('is looked at, changed by hand and applied without anybody waiting', async () => {
      const lookMs = await medianMs(9, () => batches.find(batch.id));
      const pageMs = await medianMs(9, () => page('all', 9_900));
      const oddMs = await medianMs(9, () => page('odd', 0));
      const leftOutMs = await medianMs(9, () => batches.leaveOut(batch.id, 77, true));
      console.log(
        `counts ${lookMs.toFixed(1)}, page ${pageMs.toFixed(1)}, odd ${oddMs.toFixed(1)}, digest ${leftOutMs.toFixed(1)} ms`,
      );
      expect(Math.max(lookMs, pageMs)).toBeLessThan(400);
      expect(Math.max(oddMs, leftOutMs)).toBeLessThan(1_500);
      expect(valueOf(await page('left-out', 0)).total).toBe(1);
      expect(valueOf(await page('odd', 0)).total, 'what the user excluded needs no attention').toBe(0);
    });

    it('comes back with half of its changes in the journal, and goes on with the other half alone', async () => {
      const { digest, typedCount } = valueOf(await batches.find(batch.id));
      valueOf(
        await workspace.batches.apply({
          ...{ id: batch.id, digest: digest ?? '', typedCount, goesOn: false, at: new Date().toISOString() },
          ...{ typedLimit: null, validForMs: 900_000, dayStartsAt: at },
        }),
      );
      await batches.close();
      await workspace.close();
      await fill(directory.path, batch.id);
      await open();
      await batches.takeUp();
      const paused = valueOf(await batches.find(batch.id));
      expect(paused).toMatchObject({ state: 'paused', counts: { confirmed: inJournal - 1, leftOut: 1 } });
      const lookMs = await medianMs(9, () => batches.find(batch.id));
      const pageMs = await medianMs(9, () => page('all', 4_950));
      const oddMs = await medianMs(9, () => page('odd', 0));
      const begun = performance.now();
      const readAnew = performance.now();
      valueOf(await batches.resume(batch.id, false));
      await until(({ state }) => state === 'ready');
      const rest = valueOf(await batches.find(batch.id));
      expect(rest.counts).toMatchObject({ remaining: domains.length - inJournal });
      console.log(`the rest was read anew in ${seconds(performance.now() - readAnew)}`);
      valueOf(await batches.apply(batch.id, rest.digest ?? '', rest.typedCount, false));
      await until(({ state }) => state === 'done');
      const runMs = performance.now() - begun;
      console.log(
        `counts ${lookMs.toFixed(1)}, page ${pageMs.toFixed(1)}, odd ${oddMs.toFixed(1)} ms; ${performed.length} more rows in ${seconds(runMs)}`,
      );
      expect(performed).toEqual(domains.slice(inJournal));
      expect(Math.max(lookMs, pageMs)).toBeLessThan(400);
      expect(oddMs).toBeLessThan(1_500);
      expect(runMs).toBeLessThan(60_000);
    }, 300_000);

    /** The first half of the rows, but for the one that was left out. Written without waiting for the disk. */
    async function fill(path: string, batchId: string): Promise<void> {
      const database = openFile(path);
      const journal = createJournalRepository(database, () => new Date(at));
      await journal.health({ check: true });
      database.exec('PRAGMA synchronous = OFF');
      for (const [number, domain] of domains.slice(0, inJournal).entries()) {
        if (number === 77) continue;
        const id = randomUUID();
        for (const event of wholeStory.with(0, planned({ domain, batchId, accountId }))) {
          await writeOne(journal, id, event);
        }
      }
      database.close();
    }
  });

  /** As much of it as a batch looks at. */
  const confirmed = (domain: string): Change => ({
    id: randomUUID(),
    number: 1,
    accountId,
    accountLabel: 'Acme',
    service: serviceOf(anAccount()),
    domain,
    what: { kind: 'lock', state: 'unlocked' },
    state: 'confirmed',
    batchId: null,
    before: null,
    attempts: 1,
    createdAt: at,
    changedAt: at,
    sentAt: at,
    error: null,
    proof: 'read-back',
    evidence: [],
    readBackAt: at,
    syncAnswer: null,
    note: '',
    settledAs: null,
    next: [],
  });

  const connectionTo = ({ client }: AService) => ({
    account: { ...anAccount(), id: accountId },
    client,
    throttle: { run: <T>(work: () => Promise<T>): Promise<T> => work(), lane: aFreeLane },
    ended: new AbortController().signal,
  });
});
