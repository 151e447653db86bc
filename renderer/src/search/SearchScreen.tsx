import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCloudOff, IconHistory, IconUserPlus, IconWorldSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { type AppError, isComputerOffline } from '#shared/errors.ts';
import { triedText } from '#shared/domain/account-fields.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { activeAccount } from '../shell/stores.ts';
import { counted } from '../ui/Formats.tsx';
import { Keys } from '../ui/Shortcuts.tsx';
import { EmptyState, ErrorState } from '../ui/States.tsx';
import { Findings } from './FindingList.tsx';
import { SearchField } from './SearchField.tsx';
import { chosenTlds, knownTlds } from './tlds-store.ts';
import css from './search.module.css';
import type { SearchFailure } from '../client.ts';
import { valueOf } from '../remote.ts';
import { CommandButton } from '../shell/everywhere.tsx';
import { lazily, usePreloading } from '../ui/lazily.tsx';

/** Connects the search store with the chosen TLDs and with the rest of the page. */
export function SearchScreen() {
  const stores = useStores();
  const field = useRef<HTMLInputElement>(null);
  useChosenTlds(stores);
  useAskedFocus(stores, field);
  return <SearchView field={field} />;
}

function useChosenTlds({ tlds, search, settings }: Stores): void {
  const chosen = useStore(tlds, chosenTlds);
  const known = useStore(tlds, knownTlds);
  const setId = useStore(settings, (state) => valueOf(state.settings)?.searchTldSetId);
  useEffect(() => {
    if (setId !== undefined && tlds.getState().choice === null)
      tlds.actions.choose({ kind: 'set', id: setId });
  }, [tlds, setId]);
  useEffect(() => search.actions.useTlds(chosen, known), [search, chosen, known]);
}

function useAskedFocus({ route }: Stores, field: RefObject<HTMLInputElement | null>): void {
  const asked = useStore(route, (state) => state.focusAsked);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked, field]);
}

const Details = lazily(async () => (await import('./Details.tsx')).Details);

const later = [Details];

