import { defaultAccountOptions } from '#shared/domain/account.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { activeAccount } from '../../../shell/accounts-store.ts';

/** How many nameservers the active account may send. */
export const useMostNameservers = (): number =>
  useStore(
    useStores().accounts,
    (state) => (activeAccount(state)?.options ?? defaultAccountOptions).mostNameservers,
  );
