import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccessesRepository } from '../../../../../../electron/main/workspace/journal/code-accesses.ts';
import { storageFaultOf } from '../../../../../../electron/main/workspace/sqlite.ts';
import { openFile } from '../../../../../support/workspace/a-journal.ts';
import { type ADirectory, aDirectory } from '../../../../../support/workspace/a-workspace.ts';
import {
  type Accesses,
  aFilledAccessJournal,
  anAccess,
  answeredAt,
  askedAt,
  lineIn,
  tamperWithAccesses,
  writeAccess,
} from '../../../../../support/workspace/an-access-journal.ts';

const now = () => new Date(askedAt);

describe('the journal of accesses', () => {
  let directory: ADirectory;
  let database: DatabaseSync;
  let accesses: Accesses;
  beforeEach(() => {
    directory = aDirectory();
    database = openFile(directory.path);
    accesses = createAccessesRepository(database, now);
  });
  afterEach(() => {
    if (database.isOpen) database.close();
    directory.remove();
  });
  const reopen = () => {
    database.close();
    database = openFile(directory.path);
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
    expect(await lineIn(accesses.noteCopy(copied))).toBe(3);
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
