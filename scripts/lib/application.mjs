// @ts-check
// The running application: its lines as they come, and its end.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const quitTimeoutMs = 5_000;

/**
 * @param {import('./arrange.mjs').Arrangement} arrangement
 * @param {{ args: readonly string[], env: Record<string, string>, stderr: 'inherit' | number }} options
 */
export function startApplication(
  { command: [executable = '', ...switches], appFolder, env: base },
  { args, env, stderr },
) {
  const child = spawn(executable, [...switches, appFolder, ...args], {
    cwd: appFolder,
    env: { ...base, ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 128));
  });
  return {
    /** Its exit code: 127 when it could not be started, 128 when a signal ended it. */
    ended,
    /** @param {(line: string) => void} take */
    onLine: (take) =>
      void createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) }).on(
        'line',
        take,
      ),
    /** Asks it to quit, and insists when it does not. */
    quit: async () => {
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), quitTimeoutMs);
      await ended;
      clearTimeout(insist);
    },
  };
}
