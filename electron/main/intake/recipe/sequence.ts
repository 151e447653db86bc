/** A finite sequence of texts that are made only when they are asked for. */
export interface Sequence {
  readonly count: bigint;
  /** @param index From 0 to `count - 1`. */
  readonly at: (index: bigint) => string;
  /** All of them, in the order of their indices. */
  readonly all: () => Iterable<string>;
}

export const choice = (texts: readonly string[]): Sequence => ({
  count: BigInt(texts.length),
  at: (index) => texts[Number(index)] ?? '',
  all: () => texts,
});

/** Each of `first` with each of `second` behind it; the last one changes fastest. */
export const product = (first: Sequence, second: Sequence): Sequence => ({
  count: first.count * second.count,
  at: (index) => first.at(index / second.count) + second.at(index % second.count),
  *all() {
    for (const a of first.all()) for (const b of second.all()) yield a + b;
  },
});

/** One sequence after the other. */
export const sum = (sequences: readonly Sequence[]): Sequence => ({
  count: sequences.reduce((total, { count }) => total + count, 0n),
  at(index) {
    let left = index;
    for (const sequence of sequences) {
      if (left < sequence.count) return sequence.at(left);
      left -= sequence.count;
    }
    return '';
  },
  *all() {
    for (const sequence of sequences) yield* sequence.all();
  },
});
