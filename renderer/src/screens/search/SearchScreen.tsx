import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type Stores, useStores } from '../../app-stores.ts';
import { valueOf } from '../../lib/remote.ts';
import { SearchView } from './SearchView.tsx';
import { chosenTlds, knownTlds } from './tlds-store.ts';

/** Connects the search with the TLDs that are chosen, and with what the rest of the page asks of it. */
export function SearchScreen() {
  const stores = useStores();
  const field = useRef<HTMLInputElement>(null);
  useChosenTlds(stores);
  useAskedFocus(stores, field);
  return <SearchView field={field} />;
}

function useChosenTlds({ tlds, search, settings }: Stores): void {
  const chosen = useStore(tlds, chosenTlds);
  const known = useStore(tlds, knownTlds);
  const setId = useStore(settings, (state) => valueOf(state.settings)?.searchTldSetId);
  useEffect(() => {
    if (setId !== undefined && tlds.getState().choice === null)
      tlds.actions.choose({ kind: 'set', id: setId });
  }, [tlds, setId]);
  useEffect(() => search.actions.useTlds(chosen, known), [search, chosen, known]);
}

function useAskedFocus({ route }: Stores, field: React.RefObject<HTMLInputElement | null>): void {
  const asked = useStore(route, (state) => state.focusAsked);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked, field]);
}
