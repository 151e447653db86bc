import { readFile } from 'node:fs/promises';
import { isMissing } from '../system/durable-files.ts';
import {
  deepest,
  type FieldKind,
  isFrame,
  isKnownClass,
  isKnownCode,
  isOfKind,
  type LogEvent,
  logEvents,
  mostFrames,
} from '../system/log.ts';

/** What may be logged of a thrown value; see `system/log.ts`. */
interface LoggedError {
  readonly class: string;
  readonly code: string | null;
  /** As `file:line`, innermost first. */
  readonly frames: readonly string[];
}

type Value = string | number | boolean;

/** One line of the log: declared fields only, none of which can hold a text of a user or a service. */
interface LogLine {
  readonly at: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly event: string;
  readonly fields: Readonly<Record<string, Value>>;
  /** The bug and its causes, outermost first; empty if the line is not about a bug. */
  readonly errors: readonly LoggedError[];
}

/** One line of the log as text, followed by its causes. */
export function logLineText(
  { at, level, event, fields, errors }: LogLine,
  shown: (value: Value) => string,
): string {
  const named = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  const causes = errors.map(({ class: name, code, frames }) =>
    [name, ...(code === null ? [] : [code]), ...frames].join(' '),
  );
  return [[at, level, event, ...named].join(' '), ...causes.map((cause) => `  ${cause}`)].join('\n');
}

/** The files that `createRotatingFile` in `system/log.ts` writes. */
export interface LogFiles {
  readonly path: string;
  readonly keep: number;
}

const newestFirst = ({ path, keep }: LogFiles): readonly string[] => [
  path,
  ...Array.from({ length: keep }, (_, age) => `${path}.${age + 1}`),
];

/** Empty if the file does not exist, or was rotated away meanwhile. */
async function linesOf(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * The parsed line; null if the logger cannot have written it. The file may contain anything: only declared events
 * count, and of these only fields that match their kind. Other fields are left out and counted in `refusedFields`.
 */
export function parseLine(text: string): LogLine | null {
  const line = objectIn(text);
  if (line === null) return null;
  const { at, event } = line;
  if (typeof at !== 'string' || !instant.test(at) || !isEvent(event)) return null;
  return {
    at,
    level: logEvents[event].level,
    event,
    fields: fieldsOf(event, line),
    errors: errorsFrom(line['error']),
  };
}

/** How many lines were dropped before this one, according to the log itself; 0 if it does not say. */
export function droppedBefore(text: string): number {
  const dropped = objectIn(text)?.['droppedLines'];
  return isCount(dropped) ? dropped : 0;
}

type Fields = Readonly<Record<string, unknown>>;

function objectIn(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    // The last line of a process that was killed while writing.
    return null;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEvent = (event: unknown): event is LogEvent =>
  typeof event === 'string' && Object.hasOwn(logEvents, event);

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** The fields of every line beside the event's own. The level in the line is ignored: each event has a declared one. */
const ofEveryLine: ReadonlySet<string> = new Set(['at', 'level', 'event', 'error', 'refusedFields']);

function fieldsOf(event: LogEvent, line: Fields): LogLine['fields'] {
  const declared: Readonly<Record<string, FieldKind>> = logEvents[event].fields;
  const fields: Record<string, Value> = {};
  let refused = isCount(line['refusedFields']) ? line['refusedFields'] : 0;
  for (const [name, value] of Object.entries(line)) {
    if (ofEveryLine.has(name)) continue;
    const kind = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (kind !== undefined && isOfKind(kind, value) && isPlain(value)) fields[name] = value;
    else refused += 1;
  }
  return refused === 0 ? fields : { ...fields, refusedFields: refused };
}

const isPlain = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The chain of causes, outermost first, up to the first one that the logger cannot have written. */
function errorsFrom(first: unknown): readonly LoggedError[] {
  const errors: LoggedError[] = [];
  let error = first;
  while (errors.length < deepest && isFields(error)) {
    const logged = loggedError(error);
    if (logged === null) break;
    errors.push(logged);
    error = error['cause'];
  }
  return errors;
}

function loggedError({ class: name, code, frames }: Fields): LoggedError | null {
  if (typeof name !== 'string' || !isKnownClass(name)) return null;
  if (!Array.isArray(frames)) return null;
  const texts: readonly unknown[] = frames.slice(0, mostFrames);
  return {
    class: name,
    code: typeof code === 'string' && isKnownCode(code) ? code : null,
    frames: texts.map((frame) => (typeof frame === 'string' && isFrame(frame) ? frame : 'elsewhere')),
  };
}

/**
 * The last lines of the log, newest first.
 *
 * `lost`: lines among them that could not be written, or are not in the log's format.
 */
export async function readLog(
  files: LogFiles,
  limit: number,
): Promise<{ readonly lines: readonly LogLine[]; readonly lost: number }> {
  const lines: LogLine[] = [];
  let lost = 0;
  for (const file of newestFirst(files))
    for (const text of (await linesOf(file)).reverse()) {
      if (lines.length === limit) return { lines, lost };
      const line = parseLine(text);
      if (line === null) lost += Math.max(1, droppedBefore(text));
      else lines.push(line);
    }
  return { lines, lost };
}
