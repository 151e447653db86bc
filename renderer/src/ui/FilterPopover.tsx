import { Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import css from '../styles/filter.module.css';

interface Props {
  readonly label: string;
  /** The present choice in a few characters; null where there is none, and only the label is shown. */
  readonly chosen: string | null;
  readonly width: number;
  readonly children: ReactNode;
}

/** One filter: its name, the present choice, and a popover to change it. */
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
 * The choice among `all` with `one` toggled. None and all both mean no filter: null. The order is that of `all`, whatever was
 * pressed first.
 */
export function toggledIn<T>(all: readonly T[], chosen: readonly T[] | null, one: T): readonly T[] | null {
  const before = chosen ?? [];
  const next = all.filter((each) => (each === one ? !before.includes(each) : before.includes(each)));
  return next.length === 0 || next.length === all.length ? null : next;
}
