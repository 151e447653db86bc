import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { carryOver } from '../../../../../../electron/main/workspace/backups/carry-over.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import { migrations } from '../../../../../../electron/main/workspace/migrations.ts';
import { createRandom, type Random } from '../../../../../support/fuzz/random.ts';
import {
  aFilledJournal,
  openFile,
  planned,
  tamper,
  wholeStory,
  write,
} from '../../../../../support/workspace/a-journal.ts';
import { type ADirectory, aDirectory } from '../../../../../support/workspace/a-workspace.ts';

const at = '2026-02-23T10:00:00.000Z';
const now = () => new Date(at);
const seeds = 100;
const since = 12;

describe('the journal of a replaced file', () => {
  let directory: ADirectory;
  let copied = 0;
  const path = (name: string) => join(directory.path, name);
  const newer = () => path('workspace.sqlite');

  /** The backup knows a filled journal; the newer file twelve changes more. */
  beforeEach(async () => {
    directory = aDirectory();
    const database = openFile(directory.path);
    const journal = createJournalRepository(database, now);
    copied = await aFilledJournal(journal);
    database.prepare('VACUUM INTO ?').run(path('backup.sqlite'));
    for (let n = 0; n < since; n += 1)
      await write(journal, 40 + n, wholeStory.with(0, planned({ domain: `since-${n}.com` })));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  });
  afterEach(() => directory.remove());

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

  const carried = (source: string) => {
    rmSync(path('fresh.sqlite'), { force: true });
    copyFileSync(path('backup.sqlite'), path('fresh.sqlite'));
    return carryOver(path('fresh.sqlite'), source, migrations, { at, isCopy: true });
  };

  async function isBroken(): Promise<boolean> {
    const database = new DatabaseSync(path('fresh.sqlite'));
    const { broken } = await createJournalRepository(database, now).health({ check: true });
    database.close();
    return broken !== null;
  }

  it('F3 is carried over to its end, and the chain holds', async () => {
    expect(carried(newer())).toMatchObject({
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
    expect(carried(newer()).changes).toMatchObject({ reading: 'in-part', upTo: changed - 1 });
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
        const { changes } = carried(path('damaged.sqlite'));
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
});

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
