import type { KeyboardEvent } from 'react';
import { type Stores, useStores } from '../../app-stores.ts';
import { pressed, type ShortcutName } from '../../lib/shortcuts.ts';
import { moveFor } from './move.ts';
import { domainsWith, filterOrder, type Row } from './rows.ts';
import { isAsking } from './search-state.ts';
import { useCopy } from './use-copy.ts';

/** The keys of the list: moving, opening, copying, looking again, filtering, and the way back. */
export function useListKeys(
  shown: readonly Row[],
  at: number,
  toField: () => void,
): (event: KeyboardEvent) => void {
  const stores = useStores();
  const copy = useCopy();
  return (event) => {
    // A row's own buttons keep their keys; only the way out is the same from everywhere.
    if (event.target !== event.currentTarget && !pressed(event, 'back')) return;
    const moved = moveFor(event.key, at, shown.length);
    const act =
      moved === null
        ? (filterFor(event, stores) ?? actFor(event, stores, shown[at], copy, toField))
        : () => (moved < 0 ? toField() : stores.search.actions.moveTo(shown[moved]?.name.domain ?? null));
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

function filterFor(event: KeyboardEvent, { search }: Stores): (() => void) | null {
  if (!/^[0-7]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return null;
  return () => search.actions.filterBy(filterOrder[Number(event.key) - 1] ?? null);
}

function actFor(
  event: KeyboardEvent,
  { search }: Stores,
  row: Row | undefined,
  copy: (names: readonly string[]) => void,
  toField: () => void,
): (() => void) | null {
  const { actions, getState } = search;
  const { rows } = getState();
  const onRow = (act: (row: Row) => void) => () => {
    if (row !== undefined) act(row);
  };
  const acts: readonly (readonly [ShortcutName, () => void])[] = [
    ['details', onRow(({ name }) => actions.openDetails(name.domain))],
    ['copy', onRow(({ name }) => copy([name.unicode]))],
    ['copyAvailable', () => copy(domainsWith(rows, 'available'))],
    ['lookAgain', onRow(({ name }) => actions.lookAgain([name.domain]))],
    ['lookAgainAll', () => actions.lookAgain([...rows.keys()])],
    ['lookAgainUnknown', () => actions.lookAgain(domainsWith(rows, 'unknown'))],
    ['sort', actions.sort],
    ['back', () => back(search, toField)],
  ];
  return acts.find(([name]) => pressed(event, name))?.[1] ?? null;
}

/** Out, one step at a time: the details, then the asking, then the list. */
function back({ actions, getState }: Stores['search'], toField: () => void): void {
  if (getState().open !== null) actions.closeDetails();
  else if (isAsking(getState())) actions.stop();
  else toField();
}
