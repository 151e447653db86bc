import { Button } from '@mantine/core';
import { IconCheck, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import { type AccountSummary, valueOf } from '../bridge.ts';
import type { Route } from '../shell/route-store.ts';
import { AccountDot } from '../ui/Marks.tsx';
import { Fact, Facts, Section } from '../ui/PageParts.tsx';
import { isTyping, Keys, pressed } from '../ui/Shortcuts.tsx';
import { EmptyState, ErrorState } from '../ui/States.tsx';
import { type AccountScreenStore, createAccountStore } from './account-store.ts';
import { AddAccount } from './AddAccount.tsx';
import { EditAccount, isDefault, optionNames, optionWords, shownOption } from './EditAccount.tsx';
import { ConnectionTest, KeySection } from './KeyAndConnection.tsx';
import { RemoveAccount, RemovedAccounts } from './RemoveAccount.tsx';
import css from './accounts.module.css';

const look: Extract<Route, { screen: 'accounts' }> = { screen: 'accounts', accountId: null, intent: 'look' };
const none: readonly AccountSummary[] = [];

/** Connects the account store with the route. */
export function AccountsScreen() {
  const { bridge, accounts, route } = useStores();
  const [store] = useState(() => createAccountStore(bridge.request));
  const place = useStore(route, (state) => (state.route.screen === 'accounts' ? state.route : look));
  const list = useStore(accounts, (state) => valueOf(state.accounts));
  const error = useStore(accounts, (state) =>
    state.accounts.status === 'failed' ? state.accounts.error : null,
  );
  const all = list?.accounts ?? none;
  const shown =
    place.intent === 'add'
      ? null
      : (all.find((account) => account.id === (place.accountId ?? list?.activeId)) ?? all[0] ?? null);
  const shownId = shown?.id ?? null;
  useEffect(() => store.actions.look(shownId), [store, shownId]);
  return (
    <AccountsView
      store={store}
      accounts={all}
      activeId={list?.activeId ?? null}
      error={error}
      shown={shown}
      intent={place.intent}
    />
  );
}

interface Props {
  readonly store: AccountScreenStore;
  readonly accounts: readonly AccountSummary[];
  readonly activeId: string | null;
  /** Why the list could not be loaded. */
  readonly error: AppError | null;
  readonly shown: AccountSummary | null;
  readonly intent: 'look' | 'add' | 'edit';
}

/** The accounts on the left, one of them on the right. */
function AccountsView({ store, accounts, activeId, error, shown, intent }: Props) {
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

interface AccountListProps {
  readonly accounts: readonly AccountSummary[];
  readonly activeId: string | null;
  readonly shownId: string | null;
}

/** All accounts; the arrow keys move between them. */
function AccountList({ accounts, activeId, shownId }: AccountListProps) {
  const { route } = useStores();
  return (
    <ul className={css['list']}>
      {accounts.map((account) => (
        <li key={account.id}>
          <button
            type="button"
            className={css['item']}
            aria-current={account.id === shownId}
            onClick={() => route.actions.goToAccount(account.id, 'look')}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
              event.preventDefault();
              moveFocus(event.currentTarget, event.key === 'ArrowDown');
            }}
          >
            <AccountDot colour={account.colour} />
            <span className={css['itemText']}>
              <span className={css['itemLabel']}>{account.label}</span>
              <span className={css['itemHint']}>{hintOf(account)}</span>
            </span>
            {account.id === activeId && <IconCheck size={16} stroke={2} aria-label="active" />}
          </button>
        </li>
      ))}
    </ul>
  );
}

function hintOf({ kind, key, username }: AccountSummary): string {
  if (kind === 'practice') return 'Practice: nothing costs';
  return key.hasKey ? username : 'No key yet';
}

function moveFocus(from: HTMLElement, down: boolean): void {
  const item = from.closest('li');
  const next = down ? item?.nextElementSibling : item?.previousElementSibling;
  const button = next?.querySelector('button');
  button?.focus();
  button?.click();
}

interface AccountDetailProps {
  readonly store: AccountScreenStore;
  readonly account: AccountSummary;
  readonly active: boolean;
}

/** One account: its key, connection, identity and options. */
function AccountDetail({ store, account, active }: AccountDetailProps) {
  const { report, takingKey, keyError } = useStore(store);
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <Head account={account} active={active} onRemove={() => setRemoving(true)} />
      <KeySection account={account} taking={takingKey} trouble={keyError} actions={store.actions} />
      <ConnectionTest report={report} test={() => void store.actions.test(account.id)} />
      {account.kind === 'reseller' && (
        <Section title="Service" actions={<DifferencesLink accountId={account.id} />}>
          <Facts>
            <Fact name="Base URL" mono>
              {account.baseUrl}
            </Fact>
            <Fact name="E-mail address">{account.username}</Fact>
          </Facts>
        </Section>
      )}
      <Section title="Options">
        <Facts>
          {optionNames.map((name) => (
            <Fact
              key={name}
              name={optionWords[name].label}
              note={isDefault(name, account.options) ? 'default' : ''}
            >
              {shownOption(name, account.options)}
            </Fact>
          ))}
        </Facts>
      </Section>
      {removing && <RemoveAccount store={store} account={account} onClose={() => setRemoving(false)} />}
    </>
  );
}

function DifferencesLink({ accountId }: { readonly accountId: string }) {
  const { route } = useStores();
  return (
    <Button variant="subtle" onClick={() => route.actions.goToSettings({ kind: 'deviations', accountId })}>
      Where it differs from the document
    </Button>
  );
}

interface HeadProps {
  readonly account: AccountSummary;
  readonly active: boolean;
  readonly onRemove: () => void;
}

function Head({ account, active, onRemove }: HeadProps) {
  const { accounts, route } = useStores();
  return (
    <header className={css['head']}>
      <AccountDot colour={account.colour} />
      <h2 className={css['title']}>{account.label}</h2>
      {active ? (
        <span className={css['tag']}>Active</span>
      ) : (
        <Button variant="default" onClick={() => void accounts.actions.select(account.id)}>
          Switch to it
        </Button>
      )}
      <span className={css['headGap']} />
      <Button
        variant="default"
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={() => route.actions.goToAccount(account.id, 'edit')}
      >
        Edit
      </Button>
      <Button
        variant="subtle"
        color="danger"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={onRemove}
      >
        Remove
      </Button>
    </header>
  );
}
