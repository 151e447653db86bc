import type { SessionSort } from '#shared/domain/session-view.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { answered, createLatest, loading } from '../../../lib/remote.ts';
import type { Density } from '../../../grid/grid-props.ts';
import type { GridSelection } from '../../../grid/selection.ts';
import { createDeeds, type Deeds } from './deeds.ts';
import { createFollowing, type Following } from './following.ts';
import { initialState, type SessionDeps, type SessionState } from './session-state.ts';
import { createShortlisting } from './shortlist.ts';
import { createShownRows, type ShownRows } from './shown-rows.ts';
import { createSidePanel, type SidePanel } from './side-panel.ts';
import {
  everything,
  type FilterChoice,
  readChoice,
  type Side,
  textOfChoice,
  type ViewChoice,
} from './view-choice.ts';

export interface SessionActions extends Deeds {
  /** Asks for the session and for its findings; again after the port was lost. */
  readonly open: () => Promise<void>;
  /** Keeps the view and lets the port go. The session goes on. */
  readonly leave: () => void;
  readonly filterBy: (change: Partial<FilterChoice>) => void;
  readonly clearFilter: () => void;
  readonly sortBy: (sort: SessionSort) => void;
  readonly showDensity: (density: Density | null) => void;
  readonly widenNames: (width: number) => void;
  readonly showSide: (side: Side) => void;
  readonly refresh: () => void;
  readonly touch: () => void;
  readonly select: (selected: GridSelection | null) => void;
  readonly readSelected: () => void;
  readonly shortlist: (cells: readonly number[], isOn: boolean) => Promise<void>;
}

export interface SessionStore extends StoreApi<SessionState> {
  readonly actions: SessionActions;
}

/** One open session: what is known of it, how it is looked at, and what is done to it. */
export function createSessionStore(deps: SessionDeps): SessionStore {
  const store = createStore<SessionState>(() => initialState);
  const rows = createShownRows(store, deps);
  const panel = createSidePanel(store, deps);
  const following = createFollowing(store, deps, { rows, panel });
  const looking = createLooking(store, deps, { rows, panel });
  return {
    ...store,
    actions: {
      ...createDeeds(store, deps),
      ...looking.actions,
      open: createOpening(store, deps, { listen: following.begin, refresh: rows.refresh }),
      leave() {
        following.end();
        rows.end();
        panel.end();
        looking.keepNow();
      },
      refresh: rows.refresh,
      touch: rows.touch,
      select: panel.select,
      readSelected: panel.read,
      shortlist: createShortlisting(store, deps),
    },
  };
}

/** The view's port is listened for before it is asked for; what main tells meanwhile is newer than the answer. */
function createOpening(
  { getState: get, setState: set }: StoreApi<SessionState>,
  deps: SessionDeps,
  { listen, refresh }: { readonly listen: Following['begin']; readonly refresh: () => void },
): () => Promise<void> {
  const latest = createLatest();
  let isChoiceRead = false;
  return async () => {
    const isLatest = latest.begin();
    set({ session: loading(get().session), port: 'opening' });
    const { viewId, wasTold } = listen();
    const result = await deps.request.sessions.open({ id: deps.sessionId, viewId });
    if (!isLatest()) return;
    if (!result.ok || !wasTold()) set({ session: answered(get().session, result) });
    if (!result.ok || isChoiceRead) return;
    isChoiceRead = true;
    set({ choice: readChoice(result.value.view) });
    refresh();
  };
}

type LookingActions = Pick<
  SessionActions,
  'filterBy' | 'clearFilter' | 'sortBy' | 'showDensity' | 'widenNames' | 'showSide'
>;

interface Looking {
  readonly actions: LookingActions;
  readonly keepNow: () => void;
}

/** How the session is looked at: each choice acts at once and is kept when it rests. */
function createLooking(
  { getState: get, setState: set }: StoreApi<SessionState>,
  { request, sessionId, times }: SessionDeps,
  { rows, panel }: { readonly rows: ShownRows; readonly panel: SidePanel },
): Looking {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keepNow(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    void request.sessions.saveView({ id: sessionId, view: textOfChoice(get().choice) });
  }

  function choose(change: Partial<ViewChoice>): void {
    set({ choice: { ...get().choice, ...change } });
    clearTimeout(timer);
    timer = setTimeout(keepNow, times.save);
  }

  const actions: LookingActions = {
    filterBy(change) {
      choose({ filter: { ...get().choice.filter, ...change } });
      if (Object.keys(change).join() === 'text') rows.refreshSoon();
      else rows.refresh();
    },
    clearFilter() {
      choose({ filter: everything });
      rows.refresh();
    },
    sortBy(sort) {
      choose({ sort });
      rows.refresh();
    },
    showDensity: (density) => choose({ density }),
    widenNames: (nameWidth) => choose({ nameWidth }),
    showSide(side) {
      choose({ side });
      panel.read();
    },
  };
  return { actions, keepNow };
}
