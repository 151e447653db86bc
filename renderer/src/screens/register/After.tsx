import { Button } from '@mantine/core';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { openDomain } from '../../shell/open-domain.ts';
import css from './register.module.css';
import type { RegisterStore } from './register-store.ts';

interface Props {
  readonly accountId: string;
  readonly domain: string;
  readonly store: RegisterStore;
}

/** Where to go on once a name is ours. */
export function After({ accountId, domain, store }: Props) {
  const stores = useStores();
  const { names, at } = useStore(store);
  const next = names[at + 1];
  return (
    <div className={css['after']}>
      <p>
        <span className="mono">{toUnicode(domain)}</span> stands among your domains now.
        {next !== undefined && ' The next name begins with the same settings.'}
      </p>
      <div className={css['buttons']}>
        {next !== undefined && (
          <Button onClick={() => store.actions.goTo(at + 1)}>Next: {toUnicode(next)}</Button>
        )}
        <Button
          variant={next === undefined ? 'filled' : 'default'}
          onClick={() => void openDomain(stores, { accountId, domain, tab: 'overview' })}
        >
          Open its page
        </Button>
        {next === undefined && (
          <Button variant="default" onClick={store.actions.end}>
            Register another name
          </Button>
        )}
      </div>
    </div>
  );
}
