import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { ownFolder } from '../../../scripts/lib/arrange.mjs';
import { writeLauncher } from './launcher.ts';
import { twinName, twinPreload } from '../packaged/stage-package.ts';
import { ground } from './ground.ts';

export interface RunningNamedesk {
  readonly app: ElectronApplication;
  /** The main window's page. */
  readonly page: Page;
  readonly pid: number;
  readonly userDataDir: string;
  /** By itself, by `close` or by a signal. */
  readonly hasEnded: () => boolean;
  readonly close: () => Promise<void>;
}

export interface LaunchOptions {
  /** Made where it is not there yet. Two launches with the same folder are a restart. */
  readonly userDataDir: string;
  /** Where `stdout.log` and `stderr.log` go; the lines of a restart come behind the earlier ones. */
  readonly outputFolder: string;
  /** Behind the application's folder. */
  readonly args?: readonly string[];
  /** Another application than Namedesk, for comparison. */
  readonly appFolder?: string;
  /** Over the environment of the run. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built application as an ordinary user would, its sandbox on, and waits for the first window. */
export async function launchNamedesk(options: LaunchOptions): Promise<RunningNamedesk> {
  const { env, user } = ground();
  const { userDataDir } = options;
  ownFolder(userDataDir, user ?? undefined);
  const way = wayToStart(options.appFolder);
  const app = await _electron.launch({
    executablePath: launcherFor(options.outputFolder, way.command),
    args: [
      ...way.before,
      `--user-data-dir=${userDataDir}`,
      '--disable-gpu',
      ...way.behind,
      ...(options.args ?? []),
    ],
    env: { ...env, ...way.env, ...options.env },
    cwd: way.cwd,
    chromiumSandbox: true,
    colorScheme: null,
  });
  const page = await app.firstWindow();
  // Playwright gives the process away no longer, once the application is closed.
  const child = app.process();
  return {
    app,
    page,
    pid: child.pid ?? 0,
    userDataDir,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    close: () => app.close(),
  };
}

interface WayToStart {
  readonly command: readonly string[];
  readonly before: readonly string[];
  readonly behind: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** The build by the bare runtime, or the twin of the package. Another application is always run by the bare runtime. */
function wayToStart(otherFolder: string | undefined): WayToStart {
  const { command, appFolder, packaged } = ground();
  if (packaged !== undefined && otherFolder === undefined)
    return {
      command: [...packaged.asUser, join(packaged.twin, twinName)],
      before: [],
      behind: [],
      env: { [twinPreload]: holdReady() },
      cwd: packaged.twin,
    };
  const folder = otherFolder ?? appFolder;
  return { command, before: ['-r', holdReady()], behind: [folder], env: {}, cwd: folder };
}

/** Where whoever runs the application can read it. */
function holdReady(): string {
  const copy = join(ground().folder, 'hold-ready.cjs');
  copyFileSync(join(import.meta.dirname, 'hold-ready.cjs'), copy);
  return copy;
}

/** On Windows Playwright starts the runtime itself, and what the application prints is not kept. */
function launcherFor(outputFolder: string, command: readonly string[]): string {
  if (process.platform === 'win32') return command[0] ?? '';
  mkdirSync(outputFolder, { recursive: true });
  return writeLauncher(join(outputFolder, 'launch'), {
    command,
    stdoutFile: join(outputFolder, 'stdout.log'),
    stderrFile: join(outputFolder, 'stderr.log'),
  });
}
