import { Button } from '@mantine/core';
import { IconFilterOff, IconHistory } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { type ChangeListStore, isFiltered, wholeList } from './list-store.ts';

interface Props {
  readonly store: ChangeListStore;
}

/** The one row of a list that has none: says why, and what to do first. */
export const NothingHere = ({ store }: Props) => (
  <div role="row">
    <div role="gridcell">
      <Words store={store} />
    </div>
  </div>
);

function Words({ store }: Props) {
  const { route } = useStores();
  const look = useStore(store);
  if (isFiltered(look))
    return (
      <EmptyState
        icon={<IconFilterOff size={24} stroke={1.5} />}
        title="No change fits this filter"
        actions={
          <Button variant="default" onClick={() => store.actions.lookAt(wholeList)}>
            Show all
          </Button>
        }
      >
        Domains, kinds and states were looked through.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<IconHistory size={24} stroke={1.5} />}
      title="No changes yet"
      actions={<Button onClick={() => route.actions.goToDomains({ kind: 'list' })}>Go to the domains</Button>}
    >
      Open a domain to lock it, set its nameservers or renew it. Each change is written down here before it is
      sent, and read back afterwards.
    </EmptyState>
  );
}
