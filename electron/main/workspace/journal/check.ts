import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { JournalHealth } from '#shared/domain/change-entry.ts';
import { inTransaction } from '../transaction.ts';
import type { ChangeRows } from './change-rows.ts';
import { unlessDamaged } from './damage.ts';
import type { EntryRows, Head } from './entry-rows.ts';
import type { SealedRows } from './sealed-rows.ts';
import { type Broken, createWalk } from './walk.ts';

/** Whether the chain holds, and whether the list of changes is what the entries tell. */
export interface Check {
  /** What the last walk found; walks nowhere. */
  readonly health: () => Omit<JournalHealth, 'accesses'>;
  /** Walks the whole chain, a piece at a time; those who ask meanwhile get the same walk. */
  readonly walk: () => Promise<void>;
  /** What keeps entries from being added; looks at the chain's end alone. Null before the first walk too. */
  readonly broken: () => Broken | null;
  readonly isWalked: () => boolean;
}

export function createCheck(
  database: DatabaseSync,
  entries: EntryRows,
  changes: ChangeRows,
  sealed: SealedRows,
  now: () => Date,
): Check {
  let checkedAt: string | null = null;
  let broken: Broken | null = null;
  let underWay: Promise<void> | null = null;

  async function walk(): Promise<void> {
    const list = { isRight: true };
    const next = createWalk(entries, (told) => {
      list.isRight &&= changes.isKept(told);
    });
    let step = next();
    while (step === 'more') {
      await nextTurn();
      step = next();
    }
    if ('changes' in step) {
      if (!list.isRight || changes.count() !== step.changes) listAnew();
      // A kill may have come between the removal of something sealed and this.
      if (checkedAt === null) sealed.emptyLog();
    }
    broken = 'broken' in step ? step.broken : null;
    checkedAt = now().toISOString();
  }

  /** All at once, so that nobody sees half of it. */
  function listAnew(): void {
    inTransaction(database, () => {
      changes.removeAll();
      const next = createWalk(entries, changes.put);
      while (next() === 'more');
      sealed.removeLeftovers();
    });
  }

  return {
    health() {
      const head = unlessDamaged(entries.head, nothing);
      return { entries: head.entries, changes: head.changes, head: head.hash, checkedAt, broken };
    },
    walk() {
      underWay ??= walk().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    broken() {
      broken ??= brokenAtTheEnd(entries);
      return broken;
    },
    isWalked: () => checkedAt !== null,
  };
}

const nothing: Head = { entries: 0, changes: 0, hash: '' };

function brokenAtTheEnd(entries: EntryRows): Broken | null {
  const [head, last] = [entries.head(), entries.last()];
  if (head.entries === (last?.seq ?? 0) && head.hash === (last?.hash ?? '')) return null;
  return { seq: head.entries, why: 'This is not the entry that was written last.' };
}
