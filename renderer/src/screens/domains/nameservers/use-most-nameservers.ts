import { defaultAccountOptions } from '#shared/domain/account.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { accountOf, activeAccount } from '../../../shell/accounts-store.ts';

/** How many nameservers an account may send; null is the active one. */
export const useMostNameservers = (accountId: string | null): number =>
  useStore(useStores().accounts, (state) => {
    const account = accountId === null ? activeAccount(state) : accountOf(state, accountId);
    return (account?.options ?? defaultAccountOptions).mostNameservers;
  });
