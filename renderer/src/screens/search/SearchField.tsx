import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { pressed } from '../../lib/shortcuts.ts';
import { NameEcho } from './NameEcho.tsx';
import css from './field.module.css';
import { TldPicker } from './TldPicker.tsx';

interface Props {
  readonly field: React.RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
}

/** The one line: a name, a full domain or a URL; the TLDs it is asked under; and the asking. */
export function SearchField({ field, toList }: Props) {
  const { search } = useStores();
  const text = useStore(search, (state) => state.text);
  const problem = useStore(search, (state) => state.problem);
  const echo = useId();

  function ask(): void {
    if (search.actions.ask() || problem === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(problem.at, problem.at + problem.length);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (pressed(event, 'ask')) ask();
    else if (pressed(event, 'toList')) toList();
    else if (pressed(event, 'back')) search.actions.type('');
    else return;
    event.preventDefault();
  }

  return (
    <div className={css['block']} role="search">
      <div className={css['line']} data-wrong={problem !== null}>
        <IconSearch size={20} stroke={1.75} className={css['icon']} aria-hidden />
        <input
          ref={field}
          className={css['input']}
          value={text}
          onChange={(event) => search.actions.type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          aria-label="Name, domain or URL"
          aria-describedby={echo}
          aria-invalid={problem !== null}
          placeholder="A name, a domain or a URL"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={2_048}
          autoFocus
        />
        <TldPicker />
        <Button className={css['ask']} onClick={ask} disabled={text.trim() === ''}>
          Search
        </Button>
      </div>
      <NameEcho id={echo} />
    </div>
  );
}
