import type { ProcessTerminal } from './process-terminal.ts';
import { createInput, type Terminal } from './terminal.ts';

/** A terminal in memory, for a command that another command runs. */
export interface CapturedTerminal extends ProcessTerminal {
  /** What was written to the output. */
  readonly shown: () => string;
  /** What was said on standard error. */
  readonly said: () => string;
}

/** @param outer Where the command that runs this one was started. */
export function capturedTerminal(
  outer: Pick<Terminal, 'cwd' | 'calledAs'>,
  ending: AbortSignal,
  input: string,
): CapturedTerminal {
  const out: string[] = [];
  const err: string[] = [];
  async function* pieces(): AsyncGenerator<Uint8Array, void> {
    await Promise.resolve();
    if (input !== '') yield Buffer.from(input);
  }
  return {
    out: (line) => void out.push(line, '\n'),
    err: (line) => void err.push(line, '\n'),
    write(bytes) {
      out.push(Buffer.from(bytes).toString('utf8'));
      return Promise.resolve();
    },
    input: createInput(pieces()),
    pieces: pieces(),
    // Nobody is there to type anything.
    askHidden: () => Promise.resolve(null),
    calledAs: outer.calledAs,
    cwd: outer.cwd,
    columns: null,
    ending,
    progress: () => undefined,
    canGoOnWith: () => undefined,
    begunAgain: () => capturedTerminal(outer, ending, input),
    close: () => undefined,
    shown: () => out.join(''),
    said: () => err.join(''),
  };
}
