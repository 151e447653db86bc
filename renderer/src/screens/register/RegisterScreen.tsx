import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { storeOf } from '../../lib/store-of.ts';
import { activeAccount } from '../../shell/accounts-store.ts';
import { BegunNames } from './name/BegunNames.tsx';
import { NameField } from './name/NameField.tsx';
import { NoAccount } from './NoAccount.tsx';
import { OneName } from './OneName.tsx';
import { Queue } from './Queue.tsx';
import css from './register.module.css';
import { currentName, registerStoreOf } from './register-store.ts';

const none: readonly string[] = [];

/** Registers names one after the other: looked up, filled in, looked at, ordered. */
export function RegisterScreen() {
  const stores = useStores();
  const store = storeOf(stores, registerStoreOf);
  const asked = useStore(stores.route, ({ route }) => (route.screen === 'register' ? route.domains : none));
  const account = useStore(stores.accounts, activeAccount);
  const domain = useStore(store, currentName);
  useEffect(() => {
    if (asked.length > 0) store.actions.begin(asked);
  }, [store, asked]);
  return (
    <div className={css['screen']}>
      <div className={css['head']}>
        <h1 className={css['title']}>Register</h1>
        {domain !== null && <Queue store={store} />}
      </div>
      {account === null && <NoAccount />}
      {account !== null && domain === null && (
        <div className={css['start']}>
          <NameField onName={(name) => store.actions.begin([name])} />
          <p className={css['quiet']}>
            For several names, put findings on the shortlist of a bulk look-up and register them from there.
          </p>
          <BegunNames key={account.id} onName={(name) => store.actions.begin([name])} />
        </div>
      )}
      {account !== null && domain !== null && (
        <OneName key={`${account.id} ${domain}`} accountId={account.id} domain={domain} store={store} />
      )}
    </div>
  );
}
