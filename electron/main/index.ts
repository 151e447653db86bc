import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, shell } from 'electron';
import type { Desk, DeskDeps } from './desk.ts';
import { trustOnly } from './ipc/sender.ts';
import { serveRequests } from './ipc/serve.ts';
import { createLogger, type Logger } from './log/logger.ts';
import { createRotatingFile } from './log/rotating-file.ts';
import { onceWanted } from './once-wanted.ts';
import { createBoundsFile } from './platform/bounds-file.ts';
import { applicationPaths } from './platform/paths.ts';
import type { Paths } from './platform/places.ts';
import { closeBeforeQuit } from './platform/quit.ts';
import { mainPageFiles } from './windows/app-files.ts';
import { answerFrom, pageOrigins } from './windows/app-protocol.ts';
import { createAppSession } from './windows/app-session.ts';
import { createOpenLink } from './windows/links.ts';
import { openMainWindow } from './windows/main-window.ts';
import { hardenBeforeReady, setMenu } from './windows/shell.ts';
import { startWorkspaceThread, type WorkspaceThread } from './workspace/thread.ts';

const out = join(import.meta.dirname, '..');
const openLink = createOpenLink((url) => shell.openExternal(url));

if (!hardenBeforeReady()) {
  app.exit(2);
} else {
  const paths = applicationPaths();
  const log = createLogger(
    createRotatingFile({ path: paths.logFile, maxBytes: 1_000_000, keep: 5 }),
    () => new Date(),
  );
  if (!app.requestSingleInstanceLock()) app.quit();
  else void app.whenReady().then(() => start(paths, log));
}

/** A page that asks for nothing so long will not ask: then everything behind it is opened all the same. */
const patienceMs = 1_000;

/**
 * The window comes up before anything else is so much as loaded: Electron is not ready until this file and all that it
 * imports has been run. What lies behind it is loaded when the page first asks for something: then it has all its files,
 * which go out through this process and would stand still meanwhile, and draws itself in its own.
 */
function start(paths: Paths, log: Logger): void {
  log.note('app.started', { app: app.getVersion(), electron: process.versions.electron });
  setMenu();
  const window = openMainWindow({
    session: createAppSession('main', answerFrom('main', mainPageFiles(join(out, 'renderer')))),
    preloadPath: join(out, 'preload/main.cjs'),
    bounds: createBoundsFile(join(paths.userData, 'window.json')),
    onFailure: (thrown) => void log.bug(thrown),
  });
  const workspacePlace = {
    directory: paths.workspace,
    workerUrl: pathToFileURL(join(out, 'main/workspace-worker.js')),
  };
  // The workspace opens beside the page as soon as that has its process: the first thing that is asked for comes from there.
  let thread: WorkspaceThread | null = null;
  const workspaceThread = (): WorkspaceThread => (thread ??= startWorkspaceThread(workspacePlace));
  window.webContents.once('did-navigate', workspaceThread);
  const contentsId = window.webContents.id;
  const isTrusted = trustOnly(() => contentsId, pageOrigins.main);
  const versions = { version: app.getVersion(), electron: process.versions.electron };
  const desk = onceWanted(async () => {
    const open = await loadDesk();
    return open({ out, window, workspacePlace, workspaceThread, paths, log, isTrusted, openLink, versions });
  }, patienceMs);
  serveRequests(async () => (await desk()).calls, log);
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  closeBeforeQuit(async () => (await desk()).close());
}

const loadDesk = async (): Promise<(deps: DeskDeps) => Desk> => (await import('./desk.ts')).openDesk;
