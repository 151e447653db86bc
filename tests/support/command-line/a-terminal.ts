import { createInput, type Ending, type Terminal } from '../../../electron/main/cli/terminal.ts';
import type { ClientTerminal } from '../../../electron/main/cli/attach/client.ts';

/** A terminal in memory: what was typed into it is given, what is shown on it can be read. */
export interface ATerminal extends Terminal, Pick<ClientTerminal, 'pieces'> {
  /** Everything that was written to the output, lines and bytes. */
  readonly shown: () => string;
  readonly said: () => string;
  /** Every line of progress there was. */
  readonly progressed: readonly string[];
  readonly goOnWith: () => readonly string[] | null;
  readonly end: (why: Ending) => void;
}

export interface TerminalSetting {
  readonly input?: readonly (string | Uint8Array)[];
  readonly columns?: number | null;
  readonly cwd?: string;
  /** What is typed without being shown, one answer after the other; null, as where there is no terminal, after the last. */
  readonly hidden?: readonly string[];
}

export function aTerminal({
  input = [],
  columns = null,
  cwd = '/',
  hidden = [],
}: TerminalSetting = {}): ATerminal {
  const ending = new AbortController();
  const pieces = piecesOf(input);
  const progressed: string[] = [];
  const answers = [...hidden];
  let [shown, said] = ['', ''];
  let goOnWith: readonly string[] | null = null;
  return {
    out: (line) => void (shown += `${line}\n`),
    err: (line) => void (said += `${line}\n`),
    write(bytes) {
      shown += Buffer.from(bytes).toString('utf8');
      return Promise.resolve();
    },
    input: createInput(pieces),
    askHidden: (prompt) => {
      said += `${prompt}\n`;
      return Promise.resolve(answers.shift() ?? null);
    },
    pieces,
    cwd,
    calledAs: 'namedesk',
    columns,
    progress: (line) => void progressed.push(line),
    ending: ending.signal,
    canGoOnWith: (args) => void (goOnWith = args),
    shown: () => shown,
    said: () => said,
    progressed,
    goOnWith: () => goOnWith,
    end: (why) => ending.abort(why),
  };
}

async function* piecesOf(input: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array, void> {
  for (const piece of input) {
    await Promise.resolve();
    yield typeof piece === 'string' ? Buffer.from(piece) : piece;
  }
}
