import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { createFeedDoor } from '../../../../../electron/main/team/open-feed.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';

type Membership = Awaited<ReturnType<Workspace['team']['read']>>;

function aDoor(read: () => Membership) {
  const time = aVirtualTime();
  const counts = { reads: 0, opened: 0, synced: 0 };
  const emitted: unknown[] = [];
  const store: Pick<Workspace['team'], 'read'> = {
    read() {
      counts.reads += 1;
      return Promise.resolve(read());
    },
  };
  const door = createFeedDoor({
    workspace: { team: store as Workspace['team'] }, // Only this is asked.
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

const joined = (): Membership => ok({ deskId: 'd1' }) as Membership;

describe('the feed of a workspace', () => {
  it('that is alone opens no team, and asks once whether there is one', async () => {
    const { feed, close, counts, time } = aDoor(() => ok(null));
    feed.publish();
    await time.pass(5_000);
    feed.publish();
    await time.outcomeOf(close());
    expect(counts).toEqual({ reads: 1, opened: 0, synced: 0 });
  });

  it('that has joined a team publishes what is changed at once together', async () => {
    const { feed, counts, time } = aDoor(joined);
    for (let change = 0; change < 50; change += 1) feed.publish();
    await time.pass(1_000);
    expect(counts.synced).toBeLessThan(3);
    expect(counts.synced).toBeGreaterThan(0);
  });

  it('tells the page of what others have changed', () => {
    const { ears, emitted } = aDoor(joined);
    ears.onApplied();
    expect(emitted).toEqual([['team.changed', { isNews: true }]]);
  });

  it('publishes at its end what was changed just before', async () => {
    const { feed, close, counts, time } = aDoor(joined);
    feed.publish();
    await time.pass(10);
    const { synced } = counts;
    feed.publish();
    await time.outcomeOf(close());
    expect(counts.synced).toBe(synced + 1);
  });

  it('hears of a team that was joined meanwhile', async () => {
    let now: Membership = ok(null);
    const { feed, changed, counts, time } = aDoor(() => now);
    feed.publish();
    await time.pass(5_000);
    now = joined();
    changed();
    feed.publish();
    await time.pass(5_000);
    expect(counts.synced).toBe(1);
  });
});
