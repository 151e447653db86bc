import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import Client from 'pg/lib/client.js';
import { afterAll, expect } from 'vitest';
import { createTeamConnection, type TeamConnection } from '../../../electron/main/team/connection.ts';
import { setUpTeam } from '../../../electron/main/team/schema.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { ok } from '../../../shared/result.ts';
import { scramVerifier } from '../../../electron/main/team/scram.ts';
import { asSuperuser, type PostgresPlace } from './postgres-server.ts';
import { postgresOfRun } from './postgres-of-run.ts';

export type TeamRole = 'reader' | 'buyer' | 'admin';

/** A person of a team: a role of the server, with its password. */
export interface Person {
  readonly user: string;
  readonly password: string;
}

/** A database with a team in it. */
export interface ATeam {
  readonly place: PostgresPlace;
  readonly database: string;
  /** `postgresql://127.0.0.1:PORT/DATABASE`. */
  readonly url: string;
  /** Runs SQL as the superuser. */
  readonly sql: (text: string, values?: unknown[]) => Promise<readonly Record<string, unknown>[]>;
  /** Another person, by SQL as an admin would. The name begins with the given word, and is nobody else's of this server. */
  readonly person: (role: TeamRole, name?: string) => Promise<Person>;
  /** A plain connection as a person, closed when the team ends. */
  readonly clientOf: (person: Person) => Promise<Client>;
  /** The desk's own connection as a person, closed when the team ends. */
  readonly connectionOf: (person: Person) => TeamConnection;
  /** What the server would store of the person's password. */
  readonly verifierOf: (person: Person) => string;
  readonly end: () => Promise<void>;
}

/** What a desk asks for before it sends a change; the desk itself is left to whoever asks. */
export const aClaim = (changes: object = {}) => ({
  changeId: randomUUID(),
  attempt: 1,
  service: { baseUrl: 'https://reseller.example/api/index.php', username: 'reseller@example.com' },
  domain: `${randomUUID()}.com`,
  kind: 'renew',
  family: 'renew',
  lastEffect: null,
  entry: {},
  ...changes,
});

let numbers = 0;
const nameLike = (word: string): string => `${word}_${process.pid}_${(numbers += 1)}`;

/** A new team in a database of its own: a copy of one that was set up once on this server. */
export async function aTeam(server?: PostgresPlace): Promise<ATeam> {
  const place = server ?? (await postgresOfRun());
  const template = await templateOn(place);
  const database = nameLike('team');
  await asPostgres(place, 'postgres', async (client) => {
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${template}`);
    // Grants on the database itself are not copied.
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  });
  const groups = await grantsOf(place, database);
  await asPostgres(place, 'postgres', (client) =>
    client.query(`GRANT CONNECT ON DATABASE ${database} TO ${groups.join(', ')}`),
  );
  return openTeam(place, database);
}

const grantsOf = (place: PostgresPlace, database: string): Promise<readonly string[]> =>
  asPostgres(place, database, async (client) => {
    const { rows } = await client.query<{ token: string }>('SELECT token FROM namedesk.team');
    return ['reader', 'buyer', 'admin'].map((part) => `namedesk_${rows[0]?.token ?? ''}_${part}`);
  });

const verifierOf = ({ password }: Person): string => scramVerifier(new Secret(password));

/** A team that is there already. */
export function openTeam(place: PostgresPlace, database: string): ATeam {
  const ends: (() => Promise<unknown>)[] = [];
  const sql: ATeam['sql'] = (text, values = []) =>
    asPostgres(
      place,
      database,
      async (client) => (await client.query<Record<string, unknown>>(text, values)).rows,
    );
  return {
    place,
    database,
    url: `postgresql://127.0.0.1:${place.port}/${database}`,
    sql,
    verifierOf,
    async person(role, name = role) {
      const person = { user: nameLike(name), password: randomUUID() };
      const asked = { name: person.user, role, verifier: verifierOf(person) };
      const [row] = await sql('SELECT namedesk.invite($1) AS answer', [JSON.stringify(asked)]);
      expect(row).toMatchObject({ answer: { kind: 'invited' } });
      return person;
    },
    async clientOf({ user, password }) {
      const client = new Client({
        host: '127.0.0.1',
        port: place.port,
        database,
        user,
        password,
        ssl: false,
      });
      client.on('error', () => undefined); // A test may end it from the other side.
      await client.connect();
      ends.push(() => client.end());
      return client;
    },
    connectionOf({ user, password }) {
      const connection = createTeamConnection({
        target: {
          url: { host: '127.0.0.1', port: place.port, database },
          user,
          password: () => Promise.resolve(ok(new Secret(password))),
          caFile: null,
        },
        timer: {
          nowMs: () => performance.now(),
          sleep: (durationMs, signal) => wait(durationMs, undefined, signal && { signal }),
        },
      });
      ends.push(() => connection.close());
      return connection;
    },
    async end() {
      await Promise.all(ends.map((end) => end()));
      await asPostgres(place, 'postgres', (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`));
    },
  };
}

/** One team for all tests of a file, or of a `describe`; its database goes when they are over. */
export function teamOfThisFile(): () => Promise<ATeam> {
  let made: Promise<ATeam> | undefined;
  afterAll(async () => {
    const team = await made;
    await team?.end();
  });
  return () => (made ??= aTeam());
}

/** Set up once on a server, under a lock that its processes share. */
async function templateOn(place: PostgresPlace): Promise<string> {
  const template = 'namedesk_template';
  await asPostgres(place, 'postgres', async (client) => {
    await client.query('SELECT pg_advisory_lock(1)');
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [
      template,
    ]);
    if (rows.length > 0) return;
    await client.query(`DROP DATABASE IF EXISTS ${template}`);
    await client.query(`CREATE DATABASE ${template}`);
    await asPostgres(place, template, (inside) => setUpTeam(inside, 'Acme'));
    await client.query(`ALTER DATABASE ${template} IS_TEMPLATE true`);
  });
  return template;
}

/** The superuser's connection, over the socket, for as long as the work takes. */
export async function asPostgres<T>(
  place: PostgresPlace,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...asSuperuser(place, database), ssl: false });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
