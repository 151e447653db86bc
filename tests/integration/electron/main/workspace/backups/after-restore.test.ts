import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Batch } from '#shared/domain/batch.ts';
import { createRestoredHandlers } from '../../../../../../electron/main/app/areas/app.ts';
import type { Services } from '../../../../../../electron/main/app/services.ts';
import {
  type PracticeService,
  startPracticeService,
} from '../../../../../../electron/main/practice/service.ts';
import { openServices } from '../../../../../support/services/open-services.ts';
import { enterService } from '../../../../../support/sessions/a-bulk-desk.ts';
import { changeId, planned } from '../../../../../support/workspace/a-journal.ts';
import {
  type ADirectory,
  aDirectory,
  findingsIn,
  valueOf,
} from '../../../../../support/workspace/a-workspace.ts';

const username = 'reseller@example.com';
const apiKey = '1234567890QWERTYUIOPASDFGHJKLZXCVBNM';
const domains = Array.from({ length: 12 }, (_, index) => `more-${index}.com`);
const other = 'more-12.com';
const renewing = { kind: 'renew', periodYears: 1 } as const;

describe('a workspace that was restored from a backup made in the middle of a batch of renewals', () => {
  let directory: ADirectory;
  let service: PracticeService;
  let services: Services;
  let accountId: string;
  let planId: string;
  let backup: string;
  const file = () => join(directory.path, 'workspace.sqlite');

  const open = async () => {
    services = await openServices(directory.path);
    const login = { baseUrl: service.baseUrl, username, apiKey };
    accountId = await enterService(services, login, { requestsPerSecond: null, concurrency: 8 });
    await services.changes.recover();
    await services.plans.takeUp();
  };
  beforeEach(async () => {
    directory = aDirectory();
    service = await startPracticeService({ username, apiKey, moreDomains: 20, rememberRequests: 10_000 });
    await open();
    planId = await aBatchPausedInItsMiddle();
    await aPlannedChange();
    ({ name: backup } = valueOf(await services.backups.make()));
    valueOf(await services.plans.resume(planId, false));
    await until(planId, ({ state }) => state === 'done');
    expect(paid()).toBe(12);
  }, 60_000);
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
      { timeout: 30_000, interval: 5 },
    );

  /** How many renewals were sent. */
  const paid = (): number =>
    service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/renew')).length;

  async function prepared(names: readonly string[]): Promise<Batch> {
    const { id } = valueOf(await services.plans.prepare(accountId, renewing, names));
    return await until(id, ({ state }) => state !== 'reading');
  }

  async function aBatchPausedInItsMiddle(): Promise<string> {
    valueOf(await services.portfolio.add(accountId, [...domains, other].join('\n'), [], 'typed'));
    const { id, digest, typedCount } = await prepared(domains);
    valueOf(await services.plans.apply(id, digest ?? '', typedCount, false, null));
    await until(id, ({ counts }) => counts.confirmed >= 2);
    valueOf(await services.plans.pause(id));
    const { counts } = await until(id, ({ state }) => state === 'paused');
    expect(counts.remaining).toBeGreaterThan(0);
    return id;
  }

  /** A lock that is written down and was not sent. */
  async function aPlannedChange(): Promise<void> {
    const account = { accountId, accountLabel: 'Example', service: { baseUrl: service.baseUrl, username } };
    const event = planned({ ...account, domain: other });
    const at = new Date().toISOString();
    valueOf(await services.workspace.journal.begin({ id: changeId(1), at, event, sealed: null }));
  }

  async function restoredAsAsked(): Promise<void> {
    const at = new Date().toISOString();
    const event = { type: 'withdrawn', error: null } as const;
    valueOf(await services.workspace.journal.append({ id: changeId(1), at, event }));
    valueOf(await services.backups.restoreAtNextStart(backup));
    await services.close();
    await open();
  }

  async function restoredAfter(damage: () => void): Promise<void> {
    await services.close();
    damage();
    await open();
  }

  /** One page of the file that the journal is not in: SQLite refuses the file, and the journal can still be read. */
  function zeroAPageOfRows(): void {
    const database = new DatabaseSync(file());
    const pages = database.prepare(`SELECT pgoffset, pgsize FROM dbstat WHERE name = 'plan_rows'`).all();
    database.close();
    const bytes = readFileSync(file());
    for (const { pgoffset, pgsize } of pages)
      bytes.fill(0, Number(pgoffset), Number(pgoffset) + Number(pgsize));
    writeFileSync(file(), bytes);
  }

  const overwriteAll = () => writeFileSync(file(), 'This is not a database.'.repeat(4_000));

  const handlers = () =>
    createRestoredHandlers({ workspace: services.workspace, log: { note: () => undefined } });
  const shownRows = async () => valueOf(await handlers().rows({ offset: 0, limit: 200 }));

  async function expectStopped(): Promise<void> {
    expect(valueOf(await services.plans.find(planId))).toMatchObject({
      state: 'stopped',
      stoppedBy: 'restore',
    });
    expect(await services.plans.resume(planId, true)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input' },
    });
    expect(valueOf(await services.changes.find(changeId(1))).change.state).toBe('withdrawn');
    const health = valueOf(await services.workspace.journal.health({ check: true }));
    expect(health.broken).toBeNull();
  }

  it.each([
    ['as somebody asked', 'asked', 0, restoredAsAsked],
    ['since the file was damaged', 'damaged', 1, () => restoredAfter(zeroAPageOfRows)],
  ])(
    'F3 %s, stops the batch, and what was paid since is known: the same batch again has nothing to do',
    async (_name, why, withdrawn, restore) => {
      await restore();
      const notice = findingsIn(services.workspace.opening);
      expect(notice).toMatchObject({
        why,
        withdrawn,
        copy: { name: backup },
        batches: [{ planId, rows: 12 }],
      });
      expect(notice.changes).toMatchObject({ reading: 'whole' });
      expect(notice.changes.added).toBeGreaterThan(0);
      await expectStopped();
      const { rows } = await shownRows();
      expect(rows.filter((row) => row.why === 'change' && row.change.state === 'confirmed')).not.toEqual([]);
      valueOf(await handlers().acknowledge({}));
      const again = await prepared(domains);
      expect(again.counts).toMatchObject({ rows: 12, toDo: 0, leftOut: 12 });
      expect(paid()).toBe(12);
    },
    60_000,
  );

  it('F3 from a file of which nothing can be read, lists each row of the batch that may have been paid', async () => {
    await restoredAfter(overwriteAll);
    const notice = findingsIn(services.workspace.opening);
    expect(notice).toMatchObject({ withdrawn: 1, carriedOver: 0, batches: [{ planId }] });
    expect(notice.changes).toMatchObject({ reading: 'unreadable', added: 0 });
    await expectStopped();
    const { rows, total } = await shownRows();
    expect(total).toBe(rows.length);
    const ofBatch = valueOf(await services.plans.rows(planId, { which: 'all', offset: 0, limit: 100 })).rows;
    // One that was on its way when the backup was made has been read back at this start.
    const isKnown = (state: string | null) => state === 'confirmed' || state === 'applied';
    const notKnown = ofBatch.filter(({ state }) => !isKnown(state)).map(({ domain }) => domain);
    expect(notKnown.length).toBeGreaterThan(0);
    expect(rows.map((row) => (row.why === 'change' ? row.change.domain : row.domain))).toEqual(
      expect.arrayContaining(notKnown),
    );
    expect(rows.some(({ why }) => why === 'batch-row')).toBe(true);
    expect(rows.find((row) => row.why === 'change' && row.change.id === changeId(1))).toMatchObject({
      change: { state: 'withdrawn', error: { kind: 'from-backup', mayBeDone: true } },
    });
    expect(paid()).toBe(12);
  }, 60_000);

  it('F3 sends nothing that is paid until it is acknowledged, and a lock at once', async () => {
    await restoredAfter(overwriteAll);
    const consent = { typedName: other, premiumAccepted: true, typedLimit: null };
    const renewal = valueOf(await services.changes.prepare(accountId, other, { ...renewing, addons: {} }));
    expect(await services.changes.apply(renewal.reviewId, consent)).toEqual({
      ok: false,
      error: { kind: 'restore-unacknowledged' },
    });
    const batch = await prepared(domains);
    await services.plans.apply(batch.id, batch.digest ?? '', batch.typedCount, true, null);
    await vi.waitFor(async () => {
      const { waitingFor, state } = valueOf(await services.plans.find(batch.id));
      if (state === 'running' && waitingFor === null) throw new Error('It is still trying');
    });
    expect(paid()).toBe(12);

    const lock = valueOf(await services.changes.prepare(accountId, other, { kind: 'lock', state: 'locked' }));
    const { id } = valueOf(await services.changes.apply(lock.reviewId, consent));
    await vi.waitFor(async () =>
      expect(valueOf(await services.changes.find(id)).change.state).toBe('confirmed'),
    );

    valueOf(await handlers().acknowledge({}));
    expect(valueOf(await handlers().read({}))).toEqual({ notice: null });
    const again = valueOf(await services.changes.prepare(accountId, other, { ...renewing, addons: {} }));
    const sent = valueOf(await services.changes.apply(again.reviewId, consent));
    await vi.waitFor(async () =>
      expect(valueOf(await services.changes.find(sent.id)).change.state).toBe('confirmed'),
    );
    expect(paid()).toBe(13);
  }, 60_000);

  it('F4 is still said at the next start as long as nobody has acknowledged it, and not any more afterwards', async () => {
    await restoredAfter(overwriteAll);
    const { notice } = valueOf(await handlers().read({}));
    await services.close();
    await open();
    expect(valueOf(await handlers().read({}))).toEqual({ notice });
    valueOf(await handlers().acknowledge({}));
    await services.close();
    await open();
    expect(valueOf(await handlers().read({}))).toEqual({ notice: null });
  }, 60_000);

  it('F4 says that it was restored where what is written down about it cannot be read', async () => {
    await restoredAfter(overwriteAll);
    await services.close();
    writeFileSync(join(directory.path, 'restored.json'), '{"kind":"known","at":"');
    await open();
    expect(valueOf(await handlers().read({}))).toEqual({ notice: { kind: 'unknown' } });
    expect(await shownRows()).toEqual({ rows: [], total: 0 });
  }, 60_000);
});
