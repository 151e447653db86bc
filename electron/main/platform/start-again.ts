import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What people start on Linux: it sees to what must hold before the program itself runs. */
const launcherName = 'namedesk';

/** The launcher beside the running program; null where there is none, as in a checkout and on other systems. */
export function launcherBeside(program: string): string | null {
  const launcher = join(dirname(program), launcherName);
  return process.platform === 'linux' && existsSync(launcher) ? launcher : null;
}

/** The program of the command line that this copy has, and what goes before a command. @param out The build folder. */
export function commandLineOf(copy: {
  readonly isPackaged: boolean;
  readonly execPath: string;
  readonly out: string;
}): readonly string[] {
  if (!copy.isPackaged) return ['node', join(dirname(copy.out), 'electron/main/cli/main.ts')];
  const inConsole = join(dirname(copy.execPath), 'bin', 'namedesk.exe');
  return [launcherBeside(copy.execPath) ?? (existsSync(inConsole) ? inConsole : copy.execPath)];
}

/**
 * Starts a program when this process has ended, however that happens.
 *
 * Electron's `app.relaunch` does so by a helper process that has given up new privileges, and what it starts has given them up as
 * well. Where ordinary users get no namespaces, the sandbox needs its setuid helper, and Chromium ends at once.
 */
export function startOnceEnded(program: string, args: readonly string[]): void {
  // The input ends with this process: a pipe is closed even while the process is not yet reaped.
  const waiting = ['-c', 'cat > /dev/null; exec "$@"', 'sh', program, ...args];
  const child = spawn('/bin/sh', waiting, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
}
