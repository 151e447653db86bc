/** What may be logged of a thrown value; see `electron/main/system/log.ts`. */
export interface LoggedError {
  readonly class: string;
  readonly code: string | null;
  /** As `file:line`, innermost first. */
  readonly frames: readonly string[];
}

/** One line of the log: declared fields only, none of which can hold a text of a user or a service. */
export interface LogLine {
  /** Counted from the oldest stored line, from 0; it changes when old lines are dropped. */
  readonly index: number;
  readonly at: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly event: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  /** The bug and its causes, outermost first; empty if the line is not about a bug. */
  readonly errors: readonly LoggedError[];
}

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
        `${count} ${count === 1 ? 'time' : 'times'}, last on ${lastSeenAt.slice(0, 10)}`,
    )
    .join('\n');

type Value = LogLine['fields'][string];

/** One line of the log as text, followed by its causes: for copying and for a support bundle. */
export function logLineText(
  { at, level, event, fields, errors }: LogLine,
  shown: (value: Value) => string = String,
): string {
  const named = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  const causes = errors.map(({ class: name, code, frames }) =>
    [name, ...(code === null ? [] : [code]), ...frames].join(' '),
  );
  return [[at, level, event, ...named].join(' '), ...causes.map((cause) => `  ${cause}`)].join('\n');
}
