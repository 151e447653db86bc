import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Machine } from './machine.ts';
import type { commands } from './steps.ts';

const entry = fileURLToPath(new URL('../../../electron/main/cli/main.ts', import.meta.url));

const takesMs = 1_000;
const patienceMs = 15_000;

/**
 * Runs the real command line as a process of its own beside the window, over the same workspace. Where a window has it, the
 * command is handed over to that one.
 */
export async function runCommand(
  machine: Machine,
  command: (typeof commands)[number],
  label: string,
): Promise<void> {
  const { args, input } = callOf(machine, command, label);
  const child = spawn(process.execPath, [entry, `--user-data-dir=${machine.userData}`, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stdin.on('error', () => undefined); // It may have ended without reading.
  child.stdin.end(input);
  const closed = once(child, 'close').then(([code]: readonly unknown[]) => String(code));
  // The clock stands still meanwhile: how long a process takes to start is nobody's choice. A command that waits for the window
  // to do something that takes time is given some.
  let code: string | null = null;
  while (code === null) {
    code = await Promise.race([closed, sleep(patienceMs, null, { ref: false })]);
    await machine.time.pass(takesMs);
  }
  machine.tell(
    () =>
      `The command line does "${args.join(' ')}" and ends with ${code}: ${output.trim().split('\n').at(-1) ?? ''}`,
  );
}

function callOf(
  machine: Machine,
  command: (typeof commands)[number],
  label: string,
): { readonly args: readonly string[]; readonly input: string } {
  const login = machine.around.resellers[0]?.login;
  switch (command) {
    case 'remove':
      return { args: ['account', 'remove', label], input: '' };
    case 'add': {
      const { baseUrl = '', username = '', apiKey = '' } = login ?? {};
      const args = [
        'account',
        'add',
        '--label',
        'Acme',
        '--base-url',
        baseUrl,
        '--username',
        username,
        '--key-stdin',
      ];
      return { args, input: `${apiKey}\n` };
    }
    case 'verify':
      return { args: ['journal', 'verify'], input: '' };
    case 'list':
      return { args: ['account', 'list'], input: '' };
  }
}
