import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import type { Change } from '#shared/domain/change.ts';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { AccountDot } from '../../../components/AccountDot.tsx';
import { Age } from '../../../components/Age.tsx';
import { valueOf } from '../../../lib/remote.ts';
import { accountOf, activeAccount } from '../../../shell/accounts-store.ts';
import { openDomain } from '../../../shell/open-domain.ts';
import { DomainName } from '../../change/DomainName.tsx';
import { changeTitle } from '../change-words.ts';
import { ChangeStateMark } from '../ChangeStateMark.tsx';
import css from './one.module.css';

interface Props {
  readonly change: Change;
  readonly onClose: () => void;
  /** Under what it is: where it stands, and what to do. */
  readonly children: ReactNode;
}

/** What the change is, of which domain, which account, and the ways from here. */
export function OneHead({ change, onClose, children }: Props) {
  const { goToChanges } = useStores().route.actions;
  const { planId } = change;
  return (
    <header className={css['head']}>
      <div className={css['titleLine']}>
        <ActionIcon
          className={css['back'] ?? ''}
          variant="subtle"
          color="gray"
          size={28}
          aria-label="Back to the list"
          onClick={onClose}
        >
          <IconArrowLeft size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <h2 className={css['title']}>{changeTitle(change)}</h2>
        <ActionIcon
          className={css['close'] ?? ''}
          variant="subtle"
          color="gray"
          size={28}
          aria-label="Close the change"
          onClick={onClose}
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <DomainName domain={change.domain} />
      <p className={css['origin']}>
        <ChangeStateMark state={change.state} />
        <span>Change {change.number}</span>
        <Account change={change} />
        <Age at={change.changedAt} />
      </p>
      {children}
      <p className={css['links']}>
        <OpenDomain change={change} />
        {planId !== null && (
          <Button variant="subtle" size="compact-sm" onClick={() => goToChanges({ kind: 'plan', planId })}>
            Open its batch
          </Button>
        )}
      </p>
    </header>
  );
}

function Account({ change }: Pick<Props, 'change'>) {
  const { accounts } = useStores();
  const account = useStore(accounts, (state) => accountOf(state, change.accountId));
  const isRead = useStore(accounts, (state) => valueOf(state.accounts) !== null);
  return (
    <span className={css['account']}>
      {account !== null && <AccountDot colour={account.colour} />}
      {account?.label ?? change.accountLabel}
      {isRead && account === null && ' (removed account)'}
    </span>
  );
}

/** Nothing where the account is gone, and its domains with it. */
function OpenDomain({ change: { accountId, domain } }: Pick<Props, 'change'>) {
  const stores = useStores();
  const account = useStore(stores.accounts, (state) => accountOf(state, accountId));
  const activeId = useStore(stores.accounts, (state) => activeAccount(state)?.id);
  if (account === null) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={() => void openDomain(stores, { accountId, domain, tab: 'history' })}
    >
      {accountId === activeId ? 'Open the domain' : `Open the domain in ${account.label}`}
    </Button>
  );
}
