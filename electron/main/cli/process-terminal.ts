import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { drained } from './attach/frames.ts';
import { createInput, exitCodes, type Input, type Terminal } from './terminal.ts';

/** This process's own terminal. */
export interface ProcessTerminal extends Terminal {
  /** The input as it arrives, for forwarding. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** The same terminal with its input restarted, as far as it is buffered: at least its first line. */
  readonly begunAgain: () => ProcessTerminal;
  /** Releases the input, so that it does not keep the process alive. */
  readonly close: () => void;
}

const keptBytes = 16_384;

/** @param calledAs The shell's name for this program. */
export function createProcessTerminal(calledAs: string): ProcessTerminal {
  const screen = createScreen();
  let opened: Stdin | undefined;
  const typed = (): Stdin => (opened ??= openStdin());
  const stdin = createRepeatable(() => typed().stream);
  const ending = endingBy(
    process,
    () => performance.now(),
    (code) => process.exit(code),
  );

  const askHidden: AskHidden = createAskHidden(
    {
      isTerminal: () => typed().terminal !== null,
      setRaw: (isRaw) => void typed().terminal?.setRawMode(isRaw),
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
    close: () => void typed().stream.destroy(),
  });
  const pieces = stdin.again();
  return over(pieces, createInput(pieces));
}

type Screen = Pick<Terminal, 'out' | 'err' | 'write' | 'progress' | 'columns'>;

/** Writes lines to both outputs; on a terminal, the last line of standard error is progress. */
function createScreen(): Screen {
  const { stdout, stderr } = process;
  let shown = '';
  let isGone = false;
  // The reader of standard output may close it early (`| head`).
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
    out: (line) => around(() => isGone || stdout.write(`${plain(line, stdout.isTTY)}\n`)),
    err: (line) => around(() => stderr.write(`${plain(line, stderr.isTTY)}\n`)),
    async write(bytes) {
      if (!isGone && !stdout.write(bytes)) await drained(stdout);
    },
    progress(line) {
      if (columns === null) return;
      clear();
      shown = plain(line, true).slice(0, columns - 1);
      stderr.write(shown);
    },
  };
}

/**
 * Replaces control characters: text from a file, a service or a name must not move the cursor, colour the screen or
 * change the text direction. What is `isolated` changes it inside alone; it stays so on a terminal, and is bare in a file or a pipe.
 */
export const plain = (line: string, isTerminal: boolean): string =>
  line.replaceAll(isolatedParts, (found, inside?: string) => {
    if (inside === undefined) return '·';
    return isTerminal ? found : inside;
  });

const isolatedParts =
  /\u2068\u200E?([^\p{Cc}\u202A-\u202E\u2066-\u2069]*)\u2069|[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu;

interface Stdin {
  readonly stream: Readable;
  /** Null where the input is a file or a pipe. */
  readonly terminal: Pick<ReadStream, 'setRawMode'> | null;
}

/**
 * Standard input. Electron on Windows has an empty stream in place of `process.stdin`, whatever is typed or piped in:
 * there the descriptor is read.
 *
 * Source: Electron, lib/common/init.ts; electron/electron#4218.
 */
function openStdin(): Stdin {
  const isReplaced = process.platform === 'win32' && 'electron' in process.versions;
  if (!isReplaced) return { stream: process.stdin, terminal: process.stdin.isTTY ? process.stdin : null };
  if (!isatty(0)) return { stream: createReadStream('', { fd: 0, autoClose: false }), terminal: null };
  const terminal = new ReadStream(0);
  return { stream: terminal, terminal };
}

/** Standard input whose first part can be read again. */
function createRepeatable(stdin: () => Readable): {
  readonly again: () => AsyncIterable<Uint8Array>;
  /** Not buffered: input typed without echo is read once. */
  readonly next: () => Promise<Uint8Array | null>;
} {
  const kept: Uint8Array[] = [];
  let keptLength = 0;
  let iterator: AsyncIterator<Uint8Array> | undefined;

  async function next(): Promise<Uint8Array | null> {
    // Without an encoding, the chunks of the input are buffers.
    iterator ??= stdin()[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
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

/** The part of a terminal's input that is used. */
export interface Keyboard {
  readonly isTerminal: () => boolean;
  /** Raw mode: every key arrives at once, without echo. */
  readonly setRaw: (isRaw: boolean) => void;
  /** The next keys; null at the end of the input. */
  readonly next: () => Promise<Uint8Array | null>;
}

/** Asks for input without echo; null if there is no terminal, or the user cancels. */
type AskHidden = (prompt: string) => Promise<string | null>;

const keys = { enter: '\r', lineFeed: '\n', backspace: '\u007F', delete: '\b', eraseAll: '\u0015' } as const;
/** Ctrl-C and Ctrl-D. */
const turningBack: ReadonlySet<string> = new Set(['\u0003', '\u0004']);
const escape = '\u001B';
const longest = 2_000;

/** @param interrupt Called on Ctrl-C, which is an ordinary key while nothing is echoed. */
export function createAskHidden(
  keyboard: Keyboard,
  write: (text: string) => void,
  interrupt: () => void,
): AskHidden {
  /** Input typed ahead, after an Enter. */
  let left = '';
  const decoder = new TextDecoder();

  async function line(): Promise<string | null> {
    const typed: string[] = [];
    for (;;) {
      for (const [key, rest] of keysIn(left)) {
        left = rest;
        if (key === keys.enter || key === keys.lineFeed) return typed.join('');
        if (turningBack.has(key)) {
          if (key === '\u0003') interrupt();
          return null;
        }
        press(key, typed);
      }
      const piece = await keyboard.next();
      if (piece === null) return null;
      left = decoder.decode(piece, { stream: true });
    }
  }

  return async (prompt) => {
    if (!keyboard.isTerminal()) return null;
    write(prompt);
    keyboard.setRaw(true);
    try {
      return await line();
    } finally {
      keyboard.setRaw(false);
      write('\n');
    }
  };
}

/** Each key with the input that follows it; an escape sequence, such as an arrow key, is one key. */
function* keysIn(text: string): Generator<readonly [key: string, rest: string], void> {
  for (const { 0: key, index } of text.matchAll(/\u001B(?:\[[\d;]*[A-Za-z~]|O.)?|[^]/gu))
    yield [key, text.slice(index + key.length)];
}

function press(key: string, typed: string[]): void {
  if (key === keys.backspace || key === keys.delete) typed.pop();
  else if (key === keys.eraseAll) typed.length = 0;
  else if (!key.startsWith(escape) && typed.length < longest) typed.push(key);
}

const codes = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;
type Signal = keyof typeof codes;

/** The source of signals: the process. */
interface Signals {
  readonly on: (signal: Signal, listener: () => void) => unknown;
}

/** A signal this soon after another one is the same key press, forwarded by npm as well. Source: @npmcli/run-script. */
const sameKeyPressMs = 500;

/**
 * Aborts at the first signal, with its exit code. A second one ends the process at once: all findings so far are
 * stored.
 */
export function endingBy(signals: Signals, nowMs: () => number, exit: (code: number) => void): AbortSignal {
  const ending = new AbortController();
  let firstAtMs = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    signals.on(signal, () => {
      if (!ending.signal.aborted) {
        firstAtMs = nowMs();
        ending.abort(codes[signal]);
      } else if (nowMs() - firstAtMs > sameKeyPressMs) {
        exit(codes[signal]);
      }
    });
  }
  return ending.signal;
}
