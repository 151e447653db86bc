// @ts-check
// A start script for programs that want one executable and put their own switches first.
import { writeFileSync } from 'node:fs';

/** @param {string} word */
const quoted = (word) => `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * The pid stays the application's, and so does what it prints; copies go to the two files.
 *
 * @param {{ command: readonly string[], stdoutFile?: string, stderrFile?: string }} options
 * @returns {string} For bash: `exec` with everything that the caller passes behind the command.
 */
export const launcherScript = ({ command, stdoutFile, stderrFile }) =>
  [
    '#!/usr/bin/env bash',
    `exec ${command.map(quoted).join(' ')} "$@"` +
      (stdoutFile ? ` > >(tee -a ${quoted(stdoutFile)})` : '') +
      (stderrFile ? ` 2> >(tee -a ${quoted(stderrFile)} >&2)` : ''),
    '',
  ].join('\n');

/**
 * @param {string} file
 * @param {Parameters<typeof launcherScript>[0]} options
 * @returns {string} The same file, now executable.
 */
export function writeLauncher(file, options) {
  writeFileSync(file, launcherScript(options), { mode: 0o755 });
  return file;
}
