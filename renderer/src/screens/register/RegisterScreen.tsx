import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { storeOf } from '../../lib/store-of.ts';
import { accountOf, activeAccount } from '../../shell/accounts-store.ts';
import { BegunNames } from './name/BegunNames.tsx';
import { NameField } from './name/NameField.tsx';
import { NoAccount } from './NoAccount.tsx';
import { OneName } from './OneName.tsx';
import { Queue } from './Queue.tsx';
import css from './register.module.css';
import { currentName, registerStoreOf } from './register-store.ts';

const none = { domains: [] as readonly string[], accountId: null };

/** Registers names one after the other: looked up, filled in, looked at, ordered. */
export function RegisterScreen() {
  const stores = useStores();
  const store = storeOf(stores, registerStoreOf);
  const asked = useStore(stores.route, ({ route }) => (route.screen === 'register' ? route : none));
  const queued = useStore(store, ({ accountId }) => accountId);
  const active = useStore(stores.accounts, activeAccount);
  const theirs = useStore(stores.accounts, (state) => (queued === null ? null : accountOf(state, queued)));
  const name = useStore(store, currentName);
  // Where their account is gone, there is nobody to order them with.
  const domain = theirs === null ? null : name;
  const account = domain === null ? active : theirs;
  useEffect(() => {
    const accountId = asked.accountId ?? activeAccount(stores.accounts.getState())?.id;
    if (asked.domains.length > 0 && accountId !== undefined) store.actions.begin(accountId, asked.domains);
  }, [stores, store, asked]);
  const begin = (name: string): void => {
    if (active !== null) store.actions.begin(active.id, [name]);
  };
  return (
    <div className={css['screen']}>
      <div className={css['head']}>
        <h1 className={css['title']}>Register</h1>
        {domain !== null && <Queue store={store} />}
      </div>
      {account === null && <NoAccount />}
      {account !== null && domain === null && (
        <div className={css['start']}>
          <NameField onName={begin} />
          <p className={css['quiet']}>
            For several names, put findings on the shortlist of a bulk look-up and register them from there.
          </p>
          <BegunNames key={account.id} accountId={account.id} onName={begin} />
        </div>
      )}
      {account !== null && domain !== null && (
        <OneName key={`${account.id} ${domain}`} accountId={account.id} domain={domain} store={store} />
      )}
    </div>
  );
}
