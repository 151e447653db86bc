import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyDurably } from '../../../../../../electron/main/system/durable-files.ts';
import type { Backups } from '../../../../../../electron/main/workspace/backups/backups.ts';
import { rebuild } from '../../../../../../electron/main/workspace/backups/put-back.ts';
import {
  listBackups,
  noteVerification,
  readCopy,
  readThrough,
} from '../../../../../../electron/main/workspace/backups/catalogue.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import type { Workspace } from '../../../../../../electron/main/workspace/workspace.ts';
import { createRandom, type Random } from '../../../../../support/fuzz/random.ts';
import { nothingOpen } from '../../../../../support/fake-world.ts';
import { type ABackupsFolder, aBackupsFolder, aKeeper } from '../../../../../support/workspace/a-backup.ts';
import {
  aConsent,
  aFilledJournal,
  at,
  before,
  changeId,
  openFile,
  planned,
  service,
  tamper,
  wholeStory,
  write,
} from '../../../../../support/workspace/a-journal.ts';
import { anAccount, valueOf, openTestWorkspace } from '../../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

describe('(G2) the journal of a damaged file', () => {
  const at = '2026-02-23T10:00:00.000Z';
  const now = () => new Date(at);
  const seeds = 100;
  const since = 12;

  const directory = directoryOfEachTest();
  let copied = 0;
  const path = (name: string) => join(directory.path, name);
  const newer = () => path('workspace.sqlite');

  /** The backup knows a filled journal; the newer file twelve changes more. */
  beforeEach(async () => {
    const database = openFile(directory.path);
    const journal = createJournalRepository(database, now);
    copied = await aFilledJournal(journal);
    database.prepare('VACUUM INTO ?').run(path('backup.sqlite'));
    for (let n = 0; n < since; n += 1)
      await write(journal, 40 + n, wholeStory.with(0, planned({ domain: `since-${n}.com` })));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  });

  interface Entries {
    readonly seq: number;
    readonly hash: string;
  }

  function entriesIn(file: string): readonly Entries[] {
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare('SELECT seq, hash FROM journal_entries ORDER BY seq').all();
    database.close();
    return rows.map(({ seq, hash }) => ({ seq: Number(seq), hash: String(hash) }));
  }

  const rebuilt = (source: string) => {
    rmSync(path('fresh.sqlite'), { force: true });
    copyFileSync(path('backup.sqlite'), path('fresh.sqlite'));
    return rebuild(path('fresh.sqlite'), source, migrations, { at, madeAt: at });
  };

  async function isBroken(): Promise<boolean> {
    const database = new DatabaseSync(path('fresh.sqlite'));
    const { broken } = await createJournalRepository(database, now).health({ check: true });
    database.close();
    return broken !== null;
  }

  it('F3 is carried over to its end, and the chain holds', async () => {
    expect(rebuilt(newer())).toMatchObject({
      changes: { reading: 'whole', added: since * wholeStory.length },
      carriedOver: since,
      withdrawn: 1,
    });
    expect(await isBroken()).toBe(false);
    expect(entriesIn(path('fresh.sqlite'))).toEqual(expect.arrayContaining([...entriesIn(newer())]));
  });

  it('F3 is carried over up to the entry that somebody changed, and not further', async () => {
    const database = new DatabaseSync(newer());
    const changed = copied + 6;
    tamper(database, `UPDATE journal_entries SET state = 'refused' WHERE seq = ?`, changed);
    database.close();
    expect(rebuilt(newer()).changes).toMatchObject({ reading: 'in-part', upTo: changed - 1 });
    expect(await isBroken()).toBe(false);
  });

  it(
    `F3 damaged in ${seeds} ways breaks nothing, and only what verifies is carried over`,
    { timeout: 240_000 },
    async ({ annotate }) => {
      const bytes = readFileSync(newer());
      const truth = entriesIn(newer());
      const readings = new Map<string, number>();
      for (let seed = 1; seed <= seeds; seed += 1) {
        const random = createRandom(seed);
        writeFileSync(path('damaged.sqlite'), damaged(bytes, random));
        const { changes } = rebuilt(path('damaged.sqlite'));
        readings.set(changes.reading, (readings.get(changes.reading) ?? 0) + 1);
        const kept = copied + changes.added;
        expect(entriesIn(path('fresh.sqlite')).slice(0, kept), `seed ${seed}`).toEqual(truth.slice(0, kept));
        expect(changes.reading !== 'whole' || kept === truth.length, `seed ${seed}: ${changes.reading}`).toBe(
          true,
        );
        expect(await isBroken(), `seed ${seed}`).toBe(false);
      }
      expect(readings.size).toBeGreaterThan(1);
      const counts = [...readings].map(([reading, count]) => `${count} ${reading}`).join(', ');
      await annotate(
        `figure: ${seeds} damaged newer files (${counts}): 0 crashes, 0 entries carried over that do not verify`,
      );
    },
  );

  /** Bits turned, a page overwritten, or the end cut off. */
  function damaged(bytes: Buffer, random: Random): Buffer {
    const copy = Buffer.from(bytes);
    const [pageBytes, way] = [4_096, random.int(3)];
    if (way === 0) {
      for (let left = 1 + random.int(40); left > 0; left -= 1) {
        const place = random.int(copy.length);
        copy.writeUInt8((copy[place] ?? 0) ^ (1 << random.int(8)), place);
      }
      return copy;
    }
    const page = random.int(copy.length / pageBytes) * pageBytes;
    if (way === 1) return copy.fill(random.int(256), page, page + pageBytes);
    return copy.subarray(0, random.int(copy.length));
  }
});

