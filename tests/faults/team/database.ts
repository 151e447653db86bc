import { setTimeout as wait } from 'node:timers/promises';
import Client from 'pg/lib/client.js';
import { createMutex } from '../../../electron/main/system/queue.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { hashOfEntry } from '../../../electron/main/team/catch-up.ts';
import { setUpTeam } from '../../../electron/main/team/schema.ts';
import { scramVerifier } from '../../../electron/main/team/scram.ts';
import { asSuperuser, type PostgresPlace } from '../../support/postgres/postgres-server.ts';

/** Everything that a team's database holds at one moment, as a dump has it. */
export interface Snapshot {
  readonly tables: readonly { readonly name: string; readonly rows: string }[];
  /** The number of the last entry of the journal. */
  readonly seq: number;
}

/** A claim's way from one state to another. */
export interface Move {
  readonly changeId: string;
  readonly by: string;
  readonly who: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The function within which it happened. */
  readonly within: string;
}

export interface Entry {
  readonly seq: number;
  readonly by: string;
  readonly changeId: string | null;
  readonly event: string;
  readonly body: { readonly outcome?: string; readonly readBack?: number };
}

export interface ClaimNow {
  readonly changeId: string;
  readonly desk: string;
  readonly domain: string;
  readonly family: string;
  readonly state: string;
  readonly outcome: string | null;
}

interface Person {
  readonly user: string;
  readonly password: string;
}

/** The database of a team in which everything can be looked at, cut short and put back. */
export class TeamDatabase {
  readonly place: PostgresPlace;
  readonly name: string;
  readonly people: readonly Person[];
  readonly #clients = new Map<string, Client>();
  readonly #inTurn = createMutex();
  readonly #oneRestore = createMutex();
  #lockings = 0;
  #tables: readonly string[] = [];
  #fresh: Snapshot = { tables: [], seq: 0 };

  /** @param people How many; the first is an admin. */
  private constructor(place: PostgresPlace, name: string, people: number) {
    this.place = place;
    this.name = name;
    this.people = Array.from({ length: people }, (_, n) => ({
      user: `${name}_${'abcdefgh'[n] ?? 'z'}`,
      password: `the-password-of-${n}`,
    }));
  }

  static async make(place: PostgresPlace, name: string, people: number): Promise<TeamDatabase> {
    const made = new TeamDatabase(place, name, people);
    const server = await made.#client('server', 'postgres');
    await server.query(`CREATE DATABASE ${name}`);
    const sql = await made.#client('sql');
    await setUpTeam(sql, 'Acme');
    for (const [n, { user, password }] of made.people.entries()) {
      const verifier = scramVerifier(new Secret(password));
      const invitation = { name: user, role: n === 0 ? 'admin' : 'buyer', verifier };
      await made.sql('SELECT namedesk.invite($1)', [JSON.stringify(invitation)]);
    }
    await sql.query(watchClaims);
    const { rows } = await sql.query<{ name: string }>(
      "SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'namedesk'::regnamespace AND relkind = 'r' ORDER BY 1",
    );
    made.#tables = rows.map((row) => row.name);
    made.#fresh = await made.snapshot();
    return made;
  }

