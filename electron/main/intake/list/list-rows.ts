import { grouped } from '../words.ts';
import type { NameRow } from '../row.ts';
import { textLines } from './text-lines.ts';

/**
 * The names of a list: one a line, or several on a line with commas, semicolons, tabs, bars or spaces between them.
 * Names that only spaces part are marked: `blue bakery` may have been meant as one.
 *
 * @param skipsFirst Whether the first line that is not empty is a heading.
 */
export function* listRows(text: string, skipsFirst: boolean): Generator<NameRow> {
  let isSkipped = !skipsFirst;
  for (const { line, text: written } of textLines(text)) {
    if (isBlank(written)) continue;
    if (isSkipped) yield* rowsOf(line, written);
    isSkipped = true;
  }
}

export const isBlank = (text: string): boolean => !/[^\s\u200B\uFEFF]/.test(text);

/** Full-width forms too: they stand between names where these are Chinese or Japanese. */
const separators = /[,;\t|\u3001\uFF0C\uFF1B]/;

function* rowsOf(line: number, text: string): Generator<NameRow> {
  if (isOneName(text)) {
    yield { line, text, note: null };
  } else if (separators.test(text)) {
    for (const part of text.split(separators))
      if (!isBlank(part)) yield { line, text: part.trim(), note: null };
  } else {
    const parts = text.trim().split(/\s+/);
    if (parts.length === 1) yield { line, text, note: null };
    else
      for (const part of parts)
        yield { line, text: part, note: `one of ${grouped(parts.length)} on its line` };
  }
}

/** A word, a URL (which may have any separator in its path), or one thing in quotes. */
const isOneName = (text: string): boolean =>
  !/[\s,;|\u3001\uFF0C\uFF1B]/.test(text) ||
  /^\s*[a-z][a-z0-9+.-]*:\/\/(?:(?!:\/\/)\S)*\s*$/i.test(text) ||
  /^\s*(["'])(?:(?!\1).)*\1\s*$/.test(text);
