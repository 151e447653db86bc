import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionOpening, SessionPortMessage } from '#shared/areas/session-port.ts';
import { priceKindOf } from '#shared/domain/session-prices.ts';
import { type AskAgain, isShortlisted, type Session, type SessionSort } from '#shared/domain/session.ts';
import { mapOk, type Result } from '#shared/result.ts';
import type { Bridge, Finding, FindingDetails } from '../../client.ts';
import type { GridModel } from '../../grid/grid-model.ts';
import type { Density, GridSelection, GridShow } from '../../grid/selection.ts';
import { coalesced } from '../../ui/live-collection.ts';
import { createPriceReader } from './session-prices.ts';
import {
  emptyFilter,
  filterAt,
  type FilterChoice,
  followsFindings,
  initialState,
  mostAtOnce,
  placeOf,
  readChoice,
  type RunAction,
  selectedThen,
  type SessionState,
  type Side,
  textOfChoice,
  type ViewChoice,
  viewFor,
} from './session-state.ts';
import { answered, createLatest, createRemote, loading, valueOf } from '../../remote.ts';
import type { SessionPorts } from '../../session-ports.ts';

interface SessionDeps {
  readonly sessionId: string;
  readonly request: Pick<Bridge['request'], 'sessions' | 'watching'>;
  readonly on: Pick<Bridge['on'], 'sessions.changed'>;
  readonly ports: SessionPorts;
  readonly createModel: (opening: SessionOpening) => GridModel;
  readonly newId: () => string;
  /** Called once a change of the shortlist is stored, with the cells that it changed. */
  readonly onShortlisted: (cells: readonly number[], isOn: boolean) => void;
}

/** In milliseconds. */
const times = {
  /** Debounce time of the filter's text. */
  typing: 120,
  /** How long the grid must be idle before its rows may move. */
  rest: 2_000,
  /** The minimum time between two filterings while findings arrive. */
  refresh: 500,
  /** The minimum time between two renders of the counts. */
  counts: 250,
  /** Debounce time before a choice is saved. */
  save: 600,
  /** How long a cell must stay selected before its answer is requested: a held arrow key requests once. */
  panel: 60,
  /** How long the findings may take to arrive before the screen says so. */
  slow: 3_000,
} as const;

type Store = StoreApi<SessionState>;
type Timer = ReturnType<typeof setTimeout>;

export type SessionStore = ReturnType<typeof createSessionStore>;
export type SessionActions = SessionStore['actions'];

/** The store of the open session: its state, view and actions. */
export function createSessionStore(deps: SessionDeps) {
  const store = createStore<SessionState>(() => initialState);
  const rows = createShownRows(store);
  const panel = createSidePanel(store, deps);
  const prices = createPriceReader(store, deps, rows);
  const own = createOwnNames(store, { rows, prices });
  const createModel: SessionDeps['createModel'] = (opening) => own.markedIn(deps.createModel(opening));
  const updates = createUpdates(store, { ...deps, createModel }, { rows, panel, prices });
  const view = createView(store, deps, { rows, panel, prices });
  return {
    ...store,
    actions: {
      ...createRunActions(store, deps),
      ...view.actions,
      /** Requests the session and its findings; again after the port was lost. */
      open: updates.open,
      /** What is in the user's portfolios, as A-labels: its cells are shown as `yours`. */
      own: own.set,
      /** Saves the view and closes the port. The session continues. */
      leave: (): void => {
        updates.end();
        rows.end();
        panel.end();
        prices.end();
        void view.save();
      },
      refresh: rows.refresh,
      touch: rows.touch,
      seeRows: (first: number, end: number): void => {
        prices.see(first, end);
        if (end > 0) view.see(first);
      },
      topRow: view.topRow,
      select: (selected: GridSelection | null): void => {
        panel.select(selected);
        view.saveSoon();
      },
      /** Saves the view at once; resolves when main has stored it. */
      saveView: view.save,
      readSelected: panel.read,
      shortlist: createShortlisting(store, deps),
    },
  };
}

