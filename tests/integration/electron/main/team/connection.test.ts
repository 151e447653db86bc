import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createTeamConnection,
  type TeamConnection,
  type TeamTarget,
} from '../../../../../electron/main/team/connection.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { ok } from '../../../../../shared/result.ts';
import {
  type ATeam,
  aClaim,
  aTeam,
  type Person,
  teamOfThisFile,
} from '../../../../support/postgres/a-team.ts';
import {
  endPostgres,
  type PostgresPlace,
  startAgain,
  startPostgres,
  stopPostgres,
  whyNoPostgres,
} from '../../../../support/postgres/postgres-server.ts';

const cannotRun = whyNoPostgres() !== null;
const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;

const timer = {
  nowMs: () => performance.now(),
  sleep: (durationMs: number, signal?: AbortSignal) => wait(durationMs, undefined, signal && { signal }),
};

/** Connections that a test has made, closed after it. */
const opened: TeamConnection[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

function connectionTo(
  changes: Partial<TeamTarget['url']>,
  { user, password }: Person,
  options: { readonly caFile?: string; readonly answerMs?: number } = {},
): TeamConnection {
  const { caFile = null, answerMs = 15_000 } = options;
  const url = { host: '127.0.0.1', port: 5432, database: 'acme', ...changes };
  const target = { url, user, password: () => Promise.resolve(ok(new Secret(password))), caFile };
  const connection = createTeamConnection({ target, timer, timeouts: { answerMs } });
  opened.push(connection);
  return connection;
}

describe.skipIf(cannotRun)('a connection to a team', () => {
  const team = teamOfThisFile();
  const at = async (): Promise<TeamTarget['url']> => {
    const { place, database } = await team();
    return { host: '127.0.0.1', port: place.port, database };
  };

  it('says who is connected, in which role', async () => {
    const ada = await (await team()).person('buyer', 'ada');
    expect(await connectionTo(await at(), ada).about()).toMatchObject({
      ok: true,
      value: { by: ada.user, role: 'buyer', name: 'Acme' },
    });
  });

  it('has no statement compiled, which would take longer than the statement', async () => {
    const connection = connectionTo(await at(), await (await team()).person('reader'));
    expect(await connection.query('SHOW jit')).toEqual(ok([{ jit: 'off' }]));
  });

  it('is refused with a wrong password, and no failure repeats it', async () => {
    const ada = await (await team()).person('buyer', 'ada');
    const password = 'CANARY-not-the-password';
    const answered = await connectionTo(await at(), { ...ada, password }).about();
    expect(answered).toEqual({ ok: false, error: { kind: 'login' } });
    expect(inspect(answered, { depth: 9 })).not.toContain('CANARY');
  });

  it('says that there is no such database, or no team in it', async () => {
    const t = await team();
    const ada = await t.person('buyer', 'ada');
    expect(await connectionTo({ ...(await at()), database: 'nowhere' }, ada).about()).toMatchObject({
      error: { kind: 'no-database' },
    });
    expect(await connectionTo({ ...(await at()), database: 'postgres' }, ada).about()).toMatchObject({
      error: { kind: 'no-team' },
    });
  });

  it('says that there is no team in tables with nothing in them, as while a dump is put back', async () => {
    const t = await aTeam();
    const connection = t.connectionOf(await t.person('buyer'));
    await t.sql('TRUNCATE namedesk.team');
    expect(await connection.about()).toEqual({ ok: false, error: { kind: 'no-team' } });
    await t.end();
  });

  it('says that nobody answers', async () => {
    expect(await connectionTo({ port: 1 }, { user: 'ada', password: 'a' }).about()).toEqual({
      ok: false,
      error: { kind: 'unreachable', code: 'ECONNREFUSED' },
    });
  });

  it('answers `forbidden` where the role may not call a function', async () => {
    const eve = await (await team()).person('reader', 'eve');
    expect(await connectionTo(await at(), eve).call('claim', aClaim())).toEqual(ok({ kind: 'forbidden' }));
  });

  it('is made anew after the server has ended it', async () => {
    const t = await team();
    const ada = await t.person('buyer', 'ada');
    const connection = connectionTo(await at(), ada);
    await connection.about();
    await t.sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [ada.user]);
    await vi.waitFor(async () => expect(await connection.about()).toMatchObject({ ok: true }));
  });

  it('does not know what came of a statement during which it was ended', async () => {
    const t = await team();
    const ada = await t.person('buyer', 'ada');
    const connection = connectionTo(await at(), ada);
    await connection.about();
    const asked = connection.query('SELECT pg_sleep(60)');
    await vi.waitFor(async () => {
      const [row] = await t.sql(
        "SELECT count(pg_terminate_backend(pid))::integer AS ended FROM pg_stat_activity WHERE usename = $1 AND query LIKE '%sleep%' AND state = 'active'",
        [ada.user],
      );
      expect(row).toEqual({ ended: 1 });
    });
    expect(await asked).toEqual({ ok: false, error: { kind: 'unknown' } });
  });

  it.each([
    ['23514', 'FEHLER', { kind: 'rejected', code: '23514' }],
    ['57014', 'FEHLER', { kind: 'rejected', code: '57014' }],
    ['42501', 'ERREUR', { kind: 'forbidden' }],
    ['57P01', 'FATAL', { kind: 'unknown' }],
    ['57P02', 'FATAL', { kind: 'unknown' }],
    ['40003', 'ERROR', { kind: 'unknown' }],
    ['08006', 'ОШИБКА', { kind: 'unknown' }],
    ['XX000', 'PANIK', { kind: 'unknown' }],
  ])(
    'T6 tells what came of a statement by its SQLSTATE %s, in a server’s language (%s)',
    async (code, severity, fault) => {
      const connection = connectionTo(await at(), await (await team()).person('buyer', 'ada'));
      const thrown = Object.assign(new Error('what the server said'), { code, severity });
      expect(await connection.script(() => Promise.reject(thrown))).toEqual({ ok: false, error: fault });
    },
  );

  it('gives up a statement that is not answered in time, and does not know what came of it', async () => {
    const ada = await (await team()).person('buyer', 'ada');
    const connection = connectionTo(await at(), ada, { answerMs: 3_000 });
    expect(await connection.query('SELECT pg_sleep(8)')).toEqual({ ok: false, error: { kind: 'unknown' } });
    expect(await connection.about()).toMatchObject({ ok: true });
  });

  it('is closed where nobody says any more that the line has ended, and is not made anew', async () => {
    const [to, ada] = [await at(), await (await team()).person('buyer', 'ada')];
    const ends: Socket[] = [];
    const between = createServer({ allowHalfOpen: true }, (from) => {
      const onward = connect(to.port, to.host);
      ends.push(from, onward);
      for (const [one, other] of [
        [from, onward],
        [onward, from],
      ] as const)
        one.pipe(other, { end: false });
    });
    const port = await listening(between);
    const connection = connectionTo({ ...to, port }, ada);
    expect(await connection.about()).toMatchObject({ ok: true });
    await connection.close();
    expect(await connection.about()).toMatchObject({ error: { kind: 'unreachable', code: 'closed' } });
    for (const end of ends) end.destroy();
  });

  it('rings when another desk has written an entry', async () => {
    const t = await team();
    const [ada, ben] = [await t.person('buyer', 'ada'), await t.person('buyer', 'ben')];
    let rings = 0;
    const listening = connectionTo(await at(), ada);
    listening.listen(() => void (rings += 1));
    await vi.waitFor(() => expect(rings).toBe(1));
    await connectionTo(await at(), ben).call('claim', { ...aClaim(), desk: aClaim().changeId });
    await vi.waitFor(() => expect(rings).toBeGreaterThan(1));
  });
});

