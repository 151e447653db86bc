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
  const input = createQuestion<Uint8Array>(ending.signal);
  const hidden = createQuestion<string>(ending.signal);

  const nextPiece = (): Promise<Uint8Array | null> => input.ask(() => void send({ kind: 'want-input' }));

  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    for (let piece = await nextPiece(); piece !== null; piece = await nextPiece()) yield piece;
  }

  function end(why: Ending): void {
    ending.abort(why);
    input.answer(null);
    hidden.answer(null);
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
      askHidden: (prompt) => hidden.ask(() => void send({ kind: 'ask-hidden', prompt })),
      cwd,
      calledAs,
      columns,
      progress: (line) => void send({ kind: 'progress', line }),
      ending: ending.signal,
      canGoOnWith: (args) => void send({ kind: 'can-go-on', args: [...args] }),
    },
    heard(frame) {
      if (frame.kind === 'input')
        return input.answer(frame.piece === null ? null : Buffer.from(frame.piece, 'base64'));
      if (frame.kind === 'hidden') return hidden.answer(frame.text);
      end(frame.code);
      return true;
    },
    end,
  };
}

/** What a visitor is asked, one thing at a time; null where it is not answered any more. */
interface Question<T> {
  readonly ask: (send: () => void) => Promise<T | null>;
  /** False where nothing was asked. */
  readonly answer: (answer: T | null) => boolean;
}

function createQuestion<T>(ending: AbortSignal): Question<T> {
  let waiting: ((answer: T | null) => void) | null = null;
  return {
    ask(send) {
      if (ending.aborted) return Promise.resolve(null);
      const { promise, resolve } = Promise.withResolvers<T | null>();
      waiting = resolve;
      send();
      return promise;
    },
    answer(answer) {
      const asked = waiting;
      waiting = null;
      asked?.(answer);
      return asked !== null;
    },
  };
}
