import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeWhat } from '#shared/changes/index.ts';
import { serviceKey } from '#shared/domain/account.ts';
import { claimsIn, readableRows } from '../../../../../../electron/main/workspace/backups/claims.ts';
import { writeMarker } from '../../../../../../electron/main/workspace/backups/restore-files.ts';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { rebuild } from '../../../../../../electron/main/workspace/backups/put-back.ts';
import { hashOf } from '../../../../../../electron/main/workspace/chain.ts';
import { createDoubts } from '../../../../../../electron/main/workspace/journal/doubts.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/stores.ts';
import { createRandom } from '../../../../../support/fuzz/random.ts';
import {
  changeId,
  openFile,
  planned,
  sending,
  service,
  tamper,
  wholeStory,
  write,
} from '../../../../../support/workspace/a-journal.ts';
import { aFinding, anAccount, findingsIn } from '../../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

const at = '2026-02-23T10:00:00.000Z';
const name = 'workspace-2026-02-22T09-00-00-000Z.daily.sqlite';
const names = (of: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${of}-${index}.com`);
const [earlier, later] = [names('before', 20), names('since', 30)];
const noLimits = { changeSum: null, batchSum: null, batchCount: null, daySum: null, dayCount: null };
const renewal: ChangeWhat = {
  kind: 'renew',
  periodYears: 1,
  addons: {},
  price: { kind: 'given', amount: '9.90', currency: 'EUR' },
};
const renewing = (domain: string) => wholeStory.with(0, planned({ domain, what: renewal }));

/** The backup knows the renewals of twenty names; the workspace those of thirty more, one of them uncertain. */
describe('a workspace with payments that its backup does not know', () => {
  const directory = directoryOfEachTest();
  const file = (path = directory.path) => join(path, 'workspace.sqlite');
  const backup = () => join(directory.path, 'backups', name);
  let hash = '';

  beforeEach(async () => {
    const database = openFile(directory.path);
    const { settings } = createRepositories(database);
    settings.write({ limits: noLimits });
    const journal = createJournalRepository(database, () => new Date(at));
    for (const [n, domain] of earlier.entries()) await write(journal, n, renewing(domain));
    mkdirSync(join(directory.path, 'backups'), { mode: 0o700 });
    database.prepare('VACUUM INTO ?').run(backup());
    for (const [n, domain] of later.entries())
      await write(journal, 100 + n, n === 7 ? renewing(domain).slice(0, 2) : renewing(domain));
    hash = (await journal.health({ check: true })).head;
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  });

  function open(path = directory.path) {
    const opened = openDatabase(path, migrations, () => new Date(at));
    if (!opened.ok) throw new Error(opened.error);
    return opened.value;
  }

  const effectOf = (journal: ReturnType<typeof createJournalRepository>, domain: string) =>
    journal.historyOf({ accountId: anAccount().id, service, domain, family: 'renew', besideId: null })
      .lastEffect;

  /** What stands before a second payment for a name; null: nothing. */
  function guardsOf(database: DatabaseSync) {
    const journal = createJournalRepository(database);
    const open = new Set(journal.open({ accountId: null }).map((change) => change.domain));
    return (domain: string): 'entry' | 'named' | 'login' | null => {
      if (open.has(domain) || effectOf(journal, domain) !== null) return 'entry';
      const doubt = createDoubts(database).of(domain, serviceKey(service), 'renew');
      if (doubt === null) return null;
      return doubt.number === null ? 'login' : 'named';
    };
  }

  it('(G2) a restore that is asked for leaves the journal as it is, and takes the rest from the backup', async () => {
    const { database: before } = open();
    createRepositories(before).accounts.save(anAccount({ label: 'now' }));
    before.close();
    writeMarker(directory.path, { name, at, why: 'asked' });
    const { database, opening } = open();
    expect(findingsIn(opening)).toMatchObject({
      changes: { reading: 'whole', added: 4 * 30 - 2 },
      carriedOver: 30,
    });
    expect(await createJournalRepository(database).health({ check: true })).toMatchObject({
      head: hash,
      broken: null,
    });
    expect(createRepositories(database).accounts.list()).toMatchObject([{ label: anAccount().label }]);
    database.close();
  });

  it.each([
    [
      'an entry that was changed',
      "UPDATE journal_entries SET event = replace(event, 'since-3', 'since-x') WHERE change_id = ?",
      changeId(103),
    ],
    ['a row that cannot be read', 'UPDATE accounts SET options = ? WHERE 1', 'no JSON'],
  ])(
    '(D6, G2) a restore that is asked for over a file with %s mends it, and no name can be paid for again without a word',
    async (_with, sql, value) => {
      const { database: before } = open();
      tamper(before, sql, value);
      before.close();
      writeMarker(directory.path, { name, at, why: 'asked' });
      const { database, opening } = open();
      expect(findingsIn(opening).replacedPath).toContain(join(directory.path, 'backups'));
      expect((await createJournalRepository(database).health({ check: true })).broken).toBeNull();
      expect(createRepositories(database).accounts.list()).toHaveLength(1);
      const guard = guardsOf(database);
      expect([...earlier, ...later].filter((domain) => guard(domain) === null)).toEqual([]);
      database.close();
    },
  );

  it('(G2) numbers the changes of a damaged list by their order, also after one that lost its first entry', () => {
    const { database } = open();
    tamper(database, "DELETE FROM journal_entries WHERE change_id = ? AND state = 'planned'", changeId(2));
    database.exec('DELETE FROM journal_changes');
    const numbers = claimsIn(database).claims.map(({ id, change }) => [id, change?.number]);
    expect(numbers).toContainEqual([changeId(5), 6]);
    database.close();
  });

  it('(G2) entries that verify, and that this version cannot read, leave every name in doubt', async () => {
    const { database: living } = open();
    const journal = createJournalRepository(living);
    const { entries, head: before } = await journal.health({ check: true });
    const link = {
      seq: entries + 1,
      changeId: changeId(999),
      at,
      state: 'planned',
      eventText: '{"type":"of-later"}',
    };
    living
      .prepare(
        'INSERT INTO journal_entries (seq, change_id, at, state, event, hash) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(link.seq, link.changeId, at, link.state, link.eventText, hashOf(before, link));
    living.prepare('UPDATE journal_head SET entries = ?, hash = ?').run(link.seq, hashOf(before, link));
    living.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    living.close();
    const found = rebuild(backup(), file(), migrations, { at, madeAt: at });
    expect(found.changes.reading).toBe('in-part');
    const database = new DatabaseSync(backup());
    expect(createDoubts(database).list({ offset: 0, limit: 9 }).doubts).toMatchObject([{ domain: null }]);
    database.close();
  });

  it('(G2) a restore on a full disk leaves everything as it was, and is done once there is room', async () => {
    const theirs = new DatabaseSync(backup());
    const { findings } = createRepositories(theirs);
    const many = Array.from({ length: 5_000 }, (_, n) => aFinding({ domain: `found-${n}.com` }));
    findings.save({ accountId: anAccount().id, findings: many, answer: '' });
    theirs.close();
    const { database: now } = open();
    const there = entriesOf(now);
    now.close();
    const unrecorded = join(directory.path, 'unrecorded-1.log');
    writeFileSync(unrecorded, 'an answer');
    writeMarker(directory.path, { name, at, why: 'asked' });
    type Prepare = (this: DatabaseSync, sql: string) => StatementSync;
    const { prepare } = DatabaseSync.prototype as unknown as { readonly prepare: Prepare }; // Called on the database itself.
    const full = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
      this: DatabaseSync,
      sql,
    ) {
      if (sql === 'ATTACH ? AS copy') this.exec('PRAGMA main.max_page_count = 1');
      return prepare.call(this, sql);
    });
    const { database: without, opening } = open();
    expect(opening.notice).toMatchObject({ kind: 'failed', failed: { fault: 'full' } });
    without.close();
    full.mockRestore();
    expect(readFileSync(unrecorded, 'utf8')).toBe('an answer');
    const left = new DatabaseSync(file(), { readOnly: true });
    expect(entriesOf(left)).toEqual(there);
    expect(left.prepare('SELECT count(*) AS n FROM findings').get()).toEqual({ n: 0 });
    left.close();
    writeMarker(directory.path, { name, at, why: 'asked' });
    const { database } = open();
    expect(await createJournalRepository(database).health({ check: true })).toMatchObject({ head: hash });
    expect(database.prepare('SELECT count(*) AS n FROM findings').get()).toEqual({ n: 5_000 });
    database.close();
  });

  it('(G14) a restore keeps the stricter limits and the app lock, and says so', () => {
    const { database: before } = open();
    const stricter = { ...noLimits, daySum: '50' };
    const { settings, accounts } = createRepositories(before);
    settings.write({ limits: stricter, appLock: true, appLockAfterMin: 3 });
    const account = anAccount();
    accounts.save({ ...account, options: { ...account.options, limits: { ...noLimits, dayCount: 2 } } });
    before.close();
    writeMarker(directory.path, { name, at, why: 'asked' });
    const { database, opening } = open();
    expect(findingsIn(opening).kept).toEqual(['limits', 'app-lock']);
    const restored = createRepositories(database);
    expect(restored.settings.read()).toMatchObject({ limits: stricter, appLock: true, appLockAfterMin: 3 });
    expect(restored.accounts.list()[0]?.options.limits?.dayCount).toBe(2);
    database.close();
  });

  it.each(['registryEnabled', 'assistantsEnabled'] as const)(
    'a restore switches %s on no more than it is on in both files',
    (setting) => {
      for (const [hour, then, since, after] of [
        ['11', true, false, false],
        ['12', false, true, false],
        ['13', true, true, true],
      ] as const) {
        const theirs = new DatabaseSync(backup());
        createRepositories(theirs).settings.write({ [setting]: then });
        theirs.close();
        const { database: before } = open();
        createRepositories(before).settings.write({ [setting]: since });
        before.close();
        writeMarker(directory.path, { name, at: `2026-02-23T${hour}:00:00.000Z`, why: 'asked' });
        const { database } = open();
        expect(createRepositories(database).settings.read()[setting], `${then}, ${since}`).toBe(after);
        database.close();
      }
    },
  );

  it('(G10) what a foreign copy names is a doubt for each name, and stays so once it is read', async () => {
    const foreign = `${directory.path}-foreign`;
    const theirs = openFile(foreign);
    createRepositories(theirs).settings.write({ limits: noLimits });
    await write(createJournalRepository(theirs), 900, renewing('paid-elsewhere.com'));
    rmSync(backup());
    theirs.prepare('VACUUM INTO ?').run(backup());
    theirs.close();
    rmSync(foreign, { recursive: true });
    writeMarker(directory.path, { name, at, why: 'asked' });
    const { database, opening } = open();
    expect(findingsIn(opening).changes).toMatchObject({ reading: 'apart' });
    const guard = guardsOf(database);
    expect([guard('paid-elsewhere.com'), guard('since-3.com'), guard('other.com')]).toEqual([
      'named',
      'entry',
      null,
    ]);
    expect(createDoubts(database).list({ offset: 0, limit: 9 }).doubts).toMatchObject([
      { domain: 'paid-elsewhere.com', price: '9.90 EUR' },
    ]);
    expect(await createJournalRepository(database).health({ check: true })).toMatchObject({
      head: hash,
      broken: null,
    });
    database.close();
  });

  it('(G2) a restore over an uncertain change leaves it as it is, and one asked for twice changes nothing more', () => {
    for (const again of [at, '2026-02-23T11:00:00.000Z']) {
      writeMarker(directory.path, { name, at: again, why: 'asked' });
      const { database } = open();
      const journal = createJournalRepository(database);
      expect(journal.open({ accountId: null })).toMatchObject([{ domain: 'since-7.com', state: 'sending' }]);
      expect(createDoubts(database).list({ offset: 0, limit: 9 }).total).toBe(0);
      database.close();
    }
  });

  it('(G2) where nothing of a file can be read, or it was deleted, every name of each login is in doubt', () => {
    for (const damage of [() => writeFileSync(file(), 'no database'.repeat(900)), () => rmSync(file())]) {
      const copy = `${directory.path}-copy`;
      damage();
      cpSync(directory.path, copy, { recursive: true });
      const { database } = open(copy);
      const guard = guardsOf(database);
      expect([...new Set(later.map(guard))]).toEqual(['login']);
      database.close();
      rmSync(copy, { recursive: true });
    }
  });

  it(
    '(G2) one bad page: no name can be paid for again without a word, and no entry is lost that can be read',
    { timeout: 300_000 },
    async ({ annotate }) => {
      const places = 200;
      const bytes = readFileSync(file());
      const pages = bytes.length / 4_096;
      const random = createRandom(20_261_124);
      const count = { entry: 0, named: 0, login: 0 };
      const silent: string[] = [];
      let lost = 0;
      const copy = `${directory.path}-bad`;
      for (let place = 0; place < places; place += 1) {
        const page = place < pages ? place : random.int(pages);
        const blocks = place < pages ? 1 : 2;
        cpSync(directory.path, copy, { recursive: true });
        const damaged = Buffer.from(bytes);
        damaged.fill(0, page * 4_096, Math.min(damaged.length, (page + blocks) * 4_096));
        writeFileSync(file(copy), damaged);
        const readable = entriesIn(file(copy));
        const { database } = open(copy);
        const guard = guardsOf(database);
        for (const domain of [...earlier, ...later]) {
          const found = guard(domain);
          if (found === null) silent.push(`page ${page}: ${domain}`);
          else count[found] += 1;
        }
        const kept = new Set(entriesOf(database).map((row) => row['hash']));
        lost += readable.filter(
          (row) =>
            !kept.has(row['hash']) && guard(domainOf(Number(String(row['change_id']).slice(-12)))) === null,
        ).length;
        expect(
          (await createJournalRepository(database).health({ check: true })).broken,
          `page ${page}`,
        ).toBeNull();
        database.close();
        rmSync(copy, { recursive: true });
      }
      expect(silent).toEqual([]);
      expect(lost).toBe(0);
      await annotate(
        `figure: ${places} bad places in a file of ${pages} pages, ${earlier.length + later.length} names each: ${count.entry} known by the journal, ${count.named} warned with the earlier payment, ${count.login} by the doubt of the login, 0 without a word, 0 readable entries lost`,
      );
    },
  );

  const domainOf = (n: number): string => (n < 100 ? earlier[n] : later[n - 100]) ?? '';
  const entriesOf = (database: DatabaseSync) => readableRows(database, 'journal_entries', 'seq');

  function entriesIn(path: string): ReturnType<typeof entriesOf> {
    try {
      const database = new DatabaseSync(path, { readOnly: true });
      const rows = entriesOf(database);
      database.close();
      return rows;
    } catch {
      return [];
    }
  }

  it('(G2) one that was being sent when the file was damaged is open, or in doubt', async () => {
    const { database: before } = open();
    await write(createJournalRepository(before), 200, [
      planned({ domain: 'on-its-way.com', what: renewal }),
      sending,
    ]);
    before.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const [row] = before.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'journal_entries'").all();
    before.close();
    const bytes = readFileSync(file());
    const page = Number(row?.['rootpage']);
    bytes.fill(0, (page - 1) * 4_096, page * 4_096);
    writeFileSync(file(), bytes);
    const { database } = open();
    const guard = guardsOf(database);
    expect([guard('on-its-way.com'), guard('since-4.com'), guard('before-4.com')]).toEqual([
      'named',
      'named',
      'entry',
    ]);
    database.close();
  });
});
