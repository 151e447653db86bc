import { findingBits } from '#shared/domain/session.ts';
import { isPending, type Matrix } from '../workspace/sessions/matrix.ts';

/** One request: one name under some of the session's TLDs. */
export interface RequestBatch {
  readonly row: number;
  readonly columns: Uint16Array<ArrayBuffer>;
  /** For `columns`, in the notation that the account is set to. */
  readonly tlds: readonly string[];
  /** How often the request failed. */
  tries: number;
  /** How often the service asked to retry later. */
  delays: number;
  /** The number of answered requests when this one first exhausted its tries; null before. */
  doubtedAfter: number | null;
}

/** How a session's TLDs are split into requests. */
export interface Batching {
  readonly tldsPerRequest: number;
  /** One for each column. */
  readonly tlds: readonly string[];
}

/** The requests that are still to be made. Each cell is in exactly one of them. */
export interface RequestBatches {
  /** Batches that were given back come first, postponed ones last. Null where there is none. */
  readonly next: () => RequestBatch | null;
  /** Returns a batch, to be requested again. */
  readonly giveBack: (unit: RequestBatch) => void;
  /** Returns a batch, to be requested after all others. */
  readonly postpone: (unit: RequestBatch) => void;
  readonly isEmpty: () => boolean;
  /** Applies to new batches; those that were given back keep their TLDs. */
  readonly cutAs: (cut: Batching) => void;
}

/**
 * Iterates once over `matrix`, from the first cell to the last, and skips cells that need no request. Results have to be in the
 * matrix before it is iterated again.
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
  /** The next cell to request, from `cell` on; the length of the matrix where there is none. */
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

  /** Nearly all requests have neighbouring columns: their lists are created once, so that they are also encoded only once later. */
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
