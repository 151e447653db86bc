import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { bringUp } from '../../../../../../electron/main/workspace/bring-up.ts';
import { readThrough } from '../../../../../../electron/main/workspace/backups/catalogue.ts';
import { backupName, writeMarker } from '../../../../../../electron/main/workspace/backups/restore-files.ts';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/stores.ts';
import { createRandom } from '../../../../../support/fuzz/random.ts';
import { aKeeper } from '../../../../../support/workspace/a-backup.ts';
import { aFilledJournal, openFile } from '../../../../../support/workspace/a-journal.ts';
import {
  anAccount,
  findingsIn,
  laterMigrations,
  openTestWorkspace,
  valueOf,
} from '../../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

const at = '2026-02-23T10:00:00.000Z';
const now = () => new Date(at);
const ownList = 'https://registries.example/dns.json';

/** What empties a journal where a name is pasted into a statement. */
const emptying =
  "DROP TRIGGER main.journal_entries_stay; DELETE FROM main.journal_entries; DELETE FROM main.paid_doubts; UPDATE main.journal_head SET entries = 0, hash = ''";
const names = [
  'a table of mine',
  'copy',
  `settings; ${emptying}; /*`,
  `settings"; ${emptying}; --`,
  `settings WHERE 0; ${emptying}; SELECT '`,
  `settings SELECT 'registryEnabled', 'false'; --`,
  `tld_sets\n;${emptying};`,
  'main.journal_entries',
  'journal_entries ',
  'sqlitePlaces',
  "'",
  '"',
  ']',
  '',
  'ǆ\u202E\u0000x'.replaceAll('\u0000', ''),
];
const q = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const tableNames = (database: DatabaseSync): readonly string[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")
    .all()
    .map(({ name }) => String(name));

const run = (sql: string) => (database: DatabaseSync) => database.exec(sql);
/** Texts of the schema that no statement makes. */
const rewrite = (sql: string) => (database: DatabaseSync) => {
  database.enableDefensive(false);
  database.exec(`PRAGMA writable_schema = ON; ${sql}; PRAGMA writable_schema = RESET`);
};

/** What was done to a copy of the workspace. */
const deeds: readonly (readonly [name: string, deed: (database: DatabaseSync) => unknown])[] = [
  ...names.map((name) => [`one table more: ${name}`, run(`CREATE TABLE ${q(name)} (x)`)] as const),
  ...names
    .slice(1, 4)
    .map((name) => [`a view: ${name}`, run(`CREATE VIEW ${q(name)} AS SELECT * FROM settings`)] as const),
  ['a column whose name is a statement', run(`CREATE TABLE other (${q(names[2] ?? '')} TEXT)`)],
  [
    'a trigger on every table',
    (database) => {
      for (const [n, name] of tableNames(database).entries())
        database.exec(`CREATE TRIGGER t${n} AFTER INSERT ON ${q(name)} BEGIN DELETE FROM paid_doubts; END`);
    },
  ],
  ['a virtual table', run('CREATE VIRTUAL TABLE words USING fts5 (x)')],
  ['a column more', run('ALTER TABLE settings ADD COLUMN more TEXT')],
  ['a column that is computed', run("ALTER TABLE settings ADD COLUMN more TEXT AS (value || '!')")],
  ['a column of another name', run('ALTER TABLE settings RENAME COLUMN value TO worth')],
  ['a column less', run('ALTER TABLE list_views DROP COLUMN saved_at')],
  ['a table of another name', run('ALTER TABLE tld_sets RENAME TO sets_of_tlds')],
  ['a table less', run('DROP TABLE snoozes')],
  [
    'a view in the place of a table',
    run('DROP TABLE tld_sets; CREATE VIEW tld_sets AS SELECT name AS id, name, value AS tlds FROM settings'),
  ],
  ['an index', run('CREATE INDEX more ON settings (value)')],
  ['an index less', run('DROP INDEX answers_by_account')],
  ['a trigger less', run('DROP TRIGGER journal_entries_stay')],
  [
    'a trigger that does something else',
    run(`DROP TRIGGER journal_entries_stay;
    CREATE TRIGGER journal_entries_stay BEFORE DELETE ON journal_entries BEGIN SELECT 1; END`),
  ],
  ['what ANALYZE leaves', run('ANALYZE')],
  [
    'five thousand tables',
    (database) => {
      database.exec('BEGIN');
      for (let n = 0; n < 5_000; n += 1) database.exec(`CREATE TABLE more_${n} (x)`);
      database.exec('COMMIT');
    },
  ],
  ['another number of an application', run('PRAGMA application_id = 1')],
  ['the number of no version', run('PRAGMA user_version = 0')],
  ['a number below zero', run('PRAGMA user_version = -3')],
  [
    'the last number that there is',
    run("INSERT INTO sqlite_sequence VALUES ('team_outbox', 9223372036854775807)"),
  ],
  ['a number that is a text', run("INSERT INTO sqlite_sequence VALUES ('team_outbox', 'x')")],
  [
    'blanks in the text of the schema',
    rewrite(
      "UPDATE sqlite_schema SET sql = replace(sql, 'CREATE TABLE settings', 'CREATE TABLE  settings') WHERE name = 'settings'",
    ),
  ],
  [
    'a default that was never ours',
    rewrite(
      "UPDATE sqlite_schema SET sql = replace(sql, 'value TEXT NOT NULL', 'value TEXT NOT NULL DEFAULT (hex(randomblob(9)))') WHERE name = 'settings'",
    ),
  ],
  [
    'an object of no kind',
    rewrite(
      "INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', 'x', 'x', 0, 'CREATE TABLE main.x (y)')",
    ),
  ],
  ['a text that is no SQL', rewrite("UPDATE sqlite_schema SET sql = 'nothing' WHERE name = 'tld_sets'")],
];

describe('a backup that somebody else made', () => {
  const directory = directoryOfEachTest();
  const folder = () => join(directory.path, 'backups');
  const file = () => join(directory.path, 'workspace.sqlite');
  let day = 0;
  const placeOf = () => join(folder(), backupName(new Date(Date.UTC(2026, 0, 1, 0, day++)), 'daily'));

  /** A workspace with a journal, another list of registries than ours, and nothing in its log. */
  beforeEach(async () => {
    day = 0;
    const database = openFile(directory.path);
    await aFilledJournal(createJournalRepository(database, now));
    createRepositories(database).settings.write({ registryBootstrap: ownList });
    mkdirSync(folder(), { mode: 0o700 });
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  });

  /** A copy of the workspace to which something was done; answers with its name. */
  function backUp(deed: (database: DatabaseSync) => unknown): string {
    const path = placeOf();
    writeFileSync(path, readFileSync(file()));
    const database = new DatabaseSync(path);
    database.exec('PRAGMA journal_mode = DELETE');
    deed(database);
    database.close();
    return path.slice(folder().length + 1);
  }

  function start(steps = migrations) {
    const opened = openDatabase(directory.path, steps, now);
    if (!opened.ok) throw new Error(opened.error);
    return opened.value;
  }

  /** Everything in the living file, with its schema. */
  function everything(): string {
    const database = new DatabaseSync(file(), { readOnly: true });
    const rows = ['sqlite_schema', ...tableNames(database)].map((name) =>
      database.prepare(`SELECT * FROM ${q(name)}`).all(),
    );
    database.close();
    return JSON.stringify(rows);
  }

  it('H4 is told in the list before it is chosen, is refused, and runs nothing at a start, whatever its schema has', async () => {
    const found = deeds.map(([name, deed]) => ({ name, file: backUp(deed) }));
    const ours = backUp(() => undefined);
    const bytes = found.map((each) => readFileSync(join(folder(), each.file)));
    const workspace = await openTestWorkspace(directory.path);
    const keeper = aKeeper(workspace, directory.path);
    const listed = new Map(valueOf(await keeper.list()).map((each) => [each.name, each.state]));
    const asked = [];
    for (const each of found) asked.push(await keeper.restoreAtNextStart(each.file));
    const whyNot = [];
    for (const each of found) whyNot.push(valueOf(await keeper.since(each.file)).whyNot);
    const oursNow = valueOf(await keeper.verify(ours)).state;
    await keeper.close();
    await workspace.close();
    expect(oursNow).toBe('good');
    expect(listed.get(ours)).toBe('unchecked');
    const isTold = ({ file: each }: { readonly file: string }) =>
      listed.get(each) === 'foreign' || listed.get(each) === 'damaged';
    expect(found.filter((each) => !isTold(each)).map(({ name }) => name)).toEqual([]);
    // Only a text that SQLite cannot parse is told as damage.
    expect(found.filter((each) => listed.get(each.file) === 'damaged').length).toBeLessThanOrEqual(2);
    expect(asked.filter(({ ok }) => ok)).toEqual([]);
    expect(whyNot.filter((each) => each === null)).toEqual([]);
    expect(existsSync(join(directory.path, 'restore.json'))).toBe(false);
    expect(found.map((each) => readFileSync(join(folder(), each.file)))).toEqual(bytes);

    const before = everything();
    for (const { name, file: each } of found) {
      writeMarker(directory.path, { name: each, at, why: 'asked' });
      const { database, opening } = start();
      database.close();
      const told = opening.notice?.kind === 'failed' ? opening.notice.failed : null;
      expect([name, told?.copy.name, told?.fault]).toEqual([name, each, 'damaged']);
      expect(existsSync(join(directory.path, 'restore.json')), name).toBe(false);
      expect(everything() === before, name).toBe(true);
    }
  }, 120_000);

  it('H4 does not take the place of a damaged workspace: the newest one of ours does, with the journal as far as it verifies', () => {
    const ours = backUp(() => undefined);
    backUp(run(`CREATE TABLE ${q(names[2] ?? '')} (x)`));
    writeFileSync(file(), 'no database');
    const { database, opening } = start();
    database.close();
    expect(findingsIn(opening).copy?.name).toBe(ours);
  });

  it.each([
    ['UTF-16', "PRAGMA encoding = 'UTF-16le'"],
    ['UTF-16, the other way', "PRAGMA encoding = 'UTF-16be'"],
  ])('H4 is not ours where its texts are %s', (_name, sql) => {
    const path = placeOf();
    const database = new DatabaseSync(path);
    database.exec(sql);
    bringUp(database, migrations);
    database.close();
    expect(readThrough(path, migrations)).toMatchObject({ isGood: false, isOurs: false });
  });

  it('H4 is refused as well with statements that chance has put together', () => {
    const random = createRandom(20_261_128);
    const pieces = ['settings', 'tld_sets', 'x', '"a b"', 'journal_entries', '"; --"', 'value', 'name'];
    const forms = [
      (a: string, b: string) => `CREATE TABLE ${a} (${b})`,
      (a: string, b: string) => `CREATE INDEX ${a} ON settings (${b})`,
      (a: string, b: string) => `CREATE VIEW ${a} AS SELECT * FROM ${b}`,
      (a: string, b: string) => `CREATE TRIGGER ${a} AFTER DELETE ON ${b} BEGIN DELETE FROM snoozes; END`,
      (a: string, b: string) => `ALTER TABLE ${a} ADD COLUMN ${b} TEXT`,
      (a: string, b: string) => `ALTER TABLE ${a} RENAME TO ${b}`,
      (a: string, b: string) => `ALTER TABLE ${a} RENAME COLUMN ${b} TO y`,
      (a: string, b: string) => `DROP TABLE ${a}; DROP TABLE ${b}`,
    ];
    let changed = 0;
    for (let n = 0; n < 200; n += 1) {
      const sql = random.pick(forms)(random.pick(pieces), random.pick(pieces));
      const path = join(folder(), 'by-chance.sqlite');
      writeFileSync(path, readFileSync(file()));
      const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
      database.exec('PRAGMA journal_mode = DELETE');
      let isChanged = true;
      try {
        database.exec(sql);
      } catch {
        isChanged = false;
      }
      database.close();
      if (!isChanged) continue;
      changed += 1;
      expect([sql, readThrough(path, migrations).isOurs]).toEqual([sql, false]);
    }
    expect(changed).toBeGreaterThan(50);
  }, 60_000);

  it('H4 a backup of an earlier version is one of ours, and is restored', () => {
    for (const n of laterMigrations.keys()) {
      const path = placeOf();
      const database = new DatabaseSync(path);
      bringUp(database, laterMigrations.slice(0, n + 1));
      database.close();
      const name = path.slice(folder().length + 1);
      writeMarker(directory.path, {
        name,
        at: new Date(Date.UTC(2026, 2, 1, 0, n)).toISOString(),
        why: 'asked',
      });
      const { database: opened, opening } = start(laterMigrations);
      opened.close();
      expect([n + 1, findingsIn(opening).copy?.name]).toEqual([n + 1, name]);
    }
  });

  it.each([...laterMigrations.keys()])(
    'H4 a backup with the number of version %i and the schema of another one is none of ours',
    (n) => {
      const path = placeOf();
      const database = new DatabaseSync(path);
      bringUp(database, laterMigrations);
      database.exec(`PRAGMA user_version = ${n}`);
      database.close();
      expect(readThrough(path, laterMigrations)).toMatchObject({ isGood: false, isOurs: false });
    },
  );

  it('H4 the list of registries stays as it is here', () => {
    const name = backUp((database) =>
      createRepositories(database).settings.write({
        registryBootstrap: 'https://evil.example/dns.json',
        density: 'compact',
      }),
    );
    writeMarker(directory.path, { name, at, why: 'asked' });
    const { database } = start();
    expect(createRepositories(database).settings.read()).toMatchObject({
      registryBootstrap: ownList,
      density: 'compact',
    });
    database.close();
  });

  it('H4 a restore that fails takes its marker away, and the program starts with what it had', () => {
    const name = backUp((database) =>
      createRepositories(database).accounts.save(anAccount({ label: 'then' })),
    );
    const living = new DatabaseSync(file());
    // Nothing that a restore expects: it stands for every failure that is none of the disk.
    living.exec("CREATE TRIGGER odd BEFORE INSERT ON accounts BEGIN SELECT RAISE(ABORT, 'odd'); END");
    living.close();
    const before = everything();
    writeMarker(directory.path, { name, at, why: 'asked' });
    const { database, opening } = start();
    database.close();
    expect(existsSync(join(directory.path, 'restore.json'))).toBe(false);
    // Whoever asked for it would take the workspace for the restored one.
    expect(opening.notice).toMatchObject({ kind: 'failed', failed: { copy: { name }, fault: 'bug' } });
    expect(everything()).toBe(before);
  });

  it('H4 a restore that fails beside an earlier one that nobody has seen is told with it, until another one succeeds', () => {
    const name = backUp(() => undefined);
    const restored = (wanted: string, minute: number) => {
      writeMarker(directory.path, { name: wanted, at: `2026-02-23T11:0${minute}:00.000Z`, why: 'asked' });
      const { database, opening } = start();
      database.close();
      return opening.notice;
    };
    expect(restored(name, 0)).toMatchObject({ kind: 'known', copy: { name } });
    const gone = backupName(new Date(Date.UTC(2025, 0, 1)), 'daily');
    const failed = {
      at: '2026-02-23T11:01:00.000Z',
      copy: { name: gone, madeAt: '2025-01-01T00:00:00.000Z' },
      fault: 'missing',
    };
    expect(restored(gone, 1)).toMatchObject({ kind: 'known', copy: { name }, failed });
    const last = restored(name, 2);
    expect(last).toMatchObject({ kind: 'known', earlier: 1 });
    expect(last).not.toHaveProperty('failed');
  });
});
