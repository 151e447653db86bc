import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { ownFolder } from '../../../scripts/lib/arrange.mjs';
import { writeLauncher } from '../../../scripts/lib/launcher.mjs';
import { ground } from './ground.ts';

export interface RunningNamedesk {
  readonly app: ElectronApplication;
  /** The main window's page. */
  readonly page: Page;
  readonly pid: number;
  readonly userDataDir: string;
  readonly close: () => Promise<void>;
}

export interface LaunchOptions {
  /** Made where it is not there yet. Two launches with the same folder are a restart. */
  readonly userDataDir: string;
  /** Where `stdout.log` and `stderr.log` go; the lines of a restart come behind the earlier ones. */
  readonly outputFolder: string;
  /** Behind the application's folder. */
  readonly args?: readonly string[];
  /** Over the environment of the run. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built application as an ordinary user would, its sandbox on, and waits for the first window. */
export async function launchNamedesk(options: LaunchOptions): Promise<RunningNamedesk> {
  const { appFolder, env, user } = ground();
  const { userDataDir } = options;
  ownFolder(userDataDir, user ?? undefined);
  const app = await _electron.launch({
    executablePath: launcherFor(options.outputFolder),
    args: [`--user-data-dir=${userDataDir}`, '--disable-gpu', appFolder, ...(options.args ?? [])],
    env: { ...env, ...options.env },
    cwd: appFolder,
    chromiumSandbox: true,
    colorScheme: null,
  });
  const page = await app.firstWindow();
  const { pid = 0 } = app.process();
  return { app, page, pid, userDataDir, close: () => app.close() };
}

/** On Windows Playwright starts the runtime itself, and what the application prints is not kept. */
function launcherFor(outputFolder: string): string {
  const { command } = ground();
  if (process.platform === 'win32') return command[0] ?? '';
  mkdirSync(outputFolder, { recursive: true });
  return writeLauncher(join(outputFolder, 'launch'), {
    command,
    stdoutFile: join(outputFolder, 'stdout.log'),
    stderrFile: join(outputFolder, 'stderr.log'),
  });
}
