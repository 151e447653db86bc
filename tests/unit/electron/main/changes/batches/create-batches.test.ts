import { describe, expect, it } from 'vitest';
import {
  accountId,
  BatchesWorld,
  locking,
  names,
  renewing,
} from '../../../../../support/batches/a-batches-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const many = Array.from({ length: 200 }, (_, index) => `owned-${index}.com`);
const changed = { ok: false, error: { kind: 'changed-since', what: 'batch' } };

describe('leaving a row out by hand', () => {
  it('and taking it in again changes the digest, and gives it back', async () => {
    const world = new BatchesWorld();
    const first = await world.prepared(renewing, names(3));
    const without = valueOf(await world.batches.leaveOut(first.id, 1, true));
    expect(without.counts).toMatchObject({ leftOut: 1, toDo: 2 });
    expect(without.digest).not.toBe(first.digest);
    expect((await world.rows(first.id, 'left-out'))[0]).toMatchObject({ index: 1, leftOut: 'by-hand' });
    expect(await world.batches.apply(first.id, first.digest ?? '', 3, false)).toMatchObject(changed);
    const back = valueOf(await world.batches.leaveOut(first.id, 1, false));
    expect(back.digest).toBe(first.digest);
  });

  it('may be how it begins: it is read, not applied, and can be included', async () => {
    const world = new BatchesWorld();
    world.own(...names(3));
    const [, second = ''] = names(3);
    const { id } = valueOf(await world.batches.prepare(accountId, renewing, names(3), null, [second]));
    await world.quiet();
    expect(await world.rows(id, 'left-out')).toMatchObject([{ domain: second, leftOut: 'by-hand' }]);
    const { counts, typedCount } = await world.find(id);
    expect([counts.read, counts.toDo, typedCount]).toEqual([3, 2, 2]);
    expect(valueOf(await world.batches.leaveOut(id, 1, false)).counts).toMatchObject({ toDo: 3 });
  });

  it('is kept when everything is read again', async () => {
    const world = new BatchesWorld();
    const { id } = await world.prepared(renewing, names(3));
    valueOf(await world.batches.leaveOut(id, 1, true));
    valueOf(await world.batches.readAgain(id));
    await world.quiet();
    expect(await world.rows(id, 'left-out')).toMatchObject([{ index: 1, leftOut: 'by-hand' }]);
  });

  it('takes in nothing that is left out for another reason, and no row that is not there', async () => {
    const world = new BatchesWorld();
    world.unlock(['b.com']);
    const { id } = await world.prepared(locking, ['a.com', 'b.com']);
    for (const index of [0, 2]) {
      expect(await world.batches.leaveOut(id, index, false)).toMatchObject({ error: { field: 'index' } });
    }
    expect((await world.rows(id))[0]?.leftOut).toBe('already-so');
  });

  it('is nothing for a batch that is being read', async () => {
    const world = new BatchesWorld();
    world.everything = { kind: 'unreachable', why: 'offline' };
    const { id } = await world.prepared(locking, names(3));
    expect(await world.batches.leaveOut(id, 0, true)).toMatchObject({ error: { field: 'id' } });
  });
});

