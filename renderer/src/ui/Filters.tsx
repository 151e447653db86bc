import { Button, Group, Menu, Popover, Text, TextInput } from '@mantine/core';
import { IconCheck, IconChevronDown, IconColumns3, IconSearch } from '@tabler/icons-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import type { ShownKind } from '#shared/domain/finding.ts';
import css from '../styles/filter.module.css';
import type { CommandName } from '#shared/domain/commands.ts';
import { format } from './Formats.tsx';
import { FindingMark, findingWords } from './Marks.tsx';
import { Keys } from './Shortcuts.tsx';

interface FilterBarProps {
  readonly label?: string;
  readonly children: ReactNode;
}

/** A row of filters. */
export const FilterBar = ({ label = 'Filter', children }: FilterBarProps) => (
  <Group gap={2} className="figures" role="group" aria-label={label}>
    {children}
  </Group>
);

/** A small round button with an edge, which acts on what it counts. */
export const PillButton = (props: ComponentProps<'button'>) => (
  <button type="button" className={css['pill']} {...props} />
);

interface HiddenProps {
  /** How many rows the filter hides. */
  readonly count: number;
  readonly onAll: () => void;
}

/** Beside a filter that is on: how many rows it hides, and a button to show them. */
export const Hidden = ({ count, onAll }: HiddenProps) => (
  <span className={`${css['hidden'] ?? ''} figures`}>
    <span>{format.count(count)} hidden</span>
    <Button variant="subtle" size="compact-sm" onClick={onAll}>
      Show all
    </Button>
  </span>
);

interface FilterChipProps {
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  /** Null where it is not known. */
  readonly count?: number | null;
  readonly isOn: boolean;
  readonly onPress: () => void;
  readonly title?: string;
  /** With an edge also while it is off. */
  readonly isOutlined?: boolean;
}

/** One filter that is on or off, with the number of rows that it leaves. */
export const FilterChip = (props: FilterChipProps) => {
  const { label, icon, count = null, isOn, onPress, title, isOutlined = false } = props;
  return (
    <button
      type="button"
      className={css['chip']}
      title={title}
      aria-pressed={isOn}
      data-outlined={isOutlined}
      onClick={onPress}
    >
      {icon !== undefined && (
        <Text span display="flex" c="inherit" aria-hidden>
          {icon}
        </Text>
      )}
      <span>{label}</span> {count !== null && <span className={css['count']}>{format.count(count)}</span>}
    </button>
  );
};

interface FindingChipProps extends Omit<FilterChipProps, 'label' | 'icon'> {
  readonly kind: ShownKind;
}

/** Shows one kind of finding. Styles may hide the word, `[data-word]`, where there is no room for it. */
export const FindingChip = ({ kind, ...chip }: FindingChipProps) => (
  <FilterChip
    label={<span data-word>{findingWords[kind]}</span>}
    icon={<FindingMark kind={kind} decorative />}
    title={findingWords[kind]}
    {...chip}
  />
);

interface ChoiceMenuProps<T> {
  readonly label: string;
  readonly value: T | null;
  readonly choices: readonly { readonly value: T; readonly words: string }[];
  /** The words for no choice. */
  readonly any: string;
  readonly onChoose: (value: T | null) => void;
}

/** With more choices than this, the menu has a field to find one. */
const mostUnsearched = 12;

/** One filter with a menu of choices: its name, and the present choice. */
export function ChoiceMenu<T extends string | number>(props: ChoiceMenuProps<T>) {
  const { label, value, choices, any, onChoose } = props;
  const [typed, setTyped] = useState('');
  const isSearched = choices.length > mostUnsearched;
  const found = choices.filter(({ words }) => words.toLowerCase().includes(typed.trim().toLowerCase()));
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
          {chosen !== undefined && <strong className={`${css['chosen'] ?? ''} cut`}>{chosen.words}</strong>}
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" className="scrolls" style={{ overflowY: 'auto' }}>
        {isSearched && (
          <Menu.Search
            aria-label={`Find: ${label}`}
            placeholder="Find"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {typed === '' && item(null, any)}
        {typed === '' && <Menu.Divider />}
        {found.map((choice) => item(choice.value, choice.words))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ColumnsMenuProps<K extends string> {
  /** Those that can be hidden, in the table's order. */
  readonly columns: readonly { readonly key: K; readonly title: string }[];
  readonly hidden: readonly K[];
  readonly onChange: (hidden: readonly K[]) => void;
}

/** Chooses the columns of a table, as a part of its menu; the rows' name is not among them. */
export const ColumnsMenu = <K extends string>({ columns, hidden, onChange }: ColumnsMenuProps<K>) => (
  <Menu.Sub position="left-start">
    <Menu.Sub.Target>
      <Menu.Sub.Item leftSection={<IconColumns3 size={14} aria-hidden />}>Columns</Menu.Sub.Item>
    </Menu.Sub.Target>
    <Menu.Sub.Dropdown>
      {columns.map(({ key, title }) => (
        <Menu.CheckboxItem
          key={key}
          closeMenuOnClick={false}
          checked={!hidden.includes(key)}
          onChange={(isShown) =>
            onChange(
              columns.map((one) => one.key).filter((one) => (one === key ? !isShown : hidden.includes(one))),
            )
          }
        >
          {title}
        </Menu.CheckboxItem>
      ))}
      <Menu.Divider />
      <Menu.Item disabled={hidden.length === 0} onClick={() => onChange([])}>
        Show all columns
      </Menu.Item>
    </Menu.Sub.Dropdown>
  </Menu.Sub>
);

interface FilterPopoverProps {
  readonly label: string;
  /** The present choice in a few characters; null where there is none, and only the label is shown. */
  readonly chosen: string | null;
  readonly width: number;
  /** Where one choice ends it, a function of what closes it. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** One filter: its name, the present choice, and a popover to change it. */
export function FilterPopover({ label, chosen, width, children }: FilterPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover position="bottom-start" width={width} opened={isOpen} onChange={setOpen} trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={css['matter']}
          data-chosen={chosen !== null}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
          {chosen !== null && <strong className={`${css['chosen'] ?? ''} cut`}>{chosen}</strong>}
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {typeof children === 'function' ? children(() => setOpen(false)) : children}
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * The choice among `all` with `one` toggled. None and all both mean no filter: null. The order is that of `all`, whatever was
 * pressed first.
 */
export function toggledIn<T>(all: readonly T[], chosen: readonly T[] | null, one: T): readonly T[] | null {
  const before = chosen ?? [];
  const next = all.filter((each) => (each === one ? !before.includes(each) : before.includes(each)));
  return next.length === 0 || next.length === all.length ? null : next;
}

interface FindFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Printed in the empty field. */
  readonly shortcut: CommandName;
  /** Arrow down or Enter. */
  readonly toList: () => void;
  /** At most, in px. */
  readonly width?: number;
  readonly ref?: RefObject<HTMLInputElement | null>;
}

/** The text filter of a list. Escape clears it; arrow down and Enter go on to the list. */
export function FindField(props: FindFieldProps) {
  const { label, placeholder, value, onChange, shortcut, toList, width = 264, ref } = props;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onChange('');
    else if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    else toList();
    event.preventDefault();
  }

  return (
    <TextInput
      {...(ref === undefined ? {} : { ref })}
      // It gives way before anything beside it goes to another line.
      flex="1000 1 140px"
      maw={width}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={value === '' ? <Keys of={shortcut} /> : null}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
