import { type RefObject, useMemo, useState } from 'react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isBuyable } from '#shared/domain/finding.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { isShortlisted, type Session, type SessionView, shownKindOf } from '#shared/domain/session.ts';
import { ok } from '#shared/result.ts';
import type { Input } from '../../client.ts';
import { type Stores, useStores } from '../../app-stores.ts';
import type { GridModel } from '../../grid/grid-model.ts';
import {
  type GridHandle,
  type GridPlace,
  type GridSelection,
  selectedCells,
  shownRange,
} from '../../grid/selection.ts';
import { copyOthers, viewOwned } from '../../search/owned.ts';
import { counted } from '../../ui/Formats.tsx';
import { focusField, useKeys } from '../../ui/Shortcuts.tsx';
import { nothingToCopy, useCopy } from '../../ui/copy.ts';
import { isOnItsWay, sessionOf } from '../sessions-store.ts';
import { mostAtOnce, placeOf } from './session-state.ts';
import { type SessionStore, useSessionStore } from './session-store.ts';
import { valueOf } from '../../remote.ts';

/** Between two accounts, and from a later session, a difference does not mean that anything changed. */
function sinceWords(session: Session, other: Session | null): string {
  if (other === null) return 'Changed';
  const isSince = other.accountId === session.accountId && other.createdAt < session.createdAt;
  return `${isSince ? 'Changed since' : 'Differs from'} ${isolated(other.name)}`;
}

/** Narrows the session down to what differs from another one; says so where nothing does. */
const showChangesOf =
  (
    { bridge, sessions, notices }: Pick<Stores, 'bridge' | 'sessions' | 'notices'>,
    { actions, getState }: Pick<SessionStore, 'actions' | 'getState'>,
  ) =>
  async (sinceId: string): Promise<void> => {
    const session = valueOf(getState().session);
    if (session === null) return;
    const found = await bridge.request.sessions.changedSince({ id: session.id, sinceId });
    if (!found.ok) {
      notices.actions.fail(found.error);
      return;
    }
    const { compared, changed, cells } = found.value;
    if (changed > 0) {
      const label = sinceWords(session, sessionOf(sessions.getState(), sinceId));
      actions.filterBy({ changedSince: { label, cells } });
    } else if (compared > 0)
      notices.actions.say(`${counted(compared, 'check', 'checks')} done in both: nothing differs.`);
    else notices.actions.say('Nothing was checked in both.');
  };

/** The actions available everywhere in the session, by key and by button. */
export function useSessionWideActions() {
  const stores = useStores();
  const session = useSessionStore();
  const copy = useCopy();
  return useMemo(() => actionsIn(stores, session, copy), [stores, session, copy]);
}

