import { fail, ok, type Result } from '#shared/result.ts';
import { cut } from '../../system/texts.ts';
import { isBlank, type Refusal } from '../../tables/table.ts';
import { type GeneratorCount, grouped, type NameGenerator, type NameRow, refuse } from './rows.ts';
import { mostNames } from '#shared/domain/bounds.ts';

const mostSamples = 50;

/**
 * Counts the names a generator makes, with examples from the whole range; makes no others.
 *
 * Fails with: `invalid-input` (`recipe`, with the position in the pattern).
 */
export function countGenerated(recipe: NameGenerator): Result<GeneratorCount, Refusal> {
  const read = sequenceOf(recipe);
  if (!read.ok) return read;
  const { count } = read.value;
  return ok({ count: asNumber(count), sample: sampleOf(read.value), isTooMany: count > BigInt(mostNames) });
}

/** All names of a generator. Fails with: `invalid-input` (`recipe`), also if there are none or too many. */
export function generatedRows(recipe: NameGenerator): Result<Iterable<NameRow>, Refusal> {
  const read = sequenceOf(recipe);
  if (!read.ok) return read;
  const { count, all } = read.value;
  if (count === 0n) return refuse('recipe', 'This makes no names yet. Enter words or a pattern first.');
  if (count > BigInt(mostNames)) {
    return refuse(
      'recipe',
      `This makes ${inWords(count)} names; a session holds ${grouped(mostNames)}. Remove some words or alternatives.`,
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

function sequenceOf(recipe: NameGenerator): Result<Sequence, Refusal> {
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

/** `at` counts from 0, as a text field does; the message counts from 1. */
function misread(pattern: number, at: number, reason: string): ReturnType<typeof refuse> {
  const refused = refuse(
    'recipe',
    `Pattern ${grouped(pattern + 1)}, character ${grouped(at + 1)}: ${reason}.`,
  );
  return { ok: false, error: { ...refused.error, at } };
}

/** Prefix, word, second word, suffix, with every joiner between each two; nothing if there are no words. */
function wordsOf({
  prefixes,
  words,
  secondWords,
  suffixes,
  joiners,
  withoutPrefix,
  withoutSuffix,
}: NameGenerator): Sequence {
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

/** Exact up to 2^53, above that the nearest number. */
const asNumber = (count: bigint): number => Math.min(Number(count), Number.MAX_VALUE);

/** Written in full as long as a person can read it. */
const inWords = (count: bigint): string =>
  count < 10n ** 18n ? grouped(count) : `about 10^${count.toString().length - 1}`;

/** A finite sequence of texts that are created on demand. */
interface Sequence {
  readonly count: bigint;
  /** @param index From 0 to `count - 1`. */
  readonly at: (index: bigint) => string;
  /** All texts, ordered by index. */
  readonly all: () => Iterable<string>;
}

const choice = (texts: readonly string[]): Sequence => ({
  count: BigInt(texts.length),
  at: (index) => texts[Number(index)] ?? '',
  all: () => texts,
});

/** Each text of `first` followed by each of `second`; the last one changes fastest. */
const product = (first: Sequence, second: Sequence): Sequence => ({
  count: first.count * second.count,
  at: (index) => first.at(index / second.count) + second.at(index % second.count),
  *all() {
    for (const a of first.all()) for (const b of second.all()) yield a + b;
  },
});

/** The sequences one after the other. */
const sum = (sequences: readonly Sequence[]): Sequence => ({
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

/** What is wrong with a pattern, and its position as a UTF-16 index. */
interface PatternProblem {
  readonly reason: string;
  readonly at: number;
}

/**
 * A pattern as the sequence of all texts that it stands for.
 *
 * | written | stands for |
 * |---|---|
 * | `{a,b}` | `a`, then `b`; each alternative is a pattern of its own and may be empty |
 * | `[0-9]`, `[a-c]`, `[xyz]` | one character of these, in this order |
 * | `\` and a character | this character |
 * | anything else | itself |
 */
export function readPattern(text: string): Result<Sequence, PatternProblem> {
  try {
    return ok(sequenceAt(new PatternCursor(text), false));
  } catch (thrown) {
    if (thrown instanceof Misread) return fail({ reason: thrown.message, at: thrown.at });
    throw thrown;
  }
}

const empty = choice(['']);

/** @param isInner Whether it is within braces, and ends at a comma or the closing brace. */
function sequenceAt(cursor: PatternCursor, isInner: boolean): Sequence {
  let read = empty;
  for (let next = cursor.next(); next !== ''; next = cursor.next()) {
    if (isInner && (next === ',' || next === '}')) break;
    const part = partAt(cursor, isInner);
    read = read === empty ? part : product(read, part);
  }
  return read;
}

function partAt(cursor: PatternCursor, isInner: boolean): Sequence {
  const next = cursor.next();
  if (next === '{') return alternatives(cursor);
  if (next === '[') return characterClass(cursor);
  if (next === '}' || next === ']')
    throw new Misread(`this ${next} was never opened; write \\${next} for the character`, cursor.at());
  return choice([literals(cursor, isInner ? innerMeaning : meaning)]);
}

const meaning = /^[{}[\]]?$/;
const innerMeaning = /^[{}[\],]?$/;

/** All characters up to the next special one, or the end. */
function literals(cursor: PatternCursor, stop: RegExp): string {
  let read = '';
  while (!stop.test(cursor.next())) read += cursor.literal();
  return read;
}

function alternatives(cursor: PatternCursor): Sequence {
  const start = cursor.at();
  const read: Sequence[] = [];
  do {
    cursor.skip();
    read.push(sequenceAt(cursor, true));
  } while (cursor.next() === ',');
  if (cursor.next() !== '}') throw new Misread('this { is not closed', start);
  cursor.skip();
  return sum(read);
}

/** A pattern error with its UTF-16 index, thrown to leave the nested parsing at once; never leaves `readPattern`. */
class Misread extends Error {
  override readonly name = 'Misread';
  readonly at: number;
  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}

/** The position in a pattern while it is parsed. */
class PatternCursor {
  readonly #text: string;
  #at = 0;
  constructor(text: string) {
    this.#text = text;
  }

  at = (): number => this.#at;

  /** The next UTF-16 unit, empty at the end. */
  next = (): string => this.#text[this.#at] ?? '';

  skip(): void {
    this.#at += 1;
  }

  /** Reads one whole character (not half of a surrogate pair), without its backslash. */
  literal(): string {
    const start = this.#at;
    if (this.next() === '\\') this.#at += 1;
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) throw new Misread('there is nothing after this \\', start);
    const character = String.fromCodePoint(code);
    this.#at += character.length;
    return character;
  }
}

const mostInClass = 2_000;

/** Reads `[0-9]`, `[a-c]` or `[xyz]` from its opening bracket: one character of these, in this order. */
function characterClass(cursor: PatternCursor): Sequence {
  const start = cursor.at();
  const characters: string[] = [];
  cursor.skip();
  while (cursor.next() !== ']' && cursor.next() !== '') {
    const from = cursor.literal();
    characters.push(...(cursor.next() === '-' ? rangeFrom(from, cursor, start) : [from]));
    if (characters.length > mostInClass)
      throw new Misread(`this [ holds more than ${mostInClass} characters`, start);
  }
  if (cursor.next() === '') throw new Misread('this [ is not closed', start);
  if (characters.length === 0) throw new Misread('there is nothing between [ and ]', start);
  cursor.skip();
  return choice(characters);
}

/** A hyphen before the closing bracket stands for itself. */
function rangeFrom(from: string, cursor: PatternCursor, start: number): readonly string[] {
  cursor.skip();
  if (cursor.next() === ']' || cursor.next() === '') return [from, '-'];
  const to = cursor.literal();
  const first = from.codePointAt(0) ?? 0;
  const last = to.codePointAt(0) ?? 0;
  if (last < first) throw new Misread(`${from}-${to} is backwards; write ${to}-${from}`, start);
  if (last - first >= mostInClass)
    throw new Misread(`${from}-${to} is more than ${mostInClass} characters`, start);
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}
