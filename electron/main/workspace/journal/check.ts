import type { DatabaseSync } from 'node:sqlite';
import { type ChainCheck, createChainCheck } from '../chain/check-chain.ts';
import type { Step } from '../chain/walk-chain.ts';
import { inTransaction } from '../transaction.ts';
import type { ChangeRows } from './change-rows.ts';
import type { EntryHead, EntryRows } from './entry-rows.ts';
import type { SealedRows } from './sealed-rows.ts';
import { chainOfEntries, createWalk } from './walk.ts';

/** Whether the chain holds; where the list of changes is not what the entries tell, a walk makes it anew. */
export function createCheck(
  database: DatabaseSync,
  entries: EntryRows,
  changes: ChangeRows,
  sealed: SealedRows,
  now: () => Date,
): ChainCheck<EntryHead> {
  function beginWalk(): () => Step {
    let isListRight = true;
    const next = createWalk(entries, (told) => {
      isListRight &&= changes.isKept(told);
    });
    return () => {
      const step = next();
      if (step === 'holds') {
        if (!isListRight || changes.count() !== entries.head().changes) listAnew();
        // A kill may have come between the removal of something sealed and this.
        if (!check.isWalked()) sealed.emptyLog();
      }
      return step;
    };
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

  const check = createChainCheck(chainOfEntries(entries), beginWalk, now);
  return check;
}
