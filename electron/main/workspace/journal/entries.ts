import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { journalEntry } from '#shared/areas/journal-schemas.ts';
import { isOpen } from '#shared/domain/change-kinds.ts';
import {
  type JournalEntry,
  type JournalEvent,
  projectChange,
  type ProjectedChange,
} from '#shared/domain/journal.ts';
import type { ServiceIdentity } from '#shared/domain/service.ts';
import {
  beforeAll,
  type Chain,
  type ChainCheck,
  createChainCheck,
  createChainWalk,
  hashOf,
  type Head,
  type Link,
  type Step,
} from '../chain.ts';
import { inTransaction, jsonColumn, parseRow, storageFaultOf } from '../sqlite.ts';
import type { ChangeRows, ServicesBefore } from './changes.ts';

/** Entries as stored in the file; not verified. */
export interface EntryRow extends Link, Pick<JournalEntry, 'changeId' | 'at' | 'state'> {
  /** The exact text that is stored. */
  readonly eventText: string;
}

export interface EntryHead extends Head {
  readonly changes: number;
}

/** The entries and their head. Writes must run in the caller's transaction. */
export interface EntryRows {
  readonly head: () => EntryHead;
  /** The last stored entry; null where there is none. */
  readonly last: () => Link | null;
  readonly add: (entry: EntryRow, changes: number) => void;
  readonly ofChange: (id: string) => JournalEntry[];
  readonly after: (seq: number, limit: number) => JournalEntry[];
  /** As {@link EntryRows.after}, not parsed; null where a row cannot be an entry. */
  readonly rowsAfter: (seq: number, limit: number) => readonly (EntryRow | null)[];
}

const columns = 'seq, change_id, at, state, event, hash';

const entryRow = z
  .object({ change_id: z.string(), event: jsonColumn })
  .loose()
  .transform(({ change_id, ...row }) => ({ ...row, changeId: change_id }))
  .pipe(journalEntry);

const headRow = z.object({ length: z.int().min(0), changes: z.int().min(0), hash: z.string() });
const lastRow = z.object({ seq: z.int(), hash: z.string() });

export function createEntryRows(database: DatabaseSync): EntryRows {
  const head = database.prepare('SELECT entries AS length, changes, hash FROM journal_head WHERE only = 1');
  const setHead = database.prepare(
    'UPDATE journal_head SET entries = ?, changes = ?, hash = ? WHERE only = 1',
  );
  const last = database.prepare('SELECT seq, hash FROM journal_entries ORDER BY seq DESC LIMIT 1');
  const add = database.prepare(`INSERT INTO journal_entries (${columns}) VALUES (?, ?, ?, ?, ?, ?)`);
  const ofChange = database.prepare(
    `SELECT ${columns} FROM journal_entries WHERE change_id = ? ORDER BY seq`,
  );
  const after = database.prepare(`SELECT ${columns} FROM journal_entries WHERE seq > ? ORDER BY seq LIMIT ?`);

  return {
    head: () => parseRow(headRow, head.get()),
    last() {
      const row = last.get();
      return row === undefined ? null : parseRow(lastRow, row);
    },
    add({ seq, changeId, at, state, eventText, hash }, changes) {
      add.run(seq, changeId, at, state, eventText, hash);
      setHead.run(seq, changes, hash);
    },
    ofChange: (id) => ofChange.all(id).map((row) => parseRow(entryRow, row)),
    after: (seq, limit) => after.all(seq, limit).map((row) => parseRow(entryRow, row)),
    rowsAfter: (seq, limit) => after.all(seq, limit).map(asEntryRow),
  };
}

/** Checked by hand for speed, fifty thousand in a second; the hash proves the rest. */
function asEntryRow(row: Readonly<Record<string, unknown>>): EntryRow | null {
  const { seq, change_id: changeId, at, state, event: eventText, hash } = row;
  if (typeof seq !== 'number' || typeof changeId !== 'string' || typeof at !== 'string') return null;
  if (typeof state !== 'string' || typeof eventText !== 'string' || typeof hash !== 'string') return null;
  // The hash covers the state too: where the hash is right, it is a state of the machine.
  return { seq, changeId, at, state: state as EntryRow['state'], eventText, hash };
}

/** The personal data that open changes send, encrypted. */
export interface SealedRows {
  readonly put: (changeId: string, bytes: Uint8Array) => void;
  readonly find: (changeId: string) => Uint8Array<ArrayBuffer> | null;
  /** The changes that have encrypted data stored. */
  readonly ids: () => readonly string[];
  /** Overwrites it in the file; true where there was something. */
  readonly remove: (changeId: string) => boolean;
  /** Removes the data of all changes that are not open. */
  readonly removeLeftovers: () => void;
  /** Removed data is in the write-ahead log as well, until that is written back and truncated (D10). */
  readonly emptyLog: () => void;
}

