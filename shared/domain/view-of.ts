import { kindOfCell } from './cell.ts';
import { nameFormsOf } from './name-forms.ts';
import { nameRanksOf } from './name-ranks.ts';
import { type Ages, fittingAges, fittingCodes, fittingColumns, fittingNames } from './session-filter.ts';
import type { SessionFilter, SessionMatrix, SessionSort, SessionView } from './session-view.ts';
import { inOrderOf } from './stable-order.ts';

/**
 * What `filter` and `sort` leave of a matrix: the same for the grid, an export and the command line.
 *
 * The view is of the moment: when cells change, ask for another one. Its `fits` alone reads the cells as they are then.
 */
export function viewOf(matrix: SessionMatrix, filter: SessionFilter, sort: SessionSort): SessionView {
  const test: CellTest = {
    codes: matrix.codes,
    checkedAt: matrix.checkedAt,
    width: matrix.tlds.length,
    fittingCode: fittingCodes(filter),
    fittingColumn: fittingColumns(filter, matrix),
    ages: fittingAges(filter),
  };
  const columns = indicesOf(test.fittingColumn);
  const { rows, cells } = fittingRows(matrix, filter, test, columns);
  return { rows: sorted(rows, matrix, sort, columns), columns, cells, fits: (cell) => fits(test, cell) };
}

interface CellTest {
  readonly codes: Uint8Array;
  readonly checkedAt: Uint32Array;
  readonly width: number;
  readonly fittingCode: Uint8Array;
  readonly fittingColumn: Uint8Array;
  readonly ages: Ages | null;
}

const fits = (test: CellTest, cell: number): boolean =>
  test.fittingCode[test.codes[cell] ?? 0] === 1 &&
  test.fittingColumn[cell % test.width] === 1 &&
  (test.ages === null || isWithin(test.ages, test.checkedAt[cell] ?? 0));

const isWithin = ({ after, before }: Ages, at: number): boolean => at > after && at < before;

function fittingRows(
  matrix: SessionMatrix,
  filter: SessionFilter,
  test: CellTest,
  columns: Uint32Array,
): { readonly rows: Uint32Array; readonly cells: number } {
  const nameFits = fittingNames(filter, matrix);
  const rows = new Uint32Array(matrix.names.length);
  let shown = 0;
  let cells = 0;
  for (let row = 0; row < rows.length; row += 1) {
    if (nameFits !== null && !nameFits(row)) continue;
    const inRow = fittingInRow(test, row, columns);
    if (inRow === 0) continue;
    rows[shown] = row;
    shown += 1;
    cells += inRow;
  }
  return { rows: rows.slice(0, shown), cells };
}

function fittingInRow(test: CellTest, row: number, columns: Uint32Array): number {
  const { codes, checkedAt, fittingCode, ages } = test;
  const start = row * test.width;
  let fitting = 0;
  for (let index = 0; index < columns.length; index += 1) {
    const cell = start + (columns[index] ?? 0);
    if (fittingCode[codes[cell] ?? 0] !== 1) continue;
    if (ages !== null && !isWithin(ages, checkedAt[cell] ?? 0)) continue;
    fitting += 1;
  }
  return fitting;
}

function sorted(
  rows: Uint32Array,
  matrix: SessionMatrix,
  { by, descending }: SessionSort,
  columns: Uint32Array,
): Uint32Array {
  switch (by) {
    case 'entered':
      return descending ? rows.toReversed() : rows;
    case 'name': {
      const { ranks, highest } = nameRanksOf(matrix.names);
      return inOrderOf(rows, ranks, highest, descending);
    }
    case 'length': {
      const { lengths } = nameFormsOf(matrix.names);
      return inOrderOf(rows, lengths, highestOf(rows, lengths), descending);
    }
    case 'available':
      return inOrderOf(rows, availableIn(rows, matrix, columns), columns.length, descending);
  }
}

const buyable = Uint8Array.from({ length: 256 }, (_, code) =>
  kindOfCell(code) === 'available' || kindOfCell(code) === 'premium' ? 1 : 0,
);

/** For each row, in the shown columns alone. */
function availableIn(rows: Uint32Array, matrix: SessionMatrix, columns: Uint32Array): Uint16Array {
  const counts = new Uint16Array(matrix.names.length);
  const { codes } = matrix;
  const width = matrix.tlds.length;
  for (const row of rows) {
    let count = 0;
    for (let index = 0; index < columns.length; index += 1)
      count += buyable[codes[row * width + (columns[index] ?? 0)] ?? 0] ?? 0;
    counts[row] = count;
  }
  return counts;
}

function highestOf(rows: Uint32Array, keys: Uint16Array): number {
  let highest = 0;
  for (const row of rows) highest = Math.max(highest, keys[row] ?? 0);
  return highest;
}

function indicesOf(shown: Uint8Array): Uint32Array {
  const indices: number[] = [];
  shown.forEach((isShown, column) => {
    if (isShown === 1) indices.push(column);
  });
  return Uint32Array.from(indices);
}
