import '../styles/mantine-later.css';
import { Box, Button, Group, NavLink, Stack, Text, Title } from '@mantine/core';
import { IconWorldPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { tookEffect } from '#shared/domain/change.ts';
import type { Output } from '../client.ts';
import { useAccount, useActiveAccount, useStores } from '../app-stores.ts';
import { useLastChange } from '../changes/ChangeParts.tsx';
import { backTo } from '../shell/everywhere.tsx';
import { activeAccount } from '../shell/stores.ts';
import { Age, counted, format } from '../ui/Formats.tsx';
import { storeOf } from '../ui/live-collection.ts';
import { useAction } from '../use-action.ts';
import { ScreenHead } from '../ui/PageParts.tsx';
import { EmptyState } from '../ui/States.tsx';
import { ManyNames } from './ManyNames.tsx';
import { NameField } from './NameField.tsx';
import { OneName } from './OneName.tsx';
import { currentName, type RegisterStore, registerStoreOf } from './register-store.ts';
import { CommandButton } from '../shell/everywhere.tsx';
import { valueOf } from '../remote.ts';

const none = { domains: [] as readonly string[], accountId: null };

/** Registers names one after the other: lookup, form, review, order. */
export function RegisterScreen() {
  const stores = useStores();
  const store = storeOf(stores, registerStoreOf);
  const asked = useStore(stores.route, ({ route }) => (route.screen === 'register' ? route : none));
  const origin = useStore(stores.route, (state) => state.origin);
  const queued = useStore(store, ({ accountId }) => accountId);
  const active = useActiveAccount();
  const theirs = useAccount(queued);
  const name = useStore(store, currentName);
  const { names, isTogether } = useStore(store);
  // Without their account the names cannot be ordered.
  const domain = theirs === null ? null : name;
  const account = domain === null ? active : theirs;
  const isMany = isTogether && names.length > 1 && domain !== null;
  useEffect(() => {
    const accountId = asked.accountId ?? activeAccount(stores.accounts.getState())?.id;
    if (asked.domains.length > 0 && accountId !== undefined) store.actions.begin(accountId, asked.domains);
  }, [stores, store, asked]);
  return (
    <Stack h="100%" gap={0}>
      <Box px="lg" py={12} flex="none" className="line-below">
        <ScreenHead
          title={isMany ? `Register ${counted(names.length, 'name', 'names')}` : 'Register'}
          back={{ label: backTo(origin.screen), onClick: () => stores.route.actions.go(origin) }}
        >
          {account !== null && domain !== null && !isMany && (
            <Queue store={store} accountId={account.id} domain={domain} />
          )}
          {isMany && <Together store={store} />}
        </ScreenHead>
      </Box>
      {account === null ? (
        <NoAccount />
      ) : (
        <Ordered accountId={account.id} domain={domain} isMany={isMany} store={store} />
      )}
    </Stack>
  );
}

interface OrderedProps {
  readonly accountId: string;
  /** The present name; null where none is chosen yet. */
  readonly domain: string | null;
  readonly isMany: boolean;
  readonly store: RegisterStore;
}

function Ordered({ accountId, domain, isMany, store }: OrderedProps) {
  const { names } = useStore(store);
  const begin = (...names: readonly string[]): void => store.actions.begin(accountId, names);
  if (domain === null)
    return (
      <Stack gap="md" maw={688} w="100%" mx="auto" px="lg" py={48}>
        <NameField onNames={begin} />
        <BegunNames key={accountId} accountId={accountId} onName={begin} />
      </Stack>
    );
  return isMany ? (
    <ManyNames key={`${accountId} ${names[0] ?? ''}`} accountId={accountId} names={names} store={store} />
  ) : (
    <OneName key={`${accountId} ${domain}`} accountId={accountId} domain={domain} store={store} />
  );
}

function NoAccount() {
  return (
    <EmptyState
      icon={<IconWorldPlus size={24} stroke={1.5} />}
      title="No accounts yet"
      actions={<CommandButton of="addAccount" />}
    >
      Registering a name needs an account with credit. Add one first.
    </EmptyState>
  );
}

interface QueueProps {
  readonly store: RegisterStore;
  readonly accountId: string;
  /** The present name. */
  readonly domain: string;
}

/** Names that need other contacts each are ordered one by one. */
function Together({ store }: Pick<QueueProps, 'store'>) {
  const { route } = useStores();
  return (
    <Group gap="sm" justify="flex-end">
      <Button onClick={() => store.actions.orderTogether(false)}>One by one</Button>
      <Button
        variant="subtle"
        onClick={() => {
          const { origin } = route.getState();
          store.actions.end();
          route.actions.go(origin);
        }}
      >
        Cancel
      </Button>
    </Group>
  );
}

/** The position in the queue, and links to the other names. The draft of each name is kept. */
function Queue({ store, accountId, domain }: QueueProps) {
  const { names, at } = useStore(store);
  const { goTo, end } = store.actions;
  const { route } = useStores();
  const next = names[at + 1];
  const last = useLastChange(accountId, domain, 'register');
  const isRegistered = last !== null && tookEffect(last);
  return (
    <Group gap="sm" justify="flex-end" miw={0}>
      {names.length > 1 && (
        <span className="figures" role="status">
          {format.count(at + 1)} of {format.count(names.length)}
        </span>
      )}
      {next !== undefined && (
        <Text span c="dimmed" truncate maw={280}>
          next <span className="mono">{toUnicode(next)}</span>
        </Text>
      )}
      {at > 0 && <Button onClick={() => goTo(at - 1)}>Back</Button>}
      {next !== undefined && <Button onClick={() => goTo(at + 1)}>{isRegistered ? 'Next' : 'Skip'}</Button>}
      <Button
        variant="subtle"
        onClick={() => {
          const { origin } = route.getState();
          end();
          // The names of a queue were chosen elsewhere, and that is where the next ones are.
          if (names.length > 1) route.actions.go(origin);
        }}
      >
        {names.length > 1 ? 'Exit queue' : 'Another name'}
      </Button>
    </Group>
  );
}

type Draft = Output<'drafts', 'list'>['drafts'][number];

interface Props {
  readonly accountId: string;
  readonly onName: (domain: string) => void;
}

/** The names with a draft that were not ordered yet; pressing one continues it. */
function BegunNames({ accountId, onName }: Props) {
  const [listed] = useAction('drafts', 'list', { accountId });
  const drafts = (valueOf(listed)?.drafts ?? []).filter(({ kind }) => kind === 'register');
  if (drafts.length === 0) return null;
  return (
    <Box component="section" pt="md" aria-label="Drafts not ordered" className="line-above">
      <Title order={2} fz="sm" mb={4}>
        Drafts not ordered
      </Title>
      <Box component="ul" mx={-8}>
        {drafts.sort(newestFirst).map(({ domain, savedAt }) => (
          <li key={domain}>
            <NavLink
              component="button"
              type="button"
              px={8}
              bdrs="sm"
              label={<span className="mono">{toUnicode(domain)}</span>}
              rightSection={
                <Text span c="dimmed">
                  typed <Age at={savedAt} />
                </Text>
              }
              onClick={() => onName(domain)}
            />
          </li>
        ))}
      </Box>
    </Box>
  );
}

const newestFirst = (a: Draft, b: Draft): number => b.savedAt.localeCompare(a.savedAt);
