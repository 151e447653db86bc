/** The word of `words` that was probably meant; null where none is near. */
export function nearest(typed: string, words: readonly string[]): string | null {
  const most = Math.max(1, Math.floor(typed.length / 3));
  const ranked = words
    .map((word) => ({ word, steps: stepsBetween(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ steps }) => steps <= most)
    .sort((one, other) => one.steps - other.steps);
  return ranked[0]?.word ?? null;
}

/** ` Did you mean "lookup"?`, or nothing. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const word = nearest(typed, words);
  return word === null ? '' : ` Did you mean "${word}"?`;
}

/** How many letters have to be added, left out, changed or swapped with their neighbour. Source: Damerau, 1964. */
function stepsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    const steps = [row];
    rows.push(steps);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      steps.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
