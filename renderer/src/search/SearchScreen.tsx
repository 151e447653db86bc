import { Box, Button, Group, Text } from '@mantine/core';
import { IconHistory, IconUserPlus, IconWorldSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type Stores, useStores } from '../app-stores.ts';
import { focusField, Keys } from '../ui/Shortcuts.tsx';
import { EmptyState } from '../ui/States.tsx';
import { Findings } from './FindingList.tsx';
import { SearchField } from './SearchField.tsx';
import { chosenTlds, knownTlds } from './tlds-store.ts';
import css from './search.module.css';
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
    focusField(field);
  }, [asked, field]);
}

const Details = lazily(async () => (await import('./Details.tsx')).Details);

const SearchProblem = lazily(async () => (await import('./SearchProblem.tsx')).SearchProblem);

const later = [Details, SearchProblem];

/** The search field, the findings below, and one finding's details beside them. */
function SearchView({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const { search, status } = useStores();
  const isOffline = useStore(status, (state) => valueOf(state.status)?.connection === 'offline');
  const hasProblem = useStore(
    search,
    ({ failures, knownError }) => isOffline || failures.length > 0 || knownError !== null,
  );
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
        {hasProblem && <SearchProblem />}
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
