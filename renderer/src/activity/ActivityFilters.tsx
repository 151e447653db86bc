import { Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useStore } from 'zustand';
import { kindOf } from '#shared/changes/index.ts';
import { countedTogether } from '#shared/domain/account.ts';
import { type ChangeKind, changeKinds, type ShownState, shownStates } from '#shared/domain/change-kinds.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { useStores } from '../app-stores.ts';
import { ChangeStateMark, shownWords } from '../changes/ChangeStateMark.tsx';
import { valueOf } from '../remote.ts';
import { useTeamDone } from '../team/team-store.ts';
import {
  ChoiceMenu,
  FilterBar,
  FilterChip,
  FilterPopover,
  FindField,
  Hidden,
  toggledIn,
} from '../ui/Filters.tsx';
import { dayInWords, format } from '../ui/Formats.tsx';
import { useAction } from '../use-action.ts';
import { Tick } from '../ui/PageParts.tsx';
import { type ActivityStore, isFiltered, type Span, wholeActivity } from './activity-store.ts';

interface Props {
  readonly store: ActivityStore;
}

interface FiltersProps extends Props {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
}

/** Whose changes are listed: those of the account that is worked in, or of all. */
export function Whose({ store }: Props) {
  const whose = useStore(store, (state) => state.whose);
  return (
    <SegmentedControl
      aria-label="Whose changes"
      withItemsBorders={false}
      data={[
        { value: 'this', label: 'This account' },
        { value: 'all', label: 'All accounts' },
      ]}
      value={whose}
      onChange={(value) =>
        store.actions.filterBy({ whose: value === 'all' ? 'all' : 'this', ofAccount: null })
      }
    />
  );
}

/** The filters of the list: by a part of the name, by account, days, client, person, kind and state. */
export function Filters({ store, field, toList }: FiltersProps) {
  const view = useStore(store);
  const { filterBy } = store.actions;
  return (
    <Group gap="4px 12px" flex="none">
      <FindField
        ref={field}
        label="Find by domain"
        placeholder="Part of the domain"
        shortcut="findChange"
        width={220}
        value={view.text}
        onChange={(text) => filterBy({ text: text.slice(0, 255) })}
        toList={toList}
      />
      {view.whose === 'all' && <OfAccount store={store} />}
      <Days store={store} />
      <OfClient store={store} />
      <ByPerson store={store} />
      <Kinds store={store} />
      {view.batchId !== null && (
        <FilterChip
          label={
            <>
              Of one batch <IconX size={12} aria-hidden />
            </>
          }
          isOn
          onPress={() => filterBy({ batchId: null })}
        />
      )}
      <StateChips store={store} />
    </Group>
  );
}

/** In the line of the title: among the filters it would take a line more above the list. */
export function HiddenChanges({ store }: Props) {
  const view = useStore(store);
  const hidden = (view.summary?.unfiltered ?? 0) - (view.summary?.total ?? 0);
  return (
    isFiltered(view) && (
      <Hidden count={Math.max(0, hidden)} onAll={() => store.actions.filterBy(wholeActivity)} />
    )
  );
}

const none: readonly never[] = [];

function OfAccount({ store }: Props) {
  const chosen = useStore(store, (state) => state.ofAccount);
  const listed = useStore(useStores().accounts, (state) => valueOf(state.accounts)?.accounts ?? none);
  const accounts = countedTogether(listed);
  if (accounts.length < 2) return null;
  return (
    <ChoiceMenu
      label="Account"
      value={chosen}
      choices={accounts.map(({ id, label }) => ({ value: id, words: label }))}
      any="All accounts"
      onChoose={(ofAccount) => store.actions.filterBy({ ofAccount })}
    />
  );
}

function OfClient({ store }: Props) {
  const chosen = useStore(store, (state) => state.client);
  const [listed] = useAction('clients', 'list', {});
  const names = (valueOf(listed)?.clients ?? []).map(({ name }) => name);
  const all = chosen === null || names.includes(chosen) ? names : [chosen, ...names];
  if (all.length === 0) return null;
  return (
    <ChoiceMenu
      label="Client"
      value={chosen}
      choices={all.map((name) => ({ value: name, words: name }))}
      any="Any client"
      onChoose={(client) => store.actions.filterBy({ client })}
    />
  );
}

/** In a team: whose changes. Nothing where no colleague has done anything. */
function ByPerson({ store }: Props) {
  const chosen = useStore(store, (state) => state.by);
  const people = useTeamDone()?.people ?? [];
  const all = !chosen || people.includes(chosen) ? people : [...people, chosen];
  if (all.length === 0) return null;
  return (
    <ChoiceMenu
      label="Person"
      value={chosen}
      choices={[{ value: '', words: 'You' }, ...all.map((name) => ({ value: name, words: isolated(name) }))]}
      any="Everybody"
      onChoose={(by) => store.actions.filterBy({ by })}
    />
  );
}

