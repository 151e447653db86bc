import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { team as teamActions } from '../../../../../electron/main/team/actions.ts';
import { createTeamViewDoor } from '../../../../../electron/main/team/open-team.ts';
import { ok } from '../../../../../shared/result.ts';
import { bound } from '../../../../support/bound.ts';
import { aClaim, type Person, teamOfThisFile } from '../../../../support/postgres/a-team.ts';
import { whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';
import { createTestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const team = teamOfThisFile();
const desk = '0d0f6f3e-8d0b-4d0e-9b1a-3f2f6f0a1b2c';

/** What the page asks, over a workspace of its own; the windows for passwords answer at once. */
async function aWindow({ user, password }: Person) {
  const world = await createTestWorld();
  const changes: boolean[] = [];
  const opens = vi.fn();
  const shown: { of: string; password: string }[] = [];
  const door = createTeamViewDoor({
    ...world,
    logins: () => Promise.resolve(ok(['reseller@example.com · https://reseller.example/api'])),
    onMembership: world.referee.changed,
    onChange: (isNews) => void changes.push(isNews),
    onBug: (thrown) => {
      throw thrown;
    },
    timer: {
      nowMs: () => performance.now(),
      sleep: (durationMs, signal) => wait(durationMs, undefined, signal && { signal }),
    },
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
  });
  onTestFinished(door.close);
  const handlers = bound(teamActions, {
    workspace: world.workspace,
    feed: world.feed,
    teamView: {
      ...door,
      open() {
        opens();
        return door.open();
      },
    },
    askForFile: () => Promise.resolve(null),
    referee: world.referee,
    askForPassword: (_, isNew = false) =>
      Promise.resolve(new Secret(isNew ? `${password}-of-my-own` : password)),
    showPassword: (of, secret) => Promise.resolve(shown.push({ of, password: secret.reveal() }) > 0),
  });
  const place = { url: (await team()).url, user, caFile: null };
  return { world, handlers, place, opens, shown, changes, view: door.open };
}

type AWindow = Awaited<ReturnType<typeof aWindow>>;

async function joined(person: Person): Promise<AWindow> {
  const at = await aWindow(person);
  const preview = valueOf(await at.handlers.preview(at.place));
  if (preview.kind !== 'ready') throw new Error(JSON.stringify(preview));
  expect(valueOf(await at.handlers.join({ ticket: preview.ticket }))).toEqual({ kind: 'joined' });
  return at;
}

const statusOf = async ({ handlers }: AWindow) => valueOf(await handlers.status({})).team;

describe.skipIf(whyNoPostgres() !== null)('the window’s requests about a team', () => {
  it('load nothing of a team where none is joined', async () => {
    const { handlers, opens } = await aWindow({ user: 'nobody', password: 'x' });
    expect(valueOf(await handlers.status({}))).toEqual({ team: null });
    expect(valueOf(await handlers.claims({}))).toEqual({ claims: [] });
    expect(valueOf(await handlers.changes({ domain: 'oak.com' }))).toEqual({ changes: [] });
    expect(valueOf(await handlers.done({ since: '2026-01-01T00:00:00.000Z' }))).toEqual({
      people: [],
      done: [],
    });
    expect(opens).not.toHaveBeenCalled();
  });

  it('show a team before it is joined, and join nothing by that', async () => {
    const at = await aWindow(await (await team()).person('buyer'));
    expect(valueOf(await at.handlers.preview(at.place))).toMatchObject({
      kind: 'ready',
      name: 'Acme',
      role: 'buyer',
      logins: ['reseller@example.com · https://reseller.example/api'],
    });
    expect(await statusOf(at)).toBeNull();
  });

  it('join by the ticket of what was shown alone', async () => {
    const at = await aWindow(await (await team()).person('buyer'));
    await at.handlers.preview(at.place);
    const other = '00000000-0000-4000-8000-000000000000';
    expect(valueOf(await at.handlers.join({ ticket: other }))).toEqual({ kind: 'refused', why: 'expired' });
    expect(await statusOf(at)).toBeNull();
  });

  it.each([
    ['another password', { password: 'wrong' }, {}, 'login'],
    ['no address', {}, { url: 'db.example' }, 'address'],
    ['a file that is not there', {}, { caFile: '/nowhere/ca.pem' }, 'ca-file'],
  ])('refuse %s with its own reason', async (_, as, to, why) => {
    const at = await aWindow({ ...(await (await team()).person('buyer')), ...as });
    expect(valueOf(await at.handlers.preview({ ...at.place, ...to }))).toEqual({ kind: 'refused', why });
  });

  it('say who is at work, and hear of what somebody else has sent', async () => {
    const acme = await team();
    const [ada, ben] = [await acme.person('buyer', 'ada'), await acme.person('buyer', 'ben')];
    const at = await joined(ada);
    const other = acme.connectionOf(ben);
    const claim = aClaim({ desk });
    expect(await other.call('claim', claim)).toMatchObject({ value: { kind: 'held' } });
    expect(await other.call('mark_sent', claim)).toMatchObject({ value: { kind: 'sent' } });
    await vi.waitFor(
      async () => {
        expect((await statusOf(at))?.atWork).toEqual(expect.arrayContaining([ada.user, ben.user]));
        const { changes } = valueOf(await at.handlers.changes({ domain: claim.domain }));
        expect(changes).toMatchObject([{ by: ben.user, kind: 'renew', state: 'sending' }]);
      },
      { timeout: 30_000 },
    );
    expect(valueOf(await at.handlers.claims({})).claims).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ by: ben.user, domain: claim.domain, state: 'sent' }),
      ]),
    );
    expect(at.changes).toContain(true);
  });

  it('release a claim by an admin with a finding and a reason, which the journal keeps, and by nobody else', async () => {
    const acme = await team();
    const ben = acme.connectionOf(await acme.person('buyer', 'ben'));
    const claim = aClaim({ desk });
    await ben.call('claim', claim);
    await ben.call('mark_sent', claim);
    const asked = {
      ...{ changeId: claim.changeId, attempt: claim.attempt, by: 'ben', isOfAll: false },
      finding: 'had-no-effect',
      reason: 'The computer is gone',
    } as const;
    const buyer = await joined(await acme.person('buyer'));
    expect(valueOf(await buyer.handlers.release(asked))).toMatchObject({ kind: 'refused' });
    const admin = await joined(await acme.person('admin'));
    expect(valueOf(await admin.handlers.release(asked))).toMatchObject({
      ...{ kind: 'released', count: 1, stopped: null },
    });
    const rows = await acme.sql(
      'SELECT event, body FROM namedesk.journal WHERE change_id = $1 ORDER BY seq DESC LIMIT 1',
      [claim.changeId],
    );
    expect(rows).toMatchObject([{ event: 'released', body: { reason: 'The computer is gone' } }]);
  });

  it('show the password of an invitation in its own window, and hand none to the page', async () => {
    const acme = await team();
    const at = await joined(await acme.person('admin'));
    const name = `cy_${process.pid}`;
    const answer = valueOf(await at.handlers.invite({ name, role: 'reader', again: false, isPlain: false }));
    expect(answer).toEqual({ kind: 'invited', isShown: true });
    const password = at.shown[0]?.password ?? '';
    const invited = await aWindow({ user: name, password });
    expect(valueOf(await invited.handlers.preview(invited.place))).toMatchObject({
      kind: 'ready',
      role: 'reader',
    });
    expect(valueOf(await at.handlers.people({}))).toMatchObject({
      people: expect.arrayContaining([expect.objectContaining({ name, role: 'reader' })]) as unknown,
    });
  });

  it('list whoever has set the team up among its people, and set a new password of one’s own', async () => {
    const acme = await team();
    const at = await joined(await acme.person('buyer'));
    expect(valueOf(await at.handlers.people({}))).toMatchObject({
      people: expect.arrayContaining([
        { name: 'postgres', role: 'admin', invitedBy: null, invitedAt: null, excludedAt: null },
      ]) as unknown,
    });
    expect(valueOf(await at.handlers.changePassword({}))).toEqual({ kind: 'changed' });
    expect(valueOf(await at.handlers.refused({}))).toEqual({ outcomes: [] });
  });

  it('leave the team, and keep what was fetched of a domain', async () => {
    const acme = await team();
    const at = await joined(await acme.person('buyer'));
    const ben = acme.connectionOf(await acme.person('buyer', 'ben'));
    const claim = aClaim({ desk });
    await ben.call('claim', claim);
    const known = async () => valueOf(await at.handlers.changes({ domain: claim.domain })).changes.length;
    await vi.waitFor(async () => expect(await known()).toBe(1), { timeout: 30_000 });
    expect(valueOf(await at.handlers.leave({}))).toEqual({ kind: 'left' });
    expect(await statusOf(at)).toBeNull();
    expect(await known()).toBe(1);
  });

  it('leave as somebody who was excluded, though the team was not told everything: nobody here can tell it', async () => {
    const acme = await team();
    const person = await acme.person('buyer');
    const at = await joined(person);
    const untold = { changeId: crypto.randomUUID(), attempt: 1, at: new Date().toISOString() };
    at.world.workspace.teamOutbox.claiming(untold);
    expect(valueOf(await at.handlers.leave({}))).toEqual({ kind: 'refused', why: 'unsettled' });
    const { length } = at.changes;
    // The team that was not left is followed on, though nobody asks for its state.
    await vi.waitFor(() => expect(at.changes.length).toBeGreaterThan(length));
    const admin = await joined(await acme.person('admin'));
    expect(valueOf(await admin.handlers.exclude({ name: person.user }))).toEqual({
      kind: 'excluded',
      open: 0,
    });
    await vi.waitFor(async () => expect((await statusOf(at))?.away?.why).toMatch(/^(?:login|forbidden)$/), {
      timeout: 60_000,
    });
    expect(valueOf(await at.handlers.leave({}))).toEqual({ kind: 'left' });
    expect(await statusOf(at)).toBeNull();
  });

  it('hear of a team that a command line has joined and left beside the window, and follow it no longer', async () => {
    const acme = await team();
    const person = await acme.person('buyer');
    const at = await aWindow(person);
    const view = await at.view();
    await at.handlers.preview(at.place);
    const { place, database } = acme;
    const way = { url: { host: '127.0.0.1', port: place.port, database }, user: person.user, caFile: null };
    const door = await at.world.team.open();
    expect((await door.join({ ...way, password: new Secret(person.password) }, true)).ok).toBe(true);
    at.world.feed.changed();
    expect(at.world.payloads('team.changed')).toEqual([{ isNews: true }]);
    expect(await statusOf(at)).toMatchObject({ user: person.user });
    expect((await door.leave(true)).ok).toBe(true);
    at.world.feed.changed();
    expect(at.world.payloads('team.changed')).toHaveLength(2);
    const asked = vi.spyOn(view, 'status');
    expect(await statusOf(at)).toBeNull();
    expect(asked).toHaveBeenCalledOnce();
  });
});
