import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync, rmSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { cause } from '#shared/areas/sessions.ts';
import { findingBits } from '#shared/domain/session.ts';
import type { Called } from './rpc.ts';
import type { RecordedRequest } from './sessions/messages.ts';
import type { Stores } from './stores.ts';

export const logName = /^unrecorded-(\d+)\.log$/;
/** A larger file is not extended; it is deleted when all of it is recorded. */
const mostBytes = 16 * 1_024 * 1_024;

interface Part {
  readonly path: string;
  readonly file: number;
  bytes: number;
  /** How many additions are not recorded yet. */
  unrecorded: number;
}

export type AnswerLog = ReturnType<typeof createAnswerLog>;

/**
 * Answers that are not recorded yet, in files beside the workspace, so that they survive the end of the process: the
 * next request can be sent before the sessions' thread has recorded the answer, and after a kill only requests
 * without an answer are repeated. Written without flushing; `sessions.seal` protects against a power cut.
 *
 * @param first The number of the first file; no existing file may have it or a higher one.
 */
export function createAnswerLog(directory: string, first: number) {
  let next = first;
  let current: Part | null = null;
  const parts = new Set<Part>();

  function partToWrite(): Part {
    if (current !== null && current.bytes < mostBytes) return current;
    const path = join(directory, `unrecorded-${next}.log`);
    next += 1;
    current = { path, file: openSync(path, 'wx', 0o600), bytes: 0, unrecorded: 0 };
    parts.add(current);
    return current;
  }

  function recorded(part: Part): void {
    part.unrecorded -= 1;
    if (part.unrecorded > 0 || !parts.has(part)) return;
    if (part === current && part.bytes < mostBytes) {
      ftruncateSync(part.file, 0);
      part.bytes = 0;
    } else remove(part);
  }

  function remove(part: Part): void {
    parts.delete(part);
    if (part === current) current = null;
    closeSync(part.file);
    rmSync(part.path, { force: true });
  }

  return {
    /**
     * @returns A function to call when the requests are recorded; null where they could not be written because the disk
     *   is full: then they are only safe once they are recorded.
     */
    add(sessionId: string, requests: readonly RecordedRequest[]): (() => void) | null {
      try {
        const part = partToWrite();
        part.bytes += writeAll(
          part,
          requests.flatMap((request) => bytesOf(sessionId, request)),
        );
        part.unrecorded += 1;
        return () => recorded(part);
      } catch {
        return null; // The disk's error is reported when the requests are recorded.
      }
    },
    /** Everything was recorded, or will be recovered at the next opening. */
    close(): void {
      for (const part of parts) {
        if (part.unrecorded === 0) remove(part);
        else closeSync(part.file);
      }
      parts.clear();
    },
  };
}

/** Appends to the file; throws where not everything could be written. */
function writeAll({ file, bytes: at }: Part, pieces: readonly Uint8Array[]): number {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (writevSync(file, pieces, at) < length) {
    ftruncateSync(file, at);
    throw new Error('The log could not be written');
  }
  return length;
}

/** A request in the log, with its session. */
interface LogEntry {
  readonly sessionId: string;
  readonly request: RecordedRequest;
}

const marker = 0x4e44_4131; // NDA1
const frontBytes = 16;
/** The body length of an entry without a body. */
const none = 0xffff_ffff;

const head = z.object({
  id: z.string(),
  row: z.int().min(0),
  columns: z.array(z.int().min(0).max(0xffff)).max(0xffff),
  at: z.int(),
  cause: cause.nullable(),
  message: z.string().max(1_000),
});

/**
 * An entry as bytes: marker, length of the head, length of the body, checksum of both, head (JSON), body. Numbers are
 * 32-bit big-endian.
 */
function bytesOf(sessionId: string, request: RecordedRequest): readonly Uint8Array[] {
  const { row, columns, checkedAtMs, body, message } = request;
  const text = Buffer.from(
    JSON.stringify({
      id: sessionId,
      row,
      columns: [...columns],
      at: checkedAtMs,
      cause: request.cause,
      message,
    }),
  );
  const front = Buffer.allocUnsafe(frontBytes);
  front.writeUInt32BE(marker, 0);
  front.writeUInt32BE(text.length, 4);
  front.writeUInt32BE(body === null ? none : body.length, 8);
  front.writeUInt32BE(body === null ? crc32(text) : crc32(body, crc32(text)), 12);
  return body === null ? [front, text] : [front, text, body];
}

