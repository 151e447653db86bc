/** What is wrong with a pattern, and at which UTF-16 unit. Leaves the nested reading at once; never leaves `readPattern`. */
export class Misread extends Error {
  override readonly name = 'Misread';
  readonly at: number;
  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}

/** A pattern while it is read. */
export interface PatternCursor {
  readonly at: () => number;
  /** The next UTF-16 unit, empty at the end. */
  readonly next: () => string;
  readonly skip: () => void;
  /** Takes one character, whole (not half of a pair), with its backslash taken off. */
  readonly literal: () => string;
}

export function createCursor(text: string): PatternCursor {
  let at = 0;
  return {
    at: () => at,
    next: () => text[at] ?? '',
    skip: () => void (at += 1),
    literal() {
      const start = at;
      if (text[at] === '\\') at += 1;
      const code = text.codePointAt(at);
      if (code === undefined) throw new Misread('there is nothing behind this \\', start);
      const character = String.fromCodePoint(code);
      at += character.length;
      return character;
    },
  };
}
