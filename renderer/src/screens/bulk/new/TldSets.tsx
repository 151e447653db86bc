import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { format } from '../../../lib/format.ts';
import type { TldSet } from '../../../lib/nouns.ts';
import { valueOf } from '../../../lib/remote.ts';
import type { NewStore } from './new-store.ts';
import { hasAll } from './tld-choice.ts';
import css from './tlds.module.css';

const none: readonly TldSet[] = [];

/** Every set, built in or own: pressed where all of its TLDs are chosen. Own ones come first. */
export function TldSets({ store }: { readonly store: NewStore }) {
  const { tlds } = useStores();
  const state = useStore(tlds, (now) => now.sets);
  const chosen = useStore(store, (now) => now.tlds);
  const sets = valueOf(state) ?? none;
  const ordered = [...sets].sort((a, b) => Number(a.builtIn) - Number(b.builtIn));
  return (
    <>
      {state.status === 'failed' && (
        <ErrorState
          error={state.error}
          about="The sets could not be read"
          remedies={{ 'try-again': () => void tlds.actions.load() }}
        />
      )}
      <div className={css['chips']} role="group" aria-label="Sets">
        {ordered.map((set) => {
          const isChosen = hasAll(chosen, set.tlds);
          return (
            <button
              key={set.id}
              type="button"
              className={css['chip']}
              aria-pressed={isChosen}
              title={set.tlds.map((tld) => `.${tld}`).join(' ')}
              onClick={() =>
                isChosen ? store.actions.removeTlds(set.tlds) : store.actions.addTlds(set.tlds)
              }
            >
              {set.name} <span className={css['count']}>{format.count(set.tlds.length)}</span>
            </button>
          );
        })}
      </div>
    </>
  );
}
