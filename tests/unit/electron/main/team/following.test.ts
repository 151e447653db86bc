import { expect, it } from 'vitest';
import { follow } from '../../../../../electron/main/team/following.ts';
import type { AboutTeam, TeamConnection } from '../../../../../electron/main/team/connection.ts';
import { fail, ok } from '../../../../../shared/result.ts';
import { aVirtualTime } from '../../../../support/time/virtual-time.ts';

const about: AboutTeam = {
  isElsewhere: false,
  ...{ team: 't', name: 'Acme', schema: 2, leastDesk: 2, by: 'ada', role: 'buyer', seq: 0 },
};

/** A desk that follows its team, whose database answers at once. */
async function following() {
  const time = aVirtualTime();
  const asked = { about: 0, news: 0 };
  const database = { isThere: true };
  const door = { ring: (): void => undefined };
  const unreachable = fail({ kind: 'unreachable', code: 'ECONNREFUSED' } as const);
  const connection: TeamConnection = {
    about() {
      asked.about += 1;
      return Promise.resolve(database.isThere ? ok(about) : unreachable);
    },
    query: () => Promise.resolve(ok([{ name: 'ben' }])),
    listen: (ring) => void (door.ring = ring),
    call: () => Promise.resolve(unreachable),
    script: () => Promise.resolve(unreachable),
    close: () => Promise.resolve(),
  };
  const followed = follow(
    {
      workspace: { team: {} as never, teamFacts: {} as never }, // Of the team's own functions, none is called.
      ...{ onChange: () => undefined, timer: time.timer, now: time.now },
      onBug(thrown) {
        throw thrown;
      },
    },
    {
      catchUp() {
        asked.news += 1;
        return Promise.resolve(
          database.isThere
            ? ok({ kind: 'current', seq: 1, changes: 1 } as const)
            : fail({ of: 'team', fault: unreachable.error } as const),
        );
      },
      sync: () => Promise.resolve(ok({ kind: 'current', isHeard: true, skipped: 0 } as const)),
    },
    connection,
    { deskId: 'd', user: 'ada', fault: null },
  );
  await time.pass(5_000);
  const since = (before: typeof asked) => ({
    about: asked.about - before.about,
    news: asked.news - before.news,
  });
  return { time, asked, since, database, followed, ring: () => door.ring() };
}

it('a doorbell of a team is answered at once, by a look for news alone; many at a time by one more, a moment later', async () => {
  const { time, asked, since, followed, ring } = await following();
  const before = { ...asked };
  ring();
  await time.pass(0);
  expect(since(before)).toEqual({ about: 0, news: 1 });
  for (let times = 0; times < 20; times += 1) ring();
  await time.pass(100);
  expect(since(before)).toEqual({ about: 0, news: 1 });
  await time.pass(1_000);
  expect(since(before)).toEqual({ about: 0, news: 2 });
  followed.stop();
});

it('who is at work in a team is asked for every 15 s, however often the doorbell rings', async () => {
  const { time, asked, since, followed, ring } = await following();
  const before = { ...asked };
  for (let times = 0; times < 450; times += 1) {
    ring();
    await time.pass(100);
  }
  const { about: looks, news } = since(before);
  expect(looks).toBeGreaterThanOrEqual(2);
  expect(news).toBeLessThan(200);
  followed.stop();
});

it('a doorbell after which the team cannot be reached says so, and the next one that it is there again', async () => {
  const { time, database, followed, ring } = await following();
  database.isThere = false;
  ring();
  await time.pass(1_000);
  expect(followed.away).toMatchObject({ why: 'unreachable' });
  database.isThere = true;
  ring();
  await time.pass(1_000);
  expect(followed).toMatchObject({ away: null, atWork: ['ben'] });
  followed.stop();
});
