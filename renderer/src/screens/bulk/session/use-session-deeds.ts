import { isShortlisted } from '#shared/domain/cell.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useMemo } from 'react';
import { type Stores, useStores } from '../../../app-stores.ts';
import type { GridModel } from '../../../grid/grid-model.ts';
import type { GridPlace } from '../../../grid/selection.ts';
import { valueOf } from '../../../lib/remote.ts';
import { useCopy } from '../../search/use-copy.ts';
import { useSessionStore } from './session-context.ts';
import { placeOf } from './session-state.ts';
import type { SessionStore } from './session-store.ts';

/** What can be done from anywhere in the session, by key and by button alike. */
export interface SessionDeeds {
  readonly pauseOrGoOn: () => void;
  /** Of the place under the ring: the domain, or the name alone where a whole row is meant. */
  readonly copyName: () => void;
  /** Of a row, the cells that fit the filter. */
  readonly star: () => void;
  readonly toggleStarredOnly: () => void;
  readonly lookUpInSearch: () => void;
}

export function useSessionDeeds(): SessionDeeds {
  const stores = useStores();
  const session = useSessionStore();
  const copy = useCopy();
  return useMemo(() => deedsOf(stores, session, copy), [stores, session, copy]);
}

function deedsOf(
  { search, route }: Stores,
  { actions, getState }: SessionStore,
  copy: (names: readonly string[]) => void,
): SessionDeeds {
  function onPlace(act: (place: GridPlace, model: GridModel) => void): void {
    const { model } = getState();
    const place = placeOf(getState());
    if (place !== null && model !== null) act(place, model);
  }

  return {
    pauseOrGoOn() {
      const state = valueOf(getState().session)?.state;
      if (state === 'running' || state === 'waiting') void actions.pause();
      else if (state === 'paused' || state === 'stopped') void actions.resume();
    },
    copyName: () => onPlace((place, model) => copy([nameAt(model, place)])),
    star: () =>
      onPlace((place, model) => {
        const { shown } = getState();
        const cells = cellsAt(model, place).filter((cell) => place.column !== null || shown?.view.fits(cell));
        const isOn = cells.some((cell) => !isShortlisted(model.matrix.codes[cell] ?? 0));
        void actions.shortlist(cells, isOn);
      }),
    toggleStarredOnly: () => actions.filterBy({ shortlistedOnly: !getState().choice.filter.shortlistedOnly }),
    lookUpInSearch: () =>
      onPlace((place, model) => {
        route.actions.focusSearch();
        search.actions.type(nameAt(model, place));
        search.actions.ask();
      }),
  };
}

/** For people: in Unicode. */
export function nameAt({ matrix, unicodeOf }: GridModel, { row, column }: GridPlace): string {
  const name = unicodeOf(row);
  return column === null ? name : `${name}.${toUnicode(matrix.tlds[column] ?? '')}`;
}

/** The cell; of a row, all its cells. */
export function cellsAt({ matrix }: GridModel, { row, column }: GridPlace): readonly number[] {
  const columns = matrix.tlds.length;
  return column === null
    ? Array.from({ length: columns }, (_, index) => row * columns + index)
    : [row * columns + column];
}
