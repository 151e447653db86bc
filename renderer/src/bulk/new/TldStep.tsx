import { Button, Group, Paper, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type SyntheticEvent, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { plural } from '#shared/domain/counting.ts';
import { isolated } from '#shared/domain/isolated.ts';
import type { Session } from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useActiveId, useStores } from '../../app-stores.ts';
import { byLetter, TldChoices, TldSource } from '../../search/TldDialog.tsx';
import type { OfferedTldSet } from '#shared/domain/built-in-tld-sets.ts';
import { knownTlds, unlistedIn } from '../../search/tlds-store.ts';
import { FilterChip } from '../../ui/Filters.tsx';
import { counted, format } from '../../ui/Formats.tsx';
import { hasAll, type Listed, listedOf, readyReport, typedTlds, unlisted } from './new-state.ts';
import type { NewStore } from './new-store.ts';
import { Step } from './Step.tsx';
import css from './new.module.css';
import { failureOf, valueOf } from '../../remote.ts';
import { ReadTrouble } from '../../ui/States.tsx';

interface OfStore {
  readonly store: NewStore;
}

interface WithList extends OfStore {
  /** The account's TLDs. */
  readonly listed: Listed;
}

/** The TLDs: whole sets, typed ones, those found in the names, or picked from the account's list. */
export function TldStep({ store }: OfStore) {
  const { tlds } = useStores();
  const known = useStore(tlds, knownTlds);
  const listed = useMemo(() => listedOf(known), [known]);
  const chosen = useStore(store, (state) => state.tlds);
  return (
    <Step number={2} title="TLDs">
      <TldSets store={store} />
      <FoundTlds store={store} />
      <TypedTlds store={store} listed={listed} />
      <Group gap="sm" justify="space-between" pos="relative" pb={12} className="line-below">
        <Text fw={500} role="status">
          {counted(chosen.length, 'TLD', 'TLDs')} chosen
        </Text>
        <SaveChoice chosen={chosen} />
      </Group>
      <Unlisted store={store} listed={listed} />
      <TldList store={store} known={known} />
    </Step>
  );
}

type Choice = Pick<OfferedTldSet, 'id' | 'name' | 'tlds' | 'unlisted'>;

/** The TLDs of the account's newest bulk lookup, where it has one. */
function useLastChoice(): readonly Choice[] {
  const { sessions } = useStores();
  const accountId = useActiveId();
  const known = useStore(sessions, (state) => valueOf(state.sessions));
  useEffect(() => void sessions.actions.load(), [sessions]);
  return useMemo(() => {
    const own = [...(known?.values() ?? [])].filter((session) => session.accountId === accountId);
    const last = own.reduce<Session | null>(
      (newest, session) => (newest !== null && newest.createdAt > session.createdAt ? newest : session),
      null,
    );
    return last === null ? [] : [{ id: 'last', name: 'Last used', tlds: last.tlds, unlisted: [] }];
  }, [known, accountId]);
}

/** The last choice, then all sets, the user's own first; pressed where all of its TLDs are chosen. */
function TldSets({ store }: OfStore) {
  const { tlds } = useStores();
  const state = useStore(tlds, (now) => now.sets);
  const chosen = useStore(store, (now) => now.tlds);
  const last = useLastChoice();
  const sets = useStore(tlds, (now) => now.offered);
  const ordered: readonly Choice[] = [
    ...last,
    ...[...sets].sort((a, b) => Number(a.builtIn) - Number(b.builtIn)),
  ];
  return (
    <>
      <ReadTrouble
        error={failureOf(state)}
        about="Couldn’t load the sets"
        again={() => void tlds.actions.load()}
      />
      <Group gap="xs" role="group" aria-label="Sets">
        {ordered.map((set) => {
          const isChosen = hasAll(chosen, set.tlds);
          return (
            <FilterChip
              key={set.id}
              isOutlined
              label={set.name}
              count={set.tlds.length}
              title={[set.tlds.map((tld) => `.${tld}`).join(' '), unlistedIn(set)].join('\n').trim()}
              isOn={isChosen}
              onPress={() =>
                isChosen ? store.actions.removeTlds(set.tlds) : store.actions.addTlds(set.tlds)
              }
            />
          );
        })}
      </Group>
    </>
  );
}

/** The account's list and all other chosen TLDs, to pick one by one or all at once. */
function TldList({ store, known }: OfStore & { readonly known: readonly string[] }) {
  const chosen = useStore(store, (state) => state.tlds);
  const [text, setText] = useState('');
  const picked = useMemo(() => new Set(chosen), [chosen]);
  const sections = useMemo(() => byLetter(known, picked, text), [known, picked, text]);
  const matching = useMemo(() => sections.flatMap((section) => section.tlds), [sections]);
  const isAll = matching.every((tld) => picked.has(tld));
  return (
    <Stack gap="sm" className={css['list'] ?? ''} role="group" aria-label="The account’s list">
      <Group gap="sm" wrap="nowrap" className={css['tools'] ?? ''}>
        <TextInput
          flex={1}
          aria-label="Find a TLD"
          placeholder="Find a TLD"
          leftSection={<IconSearch size={16} aria-hidden />}
          leftSectionWidth={32}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button px={8} disabled={isAll} onClick={() => store.actions.addTlds(matching)}>
          {text === '' ? 'All' : 'These'} {format.count(matching.length)}
        </Button>
        <Button
          px={8}
          disabled={chosen.length === 0}
          onClick={() => store.actions.removeTlds(text === '' ? chosen : matching)}
        >
          None
        </Button>
      </Group>
      <TldSource />
      <TldChoices
        sections={sections}
        picked={picked}
        toggle={(tld) => (picked.has(tld) ? store.actions.removeTlds([tld]) : store.actions.addTlds([tld]))}
      />
    </Stack>
  );
}

