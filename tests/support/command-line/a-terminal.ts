import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { createInput, type Ending, type Terminal } from '../../../electron/main/cli/terminal.ts';
import type { ClientTerminal } from '../../../electron/main/cli/attach/client.ts';
import { hostProof } from '../../../electron/main/cli/attach/frames.ts';
import {
  type Nonces,
  proofOf,
  type ReadableNote,
  readOwnerNote,
} from '../../../electron/main/cli/attach/handshake.ts';

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

/** A connection to a host over which a test says byte for byte what it wants. */
export interface RawVisitor {
  readonly say: (...said: readonly (string | Uint8Array)[]) => void;
  /** Says hello; answers with both nonces and the host's proof, or null where the host closed the connection. */
  readonly greet: (nonce?: string) => Promise<(Nonces & { readonly proof: string }) | null>;
  /** The whole handshake, as one does it who can read the owner file. */
  readonly prove: () => Promise<void>;
  /** All lines that came, when the connection is over. */
  readonly heard: () => Promise<readonly string[]>;
  readonly leave: () => void;
}

export const lineOfFrame = (frame: object): string => `${JSON.stringify(frame)}\n`;

export function aRawVisitor(note: ReadableNote): RawVisitor {
  const socket = connect(note.address);
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.on('error', () => undefined); // It is put out while it still speaks.
  // `once` of events would reject with the error before the close.
  const closed = new Promise((resolve) => void socket.on('close', resolve));
  const firstLine = async (): Promise<string | null> => {
    while (!text.includes('\n')) {
      if (socket.closed) return null;
      await Promise.race([new Promise((resolve) => void socket.once('data', resolve)), closed]);
    }
    return text.slice(0, text.indexOf('\n'));
  };
  const say: RawVisitor['say'] = (...said) => {
    for (const each of said) socket.write(each);
  };
  async function greet(nonce = randomBytes(32).toString('base64url')): ReturnType<RawVisitor['greet']> {
    say(lineOfFrame({ kind: 'hello', nonce }));
    const line = await firstLine();
    if (line === null) return null;
    const answer = hostProof.parse(JSON.parse(line));
    return { visitor: nonce, host: answer.nonce, proof: answer.proof };
  }
  return {
    say,
    greet,
    async prove() {
      const nonces = await greet();
      if (nonces === null) throw new Error('The host has closed the connection');
      say(lineOfFrame({ kind: 'visitor-proof', proof: proofOf(note, 'visitor', nonces) }));
    },
    async heard() {
      await closed;
      return text.split('\n').filter((line) => line !== '');
    },
    leave: () => void socket.destroy(),
  };
}

/** The owner file of this version; without one, the test ends. */
export function noteIn(workspaceDirectory: string): ReadableNote {
  const found = readOwnerNote(workspaceDirectory);
  if (found?.secret == null) throw new Error('There is no note');
  return found;
}
