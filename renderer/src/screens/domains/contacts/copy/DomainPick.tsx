import { TextInput } from '@mantine/core';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../../app-stores.ts';
import { valueOf } from '../../../../lib/remote.ts';
import { useDomains } from '../../domains-store.ts';
import css from './copy.module.css';

interface Props {
  /** Whose portfolio it is. */
  readonly accountId: string;
  readonly except: string | null;
  readonly chosen: string | null;
  readonly onChoose: (domain: string) => void;
}

const mostShown = 50;

/** The names of the portfolio, found by a part of them; up and down move among them. */
export function DomainPick({ accountId, except, chosen, onChoose }: Props) {
  const [text, setText] = useState('');
  const { found, total } = useFound(accountId, text, except);
  const list = useRef<HTMLUListElement>(null);
  return (
    <div className={css['pick']} onKeyDown={(event) => moveAmong(event, list.current)}>
      <TextInput
        label="Domain"
        placeholder="A part of its name"
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <ul ref={list} className={css['domains']} aria-label="Domains of the portfolio">
        {found.map((domain) => (
          <li key={domain}>
            <button
              type="button"
              className="mono"
              aria-pressed={domain === chosen}
              onClick={() => onChoose(domain)}
            >
              {toUnicode(domain)}
            </button>
          </li>
        ))}
      </ul>
      <p className={css['quiet']}>{countWords(found.length, total)}</p>
    </div>
  );
}

const countWords = (shown: number, total: number): string => {
  if (total === 0) return 'No other domain of this name is in the portfolio';
  return shown < total ? `${shown} of ${total}: type more of the name` : '';
};

function useFound(accountId: string, text: string, except: string | null) {
  const names = useNamesOf(accountId);
  return useMemo(() => {
    const part = text.trim().toLowerCase();
    const all = names
      .filter((name) => name !== except && (name.includes(part) || toUnicode(name).includes(part)))
      .sort();
    return { found: all.slice(0, mostShown), total: all.length };
  }, [names, text, except]);
}

/** Of the header's account as they are known already; of another one as they are when this is opened. */
function useNamesOf(accountId: string): readonly string[] {
  const { request } = useStores().bridge;
  const { accountId: shownId, domains } = useStore(useDomains());
  const [others, setOthers] = useState<readonly string[]>([]);
  const isShown = accountId === shownId;
  useEffect(() => {
    if (isShown) return;
    let isDrawn = true;
    void request.domains.list({ accountId }).then((listed) => {
      if (isDrawn && listed.ok) setOthers(listed.value.domains.map(({ name }) => name));
    });
    return () => {
      isDrawn = false;
    };
  }, [request, accountId, isShown]);
  const shown = useMemo(() => [...(valueOf(domains)?.keys() ?? [])], [domains]);
  return isShown ? shown : others;
}

function moveAmong(event: KeyboardEvent, list: HTMLUListElement | null): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons = [...(list?.querySelectorAll('button') ?? [])];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
}
