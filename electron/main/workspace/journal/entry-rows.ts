import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { JournalEntry } from '#shared/domain/change-entry.ts';
import { journalEntry } from '#shared/ipc/journal-schemas.ts';
import { jsonColumn, parseRow } from '../row.ts';
import type { Head, Link } from '../chain/chain.ts';

/** Entries as they stand in the file; not proved to be what was written. */
export interface EntryRow extends Link, Pick<JournalEntry, 'changeId' | 'at' | 'state'> {
  /** The very text that is kept. */
  readonly eventText: string;
}

export interface EntryHead extends Head {
  readonly changes: number;
}

/** The entries and their head. What writes is for a transaction of the caller's. */
export interface EntryRows {
  readonly head: () => EntryHead;
  /** Of the last entry that is there; null where there is none. */
  readonly last: () => Link | null;
  readonly add: (entry: EntryRow, changes: number) => void;
  readonly ofChange: (id: string) => JournalEntry[];
  readonly after: (seq: number, limit: number) => JournalEntry[];
  /** As {@link EntryRows.after}, unread: what cannot be an entry is null. */
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

/** By hand: fifty thousand of them are looked at in a second, and the hash proves the rest. */
function asEntryRow(row: Readonly<Record<string, unknown>>): EntryRow | null {
  const { seq, change_id: changeId, at, state, event: eventText, hash } = row;
  if (typeof seq !== 'number' || typeof changeId !== 'string' || typeof at !== 'string') return null;
  if (typeof state !== 'string' || typeof eventText !== 'string' || typeof hash !== 'string') return null;
  // The hash is over the state too: it is one of the machine's where the hash is right.
  return { seq, changeId, at, state: state as EntryRow['state'], eventText, hash };
}
