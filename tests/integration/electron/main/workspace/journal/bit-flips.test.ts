import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { createRandom } from '../../../../../support/fuzz/random.ts';
import { type ADirectory, aDirectory } from '../../../../../support/workspace/a-workspace.ts';
import { aFilledJournal, at, openFile, tamper } from '../../../../../support/workspace/a-journal.ts';
import { rowsInFile } from '../../../../../support/workspace/journal-bytes.ts';
import { noticedOf } from '../../../../../support/workspace/turned-bits.ts';

const now = () => new Date(at);
const flips = 400;
const columns = ['seq', 'change_id', 'at', 'state', 'event', 'hash'] as const;

const isBroken = async (database: DatabaseSync): Promise<boolean> =>
  (await createJournalRepository(database, now).health({ check: true })).broken !== null;

describe('the check of the journal', () => {
  let directory: ADirectory;
  let database: DatabaseSync;
  let entries: number;
  beforeEach(async () => {
    directory = aDirectory();
    database = openFile(directory.path);
    entries = await aFilledJournal(createJournalRepository(database, now));
  });
  afterEach(() => {
    if (database.isOpen) database.close();
    directory.remove();
  });

  it(`D4 finds every one of ${flips} single bits that were turned in the columns of its rows`, async () => {
    const random = createRandom(20_260_221);
    let found = 0;
    for (let flip = 0; flip < flips; flip += 1) {
      database.exec('SAVEPOINT flip');
      turnOneBit(random.int(entries) + 1, random.pick(columns), random.int);
      if (await isBroken(database)) found += 1;
      database.exec('ROLLBACK TO flip; RELEASE flip');
    }
    expect(found).toBe(flips);
    expect(await isBroken(database)).toBe(false);
  });

  function turnOneBit(seq: number, column: (typeof columns)[number], int: (below: number) => number): void {
    if (column === 'seq') {
      tamper(
        database,
        'UPDATE journal_entries SET seq = ? WHERE seq = ?',
        BigInt(seq) ^ (1n << BigInt(6 + int(57))),
        seq,
      );
      return;
    }
    const row = database
      .prepare(`SELECT CAST(${column} AS BLOB) AS bytes FROM journal_entries WHERE seq = ?`)
      .get(seq);
    const bytes = Uint8Array.from(row?.['bytes'] as Uint8Array); // A BLOB by the query.
    const position = int(bytes.length);
    bytes[position] = (bytes[position] ?? 0) ^ (1 << int(8));
    tamper(database, `UPDATE journal_entries SET ${column} = CAST(? AS TEXT) WHERE seq = ?`, bytes, seq);
  }

  it(`D4 finds every one of ${flips} single bits that were turned in the file where its rows lie`, async () => {
    const file = join(directory.path, 'workspace.sqlite');
    const rows = rowsInFile(database, file);
    database.close();
    expect(rows.length).toBeGreaterThan(entries * 0.9);
    const found = await noticedOf({ file, rows, flips, seed: 20_261_121, isFound: isBroken });
    expect(found).toBe(flips);
  }, 120_000);
});
