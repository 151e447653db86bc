import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { format } from '../../../../lib/format.ts';
import { useSession, useSessionActions, useSessionState } from '../session-context.ts';
import css from './filter.module.css';
import { FilterPopover } from './FilterPopover.tsx';
import { toggledIn } from './toggled-in.ts';

/** Which TLDs are shown as columns. */
export function TldFilter() {
  const { tlds } = useSession();
  const chosen = useSessionState((state) => state.choice.filter.tlds);
  return (
    <FilterPopover label="TLDs" chosen={chosenInWords(chosen, tlds.length)} width={296}>
      <TldChoice />
    </FilterPopover>
  );
}

function chosenInWords(chosen: readonly string[] | null, all: number): string | null {
  if (chosen === null) return null;
  const [only] = chosen;
  return chosen.length === 1 && only !== undefined
    ? `.${only}`
    : `${format.count(chosen.length)} of ${format.count(all)}`;
}

function TldChoice() {
  const { tlds } = useSession();
  const chosen = useSessionState((state) => state.choice.filter.tlds);
  const { filterBy } = useSessionActions();
  const [text, setText] = useState('');
  const wanted = text.trim().replace(/^\./, '').toLowerCase();
  const matching = tlds.filter((tld) => tld.includes(wanted));
  return (
    <div className={css['tlds']}>
      <TextInput
        data-autofocus
        aria-label="Find a TLD"
        placeholder="Find a TLD"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={css['tldActions']}>
        <Button variant="default" disabled={chosen === null} onClick={() => filterBy({ tlds: null })}>
          All {format.count(tlds.length)}
        </Button>
        <Button
          variant="default"
          disabled={wanted === '' || matching.length === 0}
          onClick={() => filterBy({ tlds: matching })}
        >
          Only these {format.count(matching.length)}
        </Button>
      </div>
      <div className={css['tldList']} role="group" aria-label="TLDs">
        {matching.map((tld) => (
          <label key={tld} className={css['tld']}>
            <input
              type="checkbox"
              className="tick"
              checked={chosen?.includes(tld) ?? false}
              onChange={() => filterBy({ tlds: toggledIn(tlds, chosen, tld) })}
            />
            <span>.{tld}</span>
          </label>
        ))}
        {matching.length === 0 && <p className={css['quiet']}>No TLD of this session matches.</p>}
      </div>
    </div>
  );
}