describe('a backup that is to take the workspace’s place', () => {
  const directory = directoryOfEachTest();
  let workspace: Workspace;
  let backups: Backups;
  let name: string;
  const path = () => join(directory.path, 'backups', name);
  const isNoted = () => existsSync(join(directory.path, 'restore.json'));

  beforeEach(async () => {
    workspace = await openTestWorkspace(directory.path);
    workspace.accounts.save(anAccount());
    await aChange(1);
    await anAccess();
    backups = aKeeper(workspace, directory.path);
    ({ name } = valueOf(await backups.make()));
  });
  afterEach(async () => {
    await backups.close();
    await workspace.close();
  });

  /** One that was read back: nothing of it is open. */
  async function aChange(n: number): Promise<void> {
    const id = changeId(n);
    valueOf(await workspace.journal.begin({ id, at, event: planned(), sealed: null }));
    for (const event of wholeStory.slice(1))
      valueOf(
        event.type === 'sending'
          ? await workspace.journal.send(sendOf(n))
          : await workspace.journal.append({ id, at, event }),
      );
  }

  /** As the gate asks for it; every change before it took effect. */
  const sendOf = (n: number) => ({
    id: changeId(n),
    at,
    attempt: 1,
    before,
    consent: aConsent({ lastEffect: n === 1 ? null : changeId(n - 1) }),
    service,
    validForMs: 900_000,
    dayStartsAt: `${at.slice(0, 10)}T00:00:00.000Z`,
  });

  const anAccess = async () =>
    valueOf(
      await workspace.codeAccesses.ask({
        at,
        accountId: 'a1',
        accountLabel: 'Acme',
        domain: 'harbour-books.com',
        deed: 'copy',
      }),
    );

  const refusal = (reason: RegExp) => ({
    ok: false,
    error: { kind: 'invalid-input', field: 'name', reason: expect.stringMatching(reason) as string },
  });

  it('is noted for the next start', async () => {
    valueOf(await backups.restoreAtNextStart(name));
    expect(JSON.parse(readFileSync(join(directory.path, 'restore.json'), 'utf8'))).toMatchObject({
      name,
      why: 'asked',
    });
  });

  it('D6 is read through once more: bits rot and leave the date as it was', async () => {
    // Whole seconds: less than a millisecond cannot be set.
    utimesSync(path(), 1_000, 1_000);
    valueOf(await backups.verify(name));
    const bytes = readFileSync(path());
    bytes.fill(0x5a, 4_096 * 3, 4_096 * 4);
    writeFileSync(path(), bytes);
    utimesSync(path(), 1_000, 1_000);
    expect(valueOf(await backups.list())).toMatchObject([{ name, state: 'good' }]);
    expect(await backups.restoreAtNextStart(name)).toMatchObject(refusal(/damaged/));
    expect(isNoted()).toBe(false);
  });

  it('is refused where a newer version made it', async () => {
    const database = new DatabaseSync(path());
    database.exec(`PRAGMA user_version = ${workspace.opening.version + 1}`);
    database.close();
    expect(await backups.restoreAtNextStart(name)).toMatchObject(refusal(/newer version/));
    expect(isNoted()).toBe(false);
  });

  it('(G2) is restored over an open change, which stays in the journal', async () => {
    const event = planned({ domain: 'oakline.io' });
    valueOf(await workspace.journal.begin({ id: changeId(2), at, event, sealed: null }));
    expect(valueOf(await backups.since(name))).toMatchObject(nothingOpen);
    valueOf(await backups.restoreAtNextStart(name));
    expect(isNoted()).toBe(true);
  });

  it('waits for what is being sent, and asks for no other change to be finished', async () => {
    const event = planned({ domain: 'oakline.io' });
    valueOf(await workspace.journal.begin({ id: changeId(2), at, event, sealed: null }));
    valueOf(await workspace.journal.send({ ...sendOf(2), consent: aConsent({ lastEffect: null }) }));
    const busy = aKeeper(workspace, directory.path, { obstacles: () => Promise.resolve(['change']) });
    const inTheWay = async () => valueOf(await busy.since(name)).open.map(({ id }) => id);
    expect(await inTheWay()).toEqual([changeId(2)]);
    valueOf(await workspace.journal.append({ id: changeId(2), at, event: { type: 'interrupted' } }));
    expect(await inTheWay()).toEqual([]);
    await busy.close();
  });

  it('says what would be forgotten: what was written since, and nothing else', async () => {
    expect(valueOf(await backups.since(name))).toMatchObject({
      ...nothingOpen,
      ...{ entries: 0, changes: 0, accesses: 0 },
    });
    await aChange(2);
    await anAccess();
    expect(valueOf(await backups.since(name))).toMatchObject({ entries: 4, changes: 1, accesses: 1 });
  });
});

