import { describe, expect, it } from 'vitest';
import type { AppError, RefusalReason } from '#shared/errors.ts';
import { locking, names, PlanningDesk, renewing } from '../../../../../support/plans/a-planning-desk.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const offline = { kind: 'unreachable', why: 'offline' } as const;
const refusal = (why: RefusalReason) => ({ kind: 'refused', why, status: 200, said: '' }) as const;

const locked = (count: number) => names(count).map((name) => `writeLock ${name}`);

describe('a plan that is applied', () => {
  it('sends one change for each row that is not left out, in their order, and is done', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(5));
    desk.service.there('name-2.com').lock = 'locked';
    const { id } = await desk.applied(locking, names(5));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({
      state: 'done',
      counts: { rows: 5, leftOut: 1, toDo: 4, confirmed: 4, refused: 0, uncertain: 0 },
    });
    expect(desk.service.writes).toEqual(locked(5).toSpliced(2, 1));
    const rows = await desk.rows(id);
    expect(rows.map(({ state }) => state)).toEqual([
      'confirmed',
      'confirmed',
      null,
      'confirmed',
      'confirmed',
    ]);
    const { change } = valueOf(await desk.changes.find(rows[0]?.changeId ?? ''));
    expect(change).toMatchObject({ domain: 'name-0.com', planId: id, state: 'confirmed' });
  });

  it('never has two changes of an account on their way, whichever plans they are of', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(6));
    let underWay = 0;
    let most = 0;
    desk.service.onWrite = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await desk.time.timer.sleep(1_000);
      underWay -= 1;
    };
    await desk.applied(locking, names(6));
    await desk.applied(renewing, names(6));
    await desk.quiet();
    expect(most).toBe(1);
    expect(desk.service.writes).toHaveLength(12);
  });

  it('leaves out a row that is otherwise than it was when it was looked at, and goes on', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(3));
    const { id, digest, typedCount } = await desk.prepared(locking, names(3));
    desk.service.there('name-1.com').lock = 'locked';
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'done', counts: { leftOut: 1, confirmed: 2 } });
    expect(await desk.rows(id, 'left-out')).toMatchObject([
      { domain: 'name-1.com', leftOut: 'changed-since', changeId: null },
    ]);
    expect(desk.service.writes).toEqual(['writeLock name-0.com', 'writeLock name-2.com']);
  });

  it('leaves out a row that another change keeps busy, or that cannot be read any more', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(3));
    const { id, digest } = await desk.prepared(locking, names(3));
    desk.failingNames.set('name-1.com', refusal('validation'));
    valueOf(await desk.plans.apply(id, digest ?? '', 3, false));
    await desk.quiet();
    expect(await desk.rows(id, 'odd')).toMatchObject([
      { domain: 'name-1.com', leftOut: 'not-readable', error: { kind: 'refused' } },
    ]);
  });

  it('goes on after what the service refuses for one domain, and says so of that row', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(3));
    desk.service.behaviours.push({ outcome: 'refused', isApplied: false });
    const { id } = await desk.applied(locking, names(3));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 2, refused: 1 } });
    expect(await desk.rows(id, 'odd')).toMatchObject([{ domain: 'name-0.com', state: 'refused' }]);
  });
});

describe('a plan that cannot go on', () => {
  it.each<readonly [string, AppError]>([
    ['the key is refused', refusal('credentials')],
    ['there is no key', { kind: 'no-key' }],
    ['the keychain is locked', { kind: 'keychain', fault: 'locked' }],
  ])('because %s halts and says why, and every row that is left stays to be done', async (_, error) => {
    const desk = new PlanningDesk();
    desk.unlock(names(3));
    const { id, digest, typedCount } = await desk.prepared(locking, names(3));
    desk.everything = error;
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'halted', waitingFor: error, counts: { leftOut: 0 } });
    desk.everything = null;
    valueOf(await desk.plans.resume(id, false));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'done', waitingFor: null, counts: { confirmed: 3 } });
  });

  it('offline waits, sends nothing, and goes on by itself', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(3));
    const { id, digest, typedCount } = await desk.prepared(locking, names(3));
    desk.everything = offline;
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'running', waitingFor: offline });
    expect(desk.service.writes).toEqual([]);
    desk.everything = null;
    await desk.time.pass(61_000);
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'done', waitingFor: null });
    expect(desk.service.writes).toEqual(locked(3));
  });

  it('because a change did not get out makes it anew when it can', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(2));
    const { id, digest, typedCount } = await desk.prepared(locking, names(2));
    desk.service.behaviours.push({ outcome: 'not-sent', isApplied: false });
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.time.pass(1_000);
    expect(await desk.find(id)).toMatchObject({ state: 'running', waitingFor: { kind: 'not-sent' } });
    expect(await desk.rows(id)).toMatchObject([{ changeId: null }, { changeId: null }]);
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 2 } });
    expect(desk.service.writes).toEqual(locked(2));
  });

  it('for want of the disk halts, as soon as that can be written down', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(2));
    const { id, digest, typedCount } = await desk.prepared(locking, names(2));
    desk.kept.failAt('planned', 'full');
    desk.failing.set('move', 'full');
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('running');
    desk.failing.clear();
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'storage', fault: 'full' },
    });
    desk.kept.failAt('planned', null);
    valueOf(await desk.plans.resume(id, false));
    await desk.quiet();
    expect(desk.service.writes).toEqual(locked(2));
  });

  it('because of a bug halts with its number, and can go on', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(2));
    const { id, digest, typedCount } = await desk.prepared(locking, names(2));
    desk.throwing.add('next');
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'bug', incidentId: 'bug 1' },
    });
    desk.throwing.clear();
    valueOf(await desk.plans.resume(id, false));
    await desk.quiet();
    expect(desk.service.writes).toEqual(locked(2));
  });

  it.each(['credit', 'permission', 'credentials', 'address', 'rate'] as const)(
    'because a change was refused for %s halts, and does not make it again',
    async (why) => {
      const desk = new PlanningDesk();
      desk.unlock(names(3));
      desk.refusing.set('name-1.com', refusal(why));
      const { id } = await desk.applied(locking, names(3));
      await desk.quiet();
      expect(await desk.find(id)).toMatchObject({
        state: 'halted',
        waitingFor: { kind: 'refused', why },
        counts: { confirmed: 1, refused: 1 },
      });
      desk.refusing.clear();
      valueOf(await desk.plans.resume(id, false));
      await desk.quiet();
      expect(await desk.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 2, refused: 1 } });
      expect(desk.service.writes).toEqual([locked(3)[0], locked(3)[2]]);
    },
  );

  it('waits for a service that has too much to do, as long as nothing is sent', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(2));
    const { id, digest, typedCount } = await desk.prepared(locking, names(2));
    desk.everything = refusal('rate');
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'running', waitingFor: { why: 'rate' } });
    desk.everything = null;
    valueOf(await desk.plans.resume(id, false));
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('done');
  });
});
