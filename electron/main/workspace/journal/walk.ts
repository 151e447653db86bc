import { isOpen } from '#shared/domain/change.ts';
import type { JournalEvent } from '#shared/domain/change-entry.ts';
import { tell, type Told } from '#shared/domain/change-story.ts';
import type { Chain } from '../chain/chain.ts';
import { beforeAll, hashOf } from '../chain/hash.ts';
import { createChainWalk, type Step } from '../chain/walk-chain.ts';
import type { ServiceIdentity } from '#shared/domain/service.ts';
import type { EntryHead, EntryRow, EntryRows } from './entry-rows.ts';

export const chainOfEntries = (entries: EntryRows): Chain<EntryRow, EntryHead> => ({
  ...entries,
  emptyHead: { length: 0, changes: 0, hash: beforeAll },
  noun: 'entry',
  hashOf,
});

/**
 * One way along the whole chain, a step with each call.
 *
 * @param take Called with each change as its entries tell it, once, and not before its story is over or the walk is, be it
 *   because the chain breaks.
 * @param serviceBefore See `tell`.
 */
export function createWalk(
  entries: EntryRows,
  take: (told: Told) => void,
  serviceBefore: (accountId: string) => ServiceIdentity | null,
): () => Step {
  let count = 0;
  const open = new Map<string, Told>();

  function fold({ changeId, at, state, eventText }: EntryRow): string | null {
    // The hash has proved that this is the text that was written, and what is written was parsed before.
    const event = JSON.parse(eventText) as JournalEvent;
    const before = open.get(changeId) ?? null;
    if (before === null && event.type !== 'planned') return 'This entry tells of a change that is not open.';
    if (before === null) count += 1;
    const told = tell(before, { changeId, at, state, event }, count, serviceBefore);
    open.set(changeId, told);
    if (!isOpen(state)) giveAway(told);
    return null;
  }

  function giveAway(told: Told): void {
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
