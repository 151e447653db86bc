import { Box, Group, Menu, SegmentedControl, Select, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconChartBar,
  IconCheck,
  IconColumnsOff,
  IconFilter,
  IconLayoutSidebarRight,
  IconSortAscending,
  IconSortDescending,
  IconStar,
  IconStarFilled,
  IconX,
} from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { priceKindOf } from '#shared/domain/session-prices.ts';
import { noCounts, type SessionSort, type SessionView, type ShownCounts } from '#shared/domain/session.ts';
import { useStores } from '../../app-stores.ts';
import css from '../../styles/filter.module.css';
import { FilterBar as Chips, FilterChip, FindingChip, toggledIn } from '../../ui/Filters.tsx';
import { counted, format, upperFirst } from '../../ui/Formats.tsx';
import { Keys } from '../../ui/Shortcuts.tsx';
import { AgeFilter, CauseFilter, NameFilter, PriceFilter, TldFilter } from './FilterPopovers.tsx';
import { useLiveModel, useSession, useSessionActions, useSessionState } from './session-store.ts';
import { shortlistOf, shownShortlist } from './session-actions.ts';
import { RegisterAll } from './Summary.tsx';
import { isFiltered } from './session-state.ts';
import { sessionSorts } from '#shared/domain/choices.ts';
import { shownKinds } from '#shared/domain/finding-kinds.ts';
import { valueOf } from '../../remote.ts';

interface FilterBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toGrid: () => void;
}

/** Which findings are shown, in which order, and how many. All choices are stored with the session. */
export function FilterBar({ field, toGrid }: FilterBarProps) {
  return (
    <Stack
      gap="sm"
      flex="none"
      px="md"
      py="sm"
      className={`${css['bar'] ?? ''} line-above`}
      role="search"
      aria-label="Filter"
    >
      <Group gap="4px 8px">
        <KindChips />
        <CheapestLegend />
        <ShownCount />
      </Group>
      <Group gap="4px 8px">
        <TextFilter field={field} toGrid={toGrid} />
        <TldFilter />
        <NameFilter />
        <PriceFilter />
        <AgeFilter />
        <CauseFilter />
        <SortMenu />
        <PriceOf />
        <Group gap="sm" wrap="nowrap" ml="auto">
          <NewerFindings />
          <UnreadPrices />
          <ShowSwitch />
          <ViewSwitches />
        </Group>
      </Group>
    </Stack>
  );
}

