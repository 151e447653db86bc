import type { DatabaseSync } from 'node:sqlite';
import { isOpen } from '#shared/domain/change.ts';
import { journalEntry } from '#shared/ipc/journal-schemas.ts';
import { inTransaction } from '../transaction.ts';
import { createChangeRows, createServicesBefore } from './change-rows.ts';
import { listWithin } from './check.ts';
import { createEntryRows, type EntryRow } from './entry-rows.ts';
import { createSealedRows } from './sealed-rows.ts';
import { createWriting } from './write.ts';

/** What a restore does to the journal of the backup, before anybody works with it. */
export interface JournalAfterRestore {
  /**
   * Adds entries that continue the chain, as they stand, and lists the changes anew. From the first one on that cannot
   * stand there none is added.
   *
   * @returns How many were added.
   */
  readonly adopt: (rows: readonly EntryRow[]) => number;
  /** Keeps what an open change sends and is personal, where there is nothing of it. */
  readonly adoptSealed: (sealedOf: ReadonlyMap<string, Uint8Array>) => void;
  /** Withdraws every change that is planned. @returns How many. */
  readonly withdrawPlanned: (at: string, mayBeDone: boolean) => number;
}

export function createJournalAfterRestore(database: DatabaseSync): JournalAfterRestore {
  const [entries, changes, sealed] = [
    createEntryRows(database),
    createChangeRows(database),
    createSealedRows(database),
  ];
  const serviceBefore = createServicesBefore(database);
  const writing = createWriting(database, entries, changes, sealed, serviceBefore);

  /** All of them or none. @returns The number of the first entry that cannot stand there; null where all of them can. */
  function added(rows: readonly EntryRow[]): number | null {
    try {
      inTransaction(database, () => {
        let count = entries.head().changes;
        for (const row of rows) {
          if (row.state === 'planned' && isBeginning(row)) count += 1;
          entries.add(row, count);
        }
        const step = listWithin(entries, changes, sealed, serviceBefore);
        if (step !== 'holds') throw new DoesNotStand(step.seq);
      });
      return null;
    } catch (thrown) {
      if (thrown instanceof DoesNotStand) return thrown.seq;
      // Two changes that cannot be open beside each other: the list refuses the second.
      if (rows.length > 0 && isAgainstTheList(thrown)) return rows[0]?.seq ?? 0;
      throw thrown;
    }
  }

  return {
    adopt(rows) {
      let some = rows.slice(0, countWhile(rows, isEntry));
      for (;;) {
        const refused = added(some);
        if (refused === null) return some.length;
        some = some.filter(({ seq }) => seq < refused);
      }
    },
    adoptSealed(sealedOf) {
      for (const [id, bytes] of sealedOf) {
        const state = changes.find(id)?.change.state;
        if (state !== undefined && isOpen(state) && sealed.find(id) === null) sealed.put(id, bytes);
      }
    },
    withdrawPlanned(at, mayBeDone) {
      const planned = changes.open(null).filter(({ state }) => state === 'planned');
      for (const { id } of planned)
        writing.append({ id, at, event: { type: 'withdrawn', error: { kind: 'from-backup', mayBeDone } } });
      return planned.length;
    },
  };
}

class DoesNotStand extends Error {
  override readonly name = 'DoesNotStand';
  readonly seq: number;

  constructor(seq: number) {
    super();
    this.seq = seq;
  }
}

/** Source: https://www.sqlite.org/rescode.html, SQLITE_CONSTRAINT. */
const isAgainstTheList = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'errcode' in thrown &&
  typeof thrown.errcode === 'number' &&
  (thrown.errcode & 0xff) === 19;

function countWhile<T>(all: readonly T[], is: (one: T) => boolean): number {
  const end = all.findIndex((one) => !is(one));
  return end === -1 ? all.length : end;
}

/** The hash proves that it was written so, not that this version can read it. */
const isEntry = (row: EntryRow): boolean => journalEntry.safeParse({ ...row, event: eventOf(row) }).success;

const isBeginning = (row: EntryRow): boolean => {
  const event = eventOf(row);
  return typeof event === 'object' && event !== null && 'type' in event && event.type === 'planned';
};

function eventOf({ eventText }: EntryRow): unknown {
  try {
    return JSON.parse(eventText);
  } catch {
    return null;
  }
}
