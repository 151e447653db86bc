import type { CodeSaving } from '#shared/domain/code.ts';
import { useStore } from 'zustand';
import { format } from '../../../lib/format.ts';
import css from './saving.module.css';
import type { SavingStore, Which } from './saving-store.ts';

interface Props {
  readonly saving: CodeSaving;
  readonly store: SavingStore;
}

/** Which rows are shown. */
export function SavingFilter({ saving: { total, asked, outcomes }, store }: Props) {
  const which = useStore(store, (state) => state.which);
  const choices: readonly (readonly [Which, string, number])[] = [
    ['all', 'All', total],
    ['failed', 'Asked, without a code', asked - outcomes.code],
  ];
  return (
    <div className={`${css['chips'] ?? ''} figures`} role="group" aria-label="Rows to show">
      {choices.map(([value, label, count]) => (
        <button
          key={value}
          type="button"
          className={css['chip']}
          aria-pressed={which === value}
          onClick={() => store.actions.show(value)}
        >
          <span>{label}</span>
          <span className={css['count']}>{format.count(count)}</span>
        </button>
      ))}
    </div>
  );
}
