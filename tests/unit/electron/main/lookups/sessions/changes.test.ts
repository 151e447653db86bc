import { describe, expect, it } from 'vitest';
import { kindOfCell } from '#shared/domain/cell.ts';
import { aDesk } from '../../../../../support/sessions/a-session-run.ts';
import { fine } from '../../../../../support/sessions/a-session-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

describe('pause and stop', () => {
  it('answer when nothing is on its way any more and everything that came is kept', async () => {
    const { world, create, time, sessions, until } = aDesk();
    const { id } = await create();
    await until(id, ({ left }) => left < 100);
    const paused = valueOf(await time.outcomeOf(sessions.pause(id)));
    expect([...world.underWay.values()].every((times) => times === 0)).toBe(true);
    expect(world.answered.size).toBe(120 - paused.left);
    const before = world.requests();
    await time.pass(60_000);
    expect(world.requests()).toBe(before);
    expect(valueOf(await time.outcomeOf(sessions.stop(id))).state).toBe('stopped');
    expect(valueOf(await time.outcomeOf(sessions.pause(id))).state).toBe('stopped');
  });

  it('leave a finished session as it is', async () => {
    const { create, time, sessions, finished } = aDesk();
    const { id } = await create();
    await finished(id);
    expect(valueOf(await time.outcomeOf(sessions.stop(id))).state).toBe('finished');
    expect(valueOf(await time.outcomeOf(sessions.resume(id))).state).toBe('finished');
  });

  it.each(['pause', 'resume', 'stop', 'remove'] as const)(
    '%s says so where there is no such session',
    async (deed) => {
      const { sessions } = aDesk();
      expect(await sessions[deed]('nowhere')).toMatchObject({
        error: { kind: 'invalid-input', field: 'id' },
      });
    },
  );
});

describe('asking again', () => {
  const aFinished = async () => {
    const desk = aDesk();
    const { id } = await desk.create();
    desk.world.weather = (label) =>
      label === 'name-1' ? { kind: 'unreachable', why: 'connection-lost' } : null;
    await desk.finished(id);
    desk.world.weather = fine;
    const before = desk.world.requests();
    const again = async (which: Parameters<typeof desk.sessions.askAgain>[1]) => {
      valueOf(await desk.time.outcomeOf(desk.sessions.askAgain(id, which)));
      // What was told of it before is a quarter of a second old at most.
      await desk.time.pass(300);
      const session = await desk.finished(id);
      return { session, requests: desk.world.requests() - before };
    };
    return { ...desk, id, again };
  };

  it('asks the unknown ones alone, and they are known afterwards', async () => {
    const { again } = await aFinished();
    const { session, requests } = await again({ kind: 'unknown' });
    expect([requests, session.counts.unknown]).toEqual([2, 0]);
  });

  it('asks those of one cause, and nothing where no cell has it', async () => {
    const { again } = await aFinished();
    expect((await again({ kind: 'cause', cause: 'refused' })).requests).toBe(0);
    expect((await again({ kind: 'cause', cause: 'unreachable' })).requests).toBe(2);
  });

  it('asks those older than an age', async () => {
    const { again, time } = await aFinished();
    expect((await again({ kind: 'older-than', seconds: 3_600 })).requests).toBe(0);
    await time.pass(3_700_000);
    expect((await again({ kind: 'older-than', seconds: 3_600 })).requests).toBe(80);
  });

  it('asks everything, what was found stays in sight meanwhile', async () => {
    const { again, sessions, id, time } = await aFinished();
    void sessions.askAgain(id, { kind: 'everything' });
    await time.pass(100);
    const open = valueOf(await sessions.open(id, () => undefined));
    expect(open.session.left).toBeGreaterThan(0);
    expect(open.codes.every((code) => kindOfCell(code) !== 'unchecked')).toBe(true);
    open.close();
    expect((await again({ kind: 'everything' })).requests).toBeGreaterThanOrEqual(80);
  });

  it('takes nothing back of what was to be asked again already', async () => {
    const { sessions, id, time } = await aFinished();
    void sessions.askAgain(id, { kind: 'everything' });
    await time.pass(1_000);
    const paused = valueOf(await time.outcomeOf(sessions.pause(id)));
    const unknown = valueOf(await time.outcomeOf(sessions.askAgain(id, { kind: 'unknown' })));
    expect(paused.left).toBeGreaterThan(50);
    expect(unknown.left).toBeGreaterThanOrEqual(paused.left);
  });

  it('asks the shortlist', async () => {
    const { again, sessions, id } = await aFinished();
    const opened = valueOf(await sessions.open(id, () => undefined));
    valueOf(await sessions.shortlist(id, [0, 1, 30], true));
    expect((await again({ kind: 'shortlist' })).requests).toBe(2);
    opened.close();
  });

  it('goes on where it was after a restart', async () => {
    const { world, sessions, id, time, program } = await aFinished();
    void sessions.askAgain(id, { kind: 'everything' });
    await time.pass(2_000);
    program.kill();
    const before = world.requests();
    const next = world.start().sessions;
    await time.outcomeOf(next.takeUp());
    await time.until(() => world.told.get(id)?.state === 'finished');
    expect(world.requests() - before).toBeLessThan(80 - 4);
  });
});

it('a session that is removed is gone, also while it runs', async () => {
  const { create, time, sessions, world } = aDesk();
  const { id } = await create();
  await time.pass(2_000);
  valueOf(await time.outcomeOf(sessions.remove(id)));
  await time.pass(5_000);
  expect(world.told.has(id)).toBe(false);
  expect(world.bugs).toEqual([]);
  expect(await sessions.find(id)).toMatchObject({ error: { field: 'id' } });
});
