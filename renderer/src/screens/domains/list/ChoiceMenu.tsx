import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import css from './filter.module.css';

interface Props<T> {
  readonly label: string;
  readonly value: T | null;
  readonly choices: readonly { readonly value: T; readonly words: string }[];
  /** What the choice of nothing is called. */
  readonly any: string;
  readonly onChoose: (value: T | null) => void;
}

/** One matter of the filter: its name, what is chosen of it, and the choices behind it. */
export function ChoiceMenu<T extends string | number>({ label, value, choices, any, onChoose }: Props<T>) {
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
