import { describe, expect, it } from 'vitest';
import { mostCells } from '#shared/domain/session.ts';
import { aDesk, tlds } from '../../../../../support/sessions/a-session-run.ts';

describe('making a session', () => {
  it.each<[string, object, string]>([
    ['no names', { names: [] }, 'names'],
    ['no TLDs', { tlds: [] }, 'tlds'],
    ['too many cells', { names: { length: mostCells / 2 } }, 'names'],
    ['too many names', { names: { length: 1_000_001 } }, 'names'],
    ['too many TLDs', { tlds: { length: 2_001 } }, 'tlds'],
  ])('is refused with %s, and nothing is kept', async (_case, changes, field) => {
    const { sessions, world } = aDesk();
    const draft = { accountId: 'a1', name: '', names: ['a'], tlds, source: '', isStarted: true, ...changes };
    expect(await sessions.create(draft)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field },
    });
    expect(world.store.stored.size).toBe(0);
  });

  it('is refused without an account', async () => {
    const { world, sessions } = aDesk();
    world.noConnection = { kind: 'no-account' };
    const draft = { accountId: 'a1', name: 'x', names: ['a'], tlds, source: '', isStarted: true };
    expect(await sessions.create(draft)).toMatchObject({ error: { kind: 'no-account' } });
  });

  it('asks nothing before it is started', async () => {
    const { world, create, time, sessions, finished } = aDesk();
    const { id, state } = await create({ isStarted: false });
    await time.pass(60_000);
    expect([state, world.requests()]).toEqual(['paused', 0]);
    await time.outcomeOf(sessions.resume(id));
    await finished(id);
  });

  it('tells what is before it: cells, requests, and the time at the ceiling', async () => {
    const { sessions } = aDesk({ requestsPerSecond: 10 });
    expect(await sessions.outlook('a1', 100, 3)).toEqual({
      ok: true,
      value: { cells: 300, requests: 200, seconds: { likely: 20, low: 18, high: 40 } },
    });
  });

  it('cannot tell the time where there is no ceiling and nothing was measured', async () => {
    const { sessions } = aDesk({ requestsPerSecond: 0 });
    expect(await sessions.outlook('a1', 100, 3)).toMatchObject({ value: { seconds: null } });
  });
});
