import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { cause } from '#shared/ipc/session-schemas.ts';
import type { RecordedRequest } from '../session-records.ts';

/** One request in the log, with the session that it belongs to. */
export interface LogEntry {
  readonly sessionId: string;
  readonly request: RecordedRequest;
}

const marker = 0x4e44_4131; // NDA1
const frontBytes = 16;
/** Where there is no body. */
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
 * An entry as the bytes of a file: marker, length of the head, length of the body, check sum of both, head (JSON), body.
 * Numbers are of 32 bits, big end first.
 */
export function bytesOf(sessionId: string, request: RecordedRequest): readonly Uint8Array[] {
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

/** The entries of a file, up to the first that is not whole: there the process was killed while it wrote. */
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
