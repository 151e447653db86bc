import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Awaited } from '../../../components/Awaited.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import type { ListStore } from '../../domains/list/list-store.ts';
import { RowsTrouble } from '../../changes/RowsTrouble.tsx';
import { useSavingsAsTheyAre } from '../savings-store.ts';
import css from './saving.module.css';
import { SavingFilter } from './SavingFilter.tsx';
import { SavingHead } from './SavingHead.tsx';
import { SavingRows } from './SavingRows.tsx';
import { SavingStatus } from './SavingStatus.tsx';
import { createSavingStore } from './saving-store.ts';
import { TheFile } from './TheFile.tsx';

interface Props {
  readonly savingId: string;
  readonly list: ListStore;
}

/** One saving: how far it is, what came of each domain, where the file is and how it is opened. */
export function SavingView({ savingId, list }: Props) {
  const { bridge } = useStores();
  const savings = useSavingsAsTheyAre();
  const saving = useStore(savings, (state) => state.savings.get(savingId) ?? null);
  const { isListed, error } = useStore(savings);
  const [store] = useState(() => createSavingStore({ ...bridge, savingId, restMs: 300 }));

  useEffect(() => {
    store.actions.begin();
    return store.actions.end;
  }, [store]);

  return (
    <div className={css['screen']}>
      <SavingHead saving={saving} />
      {error !== null && (
        <ErrorState
          error={error}
          about="What goes into files could not be read"
          remedies={{ 'try-again': () => void savings.actions.load() }}
        />
      )}
      {saving === null && !isListed && error === null && <Awaited>Reading what goes into files…</Awaited>}
      {saving === null && isListed && <Gone />}
      {saving !== null && (
        <>
          <SavingStatus saving={saving} store={store} list={list} />
          <TheFile saving={saving} />
          <SavingFilter saving={saving} store={store} />
          <RowsTrouble
            rows={store.rows}
            about="What came of each domain could not be read"
            again={() => void store.rows.anew()}
          />
          <SavingRows store={store} accountId={saving.accountId} />
        </>
      )}
    </div>
  );
}

function Gone() {
  const { goToDomains } = useStores().route.actions;
  return (
    <EmptyState
      icon={<IconFileOff size={24} stroke={1.5} />}
      title="Not of this run of Namedesk"
      actions={
        <Button onClick={() => goToDomains({ kind: 'codes', savingId: null })}>All files of this run</Button>
      }
    >
      How a file came about is kept until Namedesk is closed. The file itself stays where it was put.
    </EmptyState>
  );
}
