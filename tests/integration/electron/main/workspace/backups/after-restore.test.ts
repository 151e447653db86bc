import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Batch } from '#shared/domain/batch.ts';
import { createRestoredHandlers } from '../../../../../../electron/main/app/areas/app.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { changeId, planned } from '../../../../../support/workspace/a-journal.ts';
import { anAccount, findingsIn, valueOf } from '../../../../../support/workspace/a-workspace.ts';

const domains = Array.from({ length: 12 }, (_, index) => `more-${index}.com`);
const other = 'more-12.com';
const renewing = { kind: 'renew', periodYears: 1 } as const;

describe('a workspace that was restored from a backup made in the middle of a batch of renewals', () => {
  let world: TestWorld;
  let planId: string;
  let backup: string;
  const file = () => join(world.workspaceDirectory, 'workspace.sqlite');

  const takeUp = async () => {
    await world.changes.recover();
    await world.batches.takeUp();
  };
  const reopen = async (meanwhile?: () => void) => {
    world = await world.reopen(meanwhile);
    await takeUp();
  };
  beforeEach(async () => {
    world = await createTestWorld({ service: { moreDomains: 20 }, account: { concurrency: 8 } });
    await takeUp();
    planId = await aBatchPausedInItsMiddle();
    await aPlannedChange();
    ({ name: backup } = valueOf(await world.backups.make()));
    valueOf(await world.batches.resume(planId, false));
    await until(planId, ({ state }) => state === 'done');
    expect(paid()).toBe(12);
  });

  const until = (id: string, is: (plan: Batch) => boolean): Promise<Batch> =>
    vi.waitFor(
      async () => {
        const plan = valueOf(await world.batches.find(id));
        if (!is(plan)) throw new Error(`It is ${plan.state}: ${JSON.stringify(plan.counts)}`);
        return plan;
      },
      { timeout: 30_000, interval: 5 },
    );

  /** How many renewals were sent. */
  const paid = (): number =>
    world.service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/renew'))
      .length;

  async function prepared(names: readonly string[]): Promise<Batch> {
    const { id } = valueOf(await world.batches.prepare(world.accountId, renewing, names));
    return await until(id, ({ state }) => state !== 'reading');
  }

  async function aBatchPausedInItsMiddle(): Promise<string> {
    valueOf(await world.portfolio.add(world.accountId, [...domains, other].join('\n'), [], 'typed'));
    const { id, digest, typedCount } = await prepared(domains);
    valueOf(await world.batches.apply(id, digest ?? '', typedCount, false, null));
    await until(id, ({ counts }) => counts.confirmed >= 2);
    valueOf(await world.batches.pause(id));
    const { counts } = await until(id, ({ state }) => state === 'paused');
    expect(counts.remaining).toBeGreaterThan(0);
    return id;
  }

  /** A lock that is written down and was not sent. */
  async function aPlannedChange(): Promise<void> {
    const { id, label, username } = anAccount();
    const login = { baseUrl: world.service.baseUrl, username };
    const account = { accountId: id, accountLabel: label, service: login };
    const event = planned({ ...account, domain: other });
    const at = new Date().toISOString();
    valueOf(await world.workspace.journal.begin({ id: changeId(1), at, event, sealed: null }));
  }

  async function restoredAsAsked(): Promise<void> {
    const at = new Date().toISOString();
    const event = { type: 'withdrawn', error: null } as const;
    valueOf(await world.workspace.journal.append({ id: changeId(1), at, event }));
    valueOf(await world.backups.restoreAtNextStart(backup));
    await reopen();
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
    createRestoredHandlers({ workspace: world.workspace, log: { note: () => undefined, bug: () => '' } });
  const shownRows = async () => valueOf(await handlers().rows({ offset: 0, limit: 200 }));

  async function expectStopped(): Promise<void> {
    expect(valueOf(await world.batches.find(planId))).toMatchObject({
      state: 'stopped',
      stoppedBy: 'restore',
    });
    expect(await world.batches.resume(planId, true)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input' },
    });
    expect(valueOf(await world.changes.find(changeId(1))).change.state).toBe('withdrawn');
    const health = valueOf(await world.workspace.journal.health({ check: true }));
    expect(health.broken).toBeNull();
  }

  it.each([
    ['as somebody asked', 'asked', 0, restoredAsAsked],
    ['since the file was damaged', 'damaged', 1, () => reopen(zeroAPageOfRows)],
  ])(
    'F3 %s, stops the batch, and what was paid since is known: the same batch again has nothing to do',
    async (_name, why, withdrawn, restore) => {
      await restore();
      const notice = findingsIn(world.workspace.opening);
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
    await reopen(overwriteAll);
    const notice = findingsIn(world.workspace.opening);
    expect(notice).toMatchObject({ withdrawn: 1, carriedOver: 0, batches: [{ planId }] });
    expect(notice.changes).toMatchObject({ reading: 'unreadable', added: 0 });
    await expectStopped();
    const { rows, total } = await shownRows();
    expect(total).toBe(rows.length);
    const ofBatch = valueOf(await world.batches.rows(planId, { which: 'all', offset: 0, limit: 100 })).rows;
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
  });

  it('F1 F3 leaves each such row out of a later batch, and warns before a single renewal, until it is renewed again', async () => {
    await reopen(overwriteAll);
    valueOf(await handlers().acknowledge({}));
    const excluded = async () => {
      const { id, counts } = await prepared(domains);
      const { rows } = valueOf(await world.batches.rows(id, { which: 'all', offset: 0, limit: 100 }));
      expect(counts).toMatchObject({ toDo: 0, leftOut: 12 });
      return { id, notKnown: rows.filter(({ error }) => error?.kind === 'from-backup') };
    };
    const { notKnown } = await excluded();
    const doubted = notKnown[0]?.domain ?? '';
    const warned = async () => {
      const asked = { ...renewing, addons: {} };
      const { warnings } = valueOf(await world.changes.prepare(world.accountId, doubted, asked));
      return warnings.some(({ id }) => id === 'from-backup');
    };
    expect(await warned()).toBe(true);
    // Neither the removal of the batch nor another restore of the same backup makes it known.
    valueOf(await world.batches.remove(planId));
    expect((await excluded()).notKnown).toHaveLength(notKnown.length);
    valueOf(await world.backups.restoreAtNextStart(backup));
    await reopen();
    expect(findingsIn(world.workspace.opening).changes.reading).toBe('whole');
    valueOf(await handlers().acknowledge({}));
    const { id } = await excluded();
    const { rows } = valueOf(await world.batches.rows(id, { which: 'all', offset: 0, limit: 100 }));
    const { index } = rows.find(({ domain }) => domain === doubted) ?? { index: -1 };
    const { digest, typedCount } = valueOf(await world.batches.leaveOut(id, index, false));
    valueOf(await world.batches.apply(id, digest ?? '', typedCount, false, null));
    await until(id, ({ state }) => state === 'done');
    expect(paid()).toBe(13);
    expect(await warned()).toBe(false);
    expect((await excluded()).notKnown).toHaveLength(notKnown.length - 1);
  });

  it('F3 sends nothing that is paid until it is acknowledged, and a lock at once', async () => {
    await reopen(overwriteAll);
    const consent = { typedName: other, premiumAccepted: true, typedLimit: null };
    const renewal = valueOf(await world.changes.prepare(world.accountId, other, { ...renewing, addons: {} }));
    expect(await world.changes.apply(renewal.reviewId, consent)).toEqual({
      ok: false,
      error: { kind: 'restore-unacknowledged' },
    });
    const batch = await prepared(domains);
    await world.batches.apply(batch.id, batch.digest ?? '', batch.typedCount, true, null);
    await vi.waitFor(async () => {
      const { waitingFor, state } = valueOf(await world.batches.find(batch.id));
      if (state === 'running' && waitingFor === null) throw new Error('It is still trying');
    });
    expect(paid()).toBe(12);

    const lock = valueOf(
      await world.changes.prepare(world.accountId, other, { kind: 'lock', state: 'locked' }),
    );
    const { id } = valueOf(await world.changes.apply(lock.reviewId, consent));
    await vi.waitFor(async () =>
      expect(valueOf(await world.changes.find(id)).change.state).toBe('confirmed'),
    );

    valueOf(await handlers().acknowledge({}));
    expect(valueOf(await handlers().read({}))).toEqual({ notice: null });
    const again = valueOf(await world.changes.prepare(world.accountId, other, { ...renewing, addons: {} }));
    const sent = valueOf(await world.changes.apply(again.reviewId, consent));
    await vi.waitFor(async () =>
      expect(valueOf(await world.changes.find(sent.id)).change.state).toBe('confirmed'),
    );
    expect(paid()).toBe(13);
  });

  it('F4 is still said at the next start as long as nobody has acknowledged it, and not any more afterwards', async () => {
    await reopen(overwriteAll);
    const { notice } = valueOf(await handlers().read({}));
    await reopen();
    expect(valueOf(await handlers().read({}))).toEqual({ notice });
    valueOf(await handlers().acknowledge({}));
    await reopen();
    expect(valueOf(await handlers().read({}))).toEqual({ notice: null });
  });

  it('F4 says that it was restored where what is written down about it cannot be read', async () => {
    await reopen(overwriteAll);
    await reopen(() =>
      writeFileSync(join(world.workspaceDirectory, 'restored.json'), '{"kind":"known","at":"'),
    );
    expect(valueOf(await handlers().read({}))).toEqual({ notice: { kind: 'unknown' } });
    expect(await shownRows()).toEqual({ rows: [], total: 0 });
  });
});
