import type { StoreApi } from 'zustand/vanilla';
import type { SessionFrame, SessionOpening, SessionPortMessage } from '#shared/areas/session-port.ts';
import { viewOf } from '#shared/domain/session-rows.ts';
import { answered, createLatest, idle, loading, valueOf } from '../../bridge.ts';
import type { GridSelection } from '../../grid/selection.ts';
import { filterAt, followsFindings, placeOf, type SessionDeps, type SessionState } from './session-state.ts';

export interface Following {
  /** Starts listening for a new view of the session; the previous one is closed. */
  readonly begin: () => { readonly viewId: string; readonly wasTold: () => boolean };
  readonly end: () => void;
}

interface Followers {
  readonly rows: ShownRows;
  readonly panel: SidePanel;
}

/** Follows the updates of a session: findings over the port, state and removal by `sessions.changed`. */
export function createFollowing(
  store: StoreApi<SessionState>,
  deps: SessionDeps,
  followers: Followers,
): Following {
  const { getState: get, setState: set } = store;
  const { request, on, ports, newId, times } = deps;
  const findings = createFindings(store, deps, followers);
  let end = (): void => undefined;

  function listen(viewId: string, note: () => void): () => void {
    const slow = setTimeout(() => {
      if (get().port === 'opening') set({ port: 'slow' });
    }, times.slow);
    const stops = [
      () => clearTimeout(slow),
      ports.receive(viewId, findings.take, () => set({ port: 'lost' })),
      on['sessions.changed'](({ sessions, removed }) => {
        const changed = sessions.find(({ id }) => id === deps.sessionId);
        if (removed.includes(deps.sessionId)) set({ isRemoved: true });
        if (changed === undefined) return;
        note();
        set({ session: { status: 'ready', value: changed } });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      void request.sessions.close({ viewId });
    };
  }

  return {
    begin() {
      end();
      const viewId = newId();
      let told = false;
      end = listen(viewId, () => (told = true));
      return { viewId, wasTold: () => told };
    },
    end() {
      end();
      end = () => undefined;
      findings.end();
    },
  };
}

interface FindingsToldOf {
  readonly take: (message: SessionPortMessage) => void;
  readonly end: () => void;
}

function createFindings(
  { getState: get, setState: set }: StoreApi<SessionState>,
  { createModel, times }: SessionDeps,
  { rows, panel }: Followers,
): FindingsToldOf {
  let counting: ReturnType<typeof setTimeout> | undefined;

  const recount = (): void => {
    counting = undefined;
    set({ counted: get().counted + 1 });
  };

  function open(opening: SessionOpening): void {
    set({ model: createModel(opening), port: 'open', counted: get().counted + 1 });
    rows.refresh();
    panel.read();
  }

  function frame(told: SessionFrame): void {
    const { model, session } = get();
    if (model === null) return;
    model.apply(told);
    counting ??= setTimeout(recount, times.counts);
    const known = valueOf(session);
    if (known !== null && session.status === 'ready')
      set({ session: { ...session, value: { ...known, left: told.left, pace: told.pace } } });
    rows.follow(told.cells.length);
    panel.follow(told.cells);
  }

  return {
    take: (message) => (message.kind === 'opening' ? open(message) : frame(message)),
    end() {
      clearTimeout(counting);
      counting = undefined;
    },
  };
}

/** Updates the shown rows when the filter changes and, without moving them while the user works in the grid, when findings arrive. */
export interface ShownRows {
  /** Filters and sorts the rows now. */
  readonly refresh: () => void;
  /** The same, after the debounce time. */
  readonly refreshSoon: () => void;
  /** Findings arrived: where they can change the rows, these are updated once the grid is idle. */
  readonly follow: (cells: number) => void;
  /** The user works in the grid: the rows keep their places. */
  readonly touch: () => void;
  readonly end: () => void;
}

/** Filtering takes at most one twentieth of the time. */
const shareOfTime = 20;

/**
 * While a session runs, a filter by finding or an order by availability would move rows many times a second. The rule: what the
 * user chooses applies at once; incoming findings move rows only when the grid was idle for `times.rest`, and at most once in
 * `times.refresh`, or in twenty times the duration of the last filtering, which is noticeable for millions of cells. Until then
 * `newer` says how many findings the rows do not show yet, and the user can apply them.
 */
export function createShownRows(store: StoreApi<SessionState>, deps: SessionDeps): ShownRows {
  const { getState: get, setState: set } = store;
  let touchedAt = Number.NEGATIVE_INFINITY;
  let nextAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;

  function refresh(): void {
    clearTimeout(timer);
    clearTimeout(typing);
    timer = undefined;
    const { model, choice } = get();
    if (model === null) return;
    const begunAt = deps.nowMs();
    const filter = filterAt(choice.filter, begunAt);
    set({ shown: { view: viewOf(model.matrix, filter, choice.sort), filter, sort: choice.sort }, newer: 0 });
    const endedAt = deps.nowMs();
    nextAt = endedAt + Math.max(deps.times.refresh, shareOfTime * (endedAt - begunAt));
  }

  function refreshWhenQuiet(): void {
    const wait = Math.max(touchedAt + deps.times.rest, nextAt) - deps.nowMs();
    timer = wait > 0 ? setTimeout(refreshWhenQuiet, wait) : undefined;
    if (wait <= 0) refresh();
  }

  return {
    refresh,
    refreshSoon() {
      clearTimeout(typing);
      typing = setTimeout(refresh, deps.times.typing);
    },
    follow(cells) {
      const { choice, newer } = get();
      if (!followsFindings(choice)) return;
      set({ newer: newer + cells });
      if (timer === undefined) refreshWhenQuiet();
    },
    touch() {
      touchedAt = deps.nowMs();
    },
    end() {
      clearTimeout(timer);
      clearTimeout(typing);
    },
  };
}

/** The content of the panel beside the grid: one cell with its full answer, or all TLDs of one name. */
export interface SidePanel {
  readonly select: (selected: GridSelection | null) => void;
  /** Reads the shown cells again, if they are among the changed ones. */
  readonly follow: (cells: Uint32Array) => void;
  readonly read: () => void;
  readonly end: () => void;
}

export function createSidePanel(store: StoreApi<SessionState>, deps: SessionDeps): SidePanel {
  const { getState: get, setState: set } = store;
  const { request, sessionId } = deps;
  const latest = createLatest();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function readCell(row: number, column: number): Promise<void> {
    const isLatest = latest.begin();
    set({ cell: loading(get().cell) });
    const result = await request.sessions.cell({ id: sessionId, row, column });
    if (isLatest()) set({ cell: answered(get().cell, result) });
  }

  async function readRow(row: number): Promise<void> {
    const isLatest = latest.begin();
    set({ row: loading(get().row) });
    const result = await request.sessions.row({ id: sessionId, row });
    if (!isLatest()) return;
    const { row: before } = get();
    set({ row: answered(before, result.ok ? { ok: true, value: result.value.findings } : result) });
  }

  function read(): void {
    const place = placeOf(get());
    if (place === null || get().choice.side !== 'panel') return;
    if (place.column === null) void readRow(place.row);
    else void readCell(place.row, place.column);
  }

  return {
    read,
    select(selected) {
      const before = placeOf(get());
      set({ selected });
      const place = placeOf(get());
      if (before?.row === place?.row && before?.column === place?.column) return;
      latest.begin();
      clearTimeout(timer);
      set({ cell: idle, row: idle });
      timer = setTimeout(read, deps.times.panel);
    },
    follow(cells) {
      const place = placeOf(get());
      if (place === null) return;
      const columns = get().model?.matrix.tlds.length ?? 1;
      const { row, column } = place;
      const isShown = (cell: number): boolean =>
        column === null ? Math.floor(cell / columns) === row : cell === row * columns + column;
      if (cells.some(isShown)) read();
    },
    end() {
      latest.begin();
      clearTimeout(timer);
    },
  };
}
