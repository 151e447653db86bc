import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '#shared/result.ts';

/** The options of a command, by their long names. */
export type OptionShapes = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>
>;

export type OptionValues<S extends OptionShapes> = {
  readonly [Name in keyof S]?: S[Name]['type'] extends 'string' ? string : boolean;
};

export interface Options<S extends OptionShapes> {
  readonly values: OptionValues<S>;
  /** The positional arguments. */
  readonly words: readonly string[];
}

const help = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Parses a command's options. Each may be given once.
 *
 * @returns Null if help is requested. Fails with a sentence for the user.
 */
export function readOptions<S extends OptionShapes>(
  args: readonly string[],
  shapes: S,
): Result<Options<S> | null, string> {
  const known: OptionShapes = { ...shapes, ...help };
  const { tokens } = parseArgs({
    args: [...args],
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const problem = problemWith(token, known, values);
    if (problem !== null) return fail(problem);
    values[token.name] = token.value ?? true;
  }
  if (values['help'] === true) return ok(null);
  // `problemWith` has accepted only options of the shapes, each with a value of its type.
  return ok({ values: values as OptionValues<S>, words });
}

interface GivenOption {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function problemWith(
  { name, rawName, value, inlineValue }: GivenOption,
  known: OptionShapes,
  before: Readonly<Record<string, unknown>>,
): string | null {
  const shape = Object.hasOwn(known, name) ? known[name] : undefined;
  if (shape === undefined) {
    const names = Object.keys(known).map((each) => `--${each}`);
    return `There is no option "${rawName}".${didYouMean(rawName, names)}`;
  }
  if (Object.hasOwn(before, name)) return `--${name} was given twice.`;
  if (shape.type === 'boolean') return value === undefined ? null : `--${name} takes no value.`;
  if (value === undefined || value === '') return `--${name} needs a value after it.`;
  return inlineValue !== true && /^-./.test(value)
    ? `--${name} needs a value after it; one that begins with a hyphen is written --${name}=${value}`
    : null;
}

/** A number from `least` to `most`, written in digits. Fails with a sentence that names the option. */
export function readNumber(
  name: string,
  text: string,
  { least, most, isWhole }: { readonly least: number; readonly most: number; readonly isWhole: boolean },
): Result<number, string> {
  const number = /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most && (!isWhole || Number.isInteger(number))) return ok(number);
  return fail(
    `--${name} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}, not "${text}".`,
  );
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
