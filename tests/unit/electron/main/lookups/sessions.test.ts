import { describe, expect, it } from 'vitest';
import { kindOfCell, shownCountsOf } from '#shared/domain/session.ts';
import { fail, ok } from '#shared/result.ts';
import type { Connection } from '../../../../../electron/main/connections/connections.ts';
import type { CellsChanged } from '../../../../../electron/main/lookups/live-sessions.ts';
import { createTldLists, type TldList } from '../../../../../electron/main/lookups/tlds.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { always, aSessionWorld, fine } from '../../../../support/sessions/a-session-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import type { Session } from '../../../../../shared/domain/session.ts';
import { mostCells } from '#shared/domain/bounds.ts';

const tlds = ['com', 'net', 'org'];
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}`);

/** Sessions in a world of their own, and how to wait for them. */
function aSessionRun(options = {}) {
  const ground = aSessionWorld({ tldsPerRequest: 2, ...options });
  const program = ground.start();
  const { sessions } = program;
  const { time } = ground;
  const draft = {
    accountId: 'a1',
    name: 'Bakeries',
    names: namesOf(40),
    tlds,
    source: 'pasted',
    isStarted: true,
  };
  const create = async (changes: object = {}): Promise<Session> =>
    valueOf(await time.outcomeOf(sessions.create({ ...draft, ...changes })));
  const session = async (id: string): Promise<Session> => valueOf(await sessions.find(id));
  const until = async (id: string, is: (session: Session) => boolean): Promise<Session> => {
    await time.until(() => is(ground.announced.get(id) ?? anUnheardSession));
    return await session(id);
  };
  const finished = (id: string): Promise<Session> => until(id, ({ state }) => state === 'finished');
  return { ground, program, sessions, time, create, session, until, finished };
}
const anUnheardSession = { state: 'paused', left: -1 } as Session; // Nothing else is asked of it here.

describe('making a session', () => {
  it.each<[string, object, string]>([
    ['no names', { names: [] }, 'names'],
    ['no TLDs', { tlds: [] }, 'tlds'],
    ['too many cells', { names: { length: mostCells / 2 } }, 'names'],
    ['too many names', { names: { length: 1_000_001 } }, 'names'],
    ['too many TLDs', { tlds: { length: 2_001 } }, 'tlds'],
  ])('is refused with %s, and nothing is kept', async (_case, changes, field) => {
    const { sessions, ground } = aSessionRun();
    const draft = {
      accountId: 'a1',
      name: '',
      names: ['a'],
      tlds,
      source: '',
      isStarted: true,
      ...changes,
    };
    expect(await sessions.create(draft)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field },
    });
    expect(ground.store.stored.size).toBe(0);
  });

  it('is refused without an account', async () => {
    const { ground, sessions } = aSessionRun();
    ground.noConnection = { kind: 'no-account' };
    const draft = { accountId: 'a1', name: 'x', names: ['a'], tlds, source: '', isStarted: true };
    expect(await sessions.create(draft)).toMatchObject({ error: { kind: 'no-account' } });
  });

  it('asks nothing before it is started', async () => {
    const { ground, create, time, sessions, finished } = aSessionRun();
    const { id, state } = await create({ isStarted: false });
    await time.pass(60_000);
    expect([state, ground.requests()]).toEqual(['paused', 0]);
    await time.outcomeOf(sessions.resume(id));
    await finished(id);
  });

  it('tells what is before it: cells, requests, and the time at the ceiling', async () => {
    const { sessions } = aSessionRun({ requestsPerSecond: 10 });
    expect(await sessions.outlook('a1', 100, 3)).toEqual({
      ok: true,
      value: { cells: 300, requests: 200, seconds: { likely: 20, low: 18, high: 40 } },
    });
  });

  it('cannot tell the time where there is no ceiling and nothing was measured', async () => {
    const { sessions } = aSessionRun({ requestsPerSecond: 0 });
    expect(await sessions.outlook('a1', 100, 3)).toMatchObject({ value: { seconds: null } });
  });
});

describe('watching', () => {
  it('is told each change once it is on disk, packed, at most every 50 ms', async () => {
    const { create, sessions, time, finished, ground } = aSessionRun({
      requestsPerSecond: 200,
      concurrency: 16,
    });
    const { id } = await create({ names: namesOf(400), isStarted: false });
    const frames: { readonly atMs: number; readonly frame: CellsChanged }[] = [];
    const aheadOfDisk: number[] = [];
    const opened = valueOf(
      await sessions.open(id, (frame) => {
        frames.push({ atMs: time.timer.nowMs(), frame });
        const kept = ground.store.stored.get(id)?.matrix.codes;
        frame.cells.forEach((cell, index) => {
          if (kept?.[cell] !== frame.codes[index]) aheadOfDisk.push(cell);
        });
      }),
    );
    await time.outcomeOf(sessions.resume(id));
    await finished(id);
    await time.pass(100);
    const gaps = frames.slice(1).map(({ atMs }, index) => atMs - (frames[index]?.atMs ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50);
    expect(aheadOfDisk).toEqual([]);
    const cells = frames.flatMap(({ frame }) => [...frame.cells]);
    expect(new Set(cells).size).toBe(1_200);
    expect(cells.length).toBe(1_200);
    expect(frames.at(-1)?.frame).toMatchObject({ left: 0, pace: null });
    expect(opened.codes.every((code) => code === 0)).toBe(true);
  });

  it('ends with close, and the session goes on', async () => {
    const { create, sessions, finished } = aSessionRun();
    const { id } = await create();
    let calls = 0;
    const opened = valueOf(await sessions.open(id, () => void (calls += 1)));
    opened.close();
    opened.close();
    await finished(id);
    expect(calls).toBe(0);
  });

  it('tells of all sessions at most four times a second', async () => {
    const { create, time, ground } = aSessionRun();
    await create();
    await create();
    const before = ground.tellings();
    await time.pass(5_000);
    expect(ground.tellings() - before).toBeGreaterThan(10);
    expect(ground.tellings() - before).toBeLessThanOrEqual(21);
  });

  it('is told of cells that are marked many times a second in few frames, and others of few sessions', async () => {
    const { create, sessions, time, ground } = aSessionRun();
    const { id } = await create({ isStarted: false });
    await time.pass(1_000);
    const frames: CellsChanged[] = [];
    valueOf(await sessions.open(id, (frame) => void frames.push(frame)));
    const before = ground.tellings();
    for (let cell = 0; cell < 100; cell += 1) {
      valueOf(await sessions.shortlist(id, [cell], true));
      await time.pass(10);
    }
    await time.pass(500);
    expect(frames.flatMap(({ cells }) => [...cells])).toHaveLength(100);
    expect(frames.length).toBeLessThanOrEqual(1_000 / 50 + 2);
    expect(ground.tellings() - before).toBeLessThanOrEqual(1_000 / 250 + 2);
  });

  it('says how fast it goes and what is left of the way', async () => {
    const { create, time, session } = aSessionRun({ requestsPerSecond: 5, concurrency: 2 });
    const { id } = await create({ names: namesOf(400) });
    await time.pass(20_000);
    const { pace, left } = await session(id);
    if (pace?.left == null) throw new Error('Nothing is reckoned');
    expect(pace).toMatchObject({ ceilingPerSecond: 5, allowedPerSecond: 5, slowedBy: null });
    expect(pace.requestsPerSecond).toBeCloseTo(5, 0);
    // Five requests a second, every other one for one cell and not for two.
    expect((pace.left.likely * 7.5) / left).toBeCloseTo(1, 0);
    expect(pace.left.low).toBeLessThanOrEqual(pace.left.likely);
    expect(pace.left.high).toBeGreaterThanOrEqual(pace.left.likely);
  });
});

describe('changes', () => {
  describe('pause and stop', () => {
    it('answer when nothing is on its way any more and everything that came is kept', async () => {
      const { ground, create, time, sessions, until } = aSessionRun();
      const { id } = await create();
      await until(id, ({ left }) => left < 100);
      const paused = valueOf(await time.outcomeOf(sessions.pause(id)));
      expect([...ground.underWay.values()].every((times) => times === 0)).toBe(true);
      expect(ground.answered.size).toBe(120 - paused.left);
      const before = ground.requests();
      await time.pass(60_000);
      expect(ground.requests()).toBe(before);
      expect(valueOf(await time.outcomeOf(sessions.stop(id))).state).toBe('stopped');
      expect(valueOf(await time.outcomeOf(sessions.pause(id))).state).toBe('stopped');
    });

    it('leave a finished session as it is', async () => {
      const { create, time, sessions, finished } = aSessionRun();
      const { id } = await create();
      await finished(id);
      expect(valueOf(await time.outcomeOf(sessions.stop(id))).state).toBe('finished');
      expect(valueOf(await time.outcomeOf(sessions.resume(id))).state).toBe('finished');
    });

    it.each(['pause', 'resume', 'stop', 'remove'] as const)(
      '%s says so where there is no such session',
      async (deed) => {
        const { sessions } = aSessionRun();
        expect(await sessions[deed]('nowhere')).toMatchObject({
          error: { kind: 'invalid-input', field: 'id' },
        });
      },
    );
  });

  describe('asking again', () => {
    const aFinished = async () => {
      const world = aSessionRun();
      const { id } = await world.create();
      world.ground.weather = (label) =>
        label === 'name-1' ? { kind: 'unreachable', why: 'connection-lost' } : null;
      await world.finished(id);
      world.ground.weather = fine;
      const before = world.ground.requests();
      const again = async (which: Parameters<typeof world.sessions.askAgain>[1]) => {
        valueOf(await world.time.outcomeOf(world.sessions.askAgain(id, which)));
        // What was told of it before is a quarter of a second old at most.
        await world.time.pass(300);
        const session = await world.finished(id);
        return { session, requests: world.ground.requests() - before };
      };
      return { ...world, id, again };
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
      await time.pass(100);
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
      const { ground, sessions, id, time, program } = await aFinished();
      void sessions.askAgain(id, { kind: 'everything' });
      await time.pass(2_000);
      program.kill();
      const before = ground.requests();
      const next = ground.start().sessions;
      await time.outcomeOf(next.takeUp());
      await time.until(() => ground.announced.get(id)?.state === 'finished');
      expect(ground.requests() - before).toBeLessThan(80 - 4);
    });
  });

  it('a session that is removed is gone, also while it runs', async () => {
    const { create, time, sessions, ground } = aSessionRun();
    const { id } = await create();
    await time.pass(2_000);
    valueOf(await time.outcomeOf(sessions.remove(id)));
    await time.pass(5_000);
    expect(ground.announced.has(id)).toBe(false);
    expect(ground.bugs).toEqual([]);
    expect(await sessions.find(id)).toMatchObject({ error: { field: 'id' } });
  });
});

describe('several sessions', () => {
  it('share the account evenly', async () => {
    const { create, time, session } = aSessionRun();
    const ids = [await create({ names: namesOf(400) }), await create({ names: namesOf(400) })].map(
      ({ id }) => id,
    );
    await time.pass(20_000);
    const [first, second] = await Promise.all(ids.map(session));
    expect(Math.abs((first?.left ?? 0) - (second?.left ?? 0))).toBeLessThanOrEqual(20);
  });

  it('that wait for the same service go on together when one of them is answered', async () => {
    const { create, time, ground, until } = aSessionRun();
    ground.weather = always({ kind: 'unreachable', why: 'offline' });
    const first = await create();
    // So that the two do not look at the same moments.
    await time.pass(20_000);
    const ids = [first, await create()].map(({ id }) => id);
    for (const id of ids) await until(id, ({ state }) => state === 'waiting');
    await time.pass(600_000);
    ground.weather = fine;
    await time.until(() => ids.some((id) => ground.announced.get(id)?.state === 'running'));
    const firstMs = time.timer.nowMs();
    for (const id of ids) await until(id, ({ state }) => state === 'running');
    expect(time.timer.nowMs() - firstMs).toBeLessThan(1_000);
  });
});

describe('an account that changes', () => {
  it('is asked over the new connection, and what was on its way is not lost', async () => {
    const { create, time, ground, finished, until } = aSessionRun();
    const { id } = await create();
    await until(id, ({ left }) => left < 100);
    ground.dropConnection();
    const done = await finished(id);
    expect(done.counts.unknown).toBe(0);
    expect(time.timer.nowMs()).toBeLessThan(30_000);
  });

  it('is asked for the same name again as often as the way was taken away: that is no try', async () => {
    const { create, time, ground, finished } = aSessionRun({ tldsPerRequest: 50 });
    ground.latencyMs = 1_000;
    const { id } = await create({ names: ['one'] });
    for (let drop = 0; drop < 6; drop += 1) {
      await time.pass(600);
      ground.dropConnection();
    }
    expect((await finished(id)).counts.unknown).toBe(0);
  });

  it('takes its sessions along when it is removed', async () => {
    const { create, time, ground, sessions } = aSessionRun();
    const { id } = await create();
    await time.pass(2_000);
    ground.store.forget(id);
    sessions.accountRemoved('a1');
    ground.dropConnection();
    await time.pass(10_000);
    expect(ground.announced.has(id)).toBe(false);
    expect(ground.bugs).toEqual([]);
  });

  it('F16 brings them back where its removal is undone: they tell how they go on', async () => {
    const { create, time, ground, sessions, finished } = aSessionRun();
    const { id } = await create();
    await time.pass(2_000);
    valueOf(await time.outcomeOf(sessions.pause(id)));
    sessions.accountRemoved('a1');
    await time.pass(1_000);
    expect(ground.announced.has(id)).toBe(false);
    sessions.accountRestored([id]);
    valueOf(await time.outcomeOf(sessions.resume(id)));
    await finished(id);
    await time.pass(1_000);
    expect(ground.announced.get(id)).toMatchObject({ state: 'finished' });
  });

  it('is found to be gone by a session that was running', async () => {
    const { create, time, ground } = aSessionRun();
    const { id } = await create();
    await time.pass(2_000);
    ground.store.forget(id);
    ground.noConnection = { kind: 'no-account' };
    ground.dropConnection();
    await time.pass(10_000);
    expect(ground.announced.has(id)).toBe(false);
    expect(ground.bugs).toEqual([]);
  });
});

describe('the TLDs of an account', () => {
  const at = new Date('2026-01-02T03:04:05.000Z');

  function aService(kept: TldList, answer: readonly string[] | 'refuses') {
    const store = { kept, asked: 0 };
    const connection = {
      account: { id: 'a' },
      throttle: { run: (work: () => Promise<unknown>) => work() },
      client: {
        read: () => {
          store.asked += 1;
          return Promise.resolve(
            answer === 'refuses' ? fail({ kind: 'unreachable', why: 'offline' }) : ok({ tlds: answer }),
          );
        },
      },
    } as unknown as Connection; // what listing TLDs uses of a connection, and no more
    const workspace = {
      list: () => store.kept,
      replace: ({ tlds, readAt }: { tlds: string[]; readAt: string }) => {
        store.kept = { tlds, readAt };
        return {};
      },
    } as unknown as Workspace['tlds']; // its two methods that are used
    return { store, connection, lists: createTldLists(workspace, () => at) };
  }

  const old: TldList = { tlds: ['.com'], readAt: '2026-01-01T00:00:00.000Z' };

  it('are asked for once and kept, as they were given', async () => {
    const { store, connection, lists } = aService({ tlds: [], readAt: null }, ['.com', '.co.uk']);
    const fresh = { tlds: ['.com', '.co.uk'], readAt: at.toISOString() };
    expect(await lists.read(connection, false)).toEqual(ok(fresh));
    expect(store.kept).toEqual(fresh);
    await lists.read(connection, false);
    expect(store.asked).toBe(1);
  });

  it('are asked for again when told to', async () => {
    const { store, connection, lists } = aService(old, ['.com', '.net']);
    await lists.read(connection, true);
    expect(store.kept.tlds).toEqual(['.com', '.net']);
  });

  it('stay kept when the service does not answer', async () => {
    const { store, connection, lists } = aService(old, 'refuses');
    expect(await lists.read(connection, true)).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    expect(store.kept).toEqual(old);
  });
});

describe('the user’s own names in a session', () => {
  const own = ['name-0.com', 'name-1.net', 'name-1.org', 'elsewhere.com'];

  it('are counted apart in the list, as they are on the grid, whatever was found of them', async () => {
    const { ground, sessions, create, finished } = aSessionRun();
    const { id } = await create({ names: namesOf(2) });
    const found = await finished(id);
    expect(shownCountsOf(found)).toEqual({ ...found.counts, yours: 0 });
    ground.own = own;
    const [listed] = valueOf(await sessions.list());
    expect(listed?.counts).toEqual(found.counts);
    const shown = shownCountsOf(valueOf(await sessions.find(id)));
    expect(shown).toMatchObject({ yours: 3 });
    expect(shown.available + shown.taken).toBe(3);
  });

  it('are counted apart while it runs, and after it', async () => {
    const { ground, create, until, finished, time } = aSessionRun();
    ground.own = own;
    const { id } = await create();
    const running = await until(id, ({ left }) => left > 0 && left < 100);
    expect(running.state).toBe('running');
    expect(shownCountsOf(running).yours).toBe(3);
    await finished(id);
    await time.pass(1_000);
    expect(shownCountsOf(ground.announced.get(id) ?? running).yours).toBe(3);
  });

  it('are those of the portfolio at the time of listing, though the session is in memory', async () => {
    const { ground, create, sessions, until } = aSessionRun();
    const { id } = await create();
    await until(id, ({ left }) => left < 100);
    ground.own = own;
    expect(shownCountsOf(valueOf(await sessions.list())[0] ?? anUnheardSession).yours).toBe(3);
    ground.own = [];
    expect(shownCountsOf(valueOf(await sessions.list())[0] ?? anUnheardSession).yours).toBe(0);
  });

  it('are not known where a portfolio cannot be read: the list comes all the same, and so do the states', async () => {
    const { ground, sessions, create, finished } = aSessionRun();
    const { id } = await create();
    await finished(id);
    const { id: other } = await create({ accountId: 'a2' });
    await finished(other);
    ground.own = own;
    ground.unread = new Set(['a1']);
    const listed = valueOf(await sessions.list());
    const yours = (session: Session) => session.own && shownCountsOf(session).yours;
    expect(new Map(listed.map((session) => [session.id, yours(session)]))).toEqual(
      new Map([
        [id, null],
        [other, 3],
      ]),
    );
    expect(valueOf(await sessions.states())).toMatchObject([{ id, state: 'finished' }, { id: other }]);
    ground.unread = new Set();
    expect(valueOf(await sessions.list()).map(yours)).toEqual([3, 3]);
  });

  it('are not known of a running session either, which goes on', async () => {
    const { ground, sessions, create, until, finished, time } = aSessionRun();
    ground.unread = new Set(['a1']);
    const { id } = await create();
    expect(await until(id, ({ left }) => left < 100)).toMatchObject({ own: null, state: 'running' });
    valueOf(await time.outcomeOf(sessions.pause(id)));
    valueOf(await time.outcomeOf(sessions.resume(id)));
    expect(await finished(id)).toMatchObject({ left: 0, own: null });
  });

  it('are looked for again only in sessions of accounts whose portfolios have other names than before', async () => {
    const { ground, sessions, create, finished } = aSessionRun();
    ground.own = own;
    for (const accountId of ['a1', 'a1', 'a2']) await finished((await create({ accountId })).id);
    await sessions.list();
    const before = ground.store.searched();
    await sessions.list();
    await sessions.list();
    expect(ground.store.searched()).toBe(before);
    ground.own = [...own];
    await sessions.list();
    expect(ground.store.searched()).toBe(before + 3);
  });
});
