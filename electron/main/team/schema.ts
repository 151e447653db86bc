import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Secret } from '../system/secret.ts';
import { teamMigrations } from './schema/migrations.ts';
import { scramVerifier } from './scram.ts';

/** The version of the schema that this Namedesk makes, and knows. */
export const schemaVersion = teamMigrations.length;

/** The oldest schema that this Namedesk can work with; one that is older lacks functions that it calls, and has to be brought up first. */
export const oldestSchema = schemaVersion;

/** The oldest version of the schema that a desk must know to write to a team of {@link schemaVersion}. */
export const leastDesk = 1;

/** The oldest PostgreSQL: its major version. */
const oldestServer = 14;

/** A connection that can send whole scripts: of `pg`. */
export interface SqlConnection {
  readonly query: (text: string, values?: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;
}

export type SetUp =
  /** `mended`: it was moved to another server, and knows its people again. */
  | { readonly kind: 'made' | 'upgraded' | 'current' | 'mended'; readonly version: number }
  /** The team is newer than this Namedesk. */
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'old-server'; readonly version: number }
  /** The role may not make roles, or not change this database. */
  | { readonly kind: 'not-allowed' };

/** What a role may do here, and what is there already. */
const situation = z.object({
  server: z.coerce.number(),
  is_superuser: z.boolean(),
  may_make_roles: z.boolean(),
  may_create: z.boolean(),
  has_team: z.boolean(),
});

const readSituation = `
  SELECT current_setting('server_version_num')::integer / 10000 AS server, r.rolsuper AS is_superuser, r.rolcreaterole AS may_make_roles,
    pg_catalog.pg_has_role(session_user, d.datdba, 'MEMBER') AS may_create,
    pg_catalog.to_regclass('namedesk.team') IS NOT NULL AS has_team
  FROM pg_catalog.pg_roles r, pg_catalog.pg_database d
  WHERE r.rolname = session_user AND d.datname = pg_catalog.current_database()`;

/** Two desks that set up one database at once: the second one waits, and finds it done. */
const lockOfSetUp = "SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('namedesk set-up'))";

/**
 * Makes the team in an empty database, or brings an older one up; all of it, or nothing.
 *
 * @param connection As a superuser, or as the database's owner with the right to make roles. That role stays an admin of the team, and
 * the only one that can bring it up later.
 * @param migrations Those of another version, for tests.
 */
export async function setUpTeam(
  connection: SqlConnection,
  name: string,
  migrations: readonly string[] = teamMigrations,
): Promise<SetUp> {
  await connection.query('BEGIN');
  try {
    const done = await withinTransaction(connection, name, migrations);
    await connection.query('COMMIT');
    return done;
  } catch (thrown) {
    await connection.query('ROLLBACK');
    throw thrown;
  }
}

async function withinTransaction(
  connection: SqlConnection,
  name: string,
  migrations: readonly string[],
): Promise<SetUp> {
  await connection.query(`SET LOCAL search_path = pg_catalog; ${lockOfSetUp}`);
  const [row] = (await connection.query(readSituation)).rows;
  const here = situation.parse(row);
  if (here.server < oldestServer) return { kind: 'old-server', version: here.server };
  if (!here.may_create || !(here.is_superuser || here.may_make_roles)) return { kind: 'not-allowed' };
  if (here.has_team) return await bringUp(connection, migrations);
  await make(connection, name, here.is_superuser, migrations);
  return { kind: 'made', version: migrations.length };
}

interface Feature {
  readonly name: string;
  readonly attempt: string | ((connection: SqlConnection) => Promise<unknown>);
  /** What a team does without it; left out where it cannot do. */
  readonly without?: string;
}

