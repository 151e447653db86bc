import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import {
  accountId,
  locking,
  names,
  PlanningDesk,
  renewing,
} from '../../../../../support/plans/a-planning-desk.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const offline = { kind: 'unreachable', why: 'offline' } as const;
const noAnswer = { kind: 'unreachable', why: 'no-answer-in-time' } as const;
const wrongKey = { kind: 'refused', why: 'credentials', status: 401, said: '' } as const;

describe('a plan that cannot be read', () => {
  it('offline waits, and is read by itself when the connection is back', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(3));
    desk.everything = offline;
    const waiting = await desk.prepared(locking, names(3));
    expect(waiting).toMatchObject({ state: 'reading', waitingFor: offline, counts: { read: 0 } });
    expect(desk.lanes).toBe(0);
    desk.everything = null;
    await desk.time.pass(61_000);
    expect(desk.lanes).toBe(0);
    expect(await desk.find(waiting.id)).toMatchObject({
      state: 'ready',
      waitingFor: null,
      counts: { read: 3, leftOut: 0 },
    });
  });

  it('is read at once when it is told that the account can be reached again', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(3));
    desk.everything = offline;
    const { id } = await desk.prepared(locking, names(3));
    desk.everything = null;
    desk.plans.wake('another');
    await desk.time.pass(1);
    expect((await desk.find(id)).state).toBe('reading');
    desk.plans.wake(accountId);
    await desk.time.pass(1_000);
    expect((await desk.find(id)).state).toBe('ready');
  });

  it.each<readonly [string, AppError]>([
    ['key', wrongKey],
    ['keychain', { kind: 'keychain', fault: 'locked' }],
  ])('for want of the %s is not tried again by the clock', async (_, error) => {
    const desk = new PlanningDesk();
    desk.unlock(names(20));
    desk.everything = error;
    const { id } = await desk.prepared(locking, names(20));
    await desk.time.pass(24 * 3_600_000);
    expect(await desk.find(id)).toMatchObject({ state: 'reading', waitingFor: error, counts: { read: 0 } });
    desk.everything = null;
    await desk.time.pass(24 * 3_600_000);
    expect((await desk.find(id)).counts.read).toBe(0);
    valueOf(await desk.plans.resume(id, false));
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('ready');
  });

  it('goes on over the connection that takes the place of an ended one', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(30));
    desk.latencyMs = 200;
    const { id } = valueOf(await desk.plans.prepare(accountId, locking, names(30)));
    await desk.time.pass(500);
    desk.reconnect();
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'ready', counts: { read: 30, leftOut: 0 } });
  });

  it('because of one name that never answers leaves that one out, and waits for none', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(30));
    desk.failingNames.set('name-7.com', noAnswer);
    const { id } = await desk.prepared(locking, names(30));
    expect((await desk.find(id)).state).toBe('ready');
    expect(await desk.rows(id, 'left-out')).toMatchObject([
      { domain: 'name-7.com', leftOut: 'not-readable', error: noAnswer },
    ]);
  });

  it('waits where one name after the other does not answer, and leaves none of them out', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(30));
    desk.everything = noAnswer;
    const { id } = await desk.prepared(locking, names(30));
    expect(await desk.find(id)).toMatchObject({
      state: 'reading',
      waitingFor: noAnswer,
      counts: { leftOut: 0 },
    });
    desk.everything = null;
    await desk.time.pass(61_000);
    expect(await desk.find(id)).toMatchObject({ state: 'ready', counts: { leftOut: 0 } });
  });

  it('for want of the disk is read when that works again', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(3));
    for (const method of ['noteRead', 'unread', 'endReading'] as const) {
      desk.failing.set(method, 'full');
      const { id } = await desk.prepared(locking, names(3));
      expect((await desk.find(id)).state).toBe('reading');
      desk.failing.clear();
      await desk.time.pass(61_000);
      expect(await desk.find(id)).toMatchObject({ state: 'ready', waitingFor: null, counts: { leftOut: 0 } });
    }
  });

  it('because of a bug says so, and is read when a person wants it', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(3));
    desk.throwing.add('unread');
    const { id } = await desk.prepared(locking, names(3));
    expect(await desk.find(id)).toMatchObject({
      state: 'reading',
      waitingFor: { kind: 'bug', incidentId: 'bug 1' },
    });
    desk.throwing.clear();
    valueOf(await desk.plans.resume(id, false));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'ready', waitingFor: null });
  });

  it('when the program ends is read anew at the next start: what was read may be old', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(30));
    desk.latencyMs = 200;
    const { id } = valueOf(await desk.plans.prepare(accountId, locking, names(30)));
    await desk.time.pass(500);
    expect((await desk.find(id)).counts.read).toBe(16);
    const before = desk.service.reads.length;
    await desk.restart();
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'ready', counts: { read: 30, leftOut: 0 } });
    expect(desk.service.reads.length - before).toBe(30);
  });
});

describe('reading a plan again', () => {
  it('forgets what was read, and gives another digest where it is otherwise now', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(3));
    const first = await desk.prepared(locking, names(3));
    desk.service.there('name-1.com').lock = 'locked';
    const again = valueOf(await desk.plans.readAgain(first.id));
    expect(again).toMatchObject({ state: 'reading', digest: null, counts: { read: 0 } });
    await desk.quiet();
    const second = await desk.find(first.id);
    expect(second).toMatchObject({ state: 'ready', counts: { toDo: 2 } });
    expect(second.digest).not.toBe(first.digest);
    expect(await desk.plans.apply(first.id, first.digest ?? '', null, false)).toMatchObject({
      error: { kind: 'changed-since', what: 'plan' },
    });
    expect((await desk.find(first.id)).state).toBe('ready');
  });

  it('gives the same digest where all is as it was', async () => {
    const desk = new PlanningDesk();
    const first = await desk.prepared(renewing, names(3));
    valueOf(await desk.plans.readAgain(first.id));
    await desk.quiet();
    expect((await desk.find(first.id)).digest).toBe(first.digest);
  });

  it('while it is being read begins anew', async () => {
    const desk = new PlanningDesk();
    desk.unlock(names(20));
    desk.latencyMs = 200;
    const { id } = valueOf(await desk.plans.prepare(accountId, locking, names(20)));
    await desk.time.pass(250);
    desk.service.there('name-0.com').lock = 'locked';
    valueOf(await desk.plans.readAgain(id));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'ready', counts: { read: 20, leftOut: 1 } });
  });
});
