import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import { serviceOf } from '../../../../../shared/domain/account.ts';
import type { Claim } from '../../../../../electron/main/changes/referee.ts';
import { createFeedDoor, createRefereeDoor } from '../../../../../electron/main/team/open-team.ts';
import { DamagedRow } from '../../../../../electron/main/workspace/sqlite.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { ATeamDatabase } from '../../../../support/changes/a-team-database.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';
import { aJournal } from '../../../../support/workspace/a-journal.ts';
import { anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';

type Membership = ReturnType<Workspace['team']['read']>;

function aFeedDoor(read: () => Membership) {
  const time = aVirtualTime();
  const counts = { reads: 0, opened: 0, synced: 0 };
  const emitted: unknown[] = [];
  const store: Pick<Workspace['team'], 'read'> = {
    read() {
      counts.reads += 1;
      return read();
    },
  };
  const door = createFeedDoor({
    workspace: { team: store as Workspace['team'], teamFacts: {} as never }, // Only this is asked.
    openTeam() {
      counts.opened += 1;
      return Promise.resolve({ sync: () => Promise.resolve(void (counts.synced += 1)) });
    },
    emit: (...event) => void emitted.push(event),
    onBug(thrown) {
      throw thrown;
    },
    ...time,
  });
  return { ...door, counts, emitted, time };
}

const joined = () => ({ deskId: 'd1' }) as Membership; // All that is looked at.

describe('the feed of a workspace', () => {
  it('that is alone opens no team, and asks once whether there is one', async () => {
    const { feed, close, counts, time } = aFeedDoor(() => null);
    feed.publish();
    await time.pass(5_000);
    feed.publish();
    await time.outcomeOf(close());
    expect(counts).toEqual({ reads: 1, opened: 0, synced: 0 });
  });

  it('that has joined a team publishes what is changed at once together', async () => {
    const { feed, counts, time } = aFeedDoor(joined);
    for (let change = 0; change < 50; change += 1) feed.publish();
    await time.pass(1_000);
    expect(counts.synced).toBeLessThan(3);
    expect(counts.synced).toBeGreaterThan(0);
  });

  it('tells the page of what others have changed', () => {
    const { ears, emitted } = aFeedDoor(joined);
    ears.onApplied();
    expect(emitted).toEqual([['team.changed', { isNews: true }]]);
  });

  it('publishes at its end what was changed just before', async () => {
    const { feed, close, counts, time } = aFeedDoor(joined);
    feed.publish();
    await time.pass(10);
    const { synced } = counts;
    feed.publish();
    await time.outcomeOf(close());
    expect(counts.synced).toBe(synced + 1);
  });

  it('hears of a team that was joined meanwhile', async () => {
    let now: Membership = null;
    const { feed, changed, counts, time } = aFeedDoor(() => now);
    feed.publish();
    await time.pass(5_000);
    now = joined();
    changed();
    feed.publish();
    await time.pass(5_000);
    expect(counts.synced).toBe(1);
  });
});

const service = serviceOf(anAccount());
const matter = { service, domain: 'example.com', family: 'renew' } as const;
const claim = (): Claim => ({
  ...matter,
  ...{ changeId: crypto.randomUUID(), attempt: 1, kind: 'renew', teamEffect: null, entry: {} },
});
/** As a workspace without a team has it reviewed. */
const claimAlone = (): Claim => ({ ...claim(), teamEffect: undefined });

/** A workspace that has joined a team, unless something else is read of it. */
function aRefereeDoor(read: () => Membership = joined) {
  const time = aVirtualTime();
  const team = new ATeamDatabase(time);
  const opened: string[] = [];
  const bugs: unknown[] = [];
  const { teamOutbox } = aJournal();
  const store: Pick<Workspace['team'], 'read'> = { read };
  const door = createRefereeDoor({
    workspace: { teamOutbox, team: store as Workspace['team'] }, // Only this is asked.
    team: {
      open: () => {
        opened.push('open');
        return Promise.resolve({ connection: () => team.connect('Ada') });
      },
    },
    onBug: (thrown) => bugs.push(thrown),
    ...time,
  });
  return { door, team, opened, bugs, teamOutbox, time };
}

describe('the referee of a workspace', () => {
  it('that is alone allows everything, asks nobody and opens no team', async () => {
    const { door, team, opened } = aRefereeDoor(() => null);
    const { referee } = door;
    await door.start();
    expect(valueOf(await referee.last(matter))).toBeNull();
    const one = claimAlone();
    expect([await referee.claim(one), await referee.markSent(one)]).toEqual([ok(null), ok(null)]);
    await referee.settle(one.changeId);
    await referee.release(one.changeId);
    await door.close();
    expect([opened, team.calls]).toEqual([[], []]);
  });

  it('that has joined a team asks its database, which is opened once', async () => {
    const { door, team, opened, teamOutbox } = aRefereeDoor();
    const one = claim();
    await Promise.all([door.start(), door.referee.claim(one)]);
    valueOf(await door.referee.markSent(one));
    expect([team.calls, opened]).toEqual([['Ada claim', 'Ada mark_sent'], ['open']]);
    expect(teamOutbox.counts()).toEqual({ open: 1, waiting: 0 });
  });

  it('allows nothing while it is not known whether it has joined one, and asks again', async () => {
    const unread = fail({ kind: 'storage', fault: 'damaged' } as const);
    let read = (): Membership => {
      throw new DamagedRow();
    };
    const { door, team } = aRefereeDoor(() => read());
    const asked: Result<unknown>[] = [await door.referee.claim(claim()), await door.referee.last(matter)];
    expect([...asked, await door.referee.markSent(claim())]).toEqual([unread, unread, unread]);
    read = joined;
    valueOf(await door.referee.claim(claim()));
    expect(team.states()).toEqual(['held']);
  });

  it('that has left its team does not let through what the team was asked about', async () => {
    const { door } = aRefereeDoor(() => null);
    expect(await door.referee.claim(claim())).toEqual(fail({ kind: 'changed-since', what: 'review' }));
  });

  it('asks no team about the practice service', async () => {
    const { door, team } = aRefereeDoor();
    const one = { ...claimAlone(), service: serviceOf({ ...anAccount(), kind: 'practice' }) };
    expect(valueOf(await door.referee.last(one))).toBeNull();
    expect([await door.referee.claim(one), await door.referee.markSent(one)]).toEqual([ok(null), ok(null)]);
    await door.referee.settle(one.changeId);
    expect(team.calls).toEqual([]);
  });

  it('that joins a team does not let through what was claimed while it was alone', async () => {
    let read: Membership = null;
    const { door } = aRefereeDoor(() => read);
    const one = claimAlone();
    valueOf(await door.referee.claim(one));
    read = joined();
    door.changed();
    expect(await door.referee.markSent(one)).toMatchObject({
      error: { kind: 'team-unavailable', why: 'lost' },
    });
  });

  it('tells at the end what was not told yet, and at the next start what an earlier run has left', async () => {
    const first = aRefereeDoor();
    const one = claim();
    valueOf(await first.door.referee.claim(one));
    first.team.isDown = true;
    await first.door.referee.release(one.changeId);
    await first.time.pass(1_000);
    expect(first.team.told).toEqual([]);
    first.team.isDown = false;
    await first.time.pass(1_000);
    await first.time.outcomeOf(first.door.close());
    expect([first.team.told, first.bugs]).toEqual([['released'], []]);
    first.teamOutbox.claiming({ changeId: one.changeId, attempt: 1, at: '2026-03-01T10:30:00Z' });
    await first.door.start();
    await first.time.pass(1_000);
    expect(first.teamOutbox.counts()).toEqual({ open: 0, waiting: 0 });
  });
});
