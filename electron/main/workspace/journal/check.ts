import type { DatabaseSync } from 'node:sqlite';
import { type ChainCheck, createChainCheck } from '../chain/check-chain.ts';
import type { Step } from '../chain/walk-chain.ts';
import { inTransaction } from '../transaction.ts';
import type { ChangeRows, ServicesBefore } from './change-rows.ts';
import type { EntryHead, EntryRows } from './entry-rows.ts';
import type { SealedRows } from './sealed-rows.ts';
import { chainOfEntries, createWalk } from './walk.ts';

/** Whether the chain holds; where the list of changes is not what the entries tell, a walk makes it anew. */
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
        // A kill may have come between the removal of something sealed and this.
        if (!check.isWalked()) sealed.emptyLog();
      }
      return step;
    };
  }

  const check = createChainCheck(chainOfEntries(entries), beginWalk, now);
  return check;
}

/**
 * Makes the list of changes anew from the entries, in a transaction of the caller's, so that nobody sees half of it.
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
