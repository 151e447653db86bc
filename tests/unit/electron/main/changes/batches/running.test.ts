import { describe, expect, it } from 'vitest';
import { type FullBatchAsk, needingAttention } from '#shared/domain/batch.ts';
import { changeStates } from '#shared/domain/change-kinds.ts';
import type { AppError, RefusalReason } from '#shared/errors.ts';
import { afterOf } from '../../../../../../electron/main/changes/batches/context.ts';
import { reasonOf } from '../../../../../../electron/main/changes/batches/context.ts';
import { afterChange } from '../../../../../../electron/main/changes/batches/running.ts';
import { classifyFailure } from '../../../../../../electron/main/jobs/failures.ts';
import {
  accountId,
  BatchesWorld,
  locking,
  names,
  renewing,
  syncing,
} from '../../../../../support/batches/a-batches-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';
import { refusalReasons } from '#shared/domain/failures.ts';

describe('running', () => {
  const offline = { kind: 'unreachable', why: 'offline' } as const;
  const refusal = (why: RefusalReason) => ({ kind: 'refused', why, status: 200, said: '' }) as const;

  const locked = (count: number) => names(count).map((name) => `writeLock ${name}`);

  describe('a batch that is applied', () => {
    it('sends one change for each row that is not left out, in their order, and is done', async () => {
      const world = new BatchesWorld();
      world.unlock(names(5));
      world.service.there('name-2.com').lock = 'locked';
      const { id } = await world.applied(locking, names(5));
      await world.quiet();
      expect(await world.find(id)).toMatchObject({
        state: 'done',
        counts: { rows: 5, leftOut: 1, toDo: 4, confirmed: 4, refused: 0, uncertain: 0 },
      });
      expect(world.service.writes).toEqual(locked(5).toSpliced(2, 1));
      const rows = await world.rows(id);
      expect(rows.map(({ state }) => state)).toEqual([
        'confirmed',
        'confirmed',
        null,
        'confirmed',
        'confirmed',
      ]);
      const { change } = valueOf(await world.changes.find(rows[0]?.changeId ?? ''));
      expect(change).toMatchObject({ domain: 'name-0.com', batchId: id, state: 'confirmed' });
    });

    it('never has two changes of an account on their way, whichever batches they are of', async () => {
      const world = new BatchesWorld();
      world.unlock(names(6));
      let underWay = 0;
      let most = 0;
      world.service.onWrite = async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await world.time.timer.sleep(1_000);
        underWay -= 1;
      };
      await world.applied(locking, names(6));
      await world.applied(renewing, names(6));
      await world.quiet();
      expect(most).toBe(1);
      expect(world.service.writes).toHaveLength(12);
    });

    it('leaves out a row that is otherwise than it was when it was looked at, and goes on', async () => {
      const world = new BatchesWorld();
      world.unlock(names(3));
      const batch = await world.prepared(locking, names(3));
      world.service.there('name-1.com').lock = 'locked';
      expect(await world.ran(batch)).toMatchObject({ state: 'done', counts: { leftOut: 1, confirmed: 2 } });
      expect(await world.rows(batch.id, 'left-out')).toMatchObject([
        { domain: 'name-1.com', leftOut: 'changed-since', changeId: null },
      ]);
      expect(world.service.writes).toEqual(['writeLock name-0.com', 'writeLock name-2.com']);
    });

    it('leaves out a renewal of a domain that was not found since it was looked at', async () => {
      const world = new BatchesWorld();
      world.own(...names(3));
      const batch = await world.prepared(renewing, names(3));
      const at = world.time.now().toISOString();
      const troubles = [{ part: 'lock' as const, error: refusal('not-found'), at }];
      world.domains.observe({ accountId, news: [{ name: 'name-1.com', troubles }] });
      expect(await world.ran(batch)).toMatchObject({ state: 'done', counts: { leftOut: 1, confirmed: 2 } });
      expect(await world.rows(batch.id, 'left-out')).toMatchObject([
        { domain: 'name-1.com', leftOut: 'not-found', changeId: null },
      ]);
      expect(world.service.writes).toEqual(['renew name-0.com', 'renew name-2.com']);
    });

    it('leaves out a domain that was archived or transferred away since it was looked at', async () => {
      const world = new BatchesWorld();
      world.own(...names(3));
      const batch = await world.prepared(renewing, names(3));
      const at = world.time.now().toISOString();
      world.domains.set({ accountId, names: ['name-0.com'], archivedAt: at });
      const transferredAway = { value: true, at, source: 'sync' } as const;
      world.domains.observe({ accountId, news: [{ name: 'name-1.com', transferredAway }] });
      expect(await world.ran(batch)).toMatchObject({ state: 'done', counts: { leftOut: 2, confirmed: 1 } });
      expect(await world.rows(batch.id, 'left-out')).toMatchObject([
        { domain: 'name-0.com', leftOut: 'archived', changeId: null },
        { domain: 'name-1.com', leftOut: 'transferred-away', changeId: null },
      ]);
      expect(world.service.writes).toEqual(['renew name-2.com']);
    });

    it('leaves out a row that another change keeps busy, or that cannot be read any more', async () => {
      const world = new BatchesWorld();
      world.unlock(names(3));
      const { id, digest } = await world.prepared(locking, names(3));
      world.failingNames.set('name-1.com', refusal('validation'));
      valueOf(await world.batches.apply(id, digest ?? '', 3, false));
      await world.quiet();
      expect(await world.rows(id, 'odd')).toMatchObject([
        { domain: 'name-1.com', leftOut: 'not-readable', error: { kind: 'refused' } },
      ]);
    });

    it('goes on after what the service refuses for one domain, and says so of that row', async () => {
      const world = new BatchesWorld();
      world.unlock(names(3));
      world.service.behaviours.push({ outcome: 'refused', isApplied: false });
      const { id } = await world.applied(locking, names(3));
      await world.quiet();
      expect(await world.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 2, refused: 1 } });
      expect(await world.rows(id, 'odd')).toMatchObject([
        { domain: 'name-0.com', state: 'refused', changeError: { kind: 'refused' } },
      ]);
      expect(needingAttention((await world.find(id)).counts)).toBe(1);
      expect((await world.rows(id, 'to-do')).map(({ changeError }) => changeError?.kind ?? null)).toEqual([
        'refused',
        null,
        null,
      ]);
    });
  });

  describe('a batch that cannot go on', () => {
    it.each<readonly [string, AppError]>([
      ['the key is refused', refusal('credentials')],
      ['there is no key', { kind: 'no-key' }],
      ['the keychain is locked', { kind: 'keychain', fault: 'locked' }],
    ])('because %s halts and says why, and every row that is left stays to be done', async (_, error) => {
      const world = new BatchesWorld();
      world.unlock(names(3));
      const batch = await world.prepared(locking, names(3));
      world.everything = error;
      expect(await world.ran(batch)).toMatchObject({
        state: 'halted',
        waitingFor: error,
        counts: { leftOut: 0 },
      });
      world.everything = null;
      expect(await world.resumed(batch.id)).toMatchObject({
        state: 'done',
        waitingFor: null,
        counts: { confirmed: 3 },
      });
    });

    it('offline waits, sends nothing, and goes on by itself', async () => {
      const world = new BatchesWorld();
      world.unlock(names(3));
      const batch = await world.prepared(locking, names(3));
      world.everything = offline;
      expect(await world.ran(batch)).toMatchObject({ state: 'running', waitingFor: offline });
      expect(world.service.writes).toEqual([]);
      world.everything = null;
      await world.time.pass(61_000);
      await world.quiet();
      expect(await world.find(batch.id)).toMatchObject({ state: 'done', waitingFor: null });
      expect(world.service.writes).toEqual(locked(3));
    });

    it('because a change did not get out makes it anew when it can', async () => {
      const world = new BatchesWorld();
      world.unlock(names(2));
      const batch = await world.prepared(locking, names(2));
      world.service.behaviours.push({ outcome: 'unsent', isApplied: false });
      valueOf(await world.apply(batch));
      await world.time.pass(1_000);
      expect(await world.find(batch.id)).toMatchObject({
        state: 'running',
        waitingFor: { kind: 'not-sent' },
      });
      expect(await world.rows(batch.id)).toMatchObject([{ changeId: null }, { changeId: null }]);
      await world.quiet();
      expect(await world.find(batch.id)).toMatchObject({ state: 'done', counts: { confirmed: 2 } });
      expect(world.service.writes).toEqual(locked(2));
    });

    it('for want of the disk halts, as soon as that can be written down', async () => {
      const world = new BatchesWorld();
      world.unlock(names(2));
      const batch = await world.prepared(locking, names(2));
      world.kept.failAt('planned', 'full');
      world.failing.set('move', 'full');
      expect((await world.ran(batch)).state).toBe('running');
      world.failing.clear();
      await world.quiet();
      expect(await world.find(batch.id)).toMatchObject({
        state: 'halted',
        waitingFor: { kind: 'storage', fault: 'full' },
      });
      world.kept.failAt('planned', null);
      await world.resumed(batch.id);
      expect(world.service.writes).toEqual(locked(2));
    });

    it('because of a bug halts with its number, and can go on', async () => {
      const world = new BatchesWorld();
      world.unlock(names(2));
      const batch = await world.prepared(locking, names(2));
      world.throwing.add('next');
      expect(await world.ran(batch)).toMatchObject({
        state: 'halted',
        waitingFor: { kind: 'bug', incidentId: 'bug 1' },
      });
      world.throwing.clear();
      await world.resumed(batch.id);
      expect(world.service.writes).toEqual(locked(2));
    });

    it.each(['credit', 'permission', 'credentials', 'address', 'rate'] as const)(
      'because a change was refused for %s halts, and does not make it again',
      async (why) => {
        const world = new BatchesWorld();
        world.unlock(names(3));
        world.refusing.set('name-1.com', refusal(why));
        const { id } = await world.applied(locking, names(3));
        await world.quiet();
        expect(await world.find(id)).toMatchObject({
          state: 'halted',
          waitingFor: { kind: 'refused', why },
          counts: { confirmed: 1, refused: 1 },
        });
        world.refusing.clear();
        expect(await world.resumed(id)).toMatchObject({
          state: 'done',
          counts: { confirmed: 2, refused: 1 },
        });
        expect(world.service.writes).toEqual([locked(3)[0], locked(3)[2]]);
      },
    );

    it.each<[string, FullBatchAsk]>([
      ['child-register', { kind: 'child-register', host: 'ns1.name-0.com', address: '192.0.2.1' }],
      ['child-delete', { kind: 'child-delete', host: 'ns1.name-0.com' }],
      ['sync', { kind: 'sync' }],
    ])('over a change of %s knows the row as sent', async (_kind, ask) => {
      const world = new BatchesWorld();
      world.own('name-0.com');
      const { id } = await world.applied(ask, names(1));
      await world.quiet();
      expect(await world.rows(id)).toMatchObject([{ state: 'confirmed' }]);
    });

    it('waits for a service that has too much to do, as long as nothing is sent', async () => {
      const world = new BatchesWorld();
      world.unlock(names(2));
      const batch = await world.prepared(locking, names(2));
      world.everything = refusal('rate');
      expect(await world.ran(batch)).toMatchObject({ state: 'running', waitingFor: { why: 'rate' } });
      world.everything = null;
      expect((await world.resumed(batch.id)).state).toBe('done');
    });
  });
});

