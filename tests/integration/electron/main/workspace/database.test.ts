import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { goodOnes, openDatabase } from '../../../../../electron/main/workspace/database.ts';
import { migrations } from '../../../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../../../electron/main/workspace/stores.ts';
import { storageFaultOf } from '../../../../../electron/main/workspace/sqlite.ts';
import { openWorkspace } from '../../../../../electron/main/workspace/workspace.ts';
import { type ABackupsFolder, aBackupsFolder } from '../../../../support/workspace/a-backup.ts';
import {
  aFinding,
  anAccount,
  findingsIn,
  laterMigrations,
  workerUrl,
} from '../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../support/workspace/directory-of-each-test.ts';
import { at, service } from '../../../../support/workspace/a-journal.ts';
import { aNewSession } from '../../../../support/workspace/a-session.ts';

describe('the workspace’s file', () => {
  const now = () => new Date('2026-02-21T14:05:06.007Z');
  const more = 'CREATE TABLE more (id TEXT PRIMARY KEY) STRICT';

  const directory = directoryOfEachTest();
  let file = '';
  beforeEach(() => {
    file = join(directory.path, 'workspace.sqlite');
  });

  function open(steps = migrations) {
    const opened = openDatabase(directory.path, steps, now);
    if (!opened.ok) throw new Error(opened.error);
    return opened.value;
  }

  /** A closed file with one account and 500 findings in it. */
  function aFilledFile(): void {
    const { database } = open();
    const { accounts, findings } = createRepositories(database);
    accounts.save(anAccount());
    findings.save({
      accountId: 'a1',
      findings: Array.from({ length: 500 }, (_, i) => aFinding({ domain: `name-${i}.com` })),
      answer: '{}',
    });
    database.close();
  }

  it.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['secure_delete', 1],
    ['trusted_schema', 0],
    ['checkpoint_fullfsync', 1],
  ])('D2 is opened with %s = %s', (pragma, value) => {
    const { database } = open();
    expect(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})).toEqual([value]);
    database.close();
  });

  it('D2 has STRICT tables only', () => {
    const { database } = open();
    const tables = database
      .prepare('PRAGMA table_list')
      .all()
      .filter((table) => !String(table['name']).startsWith('sqlite_'));
    expect(tables.length).toBeGreaterThanOrEqual(8);
    expect(tables.filter((table) => table['strict'] !== 1)).toEqual([]);
    database.close();
  });

  it('D9 is readable by its owner alone, directory and every file, whatever the rights were', () => {
    chmodSync(directory.path, 0o755);
    writeFileSync(file, '');
    chmodSync(file, 0o644);
    const { database } = open();
    createRepositories(database).accounts.save(anAccount());
    expect(statSync(directory.path).mode & 0o777).toBe(0o700);
    const modes = readdirSync(directory.path).map((name) => [
      name,
      statSync(join(directory.path, name)).mode & 0o777,
    ]);
    expect(modes).toEqual([
      ['workspace.begun', 0o600],
      ['workspace.sqlite', 0o600],
      ['workspace.sqlite-shm', 0o600],
      ['workspace.sqlite-wal', 0o600],
    ]);
    database.close();
  });

  it('D7 is copied before it is brought to a newer version; the copy opens with the old one', () => {
    aFilledFile();
    const { database, opening } = open([...migrations, more]);
    database.close();
    const { length: version } = migrations;
    const copyPath = join(directory.path, 'backups/workspace-2026-02-21T14-05-06-007Z.migration.sqlite');
    expect(opening).toMatchObject({ version: version + 1, copyPath });
    expect(statSync(copyPath).mode & 0o777).toBe(0o600);
    const copy = new DatabaseSync(copyPath, { readOnly: true });
    expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: version });
    expect(copy.prepare('SELECT count(*) AS found FROM findings').get()).toEqual({ found: 500 });
    copy.close();
  });

  it('D7 stays at the old version, whole, when a step fails', () => {
    aFilledFile();
    const broken = `${more}; CREATE TABLE more (id TEXT)`;
    expect(() => openDatabase(directory.path, [...migrations, broken], now)).toThrow();
    const { database, opening } = open();
    // Half of a step would be told as damage, and a backup would take its place.
    expect(opening).toMatchObject({ version: migrations.length, notice: null });
    expect(database.prepare("SELECT count(*) AS found FROM sqlite_schema WHERE name = 'more'").get()).toEqual(
      { found: 0 },
    );
    database.close();
  });

  it('D7 is brought through every step between, with all of its rows', () => {
    aFilledFile();
    const { database, opening } = open(laterMigrations);
    expect(opening).toMatchObject({ version: migrations.length + 2, notice: null });
    expect(opening.copyPath).not.toBeNull();
    expect(database.prepare('SELECT id, colour FROM accounts').all()).toEqual([
      { id: 'a1', colour: 'green' },
    ]);
    expect(
      createRepositories(database).findings.known({ accountId: 'a1', domains: ['name-1.com'] }),
    ).toHaveLength(1);
    database.close();
  });

  it('D4 opens with a row in the list of changes that is no JSON, whatever version it is of', () => {
    const { database } = open();
    database.exec(`INSERT INTO journal_changes
      (number, id, account_id, domain, family, kind, state, is_open, is_uncertain, change)
      VALUES (1, 'c1', 'a1', 'example.com', 'lock', 'lock', 'confirmed', 0, 0, '{"proof":"answer')`);
    database.close();
    for (const steps of [migrations, laterMigrations]) {
      const brought = open(steps);
      expect(brought.opening).toMatchObject({ notice: null, version: steps.length });
      brought.database.close();
    }
  });

  it('D7 of a newer version is refused and left byte for byte as it was', async () => {
    open([...migrations, more]).database.close();
    const before = readFileSync(file);
    expect(openDatabase(directory.path, migrations, now)).toEqual({ ok: false, error: 'newer-version' });
    expect(await openWorkspace({ directory: directory.path, workerUrl })).toEqual({
      ok: false,
      error: { kind: 'storage', fault: 'newer-version' },
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each([
    ['whose header is overwritten', () => writeFileSync(file, 'This is not a database.'.repeat(400))],
    ['with a page of noise', () => overwrite(file, 4_096 * 3, Buffer.alloc(4_096, 0x5a))],
    ['that was cut off', () => truncateSync(file, Math.floor(statSync(file).size / 4_096 / 2) * 4_096)],
    ['whose table page is zeroed', () => overwrite(file, 4_096 * 5, Buffer.alloc(4_096))],
  ])('D5 %s is set aside, kept, and said so; a new one is begun', (_name, damage) => {
    aFilledFile();
    damage();
    const damaged = readFileSync(file);
    const { database, opening } = open();
    const kept = `${file}.damaged-2026-02-21T14-05-06-007Z`;
    expect(opening.notice).toMatchObject({ copy: null, why: 'damaged', replacedPath: kept });
    expect(readFileSync(kept).equals(damaged)).toBe(true);
    expect(createRepositories(database).accounts.list()).toEqual([]);
    database.close();
  });

  it.each([
    ['is empty', () => truncateSync(file, 0)],
    ['is gone', () => rmSync(file)],
  ])('D5 F3 where there was one that %s, a new one is begun, and that is said', (_name, lose) => {
    aFilledFile();
    lose();
    const { database, opening } = open();
    expect(opening.notice).toMatchObject({ copy: null, why: 'damaged', changes: { reading: 'unreadable' } });
    database.close();
  });

  it('is begun without a word at a first start, also after one that was killed before anything was written', () => {
    mkdirSync(directory.path, { recursive: true });
    writeFileSync(file, '');
    const { database, opening } = open();
    expect(opening.notice).toBeNull();
    database.close();
  });

  it('D5 whose schema names another column than it did is damaged, though SQLite finds nothing', () => {
    aFilledFile();
    const bytes = readFileSync(file);
    const at = bytes.indexOf('username');
    overwrite(file, at, Buffer.from('usernams'));
    const { database, opening } = open();
    expect(opening.notice).toMatchObject({ copy: null, why: 'damaged' });
    database.close();
  });

  it('D5 that is gone while its log of changes is still there: the log is kept', () => {
    writeFileSync(`${file}-wal`, 'changes');
    const { database, opening } = open();
    database.close();
    const { replacedPath } = findingsIn(opening);
    expect(readFileSync(`${replacedPath}-wal`, 'utf8')).toBe('changes');
  });

  it('D5 is set aside under another name where the first is taken', () => {
    for (let round = 0; round < 2; round += 1) {
      rmSync(file, { force: true });
      writeFileSync(file, `damaged ${round}`.repeat(100));
      open().database.close();
    }
    expect(readdirSync(directory.path).filter((name) => name.includes('damaged'))).toHaveLength(2);
  });

  it('D5 with a row that is not what was written says damaged instead of showing it', () => {
    aFilledFile();
    const { database } = open();
    database.exec("UPDATE findings SET kind = 'avbilable' WHERE domain = 'name-1.com'");
    const { findings } = createRepositories(database);
    expect(faultOf(() => findings.known({ accountId: 'a1', domains: ['name-1.com'] }))).toBe('damaged');
    database.close();
  });

  it('D8 that is full says so, and what was there is still there', () => {
    aFilledFile();
    const { database } = open();
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
    database.exec(`PRAGMA max_page_count = ${String(pages)}`);
    const { findings } = createRepositories(database);
    const many = Array.from({ length: 5_000 }, (_, i) => aFinding({ domain: `more-${i}.com` }));
    expect(faultOf(() => findings.save({ accountId: 'a1', findings: many, answer: '' }))).toBe('full');
    expect(findings.known({ accountId: 'a1', domains: ['name-1.com', 'more-1.com'] })).toHaveLength(1);
    database.close();
  });

  it('D8 in a place that cannot be a directory is refused as not writable', () => {
    writeFileSync(join(directory.path, 'a-file'), '');
    expect(openDatabase(join(directory.path, 'a-file'), migrations, now)).toEqual({
      ok: false,
      error: 'read-only',
    });
  });

  it('D8 that is a directory is refused as not writable, and stays', () => {
    mkdirSync(file);
    expect(openDatabase(directory.path, migrations, now)).toEqual({ ok: false, error: 'read-only' });
    expect(existsSync(file)).toBe(true);
  });

  it('that another process is changing at length is busy, not damaged', () => {
    aFilledFile();
    const other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    expect(openDatabase(directory.path, [...migrations, more], now)).toEqual({ ok: false, error: 'busy' });
    other.close();
  });

  it('D10 holds no trace of a finding that was purged', async () => {
    aFilledFile();
    const { database } = open();
    const { findings } = createRepositories(database);
    const canary = aFinding({ domain: 'canary-canary.com', message: 'canary-canary' });
    findings.save({ accountId: 'a1', findings: [canary], answer: '' });
    await findings.purge({ before: '2027-01-01T00:00:00.000Z' });
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(readFileSync(file).includes('canary-canary')).toBe(false);
    database.close();
  });

  function faultOf(work: () => unknown): string | null {
    try {
      work();
    } catch (thrown) {
      return storageFaultOf(thrown);
    }
    return 'nothing was thrown';
  }

  function overwrite(path: string, at: number, bytes: Buffer): void {
    const content = readFileSync(path);
    bytes.copy(content, at);
    writeFileSync(path, content);
  }
});

describe('the backup that takes a lost workspace’s place', () => {
  let backups: ABackupsFolder;
  beforeEach(async () => {
    backups = await aBackupsFolder();
  });
  afterEach(() => backups.remove());

  const found = () => goodOnes(backups.path, migrations).next().value ?? null;

  it('is the newest one', () => {
    const newest = backups.backUp(22, 'daily');
    backups.backUp(21, 'by-hand');
    expect(found()).toBe(newest);
  });

  it('is none where there is none', () => {
    expect(found()).toBeNull();
  });

  it('D5 is one that can be read through now, though newer ones have their names', () => {
    const sound = backups.backUp(21, 'daily');
    writeFileSync(backups.pathOf(backups.backUp(22, 'daily')), 'no database');
    backups.change(backups.backUp(23, 'daily'), "UPDATE code_accesses_head SET hash = 'another'");
    expect(found()).toBe(sound);
  });

  it('is not of a newer version', () => {
    const older = backups.backUp(21, 'daily');
    backups.change(backups.backUp(22, 'daily'), `PRAGMA user_version = ${migrations.length + 1}`);
    expect(found()).toBe(older);
  });

  it('is one that was put away by a restore only where there is no other: the user had left that', () => {
    const left = backups.backUp(23, 'restore');
    expect(found()).toBe(left);
    const daily = backups.backUp(21, 'daily');
    expect(found()).toBe(daily);
  });
});

describe('a value that could not be read again', () => {
  const directory = directoryOfEachTest();
  let database: DatabaseSync;
  let stores: ReturnType<typeof createRepositories>;
  const accountId = 'a1';
  const long = 'x'.repeat(20_000);

  beforeEach(() => {
    database = directory.open();
    stores = createRepositories(database);
    stores.accounts.save(anAccount());
    const add = { accountId, names: ['example.com'], tags: [], addedAt: at, addedBy: 'typed' } as const;
    stores.domains.add(add);
  });

  const all = { which: 'all', offset: 0, limit: 10 } as const;
  const batchId = '00000000-0000-4000-9300-000000000001';
  const aRow = {
    index: 0,
    before: '',
    seen: '',
    leftOut: null,
    error: null,
    remarks: [],
    renewal: null,
    erases: null,
    after: null,
    lastEffect: null,
    teamEffect: null,
  };
  const said: AppError = { kind: 'refused', why: 'other', status: 400, said: long };
  const child = { host: 'ns1.example.com', addresses: ['192.0.2.1'], at, source: 'typed' } as const;
  const price = { kind: 'given', amount: '1'.repeat(65), currency: null } as const;
  const access = { accountId, accountLabel: 'Acme', domain: 'example.com', at, deed: 'copy' } as const;

  const writes: readonly (readonly [name: string, write: () => unknown])[] = [
    ['the message of a finding', () => saveFinding({ message: long })],
    ['the TLD of a finding', () => saveFinding({ tld: '' })],
    ['the price of a finding', () => saveFinding({ prices: [{ ...noPrices, register: price }] })],
    ['the host of a child nameserver', () => saveChild({ host: long })],
    ['an address of a child nameserver', () => saveChild({ addresses: [long] })],
    ['the present state of a row', () => noteRead({ before: long })],
    ['what is compared of a row', () => noteRead({ seen: long })],
    ['why a row was not read', () => noteRead({ error: said })],
    [
      'why a row is left',
      () =>
        stores.batches.leaveRow({ id: batchId, index: 0, leftOut: 'not-readable', error: said, remarks: [] }),
    ],
    ['the price of a renewal', () => noteRead({ renewal: { renewedAt: null, expiresOn: null, price } })],
    [
      'the name of a session',
      () => stores.sessions.create({ session: aNewSession({ accountId, name: long }), names: 'one' }),
    ],
    [
      'the nameservers of a domain',
      () =>
        stores.domains.observe({
          accountId,
          news: [{ name: 'example.com', nameservers: { value: [long], at, source: 'read' } }],
        }),
    ],
  ];

  const noPrices = {
    period: 1,
    register: { kind: 'not-given' },
    transfer: { kind: 'not-given' },
    renew: { kind: 'not-given' },
  } as const;
  const saveFinding = (changes: Parameters<typeof aFinding>[0]) =>
    stores.findings.save({ accountId, findings: [aFinding(changes)], answer: '' });
  const saveChild = (changes: Partial<Parameters<typeof stores.children.save>[0]['child']>) =>
    stores.children.save({ accountId, domain: 'example.com', child: { ...child, ...changes } });
  const noteRead = (changes: Partial<Parameters<typeof stores.batches.noteRead>[0]['rows'][number]>) =>
    stores.batches.noteRead({ id: batchId, rows: [{ ...aRow, ...changes }] });

  it.each(writes)('is not stored: %s; everything else can be read as before', (_what, write) => {
    const ask = { kind: 'lock', state: 'locked' } as const;
    stores.batches.create({
      id: batchId,
      at,
      accountId,
      service,
      ask,
      sealed: null,
      after: 'locked',
      domains: 'example.com',
    });
    const read = () => [
      stores.findings.known({ accountId, domains: ['example.com'] }),
      stores.children.list({ accountId, domain: 'example.com' }),
      stores.batches.rows({ id: batchId, ...all }),
      stores.sessions.list(),
      stores.domains.some({ accountId, names: ['example.com'] }),
    ];
    const before = read();
    let thrown: unknown;
    try {
      write();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Error);
    // Told as a bug, which it is, and not as a damaged file.
    expect(storageFaultOf(thrown)).toBeNull();
    expect(read()).toEqual(before);
  });

  it('is not added to the chain of accesses to codes, which would be broken by it', async () => {
    await expect(stores.codeAccesses.ask({ ...access, domain: long })).rejects.toThrow('domain');
    expect(await stores.codeAccesses.ask(access)).toEqual({ kind: 'written', seq: 1 });
    await expect(async () =>
      stores.codeAccesses.note({ ...access, deed: 'copy-shown', accountLabel: long }),
    ).rejects.toThrow('accountLabel');
    expect(await stores.codeAccesses.health({ check: true })).toMatchObject({ lines: 1, broken: null });
  });

  it('is clipped where it is only a path in an answer', () => {
    const seen = { operation: 'lookup', path: long, expected: 'nothing', seen: 'object' };
    stores.deviations.note({ accountId, seen: [seen], at });
    expect(stores.deviations.list({ accountId })).toMatchObject([{ path: 'x'.repeat(500), count: 1 }]);
  });
});
