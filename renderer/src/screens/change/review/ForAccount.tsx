import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { AccountDot } from '../../../components/AccountDot.tsx';
import { valueOf } from '../../../lib/remote.ts';
import type { Review } from '../flow-state.ts';
import css from './review.module.css';

/** Whose name and whose money: the account by its colour and label, a practice account by its mark. */
export function ForAccount({ review }: { readonly review: Review }) {
  const colour = useStore(
    useStores().accounts,
    (state) => valueOf(state.accounts)?.accounts.find(({ id }) => id === review.accountId)?.colour,
  );
  return (
    <p className={css['account']}>
      {colour !== undefined && <AccountDot colour={colour} />}
      <span>{review.accountLabel}</span>
      {review.isPractice && <span className={css['practice']}>Practice: nothing is real</span>}
    </p>
  );
}
