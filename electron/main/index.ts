import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { app, type BrowserWindow } from 'electron';
import { eventChannelOf } from '#shared/routes.ts';
import type { Backend, BackendGiven } from './app/backend.ts';
import { applicationPaths, closeBeforeQuit, requestFromOutside, restart } from './app/lifecycle.ts';
import { fromTrusted, trustOnly } from './ipc/sender.ts';
import { serveRequests } from './ipc/ipc-main.ts';
import type { Paths } from './platform/app-paths.ts';
import { watchAway, watchBack } from './platform/desktop.ts';
import { createPlatform } from './platform/platform-calls.ts';
import { commandLineOf } from './platform/start-again.ts';
import { atLoginSwitch } from './platform/start-at-login.ts';
import { createLogger, createRotatingFile, keptLogFiles, type Logger, type LogSink } from './system/log.ts';
import { createPeer, type Peer } from './system/peer.ts';
import { releaseOnceIdle } from './system/release-memory.ts';
import { bringForward, createBoundsFile, flushBeforeClose } from './windows/window-state.ts';
import { answerFrom, mainPageFiles, pageOrigins } from './windows/app-protocol.ts';
import { createAppSession, hardenBeforeReady, setMenu } from './windows/open-window.ts';
import { commandIn } from './windows/hardening.ts';
import { openMainWindow } from './windows/main-window.ts';

const out = join(import.meta.dirname, '..');

const command = commandIn(process.argv);

if (!hardenBeforeReady()) {
  app.exit(2);
} else if (command !== null) {
  void app.whenReady().then(async () => app.exit(await runCommand(command)));
} else {
  // First: the lock is of the folder that they name.
  const paths = applicationPaths();
  if (app.requestSingleInstanceLock()) begin(paths);
  else app.quit();
}

/** By then the first screen is shown, and the code of the other screens is loaded. */
const calmMs = 3_000;

/** Main as it runs: what it logs, and the backend. */
interface Running {
  readonly log: Logger;
  readonly sink: LogSink;
  readonly backend: Peer<Backend>;
}

/** Starts the backend and, as soon as Electron is ready, the window: both load at the same time. */
function begin(paths: Paths): void {
  const sink = createRotatingFile({ path: paths.logFile, maxBytes: 1_000_000, keep: keptLogFiles });
  const log = createLogger(sink, () => new Date());
  const backend = startBackend(paths, log);
  // macOS hands a file over by an event, which may come before the window is there.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    backend.tell.handPath(path);
  });
  backend.tell.handArguments(process.argv, process.cwd());
  void app.whenReady().then(() => start(paths, { log, sink, backend }));
}

/** One that dies sooner would do so again and again. */
const leastUptimeS = 600;
/** Loads the page again; there is none at first. */
let drawAnew = (): void => undefined;

/** The backend's thread. It keeps answering whatever becomes of the window. */
function startBackend(paths: Paths, log: Logger): Peer<Backend> {
  const workerData: BackendGiven = {
    out,
    paths,
    app: {
      version: app.getVersion(),
      electron: process.versions.electron,
      isPackaged: app.isPackaged,
      commandLine: commandLineOf({ isPackaged: app.isPackaged, execPath: process.execPath, out }),
      // A file of the package: see docs/decisions/0043-packages.md.
      isTrial: existsSync(join(process.resourcesPath, 'trial')),
    },
    requested: requestFromOutside(),
  };
  const worker = new Worker(join(out, 'main/backend-worker.js'), { workerData });
  const backend = createPeer<Backend>(worker, { handsOver: true, onBug: (thrown) => void log.bug(thrown) });
  worker.on('error', (thrown) => {
    log.bug(thrown);
    backend.die(new Error('The backend died'));
  });
  let isQuitting = false;
  app.once('will-quit', () => (isQuitting = true));
  worker.on('exit', () => {
    backend.die(new Error('The backend has ended'));
    if (isQuitting) return;
    log.bug(new Error('The backend has ended unexpectedly'));
    // Nothing is lost: what was begun is found in the workspace.
    if (process.uptime() > leastUptimeS) restart();
    // What the page shows may be locked away by now, and nobody would say so.
    else drawAnew();
  });
  return backend;
}

/**
 * Opens the window. Main has the windows, and what else needs Electron; it passes requests of the trusted page on to the backend, and loads
 * nothing of what answers them.
 */
function start(paths: Paths, { log, sink, backend }: Running): void {
  // By which Windows knows whose notices and buttons are; the start menu's entry says the same. Elsewhere it does nothing.
  app.setAppUserModelId('app.namedesk.desktop');
  log.note('app.started', { app: app.getVersion(), electron: process.versions.electron });
  setMenu();
  const window = openMainWindow({
    session: createAppSession('main', answerFrom('main', mainPageFiles(join(out, 'renderer')))),
    preloadPath: join(out, 'preload/main.cjs'),
    bounds: createBoundsFile(join(paths.userData, 'window.json')),
    isMinimized: app.commandLine.hasSwitch(atLoginSwitch),
    onFailure: (thrown) => void log.bug(thrown),
  });
  drawAnew = () => (window.isDestroyed() ? undefined : window.webContents.reload());
  const flushing = flushBeforeClose({
    window,
    tell: () => window.webContents.send(eventChannelOf('app.closing'), {}),
    sleep: (durationMs) => wait(durationMs, undefined, { ref: false }),
    quit: () => app.quit(),
  });
  app.on('before-quit', flushing.quitting);
  backend.serve(
    createPlatform({
      window,
      out,
      log,
      writeLog: sink.write,
      flushed: flushing.flushed,
      choose: backend.tell.choose,
      idle: backend.tell.idle,
    }),
  );
  const contentsId = window.webContents.id;
  const isTrusted = trustOnly(() => contentsId, pageOrigins.main);
  serveRequests((channel) =>
    fromTrusted({ name: channel, isTrusted, log }, (payload) => backend.call.ask(channel, payload)),
  );
  watchAway(backend.tell.away);
  watchBack(() => backend.tell.back());
  window.webContents.on('did-navigate', () => backend.tell.navigated());
  followOtherStarts(window, backend);
  window.webContents.on('input-event', releaseOnceIdle(calmMs).stirred);
  closeBeforeQuit(async () => {
    await backend.call.close().catch(log.bug);
    log.note('app.stopped', { uptimeMs: Math.round(process.uptime() * 1_000) });
  });
}

/** Another start brings this window forward and hands its file over; one by the system at login has nothing to show. */
function followOtherStarts(window: BrowserWindow, backend: Peer<Backend>): void {
  app.on('second-instance', (_event, argv, directory) => {
    if (!argv.includes(`--${atLoginSwitch}`)) bringForward(window);
    backend.tell.handArguments(argv, directory);
  });
}

/** Runs the command line, without a window; it reports its errors itself. */
async function runCommand(args: readonly string[]): Promise<number> {
  const { runBuiltCommand } = await import('./cli/built-program.ts');
  return runBuiltCommand(out, args);
}
