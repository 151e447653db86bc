import { pathToFileURL } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { createChainWalk, type Step } from '../chain/walk-chain.ts';
import { chainOfAccesses, createAccessLines } from '../codes/access-lines.ts';
import { isDamage } from '../damage.ts';
import { createEntryRows } from '../journal/entry-rows.ts';
import { createWalk } from '../journal/walk.ts';
import { versionOf } from '../migrate.ts';

/** What came of reading a copy of the workspace through. */
export const looked = z.object({
  isGood: z.boolean(),
  version: z.int().nullable(),
  /** In its journal; 0 where it cannot be read. */
  entries: z.int(),
  changes: z.int(),
  /** Lines about accesses to transfer codes. */
  accesses: z.int(),
});
export type Looked = z.output<typeof looked>;

const damaged: Looked = { isGood: false, version: null, entries: 0, changes: 0, accesses: 0 };

/** The versions that brought the two chains. */
const withJournal = 3;
const withAccesses = 6;

/**
 * Reads a copy through from its first page to its last, and walks the chains of its journal and of
 * its accesses. Nothing is written: no `-wal`, no
 * `-shm`. Takes about a second for a gigabyte.
 */
export function readThrough(path: string): Looked {
  let database: DatabaseSync | undefined;
  try {
    // Nobody changes a copy: SQLite may read it without a lock, and makes no files beside it.
    database = new DatabaseSync(new URL(`${pathToFileURL(path).href}?immutable=1`), { readOnly: true });
    return lookAt(database);
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    return damaged;
  } finally {
    database?.close();
  }
}

function lookAt(database: DatabaseSync): Looked {
  const version = versionOf(database);
  const [checked] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  if (checked !== 'ok' || version < 1) return { ...damaged, version };
  const journal = version < withJournal ? { entries: 0, changes: 0 } : walkJournal(database);
  const accesses = version < withAccesses ? 0 : walkAccesses(database);
  if (journal === null || accesses === null) return { ...damaged, version };
  return { isGood: true, version, ...journal, accesses };
}

/** How long the journal is; null where its chain breaks. */
function walkJournal(database: DatabaseSync): Pick<Looked, 'entries' | 'changes'> | null {
  const entries = createEntryRows(database);
  if (
    !holds(
      createWalk(
        entries,
        () => undefined,
        () => null,
      ),
    )
  )
    return null;
  const { length, changes } = entries.head();
  return { entries: length, changes };
}

/** How many lines there are; null where their chain breaks. */
function walkAccesses(database: DatabaseSync): number | null {
  const lines = createAccessLines(database);
  return holds(createChainWalk(chainOfAccesses(lines))) ? lines.head().length : null;
}

function holds(next: () => Step): boolean {
  let step = next();
  while (step === 'more') step = next();
  return step === 'holds';
}
