import { randomInt } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { changeKinds, changeStates } from '#shared/domain/change-kinds.ts';
import { sizeOf } from './durable-files.ts';
import {
  backupReasons,
  chainReadings,
  restoreFaults,
  restoreReasons,
} from '#shared/domain/restore-reasons.ts';
import { codeActions, codeOutcomes } from '#shared/domain/code-actions.ts';
import {
  keychainFaults,
  reachFailures,
  refusalReasons,
  storageFaults,
  unreadableReasons,
} from '#shared/domain/failures.ts';
import { updateFaults, updateStatuses } from '#shared/domain/update-statuses.ts';

/** Destination of finished lines. A sink never throws: a log that cannot be written must not stop the application. */
export interface LogSink {
  readonly write: (line: string) => void;
}

export interface Logger {
  /** Writes one event. A field whose value does not match its declared kind is omitted and counted. */
  readonly note: <E extends LogEvent>(event: E, fields: FieldsOf<E>) => void;
  /** Logs the redacted error; returns the incident id that the user is shown. */
  readonly bug: (thrown: unknown) => string;
}

/** A log of JSON lines, one per event. */
export function createLogger(sink: LogSink, now: () => Date): Logger {
  const write = (event: LogEvent, fields: Readonly<Record<string, unknown>>, error?: RedactedError): void =>
    sink.write(
      JSON.stringify({
        at: now().toISOString(),
        level: logEvents[event].level,
        event,
        ...safeFields(event, fields),
        ...(error === undefined ? {} : { error }),
      }),
    );

  return {
    note: write,
    bug(thrown) {
      const incidentId = newIncidentId();
      write('bug', { incidentId }, redact(thrown));
      return incidentId;
    },
  };
}

/** Only the declared fields, and of these only the ones whose value matches their kind. */
function safeFields(
  event: LogEvent,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const declared: Readonly<Record<string, FieldKind>> = logEvents[event].fields;
  const given = Object.entries(fields);
  const safe = given.filter(([name, value]) => {
    const kind = Object.hasOwn(declared, name) ? declared[name] : undefined;
    return kind !== undefined && isOfKind(kind, value);
  });
  const refused = given.length - safe.length;
  return { ...Object.fromEntries(safe), ...(refused === 0 ? {} : { refusedFields: refused }) };
}

/**
 * The kinds of values a log line may contain. There is no kind for free text, so a key, a body or a domain name cannot
 * be logged (B10, B11).
 */
export type FieldKind =
  'number' | 'boolean' | 'id' | 'incident' | 'version' | { readonly oneOf: readonly string[] };

type FieldValue<K extends FieldKind> = K extends 'number'
  ? number
  : K extends 'boolean'
    ? boolean
    : K extends { readonly oneOf: readonly (infer Word)[] }
      ? Word
      : string;

