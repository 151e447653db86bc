import type { StoreApi } from 'zustand/vanilla';
import type { SessionFrame, SessionOpening, SessionPortMessage } from '#shared/areas/session-port.ts';
import { viewOf } from '#shared/domain/session-rows.ts';
import { answered, createLatest, idle, loading, valueOf } from '../../bridge.ts';
import type { GridSelection } from '../../grid/selection.ts';
import { filterAt, followsFindings, placeOf, type SessionDeps, type SessionState } from './session-state.ts';

export interface Following {
  /** Listens for a new view of the session; the one before is let go. */
  readonly begin: () => { readonly viewId: string; readonly wasTold: () => boolean };
  readonly end: () => void;
}

interface Followers {
  readonly rows: ShownRows;
  readonly panel: SidePanel;
}

/** Follows what is told of the session: its findings over the port, its state and its end by `sessions.changed`. */
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

/** Keeps the shown rows in step with the choice and, without pulling them away from under a hand, with the findings. */
export interface ShownRows {
  /** Puts the rows in their places now. */
  readonly refresh: () => void;
  /** The same, once the typing rests. */
  readonly refreshSoon: () => void;
  /** Findings came: where they could change the rows, these follow when the hands are off them. */
  readonly follow: (cells: number) => void;
  /** A hand is on the grid: the rows stay where they are. */
  readonly touch: () => void;
  readonly end: () => void;
}

/** Filtering takes a twentieth of the time at most. */
const shareOfTime = 20;

/**
 * While a session runs, a filter by finding or an order by availability would move rows many times a second. The rule: what the
 * user chooses acts at once; what arrives by itself moves rows only when the grid was left alone for `times.rest`, and at most
 * once in `times.refresh`, or in twenty times of what the last filtering took: of millions of cells it takes long enough to be felt. Until then `newer` says how many findings the rows do not show yet, and the user can call for them.
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

/** What the panel beside the grid shows: one cell with its whole answer, or all TLDs of one name. */
export interface SidePanel {
  readonly select: (selected: GridSelection | null) => void;
  /** Reads again what is shown, if it is among the changed cells. */
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
