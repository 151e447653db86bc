import { constants } from 'node:os';
import { stackFiles } from './stack-files.ts';

/** What may be kept of a thrown thing: words of our own choosing, never its text. */
export interface RedactedError {
  /** The class where it is a well-known one, else `Error`; for a thrown non-error its `typeof`. */
  readonly class: string;
  /** The code where it is a well-known one, else null. */
  readonly code: string | null;
  /** The frames as `file:line`, innermost first. */
  readonly frames: readonly string[];
  readonly cause: RedactedError | null;
}

const knownClasses = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'URIError',
  'EvalError',
  'AggregateError',
  'AssertionError',
  'DOMException',
  'AbortError',
  'TimeoutError',
  'ZodError',
  '$ZodError',
]);

/** Codes are words of Node, OpenSSL, undici and SQLite; a text in their place is dropped. */
const knownCodes = new Set(Object.keys(constants.errno));
const codeFamily = /^(ERR|UND_ERR|HPE|EAI|CERT|SELF_SIGNED|UNABLE_TO|DEPTH_ZERO)(_[A-Z]{1,16}){1,6}$/;

/** How many causes are followed, the outermost counted. */
export const deepest = 5;

/**
 * What a log may know of a thrown thing. Messages, bodies, headers and every property of its own are dropped: they are
 * where keys, addresses and contact data are found (B10). A class, a code or a file name that is not of a known form
 * is dropped too, since anything can be written into these.
 */
export const redact = (thrown: unknown): RedactedError => redactAt(thrown, 0);

function redactAt(thrown: unknown, depth: number): RedactedError {
  try {
    if (!(thrown instanceof Error)) return { class: typeof thrown, code: null, frames: [], cause: null };
    return { ...kept(thrown), cause: causeOf(thrown, depth) };
  } catch {
    // A getter of a broken or hostile error threw. What it threw is no better.
    return { class: 'Error', code: null, frames: [], cause: null };
  }
}

/** What an error says of itself; its fields can have been set to anything. */
interface AnyFields {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
}

function kept(error: AnyFields): Omit<RedactedError, 'cause'> {
  const { name, code, message, stack } = error;
  return {
    class: typeof name === 'string' && knownClasses.has(name) ? name : 'Error',
    code: typeof code === 'string' && isKnownCode(code) ? code : null,
    frames: typeof message === 'string' && typeof stack === 'string' ? stackFiles(stack, message) : [],
  };
}

const causeOf = ({ cause }: Error, depth: number): RedactedError | null =>
  cause === undefined || depth + 1 >= deepest ? null : redactAt(cause, depth + 1);

export const isKnownCode = (code: string): boolean => knownCodes.has(code) || codeFamily.test(code);

const thrownKinds = new Set([
  'undefined',
  'object',
  'string',
  'number',
  'boolean',
  'bigint',
  'symbol',
  'function',
]);

/** Whether it is what {@link redact} writes as a class. */
export const isKnownClass = (name: string): boolean => knownClasses.has(name) || thrownKinds.has(name);