describe('what is asked of each domain', () => {
  it('is written for people', () => {
    expect(afterOf({ kind: 'lock', state: 'unlocked' })).toBe('unlocked');
    expect(afterOf({ kind: 'renew', periodYears: 1 })).toBe('renewed for 1 year');
    const ask = { kind: 'nameservers', nameservers: ['B.example.net.', 'a.example.net'] } as const;
    expect(afterOf(ask)).toBe('b.example.net, a.example.net');
  });
});

describe('what a failure means for a batch', () => {
  it('is that of a refusal which may be of all names nobody goes on to the next one', () => {
    const ofOneName = refusalReasons.filter(
      (why) => classifyFailure({ kind: 'refused', why, status: 200, said: '' }, 'batch') === 'item',
    );
    expect(ofOneName).toEqual([
      'permission',
      'credit',
      'exists',
      'not-found',
      'validation',
      'redirect',
      'other',
    ]);
  });

  it('is that a person has to look, where neither time nor another row helps', () => {
    const errors: readonly AppError[] = [
      { kind: 'no-account' },
      { kind: 'no-key' },
      { kind: 'keychain', fault: 'locked' },
      { kind: 'journal-broken', journal: 'changes', seq: 1 },
      { kind: 'storage', fault: 'full' },
      { kind: 'bug', incidentId: '' },
    ];
    expect(errors.map((error) => classifyFailure(error, 'batch'))).toEqual(errors.map(() => 'stop'));
  });

  it('is told as the reason where a row is left out', () => {
    expect(reasonOf({ kind: 'changed-since', what: 'lock' })).toBe('changed-since');
    expect(reasonOf({ kind: 'open-change', changeId: '', number: 1 })).toBe('open-change');
    expect(reasonOf({ kind: 'unreadable', status: 200, why: 'empty' })).toBe('not-readable');
    // It was read: the service is not asked again for it.
    expect(reasonOf({ kind: 'invalid-input', field: 'domain', reason: 'No name.' })).toBe('unsendable');
  });
});

