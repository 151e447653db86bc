import type { z } from 'zod';
import { createInput } from '../cli/input.ts';
import type { Ending, Terminal } from '../cli/terminal.ts';
import { type Frame, type fromVisitor, longestPiece, type RunRequest } from './frames.ts';

/** A visitor's terminal, as a command sees it that runs in another process. */
export interface VisitorTerminal {
  readonly terminal: Terminal;
  /** Takes a frame of the visitor's; false for one that nobody asked for. */
  readonly heard: (frame: z.output<typeof fromVisitor>) => boolean;
  readonly end: (why: Ending) => void;
}

/** @param send Null where more can be sent at once; else answers when it can. */
export function createVisitorTerminal(
  { cwd, calledAs, columns }: RunRequest,
  send: (frame: Frame) => Promise<unknown> | null,
): VisitorTerminal {
  const ending = new AbortController();
  let asked: ((piece: Uint8Array | null) => void) | null = null;

  function nextPiece(): Promise<Uint8Array | null> {
    if (ending.signal.aborted) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<Uint8Array | null>();
    asked = resolve;
    void send({ kind: 'want-input' });
    return promise;
  }

  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    for (let piece = await nextPiece(); piece !== null; piece = await nextPiece()) yield piece;
  }

  function answer(piece: Uint8Array | null): boolean {
    const waiting = asked;
    asked = null;
    waiting?.(piece);
    return waiting !== null;
  }

  return {
    terminal: {
      out: (line) => void send({ kind: 'out', line }),
      err: (line) => void send({ kind: 'err', line }),
      async write(bytes) {
        for (let from = 0; from < bytes.length; from += longestPiece) {
          const piece = Buffer.from(bytes.subarray(from, from + longestPiece)).toString('base64');
          await send({ kind: 'bytes', piece });
        }
      },
      input: createInput(pieces()),
      cwd,
      calledAs,
      columns,
      progress: (line) => void send({ kind: 'progress', line }),
      ending: ending.signal,
      canGoOnWith: (args) => void send({ kind: 'can-go-on', args: [...args] }),
    },
    heard(frame) {
      if (frame.kind === 'input')
        return answer(frame.piece === null ? null : Buffer.from(frame.piece, 'base64'));
      ending.abort(frame.code);
      answer(null);
      return true;
    },
    end(why) {
      ending.abort(why);
      answer(null);
    },
  };
}
