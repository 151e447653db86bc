import { Button, Menu, TextInput } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArchive,
  IconCheck,
  IconChevronDown,
  IconFileText,
  IconPlus,
  IconRefresh,
  IconSearch,
} from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { ChangeStateMark } from '../changes/ChangeParts.tsx';
import { counted, format, useNowMs } from '../ui/Formats.tsx';
import { Keys } from '../ui/Shortcuts.tsx';
import { type PortfolioActions, usePortfolioActions } from './portfolio-actions.ts';
import {
  emptyFilter,
  isNarrowed,
  isTroubled,
  matcherOf,
  type PortfolioNow,
  type PortfolioStore,
  type Row,
} from './portfolio-store.ts';
import css from './filter.module.css';
import listCss from './list.module.css';

interface Props {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
}

/** The number of domains, the text filter, and the actions on all of them. */
export function PortfolioHead({ list, now, field, toList }: Props) {
  const { route } = useStores();
  const deeds = usePortfolioActions(list);
  const isEmpty = now.all.size === 0;
  return (
    <div className={listCss['head']}>
      <h1 className={listCss['title']}>Domains</h1>
      <Size list={list} now={now} />
      {!isEmpty && <Find list={list} field={field} toList={toList} />}
      <Button
        variant="subtle"
        leftSection={<IconFileText size={14} aria-hidden />}
        onClick={() => route.actions.goToDomains({ kind: 'templates' })}
      >
        Templates
      </Button>
      {!isEmpty && <ReadMenu now={now} deeds={deeds} />}
      {now.accountId !== null && (
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={deeds.add}>
          Add domains
        </Button>
      )}
    </div>
  );
}

/** The number of domains; also how many are shown, where a filter is active. */
function Size({ list, now: { all, shown } }: Pick<Props, 'list' | 'now'>) {
  const look = useStore(list, (state) => state.look);
  const archived = [...all.values()].filter(({ archivedAt }) => archivedAt !== null).length;
  const names = counted(all.size - archived, 'name', 'names');
  if (isNarrowed(look))
    return (
      <p className={listCss['size']} role="status">
        {format.count(shown.length)} of {look.archivedOnly ? `${format.count(archived)} archived` : names}
        <Button variant="subtle" size="compact-sm" onClick={list.actions.showAll}>
          Show all
        </Button>
      </p>
    );
  const words = archived === 0 ? names : `${names} · ${format.count(archived)} archived`;
  return <p className={listCss['size']}>{all.size === 0 ? '' : words}</p>;
}

function Find({ list, field, toList }: Pick<Props, 'list' | 'field' | 'toList'>) {
  const text = useStore(list, ({ look }) => look.text);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') list.actions.look({ text: '' });
    else if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    else toList();
    event.preventDefault();
  }

  return (
    <TextInput
      ref={field}
      className={listCss['find'] ?? ''}
      aria-label="Find a domain"
      placeholder="Name, tag, note, registrant…"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text === '' ? <Keys of="findDomain" /> : null}
      value={text}
      onChange={(event) => list.actions.look({ text: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );
}

/** Refreshes the present state from the service: of all shown domains, or only a part of it. */
function ReadMenu({ now, deeds }: { readonly now: PortfolioNow; readonly deeds: PortfolioActions }) {
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconRefresh size={14} aria-hidden />}>
          Read again
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ReadChoices now={now} deeds={deeds} />
      </Menu.Dropdown>
    </Menu>
  );
}

function ReadChoices({
  now: { shown, uncertain },
  deeds,
}: {
  readonly now: PortfolioNow;
  readonly deeds: PortfolioActions;
}) {
  const nowMs = useNowMs();
  const isOld = matcherOf({ ...emptyFilter, notReadForDays: 1 }, { nowMs, uncertain });
  const choice = (label: string, rows: readonly Row[]) => (
    <Menu.Item
      disabled={rows.length === 0}
      rightSection={<span className={listCss['quiet']}>{format.count(rows.length)}</span>}
      onClick={() => deeds.readAgain(rows.map(({ domain }) => domain.name))}
    >
      {label}
    </Menu.Item>
  );
  return (
    <>
      {choice('All that are shown', shown)}
      {choice('Those not read for a day', shown.filter(isOld))}
      {choice(
        'Those with trouble',
        shown.filter(({ domain }) => isTroubled(domain)),
      )}
    </>
  );
}

interface FilterBarProps {
  readonly list: PortfolioStore;
  readonly now: PortfolioNow;
}

