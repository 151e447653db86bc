import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import reading from '../domains/list/reading.module.css';
import { inOrder, useSavings } from './savings-store.ts';
import { savingTitle } from './saving/saving-words.ts';

/** The savings that run, above the domains: how far each is, and the way to it. */
export function SavingLines({ accountId }: { readonly accountId: string | null }) {
  const { goToDomains } = useStores().route.actions;
  const savings = useStore(useSavings(), (state) => state.savings);
  const running = inOrder(savings.values()).filter(
    (saving) => saving.state === 'running' && saving.accountId === accountId,
  );
  return running.map((saving) => (
    <div key={saving.id} className={reading['line']} role="group" aria-label="Transfer codes into a file">
      <p className={reading['words']}>Transfer codes into a file. {savingTitle(saving)}</p>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => goToDomains({ kind: 'codes', savingId: saving.id })}
      >
        Open
      </Button>
    </div>
  ));
}
