import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { createSealedRows } from '../../../../../../electron/main/workspace/journal/entries.ts';
import { storageFaultOf } from '../../../../../../electron/main/workspace/sqlite.ts';
import { type ADirectory, aDirectory } from '../../../../../support/workspace/a-workspace.ts';
import {
  answered,
  at,
  changeId,
  changeIn,
  interrupted,
  type Journal,
  openFile,
  planned,
  sending,
  settled,
  write,
} from '../../../../../support/workspace/a-journal.ts';

const large = { answer: 'x'.repeat(64 * 1_024) };

describe('a journal that cannot be written', () => {
  let directory: ADirectory;
  let database: DatabaseSync;
  let journal: Journal;
  beforeEach(async () => {
    directory = aDirectory();
    database = openFile(directory.path);
    journal = createJournalRepository(database, () => new Date(at));
    await write(journal, 1, [planned(), sending]);
  });
  afterEach(() => {
    database.close();
    directory.remove();
  });

  const faultOf = async (work: () => unknown): Promise<string | null> => {
    try {
      await work();
      return 'no fault';
    } catch (thrown) {
      return storageFaultOf(thrown);
    }
  };
  const fill = (): void => {
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
    database.exec(`PRAGMA max_page_count = ${String(pages)}`);
  };
  const everything = () => ({
    entries: journal.page({ after: 0, limit: 100 }),
    changes: database.prepare('SELECT * FROM journal_changes').all(),
    head: database.prepare('SELECT * FROM journal_head').all(),
    sealed: database.prepare('SELECT * FROM journal_sealed').all(),
  });

  it('D8 says that the disk is full, and nothing is half written', async () => {
    const there = everything();
    fill();
    const much = new Uint8Array(200_000);
    const begin = () =>
      journal.begin({ id: changeId(2), at, event: planned({ domain: 'b.com' }), sealed: much });
    expect(await faultOf(begin)).toBe('full');
    expect(
      await faultOf(() => journal.append({ id: changeId(1), at, event: answered('claimed', large) })),
    ).toBe('full');
    expect(everything()).toEqual(there);

    database.exec('PRAGMA max_page_count = 1000000');
    expect(changeIn(await write(journal, 2, [planned({ domain: 'b.com' })])).number).toBe(2);
    expect((await journal.health({ check: true })).broken).toBeNull();
  });

  it('D8 says that the disk cannot be written, and nothing is half written', async () => {
    const there = everything();
    database.exec('PRAGMA query_only = ON');
    expect(await faultOf(() => journal.append({ id: changeId(1), at, event: interrupted }))).toBe(
      'read-only',
    );
    expect(await faultOf(() => write(journal, 2, [planned({ domain: 'b.com' })]))).toBe('read-only');
    expect(everything()).toEqual(there);
    expect(journal.find({ id: changeId(1) })).toMatchObject({ state: 'sending' });
  });

  it('D8 has added nothing where the commit itself fails', async () => {
    const there = everything();
    // Breaks a rule that is looked at with the commit alone.
    database.exec(`CREATE TABLE rule (id INTEGER PRIMARY KEY, of INTEGER REFERENCES rule (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER breaks_it AFTER INSERT ON journal_entries BEGIN INSERT INTO rule (of) VALUES (99); END`);
    expect(() => journal.append({ id: changeId(1), at, event: interrupted })).toThrow('FOREIGN KEY');
    const event = planned({ domain: 'b.com' });
    const begin = () => journal.begin({ id: changeId(2), at, event, sealed: Uint8Array.of(1) });
    expect(begin).toThrow('FOREIGN KEY');
    database.exec('DROP TRIGGER breaks_it');
    expect(everything()).toEqual(there);
    expect(changeIn(await write(journal, 1, [interrupted])).state).toBe('uncertain');
  });

  it('has written the end of a change also where the log cannot be cut off', async () => {
    await write(journal, 2, [planned({ domain: 'b.com' }), sending, interrupted], Uint8Array.of(1));
    // Somebody reads an older state of the file, so that the log is still needed.
    const reader = openFile(directory.path);
    reader.exec('BEGIN; SELECT * FROM journal_head');
    reader.prepare('SELECT * FROM journal_head').all();
    expect(changeIn(await write(journal, 2, [settled])).state).toBe('settled');
    reader.close();
    expect(journal.sealed({ id: changeId(2) })).toBeNull();
  }, 10_000);

  it('leaves the log for another time where it is locked, and takes nothing else for that', () => {
    const { emptyLog } = createSealedRows(database);
    database.exec('BEGIN IMMEDIATE; UPDATE journal_head SET changes = 1');
    expect(emptyLog).not.toThrow();
    database.exec('ROLLBACK');
    database.close();
    expect(emptyLog).toThrow('not open');
    database = openFile(directory.path);
  });
});