  async #client(purpose: string, database = this.name): Promise<Client> {
    const there = this.#clients.get(purpose);
    if (there !== undefined) return there;
    const client = new Client({
      ...asSuperuser(this.place, database),
      ssl: false,
      application_name: 'tests',
    });
    client.on('error', () => undefined);
    await client.connect();
    this.#clients.set(purpose, client);
    return client;
  }

  async sql<T extends object>(text: string, values: unknown[] = []): Promise<readonly T[]> {
    return await this.#inTurn(async () => (await (await this.#client('sql')).query<T>(text, values)).rows);
  }

  /** As a dump is made: beside all work, of one moment. */
  async snapshot(): Promise<Snapshot> {
    const parts = this.#tables.map(
      (name) => `(SELECT coalesce(json_agg(t), '[]')::text FROM namedesk.${name} t) AS "${name}"`,
    );
    const [row] = await this.sql<Record<string, string>>(`SELECT ${parts.join(', ')}`);
    const tables = this.#tables.map((name) => ({ name, rows: row?.[name] ?? '[]' }));
    const head = JSON.parse(row?.['head'] ?? '[]') as readonly { readonly seq: number }[]; // Of namedesk.head.
    return { tables, seq: head[0]?.seq ?? 0 };
  }

  /** As a dump is put back: everybody is cut off, and what was committed since is gone. */
  async restore(snapshot: Snapshot): Promise<void> {
    await this.#oneRestore(async () => {
      // A desk that has come back meanwhile may hold what this waits for, and the other way round: it is cut off again.
      for (let tries = 1; !(await this.#isRestored(snapshot)); tries += 1)
        if (tries === 5) throw new Error('The server could not be put back for deadlocks');
    });
  }

  /** False where it ended in a deadlock. */
  async #isRestored({ tables }: Snapshot): Promise<boolean> {
    const client = await this.#client('restoring');
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'tests'",
    );
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    try {
      await client.query(`TRUNCATE ${tables.map(({ name }) => `namedesk.${name}`).join(', ')}`);
      for (const { name, rows } of tables)
        await client.query(
          `INSERT INTO namedesk.${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::namedesk.${name}, $1)`,
          [rows],
        );
      return true;
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown && thrown.code === '40P01') return false;
      throw thrown;
    } finally {
      await client.query('COMMIT'); // Of what has failed, it rolls back.
    }
  }

  /** Nobody has done anything yet. @param leaseMs Of a claim under which nothing was sent. */
  async reset(leaseMs: number): Promise<void> {
    await this.restore(this.#fresh);
    await this.sql('TRUNCATE audit.moves');
    // Nobody reaches them: what is charged is counted under the lock of the team all the same.
    await this.sql('UPDATE namedesk.team SET alone_per_day = 1000000, team_per_day = 1000000');
    await this.lease(leaseMs);
  }

  async lease(ms: number): Promise<void> {
    await this.sql("UPDATE namedesk.team SET lease = $1 * interval '1 millisecond'", [ms]);
  }

  /** A newer Namedesk has brought the schema up, and desks like ours are too old for it. */
  async outgrow(): Promise<void> {
    await this.sql('UPDATE namedesk.team SET least_desk = 999, schema_version = 999');
  }

  async shrink(): Promise<void> {
    const [team] = JSON.parse(this.#fresh.tables.find(({ name }) => name === 'team')?.rows ?? '[]') as {
      readonly least_desk: number;
      readonly schema_version: number;
    }[];
    await this.sql('UPDATE namedesk.team SET least_desk = $1, schema_version = $2', [
      team?.least_desk,
      team?.schema_version,
    ]);
  }

  /** Ends the server's side of a connection. */
  async terminate(clientPort: number): Promise<boolean> {
    const ended = await this.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = $1`,
      [clientPort],
    );
    return ended.length > 0;
  }

  /**
   * The connection's next statement waits for the head of the journal, and is ended before it can commit.
   *
   * @param go Lets the statement go on its way.
   * @returns Whether it came so far.
   */
  async terminateWithin(clientPort: number): Promise<{ readonly ended: Promise<boolean> }> {
    this.#lockings += 1;
    const purpose = `locking ${this.#lockings}`;
    const client = await this.#client(purpose);
    await client.query('BEGIN');
    await client.query('SELECT FROM namedesk.head FOR UPDATE');
    const waits = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = $1 AND wait_event_type = 'Lock'`;
    const end = async (): Promise<boolean> => {
      let found = 0;
      for (let tries = 0; found === 0 && tries < 300; tries += 1) {
        await wait(5);
        found = (await this.sql(waits, [clientPort])).length;
      }
      this.#clients.delete(purpose);
      await client.end();
      return found > 0;
    };
    return { ended: end() };
  }

  async claims(changeId: string | null = null): Promise<readonly ClaimNow[]> {
    return await this.sql<ClaimNow>(
      `SELECT change_id AS "changeId", desk, domain, family, state, outcome FROM namedesk.claims
       WHERE $1::uuid IS NULL OR change_id = $1::uuid ORDER BY attempt`,
      [changeId],
    );
  }

  /** Whatever is open for what a change changes, itself included. */
  async openBeside(
    changeId: string,
  ): Promise<readonly { readonly changeId: string; readonly state: string }[]> {
    return await this.sql(
      `SELECT o.change_id AS "changeId", o.state FROM namedesk.claims c JOIN namedesk.claims o
         ON o.domain = c.domain AND o.family = c.family AND o.state IN ('sent', 'uncertain')
         AND (c.family = 'register' OR (o.service_base_url, o.service_username) = (c.service_base_url, c.service_username))
       WHERE c.change_id = $1::uuid GROUP BY 1, 2`,
      [changeId],
    );
  }

  async moves(): Promise<readonly Move[]> {
    return await this.sql<Move>(
      'SELECT change_id AS "changeId", by, who, before, after, within FROM audit.moves ORDER BY number',
    );
  }

  async hasEntry(seq: number, hash: string): Promise<boolean> {
    const found = await this.sql('SELECT FROM namedesk.journal WHERE seq = $1 AND hash = decode($2, $3)', [
      seq,
      hash,
      'hex',
    ]);
    return found.length > 0;
  }

  async entries(): Promise<readonly Entry[]> {
    return await this.sql<Entry>(
      'SELECT seq::float8 AS seq, by, change_id AS "changeId", event, body FROM namedesk.journal ORDER BY seq',
    );
  }

  /** What is wrong with the chain, from the first entry; null where nothing is. */
  async brokenAt(): Promise<number | null> {
    const rows = await this.sql<Parameters<typeof hashOfEntry>[0] & { previous: string; hash: string }>(
      `SELECT seq::float8 AS seq, at, by, desk, change_id AS "changeId", service_base_url AS "serviceBaseUrl",
        service_username AS "serviceUsername", domain, kind, family, event, body::text AS body,
        encode(previous, 'hex') AS previous, encode(hash, 'hex') AS hash FROM namedesk.journal ORDER BY seq`,
    );
    let before = { seq: 0, hash: '' };
    for (const row of rows) {
      const follows = row.seq === before.seq + 1 && row.previous === before.hash;
      if (!follows || hashOfEntry(row, row.previous) !== row.hash) return before.seq + 1;
      before = row;
    }
    return null;
  }

  /** The change of the family that took effect last, as the database has it. */
  async lastEffect(service: readonly string[], domain: string, family: string): Promise<string | null> {
    const [row] = await this.sql<{ last: { readonly changeId: string } | null }>(
      'SELECT namedesk.last_effect($1, $2, $3, $4) AS last',
      [...service, domain, family],
    );
    return row?.last?.changeId ?? null;
  }

  async end(): Promise<void> {
    const server = await this.#client('server', 'postgres');
    for (const [purpose, client] of this.#clients) if (purpose !== 'server') await client.end();
    await server.query(`DROP DATABASE ${this.name} WITH (FORCE)`);
    await server.end();
  }
}

/** Whatever changes a claim, by whatever function, is noted beside the team's own tables. */
const watchClaims = `
  CREATE SCHEMA audit;
  CREATE TABLE audit.moves (number bigint GENERATED ALWAYS AS IDENTITY, change_id uuid, "by" text, who text, before text, after text, within text);
  CREATE FUNCTION audit.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO audit.moves (change_id, "by", who, before, after, within) VALUES (
      coalesce(NEW.change_id, OLD.change_id), coalesce(NEW."by", OLD."by"), session_user, OLD.state, NEW.state,
      coalesce(substring(current_query() FROM 'namedesk\\.([a-z_]+)'), ''));
    RETURN NULL;
  END $$;
  CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON namedesk.claims FOR EACH ROW EXECUTE FUNCTION audit.note();`;