function actionsIn(
  stores: Stores,
  { actions, getState }: SessionStore,
  copy: (names: readonly string[]) => void,
) {
  const { search, route } = stores;

  function onPlace(act: (place: GridPlace, model: GridModel) => void): void {
    const { model } = getState();
    const place = placeOf(getState());
    if (place !== null && model !== null) act(place, model);
  }

  /** Orders are for the account that found the names, whichever is the active one. */
  function register(domains: readonly string[]): void {
    const session = valueOf(getState().session);
    if (session !== null && domains.length > 0) route.actions.goToRegister(domains, session.accountId);
  }

  return {
    register,
    showChangesSince: showChangesOf(stores, { actions, getState }),
    /** The order of a cell that can be bought; of anything else, the details. */
    registerOrOpen: (place: GridPlace): void => {
      const { model } = getState();
      if (model !== null && isBuyableAt(model, place)) register([domainAt(model, place)]);
      else actions.showSide('panel');
    },
    /** One order of all of them. */
    registerAll: (places: readonly GridPlace[]): void => {
      const { model } = getState();
      if (model !== null) register(places.map((place) => domainAt(model, place)));
    },
    pauseOrResume: (): void => {
      const session = valueOf(getState().session);
      if (session === null || session.state === 'finished') return;
      void (isOnItsWay(session) ? actions.pause() : actions.resume());
    },
    /** Copies the selected domain, or the name alone where a whole row is selected. */
    copyName: () => onPlace((place, model) => copy([nameAt(model, place)])),
    /**
     * Copies what is available of what is shown, in its order. The main process has the names put together by the thread of exports: the
     * page is not kept busy with a million cells.
     */
    copyAvailable: (): void => {
      const { shown } = getState();
      const session = valueOf(getState().session);
      if (session === null || shown === null) return;
      const filter = { ...shown.filter, kinds: ['available'] as const };
      const order = { id: session.id, filter, sort: shown.sort, as: 'names' } as const;
      void copyOthers(stores, session.accountId, () => void copyBy(stores, order));
    },
    /** Adds to the shortlist, or removes; for a row, the cells that match the filter. */
    star: () =>
      onPlace((place, model) => {
        const { shown } = getState();
        const cells = cellsAt(model, place).filter((cell) => place.column !== null || shown?.view.fits(cell));
        const isOn = cells.some((cell) => !isShortlisted(model.matrix.codes[cell] ?? 0));
        void actions.shortlist(cells, isOn);
      }),
    toggleStarredOnly: () => actions.filterBy({ shortlistedOnly: !getState().choice.filter.shortlistedOnly }),
    /** Opens the page of the selected domain, if it is in a portfolio: of the session's account, or of another one. */
    viewDomain: () =>
      onPlace((place, model) => {
        const session = valueOf(getState().session);
        if (session === null || place.column === null) return;
        const [domain, unicode] = [domainAt(model, place), nameAt(model, place)];
        void viewOwned(stores, { accountId: session.accountId, domain, unicode });
      }),
    lookUpInSearch: () =>
      onPlace((place, model) => {
        route.actions.focusSearch(() => {
          search.actions.type(nameAt(model, place));
          search.actions.ask();
        });
      }),
  };
}

async function copyBy({ bridge, notices }: Stores, order: Input<'exports', 'toClipboard'>): Promise<void> {
  const copied = await bridge.request.exports.toClipboard(order);
  if (!copied.ok) notices.actions.fail(copied.error);
  else if (copied.value.rows === 0) notices.actions.say(nothingToCopy, 'problem');
  else notices.actions.say(`Copied ${counted(copied.value.rows, 'name', 'names')}`);
}

/** The name in Unicode. */
export function nameAt({ matrix, unicodeOf }: GridModel, { row, column }: GridPlace): string {
  const name = unicodeOf(row);
  return column === null ? name : `${name}.${toUnicode(matrix.tlds[column] ?? '')}`;
}

/** As A-labels; the name alone for a row. */
export const domainAt = ({ matrix }: GridModel, { row, column }: GridPlace): string =>
  [matrix.names[row] ?? '', ...(column === null ? [] : [matrix.tlds[column] ?? ''])].join('.');

/** Whether a single cell is meant, and its domain can be registered. */
export function isBuyableAt({ matrix }: GridModel, { row, column }: GridPlace): boolean {
  if (column === null) return false;
  const cell = row * matrix.tlds.length + column;
  return isBuyable(shownKindOf(matrix.codes[cell] ?? 0));
}

/**
 * The cells on the shortlist, in the order in which they were entered: without own names, or those that can be registered. Called with
 * every count: of millions of cells none is looked at behind the last one of the shortlist.
 */
export function shortlistOf(model: GridModel, buyableOnly: boolean): readonly GridPlace[] {
  const { codes, tlds } = model.matrix;
  const places: GridPlace[] = [];
  let left = model.shortlisted();
  for (let cell = 0; left > 0 && cell < codes.length; cell += 1) {
    const code = codes[cell] ?? 0;
    if (!isShortlisted(code)) continue;
    left -= 1;
    const place = { row: Math.floor(cell / tlds.length), column: cell % tlds.length };
    if (buyableOnly ? isBuyableAt(model, place) : shownKindOf(code) !== 'yours') places.push(place);
  }
  return places;
}

