import { describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { type ATeam, aTeam } from '../../../../support/postgres/a-team.ts';
import { whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const name = 'orbit-hosting.net';

type LockState = 'locked' | 'unlocked';

async function asksForLock(world: TestWorld, state: LockState) {
  const review = valueOf(await world.changes.prepare(world.accountId, name, { kind: 'lock', state }));
  const consent = { typedName: name, premiumAccepted: false, typedLimit: null };
  return await world.changes.apply(review.reviewId, consent);
}

/** Unlocks or locks the domain, and waits until that is over. */
async function setsLock(world: TestWorld, state: LockState) {
  const { id } = valueOf(await asksForLock(world, state));
  return await vi.waitUntil(
    async () => {
      const { change } = valueOf(await world.changes.find(id));
      return change.state === 'sending' || change.state === 'planned' ? null : change;
    },
    { timeout: 25_000, interval: 5 },
  );
}

/** What became of a change is told after the change is over. */
const hasToldAll = async (world: TestWorld) =>
  await vi.waitUntil(
    () => {
      const { open, waiting } = world.workspace.teamOutbox.counts();
      return open + waiting === 0;
    },
    { timeout: 25_000, interval: 5 },
  );

async function joins(world: TestWorld, { place, database }: ATeam, user: string, password: string) {
  const url = { host: '127.0.0.1', port: place.port, database };
  const door = await world.team.open();
  const joined = await door.join({ url, user, caFile: null, password: new Secret(password) }, true);
  expect(joined.ok).toBe(true);
  world.referee.changed();
}

/** A desk in a team that has unlocked its domain, and told the team so. */
async function aDeskThatUnlocked() {
  const team = await aTeam();
  const { user, password } = await team.person('buyer', 'ada');
  const world = await createTestWorld();
  await joins(world, team, user, password);
  await setsLock(world, 'unlocked');
  await hasToldAll(world);
  return { team, world };
}

/** As after a restore: what was committed after the first entry is gone. */
const putBack = (team: ATeam) =>
  team.sql(`ALTER TABLE namedesk.journal DISABLE TRIGGER append_only; DELETE FROM namedesk.journal WHERE seq > 1;
    DELETE FROM namedesk.claims; UPDATE namedesk.head SET seq = 1, hash = (SELECT hash FROM namedesk.journal);
    ALTER TABLE namedesk.journal ENABLE TRIGGER append_only`);

const eventsIn = async (team: ATeam) =>
  (await team.sql('SELECT event FROM namedesk.journal WHERE change_id IS NOT NULL ORDER BY seq')).map(
    ({ event }) => event,
  );

describe.skipIf(whyNoPostgres() !== null)('the services of a workspace', () => {
  it('ask the team that it joins, and no longer once it has left; the end of the program waits for what is to be told', async () => {
    const team = await aTeam();
    const { user, password } = await team.person('buyer', 'ada');
    const world = await createTestWorld();
    expect((await setsLock(world, 'unlocked')).state).toBe('confirmed');

    await joins(world, team, user, password);
    expect((await setsLock(world, 'locked')).state).toBe('confirmed');
    const again = await world.reopen();
    const journal = await team.sql(
      'SELECT event, by, domain, kind FROM namedesk.journal WHERE change_id IS NOT NULL ORDER BY seq',
    );
    const of = { by: user, domain: name, kind: 'lock' };
    expect(journal).toEqual(['held', 'sent', 'settled'].map((event) => ({ event, ...of })));
    expect(again.workspace.teamOutbox.counts()).toEqual({ open: 0, waiting: 0 });

    const left = await (await again.team.open()).leave(false);
    expect(left.ok).toBe(true);
    again.referee.changed();
    await setsLock(again, 'unlocked');
    expect(await team.sql('SELECT FROM namedesk.journal WHERE change_id IS NOT NULL')).toHaveLength(
      journal.length,
    );
  });

  it('G16 tell a server that was put back once more what they had told it, send nothing before, and go on then', async () => {
    const { team, world } = await aDeskThatUnlocked();
    expect(await eventsIn(team)).toEqual(['held', 'sent', 'settled']);
    // What it has fetched is there; what it has written since is not.
    await putBack(team);
    expect(await asksForLock(world, 'locked')).toMatchObject({ error: { kind: 'team-unavailable' } });
    expect(world.workspace.team.read()?.fault).toMatchObject({ kind: 'rolled-back', seq: 1 });
    await hasToldAll(world);
    expect(await eventsIn(team)).toEqual(['settled']);
    expect((await setsLock(world, 'locked')).state).toBe('confirmed');
    await hasToldAll(world);
    expect(await eventsIn(team)).toEqual(['settled', 'held', 'sent', 'settled']);
    expect(world.workspace.team.read()?.fault).toBeNull();
  });
});
