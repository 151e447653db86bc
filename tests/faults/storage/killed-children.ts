import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

/** What a process had said before it was dead. */
export interface Dead {
  readonly lines: readonly string[];
  /** By whoever heard it: not by itself, nor by the system. */
  readonly wasKilled: boolean;
}

/** Of compiled sources, for all processes: they are started hundreds of times. */
const compileCache = join(tmpdir(), 'namedesk-compiled');

/**
 * Runs a script until it ends, or is killed.
 *
 * @param hear Called with each line; kills with what it is given.
 */
export async function runUntilDead(
  script: string,
  args: readonly string[],
  hear: (line: string, kill: () => void) => void = () => undefined,
): Promise<Dead> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      hear(line, () => void child.kill('SIGKILL'));
    }
  });
  await once(child, 'close');
  return { lines, wasKilled: child.killed && child.signalCode === 'SIGKILL' };
}
