import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import { serviceOf } from '../../../../../shared/domain/account.ts';
import type { Claim } from '../../../../../electron/main/changes/referee.ts';
import { createRefereeDoor } from '../../../../../electron/main/team/open-referee.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { ATeamDatabase } from '../../../../support/changes/a-team-database.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';
import { aJournal } from '../../../../support/workspace/a-journal.ts';
import { anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';

type Membership = Awaited<ReturnType<Workspace['team']['read']>>;

const service = serviceOf(anAccount());
const matter = { service, domain: 'example.com', family: 'renew' } as const;
const claim = (): Claim => ({
  ...matter,
  ...{ changeId: crypto.randomUUID(), attempt: 1, kind: 'renew', teamEffect: null, entry: {} },
});
/** As a workspace without a team has it reviewed. */
const claimAlone = (): Claim => ({ ...claim(), teamEffect: undefined });

/** A workspace that has joined a team, unless something else is read of it. */
function aDoor(read: () => Membership = () => ok({ deskId: 'd1' }) as Membership) {
  const time = aVirtualTime();
  const team = new ATeamDatabase(time);
  const opened: string[] = [];
  const bugs: unknown[] = [];
  const { teamOutbox } = aJournal();
  const store: Pick<Workspace['team'], 'read'> = { read: () => Promise.resolve(read()) };
  const door = createRefereeDoor({
    workspace: { teamOutbox, team: store as Workspace['team'] }, // Only this is asked.
    team: {
      open: () => {
        opened.push('open');
        return Promise.resolve({ connection: () => Promise.resolve(ok(team.connect('Ada'))) });
      },
    },
    onBug: (thrown) => bugs.push(thrown),
    ...time,
  });
  return { door, team, opened, bugs, teamOutbox, time };
}

describe('the referee of a workspace', () => {
  it('that is alone allows everything, asks nobody and opens no team', async () => {
    const { door, team, opened } = aDoor(() => ok(null));
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
    const { door, team, opened, teamOutbox } = aDoor();
    const one = claim();
    await Promise.all([door.start(), door.referee.claim(one)]);
    valueOf(await door.referee.markSent(one));
    expect([team.calls, opened]).toEqual([['Ada claim', 'Ada mark_sent'], ['open']]);
    expect(valueOf(await teamOutbox.counts())).toEqual({ open: 1, waiting: 0 });
  });

  it('allows nothing while it is not known whether it has joined one, and asks again', async () => {
    const unread = fail({ kind: 'storage', fault: 'damaged' } as const);
    let read: Membership = unread;
    const { door, team } = aDoor(() => read);
    const asked: Result<unknown>[] = [await door.referee.claim(claim()), await door.referee.last(matter)];
    expect([...asked, await door.referee.markSent(claim())]).toEqual([unread, unread, unread]);
    read = ok({ deskId: 'd1' }) as Membership; // All that is looked at.
    valueOf(await door.referee.claim(claim()));
    expect(team.states()).toEqual(['held']);
  });

  it('that has left its team does not let through what the team was asked about', async () => {
    const { door } = aDoor(() => ok(null));
    expect(await door.referee.claim(claim())).toEqual(fail({ kind: 'changed-since', what: 'review' }));
  });

  it('asks no team about the practice service', async () => {
    const { door, team } = aDoor();
    const one = { ...claimAlone(), service: serviceOf({ ...anAccount(), kind: 'practice' }) };
    expect(valueOf(await door.referee.last(one))).toBeNull();
    expect([await door.referee.claim(one), await door.referee.markSent(one)]).toEqual([ok(null), ok(null)]);
    await door.referee.settle(one.changeId);
    expect(team.calls).toEqual([]);
  });

  it('that joins a team does not let through what was claimed while it was alone', async () => {
    let read: Membership = ok(null);
    const { door } = aDoor(() => read);
    const one = claimAlone();
    valueOf(await door.referee.claim(one));
    read = ok({ deskId: 'd1' }) as Membership; // As above.
    door.changed();
    expect(await door.referee.markSent(one)).toMatchObject({
      error: { kind: 'team-unavailable', why: 'lost' },
    });
  });

  it('tells at the end what was not told yet, and at the next start what an earlier run has left', async () => {
    const first = aDoor();
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
    valueOf(
      await first.teamOutbox.claiming({ changeId: one.changeId, attempt: 1, at: '2026-03-01T10:30:00Z' }),
    );
    await first.door.start();
    await first.time.pass(1_000);
    expect(valueOf(await first.teamOutbox.counts())).toEqual({ open: 0, waiting: 0 });
  });
});
