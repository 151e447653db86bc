import type { StoreApi } from 'zustand/vanilla';
import type { SearchState } from './search-state.ts';

/**
 * A wish to ask for the text as it stands: carried out as soon as there is a name and a list of TLDs to ask it under, which
 * at the start takes a moment; forgotten where the text is no name, or another by then.
 */
export function askWhenReady(store: StoreApi<SearchState>, ask: () => void): () => void {
  let wished: string | null = null;

  function look({ text, question, problem }: SearchState): void {
    if (wished === null) return;
    if (problem !== null || text !== wished) wished = null;
    // Between a change of the TLDs and the question that follows from it, the question has no names.
    else if (question !== null && question.names.length > 0) {
      wished = null;
      ask();
    }
  }

  store.subscribe(look);
  return () => {
    wished = store.getState().text;
    look(store.getState());
  };
}
