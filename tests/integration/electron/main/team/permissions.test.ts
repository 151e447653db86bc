import { randomUUID } from 'node:crypto';
import type Client from 'pg/lib/client.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ATeam,
  aClaim,
  aTeam,
  type Person,
  type TeamRole,
} from '../../../../support/postgres/a-team.ts';
import {
  endPostgres,
  outputOf,
  startPostgres,
  whyNoPostgres,
} from '../../../../support/postgres/postgres-server.ts';

// The permission battery: each role tries each statement that it must not.

const roles: readonly TeamRole[] = ['reader', 'buyer', 'admin'];
const tables = [
  'team',
  'people',
  'head',
  'journal',
  'claims',
  'shared_head',
  'shared',
  'shared_history',
  'approvals',
] as const;

/** Statements that nobody of a team may run, by what they try. `{owner}` and so on are the team's roles, `{me}` and `{other}` people. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  'write a table directly': tables.flatMap((table) => [
    `INSERT INTO namedesk.${table} OVERRIDING SYSTEM VALUE SELECT * FROM namedesk.${table} LIMIT 1`,
    `INSERT INTO namedesk.${table} DEFAULT VALUES`,
    `DELETE FROM namedesk.${table}`,
    `TRUNCATE namedesk.${table}`,
    `COPY namedesk.${table} FROM STDIN`,
    `SELECT * FROM namedesk.${table} FOR UPDATE`,
    `SELECT * FROM namedesk.${table} FOR KEY SHARE`,
    `LOCK TABLE namedesk.${table} IN ACCESS EXCLUSIVE MODE`,
    `LOCK TABLE namedesk.${table} IN ROW EXCLUSIVE MODE`,
  ]),
  'change a row': [
    "UPDATE namedesk.claims SET state = 'released'",
    'UPDATE namedesk.claims SET by = session_user WHERE by <> session_user',
    'UPDATE namedesk.claims SET until = until WHERE by = session_user',
    "UPDATE namedesk.journal SET by = 'somebody'",
    "UPDATE namedesk.people SET role = 'admin' WHERE name = session_user",
    "UPDATE namedesk.team SET lease = '1 second'",
    'UPDATE namedesk.team SET alone_per_day = NULL, team_per_day = NULL',
    "UPDATE namedesk.claims SET approved_by = '{other}'",
    "UPDATE namedesk.approvals SET decided_by = '{other}'",
    "UPDATE namedesk.approvals SET state = 'approved', until = 'infinity'",
    'UPDATE namedesk.approvals SET names = names || \'{"mine.com": null}\'',
    'UPDATE namedesk.head SET seq = 0',
    'UPDATE namedesk.shared_head SET seq = 0',
    "UPDATE namedesk.shared SET value = 'true', by = session_user",
    "UPDATE namedesk.shared_history SET by = 'somebody'",
    `MERGE INTO namedesk.claims c USING (SELECT 1) x ON true WHEN MATCHED THEN UPDATE SET state = 'released'`,
  ],
  'change the schema': [
    ...tables.flatMap((table) => [
      `ALTER TABLE namedesk.${table} DISABLE ROW LEVEL SECURITY`,
      `ALTER TABLE namedesk.${table} NO FORCE ROW LEVEL SECURITY`,
      `DROP TABLE namedesk.${table}`,
      `CREATE POLICY mine ON namedesk.${table} USING (true)`,
      `GRANT ALL ON namedesk.${table} TO {me}`,
      `CREATE INDEX mine ON namedesk.${table} ((1))`,
      `COMMENT ON TABLE namedesk.${table} IS ''`,
    ]),
    'ALTER TABLE namedesk.journal DISABLE TRIGGER append_only',
    'DROP TRIGGER append_only ON namedesk.journal',
    'DROP INDEX namedesk.one_open_charge',
    'CREATE TABLE namedesk.mine (a integer)',
    'CREATE VIEW namedesk.mine AS SELECT 1',
    'CREATE FUNCTION namedesk.mine() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE OR REPLACE FUNCTION namedesk.my_role() RETURNS text LANGUAGE sql AS $$ SELECT $x$admin$x$ $$',
    'ALTER FUNCTION namedesk.claim(jsonb) SECURITY INVOKER',
    'ALTER FUNCTION namedesk.claim(jsonb) RESET search_path',
    'DROP FUNCTION namedesk.claim(jsonb)',
    'DROP SCHEMA namedesk CASCADE',
    'ALTER SCHEMA namedesk OWNER TO {me}',
    'CREATE TRIGGER mine BEFORE INSERT ON namedesk.claims EXECUTE FUNCTION namedesk.refuse_rewriting()',
    `CREATE RULE mine AS ON INSERT TO namedesk.claims DO INSTEAD NOTHING`,
  ],
  'make something elsewhere': [
    'CREATE SCHEMA mine',
    'CREATE TABLE public.mine (a integer)',
    'CREATE FUNCTION public.now() RETURNS text LANGUAGE sql AS $$ SELECT 1::text $$',
    'CREATE FUNCTION pg_catalog.mine() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE OPERATOR public.= (LEFTARG = text, RIGHTARG = text, FUNCTION = texteq)',
    'CREATE EXTENSION dblink SCHEMA namedesk',
    'CREATE DATABASE mine',
    'CREATE PUBLICATION mine FOR ALL TABLES',
    'CREATE EVENT TRIGGER mine ON ddl_command_start EXECUTE FUNCTION namedesk.refuse_rewriting()',
    "CREATE SUBSCRIPTION mine CONNECTION 'host=localhost' PUBLICATION mine",
    'CREATE FOREIGN DATA WRAPPER mine',
  ],
  'stand before a table of the team with a temporary one': [
    'CREATE TEMP TABLE claims (a integer)',
    'CREATE TEMP VIEW journal AS SELECT 1',
    'CREATE TEMPORARY SEQUENCE head',
    'SELECT 1 AS a INTO TEMP claims',
    'CREATE FUNCTION pg_temp.my_role() RETURNS text LANGUAGE sql AS $$ SELECT $x$admin$x$ $$',
  ],
  'become somebody else': [
    'SET ROLE {owner}',
    'SET ROLE {other}',
    'SET ROLE postgres',
    'SET SESSION AUTHORIZATION {other}',
    'SET SESSION AUTHORIZATION {owner}',
    'SET LOCAL SESSION AUTHORIZATION postgres',
    "SELECT set_config('session_authorization', 'postgres', false)",
    "SELECT set_config('role', 'postgres', false)",
    'GRANT {owner} TO {me}',
    'GRANT {admin} TO {me}',
    'GRANT {me} TO {other}',
    'GRANT pg_read_all_data TO {me}',
    'GRANT pg_write_all_data TO {me}',
    'REASSIGN OWNED BY {owner} TO {me}',
    'ALTER DEFAULT PRIVILEGES FOR ROLE {owner} GRANT ALL ON TABLES TO {me}',
  ],
  'change roles': [
    'ALTER ROLE {me} SUPERUSER',
    'ALTER ROLE {me} CREATEROLE',
    'ALTER ROLE {me} CREATEDB',
    'ALTER ROLE {me} BYPASSRLS',
    'ALTER ROLE {me} REPLICATION',
    'ALTER ROLE {me} CONNECTION LIMIT 1000',
    "ALTER ROLE {me} VALID UNTIL 'infinity'",
    "ALTER ROLE {other} PASSWORD 'known'",
    'ALTER ROLE {other} NOLOGIN',
    'ALTER ROLE {other} RENAME TO mine',
    'ALTER ROLE {owner} LOGIN',
    'ALTER ROLE {other} SET search_path = mine',
    'ALTER DATABASE {database} OWNER TO {me}',
    "ALTER DATABASE {database} SET search_path = 'mine'",
    'CREATE ROLE mine',
    'DROP ROLE {other}',
    'DROP OWNED BY {owner}',
  ],
  'reach what lies beside the database': [
    "COPY (SELECT 1) TO '/tmp/mine'",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('/')",
    'SELECT * FROM pg_authid',
    'SELECT * FROM pg_shadow',
    "SELECT lo_import('/etc/passwd')",
    "SELECT lo_export(1, '/tmp/mine')",
    'SELECT lo_create(0)',
    "SELECT lo_from_bytea(0, 'a')",
    'SELECT lo_creat(-1)',
    'SELECT lo_get({blob})',
    "SELECT lo_put({blob}, 0, 'a')",
    'SELECT lo_unlink({blob})',
    'SELECT loread(lo_open({blob}, 131072), 10)',
    'SELECT pg_reload_conf()',
    'SELECT pg_switch_wal()',
    'SELECT pg_terminate_backend({backend})',
    'SELECT pg_cancel_backend({backend})',
    'ALTER SYSTEM SET fsync = off',
    "SET log_statement = 'all'",
    'SET session_replication_role = replica',
    'VACUUM FULL namedesk.journal',
    "LOAD 'dblink'",
    'CHECKPOINT',
  ],
  'call what only the functions call': [
    "SELECT namedesk.append('held', '{}', NULL, NULL)",
    'SELECT namedesk.my_role()',
    "SELECT namedesk.refusal('{}')",
    "SELECT namedesk.claim_in('{}')",
    "SELECT namedesk.last_effect('', '', '', '')",
    "SELECT namedesk.open_claim('', '', '', '')",
    'SELECT namedesk.hash_of(j) FROM namedesk.journal j',
    'SELECT namedesk.refuse_rewriting()',
    'SELECT namedesk.keep_shared(s) FROM namedesk.shared s',
    'SELECT namedesk.shared_out(s) FROM namedesk.shared s',
    "DO $$ BEGIN PERFORM namedesk.append('held', '{}', NULL, NULL); END $$",
    "SELECT namedesk.withheld('{}', NULL)",
    "SELECT namedesk.append_approval(NULL, NULL, '')",
    "SELECT namedesk.charged('{other}', NULL, NULL)",
    "SELECT namedesk.is_charged('renew')",
  ],
};

/** `insufficient_privilege`; a warning that nothing was granted, and one that a table was passed over. */
const reasons: ReadonlySet<string> = new Set(['42501', '01007', '01000']);

