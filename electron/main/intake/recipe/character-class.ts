import { Misread, type PatternCursor } from './pattern-cursor.ts';
import { choice, type Sequence } from './sequence.ts';

const mostInClass = 2_000;

/** Reads `[0-9]`, `[a-c]` or `[xyz]` from its bracket on: one character of these, in this order. */
export function characterClass(cursor: PatternCursor): Sequence {
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

/** A hyphen before the end stands for itself. */
function rangeFrom(from: string, cursor: PatternCursor, start: number): readonly string[] {
  cursor.skip();
  if (cursor.next() === ']' || cursor.next() === '') return [from, '-'];
  const to = cursor.literal();
  const first = from.codePointAt(0) ?? 0;
  const last = to.codePointAt(0) ?? 0;
  if (last < first) throw new Misread(`${from}-${to} runs backwards; write ${to}-${from}`, start);
  if (last - first >= mostInClass)
    throw new Misread(`${from}-${to} is more than ${mostInClass} characters`, start);
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}