/** What can be registered of the shown part of the shortlist, in the order in which it is shown. */
export function shownShortlist(model: GridModel, { rows, columns, fits }: SessionView): readonly GridPlace[] {
  const { codes, tlds } = model.matrix;
  const places: GridPlace[] = [];
  for (const row of rows)
    for (const column of columns) {
      const cell = row * tlds.length + column;
      const isMeant = fits(cell) && isShortlisted(codes[cell] ?? 0);
      if (isMeant && isBuyableAt(model, { row, column })) places.push({ row, column });
    }
  return places;
}

/** Of a larger selection, nothing is looked for that could be registered. */
const mostSelected = 20_000;

/** What can be registered of a selection of several cells, in the order in which it is shown. */
export function buyableIn(
  model: GridModel,
  view: SessionView,
  selection: GridSelection,
): readonly GridPlace[] {
  const range = shownRange(view, selection);
  const cells = range === null ? 0 : (range.bottom - range.top + 1) * (range.right - range.left + 1);
  if (cells < 2 || cells > mostSelected) return [];
  const { tlds } = model.matrix;
  return selectedCells(view, model.matrix, selection)
    .map((cell) => ({ row: Math.floor(cell / tlds.length), column: cell % tlds.length }))
    .filter((place) => isBuyableAt(model, place));
}

/** The cell; for a row, all its cells. */
export function cellsAt({ matrix }: GridModel, { row, column }: GridPlace): readonly number[] {
  const columns = matrix.tlds.length;
  return column === null
    ? Array.from({ length: columns }, (_, index) => row * columns + index)
    : [row * columns + column];
}

/** The dialogs of a session; at most one is open. */
type SessionDialog = 'none' | 'export' | 'everything' | 'own-age' | 'rename';

export interface DialogChoice {
  readonly dialog: SessionDialog;
  readonly setDialog: (dialog: SessionDialog) => void;
}

/** The shortcuts of the group "Bulk lookup: a session". All have a modifier key, so they also work while typing. */
export function useSessionKeys(
  grid: RefObject<GridHandle | null>,
  field: RefObject<HTMLInputElement | null>,
): DialogChoice {
  const store = useSessionStore();
  const wide = useSessionWideActions();
  const [dialog, setDialog] = useState<SessionDialog>('none');
  const { actions, getState } = store;
  const toggleSide = (side: 'panel' | 'summary'): void =>
    actions.showSide(getState().choice.side === side ? 'none' : side);
  useKeys({
    sessionRun: wide.pauseOrResume,
    sessionAgain: () => void actions.recheck({ kind: 'unknown' }),
    sessionRename: () => setDialog('rename'),
    sessionClear: actions.clearFilter,
    sessionStarred: wide.toggleStarredOnly,
    sessionRefresh: actions.refresh,
    sessionPanel: () => toggleSide('panel'),
    sessionSummary: () => toggleSide('summary'),
    sessionCopy: wide.copyName,
    sessionStar: wide.star,
    sessionSearch: wide.lookUpInSearch,
    sessionView: wide.viewDomain,
    sessionExport: () => setDialog('export'),
    sessionGrid: () => grid.current?.focus(),
    sessionFind: () => focusField(field),
  });
  return { dialog, setDialog };
}

interface Shortlisting {
  readonly sessionId: string;
  readonly cells: readonly number[];
  readonly isOn: boolean;
}

/** Adds a change of the shortlist to what can be undone. */
export function addShortlisting({ bridge, undo }: Stores, { sessionId, cells, isOn }: Shortlisting): void {
  const what = counted(cells.length, 'domain', 'domains');

  /** A cell is on the shortlist or not: nothing newer is overwritten. */
  async function revert(direction: 'undo' | 'redo') {
    for (let from = 0; from < cells.length; from += mostAtOnce) {
      const stored = await bridge.request.sessions.shortlist({
        id: sessionId,
        cells: cells.slice(from, from + mostAtOnce),
        isOn: direction === 'undo' ? !isOn : isOn,
      });
      if (!stored.ok) return stored;
    }
    return ok({ changed: cells.length, kept: 0 });
  }

  // A single star is seen where it was set: a notice for each would be too much.
  undo.actions[cells.length === 1 ? 'add' : 'tell']({
    text: isOn ? `Shortlisted ${what}` : `Removed ${what} from the shortlist`,
    accountId: null,
    revert,
  });
}
