import { readFile } from 'node:fs/promises';
import type { Deviation, LoggedError, LogLine } from '#shared/domain/diagnostics.ts';
import type { Result } from '#shared/result.ts';
import type { Input, Output } from '#shared/routes.ts';
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

export type LogAsk = Input<'diagnostics', 'log'>;
type LogPage = Output<'diagnostics', 'log'>;
export type Bundle = Output<'diagnostics', 'bundle'>;

/** What helps whoever is asked for help. */
export interface Diagnostics {
  readonly log: (ask: LogAsk) => Promise<Result<LogPage>>;
  /** The most frequent first. */
  readonly deviations: (accountId: string) => Promise<Result<readonly Deviation[]>>;
  /** Kept until the next one is made, so that what is saved is what was read. */
  readonly bundle: () => Promise<Result<Bundle>>;
  /** Fails with: `invalid-input` (another bundle was made since), `storage`. */
  readonly saveBundle: (id: string, path: string) => Promise<Result<unknown>>;
}

/** As `log/rotating-file.ts` keeps them. */
export interface LogFiles {
  readonly path: string;
  readonly keep: number;
}

/** A line and how many older ones are kept. */
interface NumberedLine {
  readonly index: number;
  readonly text: string;
}

/** How many lines each file has, the newest file first. */
async function countLines(files: LogFiles): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const file of newestFirst(files)) counts.push((await linesOf(file)).length);
  return counts;
}

/**
 * Gives the log's lines file by file, each file's newest first, beginning with the newest file; one file is in memory at a
 * time. What was written after the counting is left out.
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

/** None where the file is not there, or was rotated away meanwhile. */
async function linesOf(file: string): Promise<readonly string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';

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

/**
 * One page of the log, the newest line first. A line is named by how many older ones are kept, so that a page goes on where
 * the one before ended although new lines came meanwhile.
 */
export async function readLog(files: LogFiles, ask: LogAsk): Promise<LogPage> {
  const counts = await countLines(files);
  const isAll = ask.level === 'all' && ask.incidentId === null;
  const page = createPage(ask);
  for await (const lines of linesOfEach(files, counts)) {
    // Of a filtered log, the rest is gone through for how many there are.
    if (isAll && page.isFull()) break;
    for (const line of lines) page.look(line);
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
    look({ index, text }: NumberedLine): void {
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

/** Spares the parsing of most lines that do not fit. */
const mayFit = (text: string, { incidentId, level }: LogAsk): boolean =>
  (incidentId === null || text.includes(incidentId)) && (level === 'all' || !text.includes('"level":"info"'));

const fits = (line: Omit<LogLine, 'index'>, { incidentId, level }: LogAsk): boolean =>
  (incidentId === null || line.fields['incidentId'] === incidentId) &&
  (level === 'all' || line.level !== 'info');