describe('what a change means for those after it', () => {
  it('is a doubt wherever it is not over', () => {
    const kinds = changeStates.map((state) => [state, afterChange({ state, error: null }).kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      planned: 'uncertain',
      sending: 'uncertain',
      uncertain: 'uncertain',
      confirmed: 'next',
      refused: 'next',
      applied: 'next',
      'not-applied': 'next',
      settled: 'next',
      withdrawn: 'next',
    });
  });

  it.each(refusalReasons)('is a halt where all would be refused so: %s', (why) => {
    const error = { kind: 'refused', why, status: 200, said: '' } as const;
    const halts = ['credentials', 'address', 'permission', 'rate', 'credit'].includes(why);
    expect(afterChange({ state: 'refused', error })).toEqual(
      halts ? { kind: 'halt', why: error } : { kind: 'next' },
    );
    expect(afterChange({ state: 'applied', error }).kind).toBe('next');
  });
});

describe('a batch of syncs', () => {
  it('asks the service nothing before it is applied; then each domain is synced once and its answer stands in its row', async () => {
    const world = new BatchesWorld();
    world.own(...names(2));
    const at = '2026-02-01T00:00:00.000Z';
    const expiry = { source: 'typed', date: '2026-05-06', at } as const;
    world.domains.observe({ accountId, news: [{ name: 'name-0.com', expiries: [expiry] }] });
    const batch = await world.prepared(syncing, names(2));
    expect(world.service.reads).toEqual([]);
    expect(await world.rows(batch.id)).toMatchObject([
      { before: '2026-05-06', leftOut: null, syncAnswer: null },
      { before: null, leftOut: null, syncAnswer: null },
    ]);
    expect((await world.ran(batch)).counts).toMatchObject({ confirmed: 2, uncertain: 0 });
    expect(world.service.writes).toEqual(['sync name-0.com', 'sync name-1.com']);
    expect(
      (await world.rows(batch.id)).map(({ proof, syncAnswer }) => [proof, syncAnswer?.expiresOn]),
    ).toEqual([
      ['answer', '2027-05-06'],
      ['answer', '2027-05-06'],
    ]);
    expect(world.observed.filter(({ source }) => source === 'sync')).toMatchObject([
      { domain: 'name-0.com', source: 'sync', syncAnswer: { expiresOn: '2027-05-06' } },
      { domain: 'name-1.com', source: 'sync', syncAnswer: { expiresOn: '2027-05-06' } },
    ]);
  });

  it('stops at a sync of which nobody knows, and leaves out what was archived', async () => {
    const world = new BatchesWorld();
    world.own(...names(3));
    const archivedAt = world.time.now().toISOString();
    world.domains.set({ accountId, names: ['name-0.com'], archivedAt });
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: true });
    const batch = await world.ran(await world.prepared(syncing, names(3)));
    expect(batch).toMatchObject({ state: 'halted', counts: { leftOut: 1, uncertain: 1, remaining: 1 } });
    expect(world.service.writes).toEqual(['sync name-1.com']);
  });
});
