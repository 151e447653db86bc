import type { Domain } from '#shared/domain/portfolio.ts';
import { fail } from '#shared/result.ts';
import { type Stores, useStores } from '../../../app-stores.ts';
import { storeOf } from '../../../lib/store-of.ts';
import { activeAccount } from '../../../shell/accounts-store.ts';
import { createNoteStore, type NoteStore } from './note-store.ts';

const restMs = 600;

/** One for each domain, kept as long as the page: what could not be saved is still there when one comes back. */
function createNotes({ bridge, accounts }: Stores): (domain: Domain) => NoteStore {
  const notes = new Map<string, NoteStore>();
  return ({ accountId, name, note }) => {
    const key = `${accountId} ${name}`;
    const kept = notes.get(key);
    if (kept !== undefined) return kept;
    // Main writes to whichever account is the active one: what was typed for another one waits until it is that again.
    const save = (text: string) =>
      activeAccount(accounts.getState())?.id === accountId
        ? bridge.request.domains.note({ domain: name, note: text })
        : Promise.resolve(fail({ kind: 'cancelled' } as const));
    const made = createNoteStore({ kept: note, save, restMs });
    notes.set(key, made);
    return made;
  };
}

export const useNote = (domain: Domain): NoteStore => storeOf(useStores(), createNotes)(domain);
