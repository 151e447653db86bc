import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type AskAgain, isShortlisted, type Session, type SessionSort } from '#shared/domain/session.ts';
import type { Result } from '#shared/result.ts';
import { answered, createLatest, loading, valueOf } from '../../bridge.ts';
import type { Density, GridSelection } from '../../grid/selection.ts';
import {
  createFollowing,
  createShownRows,
  createSidePanel,
  type Following,
  type ShownRows,
  type SidePanel,
} from './live-session.ts';
import {
  emptyFilter,
  type FilterChoice,
  initialState,
  readChoice,
  type RunAction,
  type SessionDeps,
  type SessionState,
  type Side,
  textOfChoice,
  type ViewChoice,
} from './session-state.ts';

export interface SessionActions extends RunActions {
  /** Requests the session and its findings; again after the port was lost. */
  readonly open: () => Promise<void>;
  /** Saves the view and closes the port. The session continues. */
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

/** The store of the open session: its state, view and actions. */
export function createSessionStore(deps: SessionDeps): SessionStore {
  const store = createStore<SessionState>(() => initialState);
  const rows = createShownRows(store, deps);
  const panel = createSidePanel(store, deps);
  const following = createFollowing(store, deps, { rows, panel });
  const looking = createLooking(store, deps, { rows, panel });
  return {
    ...store,
    actions: {
      ...createRunActions(store, deps),
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

/** Listens for the view's port before requesting it. An event that main sends meanwhile is newer than the answer. */
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

/** The view of the session: each choice applies at once and is saved after the debounce time. */
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
      choose({ filter: emptyFilter });
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

const SessionContext = createContext<SessionStore | null>(null);

export const SessionProvider = SessionContext.Provider;

/** The store of the open session, from the context. */
export function useSessionStore(): SessionStore {
  const store = use(SessionContext);
  if (store === null) throw new Error('Drawn outside of a session');
  return store;
}

export const useSessionState = <T>(select: (state: SessionState) => T): T =>
  useStore(useSessionStore(), select);

export const useSessionActions = (): SessionActions => useSessionStore().actions;

/** The loaded session. Only for components that are drawn once it is loaded. */
export function useSession(): Session {
  const session = useSessionState((state) => valueOf(state.session));
  if (session === null) throw new Error('Drawn before the session is known');
  return session;
}

/** Actions on the session as a whole. Each returns whether it succeeded; a failure stays as `trouble`. */
interface RunActions {
  readonly pause: () => Promise<boolean>;
  readonly resume: () => Promise<boolean>;
  readonly stop: () => Promise<boolean>;
  readonly rename: (name: string) => Promise<boolean>;
  readonly lookAgain: (which: AskAgain) => Promise<boolean>;
  /** The new session, running; null where it could not be created. */
  readonly runAgain: (accountId: string) => Promise<Session | null>;
  readonly forgetTrouble: () => void;
}

function createRunActions(store: StoreApi<SessionState>, deps: SessionDeps): RunActions {
  const { getState: get, setState: set } = store;
  const { sessions } = deps.request;
  const ofThis = { id: deps.sessionId };

  async function begin(deed: RunAction, ask: () => Promise<Result<Session>>): Promise<Session | null> {
    if (get().deed !== null) return null;
    set({ deed, trouble: null });
    const result = await ask();
    set({ deed: null, trouble: result.ok ? null : { deed, error: result.error } });
    return result.ok ? result.value : null;
  }

  /** The returned session replaces the present one. */
  async function change(deed: RunAction, ask: () => Promise<Result<Session>>): Promise<boolean> {
    const session = await begin(deed, ask);
    if (session !== null) set({ session: answered(get().session, { ok: true, value: session }) });
    return session !== null;
  }

  return {
    pause: () => change('pause', () => sessions.pause(ofThis)),
    resume: () => change('resume', () => sessions.resume(ofThis)),
    stop: () => change('stop', () => sessions.stop(ofThis)),
    rename: (name) => change('rename', () => sessions.rename({ ...ofThis, name })),
    lookAgain: (which) => change('look-again', () => sessions.askAgain({ ...ofThis, which })),
    runAgain: (accountId) =>
      begin('run-again', () => sessions.runAgain({ ...ofThis, accountId, start: true })),
    forgetTrouble: () => set({ trouble: null }),
  };
}

/** The contract's limit for one call. */
const mostAtOnce = 100_000;

/** The cells on the shortlist, in row order. */
export function shortlistOf(codes: Uint8Array): readonly number[] {
  const cells: number[] = [];
  codes.forEach((code, cell) => {
    if (isShortlisted(code)) cells.push(cell);
  });
  return cells;
}

/** Adds cells to the shortlist or removes them: on the screen at once, reverted where main could not store it. */
function createShortlisting(
  { getState: get, setState: set }: StoreApi<SessionState>,
  { request, sessionId }: SessionDeps,
): (cells: readonly number[], isOn: boolean) => Promise<void> {
  const recount = (): void => set({ counted: get().counted + 1 });
  return async (cells, isOn) => {
    const { model } = get();
    if (model === null) return;
    const changing = cells.filter((cell) => isShortlisted(model.matrix.codes[cell] ?? 0) !== isOn);
    model.setShortlist(changing, isOn);
    recount();
    for (let from = 0; from < changing.length; from += mostAtOnce) {
      const some = changing.slice(from, from + mostAtOnce);
      const result = await request.sessions.shortlist({ id: sessionId, cells: some, isOn });
      if (result.ok) continue;
      model.setShortlist(changing.slice(from), !isOn);
      recount();
      set({ trouble: { deed: 'shortlist', error: result.error } });
      return;
    }
  };
}
