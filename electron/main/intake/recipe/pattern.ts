import { fail, ok, type Result } from '#shared/result.ts';
import { characterClass } from './character-class.ts';
import { createCursor, Misread, type PatternCursor } from './pattern-cursor.ts';
import { choice, product, type Sequence, sum } from './sequence.ts';

/** What is wrong with a pattern, and at which UTF-16 unit. */
export interface PatternProblem {
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
    return ok(sequenceAt(createCursor(text), false));
  } catch (thrown) {
    if (thrown instanceof Misread) return fail({ reason: thrown.message, at: thrown.at });
    throw thrown;
  }
}

const empty = choice(['']);

/** @param isInner Whether it stands in braces, and ends at a comma or their end. */
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
    throw new Misread(`this ${next} has no beginning; write \\${next} for the character`, cursor.at());
  return choice([literals(cursor, isInner ? innerMeaning : meaning)]);
}

const meaning = /^[{}[\]]?$/;
const innerMeaning = /^[{}[\],]?$/;

/** All characters up to the next one with a meaning, or the end. */
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
