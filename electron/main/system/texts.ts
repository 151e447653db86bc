import { bare } from '#shared/domain/isolated.ts';
import type { ErrorOf } from '#shared/errors.ts';

/** `text` in at most `most` UTF-16 units, with an ellipsis where it is shortened; never splits a surrogate pair. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** What draws nothing, or only a blank: also letters that are one, as U+2800 and U+3164 are. */
const blanks = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\s\u{2800}\u{1D159}\u{16FE4}]+/gu;
/** Quotation marks of every script, primes and accents that look like one. */
const quotes = /[\p{Pi}\p{Pf}"'`´¨ʹ-ʽˈˊˋ˝ˮ՚՝׳״‚„′-‷‵⹂〃「-』〝-〟﹁-﹄＂＇｀｢｣❛-❠❮❯Ꞌꞌ\u{1F676}-\u{1F678}]/gu;
const betweenLetters = /(?<=\p{L})['’](?=\p{L})/gu;
/** Marks around or across other characters, and more than two of the others in a row: no language needs them. */
const stackedMarks = /[\p{Me}\u{334}-\u{338}\u{20D2}-\u{20EA}]+|(?<=\p{M}{2})\p{M}+/gu;

/**
 * Words of somebody who is not trusted as one short line that nobody takes for ours (H13): without line breaks, controls, quotation marks,
 * stacks of marks and runs of blanks. An apostrophe within a word stays.
 */
export const inPlainLine = (text: string, most: number): string =>
  cut(
    bare(text)
      .normalize('NFC')
      .replaceAll('\u{FFFC}', '')
      .replaceAll(stackedMarks, '')
      .replaceAll(betweenLetters, '\u{FFFC}')
      .replaceAll(quotes, '')
      .replaceAll('\u{FFFC}', "'")
      .replaceAll(blanks, ' ')
      .trim(),
    most,
  );

/** What a text of JSON holds; unlike `JSON.parse`, null for any other text, which no schema of ours accepts. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** As long as `invalid-input` may be where it leaves main: the words of a person or of a file may be part of it. */
const longestReason = 1_000;

/** What was entered in `field` cannot be used. `reason`: a whole sentence about why, and what to do. */
export const invalidInput = (field: string, reason: string): Invalid => ({
  ok: false,
  error: { kind: 'invalid-input', field, reason: cut(reason, longestReason) },
});

/** A failed result, whatever its value would have been. */
interface Invalid {
  readonly ok: false;
  readonly error: ErrorOf<'invalid-input'>;
}
