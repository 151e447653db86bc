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
