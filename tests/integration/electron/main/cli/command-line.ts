import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach } from 'vitest';

/** The command line as a process of its own. */
export interface CommandLine {
  readonly process: ChildProcess;
  /** All that it has printed so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Its exit code, once it has ended; null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Null leaves the standard input open. */
export type Run = (
  args: readonly string[],
  input?: string | null,
  environment?: NodeJS.ProcessEnv,
) => CommandLine;

/** A starter of command lines, each of which is ended when its test is over. */
export function commandLinesOfThisFile(): Run {
  const started: CommandLine[] = [];
  afterEach(async () => {
    for (const { process: child } of started) child.kill('SIGKILL');
    await Promise.all(started.splice(0).map(({ ended }) => ended));
  });
  return (args, input = '', environment = process.env) => {
    const child = spawn(process.execPath, ['electron/main/cli/main.ts', ...args], {
      stdio: 'pipe',
      env: environment,
    });
    const [out, err] = [collected(child.stdout), collected(child.stderr)];
    child.stdin.on('error', () => undefined); // A command that needs no input does not read it.
    if (input !== null) child.stdin.end(input);
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const commandLine = { process: child, out, err, ended };
    started.push(commandLine);
    return commandLine;
  };
}

function collected(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}