/** Follows the session: findings over the port, state and removal by `sessions.changed`. */
function createUpdates(
  { getState: get, setState: set }: Store,
  { request, on, ports, newId, createModel, sessionId }: SessionDeps,
  { rows, panel, prices }: Parts,
) {
  const latest = createLatest();
  let isChoiceRead = false;
  let stopListening = (): void => undefined;

  const countSoon = coalesced(() => set({ counted: get().counted + 1 }), times.counts);

  function take(message: SessionPortMessage): void {
    if (message.kind === 'opening') {
      set({ model: createModel(message), port: 'open', counted: get().counted + 1 });
      // Before the view is read, the rows would be shown in another order for a moment.
      if (isChoiceRead) begin();
      return;
    }
    const { model, session, choice } = get();
    if (model === null) return;
    const answeredCells = model.apply(message);
    countSoon();
    const { left, pace } = message;
    if (session.status === 'ready') set({ session: { ...session, value: { ...session.value, left, pace } } });
    // A star set here or undone is no newer result, unless the rows depend on it.
    rows.follow(choice.filter.shortlistedOnly ? message.cells.length : answeredCells);
    panel.follow(message.cells);
    prices.follow(message);
  }

  function begin(): void {
    rows.refresh();
    prices.choose();
    panel.read();
  }

  function listen(viewId: string): () => void {
    const slow = setTimeout(() => {
      if (get().port === 'opening') set({ port: 'slow' });
    }, times.slow);
    const closePort = ports.receive(viewId, take, () => set({ port: 'lost' }));
    const endEvents = on['sessions.changed'](({ sessions, removed }) => {
      const changed = sessions.find(({ id }) => id === sessionId);
      if (removed.includes(sessionId)) set({ isRemoved: true });
      if (changed !== undefined) set({ session: { status: 'ready', value: changed } });
    });
    return () => {
      clearTimeout(slow);
      closePort();
      endEvents();
      void request.sessions.close({ viewId });
    };
  }

  return {
    /** Listens for the view's port before requesting it. */
    open: async (): Promise<void> => {
      const isLatest = latest.begin();
      set({ session: loading(get().session), port: 'opening' });
      stopListening();
      const viewId = newId();
      stopListening = listen(viewId);
      const result = await request.sessions.open({ id: sessionId, viewId });
      if (!isLatest()) return;
      const { session } = get();
      // Where it is no longer loading, main has sent an event meanwhile, which is newer than the answer.
      if (!result.ok || session.status === 'loading') set({ session: answered(session, result) });
      if (!result.ok || isChoiceRead) return;
      isChoiceRead = true;
      const choice = readChoice(result.value.view);
      set({ choice, selected: selectedThen(choice, result.value) });
      begin();
    },
    end: (): void => {
      stopListening();
      stopListening = () => undefined;
    },
  };
}

/** What is in the user's portfolios: the model may come before it or after it. */
function createOwnNames({ getState: get, setState: set }: Store, { rows, prices }: Omit<Parts, 'panel'>) {
  let own: ReadonlySet<string> = new Set();
  return {
    markedIn: (model: GridModel): GridModel => {
      model.setOwned(own);
      return model;
    },
    set: (names: ReadonlySet<string>): void => {
      const cells = get().model?.setOwned(names) ?? [];
      const areFirst = own.size === 0;
      own = names;
      if (cells.length === 0) return;
      set({ counted: get().counted + 1 });
      prices.follow({ cells: Uint32Array.from(cells) });
      // The session was just opened; later ones come as findings do.
      if (areFirst) rows.refresh();
      else rows.follow(cells.length);
    },
  };
}

/** Filtering takes at most one twentieth of the time. */
const shareOfTime = 20;

/**
 * Updates the shown rows when the filter changes and when findings arrive. While a session runs, a filter by finding or an order
 * by availability would move rows many times a second. The rule: what the user chooses applies at once; incoming findings move
 * rows only when the grid was idle for `times.rest`, and at most once in `times.refresh`, or in twenty times the duration of the
 * last filtering, which is noticeable for millions of cells. Until then `newer` says how many findings the rows do not show yet,
 * and the user can apply them.
 */