/** The entries of a file, up to the first incomplete one: the process was killed while it was written. */
export function entriesIn(file: Buffer): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  let at = 0;
  for (;;) {
    const read = entryAt(file, at);
    if (read === null) return entries;
    entries.push(read.entry);
    at = read.end;
  }
}

function entryAt(file: Buffer, at: number): { readonly entry: LogEntry; readonly end: number } | null {
  if (at + frontBytes > file.length || file.readUInt32BE(at) !== marker) return null;
  const textEnd = at + frontBytes + file.readUInt32BE(at + 4);
  const length = file.readUInt32BE(at + 8);
  const end = textEnd + (length === none ? 0 : length);
  if (end > file.length || crc32(file.subarray(at + frontBytes, end)) !== file.readUInt32BE(at + 12))
    return null;
  const parsed = head.safeParse(JSON.parse(file.toString('utf8', at + frontBytes, textEnd)));
  if (!parsed.success) return null;
  const { id, row, columns, at: checkedAtMs, cause: why, message } = parsed.data;
  const body = length === none ? null : new Uint8Array(file.subarray(textEnd, end));
  const request = { row, columns: Uint16Array.from(columns), checkedAtMs, body, cause: why, message };
  return { entry: { sessionId: id, request }, end };
}

type Sessions = Pick<Called<Stores>['sessions'], 'find' | 'cells' | 'record' | 'seal'>;

const mostAtOnce = 64;

/**
 * Records the requests that a killed process had logged but not recorded, and begins a new log. What cannot be recorded
 * now is kept for the next time.
 */
export async function resumeAnswerLog(directory: string, sessions: Sessions): Promise<AnswerLog> {
  const left = readdirSync(directory).filter((name) => logName.test(name));
  for (const name of left.sort((a, b) => numberOf(a) - numberOf(b))) {
    const path = join(directory, name);
    if (await recordAll(entriesIn(readFileSync(path)), sessions)) rmSync(path, { force: true });
  }
  return createAnswerLog(directory, Math.max(0, ...left.map(numberOf)) + 1);
}

const numberOf = (name: string): number => Number(logName.exec(name)?.[1] ?? 0);

/** False where something could not be recorded. */
async function recordAll(entries: readonly LogEntry[], sessions: Sessions): Promise<boolean> {
  for (const [id, own] of Map.groupBy(entries, ({ sessionId }) => sessionId)) {
    const found = await sessions.find({ id });
    if (!found.ok) return false;
    // The session was removed in the meantime, with everything in it.
    if (found.value === null) continue;
    const cells = await sessions.cells({ id });
    if (!cells.ok) return false;
    const { tlds } = found.value;
    const isNew = ({ request }: LogEntry): boolean => !isRecorded(request, tlds.length, cells.value);
    if (!(await record(id, own.filter(isNew), sessions))) return false;
  }
  const sealed = await sessions.seal();
  return sealed.ok;
}

async function record(id: string, entries: readonly LogEntry[], sessions: Sessions): Promise<boolean> {
  for (let from = 0; from < entries.length; from += mostAtOnce) {
    const requests = entries.slice(from, from + mostAtOnce).map(({ request }) => request);
    const recorded = await sessions.record({ id, requests });
    if (!recorded.ok) return false;
  }
  return true;
}

interface Cells {
  readonly codes: Uint8Array;
  readonly checkedAt: Uint32Array;
}

/** Whether each of its cells has an answer that is at least as new. */
function isRecorded(
  { row, columns, checkedAtMs }: RecordedRequest,
  width: number,
  { codes, checkedAt }: Cells,
): boolean {
  const seconds = Math.floor(checkedAtMs / 1_000);
  return columns.every((column) => {
    const cell = row * width + column;
    return findingBits(codes[cell] ?? 0) !== 0 && (checkedAt[cell] ?? 0) >= seconds;
  });
}
