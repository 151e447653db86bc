import { Alert } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { accountOf, activeAccount } from '../shell/accounts-store.ts';
import css from './other-account.module.css';

interface Props {
  /** Where what is below goes. */
  readonly accountId: string;
}

/** Says that what is below goes to another account than the header's (F15), with that account's colour; nothing where it does not. */
export function OtherAccount({ accountId }: Props) {
  const { accounts } = useStores();
  const account = useStore(accounts, (state) => accountOf(state, accountId));
  const active = useStore(accounts, activeAccount);
  if (account === null || account.id === active?.id) return null;
  return (
    <Alert
      classNames={{ root: css['root'] ?? '', wrapper: css['wrapper'] ?? '', message: css['message'] ?? '' }}
      style={{ borderLeftColor: `var(--nd-account-${account.colour})` }}
      icon={<IconArrowsExchange size={18} stroke={1.75} aria-hidden />}
    >
      This goes to account <strong>{account.label}</strong>{' '}
      {active === null ? '(no account is chosen).' : `(you are working in ${active.label}).`}
    </Alert>
  );
}
