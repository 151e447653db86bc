import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readThrough } from '../../../../../../electron/main/workspace/backups/catalogue.ts';
import { writeMarker } from '../../../../../../electron/main/workspace/backups/restore-files.ts';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../../../../electron/main/workspace/stores.ts';
import {
  aFilledJournal,
  changeId,
  planned,
  sending,
  wholeStory,
  write,
} from '../../../../../support/workspace/a-journal.ts';
import { anAccount, findingsIn } from '../../../../../support/workspace/a-workspace.ts';
import { processArgs } from '../../../../../support/workspace/processes.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

const at = '2026-02-23T10:00:00.000Z';
const name = 'workspace-2026-02-22T09-00-00-000Z.daily.sqlite';
const keptName = 'workspace-2026-02-23T10-00-00-000Z.restore.sqlite';
/** Which change the workspace's journal knows, and the backup's does not. */
const sinceTheBackup = 30;
const now = () => new Date(at);

describe('a backup that takes the workspace’s place', () => {
  const directory = directoryOfEachTest();
  let copies: string[] = [];
  const file = () => join(directory.path, 'workspace.sqlite');
  const backup = () => join(directory.path, 'backups', name);

  /** The backup knows the account `then`; the workspace knows `now`, and has answers that are not recorded. */
  beforeEach(async () => {
    const { database } = open();
    const { accounts } = createRepositories(database);
    accounts.save(anAccount({ label: 'then' }));
    await aFilledJournal(createJournalRepository(database, now));
    mkdirSync(join(directory.path, 'backups'), { mode: 0o700 });
    database.prepare('VACUUM INTO ?').run(backup());
    accounts.save(anAccount({ label: 'now' }));
    await write(
      createJournalRepository(database, now),
      sinceTheBackup,
      wholeStory.with(0, planned({ domain: 'since-the-backup.com' })),
    );
    database.close();
    writeFileSync(join(directory.path, 'unrecorded-3.log'), 'answers of now');
  });
  afterEach(() => {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
    copies = [];
  });

  function open(path = directory.path) {
    const opened = openDatabase(path, migrations, now);
    if (!opened.ok) throw new Error(opened.error);
    return opened.value;
  }

  /** What the next start says of the restore, and what its journal tells of the change since the backup. */
  async function toldIn(path: string) {
    const { database, opening } = open(path);
    const journal = createJournalRepository(database, now);
    const { broken } = await journal.health({ check: true });
    const since = journal.find({ id: changeId(sinceTheBackup) });
    database.close();
    return { notice: findingsIn(opening), isBroken: broken !== null, since: since?.state };
  }

  function labelIn(path = directory.path): string | undefined {
    const { database } = open(path);
    const [account] = createRepositories(database).accounts.list();
    database.close();
    return account?.label;
  }

  it('is the workspace after the next start, and what was there is a good backup', () => {
    writeMarker(directory.path, { name, at, why: 'asked' });
    const { database, opening } = open();
    expect(opening.notice).toMatchObject({
      copy: { name, madeAt: '2026-02-22T09:00:00.000Z' },
      why: 'asked',
      replacedPath: join(directory.path, 'backups', keptName),
    });
    database.close();
    expect(labelIn()).toBe('then');
    expect(readThrough(join(directory.path, 'backups', keptName))).toMatchObject({ isGood: true });
  });

  it('leaves answers that were not recorded with the workspace that they were for, and they come back with it', () => {
    writeMarker(directory.path, { name, at, why: 'asked' });
    open().database.close();
    expect(existsSync(join(directory.path, 'unrecorded-3.log'))).toBe(false);
    writeMarker(directory.path, { name: keptName, at: '2026-02-23T11:00:00.000Z', why: 'asked' });
    expect(labelIn()).toBe('now');
    expect(readFileSync(join(directory.path, 'unrecorded-3.log'), 'utf8')).toBe('answers of now');
  });

  it('takes nothing over of a log of changes that belongs to the file before', () => {
    const { database } = open();
    createRepositories(database).accounts.save(anAccount({ label: 'in the log' }));
    const crashed = aCopy('crashed');
    database.close();
    writeMarker(crashed, { name, at, why: 'asked' });
    expect(labelIn(crashed)).toBe('then');
    writeMarker(crashed, { name: keptName, at: '2026-02-23T11:00:00.000Z', why: 'asked' });
    expect(labelIn(crashed)).toBe('in the log');
  });

  it.each([
    ['has gone', () => rmSync(backup())],
    ['has become damaged', () => writeFileSync(backup(), 'no database'.repeat(1_000))],
    ['is of a newer version', () => aNewerOne(backup())],
  ])('stays where it is when it %s: the workspace is as it was', (_name, change) => {
    change();
    writeMarker(directory.path, { name, at, why: 'asked' });
    const { database, opening } = open();
    database.close();
    expect(opening.notice).toBeNull();
    expect(labelIn()).toBe('now');
    expect(readdirSync(directory.path)).not.toContain('restore.json');
    expect(readFileSync(join(directory.path, 'unrecorded-3.log'), 'utf8')).toBe('answers of now');
  });

  it('takes back what had its other name already when a start was killed, where the backup cannot be read then', () => {
    writeMarker(directory.path, { name, at, why: 'asked' });
    renameSync(file(), join(directory.path, 'backups', keptName));
    writeFileSync(backup(), 'no database');
    const { database, opening } = open();
    database.close();
    expect(opening.notice).toBeNull();
    expect(labelIn()).toBe('now');
  });

  it('D5 leaves the log of changes with the damaged file that it belongs to', () => {
    const { database } = open();
    createRepositories(database).accounts.save(anAccount({ label: 'in the log' }));
    const crashed = aCopy('crashed');
    database.close();
    const log = readFileSync(join(crashed, 'workspace.sqlite-wal'));
    const damaged = Buffer.from('This is not a database.'.repeat(400));
    writeFileSync(join(crashed, 'workspace.sqlite'), damaged);
    const opened = open(crashed);
    opened.database.close();
    expect(labelIn(crashed)).toBe('then');
    const { replacedPath } = findingsIn(opened.opening);
    expect(readFileSync(replacedPath ?? '').equals(damaged)).toBe(true);
    expect(readFileSync(`${replacedPath}-wal`).equals(log)).toBe(true);
  });

  it('stays where it is when there is no place for a copy of it: the workspace is as it was', () => {
    // A file is no folder: nothing can be written there, as on a disk that takes nothing more.
    symlinkSync(join(backup(), 'no folder'), `${file()}.restoring.unfinished`);
    writeMarker(directory.path, { name, at, why: 'asked' });
    const { database, opening } = open();
    database.close();
    expect(opening.notice).toBeNull();
    expect(labelIn()).toBe('now');
  });

  it('is not taken from outside of the folder of backups, whatever the file says that asks for it', () => {
    const outside = join(directory.path, 'outside.sqlite');
    cpSync(backup(), outside);
    const asked = { name: '../outside.sqlite', at, why: 'asked' };
    writeFileSync(join(directory.path, 'restore.json'), JSON.stringify(asked));
    const { database, opening } = open();
    database.close();
    expect(opening.notice).toBeNull();
    expect(labelIn()).toBe('now');
  });

  it('a change that was being sent in the backup is still written down as sent, to be read back', async () => {
    const { database } = open();
    const journal = createJournalRepository(database, now);
    await write(journal, 20, [planned({ domain: 'on-its-way.com' }), sending]);
    rmSync(backup());
    database.prepare('VACUUM INTO ?').run(backup());
    database.close();
    writeMarker(directory.path, { name, at, why: 'asked' });
    const restored = open().database;
    const [found] = createJournalRepository(restored, now)
      .open({ accountId: null })
      .filter(({ id }) => id === changeId(20));
    restored.close();
    expect(found?.state).toBe('sending');
  });

  it(
    'D5 F3 F4 leaves the restored one with all that the journal knew, and says so, killed before any of its writes',
    { timeout: 240_000 },
    async ({ annotate }) => {
      writeMarker(directory.path, { name, at, why: 'asked' });
      const labels = new Set<string | undefined>();
      let step = 0;
      for (let isOver = false; !isOver;) {
        step += 1;
        const copy = aCopy(step);
        const { status, stdout } = spawnSync(process.execPath, processArgs('killed-at-a-write', copy, step));
        isOver = status === 0;
        if (isOver) expect(stdout.toString()).toBe('opened\n');
        const label = labelIn(copy);
        labels.add(label);
        expect(label).toBe('then');
        expect(await toldIn(copy)).toMatchObject({
          notice: {
            at,
            why: 'asked',
            copy: { name },
            changes: { reading: 'whole' },
            withdrawn: 1,
            earlier: 0,
          },
          isBroken: false,
          since: 'confirmed',
        });
        expect(readThrough(join(copy, 'backups', keptName)).isGood).toBe(true);
        expect(readThrough(join(copy, 'backups', name)).isGood).toBe(true);
        rmSync(copy, { recursive: true });
      }
      expect(step).toBeGreaterThan(10);
      await annotate(
        `figure: restoring killed before each of its ${step - 1} writes: 0 without a workspace, 0 without the notice, 0 changes lost`,
      );
    },
  );

  it(
    'D5 F4 a damaged workspace is followed by the newest good backup, and that is said, killed before any of its writes',
    { timeout: 240_000 },
    async ({ annotate }) => {
      const damaged = Buffer.from('This is not a database.'.repeat(400));
      writeFileSync(file(), damaged);
      let step = 0;
      for (let isOver = false; !isOver;) {
        step += 1;
        const copy = aCopy(step);
        isOver = spawnSync(process.execPath, processArgs('killed-at-a-write', copy, step)).status === 0;
        expect(labelIn(copy)).toBe('then');
        expect(await toldIn(copy)).toMatchObject({
          notice: {
            why: 'damaged',
            copy: { name },
            changes: { reading: 'unreadable' },
            withdrawn: 1,
            earlier: 0,
          },
          isBroken: false,
        });
        const aside = readdirSync(copy).filter(
          (each) => each.includes('.damaged-') && !each.includes('unrecorded'),
        );
        expect(aside.map((each) => readFileSync(join(copy, each)).equals(damaged))).toEqual([true]);
        rmSync(copy, { recursive: true });
      }
      expect(step).toBeGreaterThan(10);
      await annotate(`figure: killed before each of ${step - 1} writes, 0 without a workspace, 0 deletions`);
    },
  );

  function aCopy(what: string | number): string {
    const copy = `${directory.path}-${what}`;
    copies.push(copy);
    cpSync(directory.path, copy, { recursive: true, preserveTimestamps: true });
    return copy;
  }
});

function aNewerOne(path: string): void {
  const bytes = readFileSync(path);
  bytes.writeInt32BE(migrations.length + 1, 60);
  writeFileSync(path, bytes);
}
