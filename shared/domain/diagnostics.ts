/** What may be known of a thrown thing; see `log/redact.ts`. */
export interface LoggedError {
  readonly class: string;
  readonly code: string | null;
  /** As `file:line`, innermost first. */
  readonly frames: readonly string[];
}

/** One line of the log: declared fields alone, of which none can hold a text of a user or a service. */
export interface LogLine {
  /** Counted from the oldest line that is kept, from 0; the same line has another one after old lines were dropped. */
  readonly index: number;
  readonly at: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly event: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  /** The bug and what caused it, outermost first; empty where it is none. */
  readonly errors: readonly LoggedError[];
}

/** How a service answers otherwise than the API document has it. Paths and kinds only. */
export interface Deviation {
  readonly operation: string;
  /** Into the answer, such as `[].prices.register`. */
  readonly path: string;
  readonly expected: string;
  readonly seen: string;
  readonly count: number;
  readonly lastSeenAt: string;
}

/** One part of a support bundle, as it is written: the user reads it before it is saved. */
export interface BundlePart {
  readonly name: string;
  readonly text: string;
}

/** A support bundle as one text: what is read, copied and saved is this, to the byte. */
export const bundleText = (parts: readonly BundlePart[]): string =>
  parts.map(({ name, text }) => `${name}\n${'='.repeat(name.length)}\n${text}\n`).join('\n');

/**
 * Deviations as lines of text that can be sent to whoever runs the service: operations, paths and kinds alone. Nothing that
 * was answered is in it.
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

/** One line of the log as text, with what caused it behind it: for copying and for a support bundle. */
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