describe('the count that has to be typed', () => {
  it.each([
    [25, 200, null],
    [26, 200, 26],
    [20, 100, null],
    [21, 100, 21],
    [1, 5, null],
    [1, 4, 1],
    [1, 1, 1],
  ])('of %i changes in a portfolio of %i is %o', async (rows, owned, typedCount) => {
    const world = new BatchesWorld();
    world.own(...names(owned));
    world.unlock(names(rows));
    const batch = await world.prepared(locking, names(rows));
    expect(batch.typedCount).toBe(typedCount);
  });

  it.each([
    ['no price is known', []],
    ['one price is not known', names(2)],
    ['every price is known', names(3)],
  ])('is of renewals, however few, also where %s', async (_, priced) => {
    const world = new BatchesWorld();
    world.own(...many.slice(0, 100));
    world.price('12.50', priced);
    const batch = await world.prepared(renewing, names(3));
    expect(batch.typedCount).toBe(3);
    expect(await world.batches.apply(batch.id, batch.digest ?? '', null, false)).toMatchObject({
      error: { kind: 'invalid-input', field: 'typedCount' },
    });
    expect(await world.ran(batch)).toMatchObject({ state: 'done', counts: { confirmed: 3 } });
  });

  it('is of the rows that are not left out, in what is not archived', async () => {
    const world = new BatchesWorld();
    world.own(...many.slice(0, 10));
    const archivedAt = world.time.now().toISOString();
    world.domains.set({ accountId: 'a1', names: [...many.slice(0, 5)], archivedAt });
    world.unlock(names(2));
    const { id } = await world.prepared(locking, names(2));
    expect((await world.find(id)).typedCount).toBe(2);
    expect(valueOf(await world.batches.leaveOut(id, 0, true)).typedCount).toBeNull();
  });

  it.each([null, 25, 27])('is not %o where it is 26', async (typed) => {
    const world = new BatchesWorld();
    world.limit({ batchCount: 100 });
    const { id, digest } = await world.prepared(renewing, names(26));
    expect(await world.batches.apply(id, digest ?? '', typed, false)).toMatchObject({
      error: { kind: 'invalid-input', field: 'typedCount' },
    });
    await world.quiet();
    expect(world.service.writes).toEqual([]);
    expect(valueOf(await world.batches.apply(id, digest ?? '', 26, false)).state).toBe('running');
  });
});

describe('applying', () => {
  it('is refused with any digest but the present one, and twice', async () => {
    const world = new BatchesWorld();
    const { id, digest, typedCount } = await world.prepared(renewing, names(2));
    expect(await world.batches.apply(id, 'f'.repeat(64), typedCount, false)).toMatchObject(changed);
    valueOf(await world.batches.apply(id, digest ?? '', typedCount, false));
    expect(await world.batches.apply(id, digest ?? '', typedCount, false)).toMatchObject({
      error: { field: 'id' },
    });
    await world.quiet();
    expect(world.service.writes).toHaveLength(2);
  });

  it('is refused where what is kept is not what was looked at', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(renewing, names(2));
    world.kept.database.exec("UPDATE batch_rows SET domain = 'other.com' WHERE number = 1");
    expect(await world.apply(batch)).toMatchObject(changed);
  });

  it('is refused while the journal does not hold together', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(renewing, names(2));
    world.kept.database.exec("UPDATE journal_head SET hash = 'f', entries = 3");
    await world.time.outcomeOf(world.changes.health(true));
    const broken = { error: { kind: 'journal-broken' } };
    expect(await world.apply(batch)).toMatchObject(broken);
    expect(await world.batches.prepare('a1', renewing, names(1))).toMatchObject(broken);
  });
});