const sealedRow = z.object({ bytes: z.instanceof(Uint8Array) });
const idRow = z.object({ id: z.string() });

export function createSealedRows(database: DatabaseSync): SealedRows {
  const put = database.prepare('INSERT INTO journal_sealed (change_id, bytes) VALUES (?, ?)');
  const find = database.prepare('SELECT bytes FROM journal_sealed WHERE change_id = ?');
  const ids = database.prepare('SELECT change_id AS id FROM journal_sealed');
  const remove = database.prepare('DELETE FROM journal_sealed WHERE change_id = ?');
  const removeLeftovers = database.prepare(`
    DELETE FROM journal_sealed WHERE change_id NOT IN (SELECT id FROM journal_changes WHERE is_open = 1)`);

  return {
    put: (changeId, sealed) => void put.run(changeId, sealed),
    find(changeId) {
      const row = find.get(changeId);
      return row === undefined ? null : parseRow(sealedRow, row).bytes;
    },
    ids: () => ids.all().map((row) => parseRow(idRow, row).id),
    remove: (changeId) => Number(remove.run(changeId).changes) > 0,
    removeLeftovers: () => void removeLeftovers.run(),
    emptyLog() {
      try {
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch (thrown) {
        // The entry is written. On a full disk the log is truncated later, at the latest when the workspace is closed.
        if (storageFaultOf(thrown) === null) throw thrown;
      }
    },
  };
}

export const chainOfEntries = (entries: EntryRows): Chain<EntryRow, EntryHead> => ({
  ...entries,
  emptyHead: { length: 0, changes: 0, hash: beforeAll },
  noun: 'entry',
  hashOf,
});

/**
 * Walks the whole chain, one step with each call.
 *
 * @param take Called once with the projection of each change: when the change is closed, or at the end of the walk,
 *   even where the chain breaks.
 * @param serviceBefore See {@link projectChange}.
 */
export function createWalk(
  entries: EntryRows,
  take: (told: ProjectedChange) => void,
  serviceBefore: (accountId: string) => ServiceIdentity | null,
): () => Step {
  let count = 0;
  const open = new Map<string, ProjectedChange>();

  function fold({ changeId, at, state, eventText }: EntryRow): string | null {
    // The hash has proved that this is the text that was written, and entries were parsed before they were written.
    const event = JSON.parse(eventText) as JournalEvent;
    const before = open.get(changeId) ?? null;
    if (before === null && event.type !== 'planned') return 'This entry tells of a change that is not open.';
    if (before === null) count += 1;
    const told = projectChange(before, { changeId, at, state, event }, count, serviceBefore);
    open.set(changeId, told);
    if (!isOpen(state)) giveAway(told);
    return null;
  }

  function giveAway(told: ProjectedChange): void {
    open.delete(told.change.id);
    take(told);
  }

  const next = createChainWalk(chainOfEntries(entries), {
    take: fold,
    end: ({ changes }) => changes === count,
  });
  return () => {
    const step = next();
    if (step !== 'more') for (const told of [...open.values()]) giveAway(told);
    return step;
  };
}

/** Verifies the chain; where the list of changes differs from the entries' projection, a walk rebuilds it. */
export function createCheck(
  database: DatabaseSync,
  entries: EntryRows,
  changes: ChangeRows,
  sealed: SealedRows,
  serviceBefore: ServicesBefore,
  now: () => Date,
): ChainCheck<EntryHead> {
  function beginWalk(): () => Step {
    let isListRight = true;
    const next = createWalk(
      entries,
      (told) => {
        isListRight &&= changes.isKept(told);
      },
      serviceBefore,
    );
    return () => {
      const step = next();
      if (step === 'holds') {
        if (!isListRight || changes.count() !== entries.head().changes) {
          inTransaction(database, () => listWithin(entries, changes, sealed, serviceBefore));
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
export function listWithin(
  entries: EntryRows,
  changes: ChangeRows,
  sealed: SealedRows,
  serviceBefore: ServicesBefore,
): Exclude<Step, 'more'> {
  changes.removeAll();
  const next = createWalk(entries, changes.put, serviceBefore);
  for (;;) {
    const step = next();
    if (step === 'more') continue;
    if (step === 'holds') sealed.removeLeftovers();
    return step;
  }
}
