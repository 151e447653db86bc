import { mostNames } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Recipe, RecipeCount } from '../nouns.ts';
import { isBlank } from '../list/list-rows.ts';
import { refuse, type Refusal } from '../refuse.ts';
import type { NameRow } from '../row.ts';
import { cut, grouped } from '../words.ts';
import { readPattern } from './pattern.ts';
import { choice, product, type Sequence, sum } from './sequence.ts';

const mostSamples = 50;

/**
 * Counts what a recipe makes, and shows names from all over it; makes no other.
 *
 * Fails with: `invalid-input` (`recipe`, with the place in the pattern).
 */
export function countRecipe(recipe: Recipe): Result<RecipeCount, Refusal> {
  const read = sequenceOf(recipe);
  if (!read.ok) return read;
  const { count } = read.value;
  return ok({ count: asNumber(count), sample: sampleOf(read.value), isTooMany: count > BigInt(mostNames) });
}

/** Everything that a recipe makes. Fails with: `invalid-input` (`recipe`) also where it is nothing, or too much. */
export function recipeRows(recipe: Recipe): Result<Iterable<NameRow>, Refusal> {
  const read = sequenceOf(recipe);
  if (!read.ok) return read;
  const { count, all } = read.value;
  if (count === 0n) return refuse('recipe', 'This makes no names. Write words or a pattern first.');
  if (count > BigInt(mostNames)) {
    return refuse(
      'recipe',
      `This makes ${inWords(count)} names; a session holds ${grouped(mostNames)}. Take out words or alternatives.`,
    );
  }
  return ok(rowsOf(all()));
}

function* rowsOf(texts: Iterable<string>): Generator<NameRow> {
  let line = 0;
  for (const text of texts) {
    line += 1;
    yield { line, text, note: null };
  }
}

function sequenceOf(recipe: Recipe): Result<Sequence, Refusal> {
  const patterns: Sequence[] = [];
  for (const [index, pattern] of recipe.patterns.entries()) {
    if (isBlank(pattern)) continue;
    const read = readPattern(pattern.trim());
    if (!read.ok) {
      const start = pattern.length - pattern.trimStart().length;
      return misread(index, start + read.error.at, read.error.reason);
    }
    patterns.push(read.value);
  }
  return ok(sum([wordsOf(recipe), ...patterns]));
}

/** `at` counts from 0, as a text field does; the sentence counts as people do. */
function misread(pattern: number, at: number, reason: string): ReturnType<typeof refuse> {
  const refused = refuse(
    'recipe',
    `Pattern ${grouped(pattern + 1)}, character ${grouped(at + 1)}: ${reason}.`,
  );
  return { ok: false, error: { ...refused.error, at } };
}

/** Prefix, word, second word, suffix, with every joiner between each two; nothing where there are no words. */
function wordsOf({
  prefixes,
  words,
  secondWords,
  suffixes,
  joiners,
  withoutPrefix,
  withoutSuffix,
}: Recipe): Sequence {
  const joiner = choice([...new Set(joiners)]);
  const [first, second] = [partsOf(words), partsOf(secondWords)];
  const isCrossed = first.count > 0n && second.count > 0n;
  const core = isCrossed ? product(product(first, joiner), second) : sum([first, second]);
  const before = product(partsOf(prefixes), joiner);
  const behind = product(joiner, partsOf(suffixes));
  const none = choice(['']);
  const start = before.count === 0n || withoutPrefix ? sum([none, before]) : before;
  const end = behind.count === 0n || withoutSuffix ? sum([none, behind]) : behind;
  return product(product(start, core), end);
}

const partsOf = (lines: readonly string[]): Sequence =>
  choice(lines.map((line) => line.trim()).filter((line) => line !== ''));

function sampleOf({ count, at }: Sequence): string[] {
  const shown = count < BigInt(mostSamples) ? Number(count) : mostSamples;
  const last = count - 1n;
  return Array.from({ length: shown }, (_, index) =>
    cut(at(shown === 1 ? 0n : (BigInt(index) * last) / BigInt(shown - 1)), 300),
  );
}

/** Exact up to 2^53, and the nearest number beyond. */
const asNumber = (count: bigint): number => Math.min(Number(count), Number.MAX_VALUE);

/** In full, as long as a person can read it. */
const inWords = (count: bigint): string =>
  count < 10n ** 18n ? grouped(count) : `about 10^${count.toString().length - 1}`;