const locks = [
  { value: 'locked', words: 'Locked' },
  { value: 'unlocked', words: 'Unlocked' },
  { value: 'not-read', words: 'Not read yet' },
] as const;

const expiries = [
  { value: -1, words: 'past' },
  { value: 30, words: 'within 30 days' },
  { value: 90, words: 'within 90 days' },
  { value: 365, words: 'within a year' },
] as const;

const ages = [
  { value: 1, words: 'a day' },
  { value: 7, words: '7 days' },
  { value: 30, words: '30 days' },
  { value: 90, words: '90 days' },
] as const;

/** The filters of the list. */
export function FilterBar({ list, now }: FilterBarProps) {
  const look = useStore(list, (state) => state.look);
  const change = list.actions.look;
  return (
    <div className={css['bar']} role="group" aria-label="Filter">
      <ChoiceMenu
        label="Lock"
        any="Any lock"
        choices={locks}
        value={look.lock}
        onChoose={(lock) => change({ lock })}
      />
      <ChoiceMenu
        label="Expires"
        any="At any time"
        choices={expiries}
        value={look.expiresWithinDays}
        onChoose={(expiresWithinDays) => change({ expiresWithinDays })}
      />
      <ChoiceMenu
        label="Not read for"
        any="Read at any time"
        choices={ages}
        value={look.notReadForDays}
        onChoose={(notReadForDays) => change({ notReadForDays })}
      />
      <span className={css['rule']} aria-hidden />
      <Chips list={list} now={now} />
    </div>
  );
}

function Chips({ list, now: { all, uncertain } }: FilterBarProps) {
  const { troubledOnly, uncertainOnly, archivedOnly } = useStore(list, (state) => state.look);
  const { look } = list.actions;
  const domains = [...all.values()];
  const archived = domains.filter(({ archivedAt }) => archivedAt !== null).length;
  const troubled = domains.filter(
    (one) => isTroubled(one) && (one.archivedAt !== null) === archivedOnly,
  ).length;
  const unsure = domains.filter(({ name }) => uncertain.has(name)).length;
  return (
    <>
      <Chip
        words="Trouble"
        icon={<IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
        count={troubled}
        isOn={troubledOnly}
        onPress={() => look({ troubledOnly: !troubledOnly })}
      />
      <Chip
        words="Uncertain change"
        icon={<ChangeStateMark state="uncertain" short />}
        count={unsure}
        isOn={uncertainOnly}
        onPress={() => look({ uncertainOnly: !uncertainOnly })}
      />
      <Chip
        words="Archived"
        icon={<IconArchive size={14} stroke={1.75} aria-hidden />}
        count={archived}
        isOn={archivedOnly}
        onPress={() => look({ archivedOnly: !archivedOnly })}
      />
    </>
  );
}

interface ChipProps {
  readonly words: string;
  readonly icon: ReactNode;
  readonly count: number;
  readonly isOn: boolean;
  readonly onPress: () => void;
}

/** A filter chip. Hidden where no domain matches, unless it is on. */
function Chip({ words, icon, count, isOn, onPress }: ChipProps) {
  if (count === 0 && !isOn) return null;
  return (
    <button type="button" className={css['chip']} aria-pressed={isOn} onClick={onPress}>
      <span aria-hidden className={css['icon']}>
        {icon}
      </span>
      {words} <span className={css['count']}>{format.count(count)}</span>
    </button>
  );
}

interface ChoiceMenuProps<T> {
  readonly label: string;
  readonly value: T | null;
  readonly choices: readonly { readonly value: T; readonly words: string }[];
  /** The label for no choice. */
  readonly any: string;
  readonly onChoose: (value: T | null) => void;
}

/** One filter: its name, the present choice, and a menu of choices. */
function ChoiceMenu<T extends string | number>({ label, value, choices, any, onChoose }: ChoiceMenuProps<T>) {
  const chosen = choices.find((choice) => choice.value === value);
  const item = (of: T | null, words: string) => (
    <Menu.Item
      key={words}
      rightSection={of === value ? <IconCheck size={14} aria-label="chosen" /> : null}
      onClick={() => onChoose(of)}
    >
      {words}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <button type="button" className={css['matter']} data-chosen={chosen !== undefined}>
          {label}
          {chosen !== undefined && <strong>{chosen.words}</strong>}
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {item(null, any)}
        <Menu.Divider />
        {choices.map((choice) => item(choice.value, choice.words))}
      </Menu.Dropdown>
    </Menu>
  );
}