function createShownRows({ getState: get, setState: set }: Store) {
  let touchedAt = Number.NEGATIVE_INFINITY;
  let nextAt = Number.NEGATIVE_INFINITY;
  let timer: Timer | undefined;
  let typing: Timer | undefined;

  function refresh(): void {
    clearTimeout(timer);
    clearTimeout(typing);
    timer = undefined;
    const { model, choice } = get();
    if (model === null) return;
    const begunAt = Date.now();
    const filter = filterAt(choice.filter, begunAt);
    const view = viewFor(model.matrix, filter, choice, model.prices());
    set({ shown: { view, filter, sort: choice.sort }, newer: 0 });
    const endedAt = Date.now();
    nextAt = endedAt + Math.max(times.refresh, shareOfTime * (endedAt - begunAt));
  }

  function refreshWhenQuiet(): void {
    const wait = Math.max(touchedAt + times.rest, nextAt) - Date.now();
    timer = wait > 0 ? setTimeout(refreshWhenQuiet, wait) : undefined;
    if (wait <= 0) refresh();
  }

  return {
    refresh,
    /** After the debounce time. */
    refreshSoon: (): void => {
      clearTimeout(typing);
      typing = setTimeout(refresh, times.typing);
    },
    /** Findings arrived: where they can change the rows, these are updated once the grid is idle. */
    follow: (cells: number): void => {
      const { choice, newer } = get();
      if (cells === 0 || !followsFindings(choice)) return;
      set({ newer: newer + cells });
      if (timer === undefined) refreshWhenQuiet();
    },
    /** The user works in the grid: the rows keep their places. */
    touch: (): void => {
      touchedAt = Date.now();
    },
    end: (): void => {
      clearTimeout(timer);
      clearTimeout(typing);
    },
  };
}

/** The content of the panel beside the grid: one cell with its full answer, or all TLDs of one name. */
function createSidePanel({ getState: get, setState: set }: Store, { request, sessionId }: SessionDeps) {
  const cell = createRemote<FindingDetails>(
    () => get().cell,
    (next) => set({ cell: next }),
  );
  const wholeRow = createRemote<readonly Finding[]>(
    () => get().row,
    (next) => set({ row: next }),
  );
  let timer: Timer | undefined;

  function read(): void {
    const place = placeOf(get());
    if (place === null || get().choice.side !== 'panel') return;
    const { row, column } = place;
    if (column === null)
      void wholeRow.ask(async () =>
        mapOk(await request.sessions.row({ id: sessionId, row }), ({ findings }) => findings),
      );
    else void cell.ask(() => request.sessions.cell({ id: sessionId, row, column }));
  }

  return {
    read,
    select: (selected: GridSelection | null): void => {
      const before = placeOf(get());
      set({ selected });
      const place = placeOf(get());
      if (before?.row === place?.row && before?.column === place?.column) return;
      clearTimeout(timer);
      cell.reset();
      wholeRow.reset();
      timer = setTimeout(read, times.panel);
    },
    /** Reads the shown cells again, if they are among the changed ones. */
    follow: (cells: Uint32Array): void => {
      const place = placeOf(get());
      if (place === null) return;
      const columns = get().model?.matrix.tlds.length ?? 1;
      const { row, column } = place;
      const isShown = (cell: number): boolean =>
        column === null ? Math.floor(cell / columns) === row : cell === row * columns + column;
      if (cells.some(isShown)) read();
    },
    end: (): void => {
      cell.ignore();
      wholeRow.ignore();
      clearTimeout(timer);
    },
  };
}

type Parts = Readonly<Record<'rows', ReturnType<typeof createShownRows>>> &
  Readonly<Record<'panel', ReturnType<typeof createSidePanel>>> &
  Readonly<Record<'prices', ReturnType<typeof createPriceReader>>>;

