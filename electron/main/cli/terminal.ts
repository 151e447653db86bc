/** What a command may use of the process that it runs in. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** The first line of the standard input, without its end; empty where there is none. */
  readonly firstLine: () => Promise<string>;
  /** Aborts when the user or the system asks the program to end. */
  readonly ending: AbortSignal;
}

/** Exit codes of the command line; a script may rely on them. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command of the command line. */
export interface Command {
  readonly summary: string;
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
}
