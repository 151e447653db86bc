import { Button, Group, Stack } from '@mantine/core';
import { useStore } from 'zustand';
import { tookEffect } from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStores } from '../app-stores.ts';
import { ChangeFlow } from '../changes/ChangeFlow.tsx';
import { type FlowStore, isBusy, useChange } from '../changes/flow-store.ts';
import { valueOf } from '../remote.ts';
import { useAction } from '../use-action.ts';
import { openDomain } from '../ui/PageParts.tsx';
import { useDefaults } from './order-start.ts';
import type { RegisterStore } from './register-store.ts';

interface Props {
  readonly accountId: string;
  readonly domain: string;
  readonly store: RegisterStore;
}

/** What comes after a name was registered: the next one, its lock, its expiry. */
export function AfterOrder({ accountId, domain, store }: Props) {
  const stores = useStores();
  const { names, at } = useStore(store);
  const next = names[at + 1];
  const sync = useChange({ accountId, name: domain }, 'sync');
  const lock = useChange({ accountId, name: domain }, 'lock');
  const syncing = useStore(sync);
  const wasLocked = useStore(lock, (state) => state.step === 'over' && tookEffect(state.change));
  const isLocked = useIsLocked(accountId, domain) || wasLocked;
  const locksFirst = useDefaults(accountId).locksAfter && !isLocked;
  const lockIt = !isLocked && <LockIt lock={lock} isFirst={locksFirst} />;
  return (
    <Stack gap={12} py="sm">
      <WhatNow domain={domain} isLocked={isLocked} hasNext={next !== undefined} />
      <Group gap="sm">
        {locksFirst && lockIt}
        {next !== undefined && (
          <Button variant={locksFirst ? 'default' : 'filled'} onClick={() => store.actions.goTo(at + 1)}>
            {/* One element: a space at the end of a text beside another element is dropped. */}
            <span>
              Next: <bdi dir="ltr">{toUnicode(next)}</bdi>
            </span>
          </Button>
        )}
        <Button
          variant={next === undefined && !locksFirst ? 'filled' : 'default'}
          onClick={() => openDomain(stores, { accountId, domain, tab: 'overview' })}
        >
          View domain
        </Button>
        {!locksFirst && lockIt}
        <Button
          variant="default"
          disabled={isBusy(syncing)}
          onClick={() => sync.actions.begin({ kind: 'sync' })}
        >
          Have the service read it again…
        </Button>
        {next === undefined && (
          <Button variant="default" onClick={store.actions.end}>
            Register another name
          </Button>
        )}
      </Group>
      <ChangeFlow flow={lock} />
      <ChangeFlow flow={sync} />
    </Stack>
  );
}

interface WhatNowProps {
  readonly domain: string;
  readonly isLocked: boolean;
  readonly hasNext: boolean;
}

const WhatNow = ({ domain, isLocked, hasNext }: WhatNowProps) => (
  <p>
    <span className="mono">{toUnicode(domain)}</span> is now in your domains. Have the service read it again
    to see when it expires.
    {isLocked && ' It is locked.'}
    {hasNext && ' The next name begins with the same settings.'}
  </p>
);

/** Whether the domain is known to be locked: its lock is read once it was registered, and some services lock it themselves. */
function useIsLocked(accountId: string, domain: string): boolean {
  const [found] = useAction('domains', 'find', { accountId, domain });
  return valueOf(found)?.lock?.value === 'locked';
}

interface LockItProps {
  readonly lock: FlowStore;
  readonly isFirst: boolean;
}

/** The lock, as a change of its own: its review follows. */
const LockIt = ({ lock, isFirst }: LockItProps) => (
  <Button
    variant={isFirst ? 'filled' : 'default'}
    disabled={isBusy(useStore(lock))}
    onClick={() => lock.actions.begin({ kind: 'lock', state: 'locked' })}
  >
    Lock it…
  </Button>
);
