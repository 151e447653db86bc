import { DatabaseSync } from 'node:sqlite';
import type { ApartChange, ChainRead, RestoreFindings } from '#shared/domain/restore.ts';
import { mostApart, mostStoppedBatches } from '#shared/ipc/first-schemas.ts';
import { journalEvent } from '#shared/ipc/journal-schemas.ts';
import { syncFile } from '../../files/durable.ts';
import { chainOfAccesses, createAccessLines } from '../codes/access-lines.ts';
import { createJournalAfterRestore } from '../journal/after-restore.ts';
import { createEntryRows, type EntryRow } from '../journal/entry-rows.ts';
import { createChangeRows } from '../journal/change-rows.ts';
import { chainOfEntries } from '../journal/walk.ts';
import { bringUp } from '../migrate.ts';
import { stopEvery } from '../plans/lives.ts';
import { inTransaction } from '../transaction.ts';
import { type Beyond, type NewerFile, readNewer } from './newer-file.ts';

/** What a restore found and did, but for what only the files around it tell. */
export type CarriedOver = Pick<
  RestoreFindings,
  'changes' | 'accesses' | 'carriedOver' | 'batches' | 'withdrawn' | 'apart' | 'look'
>;

/**
 * Makes a copy of a backup ready to take the workspace's place: of the newest version, with everything that the journals of
 * the replaced file know and that verifies, every batch stopped, every planned change withdrawn (F3). The copy is on the
 * disk when this returns; killed before, it is good for nothing.
 *
 * @param fresh The copy, or an empty file. @param source The replaced file, damaged or not; it is only read.
 * @param at When it is restored.
 */
export function carryOver(
  fresh: string,
  source: string,
  migrations: readonly string[],
  { at, isCopy }: { readonly at: string; readonly isCopy: boolean },
): CarriedOver {
  const database = new DatabaseSync(fresh);
  try {
    // Nobody sees it before it is whole: no log beside it, and it is handed to the disk at the end.
    for (const pragma of [
      'journal_mode = MEMORY',
      'synchronous = OFF',
      'secure_delete = ON',
      'trusted_schema = OFF',
    ])
      database.exec(`PRAGMA ${pragma}`);
    bringUp(database, migrations);
    return carriedOver(database, source, `${fresh}.reading`, { at, isCopy });
  } finally {
    database.close();
    syncFile(fresh);
  }
}

function carriedOver(
  database: DatabaseSync,
  source: string,
  scratch: string,
  { at, isCopy }: { readonly at: string; readonly isCopy: boolean },
): CarriedOver {
  const [entries, lines] = [createEntryRows(database), createAccessLines(database)];
  const journal = createJournalAfterRestore(database);
  const newer = readNewer(source, scratch, {
    changes: chainOfEntries(entries),
    accesses: chainOfAccesses(lines),
  });
  const copied = entries.head().length;
  const changes = addedOf(newer.changes, journal.adopt(newer.changes.links));
  const accesses = addedOf(newer.accesses, adoptLines(database, newer));
  journal.adoptSealed(newer.sealedOf);
  const isWhole = changes.reading === 'whole';
  const withdrawnAfter = entries.head().length;
  const batches = stopEvery(database, at).slice(0, mostStoppedBatches);
  const withdrawn = journal.withdrawPlanned(at, !isWhole);
  return {
    changes,
    accesses,
    carriedOver: new Set(newer.changes.links.slice(0, changes.added).map(({ changeId }) => changeId)).size,
    batches,
    withdrawn,
    apart: apartChanges(newer.changes, createChangeRows(database)),
    look: {
      // Where there was no copy, everything was carried over, and nothing of it is news.
      after: isCopy ? copied : withdrawnAfter,
      upTo: entries.head().length,
      planIds: isWhole ? [] : batches.map(({ planId }) => planId),
    },
  };
}

/** That some of what verified cannot stand in the journal counts as if it could not be read. */
const addedOf = <L>({ read, links }: Beyond<L>, added: number): ChainRead =>
  added === links.length
    ? { ...read, added }
    : { ...read, reading: 'in-part', upTo: read.upTo - links.length + added, added };

function adoptLines(database: DatabaseSync, { accesses }: NewerFile): number {
  const { add } = createAccessLines(database);
  inTransaction(database, () => accesses.links.forEach(add));
  return accesses.links.length;
}

/** What the links tell that part from the journal: each change once, as it stands at their end. */
function apartChanges(
  { apart }: Beyond<EntryRow>,
  changes: ReturnType<typeof createChangeRows>,
): readonly ApartChange[] {
  const found = new Map<string, ApartChange>();
  for (const row of apart) {
    const before = found.get(row.changeId) ?? begunBefore(row, changes) ?? begunBy(row);
    if (before !== null) found.set(row.changeId, { ...before, state: row.state });
  }
  return [...found.values()].slice(0, mostApart);
}

function begunBefore(
  { changeId }: EntryRow,
  changes: ReturnType<typeof createChangeRows>,
): ApartChange | null {
  const told = changes.find(changeId);
  if (told === null) return null;
  const { domain, accountLabel, what, state } = told.change;
  return { domain, accountLabel, kind: what.kind, state };
}

function begunBy({ eventText, state }: EntryRow): ApartChange | null {
  const event = journalEvent.safeParse(JSON.parse(eventText)).data;
  if (event?.type !== 'planned') return null;
  const { domain, accountLabel, what } = event;
  return { domain, accountLabel, kind: what.kind, state };
}
