import { describe, expect, it } from 'vitest';
import { aDesk, namesOf } from '../../../../support/sessions/a-session-run.ts';
import { always, fine } from '../../../../support/sessions/a-session-world.ts';

describe('several sessions', () => {
  it('share the account evenly', async () => {
    const { create, time, session } = aDesk();
    const ids = [await create({ names: namesOf(400) }), await create({ names: namesOf(400) })].map(
      ({ id }) => id,
    );
    await time.pass(20_000);
    const [first, second] = await Promise.all(ids.map(session));
    expect(Math.abs((first?.left ?? 0) - (second?.left ?? 0))).toBeLessThanOrEqual(20);
  });

  it('that wait for the same service go on together when one of them is answered', async () => {
    const { create, time, world, until } = aDesk();
    world.weather = always({ kind: 'unreachable', why: 'offline' });
    const first = await create();
    // So that the two do not look at the same moments.
    await time.pass(20_000);
    const ids = [first, await create()].map(({ id }) => id);
    for (const id of ids) await until(id, ({ state }) => state === 'waiting');
    await time.pass(600_000);
    world.weather = fine;
    await time.until(() => ids.some((id) => world.told.get(id)?.state === 'running'));
    const firstMs = time.timer.nowMs();
    for (const id of ids) await until(id, ({ state }) => state === 'running');
    expect(time.timer.nowMs() - firstMs).toBeLessThan(1_000);
  });
});

describe('an account that changes', () => {
  it('is asked over the new connection, and what was on its way is not lost', async () => {
    const { create, time, world, finished, until } = aDesk();
    const { id } = await create();
    await until(id, ({ left }) => left < 100);
    world.dropConnection();
    const done = await finished(id);
    expect(done.counts.unknown).toBe(0);
    expect(time.timer.nowMs()).toBeLessThan(30_000);
  });

  it('is asked for the same name again as often as the way was taken away: that is no try', async () => {
    const { create, time, world, finished } = aDesk({ tldsPerRequest: 50 });
    world.latencyMs = 1_000;
    const { id } = await create({ names: ['one'] });
    for (let drop = 0; drop < 6; drop += 1) {
      await time.pass(600);
      world.dropConnection();
    }
    expect((await finished(id)).counts.unknown).toBe(0);
  });

  it('takes its sessions along when it is removed', async () => {
    const { create, time, world, sessions } = aDesk();
    const { id } = await create();
    await time.pass(2_000);
    world.store.forget(id);
    sessions.accountRemoved('a1');
    world.dropConnection();
    await time.pass(10_000);
    expect(world.told.has(id)).toBe(false);
    expect(world.bugs).toEqual([]);
  });

  it('is found to be gone by a session that was running', async () => {
    const { create, time, world } = aDesk();
    const { id } = await create();
    await time.pass(2_000);
    world.store.forget(id);
    world.noConnection = { kind: 'no-account' };
    world.dropConnection();
    await time.pass(10_000);
    expect(world.told.has(id)).toBe(false);
    expect(world.bugs).toEqual([]);
  });
});