/** How the session is viewed: each choice applies at once and is saved after the debounce time. */
function createView(
  { getState: get, setState: set }: Store,
  { request, sessionId }: SessionDeps,
  { rows, panel, prices }: Parts,
) {
  let timer: Timer | undefined;
  let top: number | null = null;
  let isSeen = false;

  async function save(): Promise<void> {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const left = { place: placeOf(get()), top: topRow() };
    await request.sessions.saveView({ id: sessionId, view: textOfChoice({ ...get().choice, left }) });
  }

  function saveSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), times.save);
  }

  /** The uppermost visible row; null at the top. */
  const topRow = (): number | null => (isSeen ? top : get().choice.left.top);

  /** @param first Index of the uppermost visible row among the shown ones. */
  function see(first: number): void {
    const before = topRow();
    top = first === 0 ? null : (get().shown?.view.rows[first] ?? null);
    isSeen = true;
    if (top !== before) saveSoon();
  }

  function choose(change: Partial<ViewChoice>): void {
    set({ choice: { ...get().choice, ...change } });
    saveSoon();
  }

  const actions = {
    filterBy: (change: Partial<FilterChoice>): void => {
      choose({ filter: { ...get().choice.filter, ...change } });
      if (Object.keys(change).join() === 'text') rows.refreshSoon();
      else rows.refresh();
      prices.choose();
    },
    clearFilter: (): void => actions.filterBy(emptyFilter),
    hideEmpty: (hidesEmpty: boolean): void => {
      choose({ hidesEmpty });
      rows.refresh();
    },
    /** An order by price shows that price, unless another one is shown. */
    sortBy: (sort: SessionSort): void => {
      const { show } = get().choice;
      choose({ sort, show: show === 'marks' ? (priceKindOf(sort) ?? show) : show });
      rows.refresh();
      prices.choose();
    },
    show: (show: GridShow): void => {
      choose({ show });
      prices.choose();
    },
    showDensity: (density: Density | null) => choose({ density }),
    widenNames: (nameWidth: number) => choose({ nameWidth }),
    showSide: (side: Side): void => {
      choose({ side });
      panel.read();
    },
  };
  return { actions, save, saveSoon, see, topRow };
}

/** Actions on the session as a whole. Each returns whether it succeeded; a failure stays as `failed`. */
function createRunActions({ getState: get, setState: set }: Store, { request, sessionId }: SessionDeps) {
  const { sessions } = request;
  const ofThis = { id: sessionId };

  async function begin(action: RunAction, ask: () => Promise<Result<Session>>): Promise<Session | null> {
    if (get().pending !== null) return null;
    set({ pending: action, failed: null });
    const result = await ask();
    set({ pending: null, failed: result.ok ? null : { action, error: result.error } });
    return result.ok ? result.value : null;
  }

  /** The returned session replaces the present one. */
  async function change(action: RunAction, ask: () => Promise<Result<Session>>): Promise<boolean> {
    const session = await begin(action, ask);
    if (session !== null) set({ session: { status: 'ready', value: session } });
    return session !== null;
  }

  return {
    pause: () => change('pause', () => sessions.pause(ofThis)),
    resume: () => change('resume', () => sessions.resume(ofThis)),
    stop: () => change('stop', () => sessions.stop(ofThis)),
    rename: (name: string) => change('rename', () => sessions.rename({ ...ofThis, name })),
    recheck: (which: AskAgain) => change('recheck', () => sessions.askAgain({ ...ofThis, which })),
    /** The new session, running; null where it could not be created. */
    runAgain: (accountId: string) =>
      begin('run-again', () => sessions.runAgain({ ...ofThis, accountId, start: true })),
    forgetFailure: () => set({ failed: null }),
  };
}

/** Adds cells to the shortlist or removes them: on the screen at once, reverted where main could not store it. */
function createShortlisting(
  { getState: get, setState: set }: Store,
  { request, sessionId, onShortlisted }: SessionDeps,
) {
  const recount = (): void => set({ counted: get().counted + 1 });
  return async (cells: readonly number[], isOn: boolean): Promise<void> => {
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
      set({ failed: { action: 'shortlist', error: result.error } });
      return;
    }
    if (changing.length > 0) onShortlisted(changing, isOn);
  };
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

/** The grid's model, in a component that is drawn again a few times a second while its counts change. */
export function useLiveModel(): GridModel | null {
  useSessionState((state) => state.counted);
  return useSessionState((state) => state.model);
}