/** Functions that a role may not call. */
const beyond: Readonly<Record<TeamRole, readonly string[]>> = {
  reader: [
    'publish',
    'claim',
    'mark_sent',
    'release',
    'read_back',
    'invite',
    'exclude',
    'ask_approval',
    'set_limits',
    'accept_server',
  ],
  buyer: ['invite', 'exclude', 'set_limits', 'accept_server'],
  admin: [],
};

describe.skipIf(whyNoPostgres() !== null)('the permission battery', () => {
  let team: ATeam;
  let before: string;
  const people = new Map<TeamRole, { readonly person: Person; readonly client: Client }>();
  const words = new Map<string, string>();

  /** All that the team has stored, and every role of the server. */
  const everything = (): string =>
    outputOf(team.place, 'pg_dump', '--inserts', '--restrict-key=a', team.database) +
    outputOf(team.place, 'psql', '-At', '-c', 'SELECT * FROM pg_authid ORDER BY 1', team.database) +
    outputOf(team.place, 'psql', '-At', '-c', 'SELECT * FROM pg_auth_members ORDER BY 1, 2', team.database);

  beforeAll(async () => {
    // A server of its own: roles are a whole server's, and other tests make some.
    team = await aTeam(await startPostgres());
    for (const role of roles) {
      const person = await team.person(role);
      people.set(role, { person, client: await team.clientOf(person) });
    }
    const other = await team.person('buyer', 'other');
    const others = await team.clientOf(other);
    const claim = { ...aClaim(), desk: randomUUID() };
    await others.query("SET namedesk.schema = '2'");
    await others.query('SELECT namedesk.claim($1)', [JSON.stringify(claim)]);
    await others.query('SELECT namedesk.mark_sent($1)', [JSON.stringify(claim)]);
    const request = {
      ...{ ...claim, batch: randomUUID(), digest: 'a1'.repeat(32), aim: { periodYears: 1 } },
      ...{ names: [{ domain: 'oak.com' }], reason: 'Why' },
    };
    await others.query('SELECT namedesk.ask_approval($1)', [JSON.stringify(request)]);
    const backend = await others.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const [blob] = await team.sql("SELECT lo_from_bytea(0, 'secret') AS id");
    const [found] = await team.sql('SELECT token FROM namedesk.team');
    for (const part of ['owner', 'admin']) words.set(part, `namedesk_${String(found?.['token'])}_${part}`);
    words.set('other', other.user).set('database', team.database);
    words.set('blob', String(blob?.['id'])).set('backend', String(backend.rows[0]?.pid));
    before = everything();
  });
  afterAll(async () => {
    await team.end();
    await endPostgres(team.place);
  });

  const filled = (statement: string, me: string): string =>
    statement.replaceAll(/\{(\w+)\}/g, (all, word: string) =>
      word === 'me' ? me : (words.get(word) ?? all),
    );

  const tried = roles.flatMap((role) =>
    Object.entries(forbidden).map(([what, all]) => [role, what, all] as const),
  );

  it.each(tried)('lets no %s %s', async (role, _, statements) => {
    const { person, client } = people.get(role) ?? fail();
    const passed: string[] = [];
    for (const statement of statements) {
      const refused = await refusalOf(client, filled(statement, person.user));
      // Another reason than a right that is missing would prove nothing.
      if (refused === null || !reasons.has(refused)) passed.push(`${statement}: ${refused}`);
    }
    expect(passed).toEqual([]);
    expect(everything()).toBe(before);
  });

  it.each(roles.flatMap((role) => beyond[role].map((name) => [role, name] as const)))(
    'lets no %s call %s',
    async (role, name) => {
      const { client } = people.get(role) ?? fail();
      expect(await refusalOf(client, `SELECT namedesk.${name}('{}')`)).toBe('42501');
    },
  );

  it.each(roles)(
    'does not let a %s change what belongs to somebody else through a function',
    async (role) => {
      const { client } = people.get(role) ?? fail();
      await client.query("SET namedesk.schema = '2'");
      const { rows } = await client.query<{ change_id: string; desk: string }>(
        "SELECT change_id, desk FROM namedesk.claims WHERE by LIKE 'other%'",
      );
      const claim = {
        changeId: rows[0]?.change_id,
        attempt: 1,
        desk: rows[0]?.desk,
        outcome: 'had-no-effect',
        reason: 'mine',
      };
      for (const name of ['mark_sent', 'settle', 'release', 'claim'])
        await client
          .query(`SELECT namedesk.${name}($1)`, [JSON.stringify({ ...aClaim(), ...claim })])
          .catch(() => undefined);
      const after = await team.sql("SELECT state, outcome FROM namedesk.claims WHERE by LIKE 'other%'");
      expect(after).toEqual([{ state: 'sent', outcome: null }]);
    },
  );

  it('lets no reader decide what a colleague asks for, and everybody read it', async () => {
    const { client } = people.get('reader') ?? fail();
    const { rows } = await client.query<{ answer: object }>(
      `SELECT namedesk.decide(to_jsonb(a) || '{"verdict": "refused", "reason": "mine"}') AS answer FROM namedesk.approvals a`,
    );
    expect(rows).toEqual([{ answer: { kind: 'forbidden' } }]);
    expect(await refusalOf(client, 'SELECT namedesk.work()')).toBeNull();
  });

  it('does not take a setting of the person’s own for one of a function', async () => {
    const { client, person } = people.get('reader') ?? fail();
    // Each of them is anybody's to set, and none of them is asked.
    for (const set of ['search_path = pg_temp, public', 'namedesk.schema = 99'])
      await client.query(`SET ${set}`);
    await client.query(`ALTER ROLE ${person.user} SET search_path = pg_temp`);
    expect(await refusalOf(client, `SELECT namedesk.claim('{}')`)).toBe('42501');
    const { rows } = await client.query<{ answer: { role: string } }>('SELECT namedesk.about() AS answer');
    expect(rows[0]?.answer.role).toBe('reader');
    await client.query('RESET ALL');
  });

  it('knows the person by the login, whatever group was set as the role', async () => {
    const { client, person } = people.get('buyer') ?? fail();
    await client.query(`SET ROLE ${String(words.get('admin')).replace(/admin$/, 'buyer')}`);
    const { rows } = await client.query<{ answer: { by: string; role: string } }>(
      'SELECT namedesk.about() AS answer',
    );
    expect(rows[0]?.answer).toMatchObject({ by: person.user, role: 'buyer' });
    await client.query('RESET ROLE');
  });

  it.each([
    [
      'reader',
      ['SELECT * FROM namedesk.journal', 'SELECT * FROM namedesk.claims', 'SELECT * FROM namedesk.people'],
    ],
    [
      'buyer',
      ['SELECT * FROM namedesk.journal', "ALTER ROLE {me} PASSWORD 'a new one of my own'", 'LISTEN namedesk'],
    ],
    ['admin', ['SELECT * FROM namedesk.journal', 'SELECT namedesk.about()']],
  ] as const)('lets a %s do what is meant for it', async (role, statements) => {
    const { client, person } = people.get(role) ?? fail();
    for (const statement of statements)
      expect(await refusalOf(client, filled(statement, person.user))).toBeNull();
  });

  it('lets a buyer claim, send and settle', async () => {
    const { client } = people.get('buyer') ?? fail();
    await client.query("SET namedesk.schema = '2'");
    const claim = { ...aClaim(), desk: randomUUID(), outcome: 'took-effect' };
    const kinds: unknown[] = [];
    for (const name of ['claim', 'mark_sent', 'settle']) {
      const { rows } = await client.query<{ kind: string }>(
        `SELECT namedesk.${name}($1) ->> 'kind' AS kind`,
        [JSON.stringify(claim)],
      );
      kinds.push(rows[0]?.kind);
    }
    expect(kinds).toEqual(['held', 'sent', 'settled']);
  });

  it('lets an admin invite a person, exclude one, and touch no role that the team has not made', async () => {
    const { client, person } = people.get('admin') ?? fail();
    const invite = async (name: string): Promise<unknown> => {
      const asked = { name, role: 'admin', verifier: team.verifierOf(person) };
      const { rows } = await client.query<{ answer: unknown }>('SELECT namedesk.invite($1) AS answer', [
        JSON.stringify(asked),
      ]);
      return rows[0]?.answer;
    };
    const newcomer = `newcomer_${process.pid}`;
    const exclude = `SELECT namedesk.exclude('${JSON.stringify({ name: newcomer })}') ->> 'kind' AS kind`;
    expect(await invite(newcomer)).toMatchObject({ kind: 'invited' });
    expect((await client.query(exclude)).rows).toEqual([{ kind: 'excluded' }]);
    await expect(team.clientOf({ ...person, user: newcomer })).rejects.toThrow();
    // 'postgres' is the superuser.
    for (const name of [
      'postgres',
      'namedesk_mine',
      'pg_monitor',
      'Ada"; DROP ROLE x',
      String(words.get('owner')),
      'public',
    ])
      expect(await invite(name)).toMatchObject({ kind: 'refused' });
    const outsider = `outsider_${process.pid}`;
    await team.sql(`CREATE ROLE ${outsider} LOGIN`);
    expect(await invite(outsider)).toEqual({ kind: 'refused', why: 'taken' });
  });

  it('has no connection for somebody who is in no team, and no table for one who is connected', async () => {
    const stranger = `stranger_${process.pid}`;
    await team.sql(`CREATE ROLE ${stranger} LOGIN PASSWORD 'known'`);
    await expect(team.clientOf({ user: stranger, password: 'known' })).rejects.toMatchObject({
      code: '42501',
    });
    await team.sql(`GRANT CONNECT ON DATABASE ${team.database} TO ${stranger}`);
    const client = await team.clientOf({ user: stranger, password: 'known' });
    expect(await refusalOf(client, 'SELECT * FROM namedesk.journal')).toBe('42501');
    expect(await refusalOf(client, 'SELECT namedesk.about()')).toBe('42501');
  });

  it('runs every function as the owner with a pinned search path, or not as the owner', async () => {
    const rows = await team.sql(`
      SELECT p.proname, p.prosecdef, p.proconfig::text AS config FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname = 'namedesk'`);
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) expect(row['config']).toBe('{"search_path=pg_catalog, pg_temp"}');
  });

  it('lets nobody write a row who can log in, and the owner log in nowhere', async () => {
    const rows = await team.sql(`
      SELECT c.relname, g.rolname, c.relowner = g.oid AS is_owner, g.rolcanlogin
      FROM pg_class c, pg_roles g
      WHERE c.relnamespace = 'namedesk'::regnamespace AND c.relkind = 'r' AND NOT g.rolsuper
        AND has_table_privilege(g.oid, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')`);
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter(({ is_owner, rolcanlogin }) => is_owner !== true && rolcanlogin === true)).toEqual([]);
    expect(rows.filter(({ is_owner, rolcanlogin }) => is_owner === true && rolcanlogin === true)).toEqual([]);
  });
});

const fail = (): never => {
  throw new Error('Nobody has this role');
};

/**
 * The SQLSTATE with which a statement is refused, in a transaction that is taken back; null where it is not. Some are refused by a
 * warning alone, as a grant by somebody who has nothing to grant.
 */
async function refusalOf(client: Client, statement: string): Promise<string | null> {
  const isInTransaction = !/^(VACUUM|CREATE DATABASE|CREATE SUBSCRIPTION|ALTER SYSTEM)/.test(statement);
  let warning: string | null = null;
  const onNotice = ({
    severity,
    code,
  }: {
    readonly severity?: string | undefined;
    readonly code?: string | undefined;
  }): void => {
    if (severity === 'WARNING') warning = code ?? 'warning';
  };
  client.on('notice', onNotice);
  if (isInTransaction) await client.query('BEGIN');
  try {
    await client.query(statement);
    return warning;
  } catch (thrown) {
    return (thrown as { readonly code?: string }).code ?? 'lost'; // Of pg, which says why.
  } finally {
    if (isInTransaction) await client.query('ROLLBACK');
    client.off('notice', onNotice);
  }
}
