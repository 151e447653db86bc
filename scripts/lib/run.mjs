// @ts-check
// Other programs, run to their end.
import { spawn, spawnSync } from 'node:child_process';

/**
 * Runs a command whose output goes where ours goes; nothing is ever typed into it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} Its exit code; 127 when there is no such command, 128 when a signal ended it.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 128));
  });
}

/**
 * Runs a short command and reads what it prints.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {{ code: number, stdout: string, stderr: string }}
 */
export function read(command, args, options = {}) {
  const done = spawnSync(command, args, {
    ...options,
    ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 67_108_864 },
  });
  return { code: done.status ?? 127, stdout: done.stdout ?? '', stderr: done.stderr ?? '' };
}
