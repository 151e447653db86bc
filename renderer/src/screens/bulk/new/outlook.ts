import { mostCells, mostNames, mostTlds } from '#shared/domain/session.ts';
import type { StoreApi } from 'zustand/vanilla';
import { counted, format } from '../../../lib/format.ts';
import { answered, createLatest, idle, loading } from '../../../lib/remote.ts';
import { type NewDeps, type NewState, readyReport } from './new-state.ts';

/** Keeps what is before a session in step with its names and TLDs; the function asks again, as for another account. */
export function createOutlook(
  store: StoreApi<NewState>,
  { request: { sessions }, accountId }: NewDeps,
): { readonly ask: () => void } {
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  function ask(): void {
    const isLatest = latest.begin();
    const { names, tlds } = sizeOf(get());
    if (names * tlds === 0 || tooLarge(names, tlds) !== null) {
      set({ outlook: idle });
      return;
    }
    set({ outlook: loading(get().outlook) });
    void sessions.estimate({ accountId: accountId(), names, tlds }).then((result) => {
      if (isLatest()) set({ outlook: answered(get().outlook, result) });
    });
  }

  store.subscribe((state, before) => {
    const now = sizeOf(state);
    const then = sizeOf(before);
    if (now.names !== then.names || now.tlds !== then.tlds) ask();
  });
  return { ask };
}

export const sizeOf = (state: NewState): { readonly names: number; readonly tlds: number } => ({
  names: readyReport(state)?.names ?? 0,
  tlds: state.tlds.length,
});

/** Why no session can be made of so many; null where one can. */
export function tooLarge(names: number, tlds: number): string | null {
  if (names > mostNames)
    return `${counted(names, 'name is', 'names are')} too many: a session holds ${format.count(mostNames)}. Make several sessions of them.`;
  if (tlds > mostTlds)
    return `${counted(tlds, 'TLD is', 'TLDs are')} too many: a session holds ${format.count(mostTlds)}. Take some out.`;
  if (names * tlds <= mostCells) return null;
  const fit = Math.floor(mostCells / names);
  return (
    `${format.count(names)} names × ${format.count(tlds)} TLDs are ${format.count(names * tlds)} cells; a session holds ` +
    `${format.count(mostCells)}. Take ${counted(fit, 'TLD', 'TLDs')} at most, or make several sessions of the names.`
  );
}
