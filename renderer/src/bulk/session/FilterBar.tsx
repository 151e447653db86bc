import { Box, Group, SegmentedControl, Select, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconChartBar,
  IconFilter,
  IconLayoutSidebarRight,
  IconStar,
  IconStarFilled,
  IconX,
} from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { priceKindOf } from '#shared/domain/session-prices.ts';
import { noCounts, type SessionSort, type SessionView, type ShownCounts } from '#shared/domain/session.ts';
import { useDensity } from '../../app-stores.ts';
import css from '../../styles/filter.module.css';
import { FilterBar as Chips, FilterChip, FilterPopover, FindingChip, toggledIn } from '../../ui/Filters.tsx';
import { counted, format, upperFirst } from '../../ui/Formats.tsx';
import { Tick } from '../../ui/PageParts.tsx';
import { Keys } from '../../ui/Shortcuts.tsx';
import { MoreFilters, PriceFilter, TldFilter } from './FilterPopovers.tsx';
import { useLiveModel, useSession, useSessionActions, useSessionState } from './session-store.ts';
import { shortlistOf, shownShortlist } from './session-actions.ts';
import { RegisterAll } from './Summary.tsx';
import { isFiltered } from './session-state.ts';
import { sessionSorts } from '#shared/domain/choices.ts';
import { shownKinds } from '#shared/domain/finding-kinds.ts';

interface FilterBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toGrid: () => void;
}

/** Which findings are shown, in which order, and how many: one line. All choices are stored with the session. */
export function FilterBar({ field, toGrid }: FilterBarProps) {
  return (
    <div className={`${css['bar'] ?? ''} line-above`} role="search" aria-label="Filter">
      <Group gap="4px 8px" px="md" py={6} className={css['oneLine'] ?? ''}>
        <TextFilter field={field} toGrid={toGrid} />
        <KindChips />
        <TldFilter />
        <PriceFilter />
        <MoreFilters />
        <Group gap={4} wrap="nowrap" ml="auto">
          <ShownCount />
          <NewerFindings />
          <UnreadPrices />
          <ViewChoices />
          <Sides />
        </Group>
      </Group>
    </div>
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
      flex="1 1 104px"
      maw={240}
      aria-label="Part of the name"
      placeholder="Filter names"
      title="Part of a name; * matches anything"
      leftSection={<IconFilter size={14} aria-hidden />}
      rightSection={text === '' ? <Keys of="sessionFind" /> : null}
      rightSectionWidth={56}
      maxLength={260}
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
        label={<span data-word>Shortlist</span>}
        title="Shortlist"
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

const isSort = (by: string | null): by is SessionSort['by'] => sessionSorts.some((one) => one === by);

/** What the cells show, and in which order, how dense and with which TLDs the names stand. */
function ViewChoices() {
  const choice = useSessionState((state) => state.choice);
  const { show, showDensity, hideEmpty, sortBy } = useSessionActions();
  const usual = useDensity();
  const isCompact = (choice.density ?? usual) === 'compact';
  const { sort } = choice;
  const [by, up, down] = sortWords[sort.by];
  const chosen = [
    ...(choice.show === 'marks' ? [] : [priceWords[choice.show]]),
    ...(sort.by === 'entered' && !sort.descending ? [] : [`by ${by.toLowerCase()}`]),
  ];
  return (
    <FilterPopover label="View" chosen={chosen.join(', ') || null} width={320}>
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          aria-label="Cells show"
          data={[
            { value: 'marks', label: 'Status' },
            { value: 'register', label: priceWords.register },
            { value: 'renew', label: priceWords.renew },
          ]}
          value={choice.show}
          onChange={show}
        />
        {choice.show !== 'marks' && <Text c="dimmed">Bold: the cheapest TLD of each name.</Text>}
        <Select
          label="Order"
          comboboxProps={{ withinPortal: false }}
          data={sessionSorts.map((one) => ({ value: one, label: sortWords[one][0] }))}
          value={sort.by}
          // Available names are sorted to the top.
          onChange={(one) => isSort(one) && sortBy({ by: one, descending: one === 'available' })}
        />
        <PriceOf />
        <SegmentedControl
          fullWidth
          aria-label="Direction"
          data={[
            { value: 'up', label: upperFirst(up) },
            { value: 'down', label: upperFirst(down) },
          ]}
          value={sort.descending ? 'down' : 'up'}
          onChange={(to) => sortBy({ ...sort, descending: to === 'down' })}
        />
        <Tick
          label="Compact rows"
          checked={isCompact}
          onChange={() => showDensity(isCompact ? 'comfortable' : 'compact')}
        />
        <Tick
          label="Hide TLDs without a match"
          checked={choice.hidesEmpty}
          onChange={() => hideEmpty(!choice.hidesEmpty)}
        />
      </Stack>
    </FilterPopover>
  );
}

const priceWords = { register: 'Register price', renew: 'Renewal price' } as const;

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
      label="Price of"
      comboboxProps={{ withinPortal: false }}
      searchable
      limit={200}
      data={[
        { value: cheapest, label: 'Cheapest TLD' },
        ...tlds.map((one) => ({ value: one, label: `.${toUnicode(one)}` })),
      ]}
      value={tld ?? cheapest}
      onChange={(value) => sortBy(value === null || value === cheapest ? rest : { ...rest, tld: value })}
    />
  );
}

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

/** What stands beside the findings. */
function Sides() {
  const shown = useSessionState((state) => state.choice.side);
  const { showSide } = useSessionActions();
  return sides.map(({ side, label, keys, Icon }) => (
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
        aria-label={label}
        aria-pressed={shown === side}
        onClick={() => showSide(shown === side ? 'none' : side)}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </button>
    </Tooltip>
  ));
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
    <Group gap="sm" wrap="nowrap" className="figures">
      <Text span c="dimmed" truncate>
        <span data-count>{words} shown</span>
      </Text>
      {filtered && (
        <Text span c="dimmed" truncate>
          <span data-word>{format.count(cells - view.cells)} hidden</span>
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