/** A field for typed TLDs, with or without dots, separated by spaces or commas. Invalid ones stay in the field with the reason. */
function TypedTlds({ store, listed }: WithList) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  function add(event: SyntheticEvent): void {
    event.preventDefault();
    const { tlds, misfits } = typedTlds(text, listed);
    store.actions.addTlds(tlds);
    setText(misfits.map((misfit) => misfit.text).join(' '));
    setProblem(misfits.length === 0 ? null : misfits.map((one) => `${one.text}: ${one.reason}`).join('. '));
  }

  return (
    <form onSubmit={add}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <TextInput
          flex={1}
          aria-label="Type TLDs"
          placeholder=".com, net, co.uk"
          classNames={{ input: 'mono' }}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Button type="submit" disabled={text.trim() === ''}>
          Add
        </Button>
      </Group>
    </form>
  );
}

/** The TLDs found in the entered names, with their counts. */
function FoundTlds({ store }: OfStore) {
  const found = useStore(store, (state) => readyReport(state)?.tldsFound);
  const chosen = useStore(store, (state) => state.tlds);
  if (found === undefined || found.length === 0) return null;
  const all = found.map(({ tld }) => tld);
  return (
    <div role="group" aria-label="TLDs in your list">
      <Text fw={500} mb="xs">
        TLDs in your list
      </Text>
      <Group gap="xs">
        {found.map(({ tld, count }) => {
          const isChosen = hasAll(chosen, [tld]);
          return (
            <FilterChip
              key={tld}
              isOutlined
              label={<span className="mono">.{tld}</span>}
              count={count}
              isOn={isChosen}
              onPress={() => (isChosen ? store.actions.removeTlds([tld]) : store.actions.addTlds([tld]))}
            />
          );
        })}
        {!hasAll(chosen, all) && all.length > 1 && (
          <Button variant="subtle" size="compact-sm" onClick={() => store.actions.addTlds(all)}>
            Add all {counted(all.length, 'TLD', 'TLDs')}
          </Button>
        )}
      </Group>
    </div>
  );
}

const mostNamed = 8;

/** Chosen TLDs that are not in the account's list. Not an error: the list may be old or incomplete. */
function Unlisted({ store, listed }: WithList) {
  const chosen = useStore(store, (state) => state.tlds);
  const foreign = useMemo(() => unlisted(chosen, listed), [chosen, listed]);
  if (foreign.length === 0) return null;
  const named = foreign
    .slice(0, mostNamed)
    .map((tld) => `.${tld}`)
    .join(', ');
  const rest = foreign.length - mostNamed;
  return (
    <Paper bg="var(--nd-caution-soft)" c="var(--nd-caution)" px={12} py="sm" role="status">
      <p>
        <strong>Not in this account’s list:</strong> {named}
        {rest > 0 && ` and ${format.count(rest)} more`}.{' '}
        {plural(
          foreign.length,
          'It is checked anyway; the service decides.',
          'They are checked anyway; the service decides.',
        )}
      </p>
      <Button size="compact-sm" mt="sm" onClick={() => store.actions.removeTlds(foreign)}>
        {plural(foreign.length, 'Remove it', `Remove these ${format.count(foreign.length)}`)}
      </Button>
    </Paper>
  );
}

/** Saves the chosen TLDs as a set; under the name of an existing own set, that set is replaced. */
function SaveChoice({ chosen }: { readonly chosen: readonly string[] }) {
  const { tlds, notices } = useStores();
  const sets = useStore(tlds, (state) => state.offered);
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const same = sets.find((set) => !set.builtIn && set.name === name.trim());

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const result = await tlds.actions.saveSet(same?.id ?? null, name.trim(), chosen);
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    notices.actions.say(`Saved “${isolated(result.value.name)}”`);
    setOpened(false);
    setName('');
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="top-end" trapFocus withinPortal={false}>
      <Popover.Target>
        <Button disabled={chosen.length === 0} onClick={() => setOpened(!opened)}>
          Save as set…
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={(event) => void save(event)}>
          <Group gap="sm" wrap="nowrap" align="flex-end">
            <TextInput
              label="Name of the set"
              value={name}
              maxLength={80}
              error={error === null ? null : sentencesFor(error).happened}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Button variant="filled" type="submit" disabled={name.trim() === ''}>
              {same === undefined ? 'Save' : 'Update this set'}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
