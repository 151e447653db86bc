import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TeamConnection } from '../../../../../electron/main/team/connection.ts';
import { createAccountsRepository } from '../../../../../electron/main/workspace/repositories/accounts.ts';
import {
  approvalNames,
  type ApprovalsDeps,
  askApproval,
  decide,
  setLimits,
  workOf,
} from '../../../../../electron/main/team/approvals.ts';
import type { Batch } from '../../../../../shared/domain/batch.ts';
import type { ApprovalRequest } from '../../../../../shared/domain/team-view.ts';
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
  const deps: ApprovalsDeps = {
    workspace: world.kept,
    accounts: { find: () => ok(account as never) }, // All that is asked for.
    batches: world.batches,
  };
  const on: [TeamConnection, typeof member] = [connection, member];
  const work = async () => {
    const { requests, ...rest } = given(await workOf(deps, ...on));
    return { ...rest, requests: requests.filter(({ service }) => service.startsWith(username)) };
  };
  return {
    world,
    user: person.user,
    writes: world.service.writes,
    during,
    work,
    limit: async (alonePerDay: number | null) =>
      given(await setLimits(...on, { alonePerDay, teamPerDay: null })),
    askFor: (batch: Batch, changes: { readonly digest?: string } = {}) =>
      askApproval(deps, ...on, {
        ...{ batchId: batch.id, digest: batch.digest ?? '', reason: 'As every year' },
        ...changes,
      }),
    names: async (of: ApprovalRequest) => given(await approvalNames(connection, of)).names,
    decide: (of: ApprovalRequest, verdict: 'approved' | 'refused' | 'withdrawn', reason = '') =>
      decide(...on, { ...of, verdict, reason }),
    /** What waits, or was decided, first. */
    async request(): Promise<ApprovalRequest> {
      const [first] = (await work()).requests;
      if (first === undefined) throw new Error('Nothing was asked');
      return first;
    },
    /** Reads the batch again, as after a pause. */
    async refreshed(batch: Batch): Promise<Batch> {
      valueOf(await world.batches.readAgain(batch.id));
      await world.quiet();
      return await world.find(batch.id);
    },
  };
}

type Desk = Awaited<ReturnType<typeof aDesk>>;
let logins = 0;

