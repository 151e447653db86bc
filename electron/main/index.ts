import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { app, type BrowserWindow, shell } from 'electron';
import { eventChannelOf } from '#shared/routes.ts';
import { createAppLock } from './app/app-lock.ts';
import { trustOnly } from './ipc/sender.ts';
import { serveRequests } from './ipc/ipc-main.ts';
import { lazy } from './system/timing.ts';
import { createLogger, createRotatingFile, keptLogFiles, type Logger } from './system/log.ts';
import { bringForward, createBoundsFile, flushBeforeClose } from './windows/window-state.ts';
import { releaseOnceIdle } from './system/release-memory.ts';
import { createHandedFiles, type HandedFiles } from './app/handed-files.ts';
import { applicationPaths, closeBeforeQuit, requestFromOutside } from './app/lifecycle.ts';
import type { Paths } from './platform/app-paths.ts';
import { atLoginSwitch } from './platform/start-at-login.ts';
import { answerFrom, mainPageFiles, pageOrigins } from './windows/app-protocol.ts';
import { createAppSession, hardenBeforeReady, setMenu } from './windows/open-window.ts';
import { commandIn, createOpenLink } from './windows/hardening.ts';
import { openMainWindow } from './windows/main-window.ts';

const out = join(import.meta.dirname, '..');

const command = commandIn(process.argv);

if (!hardenBeforeReady()) {
  app.exit(2);
} else if (command !== null) {
  void app.whenReady().then(async () => app.exit(await runCommand(command)));
} else {
  const paths = applicationPaths();
  const log = createLogger(
    createRotatingFile({ path: paths.logFile, maxBytes: 1_000_000, keep: keptLogFiles }),
    () => new Date(),
  );
  const handedFiles = createHandedFiles();
  // macOS hands a file over by an event, which may come before the window is there.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    handedFiles.takePath(path);
  });
  handedFiles.takeArguments(process.argv, process.cwd());
  if (!app.requestSingleInstanceLock()) app.quit();
  else void app.whenReady().then(() => start(paths, log, handedFiles));
}

/** If the page sends no request for this long, the backend is opened anyway. */
const timeoutMs = 1_000;

/** By then the first screen is shown, and the code of the other screens is loaded. */
const calmMs = 3_000;

/**
 * Opens the window before loading anything else: Electron is not ready until this file and all its imports have run.
 * The startup handlers are loaded at the page's first request: by then the page has all its files, which this process
 * serves and would otherwise delay. The backend is loaded after the first paint.
 */
function start(paths: Paths, log: Logger, handedFiles: HandedFiles): void {
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
  const workspacePlace = {
    directory: paths.workspace,
    workerUrl: pathToFileURL(join(out, 'main/sessions-worker.js')),
  };
  const flushing = flushBeforeClose({
    window,
    tell: () => window.webContents.send(eventChannelOf('app.closing'), {}),
    sleep: (durationMs) => wait(durationMs, undefined, { ref: false }),
    quit: () => app.quit(),
  });
  app.on('before-quit', flushing.quitting);
  const contentsId = window.webContents.id;
  const isTrusted = trustOnly(() => contentsId, pageOrigins.main);
  const appLock = createAppLock();
  // Loads by timeout only if the page sends no request: the backend needs it too.
  const startup = lazy(async () => {
    const { openStartupHandlers } = await import('./app/startup-handlers.ts');
    return openStartupHandlers({
      workspacePlace,
      isTrusted,
      appLock,
      log,
    });
  }, timeoutMs);
  const painted = firstPaintOf(window);
  const backend = lazy(async () => {
    // Loading the backend blocks this process, which serves the page's fonts.
    await painted;
    const [{ openBackend }, { reaching }] = await Promise.all([import('./app/backend.ts'), startup()]);
    return openBackend({
      out,
      window,
      workspacePlace,
      firstReaching: reaching,
      paths,
      log,
      isTrusted,
      appLock,
      handedFiles,
      openLink: createOpenLink((url) => shell.openExternal(url)),
      showInFolder: (path) => shell.showItemInFolder(path),
      flushed: flushing.flushed,
    });
  }, timeoutMs);
  let isBackendReady = requestFromOutside().text !== null;
  serveRequests(async (channel) => {
    const early = isBackendReady ? undefined : (await (await startup()).calls).get(channel);
    if (early !== undefined) return early;
    const calls = await (await backend()).calls();
    isBackendReady = true;
    return calls.get(channel);
  }, log);
  followOtherStarts(window, handedFiles);
  window.webContents.on('input-event', releaseOnceIdle(calmMs).stirred);
  closeBeforeQuit(async () => {
    await (await backend()).close();
    log.note('app.stopped', { uptimeMs: Math.round(process.uptime() * 1_000) });
  });
}

/** Another start brings this window forward and hands its file over; one by the system at login has nothing to show. */
function followOtherStarts(window: BrowserWindow, handedFiles: HandedFiles): void {
  app.on('second-instance', (_event, argv, directory) => {
    if (!argv.includes(`--${atLoginSwitch}`)) bringForward(window);
    handedFiles.takeArguments(argv, directory);
  });
}

/** Resolves after the first paint of the page, or after the timeout. */
const firstPaintOf = (window: BrowserWindow): Promise<void> =>
  Promise.race([
    new Promise<void>((resolve) => window.once('ready-to-show', resolve)),
    wait(timeoutMs, undefined, { ref: false }),
  ]);

/** Runs the command line, without a window; it reports its errors itself. */
async function runCommand(args: readonly string[]): Promise<number> {
  const { runBuiltCommand } = await import('./cli/built-program.ts');
  return runBuiltCommand(out, args);
}
