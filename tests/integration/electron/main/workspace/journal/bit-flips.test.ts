import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAccessesRepository } from '../../../../../../electron/main/workspace/journal/code-accesses.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { createRandom, type Random } from '../../../../../support/fuzz/random.ts';
import {
  aFilledAccessJournal,
  aFilledJournal,
  askedAt,
  at,
  tamper,
  tamperWithAccesses,
} from '../../../../../support/workspace/a-journal.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';
import { openDatabase } from '../../../../../../electron/main/workspace/database.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import { aDirectory } from '../../../../../support/workspace/a-workspace.ts';

/** More by hand: NAMEDESK_BIT_FLIPS=400. */
const flips = Number(process.env['NAMEDESK_BIT_FLIPS'] ?? 150);

/** A piece of the file, in bytes. */
interface Extent {
  readonly from: number;
  readonly length: number;
}

/** Where a table's rows (the journal's, unless told) lie in the file, one extent for each; rows too large for one page are left out. */
function rowsInFile(
  database: DatabaseSync,
  file: string,
  table: 'journal_entries' | 'code_accesses' = 'journal_entries',
): readonly Extent[] {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = database
    .prepare(`SELECT pgoffset, pagetype FROM dbstat WHERE name = ? AND pagetype <> 'overflow'`)
    .all(table);
  const bytes = readFileSync(file);
  return pages.flatMap(({ pgoffset, pagetype }) => rowsInPage(bytes, Number(pgoffset), pagetype === 'leaf'));
}

/** Source: https://www.sqlite.org/fileformat.html, "B-tree Pages": the header, the pointers to the cells, the cells. */
function rowsInPage(bytes: Buffer, page: number, isLeaf: boolean): readonly Extent[] {
  const cells = bytes.readUInt16BE(page + 3);
  const pointers = page + (isLeaf ? 8 : 12);
  return Array.from({ length: cells }, (_, cell) => {
    const from = page + bytes.readUInt16BE(pointers + 2 * cell) + (isLeaf ? 0 : 4);
    const first = bytes[from] ?? 0;
    const second = bytes[from + 1] ?? 0;
    const size = first < 0x80 ? first + 1 : ((first & 0x7f) << 7) + second + 2;
    return { from, length: size };
  }).filter(({ length }) => length < 1_000);
}

/** Turns one bit of one of the extents around. */
function flipBitIn(file: string, extents: readonly Extent[], random: Random): void {
  const { from, length } = random.pick(extents);
  const bytes = readFileSync(file);
  const at = from + random.int(length);
  bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << random.int(8)), at);
  writeFileSync(file, bytes);
}

interface TurnedBits {
  readonly file: string;
  /** Where the bits are turned. */
  readonly rows: readonly Extent[];
  /** So many copies, one bit turned in each. */
  readonly flips: number;
  readonly seed: number;
  /** Whether the check finds it in a file that opens. */
  readonly isFound: (database: DatabaseSync) => Promise<boolean>;
}

/** In how many copies the turned bit is noticed: set aside at the opening, or found by the check. */
async function noticedOf({ file, rows, flips, seed, isFound }: TurnedBits): Promise<number> {
  const random = createRandom(seed);
  const other = aDirectory();
  let noticed = 0;
  for (let flip = 0; flip < flips; flip += 1) {
    const copy = join(other.path, `${flip}`, 'workspace.sqlite');
    mkdirSync(dirname(copy));
    copyFileSync(file, copy);
    flipBitIn(copy, rows, random);
    if (await isNoticed(dirname(copy), isFound)) noticed += 1;
  }
  other.remove();
  return noticed;
}

async function isNoticed(folder: string, isFound: TurnedBits['isFound']): Promise<boolean> {
  const open = openDatabase(folder, migrations, () => new Date());
  if (!open.ok) return true;
  const { database, opening } = open.value;
  try {
    return (await isFound(database)) || opening.notice !== null;
  } finally {
    database.close();
  }
}