describe.skipIf(cannotRun)('a server that stops and starts again', () => {
  it('is found again by itself, and what it has confirmed is there', { timeout: 300_000 }, async () => {
    const place = await startPostgres({ isDurable: true });
    let team: ATeam | undefined;
    try {
      team = await aTeam(place);
      const ada = await team.person('buyer', 'ada');
      const connection = connectionTo({ port: place.port, database: team.database }, ada);
      let rings = 0;
      connection.listen(() => void (rings += 1));
      const claim = { ...aClaim(), desk: aClaim().changeId };
      expect(await connection.call('claim', claim)).toMatchObject({ value: { kind: 'held' } });
      await stopPostgres(place, 'at-once');
      expect(await connection.about()).toMatchObject({ ok: false });
      const before = rings;
      startAgain(place, { isDurable: true });
      await vi.waitFor(() => expect(rings).toBeGreaterThan(before), 60_000);
      expect(await connection.call('status', claim)).toMatchObject({
        value: { state: 'held', by: ada.user },
      });
    } finally {
      await endPostgres(place);
    }
  });
});

describe.skipIf(cannotRun || !hasOpenssl)('the encryption of a connection', () => {
  let place: PostgresPlace;
  let team: ATeam;
  let folder: string;
  let ada: Person;
  const file = (name: string): string => join(folder, name);

  /** A certificate for names and addresses; of an authority, or of nobody. */
  function makeCertificate(name: string, names: string, authority: string | null): void {
    const key = [
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      file(`${name}.key`),
      '-out',
      file(`${name}.crt`),
    ];
    const extension = authority === null ? 'basicConstraints=critical,CA:TRUE' : `subjectAltName=${names}`;
    const signed =
      authority === null ? [] : ['-CA', file(`${authority}.crt`), '-CAkey', file(`${authority}.key`)];
    execFileSync(
      'openssl',
      ['req', '-x509', '-days', '2', '-subj', `/CN=${name}`, '-addext', extension, ...key, ...signed],
      {
        stdio: 'ignore',
      },
    );
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-tls-'));
    chmodSync(folder, 0o755);
    makeCertificate('authority', '', null);
    makeCertificate('another', '', null);
    makeCertificate('server', 'DNS:localhost', 'authority');
    place = await startPostgres();
    const { uid, gid } = statSync(place.folder);
    chownSync(file('server.key'), uid, gid);
    chmodSync(file('server.key'), 0o600);
    await stopPostgres(place);
    startAgain(place, {
      settings: { ssl: 'on', ssl_cert_file: file('server.crt'), ssl_key_file: file('server.key') },
    });
    team = await aTeam(place);
    ada = await team.person('buyer', 'ada');
  });
  afterAll(async () => {
    await endPostgres(place);
    rmSync(folder, { recursive: true, force: true });
  });

  const to = (host: string, caFile?: string) =>
    connectionTo(
      { host, port: place.port, database: team.database },
      ada,
      caFile === undefined ? {} : { caFile },
    );
  const isEncrypted = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

  it('is used and verified where an authority is named', async () => {
    expect(await to('localhost', file('authority.crt')).query(isEncrypted)).toEqual(ok([{ ssl: true }]));
  });

  it.each([
    ['the certificate is of another authority', 'localhost', 'another.crt'],
    ['the certificate is for another name', '127.0.0.1', 'authority.crt'],
  ])('is refused where %s', async (_, host, authority) => {
    expect(await to(host, file(authority)).about()).toMatchObject({ error: { kind: 'untrusted' } });
  });

  it('is refused where the file of the authority cannot be read', async () => {
    expect(await to('localhost', file('nowhere.crt')).about()).toEqual({
      ok: false,
      error: { kind: 'ca-file' },
    });
  });

  it('is not needed on this computer itself', async () => {
    expect(await to('127.0.0.1').query(isEncrypted)).toEqual(ok([{ ssl: false }]));
  });
});