/** What a team asks of a server, each tried alone. */
const features: readonly Feature[] = [
  {
    name: 'roles (CREATEROLE)',
    attempt: `CREATE ROLE namedesk_check NOLOGIN CREATEROLE;
      DO $$ BEGIN EXECUTE format('GRANT namedesk_check TO %I', session_user); END $$; SET LOCAL ROLE namedesk_check; RESET ROLE`,
  },
  {
    name: 'a verifier in place of a password (scram-sha-256)',
    attempt: `CREATE ROLE namedesk_check LOGIN PASSWORD '${scramVerifier(new Secret('tried, and rolled back'))}'`,
  },
  {
    name: 'notifications (LISTEN, NOTIFY)',
    attempt: "LISTEN namedesk_check; SELECT pg_notify('namedesk_check', '1')",
  },
  {
    name: 'functions in PL/pgSQL that run as their owner, and triggers',
    attempt: `CREATE SCHEMA namedesk_check;
      CREATE FUNCTION namedesk_check.f() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
        AS $$ BEGIN RETURN NULL; EXCEPTION WHEN unique_violation THEN RETURN NULL; END $$;
      CREATE TABLE namedesk_check.t (a jsonb CHECK (NOT a @? '$.**{8}'), b bigint GENERATED ALWAYS AS IDENTITY);
      CREATE UNIQUE INDEX ON namedesk_check.t (b) WHERE b > 1;
      CREATE TRIGGER t BEFORE TRUNCATE ON namedesk_check.t FOR EACH STATEMENT EXECUTE FUNCTION namedesk_check.f()`,
  },
  { name: 'SHA-256', attempt: "SELECT sha256('')" },
  {
    name: 'locks (advisory, and who holds one)',
    attempt: `${lockOfSetUp}; SELECT transactionid FROM pg_locks LIMIT 1`,
  },
  {
    name: 'the identity of the cluster (pg_control_system, pg_walfile_name)',
    attempt:
      'SELECT system_identifier, pg_walfile_name(pg_current_wal_insert_lsn()) FROM pg_control_system()',
  },
  {
    name: 'JIT, timeouts and settings of a session',
    attempt: 'SET LOCAL jit = off; SET LOCAL lock_timeout = 1000; SET LOCAL namedesk.schema = 1',
  },
  {
    name: 'ending sessions (pg_signal_backend)',
    attempt: 'CREATE ROLE namedesk_check NOLOGIN; GRANT pg_signal_backend TO namedesk_check',
    without: 'Whom an admin excludes goes on until the session ends: a superuser ends it.',
  },
  { name: 'the set-up itself', attempt: setUpWhole },
];

/** A part of what a team asks for that a server does not have. */
export interface Missing {
  readonly name: string;
  /** SQLSTATE. */
  readonly code: string;
  /** What a team does without it; null where it cannot do. */
  readonly without: string | null;
}

/** Tries all that a team asks of a server, and the set-up where there is no team yet; nothing of it stays. */
export async function checkServer(connection: SqlConnection): Promise<readonly Missing[]> {
  const missing: Missing[] = [];
  await connection.query('BEGIN');
  try {
    for (const { name, attempt, without = null } of features) {
      await connection.query('SAVEPOINT feature');
      try {
        await (typeof attempt === 'string' ? connection.query(attempt) : attempt(connection));
      } catch (thrown) {
        missing.push({ name, code: refusedCode.parse(thrown).code, without });
      }
      await connection.query('ROLLBACK TO SAVEPOINT feature');
    }
  } finally {
    await connection.query('ROLLBACK');
  }
  return missing;
}

async function setUpWhole(connection: SqlConnection): Promise<void> {
  const { kind } = await withinTransaction(connection, 'check', teamMigrations);
  if (kind === 'not-allowed' || kind === 'old-server' || kind === 'newer')
    throw Object.assign(new Error(kind), { code: '42501' });
}

/** Whatever is no answer of the server is thrown on. */
const refusedCode = z.object({ code: z.string().regex(/^[0-9A-Z]{5}$/) });

type Part = 'owner' | 'reader' | 'buyer' | 'admin';

/** A role of the team, as an identifier. */
const roleOf = (token: string, part: Part): string => `namedesk_${token}_${part}`;

/** The text with the names of this team's roles in it; a token is hexadecimal, so that no name needs quotes. */
const forTeam = (sql: string, token: string): string =>
  sql.replaceAll(/\{\{(owner|reader|buyer|admin)\}\}/g, (_, part: Part) => roleOf(token, part));

