// A start script for programs that want one executable and put their own switches first.
import { writeFileSync } from 'node:fs';

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

export interface LauncherOptions {
  readonly command: readonly string[];
  readonly stdoutFile?: string;
  readonly stderrFile?: string;
}

/**
 * Writes it for bash: `exec` with everything that the caller passes behind the command. The pid stays the application's, and so
 * does what it prints; copies go to the two files.
 *
 * @returns The same file, now executable.
 */
export function writeLauncher(file: string, { command, stdoutFile, stderrFile }: LauncherOptions): string {
  const start = `exec ${command.map(quoted).join(' ')} "$@"`;
  const out = stdoutFile === undefined ? '' : ` > >(tee -a ${quoted(stdoutFile)})`;
  const err = stderrFile === undefined ? '' : ` 2> >(tee -a ${quoted(stderrFile)} >&2)`;
  writeFileSync(file, `#!/usr/bin/env bash\n${start}${out}${err}\n`, { mode: 0o755 });
  return file;
}
