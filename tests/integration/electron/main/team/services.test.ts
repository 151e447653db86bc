import { describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { aTeam } from '../../../../support/postgres/a-team.ts';
import { whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const name = 'orbit-hosting.net';

/** Unlocks or locks the domain, and waits until that is over. */
async function setsLock(world: TestWorld, state: 'locked' | 'unlocked') {
  const review = valueOf(await world.changes.prepare(world.accountId, name, { kind: 'lock', state }));
  const consent = { typedName: name, premiumAccepted: false, typedLimit: null };
  const { id } = valueOf(await world.changes.apply(review.reviewId, consent));
  return await vi.waitUntil(
    async () => {
      const { change } = valueOf(await world.changes.find(id));
      return change.state === 'sending' || change.state === 'planned' ? null : change;
    },
    { timeout: 25_000, interval: 5 },
  );
}

describe.skipIf(whyNoPostgres() !== null)('the services of a workspace', () => {
  it('ask the team that it joins, and no longer once it has left; the end of the program waits for what is to be told', async () => {
    const team = await aTeam();
    const { user, password } = await team.person('buyer', 'ada');
    const world = await createTestWorld();
    expect((await setsLock(world, 'unlocked')).state).toBe('confirmed');
    expect(valueOf(await world.referee.status())).toMatchObject({ isJoined: false });

    const { place, database } = team;
    const url = { host: '127.0.0.1', port: place.port, database };
    const door = await world.team.open();
    const joined = await door.join({ url, user, caFile: null, password: new Secret(password) }, true);
    expect(joined.ok).toBe(true);
    world.referee.changed();
    expect((await setsLock(world, 'locked')).state).toBe('confirmed');
    const again = await world.reopen();
    const journal = await team.sql(
      'SELECT event, by, domain, kind FROM namedesk.journal WHERE change_id IS NOT NULL ORDER BY seq',
    );
    const of = { by: user, domain: name, kind: 'lock' };
    expect(journal).toEqual(['held', 'sent', 'settled'].map((event) => ({ event, ...of })));
    expect(valueOf(await again.referee.status())).toEqual({ isJoined: true, away: null, waiting: 0 });

    const left = await (await again.team.open()).leave(false);
    expect(left.ok).toBe(true);
    again.referee.changed();
    await setsLock(again, 'unlocked');
    expect(await team.sql('SELECT FROM namedesk.journal WHERE change_id IS NOT NULL')).toHaveLength(
      journal.length,
    );
  });
});
