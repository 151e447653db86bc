import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { accountOf, activeAccount } from '../shell/stores.ts';

/** The currency that the user gave an account, for its amounts that name none; null where it has none. Left out: the active one's. */
export function useCurrency(accountId?: string | null): string | null {
  return useStore(useStores().accounts, (state) => {
    const account = accountId === undefined ? activeAccount(state) : accountOf(state, accountId ?? '');
    return account?.options.currency ?? null;
  });
}