describe('steering', () => {
  const locked = (count: number) => names(count).map((name) => `writeLock ${name}`);
  const wrongState = { ok: false, error: { kind: 'invalid-input', field: 'id' } };

  /** A batch over `count` domains whose writes take a second each. */
  async function aSlowRun(count: number) {
    const world = new BatchesWorld();
    world.unlock(names(count));
    const onTheirWay = { now: 0, most: 0 };
    world.service.onWrite = async () => {
      onTheirWay.now += 1;
      onTheirWay.most = Math.max(onTheirWay.most, onTheirWay.now);
      await world.time.timer.sleep(1_000);
      onTheirWay.now -= 1;
    };
    const { id } = await world.applied(locking, names(count));
    return { world, id, onTheirWay };
  }

  describe('pausing a batch', () => {
    it('lets the change that is on its way come to its end, and begins no other', async () => {
      const { world, id } = await aSlowRun(5);
      await world.time.pass(1_500);
      expect(valueOf(await world.batches.pause(id)).state).toBe('paused');
      await world.quiet();
      expect(await world.find(id)).toMatchObject({ state: 'paused', counts: { confirmed: 2 } });
      expect(world.service.writes).toEqual(locked(2));
    });

    it('gives up a row that is not on its way yet, and makes it when it goes on', async () => {
      const world = new BatchesWorld();
      world.unlock(names(3));
      const batch = await world.prepared(locking, names(3));
      world.latencyMs = 5_000;
      valueOf(await world.apply(batch));
      await world.time.pass(1_000);
      valueOf(await world.batches.pause(batch.id));
      await world.quiet();
      expect(world.service.writes).toEqual([]);
      world.latencyMs = 0;
      await world.resumed(batch.id);
      expect(world.service.writes).toEqual(locked(3));
    });

    it('and going on at once sends no row twice, and no two at a time', async () => {
      const { world, id, onTheirWay } = await aSlowRun(5);
      for (let n = 0; n < 5; n += 1) {
        await world.time.pass(300);
        valueOf(await world.batches.pause(id));
        valueOf(await world.batches.resume(id, false));
      }
      await world.quiet();
      expect(await world.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 5, leftOut: 0 } });
      expect(world.service.writes).toEqual(locked(5));
      expect(onTheirWay.most).toBe(1);
    });

    it('goes on after a row that was left out in the meantime', async () => {
      const { world, id } = await aSlowRun(4);
      await world.time.pass(500);
      valueOf(await world.batches.pause(id));
      await world.quiet();
      valueOf(await world.batches.leaveOut(id, 2, true));
      expect(await world.batches.leaveOut(id, 0, true)).toMatchObject({ error: { field: 'index' } });
      await world.resumed(id);
      expect(world.service.writes).toEqual(locked(4).toSpliced(2, 1));
      expect((await world.find(id)).state).toBe('done');
    });
  });

  describe('stopping a batch', () => {
    it('ends it for good', async () => {
      const { world, id } = await aSlowRun(5);
      await world.time.pass(500);
      expect(valueOf(await world.batches.stop(id)).state).toBe('stopped');
      await world.quiet();
      expect(world.service.writes).toEqual(locked(1));
      expect(await world.batches.resume(id, false)).toMatchObject(wrongState);
      expect(await world.batches.stop(id)).toMatchObject(wrongState);
      expect(await world.find(id)).toMatchObject({ state: 'stopped', counts: { confirmed: 1 } });
    });

    it('while it is read ends the reading', async () => {
      const world = new BatchesWorld();
      world.latencyMs = 1_000;
      const { id } = valueOf(await world.batches.prepare(accountId, locking, names(30)));
      await world.time.pass(1_500);
      valueOf(await world.batches.stop(id));
      await world.quiet();
      expect(await world.find(id)).toMatchObject({ state: 'stopped', digest: null });
      expect(world.service.reads.length).toBeLessThan(30);
    });

    it('takes back what was written down and never sent', async () => {
      const { world, id } = await endedAt('planned');
      valueOf(await world.batches.stop(id));
      await world.quiet();
      const all = valueOf(await world.kept.journal.list({ filter: everything(id), offset: 0, limit: 10 }));
      expect(all.changes.map(({ state }) => state)).toEqual(['withdrawn']);
      expect(world.service.writes).toEqual([]);
    });
  });

  const everything = (batchId: string) => ({
    accountId: null,
    states: null,
    kinds: null,
    text: '',
    domain: null,
    batchId,
  });

  /** The program ends when its first row is in this state; it is started again. */
  async function endedAt(state: 'planned' | 'sending') {
    const world = new BatchesWorld();
    const batch = await world.prepared(renewing, names(3));
    if (state === 'planned') {
      // The disk takes nothing after it, and what was begun cannot be taken back.
      world.kept.failAt('sending', 'full');
      world.kept.failAt('withdrawn', 'full');
    } else world.service.onWrite = () => new Promise(() => undefined);
    valueOf(await world.apply(batch));
    await world.time.pass(1);
    world.failing.set('move', 'full');
    await world.time.pass(1);
    world.failing.clear();
    world.kept.failAt('sending', null);
    world.kept.failAt('withdrawn', null);
    const { state: found } = (await world.rows(batch.id))[0] ?? {};
    expect(found).toBe(state);
    world.service.onWrite = () => Promise.resolve();
    await world.restart();
    return { world, id: batch.id };
  }

  describe('a batch that ran when the program ended', () => {
    it('is paused at the next start', async () => {
      const { world, id } = await aSlowRun(5);
      await world.time.pass(500);
      await world.restart();
      await world.quiet();
      const waitingFor = { kind: 'changed-since', what: 'start' };
      expect(await world.find(id)).toMatchObject({ state: 'paused', waitingFor });
      expect(world.service.writes).toEqual(locked(1));
    });

    it('takes the state of its rows from the journal: what was on its way is uncertain and is not sent again', async () => {
      const { world, id } = await endedAt('sending');
      await world.quiet();
      expect((await world.rows(id)).map(({ state }) => state)).toEqual(['uncertain', null, null]);
      await world.goOn(id);
      await world.quiet();
      expect(world.service.writes).toEqual(names(3).map((name) => `renew ${name}`));
      expect(await world.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 2, uncertain: 1 } });
    });

    it('makes anew what was written down and never sent', async () => {
      const { world, id } = await endedAt('planned');
      await world.goOn(id);
      await world.quiet();
      expect(world.service.writes).toEqual(names(3).map((name) => `renew ${name}`));
      const all = valueOf(await world.kept.journal.list({ filter: everything(id), offset: 0, limit: 10 }));
      expect(all.byState).toEqual({ withdrawn: 1, confirmed: 3 });
      expect(await world.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 3 } });
    });
  });

  describe('the end of the program', () => {
    it('waits for no change that is on its way, and asks for nothing any more', async () => {
      const { world, id } = await aSlowRun(5);
      await world.time.pass(500);
      await world.batches.close();
      const before = world.announced.length;
      await world.quiet();
      expect(world.service.writes).toEqual(locked(1));
      expect(world.announced.length).toBe(before);
      expect(await world.rows(id)).toMatchObject([{ state: 'confirmed' }, {}, {}, {}, {}]);
      expect(world.bugs).toEqual([]);
    });

    it('ends a reading, and a wait', async () => {
      const world = new BatchesWorld();
      world.latencyMs = 1_000;
      await world.batches.prepare(accountId, locking, names(30));
      await world.time.pass(1_500);
      await world.batches.close();
      const offline = new BatchesWorld();
      offline.everything = { kind: 'unreachable', why: 'offline' };
      await offline.prepared(locking, names(3));
      await offline.batches.close();
      const asked = [world.service.reads.length, offline.service.reads.length];
      await world.quiet();
      await offline.quiet();
      expect([world.service.reads.length, offline.service.reads.length]).toEqual(asked);
    });
  });

  describe('what is told of batches', () => {
    it('is told every 100 ms at most, and the last state in any case', async () => {
      const { world, id } = await aSlowRun(3);
      world.service.onWrite = () => world.time.timer.sleep(7);
      await world.quiet();
      const moments = world.announced.map(({ atMs }) => atMs);
      const pauses = moments.slice(1).map((atMs, index) => atMs - (moments[index] ?? 0));
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(100);
      expect(world.announced.at(-1)?.batch).toEqual(await world.find(id));
    });

    it('is that a batch was removed, which one that runs cannot be', async () => {
      const { world, id } = await aSlowRun(3);
      expect(await world.batches.remove(id)).toMatchObject(wrongState);
      valueOf(await world.batches.pause(id));
      valueOf(await world.batches.remove(id));
      await world.quiet();
      expect(world.removed).toEqual([id]);
      expect(await world.batches.find(id)).toMatchObject(wrongState);
      expect(await world.batches.rows(id, { which: 'all', offset: 0, limit: 1 })).toMatchObject(wrongState);
      expect(world.announced.filter(({ batch }) => batch.id === id).at(-1)?.batch.state).not.toBe('removed');
      expect(world.bugs).toEqual([]);
    });
  });
});

