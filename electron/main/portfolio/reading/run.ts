import type { AppError } from '#shared/app-error.ts';
import type { Reading } from '#shared/domain/portfolio.ts';

/** One reading of many names: how far it is. A name is done when all that was asked of it is written down. */
export class Run {
  readonly id: string;
  /** When it was last told how far it is; monotonic. */
  toldAtMs = Number.NEGATIVE_INFINITY;
  readonly #total: number;
  /** How many parts each name waits for. */
  readonly #waiting: Map<string, number>;
  readonly #failed = new Set<string>();
  #error: AppError | null = null;
  #isOver = false;

  constructor(id: string, names: readonly string[], partsEach: number) {
    this.id = id;
    this.#total = names.length;
    this.#waiting = new Map(names.map((name) => [name, partsEach]));
  }

  /** A part of a name was read, or failed. */
  settled(name: string, isWell: boolean): void {
    const left = (this.#waiting.get(name) ?? 1) - 1;
    if (left === 0) this.#waiting.delete(name);
    else this.#waiting.set(name, left);
    if (!isWell) this.#failed.add(name);
  }

  isThrough(): boolean {
    return this.#waiting.size === 0;
  }

  /** Nothing more comes. @param error Why it ended early. */
  end(error: AppError | null): void {
    this.#isOver = true;
    this.#error = error;
  }

  reading(): Reading {
    const done = this.#total - this.#waiting.size;
    const failed = [...this.#failed].filter((name) => !this.#waiting.has(name)).length;
    return {
      id: this.id,
      total: this.#total,
      done,
      failed,
      isFinished: this.#isOver,
      error: this.#error,
    };
  }
}
