import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { format } from '../../../lib/format.ts';
import { byLetter } from '../../search/tld-pick.ts';
import { TldSource } from '../../search/TldSource.tsx';
import { TldChoices } from '../../search/TldChoices.tsx';
import type { NewStore } from './new-store.ts';
import css from './tlds.module.css';

interface Props {
  readonly store: NewStore;
  /** The account's TLDs. */
  readonly known: readonly string[];
}

/** The account's list, and whatever else is chosen, to be picked from one by one or all at once. */
export function TldList({ store, known }: Props) {
  const chosen = useStore(store, (state) => state.tlds);
  const [text, setText] = useState('');
  const picked = useMemo(() => new Set(chosen), [chosen]);
  const sections = useMemo(() => byLetter(known, picked, text), [known, picked, text]);
  const matching = useMemo(() => sections.flatMap((section) => section.tlds), [sections]);
  const isAll = matching.every((tld) => picked.has(tld));
  return (
    <div className={css['list']} role="group" aria-label="The account’s list">
      <div className={css['tools']}>
        <TextInput
          className={css['grow'] ?? ''}
          aria-label="Find a TLD"
          placeholder="Find a TLD"
          leftSection={<IconSearch size={16} aria-hidden />}
          leftSectionWidth={32}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button variant="default" px={8} disabled={isAll} onClick={() => store.actions.addTlds(matching)}>
          {text === '' ? 'All' : 'These'} {format.count(matching.length)}
        </Button>
        <Button
          variant="default"
          px={8}
          disabled={chosen.length === 0}
          onClick={() => store.actions.removeTlds(text === '' ? chosen : matching)}
        >
          None
        </Button>
      </div>
      <TldSource />
      <TldChoices
        sections={sections}
        picked={picked}
        toggle={(tld) => (picked.has(tld) ? store.actions.removeTlds([tld]) : store.actions.addTlds([tld]))}
      />
    </div>
  );
}