async function make(
  connection: SqlConnection,
  name: string,
  isSuperuser: boolean,
  migrations: readonly string[],
): Promise<void> {
  const token = randomBytes(6).toString('hex');
  const run = (sql: string) => connection.query(forTeam(sql, token));
  await run(rolesAndSchema);
  await run(withSignals);
  if (isSuperuser) await run(withoutLargeObjects);
  await run(
    'SET LOCAL ROLE {{owner}}; CREATE ROLE {{reader}} NOLOGIN; CREATE ROLE {{buyer}} NOLOGIN; CREATE ROLE {{admin}} NOLOGIN',
  );
  for (const migration of migrations) await run(migration);
  await connection.query(
    `INSERT INTO namedesk.team (id, name, token, schema_version, least_desk, lease, epoch)
      VALUES ($1, $2, $3, $4, $5, '120 seconds', namedesk.epoch_here())`,
    [randomUUID(), name, token, migrations.length, leastDesk],
  );
  await run(`DO $$ BEGIN EXECUTE format('GRANT {{admin}} TO %I', session_user); END $$; RESET ROLE`);
  await run(rightsOfDatabase);
}

/** No dump of a database has them, unless it is made to create the database. */
const rightsOfDatabase = `
  DO $$ BEGIN
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO {{reader}}, {{buyer}}, {{admin}}', current_database());
  END $$;`;

/**
 * The owner can log in nowhere. Nobody else may make anything in this database, temporary tables included: none can stand before one
 * of the team's.
 */
const rolesAndSchema = `
  CREATE ROLE {{owner}} NOLOGIN CREATEROLE;
  DO $$ BEGIN
    EXECUTE format('GRANT {{owner}} TO %I', session_user);
  END $$;
  CREATE SCHEMA namedesk AUTHORIZATION {{owner}};
  REVOKE ALL ON SCHEMA public FROM PUBLIC;`;

/** Who is excluded is also ended. Not given by every server: then an exclusion says which sessions are left. */
const withSignals = `
  DO $$ BEGIN GRANT pg_signal_backend TO {{owner}};
  EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;`;

/** Anybody may store large objects, unless a superuser takes that away. */
const withoutLargeObjects = `
  REVOKE EXECUTE ON FUNCTION pg_catalog.lo_creat(integer), pg_catalog.lo_create(oid), pg_catalog.lo_from_bytea(oid, bytea),
    pg_catalog.lo_open(oid, integer), pg_catalog.lowrite(integer, bytea), pg_catalog.lo_put(oid, bigint, bytea),
    pg_catalog.lo_unlink(oid) FROM PUBLIC;`;

const known = z.object({
  token: z.string().regex(/^[0-9a-f]{12}$/),
  schema_version: z.int(),
  owner: z.string(),
});

const mendedRow = z.object({ people: z.int() });

/** Runs the steps that the team lacks, as its owner; and mends what a move to another server has taken away. */
async function bringUp(connection: SqlConnection, migrations: readonly string[]): Promise<SetUp> {
  const { rows } = await connection.query(`
    SELECT t.token, t.schema_version, pg_catalog.pg_get_userbyid(c.relowner) AS owner
    FROM namedesk.team t, pg_catalog.pg_class c WHERE c.oid = 'namedesk.team'::pg_catalog.regclass`);
  const parsed = known.safeParse(rows[0]);
  if (!parsed.success) return { kind: 'not-allowed' };
  const { token, schema_version: version, owner } = parsed.data;
  if (owner !== roleOf(token, 'owner')) return { kind: 'not-allowed' };
  if (version > migrations.length) return { kind: 'newer', version };
  await connection.query(forTeam(rightsOfDatabase, token));
  await connection.query(`SET LOCAL ROLE ${owner}`);
  for (const migration of migrations.slice(version)) await connection.query(forTeam(migration, token));
  const [mended] = (await connection.query('SELECT namedesk.mend() AS people')).rows;
  if (version < migrations.length)
    await connection.query('UPDATE namedesk.team SET schema_version = $1, least_desk = $2', [
      migrations.length,
      leastDesk,
    ]);
  await connection.query('RESET ROLE');
  if (version < migrations.length) return { kind: 'upgraded', version: migrations.length };
  return { kind: mendedRow.parse(mended).people > 0 ? 'mended' : 'current', version };
}
