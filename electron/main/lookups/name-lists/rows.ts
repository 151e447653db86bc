import type { z } from 'zod';
import type { draftReport, readingChoices, recipe } from '#shared/areas/sessions.ts';
import { inEnglish } from '#shared/domain/counting.ts';
import { nameSeparators } from '#shared/domain/plain-name.ts';
import { invalidInput } from '../../system/texts.ts';
import { isBlank, type TableField, textLines } from '../../tables/table.ts';

export type ReadingChoices = z.output<typeof readingChoices>;
export type DraftReport = z.output<typeof draftReport>;
export type NameGenerator = z.output<typeof recipe>;
export interface GeneratorCount {
  /** The number of generated names, before duplicates and invalid names are dropped. */
  readonly count: number;
  readonly sample: readonly string[];
  /** More than a session may hold: generating is not possible. */
  readonly isTooMany: boolean;
}

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
  /** How it was found, or what is doubtful in how its row was read; null where there is nothing to be said. */
  readonly note: string | null;
}

/** The part of the user's input that was rejected. */
export type ImportField = TableField | 'recipe' | 'column' | 'draftId';

/** @param reason A whole sentence: what is wrong, and what to do about it. */
export const refuse = (field: ImportField, reason: string) => invalidInput(field, reason);

export const grouped = inEnglish.count;

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
