import { inEnglish } from './counting.ts';

/** A difference between a service's answers and the API document. Contains paths and kinds only. */
export interface Deviation {
  readonly operation: string;
  /** The path inside the answer, such as `[].prices.register`. */
  readonly path: string;
  readonly expected: string;
  readonly seen: string;
  readonly count: number;
  readonly lastSeenAt: string;
}

/** One part of a support bundle, exactly as written to the file: the user reads it before saving. */
export interface BundlePart {
  readonly name: string;
  readonly text: string;
}

/** A support bundle as one text. The same bytes are shown, copied and saved. */
export const bundleText = (parts: readonly BundlePart[]): string =>
  parts.map(({ name, text }) => `${name}\n${'='.repeat(name.length)}\n${text}\n`).join('\n');

/**
 * Deviations as lines of text that can be sent to the operator of the service: operations, paths and kinds only, no
 * values of an answer.
 */
export const deviationText = (deviations: readonly Deviation[]): string =>
  deviations
    .map(
      ({ operation, path, expected, seen, count, lastSeenAt }) =>
        `${operation} ${path === '' ? '(the answer itself)' : path}: the document says ${expected}, the service says ${seen}; ` +
        `${inEnglish.counted(count, 'time', 'times')}, last on ${lastSeenAt.slice(0, 10)}`,
    )
    .join('\n');
