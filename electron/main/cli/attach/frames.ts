import type { Writable } from 'node:stream';
import { z } from 'zod';
import { jsonIn } from '../../system/texts.ts';

/**
 * The protocol between the process that has a workspace (host) and a client that wants a command line run in it: lines
 * of JSON, one frame each. Both sides parse what they receive, and an invalid frame ends the connection. The first
 * three lines are the handshake (`handshake.ts`): hello, host proof, visitor proof.
 */
export const protocol = 2;

/** The longest line of the handshake, in bytes, from either side. */
export const longestHandshakeLine = 1_024;
export const longestFrame = 1_048_576;
/** Bytes are sent in pieces that stay well below it. */
export const longestPiece = 65_536;

const text = (max: number) => z.string().max(max);
const piece = z.base64().max(Math.ceil(longestPiece / 3) * 4);

/** 32 bytes: a nonce, a proof, the secret of the owner file. */
export const bytes32 = z.base64url().length(43);

export const hello = z.object({ kind: z.literal('hello'), nonce: bytes32 });
export const hostProof = z.object({ kind: z.literal('host-proof'), nonce: bytes32, proof: bytes32 });
export const clientProof = z.object({ kind: z.literal('visitor-proof'), proof: bytes32 });

export const runRequest = z.object({
  kind: z.literal('run'),
  args: z.array(text(500_000)).max(1_000),
  cwd: text(8_192),
  calledAs: text(8_192),
  columns: z.int().min(1).max(10_000).nullable(),
});
export type RunRequest = z.output<typeof runRequest>;

/** From a client while its command runs. */
export const fromClient = z.discriminatedUnion('kind', [
  /** The next piece of standard input, requested by `want-input`; null at its end. */
  z.object({ kind: z.literal('input'), piece: piece.nullable() }),
  /** Input typed without echo, requested by `ask-hidden`; null if there was none. */
  z.object({ kind: z.literal('hidden'), text: text(8_192).nullable() }),
  /** The client was asked to end, by a signal with this exit code. */
  z.object({ kind: z.literal('ending'), code: z.union([z.literal(130), z.literal(143)]) }),
]);

/** From the host while the command runs. */
export const fromHost = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('out'), line: z.string() }),
  z.object({ kind: z.literal('err'), line: z.string() }),
  z.object({ kind: z.literal('progress'), line: z.string() }),
  z.object({ kind: z.literal('bytes'), piece }),
  z.object({ kind: z.literal('want-input') }),
  z.object({ kind: z.literal('ask-hidden'), prompt: z.string() }),
  /** The arguments with which another process can continue if this one ends. */
  z.object({ kind: z.literal('can-go-on'), args: z.array(z.string()) }),
  z.object({ kind: z.literal('ended'), code: z.int().min(0).max(255) }),
  /** The host ends before the command does; the progress so far is stored. */
  z.object({ kind: z.literal('owner-ends') }),
]);

export type Frame =
  | z.output<typeof hello | typeof hostProof | typeof clientProof | typeof runRequest>
  | z.output<typeof fromClient>
  | z.output<typeof fromHost>;

export const lineOf = (frame: Frame): string => `${JSON.stringify(frame)}\n`;

/** The frame in a line; null if it is invalid. */
export function frameIn<S extends z.ZodType>(schema: S, line: string): z.output<S> | null {
  const parsed = schema.safeParse(jsonIn(line));
  return parsed.success ? parsed.data : null;
}

/** The maximum length of the next line, in bytes: raised once the other side has authenticated itself. */
export interface LineLimit {
  mostBytes: number;
}

/** The next line; null at the end, also if the connection broke. */
export async function nextLine(lines: AsyncGenerator<string, void>): Promise<string | null> {
  try {
    const line = await lines.next();
    return line.done === true ? null : line.value;
  } catch {
    return null; // A socket that was destroyed or reset throws: the other side has disconnected.
  }
}

/** The frame in the next line; null if there is no line, or no such frame in it. */
export async function nextFrame<S extends z.ZodType>(
  lines: AsyncGenerator<string, void>,
  schema: S,
): Promise<z.output<S> | null> {
  const line = await nextLine(lines);
  return line === null ? null : frameIn(schema, line);
}

/** The lines of a socket, one after the other. Ends at a line that is too long, and discards the rest. */
export async function* linesOf(
  socket: AsyncIterable<Uint8Array>,
  limit: Readonly<LineLimit>,
): AsyncGenerator<string, void> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of socket) {
    let from = 0;
    for (let end = piece.indexOf(0x0a); end !== -1; end = piece.indexOf(0x0a, from)) {
      pieces.push(piece.subarray(from, end));
      length += end - from;
      if (length > limit.mostBytes) return;
      yield Buffer.concat(pieces).toString('utf8');
      pieces = [];
      length = 0;
      from = end + 1;
    }
    pieces.push(piece.subarray(from));
    length += piece.length - from;
    if (length > limit.mostBytes) return;
  }
}

/** Resolves when more can be written, or the stream is closed. */
export function drained(stream: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const settle = (): void => {
    stream.off('drain', settle).off('close', settle);
    resolve(undefined);
  };
  if (stream.destroyed || !stream.writableNeedDrain) settle();
  else stream.on('drain', settle).on('close', settle);
  return promise;
}
