import type { DatabaseSync } from 'node:sqlite';
import { type Change, type ChangeState, familyOf, isOpen } from '#shared/domain/change.ts';
import type { JournalEvent } from '#shared/domain/change-entry.ts';
import { stateAfter } from '#shared/domain/change-machine.ts';
import { standingOf, tell, type Told } from '#shared/domain/change-story.ts';
import type { Written as Answer } from '../journal-requests.ts';
import type { Repository } from '../requests.ts';
import { canonicalJson, hashOf } from '../chain/hash.ts';
import { inTransaction } from '../transaction.ts';
import type { ChangeRows, ServicesBefore } from './change-rows.ts';
import type { EntryRows } from './entry-rows.ts';
import type { SealedRows } from './sealed-rows.ts';

type Planned = Extract<JournalEvent, { readonly type: 'planned' }>;
type Begun = Parameters<Repository<'journal'>['begin']>[0];
type Written = Extract<Answer, { readonly kind: 'written' | 'open' | 'moved' }>;
type Appended = Pick<Begun, 'id' | 'at' | 'event'>;

/** Adds entries, each in a transaction of its own that is on the disk when it is answered. */
export interface Writing {
  readonly begin: (input: Begun) => Written;
  readonly append: (input: Appended) => Written;
  /** As `append`, in a transaction of the caller's. Does not clear away what was sealed: nothing that it is for closes a change. */
  readonly appendWithin: (input: Appended) => Written;
}

export function createWriting(
  database: DatabaseSync,
  entries: EntryRows,
  changes: ChangeRows,
  sealed: SealedRows,
  serviceBefore: ServicesBefore,
): Writing {
  function add(told: Told | null, { id: changeId, at, event }: Appended, state: ChangeState): Written {
    const head = entries.head();
    const count = told === null ? head.changes + 1 : head.changes;
    const link = { seq: head.length + 1, changeId, at, state, eventText: canonicalJson(event) };
    entries.add({ ...link, hash: hashOf(head.hash, link) }, count);
    const after = tell(told, { changeId, at, state, event }, count, serviceBefore);
    changes.put(after);
    return { kind: 'written', change: after.change };
  }

  function begin(input: Begun): Written {
    const { id, event } = input;
    const there = changes.find(id);
    if (there !== null) return { kind: 'moved', change: there.change };
    if (event.type !== 'planned') throw new Error('A change begins by being planned');
    const open = openBeside(event);
    if (open !== null) return { kind: 'open', change: open };
    if (input.sealed !== null) sealed.put(id, input.sealed);
    return add(null, input, 'planned');
  }

  /** Every new change says its service; where one does not, its account's is known or it is not begun. */
  function openBeside({ service, accountId, domain, what }: Planned): Change | null {
    const identity = service ?? serviceBefore(accountId);
    if (identity === null) throw new Error('A change says which service it is for');
    return changes.openOf(identity, domain, familyOf(what.kind), null);
  }

  function append(input: Appended): Written {
    const told = changes.find(input.id);
    if (told === null) throw new Error('There is no such change');
    const state = stateAfter(standingOf(told), input.event);
    return state === null ? { kind: 'moved', change: told.change } : add(told, input, state);
  }

  return {
    begin: (input) => inTransaction(database, () => begin(input)),
    appendWithin: append,
    append(input) {
      const { answer, isRemoved } = inTransaction(database, () => {
        const appended = append(input);
        return { answer: appended, isRemoved: isClosed(appended.change) && sealed.remove(input.id) };
      });
      if (isRemoved) sealed.emptyLog();
      return answer;
    },
  };
}

const isClosed = ({ state }: Change): boolean => !isOpen(state);
