import { Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { Age } from '../components/Age.tsx';
import { valueOf } from '../lib/remote.ts';
import css from './header.module.css';

/** The credit as the service wrote it, with its age. Its currency is not named, because the API does not name it. */
export function Credit() {
  const { status } = useStores();
  const credit = useStore(status, (state) => valueOf(state.status)?.credit ?? null);
  const accountId = useStore(status, (state) => valueOf(state.status)?.accountId ?? null);
  const busy = useStore(status, (state) => state.status.status === 'loading');
  if (accountId === null) return null;
  return (
    <Tooltip label="Read the credit again (F5)">
      <button
        type="button"
        className={css['item']}
        aria-busy={busy}
        onClick={() => void status.actions.refresh()}
      >
        {credit === null ? (
          <span>Credit not read yet</span>
        ) : (
          <>
            <span>Credit</span>
            <span className={`${css['amount'] ?? ''} figures`}>{credit.amount}</span>
            <span className={css['wide']}>
              <Age at={credit.readAt} />
            </span>
          </>
        )}
        <IconRefresh size={14} stroke={1.75} aria-hidden />
      </button>
    </Tooltip>
  );
}
