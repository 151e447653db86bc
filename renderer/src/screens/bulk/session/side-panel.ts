import type { StoreApi } from 'zustand/vanilla';
import { answered, createLatest, idle, loading } from '../../../lib/remote.ts';
import type { GridSelection } from '../../../grid/selection.ts';
import { placeOf, type SessionDeps, type SessionState } from './session-state.ts';

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
