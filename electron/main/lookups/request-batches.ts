import { findingBits } from '#shared/domain/session.ts';
import { isPending, type Matrix } from '../workspace/sessions/matrix.ts';

/** What one request asks: one name under some of the session's TLDs. */
export interface RequestBatch {
  readonly row: number;
  readonly columns: Uint16Array<ArrayBuffer>;
  /** For `columns`, in the notation that the account is set to. */
  readonly tlds: readonly string[];
  /** How often it was asked in vain. */
  tries: number;
  /** How often the service said that it should come later. */
  delays: number;
  /** How many names had been answered when it had failed as often as it may; null before. */
  doubtedAfter: number | null;
}

/** How the TLDs of a session are put into requests. */
export interface Batching {
  readonly tldsPerRequest: number;
  /** One for each column. */
  readonly tlds: readonly string[];
}

/** The requests that are still to be made, one after the other, each cell in one of them. */
export interface RequestBatches {
  /** Those that were given back come first, those that were postponed last. Null where there is none. */
  readonly next: () => RequestBatch | null;
  /** Gives a unit back, to be asked again. */
  readonly giveBack: (unit: RequestBatch) => void;
  /** Gives a unit back, to be asked when all others were. */
  readonly postpone: (unit: RequestBatch) => void;
  readonly isEmpty: () => boolean;
  /** From now on; units that were given back keep their TLDs. */
  readonly cutAs: (cut: Batching) => void;
}

/**
 * Walks once over `matrix`, from the first cell to the last, and leaves out what need not be asked. What a request
 * found has to be in the matrix before it is walked over anew.
 */
export function createRequestBatches(matrix: Matrix, first: Batching): RequestBatches {
  const given: RequestBatch[] = [];
  const postponed: RequestBatch[] = [];
  let cutter = createCutter(matrix, first);
  let cell = 0;

  function fresh(): RequestBatch | null {
    const found = cutter.from(cell);
    cell = found?.nextCell ?? matrix.codes.length;
    return found?.unit ?? null;
  }

  return {
    next: () => given.shift() ?? fresh() ?? postponed.shift() ?? null,
    giveBack: (unit) => void given.push(unit),
    postpone: (unit) => void postponed.push(unit),
    isEmpty() {
      cell = cutter.nextLeft(cell);
      return given.length + postponed.length === 0 && cell >= matrix.codes.length;
    },
    cutAs: (cut) => void (cutter = createCutter(matrix, cut)),
  };
}

interface Cutter {
  /** The next cell that is to be asked, from `cell` on; behind the last where there is none. */
  readonly nextLeft: (cell: number) => number;
  readonly from: (cell: number) => { readonly unit: RequestBatch; readonly nextCell: number } | null;
}

type Part = Pick<RequestBatch, 'columns' | 'tlds'>;

function createCutter(matrix: Matrix, { tldsPerRequest, tlds }: Batching): Cutter {
  const { codes } = matrix;
  const width = tlds.length;
  const isLeft = (cell: number): boolean => findingBits(codes[cell] ?? 0) === 0 || isPending(matrix, cell);
  const runs = new Map<number, Part>();
  const partOf = (columns: readonly number[]): Part => ({
    columns: Uint16Array.from(columns),
    tlds: columns.map((column) => tlds[column] ?? ''),
  });

  /** Nearly all requests ask for neighbouring columns: their lists are made once, and encoded once further on. */
  function sharedPartOf(columns: readonly number[]): Part {
    const first = columns[0] ?? 0;
    const isRun = (columns.at(-1) ?? 0) - first === columns.length - 1;
    if (!isRun) return partOf(columns);
    const key = first * (width + 1) + columns.length;
    const part = runs.get(key) ?? partOf(columns);
    runs.set(key, part);
    return part;
  }

  function nextLeft(from: number): number {
    let cell = from;
    while (cell < codes.length && !isLeft(cell)) cell += 1;
    return cell;
  }

  return {
    nextLeft,
    from(cell) {
      const begin = nextLeft(cell);
      if (begin >= codes.length) return null;
      const row = Math.floor(begin / width);
      const endOfRow = (row + 1) * width;
      const columns: number[] = [];
      let at = begin;
      for (; at < endOfRow && columns.length < tldsPerRequest; at += 1) {
        if (isLeft(at)) columns.push(at - row * width);
      }
      return {
        unit: { row, ...sharedPartOf(columns), tries: 0, delays: 0, doubtedAfter: null },
        nextCell: at,
      };
    },
  };
}
