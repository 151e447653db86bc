import type { Writable } from 'node:stream';
import type { z } from 'zod';
import { frameIn } from './frames.ts';

/** How long the next line may be, in bytes: it grows when the other side has proven itself. */
export interface LineLimit {
  mostBytes: number;
}

/** The next line; null where there is none any more, also where the connection broke. */
export async function nextLine(lines: AsyncGenerator<string, void>): Promise<string | null> {
  try {
    const line = await lines.next();
    return line.done === true ? null : line.value;
  } catch {
    return null; // A socket that was destroyed or reset throws: nobody is there to say anything.
  }
}

/** The frame in the next line; null where there is no line, or no such frame in it. */
export async function nextFrame<S extends z.ZodType>(
  lines: AsyncGenerator<string, void>,
  schema: S,
): Promise<z.output<S> | null> {
  const line = await nextLine(lines);
  return line === null ? null : frameIn(schema, line);
}

/** The lines of a socket, one after the other. Ends, without what is left, at a line that is too long. */
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

/** Answers when more can be written, or nothing ever will be again. */
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
