import { readFile } from 'node:fs/promises';
import type { Result } from '#shared/result.ts';
import type { Input, Output } from '#shared/routes.ts';
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
import type { Deviation, LoggedError, LogLine } from '#shared/domain/diagnostics.ts';

export type LogAsk = Input<'diagnostics', 'log'>;
type LogPage = Output<'diagnostics', 'log'>;
export type Bundle = Output<'diagnostics', 'bundle'>;

/** Information for support requests. */
export interface Diagnostics {
  readonly log: (ask: LogAsk) => Promise<Result<LogPage>>;
  /** The most frequent first. */
  readonly deviations: (accountId: string) => Promise<Result<readonly Deviation[]>>;
  /** The bundle is kept until the next one is made, so that the saved bundle is the one that was shown. */
  readonly bundle: () => Promise<Result<Bundle>>;
  /** Fails with: `invalid-input` (another bundle was made since), `storage`. */
  readonly saveBundle: (id: string, path: string) => Promise<Result<unknown>>;
}

/** The files that `createRotatingFile` in `system/log.ts` writes. */
export interface LogFiles {
  readonly path: string;
  readonly keep: number;
}

/** A line, identified by the number of older lines. */
interface NumberedLine {
  readonly index: number;
  readonly text: string;
}

/** The number of lines per file, the newest file first. */
async function countLines(files: LogFiles): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const file of newestFirst(files)) counts.push((await linesOf(file)).length);
  return counts;
}

/**
 * Yields the log's lines file by file, newest file and newest line first; one file is in memory at a time. Lines
 * written after the counting are left out.
 */
async function* linesOfEach(
  files: LogFiles,
  counts: readonly number[],
): AsyncGenerator<readonly NumberedLine[]> {
  let older = counts.reduce((sum, count) => sum + count, 0);
  for (const [age, file] of newestFirst(files).entries()) {
    const count = counts[age] ?? 0;
    older -= count;
    const lines = (await linesOf(file)).slice(0, count);
    const first = older;
    yield lines.map((text, at) => ({ index: first + at, text })).reverse();
  }
}

const newestFirst = ({ path, keep }: LogFiles): readonly string[] => [
  path,
  ...Array.from({ length: keep }, (_, age) => `${path}.${age + 1}`),
];

/** Empty if the file does not exist, or was rotated away meanwhile. */
async function linesOf(file: string): Promise<readonly string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

/** A log line without its index. */
export type Parsed = Omit<LogLine, 'index'>;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * The parsed line; null if the logger cannot have written it. The file may contain anything: only declared events
 * count, and of these only fields that match their kind. Other fields are left out and counted in `refusedFields`.
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

/**
 * One page of the log, newest line first. A line is identified by the number of older lines, so that the next page
 * continues where the last one ended, even if new lines were added meanwhile.
 */
export async function readLog(files: LogFiles, ask: LogAsk): Promise<LogPage> {
  const counts = await countLines(files);
  const isAll = ask.level === 'all' && ask.incidentId === null;
  const page = createPage(ask);
  for await (const lines of linesOfEach(files, counts)) {
    // With a filter, the rest of the log is read too, for the total count.
    if (isAll && page.isFull()) break;
    for (const line of lines) page.take(line);
  }
  const total = isAll ? counts.reduce((sum, count) => sum + count, 0) : page.fitting();
  return { lines: page.lines, total, lost: page.lost() };
}

function createPage(ask: LogAsk) {
  const lines: LogLine[] = [];
  let fitting = 0;
  let lost = 0;
  const isFull = (): boolean => lines.length === ask.limit;

  return {
    lines,
    isFull,
    fitting: () => fitting,
    lost: () => lost,
    take({ index, text }: NumberedLine): void {
      if (!mayFit(text, ask)) return;
      const isWanted = !isFull() && (ask.before === null || index < ask.before);
      const line = parseLine(text);
      if (line === null) lost += isWanted ? Math.max(1, droppedBefore(text)) : 0;
      else if (fits(line, ask)) {
        fitting += 1;
        if (isWanted) lines.push({ index, ...line });
      }
    },
  };
}

/** Avoids parsing most lines that do not match. */
const mayFit = (text: string, { incidentId, level }: LogAsk): boolean =>
  (incidentId === null || text.includes(incidentId)) && (level === 'all' || !text.includes('"level":"info"'));

const fits = (line: Omit<LogLine, 'index'>, { incidentId, level }: LogAsk): boolean =>
  (incidentId === null || line.fields['incidentId'] === incidentId) &&
  (level === 'all' || line.level !== 'info');
