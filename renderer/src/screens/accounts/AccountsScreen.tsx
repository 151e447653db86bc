import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import type { AccountSummary } from '../../lib/nouns.ts';
import { valueOf } from '../../lib/remote.ts';
import type { Route } from '../../shell/route-store.ts';
import { createAccountStore } from './account-store.ts';
import { AccountsView } from './AccountsView.tsx';

const look: Extract<Route, { screen: 'accounts' }> = { screen: 'accounts', accountId: null, intent: 'look' };
const none: readonly AccountSummary[] = [];

/** Connects the accounts with where the user wants to be among them. */
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
