import type { AppError } from '#shared/app-error.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { format } from '../../../lib/format.ts';
import type { Recipe } from './new-state.ts';

export type RecipeField = 'prefixes' | 'words' | 'secondWords' | 'suffixes' | 'patterns';

/** The fields as they are typed, and the choices beside them. */
export interface RecipeText {
  readonly fields: Readonly<Record<RecipeField, string>>;
  readonly joiner: 'nothing' | 'hyphen' | 'both';
  readonly withoutPrefix: boolean;
  readonly withoutSuffix: boolean;
}

/** Source: `recipe` in session-schemas.ts. */
const limits: Readonly<Record<RecipeField, { readonly lines: number; readonly length: number }>> = {
  prefixes: { lines: 10_000, length: 260 },
  words: { lines: 100_000, length: 260 },
  secondWords: { lines: 100_000, length: 260 },
  suffixes: { lines: 10_000, length: 260 },
  patterns: { lines: 1_000, length: 500 },
};

const joiners: Readonly<Record<RecipeText['joiner'], Recipe['joiners']>> = {
  nothing: [''],
  hyphen: ['-'],
  both: ['', '-'],
};

/** Lines become parts. Fails with: `invalid-input`, its `field` the one that is too long. */
export function recipeOf({ fields, joiner, withoutPrefix, withoutSuffix }: RecipeText): Result<Recipe> {
  const lists: Partial<Record<RecipeField, string[]>> = {};
  for (const field of ['prefixes', 'words', 'secondWords', 'suffixes', 'patterns'] as const) {
    const lines = linesOf(fields[field], field);
    const problem = problemOf(field, lines);
    if (problem !== null) return fail(problem);
    lists[field] = lines;
  }
  const { prefixes = [], words = [], secondWords = [], suffixes = [], patterns = [] } = lists;
  return ok({
    prefixes,
    words,
    secondWords,
    suffixes,
    patterns,
    joiners: joiners[joiner],
    withoutPrefix,
    withoutSuffix,
  });
}

/** Words stand apart by lines, spaces, commas or semicolons; a pattern has commas of its own, so it has a line to itself. */
const linesOf = (text: string, field: RecipeField): string[] =>
  text
    .split(field === 'patterns' ? /[\r\n]+/ : /[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function problemOf(field: RecipeField, lines: readonly string[]): AppError | null {
  const { lines: most, length } = limits[field];
  if (lines.length > most)
    return {
      kind: 'invalid-input',
      field,
      reason: `${format.count(lines.length)} are too many; ${format.count(most)} at most`,
    };
  const tooLong = lines.find((line) => line.length > length);
  return tooLong === undefined
    ? null
    : {
        kind: 'invalid-input',
        field,
        reason: `“${tooLong.slice(0, 20)}…” has ${format.count(tooLong.length)} characters; ${length} at most`,
      };
}
