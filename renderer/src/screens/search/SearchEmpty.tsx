import { Button } from '@mantine/core';
import { IconHistory, IconUserPlus, IconWorldSearch } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Keys } from '../../components/Keys.tsx';
import { valueOf } from '../../lib/remote.ts';
import css from './search.module.css';

/** Before anything is typed: what to do first, and what was looked for lately. */
export function SearchEmpty() {
  const { search, accounts, route } = useStores();
  const noAccount = useStore(accounts, (state) => valueOf(state.accounts)?.accounts.length === 0);
  const recent = useStore(search, (state) => state.recent);
  if (noAccount)
    return (
      <EmptyState
        icon={<IconUserPlus size={24} stroke={1.5} />}
        title="There is no account yet"
        actions={<Button onClick={() => route.actions.goToAccount(null, 'add')}>Add an account</Button>}
      >
        An account is what a service is asked with. The practice account costs nothing.
      </EmptyState>
    );
  if (recent.length === 0)
    return (
      <EmptyState icon={<IconWorldSearch size={24} stroke={1.5} />} title="Type a name to begin">
        <p>What is known already appears while you type. Enter asks the service.</p>
        <p className={css['hints']}>
          <span>
            <Keys of="focusSearch" /> this field
          </span>
          <span>
            <Keys of="chooseTlds" /> TLDs
          </span>
          <span>
            <Keys of="overlay" /> all keys
          </span>
        </p>
      </EmptyState>
    );
  return (
    <section className={css['recent']} aria-label="Looked for lately">
      <h2 className={css['recentTitle']}>Looked for lately</h2>
      <ul>
        {recent.map((text) => (
          <li key={text}>
            <button type="button" className={css['recentItem']} onClick={() => search.actions.type(text)}>
              <IconHistory size={16} stroke={1.75} aria-hidden />
              <span className="mono">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
