import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import Client from 'pg/lib/client.js';
import { sentencesFor } from '#shared/error-sentences.ts';
import { hostOver } from '../../../../../electron/main/cli/host.ts';
import { runCommandLine } from '../../../../../electron/main/cli/run.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { teamMigrations } from '../../../../../electron/main/team/schema/migrations.ts';
import { leastDesk, schemaVersion, setUpTeam } from '../../../../../electron/main/team/schema.ts';
import { aTerminal } from '../../../../support/command-line/a-command-line.ts';
import { aClaim, asPostgres } from '../../../../support/postgres/a-team.ts';
import { postgresOfRun } from '../../../../support/postgres/postgres-of-run.ts';
import { type PostgresPlace, whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const password = 'the founder’s own';

/** A team that its founder set up with the steps of some version. */
interface AnyVersion {
  readonly place: PostgresPlace;
  readonly database: string;
  readonly founder: string;
  readonly url: string;
  /** Brings it to the version of these steps. */
  readonly setUp: (migrations: readonly string[]) => ReturnType<typeof setUpTeam>;
  readonly sql: (text: string, ...values: unknown[]) => Promise<readonly Record<string, unknown>[]>;
}

let numbers = 0;
const ends: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

async function aTeamOf(migrations: readonly string[]): Promise<AnyVersion> {
  const place = await postgresOfRun();
  numbers += 1;
  const [database, founder] = [`version_${process.pid}_${numbers}`, `owner_${process.pid}_${numbers}`];
  await asPostgres(place, 'postgres', async (client) => {
    await client.query(`CREATE ROLE ${founder} LOGIN CREATEROLE PASSWORD '${password}'`);
    await client.query(`CREATE DATABASE ${database} OWNER ${founder}`);
  });
  ends.push(() =>
    asPostgres(place, 'postgres', (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`)),
  );
  const setUp: AnyVersion['setUp'] = async (steps) => {
    const client = new Client({
      host: '127.0.0.1',
      port: place.port,
      database,
      user: founder,
      password,
      ssl: false,
    });
    await client.connect();
    try {
      return await setUpTeam(client, 'Acme', steps);
    } finally {
      await client.end();
    }
  };
  expect(await setUp(migrations)).toEqual({ kind: 'made', version: migrations.length });
  return {
    ...{ place, database, founder, setUp },
    url: `postgresql://127.0.0.1:${place.port}/${database}`,
    sql: (text, ...values) =>
      asPostgres(place, database, async (client) => {
        await client.query(`SET namedesk.schema = '${schemaVersion + 1}'`);
        return (await client.query<Record<string, unknown>>(text, values)).rows;
      }),
  };
}

/** A step that is not there yet. */
const later = [...teamMigrations, 'CREATE TABLE namedesk.later (one integer);'];

/** A command of the workspace: what it has printed, and its exit code. */
async function ran(world: TestWorld, args: readonly string[]) {
  const terminal = aTerminal({ input: [`${password}\n`] });
  const host = hostOver(world, (thrown) => String(thrown));
  const code = await runCommandLine(['team', ...args], terminal, host);
  return { code, out: terminal.shown(), err: terminal.said() };
}

const wayTo = ({ url, founder }: AnyVersion) => ['--url', url, '--user', founder, '--password-stdin'];

/** A workspace that joined when versions were equal. */
async function aMember(team: AnyVersion): Promise<TestWorld> {
  const world = await createTestWorld();
  const deskId = randomUUID();
  const [row] = await team.sql('SELECT id FROM namedesk.team');
  await world.vault.write(`team-${deskId}`, new Secret(password));
  const of = {
    teamId: String(row?.['id']),
    name: 'Acme',
    url: team.url,
    user: team.founder,
    caFile: null,
    deskId,
  };
  world.workspace.team.join({ ...of, joinedAt: new Date().toISOString() });
  world.referee.changed();
  return world;
}

/** What became of a change: its state, or the sentences that a person reads. */
async function locked(world: TestWorld): Promise<string> {
  const domain = 'orbit-hosting.net';
  const review = valueOf(
    await world.changes.prepare(world.accountId, domain, { kind: 'lock', state: 'unlocked' }),
  );
  const consent = { typedName: domain, premiumAccepted: false, typedLimit: null };
  const applied = await world.changes.apply(review.reviewId, consent);
  if (!applied.ok) {
    const { happened, changed, next } = sentencesFor(applied.error);
    return [happened, changed, next].join(' ');
  }
  return await vi.waitUntil(
    async () => {
      const { state } = valueOf(await world.changes.find(applied.value.id)).change;
      return state === 'planned' || state === 'sending' ? null : state;
    },
    { timeout: 60_000, interval: 10 },
  );
}

const writesOf = (world: TestWorld): number =>
  world.service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/lock')).length;

describe.skipIf(whyNoPostgres() !== null)('a team of an older version', () => {
  /** One row of each kind, as that version wrote them. */
  async function fill({ sql, founder }: AnyVersion) {
    const person = `${founder}_ada`;
    await sql(`CREATE ROLE ${person} LOGIN PASSWORD '${password}'`);
    const [{ token } = {}] = await sql('SELECT token FROM namedesk.team');
    await sql(`GRANT namedesk_${String(token)}_buyer TO ${person}`);
    await sql(
      `INSERT INTO namedesk.people (name, role_id, role, invited_by, invited_at)
        SELECT rolname, oid, 'buyer', $2, '2026-11-26T09:00:00.000Z' FROM pg_roles WHERE rolname = $1`,
      ...[person, founder],
    );
    const claims = ['held', 'sent', 'done'].map((word) => ({
      ...aClaim({ domain: `${word}.com` }),
      desk: randomUUID(),
    }));
    for (const claim of claims) await sql('SELECT namedesk.claim($1)', JSON.stringify(claim));
    for (const claim of claims.slice(1)) await sql('SELECT namedesk.mark_sent($1)', JSON.stringify(claim));
    await sql('SELECT namedesk.settle($1)', JSON.stringify({ ...claims[2], outcome: 'took-effect' }));
    return { person, claims };
  }

  const contentOf = ({ sql }: AnyVersion) =>
    Promise.all(
      ['people ORDER BY name', 'claims ORDER BY domain', 'journal ORDER BY seq', 'head'].map((table) =>
        sql(`SELECT * FROM namedesk.${table}`),
      ),
    );

  it('is brought up with all of its people, claims and entries', async () => {
    const team = await aTeamOf(teamMigrations);
    const { person, claims } = await fill(team);
    const before = await contentOf(team);
    const world = await createTestWorld();
    expect(await team.setUp(later)).toEqual({ kind: 'upgraded', version: schemaVersion + 1 });
    expect(await contentOf(team)).toMatchObject(before);

    expect((await ran(world, ['join', '--url', team.url, '--user', person, '--password-stdin'])).code).toBe(
      0,
    );
    const status = JSON.parse((await ran(world, ['status', '--verify', '--json'])).out) as object;
    expect(status).toMatchObject({
      history: 'verified',
      role: 'buyer',
      readOnly: false,
      entries: before[2]?.length,
    });
    const desk = (await world.team.open()).connection();
    if (desk === null) throw new Error('It has joined');
    const asks = claims.map(({ domain }) =>
      desk.call('claim', { ...aClaim({ domain }), desk: randomUUID() }),
    );
    expect(await Promise.all(asks)).toMatchObject(
      ['taken', 'taken', 'changed'].map((kind) => ({ value: { kind } })),
    );
  });

  it('is brought up by nobody but its founder, and then nothing of it is', async () => {
    const team = await aTeamOf(teamMigrations);
    const { person } = await fill(team);
    const other = { ...team, founder: person };
    const world = await createTestWorld();
    expect((await ran(world, ['init', ...wayTo(other)])).err).toContain('may not set it up');
    const broken = [...teamMigrations, 'CREATE TABLE namedesk.later (one integer); SELECT nothing;'];
    await expect(team.setUp(broken)).rejects.toThrow('nothing');
    expect(
      await team.sql(`SELECT schema_version, to_regclass('namedesk.later') AS later FROM namedesk.team`),
    ).toEqual([{ schema_version: schemaVersion, later: null }]);
  });
});

describe.skipIf(whyNoPostgres() !== null)('versions that differ', () => {
  it('a desk says that a team of an older version is too old, and sends nothing', async () => {
    const team = await aTeamOf(teamMigrations);
    const member = await aMember(team);
    await team.sql('UPDATE namedesk.team SET schema_version = 0');
    const refused = await ran(await createTestWorld(), ['join', ...wayTo(team)]);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain('older than this Namedesk');
    expect(refused.err).toContain('(version 0)');

    expect((await ran(member, ['status'])).out).toContain('older than this Namedesk');
    expect(await locked(member)).toContain(
      'is older than this Namedesk. Nothing was changed. Its owner brings it up to date',
    );
    expect(writesOf(member)).toBe(0);
  });

  it('T2 a team that was moved to another server is mended by its owner, and nobody else may connect', async () => {
    const team = await aTeamOf(teamMigrations);
    const world = await createTestWorld();
    expect((await ran(world, ['init', ...wayTo(team)])).out).toContain('set up already');
    const invited = await ran(world, ['invite', `${team.founder}_bob`, '--role', 'buyer', ...wayTo(team)]);
    expect(invited.code).toBe(0);
    await team.sql('UPDATE namedesk.people SET role_id = 1');
    await team.sql(`GRANT CONNECT, TEMPORARY ON DATABASE ${team.database} TO PUBLIC`);
    const exclude = ['exclude', `${team.founder}_bob`, ...wayTo(team)];
    const refused = await ran(world, exclude);
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('moved to another server')]);
    expect((await ran(world, ['init', ...wayTo(team)])).out).toContain('it knows its people again');
    expect(
      await team.sql(`SELECT has_database_privilege('public', $1, 'CONNECT') AS can`, team.database),
    ).toEqual([{ can: false }]);
    expect((await ran(world, exclude)).out).toContain('cannot connect any more');
  });

  it('a desk that is too old for its team says so, reads all of it, and sends nothing', async () => {
    const team = await aTeamOf(later);
    await team.sql('UPDATE namedesk.team SET least_desk = schema_version');
    const member = await aMember(team);
    await team.sql('SELECT namedesk.claim($1)', JSON.stringify({ ...aClaim(), desk: randomUUID() }));
    const { out, code } = await ran(member, ['status']);
    expect(code).toBe(0);
    expect(out).toContain('This Namedesk is too old for the team: it reads, and sends nothing. Update it.');
    expect(out).toContain('History as it was seen before, up to entry 1.');
    expect(await locked(member)).toContain(
      'is newer than this Namedesk, which reads only. Nothing was changed. Update Namedesk.',
    );
    expect(writesOf(member)).toBe(0);
    expect(await ran(member, ['init', ...wayTo(team)])).toMatchObject({
      code: 1,
      err: expect.stringContaining('newer') as unknown,
    });
  });

  it('a desk goes on in a team that is newer and still lets it write', async () => {
    const team = await aTeamOf(later);
    expect(await team.sql('SELECT least_desk FROM namedesk.team')).toEqual([{ least_desk: leastDesk }]);
    const member = await aMember(team);
    expect((await ran(member, ['status'])).out).not.toContain('too old');
    expect(await locked(member)).toBe('confirmed');
  });
});
