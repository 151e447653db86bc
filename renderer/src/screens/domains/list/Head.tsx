import { Button, Menu, TextInput } from '@mantine/core';
import { IconFileText, IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Keys } from '../../../components/Keys.tsx';
import { counted, format } from '../../../lib/format.ts';
import { useNowMs } from '../../../lib/ticker.ts';
import { type Deeds, useDeeds } from './deeds.ts';
import type { ListStore } from './list-store.ts';
import css from './list.module.css';
import { isNarrowed, isTroubled, usualLook } from './look.ts';
import type { Row } from './row.ts';
import { matcherOf } from './shown.ts';
import type { PortfolioNow } from './use-portfolio.ts';

interface Props {
  readonly list: ListStore;
  readonly now: PortfolioNow;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toList: () => void;
}

/** How many there are, the finding among them, and what is done with all of them. */
export function Head({ list, now, field, toList }: Props) {
  const { route } = useStores();
  const deeds = useDeeds(list);
  const isEmpty = now.all.size === 0;
  return (
    <div className={css['head']}>
      <h1 className={css['title']}>Domains</h1>
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

/** How many there are; how many of them are shown where not all are. */
function Size({ list, now: { all, shown } }: Pick<Props, 'list' | 'now'>) {
  const look = useStore(list, (state) => state.look);
  const archived = [...all.values()].filter(({ archivedAt }) => archivedAt !== null).length;
  const names = counted(all.size - archived, 'name', 'names');
  if (isNarrowed(look))
    return (
      <p className={css['size']} role="status">
        {format.count(shown.length)} of {look.archivedOnly ? `${format.count(archived)} archived` : names}
        <Button variant="subtle" size="compact-sm" onClick={list.actions.showAll}>
          Show all
        </Button>
      </p>
    );
  const words = archived === 0 ? names : `${names} · ${format.count(archived)} archived`;
  return <p className={css['size']}>{all.size === 0 ? '' : words}</p>;
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
      className={css['find'] ?? ''}
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

/** Asks the service for the present state: of what is shown, or of a part of it. */
function ReadMenu({ now, deeds }: { readonly now: PortfolioNow; readonly deeds: Deeds }) {
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
  readonly deeds: Deeds;
}) {
  const nowMs = useNowMs();
  const isOld = matcherOf({ ...usualLook, notReadForDays: 1 }, { nowMs, uncertain });
  const choice = (label: string, rows: readonly Row[]) => (
    <Menu.Item
      disabled={rows.length === 0}
      rightSection={<span className={css['quiet']}>{format.count(rows.length)}</span>}
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
