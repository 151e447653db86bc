import { type ChangeState, changeStates } from '#shared/domain/change.ts';
import { useStore } from 'zustand';
import { format } from '../../../lib/format.ts';
import { toggledIn } from '../../bulk/session/filter/toggled-in.ts';
import { stateWords } from '../change-words.ts';
import { ChangeStateMark } from '../ChangeStateMark.tsx';
import css from './filter.module.css';
import type { ChangeListStore } from './list-store.ts';

/** What needs a person first, then what is on its way, then what is over. */
const inOrder: readonly ChangeState[] = [
  'uncertain',
  'planned',
  'sending',
  'confirmed',
  'applied',
  'settled',
  'refused',
  'not-applied',
  'withdrawn',
];

/** Each state that there is with its number, live; those that are pressed are shown, all of them where none is. */
export function StateChips({ store }: { readonly store: ChangeListStore }) {
  const chosen = useStore(store, (state) => state.states);
  const byState = useStore(store.list, (state) => state.more);
  const listed = inOrder.filter((state) => (byState?.[state] ?? 0) > 0 || chosen?.includes(state) === true);
  if (listed.length === 0) return null;
  return (
    <div className={`${css['chips'] ?? ''} figures`} role="group" aria-label="States to show">
      {listed.map((state) => (
        <button
          key={state}
          type="button"
          className={css['chip']}
          aria-pressed={chosen?.includes(state) ?? false}
          onClick={() => store.actions.lookAt({ states: toggledIn(changeStates, chosen, state) })}
        >
          <ChangeStateMark state={state} short />
          <span aria-hidden>{stateWords[state]}</span>
          <span className={css['count']}>{format.count(byState?.[state] ?? 0)}</span>
        </button>
      ))}
    </div>
  );
}
