import { IconCheck } from '@tabler/icons-react';
import { useStores } from '../../app-stores.ts';
import { AccountDot } from '../../components/AccountDot.tsx';
import type { AccountSummary } from '../../lib/nouns.ts';
import css from './accounts.module.css';

interface Props {
  readonly accounts: readonly AccountSummary[];
  readonly activeId: string | null;
  readonly shownId: string | null;
}

/** All accounts; up and down move between them. */
export function AccountList({ accounts, activeId, shownId }: Props) {
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
