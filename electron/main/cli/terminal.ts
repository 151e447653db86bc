/** Exit codes of the command line; a script may rely on them. The last two are a shell's own for these signals. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  noKeychain: 4,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What a command may use of the process that was started for it, which need not be the one that it runs in. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Bytes for the output, as they are; answers when more can be taken. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly input: Input;
  /** What is typed is not shown; null where there is no terminal to ask, or the user turned back. */
  readonly askHidden: (prompt: string) => Promise<string | null>;
  /** How the command line is called here, for commands that are shown: `namedesk`. */
  readonly calledAs: string;
  /** An absolute path: where relative ones of the arguments begin. */
  readonly cwd: string;
  /** How wide the error output is; null where it is no terminal. Then nothing is rewritten in it. */
  readonly columns: number | null;
  /** Takes the place of the last line of progress; an empty one takes it away. Unseen where there is no terminal. */
  readonly progress: (line: string) => void;
  /** Aborts when the user or the system asks the program to end, for an {@link Ending}. */
  readonly ending: AbortSignal;
  /** Says with which arguments another process can go on with what this command has begun, should this one end. */
  readonly canGoOnWith: (args: readonly string[]) => void;
}

/** The standard input. */
export interface Input {
  /** The first line, without its end; empty where there is none, null where it is longer than any key. */
  readonly firstLine: () => Promise<string | null>;
  /** What comes after what was read before; null where that is more than `mostBytes`. */
  readonly rest: (mostBytes: number) => Promise<Uint8Array | null>;
}

/** Why a command is asked to end: the reason of `Terminal.ending`. */
export type Ending =
  | typeof exitCodes.interrupted
  | typeof exitCodes.terminated
  /** The process that runs it ends, and whoever waits for it goes on with it elsewhere. */
  | 'owner-ends';

/** The exit code of a command that was asked to end before it was done. */
export const endedCode = (ending: AbortSignal): ExitCode =>
  ending.reason === exitCodes.terminated ? exitCodes.terminated : exitCodes.interrupted;
