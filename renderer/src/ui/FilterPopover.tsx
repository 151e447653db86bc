import { Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import css from '../styles/filter.module.css';

interface Props {
  readonly label: string;
  /** What is chosen, in a few characters; null where nothing is, and the label says it all. */
  readonly chosen: string | null;
  readonly width: number;
  readonly children: ReactNode;
}

/** One matter of the filter: its name, what is chosen of it, and the choice behind it. */
export function FilterPopover({ label, chosen, width, children }: Props) {
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
          {chosen !== null && <strong className={css['chosen']}>{chosen}</strong>}
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}

/**
 * A choice among `all`, with `one` put in or taken out. None and all of them both mean that nothing is filtered: null.
 * The order is that of `all`, whatever was pressed first.
 */
export function toggledIn<T>(all: readonly T[], chosen: readonly T[] | null, one: T): readonly T[] | null {
  const before = chosen ?? [];
  const next = all.filter((each) => (each === one ? !before.includes(each) : before.includes(each)));
  return next.length === 0 || next.length === all.length ? null : next;
}
