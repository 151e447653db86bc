import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import Client from 'pg/lib/client.js';
import { Secret } from '../../../electron/main/system/secret.ts';
import type { Timer } from '../../../electron/main/system/timing.ts';
import { createTeamConnection, type TeamConnection } from '../../../electron/main/team/connection.ts';
import { setUpTeam } from '../../../electron/main/team/schema.ts';
import { scramVerifier } from '../../../electron/main/team/scram.ts';
import { ok } from '../../../shared/result.ts';
import {
  asSuperuser,
  endPostgres,
  type PostgresPlace,
  startPostgres,
  whyNoPostgres,
} from '../../support/postgres/postgres-server.ts';

/** A team's server as a process of a side is told of it. */
export interface TeamPlace {
  readonly place: PostgresPlace;
  readonly people: readonly Person[];
}

interface Person {
  readonly user: string;
  readonly password: string;
}

export interface MeasuredTeam extends TeamPlace {
  readonly end: () => Promise<void>;
}

export const database = 'acme';

/** A team of so many people on a server of its own, whose commits wait for the disk as a real one's do. */
export async function startMeasuredTeam(count: number): Promise<MeasuredTeam> {
  const why = whyNoPostgres();
  if (why !== null) throw new Error(why);
  const place = await startPostgres({ isDurable: true });
  await asOwner(place, 'postgres', (sql) => sql(`CREATE DATABASE ${database}`));
  const people = Array.from({ length: count }, (_, index) => ({
    user: `desk${index}`,
    password: randomUUID(),
  }));
  await asOwner(place, database, async (_sql, client) => setUpTeam(client, 'Acme'));
  await asOwner(place, database, async (sql) => {
    for (const { user: name, password } of people) {
      const asked = { name, role: 'buyer', verifier: scramVerifier(new Secret(password)) };
      await sql('SELECT namedesk.invite($1)', [JSON.stringify(asked)]);
    }
  });
  return { place, people, end: () => endPostgres(place) };
}

type Sql = (text: string, values?: unknown[]) => Promise<readonly Record<string, unknown>[]>;

/** Work on a superuser's connection, over the socket. */
export async function asOwner<T>(
  place: PostgresPlace,
  name: string,
  work: (sql: Sql, client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...asSuperuser(place, name), ssl: false });
  await client.connect();
  try {
    return await work(
      async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows,
      client,
    );
  } finally {
    await client.end();
  }
}

export const realTimer: Timer = {
  nowMs: () => performance.now(),
  sleep: (durationMs, signal) => wait(durationMs, undefined, signal && { signal }),
};

/** How the first person, or another one, reaches the team. */
export function wayOf({ place, people }: TeamPlace, person = 0, port = place.port) {
  const { user, password } = people[person] ?? { user: '', password: '' };
  return { url: { host: '127.0.0.1', port, database }, user, caFile: null, password: new Secret(password) };
}

/** A desk's own connection. */
export function connectionTo(team: TeamPlace, person = 0): TeamConnection {
  const { password, ...way } = wayOf(team, person);
  return createTeamConnection({
    target: { ...way, password: () => Promise.resolve(ok(password)) },
    timer: realTimer,
  });
}

/** A connection of the library's, and nothing else. */
export async function bareConnectionTo(team: TeamPlace, person = 0): Promise<Client> {
  const { url, user, password } = wayOf(team, person);
  const client = new Client({ ...url, user, password: password.reveal(), ssl: false });
  await client.connect();
  return client;
}

let names = 0;

/** A change as a desk claims it: of a name that nobody has changed. */
export const aChange = (desk: string) => ({
  ...{ changeId: randomUUID(), attempt: 1, desk, domain: `bench-${process.pid}-${(names += 1)}.com` },
  service: { baseUrl: 'https://reseller.example/api/index.php', username: 'reseller@example.com' },
  ...{ kind: 'renew', family: 'renew', lastEffect: null },
  entry: {
    number: 1,
    state: 'planned',
    kind: 'renew',
    family: 'renew',
    what: { periodYears: 1, price: { kind: 'not-given' } },
  },
});

/** Calls a function of the schema; anything but the wanted answer ends the run. */
export async function must(
  connection: TeamConnection,
  name: 'claim' | 'mark_sent' | 'settle',
  p: object,
): Promise<number> {
  const answer = await connection.call(name, p);
  const given = answer.ok
    ? (answer.value as { readonly kind: string; readonly seq?: number })
    : { kind: answer.error.kind }; // Of the schema.
  const wanted = { claim: 'held', mark_sent: 'sent', settle: 'settled' }[name];
  if (given.kind !== wanted) throw new Error(`${name} answered ${given.kind}`);
  return 'seq' in given ? (given.seq ?? 0) : 0;
}
