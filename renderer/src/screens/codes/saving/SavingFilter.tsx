import type { CodeSaving } from '#shared/domain/code.ts';
import { useStore } from 'zustand';
import { RowFilter } from '../../changes/RowFilter.tsx';
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
  return <RowFilter choices={choices} which={which} onShow={store.actions.show} />;
}
