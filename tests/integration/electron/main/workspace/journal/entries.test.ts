import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../../../electron/main/workspace/chain.ts';
import { createAccessesRepository } from '../../../../../../electron/main/workspace/journal/code-accesses.ts';
import { createEntryRows } from '../../../../../../electron/main/workspace/journal/entries.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { DamagedRow, storageFaultOf } from '../../../../../../electron/main/workspace/sqlite.ts';
import type { JournalHealth } from '../../../../../../shared/domain/change.ts';
import {
  type Accesses,
  aFilledAccessJournal,
  aFilledJournal,
  anAccess,
  answeredAt,
  askedAt,
  at,
  changeId,
  changeIn,
  lineIn,
  planned,
  tamper,
  tamperWithAccesses,
  wholeStory,
  withdrawn,
  write,
  writeAccess,
} from '../../../../../support/workspace/a-journal.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

describe('the check of the journal', () => {
  const now = () => new Date(at);

  const entries = 12 * 4 + 3 + 1;

  const directory = directoryOfEachTest();
  let database: DatabaseSync;
  beforeEach(async () => {
    database = directory.open();
    await aFilledJournal(createJournalRepository(database, now));
  });
  /** As at the next start. */
  const health = async (): Promise<JournalHealth> =>
    await createJournalRepository(database, now).health({ check: true });
  it('D4 finds nothing where nothing is', async () => {
    const found = await health();
    expect(found).toMatchObject({
      ...{ entries, changes: 14, checkedAt: at, checkedEntries: entries, broken: null },
    });
    expect(found.head).toMatch(/^[0-9a-f]{64}$/);
  });

  it('D4 says before the first check that there was none', async () => {
    const journal = createJournalRepository(database, now);
    expect(await journal.health({ check: false })).toMatchObject({ entries, checkedAt: null, broken: null });
  });

  it('an entry whose text is no JSON any more is told as damage when it is listed, and is no fault of the program', () => {
    tamper(database, 'UPDATE journal_entries SET event = substr(event, 2) WHERE seq = 5');
    const listed = () => createJournalRepository(database, now).page({ after: 0, limit: 100 });
    expect(listed).toThrow(DamagedRow);
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
    expect(await journal.append({ id: changeId(14), at, event: withdrawn })).toEqual({
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
    ['no JSON of one that was done', `UPDATE journal_changes SET change = 'x' WHERE number = 1`],
    ['a change that is missing', 'DELETE FROM journal_changes WHERE number = 14'],
    [
      'a change too many',
      `INSERT INTO journal_changes SELECT 99, 'x', 'a9', domain, family, kind, state, is_open,
      is_uncertain, batch_id, change, answered, service, took_effect, paid_at, is_premium, at, amount, currency, amount_by FROM journal_changes WHERE number = 1`,
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
    expect(await journal.append({ id: changeId(500), at, event: withdrawn })).toMatchObject({
      kind: 'written',
    });
  });
});

describe('the journal of accesses', () => {
  const now = () => new Date(askedAt);

  const directory = directoryOfEachTest();
  let database: DatabaseSync;
  let accesses: Accesses;
  beforeEach(() => {
    database = directory.open();
    accesses = createAccessesRepository(database, now);
  });
  const reopen = () => {
    database.close();
    database = directory.open();
    accesses = createAccessesRepository(database, now);
  };
  const all = { accountId: null, domain: null, text: '', limit: 200 };

  it('tells of an access once, with what came of it, the newest first; the same after opening anew', async () => {
    await writeAccess(accesses, 'code');
    await writeAccess(accesses, 'refused', { domain: 'other.com', deed: 'reveal', accountId: 'a2' });
    await writeAccess(accesses, 'emailed');
    const expected = [
      { ...anAccess(), seq: 5, outcome: 'emailed' },
      { ...anAccess({ domain: 'other.com', deed: 'reveal', accountId: 'a2' }), seq: 3, outcome: 'refused' },
      { ...anAccess(), seq: 1, outcome: 'code' },
    ];
    expect(accesses.list(all)).toEqual(expected);
    reopen();
    expect(accesses.list(all)).toEqual(expected);
    expect(accesses.list({ ...all, limit: 2 })).toEqual(expected.slice(0, 2));
    expect(accesses.list({ ...all, accountId: 'a1', domain: 'example.com' })).toEqual([
      expected[0],
      expected[2],
    ]);
    expect(accesses.list({ ...all, text: 'OTHER' })).toEqual([expected[1]]);
    expect(accesses.list({ ...all, domain: 'other.com', accountId: 'a1' })).toEqual([]);
  });

  it('B13 leaves an access that was cut off without an outcome, also when others follow', async () => {
    await writeAccess(accesses, null);
    reopen();
    await writeAccess(accesses, 'code');
    expect(accesses.list(all)).toMatchObject([
      { seq: 2, outcome: 'code' },
      { seq: 1, outcome: null },
    ]);
  });

  it('F17 tells of a copy of a shown code as one line of its own kind, which no line asks for', async () => {
    const { deed, ...copied } = anAccess();
    expect(deed).toBe('copy');
    await writeAccess(accesses, 'code', { deed: 'reveal' });
    expect(await lineIn(accesses.note({ ...copied, deed: 'copy-shown' }))).toBe(3);
    await writeAccess(accesses, 'code');
    const lines = [
      { ...anAccess(), seq: 4, outcome: 'code' },
      { ...anAccess({ deed: 'reveal' }), seq: 1, outcome: 'code' },
    ];
    const copy = { ...copied, deed: 'copy-shown', seq: 3, outcome: 'code' };
    expect(accesses.list(all)).toEqual([lines[0], copy, lines[1]]);
    expect(accesses.list({ ...all, accountId: 'a1', domain: 'example.com', limit: 2 })).toEqual([
      lines[0],
      copy,
    ]);
    expect(accesses.page({ after: 2, limit: 1 })).toMatchObject([{ ...copy, access: 3 }]);
    expect(() => accesses.conclude({ access: 3, at: answeredAt, outcome: 'code' })).toThrow('no such access');
    reopen();
    expect(await accesses.health({ check: true })).toMatchObject({ lines: 5, broken: null });
    expect(accesses.list(all)).toHaveLength(3);
  });

  it('gives its lines page by page, each with its hash', async () => {
    await writeAccess(accesses, 'code');
    await writeAccess(accesses, null);
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as unknown as string; // What the matcher stands for.
    expect(accesses.page({ after: 1, limit: 2 })).toEqual([
      { ...anAccess({ at: answeredAt }), seq: 2, access: 1, outcome: 'code', hash },
      { ...anAccess(), seq: 3, access: 3, outcome: null, hash },
    ]);
    expect(accesses.page({ after: 3, limit: 2 })).toEqual([]);
  });

  it('neither changes nor removes a line', async () => {
    await writeAccess(accesses, 'code');
    expect(() => database.exec(`UPDATE code_accesses SET outcome = 'refused'`)).toThrow('never changed');
    expect(() => database.exec('DELETE FROM code_accesses')).toThrow('never removed');
  });

  it('concludes an access once, and nothing that was not asked', async () => {
    const access = await writeAccess(accesses, 'code');
    const again = (n: number) => accesses.conclude({ access: n, at: answeredAt, outcome: 'refused' });
    expect(() => again(access)).toThrow('UNIQUE');
    expect(() => again(access + 1)).toThrow('no such access');
    expect(() => again(99)).toThrow('no such access');
    expect(accesses.health({ check: false })).toMatchObject({ lines: 2, broken: null });
  });

  it('D8 says that the disk is full, and nothing is half written', async () => {
    await writeAccess(accesses, 'code');
    const before = accesses.health({ check: false });
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
    database.exec(`PRAGMA max_page_count = ${String(pages)}`);
    expect(faultOf(() => fillUp(accesses))).toBe('full');
    database.exec('PRAGMA max_page_count = 1000000');
    const after = await accesses.health({ check: true });
    expect(after).toMatchObject({ broken: null });
    expect(accesses.page({ after: 0, limit: 10_000 })).toHaveLength(after.lines);
    expect(after.lines).toBeGreaterThanOrEqual(before instanceof Promise ? 0 : before.lines);
    database.exec('PRAGMA query_only = ON');
    expect(faultOf(() => accesses.ask(anAccess()))).toBe('read-only');
  });

  describe('when something is wrong', () => {
    beforeEach(async () => {
      await aFilledAccessJournal(accesses);
    });
    const health = async () => (await createAccessesRepository(database, now).health({ check: true })).broken;

    it('D4 finds nothing where nothing is', async () => {
      expect(await health()).toBeNull();
    });

    it.each([
      ['an outcome that was changed', `UPDATE code_accesses SET outcome = 'refused' WHERE seq = 4`, 4],
      ['a domain that was changed', `UPDATE code_accesses SET domain = 'other.com' WHERE seq = 9`, 9],
      ['whose it was', `UPDATE code_accesses SET account_id = 'a2' WHERE seq = 2`, 2],
      ['what was done', `UPDATE code_accesses SET deed = 'save' WHERE seq = 7`, 7],
      ['which access it concludes', `UPDATE code_accesses SET access = 25 WHERE seq = 6`, 6],
      ['a line that was taken out', `DELETE FROM code_accesses WHERE seq = 11`, 11],
      ['the end that was cut off', `DELETE FROM code_accesses WHERE seq > 20`, 21],
      ['a head that was put back', `UPDATE code_accesses_head SET lines = 20`, 25],
    ])('D4 finds %s, and adds nothing more', async (_what, sql, seq) => {
      tamperWithAccesses(database, sql);
      expect(await health()).toMatchObject({ seq });
      accesses = createAccessesRepository(database, now);
      const before = accesses.health({ check: false });
      expect(await accesses.ask(anAccess())).toEqual({ kind: 'broken', seq });
      expect(accesses.health({ check: false })).toMatchObject(
        before instanceof Promise ? {} : { lines: before.lines },
      );
    });

    it('D4 finds during a run that the end is not what was written last', async () => {
      expect(await lineIn(accesses.ask(anAccess()))).toBe(26);
      tamperWithAccesses(database, 'DELETE FROM code_accesses WHERE seq = 26');
      expect(accesses.ask(anAccess())).toMatchObject({ kind: 'broken' });
    });
  });

  function fillUp(accesses: Accesses): void {
    for (let n = 0; n < 1_000; n += 1) void accesses.ask(anAccess({ domain: `${'n'.repeat(60)}${n}.com` }));
  }

  function faultOf(work: () => unknown): string | null {
    try {
      work();
      return 'no fault';
    } catch (thrown) {
      return storageFaultOf(thrown);
    }
  }
});
