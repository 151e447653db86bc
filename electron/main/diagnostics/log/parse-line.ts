import type { LoggedError, LogLine } from '#shared/domain/diagnostics.ts';
import { logEvents, type LogEvent } from '../../log/events.ts';
import { type FieldKind, isOfKind } from '../../log/fields.ts';
import { deepest, isKnownClass, isKnownCode } from '../../log/redact.ts';
import { isFrame, mostFrames } from '../../log/stack-files.ts';

/** A line of the log without its place in it. */
export type Parsed = Omit<LogLine, 'index'>;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * The line, as far as it is one that the logger writes; null where it is none. Anybody can have written into the file: only
 * declared events count, and of these only fields that are of their kind. The others are left out and counted in `refusedFields`.
 */
export function parseLine(text: string): Parsed | null {
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

/** How many lines had to be dropped before this one, by the log's own word; 0 where it says nothing of that. */
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
    // The last line of a process that was ended while it wrote.
    return null;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEvent = (event: unknown): event is LogEvent =>
  typeof event === 'string' && Object.hasOwn(logEvents, event);

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** What stands in a line beside its event's own fields. The level is passed over: an event has one of its own. */
const ofEveryLine: ReadonlySet<string> = new Set(['at', 'level', 'event', 'error', 'refusedFields']);

function fieldsOf(event: LogEvent, line: Fields): LogLine['fields'] {
  const declared: Readonly<Record<string, FieldKind>> = logEvents[event].fields;
  const fields: Record<string, string | number | boolean> = {};
  let refused = isCount(line['refusedFields']) ? line['refusedFields'] : 0;
  for (const [name, value] of Object.entries(line)) {
    if (ofEveryLine.has(name)) continue;
    const kind = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (kind !== undefined && isOfKind(kind, value) && isPlain(value)) fields[name] = value;
    else refused += 1;
  }
  return refused === 0 ? fields : { ...fields, refusedFields: refused };
}

const isPlain = (value: unknown): value is string | number | boolean =>
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
