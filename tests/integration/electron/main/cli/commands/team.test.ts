import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findIn } from '../../../../../support/canary.ts';
import { worldOfThisFile } from '../../../../../support/command-line/a-command-line.ts';
import { aClaim, asPostgres, teamOfThisFile } from '../../../../../support/postgres/a-team.ts';
import { postgresOfRun } from '../../../../../support/postgres/postgres-of-run.ts';
import { outputOf, whyNoPostgres } from '../../../../../support/postgres/postgres-server.ts';

describe.skipIf(whyNoPostgres() !== null)('namedesk team', () => {
  const world = worldOfThisFile();
  const team = teamOfThisFile();

  /** What a command has printed, and its exit code. The password is the first line of its standard input. */
  async function ran(password: string, ...args: readonly string[]) {
    const line = world.run(['team', ...args], `${password}\n`);
    const code = await line.ended;
    return { code, out: line.out(), err: line.err() };
  }
  const way = (url: string, user: string) => ['--url', url, '--user', user, '--password-stdin-once'];

  it('sets up an empty database as its owner, who is no superuser, and invites a person once', async () => {
    const place = await postgresOfRun();
    const [database, founder] = [`empty_${process.pid}`, `founder_${process.pid}`];
    await asPostgres(place, 'postgres', async (client) => {
      await client.query(`CREATE ROLE ${founder} LOGIN CREATEROLE PASSWORD 'a founder'`);
      await client.query(`CREATE DATABASE ${database} OWNER ${founder}`);
    });
    const url = `postgresql://127.0.0.1:${place.port}/${database}`;
    expect(await ran('a founder', 'init', ...way(url, founder), '--name', 'Acme Ltd')).toMatchObject({
      code: 0,
    });
    expect(await ran('a founder', 'init', ...way(url, founder))).toMatchObject({
      code: 0,
      out: expect.stringContaining('set up already') as unknown,
    });
    const person = `ada_${process.pid}`;
    const invited = await ran(
      'a founder',
      'invite',
      person,
      '--role',
      'admin',
      '--json',
      ...way(url, founder),
    );
    expect(invited.code).toBe(0);
    const printed = JSON.parse(invited.out) as { readonly user: string; readonly password: string };
    expect(Object.keys(printed)).toEqual(['user', 'password']);
    expect(printed.user).toBe(person);

    expect(await ran(printed.password, 'join', ...way(url, person))).toMatchObject({ code: 0 });
    const status = await ran(printed.password, 'status', '--json', '--verify', '--password-stdin-once');
    expect(JSON.parse(status.out)).toMatchObject({
      joined: true,
      team: 'Acme Ltd',
      role: 'admin',
      history: 'verified',
    });
    // The password is in no dump of the server, and in nothing that this computer keeps.
    const dump = Buffer.from(outputOf(place, 'pg_dumpall'));
    expect(findIn('dump', dump, { password: printed.password, founder: 'a founder' })).toEqual([]);
  });

  it('joins with a preview of what would be shared, and leaves again', async () => {
    const { url, person } = await team();
    const ada = await person('buyer', 'ada');
    const preview = await ran(ada.password, 'join', '--preview', ...way(url, ada.user));
    expect(preview).toMatchObject({ code: 0, out: '' });
    expect(preview.err).toContain('Not shared: API keys, transfer codes, contact data');
    expect(JSON.parse((await ran('', 'status', '--json')).out)).toEqual({ joined: false });

    expect(await ran(ada.password, 'join', ...way(url, ada.user))).toMatchObject({ code: 0 });
    expect(await ran(ada.password, 'join', ...way(url, ada.user))).toMatchObject({ code: 3 });
    expect(await ran(ada.password, 'leave', '--password-stdin-once')).toMatchObject({ code: 0 });
    expect(JSON.parse((await ran('', 'status', '--json')).out)).toEqual({ joined: false });
  });

  it('sets a new password of one’s own, read from the second line where the present one is in the first', async () => {
    const { url, person } = await team();
    const ada = await person('buyer', 'ada');
    expect(await ran(ada.password, 'join', ...way(url, ada.user))).toMatchObject({ code: 0 });
    const next = 'a-password-of-my-own';
    const set = (both: string) => ran(both, 'password', '--password-stdin-once');
    expect(await set(`${ada.password}\nshort`)).toMatchObject({ code: 2 });
    expect(await set(`${ada.password}\n${next}`)).toMatchObject({ code: 0 });
    expect((await ran(ada.password, 'join', '--preview', ...way(url, ada.user))).code).not.toBe(0);
    expect(await ran(next, 'leave', '--password-stdin-once')).toMatchObject({ code: 0 });
  });

  it('does not leave while a change of this workspace is not settled', async () => {
    const { url, person, connectionOf } = await team();
    const ada = await person('buyer', 'ada');
    const joined = await ran(ada.password, 'join', '--json', ...way(url, ada.user));
    const { desk } = JSON.parse(joined.out) as { readonly desk: string };
    const claim = { ...aClaim(), desk };
    for (const name of ['claim', 'mark_sent'] as const) await connectionOf(ada).call(name, claim);
    const refused = await ran(ada.password, 'leave', '--password-stdin-once');
    expect(refused).toMatchObject({ code: 3, out: '' });
    expect(await ran(ada.password, 'leave', '--force', '--password-stdin-once')).toMatchObject({ code: 0 });
  });

  it('releases what was sent as an admin, with a reason and what the service shows', async () => {
    const { url, person, connectionOf, sql } = await team();
    const [ada, eve] = [await person('buyer', 'ada'), await person('admin', 'eve')];
    const claim = { ...aClaim(), desk: randomUUID() };
    for (const name of ['claim', 'mark_sent'] as const) await connectionOf(ada).call(name, claim);
    await ran(eve.password, 'join', ...way(url, eve.user));
    const release = ['release', claim.domain, '--reason', 'her computer was stolen', '--password-stdin-once'];
    expect(await ran(eve.password, ...release)).toMatchObject({ code: 2 });
    expect(await ran(eve.password, ...release, '--found', 'had-no-effect')).toMatchObject({ code: 0 });
    const entries = await sql('SELECT event, by FROM namedesk.journal WHERE change_id = $1 ORDER BY seq', [
      claim.changeId,
    ]);
    expect(entries.map(({ event }) => event)).toEqual(['held', 'sent', 'read-back', 'released']);
    expect(entries.at(-1)).toMatchObject({ by: eve.user });
  });

  it('lets a buyer invite nobody, and says so', async () => {
    const { url, person } = await team();
    const ada = await person('buyer', 'ada');
    const invited = await ran(ada.password, 'invite', 'ben', '--role', 'admin', ...way(url, ada.user));
    expect(invited).toMatchObject({ code: 3, out: '' });
    expect(invited.err).toContain('role');
  });
});

describe('namedesk team without a database', () => {
  const world = worldOfThisFile();

  it.each([
    ['the address is missing', ['join', '--user', 'ada', '--password-stdin'], '--url'],
    ['the user is missing', ['join', '--url', 'postgresql://localhost/acme', '--password-stdin'], '--user'],
    [
      'the password is missing',
      ['join', '--url', 'postgresql://localhost/acme', '--user', 'ada'],
      '--password-stdin',
    ],
    [
      'the password stands in the address',
      ['join', '--url', 'postgresql://ada:CANARY@localhost/acme'],
      'password',
    ],
    ['no role is named', ['invite', 'ben'], '--role'],
    ['no reason is named', ['release', 'example.com'], '--reason'],
    ['no team was joined', ['status'], 'joined no team'],
  ])('ends with exit code 2 where %s', async (_, args, word) => {
    const line = world.run(['team', ...args]);
    expect(await line.ended).toBe(2);
    expect(line.err()).toContain(word);
  });
});
