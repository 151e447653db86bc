import type { StoreApi } from 'zustand/vanilla';
import type { SearchDeps, SearchState } from './search-state.ts';

interface Acts {
  readonly type: (text: string) => void;
  readonly ask: () => boolean;
}

/**
 * Takes look-ups that are asked for from outside the page: the text is shown, and asked as soon as there is a name and a
 * list of TLDs to ask it under.
 */
export function followRequests(store: StoreApi<SearchState>, deps: SearchDeps, acts: Acts): void {
  let waiting = false;

  function take(text: string | null): void {
    if (text === null) return;
    acts.type(text);
    waiting = true;
    askWhenReady(store.getState());
  }

  function askWhenReady({ question, problem }: SearchState): void {
    if (problem !== null) waiting = false;
    // Between a change of the TLDs and the question that follows from it, the question has no names.
    if (!waiting || question === null || question.names.length === 0) return;
    waiting = false;
    acts.ask();
  }

  store.subscribe(askWhenReady);
  deps.on['search.requested'](({ text }) => take(text));
  void deps.request.search.takeRequested({}).then((result) => take(result.ok ? result.value.text : null));
}