export const oneOf = <const Words extends readonly string[]>(words: Words): { readonly oneOf: Words } => ({
  oneOf: words,
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const version = /^\d{1,4}(\.\d{1,4}){1,3}$/;

const checks: Readonly<Record<Exclude<FieldKind, object>, (value: unknown) => boolean>> = {
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  id: (value) => typeof value === 'string' && uuid.test(value),
  incident: (value) => typeof value === 'string' && isIncidentId(value),
  version: (value) => typeof value === 'string' && version.test(value),
};

/** Whether `value` matches its kind at run time too: types do not stop a cast string. */
export const isOfKind = (kind: FieldKind, value: unknown): boolean =>
  typeof kind === 'object' ? kind.oneOf.some((word) => word === value) : checks[kind](value);

type Level = 'info' | 'warning' | 'error';

interface EventShape {
  readonly level: Level;
  readonly fields: Readonly<Record<string, FieldKind>>;
}

/** Every event that can be logged, and the only list of them. A new event is a row here. */
export const logEvents = {
  'app.started': { level: 'info', fields: { app: 'version', electron: 'version' } },
  'app.stopped': { level: 'info', fields: { uptimeMs: 'number' } },
  'ipc.refused': {
    level: 'warning',
    fields: { guard: oneOf(['sender', 'channel', 'size', 'input', 'output']) },
  },
  'keychain.failed': {
    level: 'warning',
    fields: { call: oneOf(['get', 'set', 'delete']), fault: oneOf(keychainFaults), durationMs: 'number' },
  },
  'storage.opened': { level: 'info', fields: { durationMs: 'number', version: 'number' } },
  'storage.failed': { level: 'error', fields: { fault: oneOf(storageFaults) } },
  /** Logged at each start until the user has acknowledged it. */
  'storage.restored': {
    level: 'warning',
    fields: { why: oneOf([...restoreReasons, 'not-known']), journal: oneOf([...chainReadings, 'not-known']) },
  },
  /** A backup that was asked for; likewise. */
  'storage.not-restored': { level: 'warning', fields: { fault: oneOf(restoreFaults) } },
  'storage.acknowledged': { level: 'info', fields: {} },
  /** A person has said that what is in doubt was not done. */
  'storage.checked': { level: 'info', fields: { all: 'boolean', done: 'number' } },
  /** The mark of what was sent could not be written or compared. */
  'mark.failed': { level: 'warning', fields: { call: oneOf(['read', 'write']) } },
  'connection.changed': {
    level: 'info',
    fields: {
      accountId: 'id',
      connection: oneOf(['unknown', 'online', 'offline', 'no-api', 'refused', 'no-key']),
      why: oneOf([...reachFailures, ...refusalReasons, ...unreadableReasons, 'none', 'otherwise']),
    },
  },
  /** The final state of a change, or that its outcome is unknown. Never the domain. */
  'change.moved': {
    level: 'info',
    fields: {
      accountId: 'id',
      what: oneOf(changeKinds),
      state: oneOf([...changeStates, 'accepted']),
      attempts: 'number',
    },
  },
  'change.uncertain': { level: 'warning', fields: { accountId: 'id', what: oneOf(changeKinds) } },
  'code.taken': {
    level: 'info',
    fields: { accountId: 'id', deed: oneOf(codeActions), outcome: oneOf([...codeOutcomes, 'not-asked']) },
  },
  'codes.saved': {
    level: 'info',
    fields: {
      accountId: 'id',
      state: oneOf(['done', 'stopped', 'failed']),
      total: 'number',
      fetched: 'number',
    },
  },
  'backup.made': {
    level: 'info',
    fields: { reason: oneOf(backupReasons), bytes: 'number', durationMs: 'number' },
  },
  'backup.failed': {
    level: 'error',
    fields: { reason: oneOf(backupReasons), fault: oneOf([...storageFaults, 'otherwise']) },
  },
  'update.moved': { level: 'info', fields: { status: oneOf(updateStatuses) } },
  'update.failed': { level: 'warning', fields: { fault: oneOf(updateFaults) } },
  'practice.started': { level: 'info', fields: { port: 'number' } },
  bug: { level: 'error', fields: { incidentId: 'incident' } },
} as const satisfies Readonly<Record<string, EventShape>>;

export type LogEvent = keyof typeof logEvents;

/** The fields of one event, typed by kind. */
export type FieldsOf<E extends LogEvent> = {
  readonly [
    F in keyof (typeof logEvents)[E]['fields']
  ]: (typeof logEvents)[E]['fields'][F] extends infer K extends FieldKind ? FieldValue<K> : never;
};

/** Without letters and digits that are easily confused when read aloud: I, L, O, U, 0 and 1. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An incident id, short enough to read over the telephone: `K7QD-2MXA-9RTB`. */
const newIncidentId = (): string => [block(), block(), block()].join('-');

const block = (): string =>
  Array.from({ length: 4 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const incidentPattern = new RegExp(`^[${alphabet}]{4}(-[${alphabet}]{4}){2}$`);

const isIncidentId = (text: string): boolean => incidentPattern.test(text);

/** The loggable part of a thrown value: values from fixed lists only, never its message. */
interface RedactedError {
  /** The class if it is a known one, else `Error`; for a thrown non-error its `typeof`. */
  readonly class: string;
  /** The code if it is a known one, else null. */
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

/** Error codes of Node, OpenSSL, undici and SQLite; any other text is dropped. */
const knownCodes = new Set(Object.keys(constants.errno));
const codeFamily = /^(ERR|UND_ERR|HPE|EAI|CERT|SELF_SIGNED|UNABLE_TO|DEPTH_ZERO)(_[A-Z]{1,16}){1,6}$/;

/** How many errors of a cause chain are logged, including the outermost. */
export const deepest = 5;

/**
 * The loggable part of a thrown value. Messages, bodies, headers and all own properties are dropped: they may contain
 * keys, addresses and contact data (B10). A class, code or file name of unknown form is dropped too, since any text can
 * be put there.
 */
export const redact = (thrown: unknown): RedactedError => redactAt(thrown, 0);

function redactAt(thrown: unknown, depth: number): RedactedError {
  try {
    if (!(thrown instanceof Error)) return { class: typeof thrown, code: null, frames: [], cause: null };
    return { ...kept(thrown), cause: causeOf(thrown, depth) };
  } catch {
    // A getter of a broken or hostile error threw. The error it threw is not trusted either.
    return { class: 'Error', code: null, frames: [], cause: null };
  }
}

/** The properties of an error; they may have been set to any value. */
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

/** Whether {@link redact} can have written it as a class. */
export const isKnownClass = (name: string): boolean => knownClasses.has(name) || thrownKinds.has(name);

const frameLine = /^ {4}at .*?([\w.-]+):(\d+):\d+\)?$/;
const sourceFile = /^[a-z0-9][a-z0-9-]{0,39}(\.[a-z]{1,8})?\.[cm]?[jt]sx?$/i;
const nodeInternal = /^[a-z_]{1,30}$/;
export const mostFrames = 20;

/**
 * The frames of a stack, each as `file:line`: no folder, because that contains the user's name, and no function name.
 *
 * The message is at the beginning of the stack and may contain lines that look like frames, so it is removed first. If
 * it is not found there (it was changed later), no frame can be trusted and the result is empty.
 */
function stackFiles(stack: string, message: string): readonly string[] {
  const body = withoutHead(stack, message);
  if (body === null) return [];
  return body
    .split('\n')
    .map((line) => frameLine.exec(line))
    .filter((frame) => frame !== null)
    .slice(0, mostFrames)
    .map(([, file = '', line = '']) => (isSourceName(file) ? `${file}:${line}` : 'elsewhere'));
}

function withoutHead(stack: string, message: string): string | null {
  const firstLineEnd = stack.indexOf('\n');
  if (firstLineEnd === -1) return null;
  if (message === '') return stack.slice(firstLineEnd);
  const start = stack.indexOf(message);
  if (start === -1 || start > firstLineEnd) return null;
  const rest = stack.slice(start + message.length);
  return rest.startsWith('\n') ? rest : null;
}

const isSourceName = (file: string): boolean => sourceFile.test(file) || nodeInternal.test(file);

const writtenFrame = /^(?<file>.{1,60}):\d{1,7}$/;

/** Whether {@link stackFiles} can have written it as a frame. */
export function isFrame(text: string): boolean {
  const file = writtenFrame.exec(text)?.groups?.['file'];
  return text === 'elsewhere' || (file !== undefined && isSourceName(file));
}

/** How many rotated files of the application's log are kept. */
export const keptLogFiles = 5;

interface RotatingFileOptions {
  readonly path: string;
  /** A file that would exceed this is rotated: `path.1` is the newest of the old files. */
  readonly maxBytes: number;
  /** How many old files are kept. */
  readonly keep: number;
}

/**
 * A rotating log file readable by its owner only (0600 in a 0700 folder) that never takes more than `maxBytes * (keep +
 * 1)`.
 *
 * A line that cannot be written (disk full, folder missing) is dropped; the next line that can be written contains the
 * number of dropped lines.
 */
export function createRotatingFile({ path, maxBytes, keep }: RotatingFileOptions): LogSink {
  let dropped = 0;

  function append(text: string): void {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (sizeOf(path) + Buffer.byteLength(text) > maxBytes) rotate(path, keep);
    appendFileSync(path, text, { mode: 0o600 });
    chmodSync(path, 0o600);
  }

  return {
    write(line) {
      try {
        append(dropped === 0 ? `${line}\n` : `${JSON.stringify({ droppedLines: dropped })}\n${line}\n`);
        dropped = 0;
      } catch {
        dropped += 1;
      }
    },
  };
}

function rotate(path: string, keep: number): void {
  rmSync(`${path}.${keep}`, { force: true });
  for (let age = keep - 1; age >= 1; age -= 1) moveIfThere(`${path}.${age}`, `${path}.${age + 1}`);
  if (keep > 0) moveIfThere(path, `${path}.1`);
  else rmSync(path, { force: true });
}

function moveIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to);
}
