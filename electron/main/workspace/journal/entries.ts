import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { journalEntry, journalEvent } from '#shared/areas/change-schemas.ts';
import { isOpen } from '#shared/domain/change-kinds.ts';
import {
  isReadLater,
  type JournalEntry,
  type JournalEvent,
  projectChange,
  type ProjectedChange,
} from '#shared/domain/change.ts';
import { jsonIn } from '../../system/texts.ts';
import {
  beforeAll,
  type Chain,
  type ChainCheck,
  createChainCheck,
  createChainWalk,
  hashOf,
  type Head,
  lastRow,
  type Link,
  type Step,
  walkToEnd,
} from '../chain.ts';
import {
  bytesColumn,
  columnsOf,
  countOf,
  DamagedRow,
  inTransaction,
  jsonColumn,
  rowsOf,
  storageFaultOf,
  withoutTriggers,
} from '../sqlite.ts';
import { createChangeRows } from './changes.ts';

/** Entries as stored in the file; not verified. */
export interface EntryRow extends Link, Pick<JournalEntry, 'changeId' | 'at' | 'state'> {
  /** The exact text that is stored. */
  readonly eventText: string;
}

export interface EntryHead extends Head {
  readonly changes: number;
}

const entryRow = journalEntry.extend({ event: jsonColumn(journalEvent) });
const headRow = z.object({ length: z.int().min(0), changes: z.int().min(0), hash: z.string() });

/** The entries and their head. Writes must run in the caller's transaction. */
export function createEntryRows(database: DatabaseSync) {
  const head = rowsOf(database, headRow).query(
    'SELECT entries AS length, changes, hash FROM journal_head WHERE only = 1',
  );
  const setHead = database.prepare(
    'UPDATE journal_head SET entries = ?, changes = ?, hash = ? WHERE only = 1',
  );
  const last = rowsOf(database, lastRow).from('journal_entries ORDER BY seq DESC LIMIT 1');
  const add = database.prepare(`
    INSERT INTO journal_entries (seq, change_id, at, state, event, hash) VALUES (?, ?, ?, ?, ?, ?)`);
  const changesIn = countOf(database, '(SELECT DISTINCT change_id FROM journal_entries)');
  const ofChange = rowsOf(database, entryRow).from('journal_entries WHERE change_id = ? ORDER BY seq');
  const afterSql = 'journal_entries WHERE seq > ? ORDER BY seq LIMIT ?';
  const after = rowsOf(database, entryRow).from(afterSql);
  const rowsAfter = database.prepare(`SELECT ${columnsOf(entryRow)} FROM ${afterSql}`);

  return {
    head: (): EntryHead => head.get(),
    /** The last stored entry; null where there is none. */
    last: (): Link | null => last.find(),
    add({ seq, changeId, at, state, eventText, hash }: EntryRow, changes: number): void {
      add.run(seq, changeId, at, state, eventText, hash);
      setHead.run(seq, changes, hash);
    },
    /** For a copy that a restore prepares: removes the entries after `seq`, which another file's are to follow. */
    cutAfter(seq: number): void {
      const { length } = head.get();
      if (seq >= length) return;
      withoutTriggers(database, 'journal_entries', () =>
        database.prepare('DELETE FROM journal_entries WHERE seq > ?').run(seq),
      );
      setHead.run(seq, changesIn(), last.find()?.hash ?? beforeAll);
    },
    ofChange: (id: string): JournalEntry[] => ofChange.all(id),
    after: (seq: number, limit: number): JournalEntry[] => after.all(seq, limit),
    /** As `after`, each event as it is stored: what the hashes are computed over. */
    storedAfter: (seq: number, limit: number): StoredEntry[] => rowsAfter.all(seq, limit).map(asStoredEntry),
    /** As `after`, not parsed; null where a row cannot be an entry. */
    rowsAfter: (seq: number, limit: number) => rowsAfter.all(seq, limit).map(asEntryRow),
  };
}
type EntryRows = ReturnType<typeof createEntryRows>;

/** Checked by hand for speed, fifty thousand in a second; the hash proves the rest. */
function asEntryRow(row: Readonly<Record<string, unknown>>): EntryRow | null {
  const { seq, changeId, at, state, event: eventText, hash } = row;
  if (typeof seq !== 'number' || typeof changeId !== 'string' || typeof at !== 'string') return null;
  if (typeof state !== 'string' || typeof eventText !== 'string' || typeof hash !== 'string') return null;
  // The hash covers the state too: where the hash is right, it is a state of the machine.
  return { seq, changeId, at, state: state as EntryRow['state'], eventText, hash };
}

/** An entry as it is stored. */
export interface StoredEntry extends Omit<EntryRow, 'eventText'> {
  readonly event: unknown;
}

function asStoredEntry(row: Readonly<Record<string, unknown>>): StoredEntry {
  const entry = asEntryRow(row);
  const event = entry === null ? null : jsonIn(entry.eventText);
  if (entry === null || event === null) throw new DamagedRow();
  const { seq, changeId, at, state, hash } = entry;
  return { seq, changeId, at, state, hash, event };
}

