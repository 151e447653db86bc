import { Button } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useStores } from '../../../app-stores.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import type { ListStore } from './list-store.ts';

interface Props {
  readonly list: ListStore;
  readonly hasAccount: boolean;
}

/** What to do first. */
export function NoDomains({ list, hasAccount }: Props) {
  const { route } = useStores();
  return (
    <EmptyState
      icon={<IconWorld size={24} stroke={1.5} />}
      title="No domains here yet"
      actions={
        hasAccount ? (
          <>
            <Button onClick={() => list.actions.ask({ kind: 'add' })}>Add domains…</Button>
            <Button variant="default" onClick={() => route.actions.goToRegister([], null)}>
              Register a name
            </Button>
          </>
        ) : (
          <Button onClick={() => route.actions.goToAccount(null, 'add')}>Add an account</Button>
        )
      }
    >
      {hasAccount
        ? 'The API cannot list your domains, so the list is kept here. Add the names that you look after; then their lock, nameservers and contacts can be read, and changed.'
        : 'Domains are looked after with an account. Add one first.'}
    </EmptyState>
  );
}
