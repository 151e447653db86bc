import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TeamConnection } from '../../../../../electron/main/team/connection.ts';
import { createAccountsRepository } from '../../../../../electron/main/workspace/repositories/accounts.ts';
import {
  closeReview,
  handOver,
  openReview,
  type ReviewsDeps,
  setLimits,
  workOf,
} from '../../../../../electron/main/team/reviews.ts';
import type { Batch } from '../../../../../shared/domain/batch.ts';
import { ok, type Result } from '../../../../../shared/result.ts';
import {
  BatchesWorld,
  locking,
  movingTo,
  names,
  registering,
  renewing,
} from '../../../../support/batches/a-batches-world.ts';
import { type ATeam, teamOfThisFile, type TeamRole } from '../../../../support/postgres/a-team.ts';
import { whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';
import { turns } from '../../../../support/time/virtual-time.ts';
import { anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';

/** The value of what a team was asked for. */
function given<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** A person at a workspace with batches, in the team; its clock waits for the database. */
async function aDesk(team: ATeam, username: string, name: string, role: TeamRole = 'buyer') {
  const asked = { now: 0 };
  const world = new BatchesWorld(async () => {
    do {
      await turns();
      if (asked.now > 0) await wait(1);
    } while (asked.now > 0);
  });
  const account = { ...anAccount(), username };
  createAccountsRepository(world.kept.database).save(account);
  world.login = { username };
  const person = await team.person(role, name);
  const connection = team.connectionOf(person);
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    asked.now += 1;
    try {
      return await work();
    } finally {
      asked.now -= 1;
    }
  };
  await world.join({ call: (fn, p) => during(() => connection.call(fn, p)) });
  const member = { deskId: world.desk, user: person.user };
  const deps: ReviewsDeps = {
    workspace: world.kept,
    accounts: {
      list: () => Promise.resolve(ok({ accounts: [account] } as never)), // All that is asked for.
    },
    batches: world.batches,
  };
  const on: [TeamConnection, typeof member] = [connection, member];
  return {
    world,
    user: person.user,
    writes: world.service.writes,
    during,
    limit: async (alonePerDay: number | null) =>
      given(await setLimits(...on, { alonePerDay, teamPerDay: null })),
    handOver: (batch: Batch, changes: { readonly digest?: string } = {}) =>
      handOver(deps, ...on, {
        ...{ batchId: batch.id, digest: batch.digest ?? '', reason: 'As every year' },
        ...changes,
      }),
    open: (id: string) => openReview(deps, ...on, id),
    close: (id: string, reason = '') => closeReview(...on, { id, reason }),
    work: async () => {
      const { reviews, batches, ...limits } = given(await workOf(...on));
      const mine = (service: string): boolean => service.startsWith(username);
      return { reviews: reviews.filter(({ service }) => mine(service)), batches, limits };
    },
    async opened(id: string): Promise<Batch> {
      const batch = given(await openReview(deps, ...on, id));
      await world.quiet();
      return await world.find(batch.id);
    },
  };
}

type Desk = Awaited<ReturnType<typeof aDesk>>;
let logins = 0;

describe.skipIf(whyNoPostgres() !== null)('a batch that is handed to a colleague', () => {
  const teamOf = teamOfThisFile();

  /** Ada and Ben with the same login, and Cleo, an admin. */
  async function desks(alonePerDay: number | null) {
    const team = await teamOf();
    const username = `login-${(logins += 1)}@example.com`;
    // A name is charged once for all logins: each test has the names to itself.
    await team.sql('TRUNCATE namedesk.claims');
    const [ada, ben, cleo] = [
      await aDesk(team, username, 'ada'),
      await aDesk(team, username, 'ben'),
      await aDesk(team, username, 'cleo', 'admin'),
    ];
    await cleo.limit(alonePerDay);
    return { team, ada, ben, cleo };
  }

  const renewals = async ({ world }: Desk, count: number): Promise<Batch> => {
    world.own(...names(count));
    return await world.prepared(renewing, names(count));
  };

  it('is sent by the colleague and by nobody else, beyond what one person sends alone', async () => {
    const { ada, ben } = await desks(2);
    const batch = await renewals(ada, 5);
    expect(await ada.world.ran(batch)).toMatchObject({
      state: 'halted',
      counts: { confirmed: 2, remaining: 3 },
      waitingFor: { kind: 'team-limit', why: 'alone', limit: 2 },
    });
    expect(ada.writes).toEqual(['renew name-0.com', 'renew name-1.com']);
    valueOf(await ada.world.batches.readAgain(batch.id));
    await ada.world.quiet();
    const rest = await ada.world.find(batch.id);
    expect(await ada.handOver(rest)).toMatchObject({ ok: true });
    expect(await ada.world.find(batch.id)).toMatchObject({
      state: 'stopped',
      stoppedBy: 'hand-over',
    });

    const { reviews } = await ben.work();
    expect(reviews).toMatchObject([
      { id: batch.id, by: ada.user, isOwn: false, title: 'Renew 3 domains', reason: 'As every year' },
    ]);
    ben.world.own(...names(5));
    const own = await ben.opened(batch.id);
    expect(own).toMatchObject({
      state: 'ready',
      counts: { rows: 3 },
      proposal: { by: ada.user, why: 'As every year', review: batch.id },
    });
    expect(ben.writes).toEqual([]);
    expect(await ben.world.ran(own)).toMatchObject({ state: 'done', counts: { confirmed: 3 } });
    expect(ben.writes).toEqual(['renew name-2.com', 'renew name-3.com', 'renew name-4.com']);
    expect((await ben.work()).reviews).toEqual([]);
    expect(ada.writes).toHaveLength(2);
  });

  it('is no second person’s where its preparer opens it: nothing is made, and what names it is not sent', async () => {
    const { ada } = await desks(0);
    const batch = await renewals(ada, 2);
    given(await ada.handOver(batch));
    expect(await ada.open(batch.id)).toEqual({ ok: false, error: { of: 'refusal', why: 'own-review' } });
    const proposal = { by: 'ben', why: '', review: batch.id };
    const made = valueOf(await ada.world.batches.prepare('a1', renewing, names(2), proposal));
    await ada.world.quiet();
    expect(await ada.world.ran(await ada.world.find(made.id))).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'team-limit', why: 'review' },
    });
    expect(ada.writes).toEqual([]);
  });

  it('stops where it is withdrawn while it is applied', async () => {
    const { ada, ben } = await desks(0);
    const batch = await renewals(ada, 3);
    given(await ada.handOver(batch));
    ben.world.own(...names(3));
    const own = await ben.opened(batch.id);
    ben.world.service.onWrite = () => ben.during(async () => void given(await ada.close(batch.id)));
    expect(await ben.world.ran(own)).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'team-limit', why: 'review' },
      counts: { confirmed: 1, remaining: 2 },
    });
    expect(ben.writes).toEqual(['renew name-0.com']);
  });

  it('is reviewed with what the colleague’s own desk knows: what was renewed meanwhile is excluded there', async () => {
    const { ada, ben, cleo } = await desks(null);
    const batch = await renewals(ada, 2);
    given(await ada.handOver(batch));
    cleo.world.own(...names(1));
    await cleo.world.ran(await cleo.world.prepared(renewing, names(1)));
    ben.world.own(...names(2));
    const own = await ben.opened(batch.id);
    expect((await ben.world.rows(own.id)).map(({ leftOut }) => leftOut)).toEqual(['renewed', null]);
  });

  it('is one batch here however often it is opened', async () => {
    const { ada, ben } = await desks(null);
    const batch = await renewals(ada, 2);
    given(await ada.handOver(batch));
    const first = await ben.opened(batch.id);
    expect((await ben.opened(batch.id)).id).toBe(first.id);
    expect(await ben.handOver(first)).toMatchObject({ error: { why: 'not-shareable' } });
    given(await ada.close(batch.id));
    expect(await ben.open(batch.id)).toMatchObject({ error: { why: 'no-review' } });
  });

  it('is handed over as it was reviewed, and once where that is asked again', async () => {
    const { team, ada } = await desks(null);
    const batch = await renewals(ada, 2);
    expect(await ada.handOver(batch, { digest: '0'.repeat(64) })).toMatchObject({
      error: { of: 'app', error: { kind: 'changed-since', what: 'batch' } },
    });
    expect((await ada.work()).reviews).toEqual([]);
    ada.world.failing.set('move', 'full');
    expect(await ada.handOver(batch)).toMatchObject({ error: { of: 'app', error: { kind: 'storage' } } });
    ada.world.failing.clear();
    given(await ada.handOver(batch));
    expect(await team.sql(`SELECT FROM namedesk.reviews WHERE id = '${batch.id}'`)).toHaveLength(1);
  });

  it('carries no value of a contact: contacts, registrations and what puts back are not handed over', async () => {
    const { team, ada } = await desks(null);
    const contacts = await ada.world.prepared(movingTo('Oxford'), names(1));
    const register = await ada.world.prepared(registering, ada.world.free(['free.com']));
    const locked = await ada.world.ran(await ada.world.prepared(locking, ada.world.unlock(names(1))));
    const undo = valueOf(await ada.world.batches.putBack({ batchId: locked.id }));
    await ada.world.quiet();
    for (const batch of [contacts, register, await ada.world.find(undo.id)])
      expect(await ada.handOver(batch)).toMatchObject({ error: { why: 'not-shareable' } });
    expect(JSON.stringify(await team.sql('SELECT * FROM namedesk.journal, namedesk.team'))).not.toMatch(
      /Oxford|Lovelace/,
    );
  });

  it('waits for who has an account with its login', async () => {
    const { team, ada } = await desks(null);
    const batch = await renewals(ada, 1);
    given(await ada.handOver(batch));
    const other = await aDesk(team, 'elsewhere@example.com', 'dan');
    expect(await other.open(batch.id)).toMatchObject({ error: { why: 'no-login' } });
  });

  it('shows the others how far it is while it runs, and no longer than that', async () => {
    const { ada, ben } = await desks(null);
    const batch = await renewals(ada, 3);
    const seen: unknown[] = [];
    ada.world.service.onWrite = async () => {
      const { batches } = await ada.during(ben.work);
      seen.push(
        ...batches
          .filter(({ id }) => id === batch.id)
          .map(({ by, title, size, done }) => ({ by, title, size, done })),
      );
    };
    await ada.world.ran(batch);
    const of = { by: ada.user, title: 'Renew 3 domains', size: 3 };
    expect(seen).toEqual([0, 1, 2].map((done) => ({ ...of, done })));
    const mine = ({ id }: { readonly id: string }): boolean => id === batch.id;
    expect((await ben.work()).batches.filter(mine)).toEqual([]);
  });
});