/** The personal data that open changes send, encrypted. */
export function createSealedRows(database: DatabaseSync) {
  const put = database.prepare('INSERT INTO journal_sealed (change_id, bytes) VALUES (?, ?)');
  const find = rowsOf(database, z.object({ bytes: bytesColumn })).from('journal_sealed WHERE change_id = ?');
  const ids = rowsOf(database, z.object({ changeId: z.string() })).from('journal_sealed');
  const remove = database.prepare('DELETE FROM journal_sealed WHERE change_id = ?');
  const removeLeftovers = database.prepare(`
    DELETE FROM journal_sealed WHERE change_id NOT IN (SELECT id FROM journal_changes WHERE is_open = 1)`);

  return {
    put: (changeId: string, sealed: Uint8Array) => void put.run(changeId, sealed),
    find: (changeId: string) => find.find(changeId)?.bytes ?? null,
    /** The changes that have encrypted data stored. */
    ids: (): readonly string[] => ids.all().map(({ changeId }) => changeId),
    /** Overwrites it in the file; true where there was something. */
    remove: (changeId: string): boolean => Number(remove.run(changeId).changes) > 0,
    /** Removes the data of all changes that are not open. */
    removeLeftovers: () => void removeLeftovers.run(),
    /** Removed data is in the write-ahead log as well, until that is written back and truncated (D10). */
    emptyLog(): void {
      try {
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch (thrown) {
        // The entry is written. On a full disk the log is truncated later, at the latest when the workspace is closed.
        if (storageFaultOf(thrown) === null) throw thrown;
      }
    },
  };
}

/** The journal's tables in one file. */
export const createJournalTables = (database: DatabaseSync) => ({
  database,
  entries: createEntryRows(database),
  changes: createChangeRows(database),
  sealed: createSealedRows(database),
});
export type JournalTables = ReturnType<typeof createJournalTables>;

export const chainOfEntries = (entries: EntryRows): Chain<EntryRow, EntryHead> => ({
  ...entries,
  emptyHead: { length: 0, changes: 0, hash: beforeAll },
  noun: 'entry',
  hashOf,
});

/**
 * Walks the whole chain, one step with each call.
 *
 * @param take Called once with the projection of each change: when nothing can follow any more, or at the end of the walk,
 *   even where the chain breaks. By default the walk only verifies.
 */
export function createWalk(
  entries: EntryRows,
  take: (projected: ProjectedChange) => void = () => undefined,
): () => Step {
  let count = 0;
  const open = new Map<string, ProjectedChange>();

  function fold({ changeId, at, state, eventText }: EntryRow): string | null {
    // The hash has proved that this is the text that was written, and entries were parsed before they were written.
    const event = JSON.parse(eventText) as JournalEvent;
    const before = open.get(changeId) ?? null;
    if (before === null && event.type !== 'planned') return 'This entry tells of a change that is not open.';
    if (before === null) count += 1;
    const projected = projectChange(before, { changeId, at, state, event }, count);
    open.set(changeId, projected);
    // A registry, or the credit, may still be read for it.
    if (!isOpen(state) && !isReadLater(projected.change)) giveAway(projected);
    return null;
  }

  function giveAway(projected: ProjectedChange): void {
    open.delete(projected.change.id);
    take(projected);
  }

  const next = createChainWalk(chainOfEntries(entries), {
    take: fold,
    end: ({ changes }) => changes === count,
  });
  return () => {
    const step = next();
    if (step !== 'more') for (const projected of [...open.values()]) giveAway(projected);
    return step;
  };
}

/** Verifies the chain; where the list of changes differs from the entries' projection, a walk rebuilds it. */
export function createCheck(tables: JournalTables, now: () => Date): ChainCheck<EntryHead> {
  const { database, entries, changes, sealed } = tables;

  function beginWalk(): () => Step {
    let isListRight = true;
    const next = createWalk(entries, (projected) => {
      isListRight &&= changes.isKept(projected);
    });
    return () => {
      const step = next();
      if (step === 'holds') {
        if (!isListRight || changes.count() !== entries.head().changes) {
          inTransaction(database, () => listWithin(tables));
        }
        // A kill may have come after the encrypted data was removed and before this.
        if (!check.isWalked()) sealed.emptyLog();
      }
      return step;
    };
  }

  const check = createChainCheck(chainOfEntries(entries), beginWalk, now);
  return check;
}

/**
 * Rebuilds the list of changes from the entries, in the caller's transaction, so that no reader sees half of it.
 *
 * @returns How the walk along the entries ended; where it broke, the list ends there.
 */
export function listWithin({ entries, changes, sealed }: JournalTables): Exclude<Step, 'more'> {
  changes.removeAll();
  const step = walkToEnd(createWalk(entries, (projected) => changes.put(projected)));
  if (step === 'holds') sealed.removeLeftovers();
  return step;
}