/** Filters by a part of the name; `*` matches anything. ↓ and Enter move to the grid, Esc clears the text. */
function TextFilter({ field, toGrid }: FilterBarProps) {
  const text = useSessionState((state) => state.choice.filter.text);
  const { filterBy } = useSessionActions();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || (event.key === 'Enter' && !event.ctrlKey && !event.metaKey)) toGrid();
    else if (event.key === 'Escape' && text !== '') filterBy({ text: '' });
    else return;
    event.preventDefault();
  };
  return (
    <TextInput
      ref={field}
      className={css['field'] ?? ''}
      flex="1 1 128px"
      maw={320}
      aria-label="Part of the name"
      placeholder="Filter names"
      title="Part of a name; * matches anything"
      leftSection={<IconFilter size={14} aria-hidden />}
      rightSection={text === '' ? <Keys of="sessionFind" /> : null}
      rightSectionWidth={56}
      maxLength={260}
      spellCheck={false}
      value={text}
      onChange={(event) => filterBy({ text: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );
}

/** Each kind of finding that there is, with its live count. Pressed kinds are shown; where none is pressed, all are. */
function KindChips() {
  const model = useLiveModel();
  const { kinds, shortlistedOnly, changedSince } = useSessionState((state) => state.choice.filter);
  const { filterBy } = useSessionActions();
  const counts: ShownCounts = model?.counts() ?? noCounts();
  const Star = shortlistedOnly ? IconStarFilled : IconStar;
  return (
    <Chips label="Findings to show">
      {shownKinds
        .filter((kind) => (counts[kind] ?? 0) > 0 || kinds?.includes(kind) === true)
        .map((kind) => (
          <FindingChip
            key={kind}
            kind={kind}
            count={counts[kind] ?? 0}
            isOn={kinds?.includes(kind) ?? false}
            onPress={() => filterBy({ kinds: toggledIn(shownKinds, kinds, kind) })}
          />
        ))}
      <Box w={1} h={16} mx={4} bg="var(--nd-line)" aria-hidden />
      <FilterChip
        label="Shortlist"
        icon={<Star size={14} stroke={1.75} color="var(--nd-caution)" />}
        count={model?.shortlisted() ?? 0}
        isOn={shortlistedOnly}
        onPress={() => filterBy({ shortlistedOnly: !shortlistedOnly })}
      />
      <ShortlistOrders />
      {changedSince !== null && (
        <FilterChip
          label={changedSince.label}
          count={changedSince.cells.length}
          isOn
          onPress={() => filterBy({ changedSince: null })}
        />
      )}
    </Chips>
  );
}

/** The orders of the shortlist: of what is shown of it, or of all of it where something can be registered. */
function ShortlistOrders() {
  const model = useLiveModel();
  const view = useSessionState((state) => state.shown?.view);
  const { shortlistedOnly } = useSessionState((state) => state.choice.filter);
  if (model === null || view === undefined) return null;
  const places = shortlistedOnly ? shownShortlist(model, view) : shortlistOf(model, true);
  return (shortlistedOnly || places.length > 0) && <RegisterAll places={places} />;
}

const sortWords: Readonly<Record<SessionSort['by'], readonly [by: string, up: string, down: string]>> = {
  entered: ['Original order', 'first entered first', 'last entered first'],
  name: ['Name', 'A first', 'Z first'],
  length: ['Length', 'shortest first', 'longest first'],
  available: ['Available', 'fewest first', 'most first'],
  register: ['Register price', 'lowest first', 'highest first'],
  renew: ['Renewal price', 'lowest first', 'highest first'],
};

function SortMenu() {
  const sort = useSessionState((state) => state.choice.sort);
  const { sortBy } = useSessionActions();
  const [by, up, down] = sortWords[sort.by];
  const Icon = sort.descending ? IconSortDescending : IconSortAscending;
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <button
          type="button"
          className={css['matter']}
          data-chosen={sort.by !== 'entered' || sort.descending}
          aria-label={`Order: ${by}, ${sort.descending ? down : up}`}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
          {by}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {sessionSorts.map((one) => (
          <Menu.Item
            key={one}
            rightSection={one === sort.by ? <IconCheck size={14} aria-label="chosen" /> : null}
            // Available names are sorted to the top.
            onClick={() => sortBy({ by: one, descending: one === 'available' })}
          >
            {sortWords[one][0]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {[false, true].map((descending) => (
          <Menu.Item
            key={String(descending)}
            rightSection={descending === sort.descending ? <IconCheck size={14} aria-label="chosen" /> : null}
            onClick={() => sortBy({ ...sort, descending })}
          >
            {upperFirst(descending ? down : up)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const cheapest = '';

/** For an order by price: whether the price of one TLD counts, or the cheapest of each name. */
function PriceOf() {
  const { tlds } = useSession();
  const sort = useSessionState((state) => state.choice.sort);
  const { sortBy } = useSessionActions();
  if (priceKindOf(sort) === null) return null;
  const { tld, ...rest } = sort;
  return (
    <Select
      w={144}
      aria-label="Price of"
      searchable
      limit={200}
      allowDeselect={false}
      data={[
        { value: cheapest, label: 'Cheapest TLD' },
        ...tlds.map((one) => ({ value: one, label: `.${toUnicode(one)}` })),
      ]}
      value={tld ?? cheapest}
      onChange={(value) => sortBy(value === null || value === cheapest ? rest : { ...rest, tld: value })}
    />
  );
}

/** What the frame around some prices means. */
function CheapestLegend() {
  const show = useSessionState((state) => state.choice.show);
  if (show === 'marks') return null;
  return (
    <Group gap={6} wrap="nowrap" fz="xs" c="dimmed">
      <Box w={16} h={12} bd="1px solid var(--nd-finding-available)" aria-hidden />
      Cheapest TLD of the name
    </Group>
  );
}

/** What the cells show. Where it is narrow, the second words leave their room to the rest. */
function ShowSwitch() {
  const show = useSessionState((state) => state.choice.show);
  const actions = useSessionActions();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Cells show"
      data={[
        { value: 'marks', label: 'Status' },
        { value: 'register', label: <PriceName of="Register" /> },
        { value: 'renew', label: <PriceName of="Renewal" /> },
      ]}
      value={show}
      onChange={actions.show}
    />
  );
}

const PriceName = ({ of }: { readonly of: string }) => (
  <span className={css['priceName']}>
    {of}
    <span data-word> price</span>
  </span>
);

function UnreadPrices() {
  const unpriced = useSessionState((state) => state.unpriced);
  return unpriced === 0 ? null : (
    <Text span c="dimmed" truncate className="figures">
      {/* The number changes often: it is not read out each time. */}
      <span className="spoken" role="status">
        Reading prices
      </span>
      <span aria-hidden>Reading prices: {counted(unpriced, 'name', 'names')} left</span>
    </Text>
  );
}

const sides = [
  { side: 'panel', label: 'Details', keys: 'sessionPanel', Icon: IconLayoutSidebarRight },
  { side: 'summary', label: 'Summary', keys: 'sessionSummary', Icon: IconChartBar },
] as const;

function ViewSwitches() {
  const { settings } = useStores();
  const choice = useSessionState((state) => state.choice);
  const { showDensity, showSide, hideEmpty } = useSessionActions();
  const usual = useStore(settings, (state) => valueOf(state.settings)?.density ?? 'comfortable');
  const isCompact = (choice.density ?? usual) === 'compact';
  const DensityIcon = isCompact ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label="Compact rows">
        <button
          type="button"
          className={css['matter']}
          aria-label="Compact rows"
          aria-pressed={isCompact}
          onClick={() => showDensity(isCompact ? 'comfortable' : 'compact')}
        >
          <DensityIcon size={16} stroke={1.75} aria-hidden />
          <span data-word>Compact</span>
        </button>
      </Tooltip>
      <Tooltip label="Hide TLDs without a match">
        <button
          type="button"
          className={css['matter']}
          aria-label="Hide TLDs without a match"
          aria-pressed={choice.hidesEmpty}
          onClick={() => hideEmpty(!choice.hidesEmpty)}
        >
          <IconColumnsOff size={16} stroke={1.75} aria-hidden />
        </button>
      </Tooltip>
      {sides.map(({ side, label, keys, Icon }) => (
        <Tooltip
          key={side}
          label={
            <Group gap="sm">
              {label} <Keys of={keys} />
            </Group>
          }
        >
          <button
            type="button"
            className={css['matter']}
            aria-pressed={choice.side === side}
            onClick={() => showSide(choice.side === side ? 'none' : side)}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
            <span data-word>{label}</span>
          </button>
        </Tooltip>
      ))}
    </Group>
  );
}

/** How much is shown, and a button that clears the filter. */
function ShownCount() {
  const view = useSessionState((state) => state.shown?.view);
  const cells = useSessionState((state) => state.model?.matrix.codes.length ?? 0);
  const filtered = useSessionState((state) => isFiltered(state.choice.filter));
  const { clearFilter } = useSessionActions();
  const { tlds } = useSession();
  if (view === undefined) return null;
  const words = inWords(view, tlds.length);
  return (
    <Group gap="sm" wrap="nowrap" mih={28} ml="auto" className="figures">
      <Text span c="dimmed" truncate>
        {words} shown
      </Text>
      {filtered && (
        <Text span c="dimmed" truncate>
          {format.count(cells - view.cells)} hidden
        </Text>
      )}
      <Announced words={words} />
      {filtered && (
        <button type="button" className={css['clear']} aria-label="Clear the filter" onClick={clearFilter}>
          <IconX size={14} stroke={2} aria-hidden />
          Clear
        </button>
      )}
    </Group>
  );
}

/** @param all How many TLDs the session has. */
function inWords({ rows, cells, columns }: SessionView, all: number): string {
  const shown = `${counted(rows.length, 'name', 'names')}, ${counted(cells, 'check', 'checks')}`;
  return columns.length === all
    ? shown
    : `${shown}, ${format.count(columns.length)} of ${counted(all, 'TLD', 'TLDs')}`;
}

/** Announces a choice to screen readers after the debounce time; changes that happen by themselves are not announced. */
function Announced({ words }: { readonly words: string }) {
  const choice = useSessionState((state) => state.choice);
  const newest = useRef(words);
  const [said, setSaid] = useState('');
  useEffect(() => {
    newest.current = words;
  }, [words]);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(`Shown: ${newest.current}`), 1_000);
    return () => clearTimeout(timer);
  }, [choice.filter, choice.sort, choice.hidesEmpty]);
  return (
    <span className="spoken" role="status">
      {said}
    </span>
  );
}

/** The number of findings received since the rows were last sorted, and a button to sort them in. */
function NewerFindings() {
  const newer = useSessionState((state) => state.newer);
  const { refresh } = useSessionActions();
  if (newer === 0) return null;
  return (
    <button
      type="button"
      className={`${css['newer'] ?? ''} figures`}
      aria-label={`Re-sort ${counted(newer, 'newer result', 'newer results')}`}
      onClick={refresh}
    >
      <IconArrowDown size={14} stroke={2} aria-hidden />
      {format.count(newer)} newer
      <Keys of="sessionRefresh" />
    </button>
  );
}
