import { describe, expect, it } from 'vitest';
import {
  accountId,
  locking,
  names,
  PlanningDesk,
  renewing,
} from '../../../../../support/plans/a-planning-desk.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const locked = (count: number) => names(count).map((name) => `writeLock ${name}`);
const wrongState = { ok: false, error: { kind: 'invalid-input', field: 'id' } };

/** A plan over `count` domains whose writes take a second each. */
async function aSlowRun(count: number) {
  const desk = new PlanningDesk();
  desk.unlock(names(count));
  const onTheirWay = { now: 0, most: 0 };
  desk.service.onWrite = async () => {
    onTheirWay.now += 1;
    onTheirWay.most = Math.max(onTheirWay.most, onTheirWay.now);
    await desk.time.timer.sleep(1_000);
    onTheirWay.now -= 1;
  };
  const { id } = await desk.applied(locking, names(count));
  return { desk, id, onTheirWay };
}

describe('pausing a plan', () => {
  it('lets the change that is on its way come to its end, and begins no other', async () => {
    const { desk, id } = await aSlowRun(5);
    await desk.time.pass(1_500);
    expect(valueOf(await desk.plans.pause(id)).state).toBe('paused');
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'paused', counts: { confirmed: 2 } });
    expect(desk.service.writes).toEqual(locked(2));
  });

  it('gives up a row that is not on its way yet, and makes it when it goes on', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(3));
    const { id, digest, typedCount } = await desk.prepared(locking, names(3));
    desk.latencyMs = 5_000;
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.time.pass(1_000);
    valueOf(await desk.plans.pause(id));
    await desk.quiet();
    expect(desk.service.writes).toEqual([]);
    desk.latencyMs = 0;
    valueOf(await desk.plans.resume(id, false));
    await desk.quiet();
    expect(desk.service.writes).toEqual(locked(3));
  });

  it('and going on at once sends no row twice, and no two at a time', async () => {
    const { desk, id, onTheirWay } = await aSlowRun(5);
    for (let n = 0; n < 5; n += 1) {
      await desk.time.pass(300);
      valueOf(await desk.plans.pause(id));
      valueOf(await desk.plans.resume(id, false));
    }
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 5, leftOut: 0 } });
    expect(desk.service.writes).toEqual(locked(5));
    expect(onTheirWay.most).toBe(1);
  });

  it('goes on after a row that was left out in the meantime', async () => {
    const { desk, id } = await aSlowRun(4);
    await desk.time.pass(500);
    valueOf(await desk.plans.pause(id));
    await desk.quiet();
    valueOf(await desk.plans.leaveOut(id, 2, true));
    expect(await desk.plans.leaveOut(id, 0, true)).toMatchObject({ error: { field: 'index' } });
    valueOf(await desk.plans.resume(id, false));
    await desk.quiet();
    expect(desk.service.writes).toEqual(locked(4).toSpliced(2, 1));
    expect((await desk.find(id)).state).toBe('done');
  });
});

describe('stopping a plan', () => {
  it('ends it for good', async () => {
    const { desk, id } = await aSlowRun(5);
    await desk.time.pass(500);
    expect(valueOf(await desk.plans.stop(id)).state).toBe('stopped');
    await desk.quiet();
    expect(desk.service.writes).toEqual(locked(1));
    expect(await desk.plans.resume(id, false)).toMatchObject(wrongState);
    expect(await desk.plans.stop(id)).toMatchObject(wrongState);
    expect(await desk.find(id)).toMatchObject({ state: 'stopped', counts: { confirmed: 1 } });
  });

  it('while it is read ends the reading', async () => {
    const desk = new PlanningDesk();
    desk.latencyMs = 1_000;
    const { id } = valueOf(await desk.plans.prepare(accountId, locking, names(30)));
    await desk.time.pass(1_500);
    valueOf(await desk.plans.stop(id));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'stopped', digest: null });
    expect(desk.service.reads.length).toBeLessThan(30);
  });

  it('takes back what was written down and never sent', async () => {
    const { desk, id } = await endedAt('planned');
    valueOf(await desk.plans.stop(id));
    await desk.quiet();
    const all = valueOf(await desk.kept.journal.list({ filter: everything(id), offset: 0, limit: 10 }));
    expect(all.changes.map(({ state }) => state)).toEqual(['withdrawn']);
    expect(desk.service.writes).toEqual([]);
  });
});

const everything = (planId: string) => ({
  accountId: null,
  states: null,
  kinds: null,
  text: '',
  domain: null,
  planId,
});