describe('a batch that comes to an uncertain change', () => {
  const uncertainSecond = async (goesOn: boolean) => {
    const world = new BatchesWorld();
    const { id } = await world.prepared(renewing, names(4));
    const { digest, typedCount } = await world.find(id);
    world.service.behaviours.push(
      { outcome: 'done', isApplied: true },
      { outcome: 'uncertain', isApplied: false },
    );
    valueOf(await world.batches.apply(id, digest ?? '', typedCount, goesOn));
    await world.quiet();
    return { world, id };
  };

  it('halts there, and goes on with the next one when a person says so', async () => {
    const { world, id } = await uncertainSecond(false);
    expect(await world.find(id)).toMatchObject({
      state: 'halted',
      waitingFor: null,
      counts: { confirmed: 1, uncertain: 1 },
    });
    expect(world.service.writes).toHaveLength(2);
    expect(await world.resumed(id)).toMatchObject({ state: 'done', counts: { confirmed: 3, uncertain: 1 } });
    expect(world.service.writes).toEqual(names(4).map((name) => `renew ${name}`));
  });

  it('halts there too when it was paused and resumed while the change was being sent', async () => {
    const world = new BatchesWorld();
    world.service.onWrite = () => world.time.timer.sleep(1_000);
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = await world.applied(renewing, names(3));
    for (let n = 0; n < 2; n += 1) {
      await world.time.pass(300);
      valueOf(await world.batches.pause(id));
      valueOf(await world.batches.resume(id, false));
    }
    await world.quiet();
    expect(await world.find(id)).toMatchObject({ state: 'halted', counts: { confirmed: 0, uncertain: 1 } });
    expect(world.service.writes).toEqual(['renew name-0.com']);
    expect(await world.resumed(id)).toMatchObject({ state: 'done', counts: { confirmed: 2, uncertain: 1 } });
  });

  it('does not halt at one that was uncertain before the batch was resumed', async () => {
    const world = new BatchesWorld();
    world.service.onWrite = () => world.time.timer.sleep(1_000);
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = await world.applied(renewing, names(3));
    await world.time.pass(300);
    valueOf(await world.batches.pause(id));
    await world.quiet();
    expect(await world.find(id)).toMatchObject({ state: 'paused', counts: { uncertain: 1 } });
    expect(await world.resumed(id)).toMatchObject({ state: 'done', counts: { confirmed: 2, uncertain: 1 } });
  });

  it('halts again at the next one, unless it was told to go on', async () => {
    const { world, id } = await uncertainSecond(false);
    const doubt = { outcome: 'uncertain', isApplied: false } as const;
    world.service.behaviours.push(doubt);
    expect(await world.resumed(id)).toMatchObject({ state: 'halted', counts: { uncertain: 2 } });
    world.service.behaviours.push(doubt);
    expect(await world.resumed(id, true)).toMatchObject({ state: 'done', counts: { uncertain: 3 } });
  });

  it('counts it as what a person says became of it', async () => {
    const { world, id } = await uncertainSecond(true);
    const odd = await world.rows(id, 'odd');
    valueOf(await world.changes.settle(odd[0]?.changeId ?? '', 'applied', 'The invoice says so.'));
    await world.quiet();
    expect(await world.find(id)).toMatchObject({ counts: { confirmed: 4, uncertain: 0 } });
    expect(world.announced.at(-1)?.batch.counts).toMatchObject({ confirmed: 4, uncertain: 0 });
    expect(await world.rows(id, 'odd')).toEqual([]);
  });
});

describe('a batch of a child nameserver', () => {
  const host = 'ns1.name-0.com';
  it.each([
    ['two domains', ['name-0.com', 'name-1.com']],
    ['a domain that the host is not inside', ['ame-0.com']],
  ])('is not made for %s', async (_, domains) => {
    const world = new BatchesWorld();
    const ask = { kind: 'child-delete', host } as const;
    expect(await world.batches.prepare('a1', ask, domains)).toMatchObject({
      error: { kind: 'invalid-input', field: 'domains' },
    });
  });
});
