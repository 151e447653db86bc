import { ActionIcon, Group, Menu, TextInput, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconChartBar,
  IconCheck,
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
import { noCounts, type SessionSort, type SessionView } from '#shared/domain/session.ts';
import { findingKinds, sessionSorts } from '#shared/domain/terms.ts';
import { useStores } from '../../app-stores.ts';
import { valueOf } from '../../bridge.ts';
import css from '../../styles/filter.module.css';
import { toggledIn } from '../../ui/FilterPopover.tsx';
import { FilterBar as Chips, FilterChip, FindingChip } from '../../ui/Filters.tsx';
import { counted, format } from '../../ui/Formats.tsx';
import { Keys } from '../../ui/Shortcuts.tsx';
import { AgeFilter, CauseFilter, LengthFilter, TldFilter } from './FilterPopovers.tsx';
import { useLiveModel, useSessionActions, useSessionState } from './session-store.ts';
import { shownShortlist } from './session-actions.ts';
import { RegisterAll } from './Summary.tsx';
import { isFiltered } from './view-choice.ts';

interface FilterBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toGrid: () => void;
}

/** Which findings are shown, in which order, and how many. All choices are stored with the session. */
export function FilterBar({ field, toGrid }: FilterBarProps) {
  return (
    <div className={css['bar']} role="search" aria-label="Filter">
      <div className={css['line']}>
        <KindChips />
        <ShownCount />
      </div>
      <div className={css['line']}>
        <TextFilter field={field} toGrid={toGrid} />
        <TldFilter />
        <LengthFilter />
        <AgeFilter />
        <CauseFilter />
        <SortMenu />
        <div className={css['end']}>
          <NewerFindings />
          <ViewSwitches />
        </div>
      </div>
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
      className={css['text'] ?? ''}
      aria-label="Part of the name"
      placeholder="Part of the name, * for anything"
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
  const view = useSessionState((state) => state.shown?.view);
  const { kinds, shortlistedOnly } = useSessionState((state) => state.choice.filter);
  const { filterBy } = useSessionActions();
  const counts = model?.counts() ?? noCounts();
  const Star = shortlistedOnly ? IconStarFilled : IconStar;
  return (
    <Chips label="Findings to show">
      {findingKinds
        .filter((kind) => counts[kind] > 0 || kinds?.includes(kind) === true)
        .map((kind) => (
          <FindingChip
            key={kind}
            kind={kind}
            count={counts[kind]}
            isOn={kinds?.includes(kind) ?? false}
            onPress={() => filterBy({ kinds: toggledIn(findingKinds, kinds, kind) })}
          />
        ))}
      <span className={css['rule']} aria-hidden />
      <FilterChip
        label="Shortlist"
        icon={<Star size={14} stroke={1.75} className={css['star']} />}
        count={model?.shortlisted() ?? 0}
        isOn={shortlistedOnly}
        onPress={() => filterBy({ shortlistedOnly: !shortlistedOnly })}
      />
      {shortlistedOnly && model !== null && view !== undefined && (
        <RegisterAll places={shownShortlist(model, view)} />
      )}
    </Chips>
  );
}

const sortWords: Readonly<Record<SessionSort['by'], readonly [by: string, up: string, down: string]>> = {
  entered: ['Original order', 'first entered first', 'last entered first'],
  name: ['Name', 'A first', 'Z first'],
  length: ['Length', 'shortest first', 'longest first'],
  available: ['Available', 'fewest first', 'most first'],
};

/** The order of the names. */
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
            {descending ? down : up}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const sides = [
  { side: 'panel', label: 'Details', keys: 'sessionPanel', Icon: IconLayoutSidebarRight },
  { side: 'summary', label: 'Summary', keys: 'sessionSummary', Icon: IconChartBar },
] as const;

/** The grid's density, and the panel beside it. */
function ViewSwitches() {
  const { settings } = useStores();
  const choice = useSessionState((state) => state.choice);
  const { showDensity, showSide } = useSessionActions();
  const usual = useStore(settings, (state) => valueOf(state.settings)?.density ?? 'comfortable');
  const isCompact = (choice.density ?? usual) === 'compact';
  const DensityIcon = isCompact ? IconBaselineDensitySmall : IconBaselineDensityMedium;
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label="Compact rows">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Compact rows"
          aria-pressed={isCompact}
          onClick={() => showDensity(isCompact ? 'comfortable' : 'compact')}
        >
          <DensityIcon size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
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
  const filtered = useSessionState((state) => isFiltered(state.choice.filter));
  const { clearFilter } = useSessionActions();
  if (view === undefined) return null;
  return (
    <div className={`${css['shown'] ?? ''} figures`}>
      <span className={css['shownWords']}>{inWords(view)} shown</span>
      <Announced words={inWords(view)} />
      {filtered && (
        <button type="button" className={css['clear']} aria-label="Clear the filter" onClick={clearFilter}>
          <IconX size={14} stroke={2} aria-hidden />
          Clear
        </button>
      )}
    </div>
  );
}

const inWords = ({ rows, cells }: SessionView): string =>
  `${counted(rows.length, 'name', 'names')}, ${counted(cells, 'cell', 'cells')}`;

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
  }, [choice.filter, choice.sort]);
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
