import { type CellCode, findingBits, shortlistBit } from '#shared/domain/session.ts';

/**
 * All cells of a session in memory, as arrays that are changed in place. Index: `row * columns + column`.
 *
 * A cell is to be asked while it is unchecked, or while its bit in `pending` is set.
 */
export interface Matrix {
  /** Cell codes with the shortlist's bit. */
  readonly codes: Uint8Array<ArrayBuffer>;
  /** Unix seconds. */
  readonly checkedAt: Uint32Array<ArrayBuffer>;
  /** One bit for each cell: bit `i & 7` of byte `i >> 3`. */
  readonly pending: Uint8Array<ArrayBuffer>;
  /** How many cells have each code, ignoring the shortlist's bit. */
  readonly tallies: Uint32Array<ArrayBuffer>;
  /** How many cells are to be asked. */
  left: number;
}

/** The number of codes without the shortlist's bit. */
const codesInAll = shortlistBit;

/** The arrays of a matrix; its counts are computed from them. */
type MatrixArrays = Pick<Matrix, 'codes' | 'checkedAt' | 'pending'>;

/** The matrix over arrays that nothing else uses. */
export function matrixOf(arrays: MatrixArrays): Matrix {
  const matrix = { ...arrays, tallies: new Uint32Array(codesInAll), left: 0 };
  countAll(matrix);
  return matrix;
}

/** A matrix with all cells unchecked and none pending. */
export function createMatrix(cells: number): Matrix {
  const tallies = new Uint32Array(codesInAll);
  tallies[0] = cells;
  return {
    codes: new Uint8Array(cells),
    checkedAt: new Uint32Array(cells),
    pending: new Uint8Array(Math.ceil(cells / 8)),
    tallies,
    left: cells,
  };
}

/** Stores the result of one cell; it is no longer pending. */
export function putCell(matrix: Matrix, cell: number, code: CellCode, checkedAt: number): void {
  const { codes, pending, tallies } = matrix;
  const before = codes[cell] ?? 0;
  const was = findingBits(before);
  if (was === 0 || isPending(matrix, cell)) matrix.left -= 1;
  pending[cell >> 3] = (pending[cell >> 3] ?? 0) & ~(1 << (cell & 7));
  tallies[was] = (tallies[was] ?? 0) - 1;
  tallies[code] = (tallies[code] ?? 0) + 1;
  codes[cell] = code | (before & shortlistBit);
  matrix.checkedAt[cell] = checkedAt;
}

export const isPending = ({ pending }: Matrix, cell: number): boolean =>
  ((pending[cell >> 3] ?? 0) & (1 << (cell & 7))) !== 0;

/** Replaces the cells to be asked again; bits after the last cell are ignored. */
export function setPending(matrix: Matrix, bits: Uint8Array): void {
  matrix.pending.fill(0);
  matrix.pending.set(bits.subarray(0, matrix.pending.length));
  countAll(matrix);
}

/** Adds a cell to the shortlist or removes it; returns whether that changed anything. */
export function setShortlisted({ codes }: Matrix, cell: number, isOn: boolean): boolean {
  const before = codes[cell] ?? 0;
  const after = isOn ? before | shortlistBit : findingBits(before);
  codes[cell] = after;
  return after !== before;
}

/** Recomputes the counts, after the arrays were filled from elsewhere. */
export function countAll(matrix: Matrix): void {
  const { codes, tallies, pending } = matrix;
  tallies.fill(0);
  for (let cell = 0; cell < codes.length; cell += 1) {
    const finding = findingBits(codes[cell] ?? 0);
    tallies[finding] = (tallies[finding] ?? 0) + 1;
  }
  let again = 0;
  pending.forEach((bits, byte) => {
    // Nearly always none of the eight.
    if (bits !== 0) again += pendingAmong(matrix, byte);
  });
  matrix.left = (tallies[0] ?? 0) + again;
}

/**
 * How many cells of one byte of `pending` are to be asked again, without the unchecked ones: those are counted already.
 */
function pendingAmong(matrix: Matrix, byte: number): number {
  let count = 0;
  for (let cell = byte * 8; cell < Math.min(byte * 8 + 8, matrix.codes.length); cell += 1) {
    if (isPending(matrix, cell) && findingBits(matrix.codes[cell] ?? 0) !== 0) count += 1;
  }
  return count;
}

/** A list of names in memory: one text and the start of each name, a fifth of the memory of separate strings. */
export interface Labels {
  readonly count: number;
  /** The empty text where there is no such row. */
  readonly at: (row: number) => string;
}

/** @param text The names joined by line feeds; `count` of them. */
export function createLabels(text: string, count: number): Labels {
  const starts = new Uint32Array(count + 1);
  let from = 0;
  for (let row = 0; row < count; row += 1) {
    starts[row] = from;
    const end = text.indexOf('\n', from);
    from = (end === -1 ? text.length : end) + 1;
  }
  starts[count] = from;
  return {
    count,
    at: (row) => (row >= 0 && row < count ? text.slice(starts[row], (starts[row + 1] ?? 1) - 1) : ''),
  };
}
