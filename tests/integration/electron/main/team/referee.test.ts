import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TeamDatabase } from '../../../../../electron/main/team/referee.ts';
import { fail } from '../../../../../shared/result.ts';
import { asks, ChangesWorld, consent, domain } from '../../../../support/changes/a-changes-world.ts';
import { AService } from '../../../../support/changes/a-service.ts';
import { type ATeam, aTeam } from '../../../../support/postgres/a-team.ts';
import {
  endPostgres,
  startAgain,
  startPostgres,
  stopPostgres,
  whyNoPostgres,
} from '../../../../support/postgres/postgres-server.ts';
import { aVirtualTime, turns } from '../../../../support/time/virtual-time.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

/** What is between a desk and the database. */
interface Way {
  /** From now on, the answers to this function are lost after it was done. */
  loses: string | null;
  /** Called before each call. */
  before: (fn: string) => Promise<void>;
}

/** Two desks of two people at one service. Their clock waits for the database. */
async function twoDesks(team: ATeam) {
  const asked = { now: 0 };
  const settle = async (): Promise<void> => {
    do {
      await turns();
      if (asked.now > 0) await wait(1);
    } while (asked.now > 0);
  };
  /** Their clock stands still meanwhile. */
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    asked.now += 1;
    try {
      return await work();
    } finally {
      asked.now -= 1;
    }
  };
  const common = { service: new AService(), time: aVirtualTime(settle) };
  const desk = async (name: string) => {
    const world = new ChangesWorld(common);
    const person = await team.person('buyer', name);
    const connection = team.connectionOf(person);
    const way: Way = { loses: null, before: () => Promise.resolve() };
    const database: TeamDatabase = {
      async call(fn, p) {
        return await during(async () => {
          await way.before(fn);
          const answer = await connection.call(fn, p);
          return way.loses === fn ? fail({ kind: 'unknown' } as const) : answer;
        });
      },
    };
    world.join(database);
    return { world, way, user: person.user };
  };
  return { ada: await desk('ada'), ben: await desk('ben'), writes: common.service.writes, during };
}

const events = async (team: ATeam, name = domain) =>
  (await team.sql('SELECT event, body FROM namedesk.journal WHERE domain = $1 ORDER BY seq', [name])).map(
    ({ event, body }) => {
      const { outcome } = body as { readonly outcome?: string };
      return outcome === undefined ? event : `${String(event)} ${outcome}`;
    },
  );

describe.skipIf(whyNoPostgres() !== null)('two desks over a real PostgreSQL', () => {
  it('G16 send a renewal once, and the other says who has it', async () => {
    const team = await aTeam();
    const { ada, ben, writes } = await twoDesks(team);
    const [first, second] = [await ada.world.review(asks.renew), await ben.world.review(asks.renew)];
    const atSocket = Promise.withResolvers<undefined>();
    ada.world.service.onWrite = () => atSocket.promise;
    valueOf(await ada.world.changes.apply(first.reviewId, consent));
    await ada.world.time.until(() => writes.length === 1);
    expect(await ben.world.changes.apply(second.reviewId, consent)).toMatchObject({
      error: { kind: 'claimed-elsewhere', by: ada.user, change: 'renew', domain, state: 'sent' },
    });
    atSocket.resolve(undefined);
    await ada.world.quiet();
    expect(await ben.world.changes.apply(second.reviewId, consent)).toMatchObject({
      error: { kind: 'changed-since', by: { name: ada.user, change: 'renew' } },
    });
    const again = await ben.world.review(asks.renew);
    expect(again.remarks.map(({ id }) => id)).toContain('done-in-team');
    expect(writes).toEqual([`renew ${domain}`]);
    expect(await events(team)).toEqual(['held', 'sent', 'settled took-effect']);
    await team.end();
  });

  it('read back a claim and a mark whose answers were lost, and send once', async () => {
    const team = await aTeam();
    const { ada, writes } = await twoDesks(team);
    for (const [kind, fn] of [
      ['lock', 'claim'],
      ['nameservers', 'mark_sent'],
    ] as const) {
      ada.way.loses = fn;
      await ada.world.settled(asks[kind]);
    }
    ada.way.loses = null;
    expect(writes).toHaveLength(2);
    expect((await events(team)).filter((event) => event === 'settled took-effect')).toHaveLength(2);
    await team.end();
  });
});

describe.skipIf(whyNoPostgres() !== null)('a database that is stopped', () => {
  it('while a change is being sent is told what became of it when it is there again; meanwhile nothing is sent', async () => {
    const place = await startPostgres();
    try {
      const team = await aTeam(place);
      const { ada, ben, writes, during } = await twoDesks(team);
      const review = await ben.world.review(asks.renew);
      ada.world.service.onWrite = () => during(() => stopPostgres(place));
      await ada.world.settled(asks.renew);
      expect(await ben.world.changes.apply(review.reviewId, consent)).toMatchObject({
        error: { kind: 'team-unavailable', why: 'away' },
      });
      ada.world.restart();
      startAgain(place);
      ada.world.takeUp();
      await ada.world.time.pass(120_000);
      expect(await events(team)).toEqual(['held', 'sent', 'settled took-effect']);
      await ben.world.time.pass(120_000);
      expect(await ben.world.changes.apply(review.reviewId, consent)).toMatchObject({
        error: { kind: 'changed-since', by: { name: ada.user } },
      });
      expect(writes).toEqual([`renew ${domain}`]);
    } finally {
      await endPostgres(place);
    }
  });
});
