import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findIn } from '../../../../../support/canary.ts';
import { apiKey, worldOfThisFile } from '../../../../../support/command-line/a-command-line.ts';
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
    const checked = await ran('a founder', 'init', ...way(url, founder), '--check');
    expect(checked).toMatchObject({ code: 0, err: '' });
    expect(checked.out).toContain('nothing was changed');
    expect(checked.out).not.toContain('Missing');
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
    // The password is in no dump. Not of the whole server: others' databases come and go there.
    const dumps = [outputOf(place, 'pg_dump', database), outputOf(place, 'pg_dumpall', '--roles-only')];
    const dump = Buffer.from(dumps.join('\n'));
    expect(findIn('dump', dump, { password: printed.password, founder: 'a founder' })).toEqual([]);
  });

  it('names what a server lacks for a team, and leaves nothing there', async () => {
    const place = await postgresOfRun();
    const [database, poor] = [`poor_${process.pid}`, `poor_${process.pid}`];
    await asPostgres(place, 'postgres', async (client) => {
      await client.query(`CREATE ROLE ${poor} LOGIN PASSWORD 'a poor one'`);
      await client.query(`CREATE DATABASE ${database} OWNER ${poor}`);
    });
    const url = `postgresql://127.0.0.1:${place.port}/${database}`;
    const checked = await ran('a poor one', 'init', ...way(url, poor), '--check');
    expect(checked).toMatchObject({ code: 1, err: expect.stringContaining('cannot be set up') as unknown });
    expect(checked.out).toContain('Missing: roles (CREATEROLE) (42501)');
    expect(checked.out).toContain('Missing: the set-up itself (42501)');
    expect(checked.out).not.toContain('SHA-256');
    const left = await asPostgres(place, database, (client) =>
      client.query(`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'namedesk%'
        UNION ALL SELECT rolname FROM pg_roles WHERE rolname = 'namedesk_check'`),
    );
    expect(left.rows).toEqual([]);
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

  it('says how much is shared, what is not shown here, and where that is not up to date', async () => {
    const { url, person, connectionOf } = await team();
    const [ada, ben] = [await person('buyer', 'ada'), await person('buyer', 'ben')];
    const service = { baseUrl: 'https://elsewhere.example', username: 'nobody here' };
    const at = new Date().toISOString();
    const there = { topic: 'domain', service, key: 'oak.com', field: 'present', value: { addedAt: at }, at };
    const told = await connectionOf(ben).call('publish', { facts: [there] });
    expect(told).toMatchObject({ ok: true });
    const joined = await ran(ada.password, 'join', ...way(url, ada.user));
    const words = 'Shared: 1 domain. Not shown here: 1 of accounts that this workspace does not have.';
    expect(joined).toMatchObject({ code: 0, err: expect.stringContaining(words) as unknown });
    const status = (password: string, ...more: readonly string[]) =>
      ran(password, 'status', '--password-stdin-once', ...more);
    expect((await status(ada.password)).out).toContain(`${words}\n`);
    expect(JSON.parse((await status(ada.password, '--json')).out)).toMatchObject({
      shared: { domains: 1, foreign: 1, queued: 0 },
    });
    const away = await status('another password');
    expect(away.code).not.toBe(0);
    expect(away.out).toContain(`${words} The portfolio could not be brought up to date just now.`);
    await ran(ada.password, 'leave', '--password-stdin-once');
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

  it('T10 releases all that a person has sent, as an admin alone, and finds a name in Unicode', async () => {
    const { url, person, connectionOf, sql } = await team();
    const [ada, eve] = [await person('buyer', 'ada'), await person('admin', 'eve')];
    const desk = randomUUID();
    for (const domain of ['xn--mnchen-3ya.com', 'oak.com', 'elm.com']) {
      const claim = { ...aClaim({ domain }), desk };
      for (const name of ['claim', 'mark_sent'] as const) await connectionOf(ada).call(name, claim);
    }
    const release = (...args: readonly string[]) =>
      ran(eve.password, 'release', ...args, '--reason', 'a stolen computer', '--password-stdin-once');
    await ran(eve.password, 'join', ...way(url, eve.user));
    const found = ['--found', 'cannot-tell'];
    expect(await release('m\u00fcnchen.com', ...found)).toMatchObject({ code: 0 });
    expect((await release('--of', ada.user)).code).toBe(2);
    expect((await release('oak.com', '--of', ada.user, ...found)).code).toBe(2);
    expect(await release('--of', ada.user, ...found)).toMatchObject({
      code: 0,
      out: `Released 2 claims of ${ada.user}.\n`,
    });
    expect((await release('--of', ada.user, ...found)).err).toContain('no longer open');
    const [open] = await sql(
      `SELECT count(*)::integer AS n FROM namedesk.claims WHERE state = 'sent' AND by = '${ada.user}'`,
    );
    expect(open).toEqual({ n: 0 });
    await ran(eve.password, 'leave', '--password-stdin-once');
  });

  it('frees a name that the team has bought and given back, as an admin alone', async () => {
    const { url, person, connectionOf, sql } = await team();
    const [ada, eve] = [await person('buyer', 'ada'), await person('admin', 'eve')];
    const order = { ...aClaim({ kind: 'register', family: 'register' }), desk: randomUUID() };
    const steps = ['claim', 'mark_sent', 'settle'] as const;
    for (const name of steps) await connectionOf(ada).call(name, { ...order, outcome: 'took-effect' });
    const release = ['release', order.domain, '--reason', 'given back', '--password-stdin-once'];
    const found = ['--found', 'had-no-effect'];
    await ran(ada.password, 'join', ...way(url, ada.user));
    expect((await ran(ada.password, ...release, ...found)).code).not.toBe(0);
    await ran(ada.password, 'leave', '--password-stdin-once');
    await ran(eve.password, 'join', ...way(url, eve.user));
    expect((await ran(eve.password, ...release)).code).not.toBe(0);
    expect((await ran(eve.password, ...release, '--found', 'took-effect')).code).not.toBe(0);
    expect(await ran(eve.password, ...release, ...found)).toMatchObject({ code: 0 });
    const entries = await sql('SELECT event, body FROM namedesk.journal WHERE change_id = $1 ORDER BY seq', [
      order.changeId,
    ]);
    expect(entries.at(-1)).toMatchObject({ event: 'freed', body: { reason: 'given back' } });
    const again = { ...order, changeId: randomUUID(), lastEffect: order.changeId };
    expect(await connectionOf(ada).call('claim', again)).toMatchObject({ value: { kind: 'held' } });
    await ran(eve.password, 'leave', '--password-stdin-once');
  });

  it('applies a batch through the team without a keychain, with key and password on the standard input; without the password nothing is sent', async () => {
    const { url, person, sql } = await team();
    const ada = await person('buyer', 'ada');
    const service = await world.serve({ moreDomains: 1 });
    expect(await ran(ada.password, 'join', ...way(url, ada.user))).toMatchObject({ code: 0 });
    const batch = async (input: string, ...args: readonly string[]) => {
      const run = world.run(['batch', ...args, '--json'], input);
      const code = await run.ended;
      return { code, out: run.out(), err: run.err() };
    };
    const secrets = `${apiKey}\n${ada.password}\n`;
    const locked = () =>
      service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/lock')).length;

    await world.own(['more-0.com']);
    const names = ['--names', '-', '--password-stdin-once'];
    const made = await batch(`${secrets}more-0.com\n`, 'create', 'lock', ...world.login(), ...names);
    expect(made.code, made.err).toBe(0);
    const review = JSON.parse(made.out) as { readonly id: string; readonly digest: string };
    const apply = ['apply', review.id, '--digest', review.digest, '--key-stdin-once'];

    const alone = await batch(`${apiKey}\n`, ...apply, '--no-wait');
    expect(alone.code, alone.err).toBe(4);
    expect(alone.err).toContain('the password of its database was not given');
    expect(locked()).toBe(0);

    const again = await batch(secrets, 'resume', review.id, '--key-stdin-once', '--password-stdin-once');
    expect(again.code, again.err).toBe(0);
    const { digest } = JSON.parse(again.out) as { readonly digest: string };
    const together = await batch(
      secrets,
      ...['apply', review.id, '--digest', digest, '--key-stdin-once', '--password-stdin-once'],
    );
    expect(together.code, together.err).toBe(0);
    expect(JSON.parse(together.out)).toMatchObject({ state: 'done', confirmed: 1 });
    expect(locked()).toBe(1);
    const events = await sql(`SELECT event FROM namedesk.journal WHERE domain = 'more-0.com' ORDER BY seq`);
    expect(events.map(({ event }) => event)).toEqual(['held', 'sent', 'settled']);
  });

  it('T8 a review of which the team was not asked says why, and how to give the password; to apply it says so again, and sends nothing', async () => {
    const { url, person } = await team();
    const ada = await person('buyer', 'ada');
    const service = await world.serve({ moreDomains: 1 });
    expect(await ran(ada.password, 'join', ...way(url, ada.user))).toMatchObject({ code: 0 });
    await world.own(['more-0.com']);
    const batch = async (input: string, ...args: readonly string[]) => {
      const run = world.run(['batch', ...args], input);
      return { code: await run.ended, out: run.out(), err: run.err() };
    };
    const names = ['--names', '-', '--json'];
    const made = await batch(`${apiKey}\nmore-0.com\n`, 'create', 'lock', ...world.login(), ...names);
    const why = 'the password of its database was not given';
    expect(made).toMatchObject({ code: 4, err: expect.stringContaining(why) as unknown });
    expect(made.err).toContain('--password-stdin-once');

    const { id, digest } = JSON.parse(made.out) as { readonly id: string; readonly digest: string };
    const apply = ['apply', id, '--digest', digest, '--key-stdin-once'];
    const without = await batch(`${apiKey}\n`, ...apply);
    expect(without).toMatchObject({ code: 4, err: expect.stringContaining(why) as unknown });
    expect(without.err).toContain('--password-stdin-once');
    expect((await batch(`${apiKey}\n`, 'resume', id, '--key-stdin-once')).code).toBe(4);

    const secrets = `${apiKey}\n${ada.password}\n`;
    const both = ['--key-stdin-once', '--password-stdin-once'];
    const again = await batch(secrets, 'resume', id, '--json', ...both);
    expect(again.code, again.err).toBe(0);
    const now = JSON.parse(again.out) as { readonly digest: string };
    const sent = await batch(secrets, 'apply', id, '--digest', now.digest, ...both);
    expect(sent.code, sent.err).toBe(0);
    const posts = service
      .requests()
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/lock'));
    expect(posts).toHaveLength(1);
    await ran(ada.password, 'leave', '--password-stdin-once');
  });

  it('asks before a password itself is sent, where a server refuses the verifier as it commits; the journal says so', async () => {
    const { url, person, sql } = await team();
    const eve = await person('admin', 'eve');
    // As some services do it: nothing is wrong until the transaction ends.
    await sql(`
      CREATE FUNCTION public.plaintext_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.event = 'invited' AND NOT NEW.body ? 'isPlain' THEN
          RAISE EXCEPTION 'only plaintext passwords are taken' USING ERRCODE = 'feature_not_supported';
        END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER plaintext_only AFTER INSERT ON namedesk.journal DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION public.plaintext_only()`);
    const name = `dan_${process.pid}`;
    const invite = (...more: readonly string[]) =>
      ran(eve.password, 'invite', name, '--role', 'buyer', '--json', ...more, ...way(url, eve.user));
    const refused = await invite();
    expect(refused).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('--plain-password') as unknown,
    });
    expect(await sql('SELECT FROM pg_roles WHERE rolname = $1', [name])).toEqual([]);

    const invited = await invite('--plain-password');
    expect(invited.code, invited.err).toBe(0);
    const { password } = JSON.parse(invited.out) as { readonly password: string };
    expect(await ran(password, 'join', '--preview', ...way(url, name))).toMatchObject({ code: 0 });
    const said = await sql(
      `SELECT body::text FROM namedesk.journal WHERE event = 'invited' ORDER BY seq DESC LIMIT 1`,
    );
    expect(said[0]?.['body']).toContain('isPlain');
    expect(said[0]?.['body']).not.toContain(password);
    await sql('DROP TRIGGER plaintext_only ON namedesk.journal; DROP FUNCTION public.plaintext_only()');
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
