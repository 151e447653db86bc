import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { AccountDot } from '../../../components/AccountDot.tsx';
import { Keys } from '../../../components/Keys.tsx';
import type { AccountSummary } from '../../../lib/nouns.ts';
import { activeAccount } from '../../../shell/accounts-store.ts';
import css from './check.module.css';

/** The account that will be asked with: a session belongs to it for good. */
export function ForAccount() {
  const account = useStore(useStores().accounts, activeAccount);
  if (account === null) return null;
  return (
    <div className={css['account']} data-practice={account.kind === 'practice'}>
      <p className={css['who']}>
        <AccountDot colour={account.colour} />
        <span className={css['label']}>{account.label}</span>
        <Keys of="switchAccount" />
      </p>
      <p className={css['note']}>{noteOn(account)}</p>
    </div>
  );
}

function noteOn({ kind, key }: AccountSummary): string {
  if (kind === 'practice') return 'Practice account: nothing is real, nothing costs.';
  return key.hasKey
    ? 'The session will belong to this account.'
    : 'This account has no key yet: the session will wait until it has one.';
}
