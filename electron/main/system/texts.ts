import type { ErrorOf } from '#shared/errors.ts';

/** `text` in at most `most` UTF-16 units, with an ellipsis where it is shortened; never splits a surrogate pair. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** What a text of JSON holds; unlike `JSON.parse`, null for any other text, which no schema of ours accepts. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The day of an instant in the user's time zone, `2026-02-21`. */
export function dayOf(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return [String(at.getFullYear()), two(at.getMonth() + 1), two(at.getDate())].join('-');
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
