import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ButtonKeys } from '../../../components/ButtonKeys.tsx';
import { activeAccount } from '../../../shell/accounts-store.ts';

/** What to do first. */
export function NoSessions() {
  const { route, accounts } = useStores();
  const hasAccount = useStore(accounts, (state) => activeAccount(state) !== null);
  return (
    <EmptyState
      icon={<IconListSearch size={24} stroke={1.5} />}
      title="No bulk look-ups yet"
      actions={
        hasAccount ? (
          <Button
            rightSection={<ButtonKeys of="newBulk" />}
            onClick={() => route.actions.goToBulk({ kind: 'new' })}
          >
            New bulk look-up
          </Button>
        ) : (
          <Button onClick={() => route.actions.goToAccount(null, 'add')}>Add an account</Button>
        )
      }
    >
      {hasAccount
        ? 'Paste names, open a file or make names from words, then choose TLDs. Every name is asked under every TLD, and what was found stays here.'
        : 'A bulk look-up asks with an account. Add one first.'}
    </EmptyState>
  );
}
