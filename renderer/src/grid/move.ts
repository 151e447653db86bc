import type { ShownPlace } from './selection.ts';

/** What there is to move in. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** How many rows Page Up and Page Down go. */
  readonly page: number;
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Where a key leads from `at`, within the grid: arrows by one, with Ctrl to the edge; Home and End in the row, with Ctrl in
 * the whole grid; pages. Null for a key that does not move.
 *
 * Source: WAI-ARIA Authoring Practices, "Grid pattern", keyboard interaction for data grids.
 */
export function moveFor(press: KeyPress, at: ShownPlace, extent: Extent): ShownPlace | null {
  const step = steps[press.key];
  if (step === undefined) return null;
  const { row, column } = step(at, extent, press.ctrlKey || press.metaKey);
  return {
    row: Math.max(0, Math.min(extent.rows - 1, row)),
    column: Math.max(-1, Math.min(extent.columns - 1, column)),
  };
}

type Step = (at: ShownPlace, extent: Extent, far: boolean) => ShownPlace;

const nameColumn = -1;

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: ({ row, column }, _, far) => ({ row: far ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, far) => ({ row: far ? rows : row + 1, column }),
  ArrowLeft: ({ row, column }, _, far) => ({ row, column: far ? nameColumn : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, far) => ({ row, column: far ? columns : column + 1 }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }, _, far) => ({ row: far ? 0 : row, column: nameColumn }),
  End: ({ row }, { rows, columns }, far) => ({ row: far ? rows : row, column: columns }),
};
