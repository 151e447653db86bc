import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../../../electron/main/workspace/chain.ts';
import { createEntryRows } from '../../../../../../electron/main/workspace/journal/entries.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import type { JournalHealth } from '../../../../../../shared/domain/journal.ts';
import {
  aFilledJournal,
  at,
  changeId,
  changeIn,
  openFile,
  planned,
  sending,
  tamper,
  wholeStory,
  write,
} from '../../../../../support/workspace/a-journal.ts';
import { type ADirectory, aDirectory } from '../../../../../support/workspace/a-workspace.ts';

const now = () => new Date(at);

const entries = 12 * 4 + 3 + 1;

describe('the check of the journal', () => {
  let directory: ADirectory;
  let database: DatabaseSync;
  beforeEach(async () => {
    directory = aDirectory();
    database = openFile(directory.path);
    await aFilledJournal(createJournalRepository(database, now));
  });
  afterEach(() => {
    if (database.isOpen) database.close();
    directory.remove();
  });
  /** As at the next start. */
  const health = async (): Promise<JournalHealth> =>
    await createJournalRepository(database, now).health({ check: true });
  it('D4 finds nothing where nothing is', async () => {
    const found = await health();
    expect(found).toMatchObject({ entries, changes: 14, checkedAt: at, broken: null });
    expect(found.head).toMatch(/^[0-9a-f]{64}$/);
  });

  it('D4 says before the first check that there was none', async () => {
    const journal = createJournalRepository(database, now);
    expect(await journal.health({ check: false })).toMatchObject({ entries, checkedAt: null, broken: null });
  });

  it('an entry is neither changed nor removed by the program', () => {
    expect(() => database.exec(`UPDATE journal_entries SET state = 'refused'`)).toThrow('never changed');
    expect(() => database.exec('DELETE FROM journal_entries WHERE seq = 3')).toThrow('never removed');
  });

  it.each<readonly [string, string, number]>([
    ['an entry that was removed', 'DELETE FROM journal_entries WHERE seq = 20', 20],
    ['the first one removed', 'DELETE FROM journal_entries WHERE seq = 1', 1],
    ['a tail that was cut off', `DELETE FROM journal_entries WHERE seq > ${entries - 2}`, entries - 1],
    ['the last one removed', `DELETE FROM journal_entries WHERE seq = ${entries}`, entries],
    ['all of them removed', 'DELETE FROM journal_entries', 1],
    [
      'one that was added at the end',
      `INSERT INTO journal_entries SELECT ${entries + 1}, change_id, at, state, event, hash FROM journal_entries WHERE seq = 1`,
      entries + 1,
    ],
    [
      'one that was put in the place of another',
      'UPDATE journal_entries SET (change_id, at, state, event, hash) = (SELECT change_id, at, state, event, hash FROM journal_entries WHERE seq = 5) WHERE seq = 9',
      9,
    ],
    ['one that was renumbered', 'UPDATE journal_entries SET seq = 0 WHERE seq = 1', 1],
    [
      'a number that no entry can have',
      'UPDATE journal_entries SET seq = 9007199254740993 WHERE seq = 52',
      1,
    ],
    ['another count', 'UPDATE journal_head SET changes = 13', entries],
    ['another head', `UPDATE journal_head SET hash = '${'0'.repeat(64)}'`, entries],
    ['no head', 'DELETE FROM journal_head', 1],
  ])('D4 finds %s, and says where', async (_what, sql, seq) => {
    tamper(database, sql);
    const journal = createJournalRepository(database, now);
    const found = await journal.health({ check: true });
    expect(found.broken?.seq).toBe(seq);
    expect(found.broken?.why).toMatch(/^[A-Z].+\.$/);
  });

  it('D4 lets nothing be added to a broken chain, from the first entry of a start on; reading goes on', async () => {
    tamper(database, `UPDATE journal_entries SET at = '2026-02-21T14:00:01.000Z' WHERE seq = 7`);
    const journal = createJournalRepository(database, now);
    expect(await write(journal, 20, [planned({ domain: 'new.com' })])).toEqual({ kind: 'broken', seq: 7 });
    expect(await journal.append({ id: changeId(14), at, event: sending })).toEqual({
      kind: 'broken',
      seq: 7,
    });
    expect(await journal.health({ check: false })).toMatchObject({ entries, broken: { seq: 7 } });
    expect(journal.open({ accountId: null }).map(({ number }) => number)).toEqual([13, 14]);
    expect(journal.entries({ id: changeId(2) })).toHaveLength(4);
  });

  it.each(['at', 'event'])('D4 finds a value that is not of its kind: %s', async (column) => {
    database.exec(`CREATE TABLE copy AS SELECT * FROM journal_entries; DROP TABLE journal_entries;
      CREATE TABLE journal_entries (seq, change_id, at, state, event, hash);
      INSERT INTO journal_entries SELECT * FROM copy;
      UPDATE journal_entries SET ${column} = CAST(${column} AS BLOB) WHERE seq = 30`);
    expect((await health()).broken?.seq).toBe(30);
  });

  it('D4 finds an entry that was forged, hash and all, for a change that is not open', async () => {
    const rows = createEntryRows(database);
    const link = {
      seq: entries + 1,
      changeId: changeId(1),
      at,
      state: 'confirmed',
      eventText: '{"type":"sending"}',
    } as const;
    rows.add({ ...link, hash: hashOf(rows.head().hash, link) }, 14);
    expect((await health()).broken?.seq).toBe(entries + 1);
  });

  it('says when it was', async () => {
    const { checkedAt } = await createJournalRepository(database).health({ check: true });
    expect(Date.parse(checkedAt ?? '')).toBeGreaterThan(Date.parse(at));
  });

  it('takes a file that is closed for no damage', async () => {
    const journal = createJournalRepository(database);
    database.close();
    await expect(journal.health({ check: true })).rejects.toThrow('finalized');
  });

  it('D4 adds nothing where the end was cut off after the check', async () => {
    const journal = createJournalRepository(database, now);
    await journal.health({ check: true });
    tamper(database, `DELETE FROM journal_entries WHERE seq = ${entries}`);
    expect(await write(journal, 20, [planned({ domain: 'new.com' })])).toEqual({
      kind: 'broken',
      seq: entries,
    });
  });

  it.each([
    ['a state', `UPDATE journal_changes SET state = 'refused' WHERE number = 3`],
    ['what a list shows', `UPDATE journal_changes SET change = replace(change, 'name-3.com', 'nane-3.com')`],
    ['no JSON', `UPDATE journal_changes SET change = 'x' WHERE number = 13`],
    ['a change that is missing', 'DELETE FROM journal_changes WHERE number = 14'],
    [
      'a change too many',
      `INSERT INTO journal_changes SELECT 99, 'x', 'a9', domain, family, kind, state, is_open,
      is_uncertain, plan_id, change, answered, service, took_effect, paid_at FROM journal_changes WHERE number = 1`,
    ],
    ['a closed change that holds its place', 'UPDATE journal_changes SET is_open = 1 WHERE number = 3'],
    ['a number that is none', 'UPDATE journal_changes SET is_open = 9007199254740993 WHERE number = 3'],
  ])('lists the changes anew where only the list is not what the entries tell: %s', async (_what, sql) => {
    const list = () => database.prepare('SELECT * FROM journal_changes ORDER BY number').all();
    const right = list();
    database.exec(sql);
    const journal = createJournalRepository(database, now);
    expect((await journal.health({ check: true })).broken).toBeNull();
    expect(list()).toEqual(right);
    expect(journal.sealed({ id: changeId(14) })).toEqual(Uint8Array.of(1, 2, 3));
    expect(changeIn(await write(journal, 20, [planned({ domain: 'new.com' })])).number).toBe(15);
  });

  it('walks over what is added while it walks', async () => {
    const journal = createJournalRepository(database, now);
    await journal.health({ check: true });
    for (let n = 100; n < 400; n += 1) {
      await write(journal, n, wholeStory.with(0, planned({ domain: `name-${n}.com` })));
    }
    const walk = journal.health({ check: true });
    const [begun, over] = [await write(journal, 500, [planned({ what: { kind: 'sync' } })]), await walk];
    expect(changeIn(begun).number).toBe(315);
    expect(over).toMatchObject({ entries: entries + 1_201, changes: 315, broken: null });
    expect(await journal.append({ id: changeId(500), at, event: sending })).toMatchObject({
      kind: 'written',
    });
  });
});
