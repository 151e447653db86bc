import { isOpen } from '#shared/domain/change.ts';
import type { JournalEvent, JournalHealth } from '#shared/domain/change-entry.ts';
import { tell, type Told } from '#shared/domain/change-story.ts';
import { beforeAll, hashOf } from './chain.ts';
import { unlessDamaged } from './damage.ts';
import type { EntryRow, EntryRows } from './entry-rows.ts';

export type Broken = NonNullable<JournalHealth['broken']>;

/** Where a walk stands: still on its way, at the end with how many changes there are, or where the chain breaks. */
export type Step = 'more' | { readonly changes: number } | { readonly broken: Broken };

/** Some ten milliseconds' worth. */
const entriesPerStep = 500;

/**
 * One way along the whole chain, a step with each call. Entries that are added between two steps are walked over too.
 *
 * @param take Called with each change as its entries tell it, once, and not before its story is over or the walk is.
 */
export function createWalk(entries: EntryRows, take: (told: Told) => void): () => Step {
  let [seq, hash, count] = [0, beforeAll, 0];
  const open = new Map<string, Told>();

  function link(row: EntryRow | null): Broken | null {
    const at = seq + 1;
    if (row === null) return { seq: at, why: 'This entry is not one that was written.' };
    if (row.seq !== at) return { seq: at, why: 'This entry is missing.' };
    if (row.hash !== hashOf(hash, row)) {
      return { seq: at, why: 'This entry, or the one before it, is not as it was written.' };
    }
    [seq, hash] = [at, row.hash];
    return fold(row);
  }

  function fold({ changeId, at, state, eventText }: EntryRow): Broken | null {
    // The hash has proved that this is the text that was written, and what is written was parsed before.
    const event = JSON.parse(eventText) as JournalEvent;
    const before = open.get(changeId) ?? null;
    if (before === null && event.type !== 'planned') {
      return { seq, why: 'This entry tells of a change that is not open.' };
    }
    if (before === null) count += 1;
    const told = tell(before, { changeId, at, state, event }, count);
    open.set(changeId, told);
    if (!isOpen(state)) giveAway(told);
    return null;
  }

  function giveAway(told: Told): void {
    open.delete(told.change.id);
    take(told);
  }

  function end(): Step {
    const head = entries.head();
    if (head.entries > seq) return { broken: { seq: seq + 1, why: 'The entries from here on are missing.' } };
    if (head.entries !== seq || head.hash !== hash || head.changes !== count) {
      return { broken: { seq, why: 'This is not the entry that was written last.' } };
    }
    for (const told of [...open.values()]) giveAway(told);
    return { changes: count };
  }

  function step(): Step {
    const rows = entries.rowsAfter(seq, entriesPerStep);
    for (const row of rows) {
      const broken = link(row);
      if (broken !== null) return { broken };
    }
    return rows.length === entriesPerStep ? 'more' : end();
  }

  return () => {
    const damaged = { seq: seq + 1, why: 'The entries from here on cannot be read.' };
    return unlessDamaged<Step>(step, { broken: damaged });
  };
}
