import { describe, expect, it } from 'vitest';
import { locking, names, PlanningDesk, renewing } from '../../../../../support/plans/a-planning-desk.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const many = Array.from({ length: 200 }, (_, index) => `owned-${index}.com`);
const changed = { ok: false, error: { kind: 'changed-since', what: 'plan' } };

describe('leaving a row out by hand', () => {
  it('and taking it in again changes the digest, and gives it back', async () => {
    const desk = new PlanningDesk();
    const first = await desk.prepared(renewing, names(3));
    const without = valueOf(await desk.plans.leaveOut(first.id, 1, true));
    expect(without.counts).toMatchObject({ leftOut: 1, toDo: 2 });
    expect(without.digest).not.toBe(first.digest);
    expect((await desk.rows(first.id, 'left-out'))[0]).toMatchObject({ index: 1, leftOut: 'by-hand' });
    expect(await desk.plans.apply(first.id, first.digest ?? '', 3, false)).toMatchObject(changed);
    const back = valueOf(await desk.plans.leaveOut(first.id, 1, false));
    expect(back.digest).toBe(first.digest);
  });

  it('keeps it from being applied', async () => {
    const desk = new PlanningDesk();
    const { id } = await desk.prepared(renewing, names(3));
    const { digest, typedCount } = valueOf(await desk.plans.leaveOut(id, 1, true));
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.quiet();
    expect(desk.service.writes).toEqual(['renew name-0.com', 'renew name-2.com']);
  });

  it('is kept when everything is read again', async () => {
    const desk = new PlanningDesk();
    const { id } = await desk.prepared(renewing, names(3));
    valueOf(await desk.plans.leaveOut(id, 1, true));
    valueOf(await desk.plans.readAgain(id));
    await desk.quiet();
    expect(await desk.rows(id, 'left-out')).toMatchObject([{ index: 1, leftOut: 'by-hand' }]);
  });

  it('takes in nothing that is left out for another reason, and no row that is not there', async () => {
    const desk = new PlanningDesk();
    desk.unlock(['b.com']);
    const { id } = await desk.prepared(locking, ['a.com', 'b.com']);
    for (const index of [0, 2]) {
      expect(await desk.plans.leaveOut(id, index, false)).toMatchObject({ error: { field: 'index' } });
    }
    expect((await desk.rows(id))[0]?.leftOut).toBe('already-so');
  });

  it('is nothing for a plan that is being read', async () => {
    const desk = new PlanningDesk();
    desk.everything = { kind: 'unreachable', why: 'offline' };
    const { id } = await desk.prepared(locking, names(3));
    expect(await desk.plans.leaveOut(id, 0, true)).toMatchObject({ error: { field: 'id' } });
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
    [1, 0, 1],
  ])('of %i changes in a portfolio of %i is %o', async (rows, owned, typedCount) => {
    const desk = new PlanningDesk();
    if (owned > 0) desk.own(...many.slice(0, owned));
    const plan = await desk.prepared(renewing, names(rows));
    expect(plan.typedCount).toBe(typedCount);
  });

  it('is of the rows that are not left out, in what is not archived', async () => {
    const desk = new PlanningDesk();
    desk.own(...many.slice(0, 10));
    const archivedAt = desk.time.now().toISOString();
    desk.domains.archive({ accountId: 'a1', names: [...many.slice(0, 5)], archivedAt });
    const { id } = await desk.prepared(renewing, names(2));
    expect((await desk.find(id)).typedCount).toBe(2);
    expect(valueOf(await desk.plans.leaveOut(id, 0, true)).typedCount).toBeNull();
  });

  it.each([null, 25, 27])('is not %o where it is 26', async (typed) => {
    const desk = new PlanningDesk();
    const { id, digest } = await desk.prepared(renewing, names(26));
    expect(await desk.plans.apply(id, digest ?? '', typed, false)).toMatchObject({
      error: { kind: 'invalid-input', field: 'typedCount' },
    });
    await desk.quiet();
    expect(desk.service.writes).toEqual([]);
    expect(valueOf(await desk.plans.apply(id, digest ?? '', 26, false)).state).toBe('running');
  });
});

describe('applying', () => {
  it('is refused with any digest but the present one, and twice', async () => {
    const desk = new PlanningDesk();
    const { id, digest, typedCount } = await desk.prepared(renewing, names(2));
    expect(await desk.plans.apply(id, 'f'.repeat(64), typedCount, false)).toMatchObject(changed);
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    expect(await desk.plans.apply(id, digest ?? '', typedCount, false)).toMatchObject({
      error: { field: 'id' },
    });
    await desk.quiet();
    expect(desk.service.writes).toHaveLength(2);
  });

  it('is refused where what is kept is not what was looked at', async () => {
    const desk = new PlanningDesk();
    const { id, digest, typedCount } = await desk.prepared(renewing, names(2));
    desk.kept.database.exec("UPDATE plan_rows SET domain = 'other.com' WHERE number = 1");
    expect(await desk.plans.apply(id, digest ?? '', typedCount, false)).toMatchObject(changed);
  });

  it('is refused while the journal does not hold together', async () => {
    const desk = new PlanningDesk();
    const { id, digest, typedCount } = await desk.prepared(renewing, names(2));
    desk.kept.database.exec("UPDATE journal_head SET hash = 'f', entries = 3");
    await desk.time.outcomeOf(desk.changes.health(true));
    const broken = { error: { kind: 'journal-broken' } };
    expect(await desk.plans.apply(id, digest ?? '', typedCount, false)).toMatchObject(broken);
    expect(await desk.plans.prepare('a1', renewing, names(1))).toMatchObject(broken);
  });
});
