import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import type { AppError } from '#shared/app-error.ts';
import type { KeyboardEvent } from 'react';
import { useStores } from '../../app-stores.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Keys } from '../../components/Keys.tsx';
import type { AccountSummary } from '../../lib/nouns.ts';
import { isTyping, pressed } from '../../lib/shortcuts.ts';
import type { AccountScreenStore } from './account-store.ts';
import { AccountDetail } from './AccountDetail.tsx';
import { AccountList } from './AccountList.tsx';
import css from './accounts.module.css';
import { AddAccount } from './AddAccount.tsx';
import { EditAccount } from './EditAccount.tsx';
import { RemovedAccounts } from './RemoveAccount.tsx';

interface Props {
  readonly store: AccountScreenStore;
  readonly accounts: readonly AccountSummary[];
  readonly activeId: string | null;
  /** Why the list could not be read. */
  readonly error: AppError | null;
  readonly shown: AccountSummary | null;
  readonly intent: 'look' | 'add' | 'edit';
}

/** The accounts on the left, one of them on the right. */
export function AccountsView({ store, accounts, activeId, error, shown, intent }: Props) {
  const stores = useStores();
  const add = () => stores.route.actions.goToAccount(null, 'add');

  function onKeyDown(event: KeyboardEvent): void {
    if (isTyping(event.target)) return;
    if (pressed(event, 'addAccount')) add();
    else if (pressed(event, 'testAccount') && shown !== null) void store.actions.test(shown.id);
    else return;
    event.preventDefault();
  }

  return (
    <div className={css['screen']} onKeyDown={onKeyDown}>
      <section className={css['side']} aria-label="Accounts">
        <div className={css['sideHead']}>
          <h1 className={css['heading']}>Accounts</h1>
          <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            Add
          </Button>
        </div>
        <AccountList accounts={accounts} activeId={activeId} shownId={shown?.id ?? null} />
        <RemovedAccounts />
        <p className={css['hint']}>
          <Keys of="addAccount" /> adds, <Keys of="testAccount" /> tests
        </p>
      </section>
      <div className={css['detail']}>
        {error !== null && (
          <ErrorState error={error} remedies={{ 'try-again': () => void stores.accounts.actions.load() }} />
        )}
        <Right
          store={store}
          accounts={accounts}
          activeId={activeId}
          shown={shown}
          intent={intent}
          onAdd={add}
        />
      </div>
    </div>
  );
}

type RightProps = Omit<Props, 'error'> & { readonly onAdd: () => void };

function Right({ store, accounts, activeId, shown, intent, onAdd }: RightProps) {
  if (intent === 'add')
    return <AddAccount store={store} hasPractice={accounts.some((one) => one.kind === 'practice')} />;
  if (shown === null)
    return (
      <EmptyState
        icon={<IconUsers size={24} stroke={1.5} />}
        title="There is no account yet"
        actions={<Button onClick={onAdd}>Add an account</Button>}
      >
        An account is what a service is asked with.
      </EmptyState>
    );
  if (intent === 'edit') return <EditAccount key={shown.id} store={store} account={shown} />;
  return <AccountDetail key={shown.id} store={store} account={shown} active={shown.id === activeId} />;
}
