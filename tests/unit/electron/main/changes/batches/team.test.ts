import { describe, expect, it } from 'vitest';
import { serviceOf } from '#shared/domain/account.ts';
import { ATeamDatabase } from '../../../../../support/changes/a-team-database.ts';
import {
  BatchesWorld,
  locking,
  names,
  registering,
  renewing,
} from '../../../../../support/batches/a-batches-world.ts';
import { anAccount, valueOf } from '../../../../../support/workspace/a-workspace.ts';

/** Ada's desk, whose batches are tested, and what Ben does meanwhile. */
async function aTeam() {
  const world = new BatchesWorld();
  const team = new ATeamDatabase(world.time);
  await world.join(team.connect('Ada'));
  const service = valueOf(await world.kept.teamOutbox.login({ service: serviceOf(anAccount()) }));
  const ben = team.connect('Ben');
  /** Ben claims a change of this domain, and settles it with this outcome unless it is null. */
  const benDoes = async (domain: string, kind: 'renew' | 'lock' | 'register', outcome: string | null) => {
    const of = { changeId: crypto.randomUUID(), attempt: 1, desk: 'd2', service, domain, kind, family: kind };
    await ben.call('claim', { ...of, lastEffect: null, entry: {} });
    await ben.call('mark_sent', of);
    const settle = (as: string) => ben.call('settle', { ...of, outcome: as });
    if (outcome !== null) await settle(outcome);
    return settle;
  };
  return { world, team, benDoes, writes: world.service.writes };
}

describe('a batch of a team', () => {
  it('G16 excludes what another desk has renewed lately, until a person includes it', async () => {
    const { world, benDoes, writes } = await aTeam();
    world.own(...names(3));
    await benDoes('name-1.com', 'renew', 'took-effect');
    const { id } = await world.applied(renewing, names(3));
    await world.quiet();
    const rows = await world.rows(id);
    expect(rows.map(({ leftOut, state }) => leftOut ?? state)).toEqual(['confirmed', 'renewed', 'confirmed']);
    expect(rows[1]?.remarks).toMatchObject([
      { id: 'done-in-team', text: expect.stringMatching(/by Ben/) as string },
    ]);
    expect(writes).toEqual(['renew name-0.com', 'renew name-2.com']);
  });

  it('G16 excludes what another desk has registered', async () => {
    const { world, benDoes } = await aTeam();
    await benDoes('name-0.com', 'register', 'took-effect');
    const { id } = await world.prepared(registering, world.free(names(2)));
    expect((await world.rows(id)).map(({ leftOut }) => leftOut)).toEqual(['not-available', null]);
  });

  it('excludes what another desk has under way, and says who has it', async () => {
    const { world, benDoes, writes } = await aTeam();
    world.unlock(names(3));
    await benDoes('name-0.com', 'lock', null);
    const batch = await world.prepared(locking, names(3));
    expect((await world.rows(batch.id))[0]).toMatchObject({
      leftOut: 'open-change',
      error: { kind: 'claimed-elsewhere', by: 'Ben', change: 'lock', state: 'sent' },
    });
    // Between the review and the change.
    await benDoes('name-1.com', 'lock', 'uncertain');
    expect(await world.ran(batch)).toMatchObject({ state: 'done', counts: { confirmed: 1 } });
    expect((await world.rows(batch.id))[1]).toMatchObject({
      leftOut: 'open-change',
      error: { kind: 'claimed-elsewhere', by: 'Ben', state: 'uncertain' },
    });
    expect(writes).toEqual(['writeLock name-2.com']);
  });

  it('takes in again by a refresh of its review what another desk has not done after all', async () => {
    const { world, benDoes } = await aTeam();
    world.unlock(names(2));
    const settle = await benDoes('name-0.com', 'lock', null);
    const { id } = await world.prepared(locking, names(2));
    expect((await world.rows(id)).map(({ leftOut }) => leftOut)).toEqual(['open-change', null]);
    await settle('had-no-effect');
    valueOf(await world.batches.readAgain(id));
    await world.quiet();
    expect((await world.rows(id)).map(({ leftOut }) => leftOut)).toEqual([null, null]);
  });

  it('waits while the database is away, says since when, plans nothing meanwhile, and goes on by itself', async () => {
    const { world, team, writes } = await aTeam();
    const batch = await world.prepared(locking, world.unlock(names(3)));
    team.isDown = true;
    const since = world.time.now().toISOString();
    expect(await world.ran(batch)).toMatchObject({
      state: 'running',
      waitingFor: { kind: 'team-unavailable', why: 'away', since },
    });
    const entries = valueOf(await world.kept.journal.page({ after: 0, limit: 99 }));
    expect([writes, entries]).toEqual([[], []]);
    team.isDown = false;
    await world.time.pass(10 * 60_000);
    expect(await world.find(batch.id)).toMatchObject({ state: 'done', counts: { confirmed: 3 } });
    expect(writes).toHaveLength(3);
  });

  it('that was read while the database was away is reviewed again before anything is sent', async () => {
    const { world, team, writes } = await aTeam();
    team.isDown = true;
    const batch = await world.prepared(locking, world.unlock(names(2)));
    expect(batch.state).toBe('ready');
    team.isDown = false;
    await world.time.pass(60_000);
    expect(await world.ran(batch)).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'changed-since', what: 'unasked' },
    });
    expect(writes).toEqual([]);
    await world.goOn(batch.id);
    await world.quiet();
    expect(await world.find(batch.id)).toMatchObject({ state: 'done', counts: { confirmed: 2 } });
  });
});
