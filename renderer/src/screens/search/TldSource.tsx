import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { Age } from '../../components/Age.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { valueOf } from '../../lib/remote.ts';
import css from './tld-dialog.module.css';

/** Where the list of TLDs comes from, how old it is, and the way to a newer one. */
export function TldSource() {
  const { tlds } = useStores();
  const list = useStore(tlds, (state) => state.list);
  const readAt = valueOf(list)?.readAt ?? null;
  const again = () => void tlds.actions.refresh();
  return (
    <>
      {list.status === 'failed' && (
        <ErrorState
          error={list.error}
          about="The list of TLDs could not be read"
          remedies={{ 'try-again': again }}
        />
      )}
      <p className={css['source']}>
        {readAt === null && 'The service’s own list was not read yet.'}
        {readAt !== null && (
          <span>
            The service’s own list, read <Age at={readAt} />.
          </span>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={list.status === 'loading'}
          onClick={again}
        >
          Read it again
        </Button>
      </p>
    </>
  );
}
