import type { AccountOptions } from '#shared/domain/account.ts';
import { findingBits } from '#shared/domain/session.ts';
import { inNotation } from '../reseller/operations/lookup.ts';
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

/** The parts of a request that requests of other names share. */
type Part = Pick<RequestBatch, 'columns' | 'tlds'>;

/**
 * The requests that are still to be made; each cell is in exactly one of them. Iterates once over `matrix`, from the first cell to
 * the last, and skips cells that need no request.
 */
export class RequestBatches {
  readonly #matrix: Matrix;
  readonly #given: RequestBatch[] = [];
  readonly #postponed: RequestBatch[] = [];
  #cell = 0;
  /** One for each column, as they are sent. */
  #tlds: readonly string[] = [];
  #tldsPerRequest = 1;
  /** Nearly all requests have neighbouring columns: their lists are created once, so that they are also encoded only once later. */
  readonly #runs = new Map<number, Part>();

  constructor(matrix: Matrix) {
    this.#matrix = matrix;
  }

  /** Applies to new batches; those that were given back keep their TLDs. @param tlds One for each column. */
  cutFor({ tldsPerRequest, tldNotation }: AccountOptions, tlds: readonly string[]): void {
    this.#tldsPerRequest = tldsPerRequest;
    this.#tlds = tlds.map((tld) => inNotation(tld, tldNotation));
    this.#runs.clear();
  }

  /** Batches that were given back come first, postponed ones last. Null where there is none. */
  next(): RequestBatch | null {
    return this.#given.shift() ?? this.#fresh() ?? this.#postponed.shift() ?? null;
  }

  /** Returns a batch, to be requested again. */
  giveBack(unit: RequestBatch): void {
    this.#given.push(unit);
  }

  /** Returns a batch, to be requested after all others. */
  postpone(unit: RequestBatch): void {
    this.#postponed.push(unit);
  }

  isEmpty(): boolean {
    this.#skip();
    return this.#given.length + this.#postponed.length === 0 && this.#cell >= this.#matrix.codes.length;
  }

  #fresh(): RequestBatch | null {
    this.#skip();
    if (this.#cell >= this.#matrix.codes.length) return null;
    const width = this.#tlds.length;
    const row = Math.floor(this.#cell / width);
    const columns: number[] = [];
    for (; this.#cell < (row + 1) * width && columns.length < this.#tldsPerRequest; this.#cell += 1) {
      if (this.#isLeft(this.#cell)) columns.push(this.#cell - row * width);
    }
    return { row, ...this.#partOf(columns), tries: 0, delays: 0, doubtedAfter: null };
  }

  /** Moves on to the next cell to request. */
  #skip(): void {
    while (this.#cell < this.#matrix.codes.length && !this.#isLeft(this.#cell)) this.#cell += 1;
  }

  #isLeft(cell: number): boolean {
    return findingBits(this.#matrix.codes[cell] ?? 0) === 0 || isPending(this.#matrix, cell);
  }

  #partOf(columns: readonly number[]): Part {
    const first = columns[0] ?? 0;
    const isRun = (columns.at(-1) ?? 0) - first === columns.length - 1;
    const key = first * (this.#tlds.length + 1) + columns.length;
    const part = (isRun ? this.#runs.get(key) : undefined) ?? {
      columns: Uint16Array.from(columns),
      tlds: columns.map((column) => this.#tlds[column] ?? ''),
    };
    if (isRun) this.#runs.set(key, part);
    return part;
  }
}