describe.skipIf(whyNoPostgres() !== null)('a batch that takes a second person', () => {
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
  const notApproved = { state: 'halted', waitingFor: { kind: 'team-limit', why: 'approval' } };

  it('is seen by a colleague with its names, approved, and sent by the desk that asked', async () => {
    const { ada, ben } = await desks(2);
    const batch = await renewals(ada, 5);
    expect(await ada.world.ran(batch)).toMatchObject({
      state: 'halted',
      counts: { confirmed: 2, remaining: 3 },
      waitingFor: { kind: 'team-limit', why: 'alone', limit: 2 },
    });
    const rest = await ada.refreshed(batch);
    given(await ada.askFor(rest));
    expect(await ada.request()).toMatchObject({
      isOwn: true,
      isHere: true,
      isCurrent: true,
      state: 'waiting',
    });

    const seen = await ben.request();
    expect(seen).toMatchObject({
      ...{ batchId: batch.id, by: ada.user, isOwn: false, isHere: false, title: 'Renew 3 domains' },
      ...{ isCharged: true, domains: 3, reason: 'As every year' },
    });
    expect((await ben.names(seen)).map(({ domain }) => domain)).toEqual([
      'name-2.com',
      'name-3.com',
      'name-4.com',
    ]);
    given(await ben.decide(seen, 'approved'));
    expect(await ada.request()).toMatchObject({ state: 'approved', decidedBy: ben.user, isCurrent: true });
    // The minutes of a review are over until then.
    expect(await ada.world.ran(await ada.refreshed(rest))).toMatchObject({
      state: 'done',
      counts: { confirmed: 5 },
    });
    expect(ada.writes).toEqual(names(5).map((name) => `renew ${name}`));
    expect(ben.writes).toEqual([]);
    expect((await ada.work()).requests).toEqual([]);
  });

  it('is not sent while it waits, below the limit as well, and is once the request is withdrawn', async () => {
    const { ada } = await desks(null);
    const batch = await renewals(ada, 2);
    given(await ada.askFor(batch));
    expect(await ada.world.ran(batch)).toMatchObject(notApproved);
    expect(ada.writes).toEqual([]);
    given(await ada.decide(await ada.request(), 'withdrawn'));
    expect(await ada.world.ran(await ada.refreshed(batch))).toMatchObject({ state: 'done' });
  });

  it('stops where its approval is taken back while it is sent, and says by whom and why', async () => {
    const { ada, ben } = await desks(0);
    const batch = await renewals(ada, 3);
    given(await ada.askFor(batch));
    given(await ben.decide(await ben.request(), 'approved'));
    const approved = await ben.request();
    ada.world.service.onWrite = () =>
      ada.during(async () => void given(await ben.decide(approved, 'refused', 'Not this year')));
    expect(await ada.world.ran(batch)).toMatchObject({
      ...notApproved,
      counts: { confirmed: 1, remaining: 2 },
    });
    expect(await ada.request()).toMatchObject({
      ...{ state: 'refused', decidedBy: ben.user, decidedReason: 'Not this year' },
    });
  });

  it('that leaves names out since is sent without them; one more name is not', async () => {
    const { ada, ben } = await desks(0);
    const batch = await renewals(ada, 3);
    valueOf(await ada.world.batches.leaveOut(batch.id, 0, true));
    given(await ada.askFor(await ada.world.find(batch.id)));
    given(await ben.decide(await ben.request(), 'approved'));
    valueOf(await ada.world.batches.leaveOut(batch.id, 0, false));
    valueOf(await ada.world.batches.leaveOut(batch.id, 1, true));
    expect(await ada.world.ran(await ada.world.find(batch.id))).toMatchObject(notApproved);
    expect(ada.writes).toEqual([]);
    valueOf(await ada.world.batches.leaveOut(batch.id, 0, true));
    expect(await ada.world.ran(await ada.refreshed(batch))).toMatchObject({ state: 'done' });
    expect(ada.writes).toEqual(['renew name-2.com']);
  });

  it('that was made to pay a second time since is another one', async () => {
    const { ada, ben, cleo } = await desks(10);
    const batch = await renewals(ada, 2);
    given(await ada.askFor(batch));
    given(await ben.decide(await ben.request(), 'approved'));
    cleo.world.own(...names(1));
    await cleo.world.ran(await cleo.world.prepared(renewing, names(1)));
    const again = await ada.refreshed(batch);
    expect((await ada.world.rows(again.id)).map(({ leftOut }) => leftOut)).toEqual(['renewed', null]);
    expect(await ada.request()).toMatchObject({ state: 'approved', isCurrent: true });
    valueOf(await ada.world.batches.leaveOut(batch.id, 0, false));
    expect(await ada.request()).toMatchObject({ state: 'approved', isCurrent: false });
    expect(await ada.world.ran(await ada.world.find(batch.id))).toMatchObject(notApproved);
    expect(ada.writes).toEqual([]);
  });

  it('is asked as it was reviewed', async () => {
    const { ada } = await desks(null);
    const batch = await renewals(ada, 2);
    expect(await ada.askFor(batch, { digest: '0'.repeat(64) })).toMatchObject({
      error: { of: 'app', error: { kind: 'changed-since', what: 'batch' } },
    });
    expect((await ada.work()).requests).toEqual([]);
  });

  it('works for contacts, registrations and what puts back, and carries no value of a contact', async () => {
    const { team, ada, ben } = await desks(0);
    const locked = await ada.world.ran(await ada.world.prepared(locking, ada.world.unlock(names(1))));
    const undo = valueOf(await ada.world.batches.putBack({ batchId: locked.id }));
    await ada.world.quiet();
    const batches = [
      await ada.world.prepared(movingTo('Oxford'), names(1)),
      await ada.world.prepared(registering, ada.world.free(['free.com'])),
      await ada.world.find(undo.id),
    ];
    const before = ada.writes.length;
    for (const batch of batches) {
      given(await ada.askFor(batch));
      const of = (await ben.work()).requests.find(({ batchId }) => batchId === batch.id);
      given(await ben.decide(of ?? (await ben.request()), 'approved'));
      expect(await ada.world.ran(await ada.refreshed(batch))).toMatchObject({
        state: 'done',
        counts: { confirmed: 1 },
      });
    }
    expect(ada.writes).toHaveLength(before + 3);
    const shared = await team.sql('SELECT j.body, a.* FROM namedesk.journal j, namedesk.approvals a');
    expect(JSON.stringify(shared)).not.toMatch(/Oxford|Lovelace/);
  });

  it('that is removed takes the request with it, at the next look of its desk', async () => {
    const { ada, ben } = await desks(null);
    const [batch, other] = [await renewals(ada, 1), await renewals(ada, 2)];
    for (const each of [batch, other]) given(await ada.askFor(each));
    valueOf(await ada.world.batches.remove(batch.id));
    expect((await ben.work()).requests).toHaveLength(2);
    const left = [expect.objectContaining({ batchId: other.id })];
    expect((await ada.work()).requests).toEqual(left);
    expect((await ben.work()).requests).toEqual(left);
  });

  it('T4 is listed beside a request that cannot be read, which is counted', async () => {
    const { team, ada, ben } = await desks(null);
    given(await ada.askFor(await renewals(ada, 1)));
    const odd = await renewals(ada, 2);
    given(await ada.askFor(odd));
    const of = { id: odd.id };
    await team.sql('ALTER TABLE namedesk.approvals DROP CONSTRAINT approvals_digest_check');
    await team.sql("UPDATE namedesk.approvals SET digest = 'odd' WHERE batch = $1", [of.id]);
    for (const desk of [ada, ben]) {
      const { requests, unread } = await desk.work();
      expect(requests.map(({ title }) => title)).toEqual(['Renew 1 domain']);
      expect(unread).toBe(1);
    }
  });
});