/** A server of a few bytes, which keeps what it hears. */
async function aFakeServer(
  answer: (socket: Socket) => void,
): Promise<{ readonly port: number; readonly heard: () => string }> {
  let heard = '';
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')));
    socket.once('data', () => answer(socket));
  });
  return { port: await listening(server), heard: () => heard };
}

/** Until the test is over. @returns The port. */
async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A message of PostgreSQL’s protocol. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

describe('a server that is not the one it seems', () => {
  const person = { user: 'ada', password: 'CANARY-password-77' };

  it.each([
    ['asks for the password itself', number(3)],
    ['asks for a hash that passes for it', Buffer.concat([number(5), Buffer.from('salt')])],
    ['asks for nothing', number(0)],
  ])('gets nothing where it %s', async (_, request) => {
    const ready = message('Z', Buffer.from('I'));
    const fake = await aFakeServer((socket) => socket.write(Buffer.concat([message('R', request), ready])));
    expect(await connectionTo({ port: fake.port }, person).about()).toEqual({
      ok: false,
      error: { kind: 'unproven' },
    });
    expect(fake.heard()).not.toContain('CANARY');
    expect(fake.heard()).not.toContain('md5');
  });

  it('gets nothing where it has no encryption and is not this computer', async () => {
    const fake = await aFakeServer((socket) => socket.write('N'));
    // A name that is none of this computer’s own, and leads to it all the same.
    const host = 'localhost.localdomain';
    const leadsHere = await new Promise<boolean>((resolve) => {
      const socket = connect(fake.port, host, () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.unref();
    });
    const target = connectionTo({ host: leadsHere ? host : '0.0.0.0', port: fake.port }, person);
    expect(await target.about()).toMatchObject({ error: { kind: 'unencrypted' } });
    expect(fake.heard()).not.toContain('ada');
  });
});

describe.skipIf(cannotRun)('a server that speaks German', () => {
  let team: ATeam;
  beforeAll(async () => {
    team = await aTeam(await startPostgres({ language: 'de_DE' }));
  });
  afterAll(() => endPostgres(team.place));

  it('T6 is understood: what it refuses was not done, and is no lost connection', async () => {
    const person = await team.person('reader', 'ada');
    const client = await team.clientOf(person);
    const said = client.query('SELECT namedesk.publish($1)', ['{}']);
    await expect(said).rejects.toMatchObject({ severity: 'FEHLER', code: '42501' });

    const [ada, eve] = [team.connectionOf(person), team.connectionOf(await team.person('admin', 'eve'))];
    expect(await ada.call('publish', { facts: [] })).toEqual({ ok: true, value: { kind: 'forbidden' } });
    expect(await ada.query('SELECT 1/0')).toMatchObject({ error: { kind: 'rejected', code: '22012' } });
    expect(await ada.query('SELECT FROM namedesk.not_there')).toMatchObject({ error: { kind: 'no-team' } });
    const holder = await team.clientOf(await team.person('buyer', 'ben'));
    await holder.query("BEGIN; SET namedesk.schema = '1'");
    await holder.query('SELECT namedesk.claim($1)', [JSON.stringify({ ...aClaim(), desk: randomUUID() })]);
    expect(await eve.call('set_limits', {})).toMatchObject({ ok: false, error: { kind: 'blocked' } });
    await holder.query('ROLLBACK');
    expect(await eve.call('set_limits', {})).toMatchObject({ ok: true, value: { kind: 'set' } });
  });
});