/** The program ends when its first row is in this state; it is started again. */
async function endedAt(state: 'planned' | 'sending') {
  const desk = new PlanningDesk();
  const { id, digest, typedCount } = await desk.prepared(renewing, names(3));
  if (state === 'planned') {
    // The disk takes nothing after it, and what was begun cannot be taken back.
    desk.kept.failAt('sending', 'full');
    desk.kept.failAt('withdrawn', 'full');
  } else desk.service.onWrite = () => new Promise(() => undefined);
  valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
  await desk.time.pass(1);
  desk.failing.set('move', 'full');
  await desk.time.pass(1);
  desk.failing.clear();
  desk.kept.failAt('sending', null);
  desk.kept.failAt('withdrawn', null);
  const { state: found } = (await desk.rows(id))[0] ?? {};
  expect(found).toBe(state);
  desk.service.onWrite = () => Promise.resolve();
  await desk.restart();
  return { desk, id };
}

describe('a plan that ran when the program ended', () => {
  it('is paused at the next start', async () => {
    const { desk, id } = await aSlowRun(5);
    await desk.time.pass(500);
    await desk.restart();
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'paused', waitingFor: null });
    expect(desk.service.writes).toEqual(locked(1));
  });

  it('takes the state of its rows from the journal: what was on its way is uncertain and is not sent again', async () => {
    const { desk, id } = await endedAt('sending');
    await desk.quiet();
    expect((await desk.rows(id)).map(({ state }) => state)).toEqual(['uncertain', null, null]);
    await desk.goOn(id);
    await desk.quiet();
    expect(desk.service.writes).toEqual(names(3).map((name) => `renew ${name}`));
    expect(await desk.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 2, uncertain: 1 } });
  });

  it('makes anew what was written down and never sent', async () => {
    const { desk, id } = await endedAt('planned');
    await desk.goOn(id);
    await desk.quiet();
    expect(desk.service.writes).toEqual(names(3).map((name) => `renew ${name}`));
    const all = valueOf(await desk.kept.journal.list({ filter: everything(id), offset: 0, limit: 10 }));
    expect(all.byState).toEqual({ withdrawn: 1, confirmed: 3 });
    expect(await desk.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 3 } });
  });
});

describe('the end of the program', () => {
  it('waits for no change that is on its way, and asks for nothing any more', async () => {
    const { desk, id } = await aSlowRun(5);
    await desk.time.pass(500);
    await desk.plans.close();
    const before = desk.told.length;
    await desk.quiet();
    expect(desk.service.writes).toEqual(locked(1));
    expect(desk.told.length).toBe(before);
    expect(await desk.rows(id)).toMatchObject([{ state: 'confirmed' }, {}, {}, {}, {}]);
    expect(desk.bugs).toEqual([]);
  });

  it('ends a reading, and a wait', async () => {
    const desk = new PlanningDesk();
    desk.latencyMs = 1_000;
    await desk.plans.prepare(accountId, locking, names(30));
    await desk.time.pass(1_500);
    await desk.plans.close();
    const offline = new PlanningDesk();
    offline.everything = { kind: 'unreachable', why: 'offline' };
    await offline.prepared(locking, names(3));
    await offline.plans.close();
    const asked = [desk.service.reads.length, offline.service.reads.length];
    await desk.quiet();
    await offline.quiet();
    expect([desk.service.reads.length, offline.service.reads.length]).toEqual(asked);
  });
});

describe('what is told of plans', () => {
  it('is told every 100 ms at most, and the last state in any case', async () => {
    const { desk, id } = await aSlowRun(3);
    desk.service.onWrite = () => desk.time.timer.sleep(7);
    await desk.quiet();
    const moments = desk.told.map(({ atMs }) => atMs);
    const pauses = moments.slice(1).map((atMs, index) => atMs - (moments[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(100);
    expect(desk.told.at(-1)?.plan).toEqual(await desk.find(id));
  });

  it('is that a plan was removed, which one that runs cannot be', async () => {
    const { desk, id } = await aSlowRun(3);
    expect(await desk.plans.remove(id)).toMatchObject(wrongState);
    valueOf(await desk.plans.pause(id));
    valueOf(await desk.plans.remove(id));
    await desk.quiet();
    expect(desk.removed).toEqual([id]);
    expect(await desk.plans.find(id)).toMatchObject(wrongState);
    expect(await desk.plans.rows(id, { which: 'all', offset: 0, limit: 1 })).toMatchObject(wrongState);
    expect(desk.told.filter(({ plan }) => plan.id === id).at(-1)?.plan.state).not.toBe('removed');
    expect(desk.bugs).toEqual([]);
  });
});