interface Props {
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The search field, the findings below, and one finding's details beside them. */
function SearchView({ field }: Props) {
  const { search } = useStores();
  const hasQuestion = useStore(search, (state) => state.question !== null);
  const isEmpty = useStore(search, (state) => state.text.trim() === '');
  const open = useStore(search, (state) => state.open);
  usePreloading(later);
  const list = useRef<HTMLDivElement>(null);
  return (
    <Box pos="relative" display="flex" h="100%">
      <div className={css['work']}>
        <h1 className="spoken">Search</h1>
        <SearchField field={field} toList={() => list.current?.focus()} />
        <SearchProblem />
        {hasQuestion ? (
          <Findings list={list} toField={() => field.current?.focus()} />
        ) : (
          isEmpty && <SearchEmpty />
        )}
      </div>
      {open !== null && <Details domain={open} toList={() => list.current?.focus()} />}
    </Box>
  );
}

/** Before anything is typed: the first steps, and recent searches. */
function SearchEmpty() {
  const { search, accounts } = useStores();
  const noAccount = useStore(accounts, (state) => valueOf(state.accounts)?.accounts.length === 0);
  const recent = useStore(search, (state) => state.recent);
  if (noAccount)
    return (
      <EmptyState
        icon={<IconUserPlus size={24} stroke={1.5} />}
        title="No accounts yet"
        actions={<CommandButton of="addAccount" />}
      >
        Lookups and changes need an account. The practice account costs nothing.
      </EmptyState>
    );
  if (recent.length === 0)
    return (
      <EmptyState icon={<IconWorldSearch size={24} stroke={1.5} />} title="Type a name to start">
        <p>Saved results appear as you type. Press Enter to check live.</p>
        <Group gap="lg" justify="center" mt="lg" fz="xs">
          <span>
            <Keys of="focusSearch" /> this field
          </span>
          <span>
            <Keys of="chooseTlds" /> TLDs
          </span>
          <span>
            <Keys of="overlay" /> all keys
          </span>
        </Group>
      </EmptyState>
    );
  return (
    <Box component="section" maw={560} aria-label="Recent searches">
      <Text component="h2" size="xs" c="var(--nd-faint)" pl="sm" py="xs">
        Recent searches
      </Text>
      <ul>
        {recent.map((text) => (
          <li key={text}>
            <Button
              variant="subtle"
              color="gray"
              fullWidth
              justify="flex-start"
              c="bright"
              leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
              onClick={() => search.actions.type(text)}
            >
              <span className="mono">{text}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Box>
  );
}

/** The failures, grouped by cause, each with the number of names and the next step. */
function SearchProblem() {
  const { search, status, accounts, route, bridge, notices } = useStores();
  const failures = useStore(search, (state) => state.failures);
  const knownError = useStore(search, (state) => state.knownError);
  const offline = useStore(status, (state) => valueOf(state.status)?.connection === 'offline');
  const isComputer = useStore(status, (state) => isComputerOffline(valueOf(state.status)?.error ?? null));
  const hasSaved = useStore(search, ({ rows }) =>
    [...rows.values()].some(({ finding: { checkedAt, kind } }) => checkedAt !== null && kind !== 'unknown'),
  );
  const account = useStore(accounts, activeAccount);
  const accountId = account?.id ?? null;
  const causes = useMemo(() => byCause(failures), [failures]);
  if (causes.length === 0 && knownError === null && !offline) return null;
  const again = () =>
    search.actions.recheck(
      [...search.getState().rows.values()]
        .filter((row) => row.missed || row.finding.kind === 'unknown')
        .map((row) => row.name.domain),
    );

  /** The key window comes up here; with a key the same names are checked again. A failure leads to the account, which has other ways. */
  async function enterKey(): Promise<void> {
    if (account === null) return;
    const { id, key } = account;
    const entered = await bridge.request.keys.enter({ accountId: id, place: 'keychain' });
    if (!entered.ok) {
      notices.actions.report(Promise.resolve(entered));
      if (entered.error.kind !== 'cancelled' && entered.error.kind !== 'app-locked')
        route.actions.goToAccount(id, 'view');
      return;
    }
    const { key: now, tried } = entered.value;
    if (tried !== null) notices.actions.say(triedText(tried.isRefused));
    else if (now.hasKey && now.savedAt !== key.savedAt) again();
  }

  return (
    <Stack gap="sm" flex="none" mah="45%" style={{ overflowY: 'auto' }}>
      {offline && causes.length === 0 && (
        <Paper bg="var(--nd-caution-soft)" c="var(--nd-caution)" px="md" py="sm" role="status">
          <Group gap="sm" wrap="nowrap">
            <IconCloudOff size={16} stroke={1.75} aria-hidden />
            {isComputer ? 'Offline.' : 'Can’t reach the service.'}{' '}
            {hasSaved ? 'Showing saved results.' : 'No saved results for these.'}
          </Group>
        </Paper>
      )}
      {knownError !== null && <ErrorState isRead error={knownError} about="Couldn’t load saved results" />}
      {causes.map(({ error, count }) => (
        <ErrorState
          isRead
          key={JSON.stringify(error)}
          error={error}
          about={`${counted(count, 'name', 'names')} couldn’t be checked`}
          remedies={{
            'try-again': again,
            'enter-key': () => void enterKey(),
            'edit-account': () => route.actions.goToAccount(accountId, 'edit', 'baseUrl'),
            'add-account': () => route.actions.goToAccount(null, 'add'),
          }}
        />
      ))}
    </Stack>
  );
}

interface Cause {
  readonly error: AppError;
  readonly count: number;
}

/** Groups failures by cause, so that ten requests that failed for one reason count as one problem. */
export function byCause(failures: readonly SearchFailure[]): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const { error, tlds } of failures) {
    const key = JSON.stringify(error);
    causes.set(key, { error, count: (causes.get(key)?.count ?? 0) + tlds.length });
  }
  return [...causes.values()];
}
