import { relative } from 'node:path';
import { inEnglish } from '#shared/domain/counting.ts';
import { isolated } from '#shared/domain/isolated.ts';

/** Independent of the locale, so that scripts and people read the same. */
export const { count, counted } = inEnglish;

/** `12 s`, `3 min 5 s`, `2 h 4 min`. */
export const duration = (seconds: number): string => inEnglish.duration(Math.max(0, seconds * 1_000));

/** Rows as aligned text columns, each cell isolated; the last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  const last = widths.length - 1;
  return rows
    .map((row) =>
      row
        .map((cell, at) => isolated(cell) + ' '.repeat(at === last ? 0 : (widths[at] ?? 0) - cell.length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The word of `words` that was probably meant; null if none is similar. */
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

/** The number of letters to insert, delete, replace or swap with their neighbour. Source: Damerau, 1964. */
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

const plain = /^[\w@%+=:,./-]+$/;

/** A command line that can be pasted into a shell. @param calledAs The shell's name for the program. */
export const shellLine = (calledAs: string, args: readonly string[]): string =>
  [calledAs, ...args.map(quoted)].join(' ');

/** How this process was called: by npm's script, or straight from the sources. */
export function calledAs(environment: NodeJS.ProcessEnv, argv: readonly string[], cwd: string): string {
  if (environment['npm_lifecycle_event'] === 'namedesk') return 'npm run --silent namedesk --';
  return `node ${quoted(relative(cwd, argv[1] ?? '') || '.')}`;
}

const quoted = (arg: string): string =>
  plain.test(arg) ? arg : process.platform === 'win32' ? `"${arg}"` : `'${arg.replaceAll("'", "'\\''")}'`;
