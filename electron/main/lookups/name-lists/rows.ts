import type { z } from 'zod';
import type { draftReport, readingChoices, recipe, generatedCount } from '#shared/areas/sessions.ts';
import { inEnglish } from '#shared/domain/counting.ts';
import { nameSeparators } from '#shared/domain/plain-name.ts';
import type { AppError } from '#shared/errors.ts';
import { invalidInput } from '../../system/texts.ts';

export type ReadingChoices = z.output<typeof readingChoices>;
export type DraftReport = z.output<typeof draftReport>;
export type NameGenerator = z.output<typeof recipe>;
export type GeneratorCount = z.output<typeof generatedCount>;

/** The source of names. */
export type NameSource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly fileName: string; readonly bytes: Uint8Array }
  /** A file that is too large is refused before it is read. */
  | { readonly kind: 'file'; readonly path: string };

/** The names of a draft, ready for a session. */
export interface Draft {
  /** A-labels, each once, in the order of their first occurrence. */
  readonly names: readonly string[];
  readonly source: string;
}

/** A piece of text that should be one name, before it is cleaned. */
export interface NameRow {
  /**
   * Position in the source, from 1: the line of a file or a pasted text, the row of a workbook, the number of a
   * generated name.
   */
  readonly line: number;
  readonly text: string;
  /** How it was found, if worth mentioning; null if it stood alone. */
  readonly note: string | null;
}

/** The part of the user's input that was rejected. */
export type ImportField = 'file' | 'text' | 'recipe' | 'encoding' | 'column' | 'sheet' | 'draftId';

export type Refusal = Extract<AppError, { readonly kind: 'invalid-input' }>;

/** `reason` is a whole sentence: what is wrong, and what to do about it. */
export const refuse = (field: ImportField, reason: string) => invalidInput(field, reason);

export const grouped = inEnglish.count;

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Such as `1.0 GiB`. */
export function sizeInWords(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_024 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${unit === 0 ? grouped(size) : size.toFixed(1)} ${units[unit] ?? ''}`;
}

/**
 * The names of a list: one per line, or several per line separated by commas, semicolons, tabs, bars or spaces. Names
 * separated only by spaces are marked: `blue bakery` may have been meant as one.
 *
 * @param skipsFirst Whether the first non-empty line is a heading.
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

function* rowsOf(line: number, text: string): Generator<NameRow> {
  if (isOneName(text)) {
    yield { line, text, note: null };
  } else if (nameSeparators.test(text)) {
    for (const part of text.split(nameSeparators))
      if (!isBlank(part)) yield { line, text: part.trim(), note: null };
  } else {
    const parts = text.trim().split(/\s+/);
    if (parts.length === 1) yield { line, text, note: null };
    else
      for (const part of parts)
        yield { line, text: part, note: `one of ${grouped(parts.length)} on its line` };
  }
}

/** A word, a URL (which may have any separator in its path), or a single quoted text. */
const isOneName = (text: string): boolean =>
  !(/\s/.test(text) || nameSeparators.test(text)) ||
  /^\s*[a-z][a-z0-9+.-]*:\/\/(?:(?!:\/\/)\S)*\s*$/i.test(text) ||
  /^\s*(["'])(?:(?!\1).)*\1\s*$/.test(text);

interface TextLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** The lines of a text, with any line ends (Windows, Unix, old Mac, Unicode); includes empty lines. */
export function* textLines(text: string): Generator<TextLine> {
  const ends = /\r\n|[\n\r\u0085\u2028\u2029]/g;
  let start = 0;
  let line = 1;
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield { line, text: text.slice(start, end.index) };
    start = ends.lastIndex;
    line += 1;
  }
  yield { line, text: text.slice(start) };
}
