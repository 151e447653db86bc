import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createTeamConnection, type TeamConnection } from '../../../electron/main/team/connection.ts';
import { scramVerifier } from '../../../electron/main/team/scram.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { ok } from '../../../shared/result.ts';
import { outputOf, type PostgresPlace, startPostgres } from './postgres-server.ts';

/** A server with an empty database, and a user who may set a team up in it: for tests of whole windows. */
export interface TeamServer {
  readonly place: PostgresPlace;
  readonly url: string;
  readonly owner: Credentials;
  /** Another person of the team that was set up, connected as a desk of its own. */
  readonly colleague: (name: string, role?: 'reader' | 'buyer' | 'admin') => Promise<Colleague>;
}

interface Credentials {
  readonly user: string;
  readonly password: string;
}

export interface Colleague extends Credentials {
  readonly connection: TeamConnection;
  /** Claims a change of a domain and marks it as sent; `settle` says how it went. */
  readonly send: (what: Sent) => Promise<{ readonly settle: (outcome: string) => Promise<void> }>;
}

interface Sent {
  readonly service: { readonly baseUrl: string; readonly username: string };
  readonly domain: string;
  readonly kind: string;
  readonly family: string;
}

const database = 'namedesk';

export async function startTeamServer(): Promise<TeamServer> {
  const place = await startPostgres();
  const sql = (text: string, on = database): string =>
    outputOf(place, 'psql', '-v', 'ON_ERROR_STOP=1', '-d', on, '-c', text);
  const owner = { user: 'ada', password: 'the-password-of-ada' };
  sql(`CREATE ROLE ada LOGIN CREATEROLE PASSWORD '${scramVerifier(new Secret(owner.password))}'`, 'postgres');
  sql(`CREATE DATABASE ${database} OWNER ada`, 'postgres');
  return {
    place,
    url: `postgresql://127.0.0.1:${place.port}/${database}`,
    owner,
    colleague(name, role = 'buyer') {
      const password = randomUUID();
      const invitation = { name, role, verifier: scramVerifier(new Secret(password)) };
      sql(`SELECT namedesk.invite('${JSON.stringify(invitation)}')`);
      return Promise.resolve(connected(place, { user: name, password }));
    },
  };
}

function connected({ port }: PostgresPlace, { user, password }: Credentials): Colleague {
  const desk = randomUUID();
  const connection = createTeamConnection({
    target: {
      url: { host: '127.0.0.1', port, database },
      user,
      password: () => Promise.resolve(ok(new Secret(password))),
      caFile: null,
    },
    timer: {
      nowMs: () => performance.now(),
      sleep: (durationMs, signal) => wait(durationMs, undefined, signal && { signal }),
    },
  });
  const must = async (name: 'claim' | 'mark_sent' | 'settle', kind: string, p: object): Promise<void> => {
    const answer = await connection.call(name, p);
    const given = answer.ok ? (answer.value as { readonly kind: string }).kind : answer.error.kind; // Of a function of the schema.
    if (given !== kind) throw new Error(`${name} answered ${given}`);
  };
  return {
    ...{ user, password, connection },
    async send(what) {
      const attempt = { changeId: randomUUID(), attempt: 1, desk };
      await must('claim', 'held', { ...attempt, ...what, lastEffect: null, entry: {} });
      await must('mark_sent', 'sent', { ...attempt, entry: {} });
      return { settle: (outcome) => must('settle', 'settled', { ...attempt, outcome, entry: {} }) };
    },
  };
}