const spanWords: Readonly<Record<Span, string>> = {
  any: 'Any time',
  'this-month': 'This month',
  'last-month': 'Last month',
  days: 'From–to',
};

/** When it was sent, or logged where it was not: a month, or from one day to another. */
function Days({ store }: Props) {
  const span = useStore(store, (state) => state.span);
  const fromDay = useStore(store, (state) => state.fromDay);
  const toDay = useStore(store, (state) => state.toDay);
  const { filterBy } = store.actions;
  return (
    <FilterPopover
      label="Days"
      chosen={span === 'any' ? null : span === 'days' ? daysInWords(fromDay, toDay) : spanWords[span]}
      width={336}
    >
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Days"
          fullWidth
          data={(['any', 'this-month', 'last-month'] as const).map((value) => ({
            value,
            label: spanWords[value],
          }))}
          // Days of one's own are none of these.
          value={span}
          onChange={(value) => filterBy({ span: value })}
        />
        <Group gap="sm" grow>
          <DayField
            label="From"
            value={fromDay}
            onChange={(day) => filterBy({ span: spanOf(day, toDay), fromDay: day })}
          />
          <DayField
            label="To (that day included)"
            value={toDay}
            onChange={(day) => filterBy({ span: spanOf(fromDay, day), toDay: day })}
          />
        </Group>
      </Stack>
    </FilterPopover>
  );
}

const spanOf = (fromDay: string, toDay: string): Span => (fromDay === '' && toDay === '' ? 'any' : 'days');

function daysInWords(fromDay: string, toDay: string): string {
  if (fromDay === '') return `to ${dayInWords(toDay)}`;
  return toDay === '' ? `from ${dayInWords(fromDay)}` : `${dayInWords(fromDay)} – ${dayInWords(toDay)}`;
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A day that is only half typed is none, and changes nothing. */
function DayField({ label, value, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (currentTarget.value !== value) onChange(currentTarget.value);
      }}
    />
  );
}

function Kinds({ store }: Props) {
  const kinds = useStore(store, (state) => state.kinds);
  const [only] = kinds ?? [];
  const chosen = only === undefined ? null : kindsInWords(kinds ?? []);
  return (
    <FilterPopover label="Kind" chosen={chosen} width={264}>
      <div role="group" aria-label="Kinds of change">
        {changeKinds.map((kind) => (
          <Tick
            key={kind}
            label={kindOf(kind).label}
            checked={kinds?.includes(kind) ?? false}
            onChange={() => store.actions.filterBy({ kinds: toggledIn(changeKinds, kinds, kind) })}
          />
        ))}
      </div>
    </FilterPopover>
  );
}

const kindsInWords = (kinds: readonly ChangeKind[]): string => {
  const [only] = kinds;
  return kinds.length === 1 && only !== undefined ? kindOf(only).label : format.count(kinds.length);
};

/** States that need attention first, then those in progress, then those that are over. */
const inOrder: readonly ShownState[] = [
  'uncertain',
  'planned',
  'sending',
  'confirmed',
  'proven',
  'accepted',
  'applied',
  'settled',
  'refused',
  'not-applied',
  'withdrawn',
];

const StateMark = ({ of }: { readonly of: ShownState }) => {
  if (of === 'accepted') return <ChangeStateMark of={{ state: 'confirmed', proof: 'answer' }} short />;
  if (of === 'proven') return <ChangeStateMark of={{ state: 'confirmed', proof: 'registry' }} short />;
  return <ChangeStateMark of={{ state: of }} short />;
};

/** Each state that occurs, with its live count. Pressed states are shown; where none is pressed, all are. */
function StateChips({ store }: Props) {
  const chosen = useStore(store, (state) => state.states);
  const byState = useStore(store, (state) => state.summary?.byState ?? null);
  const listed = inOrder.filter((state) => (byState?.[state] ?? 0) > 0 || chosen?.includes(state) === true);
  if (listed.length === 0) return null;
  return (
    <FilterBar label="States to show">
      {listed.map((state) => (
        <FilterChip
          key={state}
          icon={<StateMark of={state} />}
          label={shownWords[state]}
          count={byState?.[state] ?? 0}
          isOn={chosen?.includes(state) ?? false}
          onPress={() => store.actions.filterBy({ states: toggledIn(shownStates, chosen, state) })}
        />
      ))}
    </FilterBar>
  );
}
