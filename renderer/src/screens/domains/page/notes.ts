import type { Domain } from '#shared/domain/portfolio.ts';
import { type Stores, useStores } from '../../../app-stores.ts';
import { storeOf } from '../../../lib/store-of.ts';
import { createNoteStore, type NoteStore } from './note-store.ts';

const restMs = 600;

/** One for each domain, kept as long as the page: what could not be saved is still there when one comes back. */
function createNotes({ bridge, unsaved }: Stores): (domain: Domain) => NoteStore {
  const notes = new Map<string, NoteStore>();
  return ({ accountId, name, note }) => {
    const key = `${accountId} ${name}`;
    const kept = notes.get(key);
    if (kept !== undefined) return kept;
    const save = (text: string) => bridge.request.domains.note({ accountId, domain: name, note: text });
    const made = createNoteStore({ kept: note, save, restMs });
    notes.set(key, made);
    unsaved.add(made.actions.flush);
    return made;
  };
}

export const useNote = (domain: Domain): NoteStore => storeOf(useStores(), createNotes)(domain);
