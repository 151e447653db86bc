import { drained } from '../handover/lines.ts';
import { type AskHidden, createAskHidden } from './ask-hidden.ts';
import { createInput } from './input.ts';
import { endingBy } from './ending.ts';
import type { Input, Terminal } from './terminal.ts';

/** This process's own terminal. */
export interface ProcessTerminal extends Terminal {
  /** The input as it comes, for handing it on. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** The same terminal with its input at the beginning again, as far as that is kept: its first line at least. */
  readonly begunAgain: () => ProcessTerminal;
  /** Lets go of the input, so that nothing keeps the process from ending. */
  readonly close: () => void;
}

const keptBytes = 16_384;

/** @param calledAs As a shell calls this program. */
export function createProcessTerminal(calledAs: string): ProcessTerminal {
  const screen = createScreen();
  const stdin = createRepeatable();
  const ending = endingBy(
    process,
    () => performance.now(),
    (code) => process.exit(code),
  );

  const askHidden: AskHidden = createAskHidden(
    {
      isTerminal: () => process.stdin.isTTY,
      setRaw: (isRaw) => void process.stdin.setRawMode(isRaw),
      next: stdin.next,
    },
    (text) => void process.stderr.write(text),
    () => void process.kill(process.pid, 'SIGINT'),
  );

  const over = (pieces: AsyncIterable<Uint8Array>, input: Input): ProcessTerminal => ({
    ...screen,
    input,
    askHidden,
    pieces,
    cwd: process.cwd(),
    calledAs,
    ending,
    canGoOnWith: () => undefined,
    begunAgain: () => {
      const again = stdin.again();
      return over(again, createInput(again));
    },
    close: () => void process.stdin.destroy(),
  });
  const pieces = stdin.again();
  return over(pieces, createInput(pieces));
}

type Screen = Pick<Terminal, 'out' | 'err' | 'write' | 'progress' | 'columns'>;

/** Lines for the two outputs; where the error output is a terminal, its last line is progress. */
function createScreen(): Screen {
  const { stdout, stderr } = process;
  let shown = '';
  let isGone = false;
  // Whoever reads the output may have had enough of it (`| head`).
  stdout.on('error', () => (isGone = true));
  stderr.on('error', () => undefined);
  const columns = stderr.isTTY ? stderr.columns || 80 : null;
  const clear = (): boolean => shown === '' || stderr.write('\r\u001B[2K');
  const around = (write: () => void): void => {
    clear();
    write();
    if (shown !== '') stderr.write(shown);
  };

  return {
    columns,
    out: (line) => around(() => isGone || stdout.write(`${plain(line)}\n`)),
    err: (line) => around(() => stderr.write(`${plain(line)}\n`)),
    async write(bytes) {
      if (!isGone && !stdout.write(bytes)) await drained(stdout);
    },
    progress(line) {
      if (columns === null) return;
      clear();
      shown = plain(line).slice(0, columns - 1);
      stderr.write(shown);
    },
  };
}

/** What a file, a service or a name brought along may not move the cursor, colour the screen or turn the text round. */
const plain = (line: string): string => line.replaceAll(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '·');

/** The standard input, of which what was read first can be read again. */
function createRepeatable(): {
  readonly again: () => AsyncIterable<Uint8Array>;
  /** Not kept: what is typed and not shown is read once. */
  readonly next: () => Promise<Uint8Array | null>;
} {
  const kept: Uint8Array[] = [];
  let keptLength = 0;
  let iterator: AsyncIterator<Uint8Array> | undefined;

  async function next(): Promise<Uint8Array | null> {
    // Without an encoding, the input's pieces are buffers.
    iterator ??= process.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    const read = await iterator.next();
    return read.done === true ? null : read.value;
  }

  async function nextKept(): Promise<Uint8Array | null> {
    const piece = await next();
    if (piece === null) return null;
    if (keptLength < keptBytes) kept.push(piece.subarray(0, keptBytes - keptLength));
    keptLength += piece.length;
    return piece;
  }

  return {
    next,
    async *again() {
      yield* [...kept];
      for (let piece = await nextKept(); piece !== null; piece = await nextKept()) yield piece;
    },
  };
}
