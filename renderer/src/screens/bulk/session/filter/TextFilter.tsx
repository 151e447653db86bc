import { TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { KeyboardEvent, RefObject } from 'react';
import { Keys } from '../../../../components/Keys.tsx';
import { useSessionActions, useSessionState } from '../session-context.ts';
import css from './filter.module.css';

interface Props {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toGrid: () => void;
}

/** A part of the name; `*` stands for anything. ↓ and Enter lead into the grid, Esc empties it. */
export function TextFilter({ field, toGrid }: Props) {
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
