import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVault, type Vault } from '../../../../../electron/main/accounts/vault.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { createTeam, type Team } from '../../../../../electron/main/team/team.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { aKeychain } from '../../../../support/keychain/a-keychain.ts';
import { type ATeam, aClaim, aTeam, type Person } from '../../../../support/postgres/a-team.ts';
import { whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';
import {
  type ADirectory,
  aDirectory,
  openTestWorkspace,
  valueOf,
} from '../../../../support/workspace/a-workspace.ts';

describe.skipIf(whyNoPostgres() !== null)('a workspace in a team', () => {
  let directory: ADirectory;
  let workspace: Workspace;
  let vault: Vault;
  let team: Team;
  let database: ATeam;
  let ada: Person;

  const open = () =>
    createTeam({
      workspace,
      vault,
      timer: {
        nowMs: () => performance.now(),
        sleep: (durationMs, signal) => wait(durationMs, undefined, signal && { signal }),
      },
      now: () => new Date(),
      newId: randomUUID,
      onNews: () => Promise.resolve(),
      onApplied: () => undefined,
      onBug: fail,
    });
  const way = () => ({
    url: { host: '127.0.0.1', port: database.place.port, database: database.database },
    user: ada.user,
    caFile: null,
    password: new Secret(ada.password),
  });
  const joined = async () => {
    const done = await team.join(way(), true);
    if (!done.ok) throw new Error(JSON.stringify(done.error));
    return done.value;
  };
  const claim = async (desk: string) => (team.connection() ?? fail()).call('claim', { ...aClaim(), desk });

  beforeEach(async () => {
    directory = aDirectory();
    [workspace, database] = [await openTestWorkspace(directory.path), await aTeam()];
    ada = await database.person('buyer', 'ada');
    vault = createVault(aKeychain());
    team = open();
  });
  afterEach(async () => {
    await team.close();
    await workspace.close();
    await database.end();
    directory.remove();
  });

  it('has its password in the keychain, and finds it there after a restart', async () => {
    const { deskId } = await joined();
    expect(valueOf(await vault.read(`team-${deskId}`))?.reveal()).toBe(ada.password);
    await team.close();
    team = open();
    expect(await team.status(false)).toMatchObject({
      ok: true,
      value: { about: { value: { by: ada.user } } },
    });
  });

  it('takes its password out of the keychain when it leaves', async () => {
    const { deskId } = await joined();
    expect(await team.leave(false)).toMatchObject({ ok: true });
    expect(valueOf(await vault.read(`team-${deskId}`))).toBeNull();
    expect(team.membership()).toBeNull();
  });

  it('stays, with its password, where a change is begun while the keychain takes its time over leaving', async () => {
    const { deskId } = await joined();
    await team.close();
    const { remove } = vault;
    vault = {
      ...vault,
      async remove(entry) {
        const removed = await remove(entry);
        const begun = { changeId: randomUUID(), attempt: 1, at: new Date().toISOString() };
        workspace.teamOutbox.claiming(begun);
        return removed;
      },
    };
    team = open();
    expect(await team.leave(false)).toMatchObject({ error: { of: 'refusal', why: 'unsettled' } });
    expect(team.membership()).toMatchObject({ deskId });
    expect(workspace.teamOutbox.counts()).toMatchObject({ open: 1 });
    expect(valueOf(await vault.read(`team-${deskId}`))?.reveal()).toBe(ada.password);
  });

  it('that keeps its password in memory has it again after a command with a password of its own', async () => {
    expect(await team.join(way(), false)).toMatchObject({ ok: true });
    const [one, other] = [team.usePassword(new Secret('one')), team.usePassword(new Secret('other'))];
    one();
    other();
    await team.close();
    expect(await team.status(false)).toMatchObject({ value: { about: { value: { by: ada.user } } } });
  });

  it('is in no team, and keeps no password, where the server does not accept it', async () => {
    const done = await team.join({ ...way(), password: new Secret('wrong') }, true);
    expect(done).toMatchObject({ error: { of: 'team', fault: { kind: 'login' } } });
    expect(team.membership()).toBeNull();
  });

  it('has a password of its own choice instead of the one that was given out', async () => {
    const { deskId } = await joined();
    expect(await team.changePassword(new Secret('short'))).toMatchObject({ error: { why: 'password' } });
    expect(await team.changePassword(own)).toEqual({ ok: true, value: null });
    expect(valueOf(await vault.read(`team-${deskId}`))?.reveal()).toBe(own.reveal());
    await team.close();
    team = open();
    expect(await team.status(false)).toMatchObject({ value: { about: { value: { by: ada.user } } } });
    expect(await team.preview(way())).toMatchObject({ error: { fault: { kind: 'login' } } });
    expect(await team.preview({ ...way(), password: own })).toMatchObject({ ok: true });
  });

  it('keeps the password that was given out where the keychain does not take the new one', async () => {
    let isLocked = false;
    vault = createVault(
      aKeychain({ faultOf: (call) => (isLocked && call === 'set' ? 'locked' : undefined) }),
    );
    await team.close();
    team = open();
    await joined();
    isLocked = true;
    expect(await team.changePassword(own)).toMatchObject({
      error: { of: 'app', error: { kind: 'keychain' } },
    });
    expect(await team.preview({ ...way(), password: own })).toMatchObject({
      error: { fault: { kind: 'login' } },
    });
    await team.close();
    team = open();
    expect(await team.status(false)).toMatchObject({ value: { about: { ok: true } } });
  });

  it('says which outcomes the database did not take, and tells it again where a person says so', async () => {
    await joined();
    const id = randomUUID();
    workspace.teamOutbox.claiming({ changeId: id, attempt: 1, at: new Date().toISOString() });
    workspace.teamOutbox.note({ changeId: id, isMarked: true });
    const [row] = workspace.teamOutbox.outbox({ limit: 9 });
    workspace.teamOutbox.refused({ seq: row?.seq ?? 0, answer: '{"kind":"unknown"}' });
    expect(await team.status(false)).toMatchObject({
      value: { refused: [{ changeId: id, outcome: 'unsent', domain: null, why: 'unknown' }] },
    });
    expect(workspace.teamOutbox.outbox({ limit: 9 })).toEqual([]);
    workspace.teamOutbox.offerAgain();
    expect(workspace.teamOutbox.outbox({ limit: 9 })).toHaveLength(1);
    expect(await team.status(false)).toMatchObject({ value: { refused: [] } });
  });

  it('claims nothing on a server that was put back to an older state', async () => {
    const { deskId } = await joined();
    expect(await claim(deskId)).toMatchObject({ value: { kind: 'held' } });
    expect(await team.catchUp()).toMatchObject({ value: { kind: 'current', seq: 2 } });
    // As after a restore: the last entry is gone, and the claim with it.
    await database.sql(`ALTER TABLE namedesk.journal DISABLE TRIGGER append_only; DELETE FROM namedesk.journal WHERE seq = 2;
      DELETE FROM namedesk.claims; UPDATE namedesk.head SET seq = 1, hash = (SELECT hash FROM namedesk.journal)`);
    expect(await claim(deskId)).toEqual({ ok: false, error: { kind: 'history' } });
    expect(await database.sql('SELECT count(*)::integer AS open FROM namedesk.claims')).toEqual([
      { open: 0 },
    ]);
    expect(team.membership()).toMatchObject({ fault: { kind: 'rolled-back', seq: 1 } });
    // Joined anew, the workspace takes the history as it is.
    await team.leave(true);
    expect(await claim((await joined()).deskId)).toMatchObject({ value: { kind: 'held' } });
  });
});

const own = new Secret('a-password-of-adas-own');

const fail = (): never => {
  throw new Error('No team was joined');
};