describe('catalogue', () => {
  describe('the backups of a folder', () => {
    let backups: ABackupsFolder;
    beforeEach(async () => {
      backups = await aBackupsFolder();
    });
    afterEach(() => backups.remove());

    const states = () => listBackups(backups.folder).map(({ state }) => state);

    it('D6 are good as long as size and date are those of the file that was read through', () => {
      const name = backups.backUp(22, 'daily');
      const path = backups.pathOf(name);
      // Whole seconds: less than a millisecond cannot be set.
      utimesSync(path, 1_000, 1_000);
      noteVerification(backups.folder, name, readThrough(path, migrations));
      expect(states()).toEqual(['good']);
      const { size } = statSync(path);
      truncateSync(path, size - 4_096);
      utimesSync(path, 1_000, 1_000);
      expect(states(), 'another size').toEqual(['unchecked']);
      truncateSync(path, size);
      utimesSync(path, 1_000, 2_000);
      expect(states(), 'another date').toEqual(['unchecked']);
    });

    it('D6 are damaged where a file is no database, however long it is', () => {
      const name = backups.backUp(22, 'daily');
      writeFileSync(backups.pathOf(name), 'no database'.repeat(1_000));
      expect(states()).toEqual(['damaged']);
    });

    it('are files: a folder of such a name is none', () => {
      mkdirSync(backups.pathOf('workspace-2026-02-22T09-00-00-000Z.daily.sqlite'));
      expect(states()).toEqual([]);
    });

    it('D9 are copied for their owner alone, whoever may read them', () => {
      const from = backups.pathOf(backups.backUp(22, 'daily'));
      chmodSync(from, 0o644);
      copyDurably(from, `${from}.copy`);
      expect(statSync(`${from}.copy`).mode & 0o777).toBe(0o600);
    });
  });

  describe('reading a backup through', () => {
    let backups: ABackupsFolder;
    let name: string;
    beforeEach(async () => {
      backups = await aBackupsFolder();
      name = backups.backUp(22, 'daily');
    });
    afterEach(() => backups.remove());

    const read = () => readThrough(backups.pathOf(name), migrations);

    it('D6 finds it good, counts what is in its chains, and leaves nothing beside it', () => {
      expect(read()).toEqual({
        isGood: true,
        isOurs: true,
        version: migrations.length,
        entries: 0,
        changes: 0,
        accesses: 1,
      });
      expect(readdirSync(backups.folder)).toEqual([name]);
    });

    it('D6 finds it damaged where the chain of its accesses breaks', () => {
      backups.change(
        name,
        "DROP TRIGGER code_accesses_stay_as_they_are; UPDATE code_accesses SET domain = 'another.com'",
      );
      expect(read().isGood).toBe(false);
    });

    it('D6, H4 finds that a database is not ours that never was a workspace', () => {
      rmSync(backups.pathOf(name));
      backups.change(name, 'CREATE TABLE another (id INTEGER)');
      expect(read()).toMatchObject({ isGood: false, isOurs: false, version: 0 });
    });

    it('makes no file where there is none', () => {
      rmSync(backups.pathOf(name));
      expect(read).toThrow();
      expect(existsSync(backups.pathOf(name))).toBe(false);
    });
  });
});

describe('a copy of the workspace’s file', () => {
  const directory = directoryOfEachTest();

  it('D6 is whole where it is asked for in the middle of a transaction, without what that writes', () => {
    const database = openFile(directory.path);
    const path = join(directory.path, 'copy.sqlite');
    writeFileSync(path, '', { mode: 0o600 });
    database.exec('BEGIN IMMEDIATE');
    database.exec("INSERT INTO settings (name, value) VALUES ('anything', '1')");
    const copied = readCopy({ path, isWhole: true, copyOf: directory.path }, migrations);
    database.exec('COMMIT');
    database.close();
    expect(copied.isGood).toBe(true);
    const copy = new DatabaseSync(path);
    expect(copy.prepare('SELECT count(*) AS count FROM settings').get()).toEqual({ count: 0 });
    copy.close();
  });
});
