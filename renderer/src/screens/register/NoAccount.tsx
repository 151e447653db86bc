import { Button } from '@mantine/core';
import { IconWorldPlus } from '@tabler/icons-react';
import { useStores } from '../../app-stores.ts';
import { EmptyState } from '../../components/EmptyState.tsx';

/** What to do first. */
export function NoAccount() {
  const { goToAccount } = useStores().route.actions;
  return (
    <EmptyState
      icon={<IconWorldPlus size={24} stroke={1.5} />}
      title="There is no account yet"
      actions={<Button onClick={() => goToAccount(null, 'add')}>Add an account</Button>}
    >
      A name is ordered with an account, from its credit. Add one first.
    </EmptyState>
  );
}
