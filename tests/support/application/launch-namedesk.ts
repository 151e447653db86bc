// A start script for programs that want one executable and put their own switches first.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { type Arrangement, ownFolder } from '../../../scripts/lib/arrange.mjs';

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

/** Where and how one worker runs the application: made by `set-up.ts`, with a display, a keyring and a clipboard of its own. */
export interface Ground {
  /** Holds everything that the application writes while it is tested: workspaces, temporary files, keyrings. */
  readonly folder: string;
  readonly command: Arrangement['command'];
  readonly appFolder: string;
  /** The display, the keyring and the folders are in it. */
  readonly env: Readonly<Record<string, string>>;
  /** Who runs the application, where it is not who runs the tests. */
  readonly user: Arrangement['user'] | null;
  /** Where the packaged application is tested. */
  readonly packaged?: PackagedGround;
}

export interface PackagedGround {
  /** The folder of the release, as it is installed. */
  readonly installed: string;
  /** The folder of its twin, which can be driven: see tests/support/packaged/stage-package.ts. */
  readonly twin: string;
  /** What makes a command run as whoever runs the application. */
  readonly asUser: readonly string[];
}

const variable = 'NAMEDESK_E2E_GROUNDS';

/** Leaves each test worker its ground: they inherit our environment. */
export const leaveGrounds = (grounds: readonly Ground[]): void => {
  process.env[variable] = JSON.stringify(grounds);
};

/** The ground of this worker; the first one where there are no workers. */
export function ground(): Ground {
  const left = process.env[variable];
  // By leaveGrounds, in the process that started this one.
  const grounds = left === undefined ? [] : (JSON.parse(left) as readonly Ground[]);
  const own = grounds[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)];
  if (own === undefined)
    throw new Error('No ground: these tests run by tests/e2e/playwright.config.ts alone.');
  return own;
}

/** Name by which Electron knows a runtime that was not packaged: with it `app.isPackaged` is false. */
export const twinName = 'electron';

/** Names of files, with `:` between them, that the twin loads before the application. */
export const twinPreload = 'NAMEDESK_TWIN_PRELOAD';

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
  keepCalls(app);
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

/** A call by `app.evaluate`, as it is sent to main. */
interface MainCall {
  readonly id: number;
  /** The text of the function. */
  readonly source: string;
  readonly argument: unknown;
  /** Calls whose answers have arrived since the call before. */
  readonly answered: readonly number[];
}

/**
 * Lets `app.evaluate` call a function in main once, as a task of its own, and get its answer in each case. Playwright's own does not:
 *
 * - The inspector holds weakly what it waits for, also when that is settled and only the answer is still to be sent, so that a collection
 *   in main, which forces one when it is idle, loses it: "Resulting promise was garbage collected". Main keeps each
 *   call until its answer has arrived; a lost answer is asked for again, and nothing is called twice.
 * - The inspector interrupts main anywhere, also where Node has found its queue of ticks empty and is about to note that. A tick that
 *   the function schedules there is never called, nor any after it: the application hangs, and does not quit.
 *
 * Sources: `ProtocolPromiseHandler` in V8's src/inspector/injected-script.cc; `processTicksAndRejections` in Node's
 * lib/internal/process/task_queues.js.
 */
function keepCalls(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app);
  let lastId = 0;
  let answered: number[] = [];
  app.evaluate = async (callee: unknown, argument?: unknown): Promise<never> => {
    const call: MainCall = { id: ++lastId, source: String(callee), argument, answered };
    answered = [];
    for (;;)
      try {
        const answer: unknown = await evaluate(callInMain, call);
        answered.push(call.id);
        return answer as never; // Of the function's own type, which is the caller's.
      } catch (thrown) {
        if (!isLost(thrown)) throw thrown;
      }
  };
}

const isLost = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.message.includes('promise was garbage collected');

/** In main. */
function callInMain(electron: unknown, { id, source, argument, answered }: MainCall): Promise<unknown> {
  const own = globalThis as { callsOfTests?: Map<number, Promise<unknown>> };
  const calls = (own.callsOfTests ??= new Map());
  for (const each of answered) calls.delete(each);
  const make = async (): Promise<unknown> => {
    await new Promise((resolve) => setImmediate(resolve));
    // eslint-disable-next-line no-eval -- a test’s own function, which Playwright sends as a text too
    const callee = (0, eval)(`(${source})`) as (...given: readonly unknown[]) => unknown; // The text of a function.
    return callee(electron, argument);
  };
  const call = calls.get(id) ?? make();
  calls.set(id, call);
  return call;
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

/** Where whoever runs the application can read it, with what it loads. */
function holdReady(): string {
  const copy = join(ground().folder, 'hold-ready.cjs');
  for (const name of ['hold-ready.cjs', 'clock.cjs'])
    copyFileSync(join(import.meta.dirname, name), join(ground().folder, name));
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

/** What a person would choose in the system's own dialogs; one that is not named is closed without a choice. */
export interface Choices {
  readonly open?: string;
  readonly save?: string;
}

/** Answers the system's dialogs from now on: they are not the application's, and nothing can click in them. */
export const answerDialogs = ({ app }: RunningNamedesk, choices: Choices): Promise<void> =>
  app.evaluate(({ dialog }, { open, save }) => {
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled: open === undefined, filePaths: open === undefined ? [] : [open] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: save === undefined, filePath: save ?? '' });
  }, choices);

/** The process that draws the main window. */
export const rendererPid = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0);

/**
 * What the kernel says of a process, field by field.
 *
 * Source: proc_pid_status(5).
 */
export const processStatus = (pid: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/status`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/:\s*/, 2) as [string, string]), // each line is `Name:<tab>value`: proc_pid_status(5)
  );

/** A process that ended and was not yet asked about is no process any more: it has no memory. */
export function isAlive(pid: number): boolean {
  try {
    return !processStatus(pid)['State']?.startsWith('Z');
  } catch {
    return false;
  }
}