describe('the check of the journal', () => {
  const now = () => new Date(at);
  const columns = ['seq', 'change_id', 'at', 'state', 'event', 'hash'] as const;

  const isBroken = async (database: DatabaseSync): Promise<boolean> =>
    (await createJournalRepository(database, now).health({ check: true })).broken !== null;

  const directory = directoryOfEachTest();
  let database: DatabaseSync;
  let entries: number;
  beforeEach(async () => {
    database = directory.open();
    entries = await aFilledJournal(createJournalRepository(database, now));
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
  });
});

describe('the check of the journal of accesses', () => {
  const now = () => new Date(askedAt);
  const columns = [
    'seq',
    'access',
    'at',
    'account_id',
    'account_label',
    'domain',
    'deed',
    'outcome',
    'hash',
  ] as const;

  const isBroken = async (database: DatabaseSync): Promise<boolean> =>
    (await createAccessesRepository(database, now).health({ check: true })).broken !== null;

  const directory = directoryOfEachTest();
  let database: DatabaseSync;
  let lines: number;
  beforeEach(async () => {
    database = directory.open();
    lines = await aFilledAccessJournal(createAccessesRepository(database, now));
  });

  it(`D4 finds every one of ${flips} single bits that were turned in the columns of its rows`, async ({
    annotate,
  }) => {
    const random = createRandom(20_261_121);
    let [turned, found] = [0, 0];
    while (turned < flips) {
      database.exec('SAVEPOINT flip');
      const isTurned = turnOneBit(random.int(lines) + 1, random.pick(columns), random.int);
      if (isTurned) turned += 1;
      if (isTurned && (await isBroken(database))) found += 1;
      database.exec('ROLLBACK TO flip; RELEASE flip');
    }
    expect(found).toBe(flips);
    expect(await isBroken(database)).toBe(false);
    await annotate(`figure: ${flips} bits turned in columns of accesses, ${found} found`);
  });

  /** False where there is nothing to turn: the outcome of a line that has none. */
  function turnOneBit(
    seq: number,
    column: (typeof columns)[number],
    int: (below: number) => number,
  ): boolean {
    if (column === 'seq' || column === 'access') {
      const bit = 1n << BigInt(column === 'seq' ? 6 + int(57) : int(63));
      const row = database.prepare(`SELECT ${column} AS value FROM code_accesses WHERE seq = ?`).get(seq);
      const turned = BigInt(Number(row?.['value'])) ^ bit;
      tamperWithAccesses(
        database,
        `UPDATE OR REPLACE code_accesses SET ${column} = ? WHERE seq = ?`,
        turned,
        seq,
      );
      return true;
    }
    const row = database
      .prepare(`SELECT CAST(${column} AS BLOB) AS bytes FROM code_accesses WHERE seq = ?`)
      .get(seq);
    const there = row?.['bytes'];
    if (!(there instanceof Uint8Array)) return false;
    const bytes = Uint8Array.from(there);
    const position = int(bytes.length);
    bytes[position] = (bytes[position] ?? 0) ^ (1 << int(8));
    tamperWithAccesses(
      database,
      `UPDATE code_accesses SET ${column} = CAST(? AS TEXT) WHERE seq = ?`,
      bytes,
      seq,
    );
    return true;
  }

  it(`D4 finds every one of ${flips} single bits that were turned in the file where its rows lie`, async ({
    annotate,
  }) => {
    const file = join(directory.path, 'workspace.sqlite');
    const rows = rowsInFile(database, file, 'code_accesses');
    database.close();
    expect(rows.length).toBeGreaterThan(lines * 0.9);
    const found = await noticedOf({ file, rows, flips, seed: 20_261_122, isFound: isBroken });
    expect(found).toBe(flips);
    await annotate(`figure: ${flips} bits turned in the file where accesses lie, ${found} found`);
  });
});
