import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { accountOf } from '../../shell/accounts-store.ts';
import css from './change.module.css';
import { hindranceOf } from './hindrance-of.ts';

/** What keeps a change of an account from being sent just now, before anybody tries. Typing and drafts go on as ever. */
export function Hindrance({ accountId }: { readonly accountId: string }) {
  const { accounts, status, route } = useStores();
  const account = useStore(accounts, (state) => accountOf(state, accountId));
  const connection = useStore(status, (state) => hindranceOf(state, accountId));
  const isKeyless = account !== null && !account.key.hasKey;
  const text = isKeyless ? noKey : connection;
  if (text === null) return null;
  return (
    <p className={css['hindrance']} role="note">
      <span>{text}</span>
      {isKeyless && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => route.actions.goToAccount(account.id, 'look')}
        >
          Open the account
        </Button>
      )}
    </p>
  );
}

const noKey = 'This account has no API key, so nothing can be sent. What you type is kept.';
