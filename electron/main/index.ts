import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { app, type BrowserWindow, shell } from 'electron';
import type { Handlers } from '#shared/ipc/types.ts';
import { createVault, type Vault } from './accounts/vault.ts';
import { hostOver } from './cli/command.ts';
import { runCommandLine } from './cli/run.ts';
import { createFirstLookUp, type FirstLookUp, prepareFirstLookUp } from './first-look-up.ts';
import { startHandover } from './handover/receive.ts';
import { createAnnounce } from './ipc/announce.ts';
import { announcements } from './ipc/announcements.ts';
import { createHandlers, type Surroundings } from './ipc/handlers/all.ts';
import { handlersOnceReady } from './ipc/handlers/once-ready.ts';
import { handlersWithoutWorkspace } from './ipc/handlers/without-workspace.ts';
import type { Settings } from './ipc/handlers/settings.ts';
import { trustOnly } from './ipc/sender.ts';
import { serveRequests } from './ipc/serve.ts';
import { createLogger, type Logger } from './log/logger.ts';
import { createRotatingFile } from './log/rotating-file.ts';
import { watchAway, watchBack } from './platform/away.ts';
import { createBoundsFile } from './platform/bounds-file.ts';
import { systemClipboard } from './platform/clipboard.ts';
import { applyColourScheme } from './platform/colour-scheme.ts';
import { createKeychain, keychainTimeoutMs } from './platform/keychain.ts';
import { keychainInUtilityProcess } from './platform/keychain-utility.ts';
import { createAskForFile, createAskWhereTo } from './platform/file-dialogs.ts';
import { applicationPaths } from './platform/paths.ts';
import type { Paths } from './platform/places.ts';
import { closeBeforeQuit } from './platform/quit.ts';
import { requestFromOutside } from './platform/request-from-outside.ts';
import { type Attempt, openedWhenFree } from './opened-when-free.ts';
import { createServices } from './services.ts';
import { keyPageFiles, mainPageFiles } from './windows/app-files.ts';
import { pageOrigins } from './windows/app-protocol.ts';
import { createAppSession } from './windows/app-session.ts';
import { createAskForKey } from './windows/key-window.ts';
import { createOpenLink } from './windows/links.ts';
import { openMainWindow } from './windows/main-window.ts';
import { createOpenPagePort } from './windows/page-port.ts';
import { hardenBeforeReady, setMenu } from './windows/shell.ts';
import { openWorkspace, type Workspace } from './workspace/workspace.ts';

const out = join(import.meta.dirname, '..');
const pages = join(out, 'renderer');
const oneDayMs = 86_400_000;
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

/** The window comes up while the workspace is being opened; what the page asks meanwhile waits. */
function start(paths: Paths, log: Logger): void {
  log.note('app.started', { app: app.getVersion(), electron: process.versions.electron });
  setMenu();
  const window = openMainWindow({
    session: createAppSession('main', mainPageFiles(pages)),
    preloadPath: join(out, 'preload/main.cjs'),
    bounds: createBoundsFile(join(paths.userData, 'window.json')),
    onFailure: (thrown) => void log.bug(thrown),
  });
  const desk = openedWhenFree({
    open: () => prepare(window, paths, log),
    sleep: (durationMs, signal) => wait(durationMs, undefined, { signal }),
    onFreed: () => window.webContents.reload(),
    onBug: (thrown) => void log.bug(thrown),
  });
  const contentsId = window.webContents.id;
  serveRequests({
    handlers: handlersOnceReady(async () => (await desk.current()).handlers),
    isTrusted: trustOnly(() => contentsId, pageOrigins.main),
    log,
  });
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  closeBeforeQuit(async () => (await desk.stop()).close());
}

interface Desk {
  readonly handlers: Handlers;
  readonly close: () => Promise<void>;
}

/** The workspace and everything over it; handlers that say why where it could not be opened. */
async function prepare(window: BrowserWindow, paths: Paths, log: Logger): Promise<Attempt<Desk>> {
  const workspace = await openWorkspace({
    directory: paths.workspace,
    workerUrl: pathToFileURL(join(out, 'main/workspace-worker.js')),
  });
  if (workspace.ok) return { opened: await furnish(workspace.value, window, paths, log), isBusy: false };
  const { error } = workspace;
  if (error.kind === 'storage') log.note('storage.failed', { fault: error.fault });
  const handlers = handlersWithoutWorkspace(error, about(paths, null));
  const isBusy = error.kind === 'storage' && error.fault === 'busy';
  return { opened: { handlers, close: () => Promise.resolve() }, isBusy };
}

async function furnish(
  workspace: Workspace,
  window: BrowserWindow,
  paths: Paths,
  log: Logger,
): Promise<Desk> {
  const { setAsidePath } = workspace.opening;
  if (setAsidePath !== null) log.note('storage.set-aside', {});
  const announce = createAnnounce(() => (window.isDestroyed() ? null : window.webContents), log);
  const requested = requestFromOutside();
  const firstLookUp = requested.text === null ? null : watchFirstLookUp(window, paths);
  const services = createServices({
    workspace,
    vault: openVault(log),
    log,
    intakeWorkerUrl: pathToFileURL(join(out, 'main/intake-worker.js')),
    exportWorkerUrl: pathToFileURL(join(out, 'main/exports-worker.js')),
    ...announcements(announce, firstLookUp),
  });
  if (firstLookUp !== null) await prepareFirstLookUp(services);
  const settings = await workspace.settings.read({});
  if (settings.ok) await applySettings(settings.value, workspace.findings);
  const handlers = createHandlers(services, {
    announce,
    clipboard: systemClipboard,
    askForKey: keyQuestion(window, log),
    askForFile: createAskForFile(window),
    askWhereTo: createAskWhereTo(window),
    openPort: createOpenPagePort(window),
    openLink: ({ link }) => openLink(link),
    apply: (changed) => applySettings(changed, workspace.findings),
    bug: log.bug,
    takeRequested: requested.take,
    about: about(paths, setAsidePath),
  });
  const handover = await startHandover({
    workspaceDirectory: paths.workspace,
    async run(args, terminal) {
      const code = await runCommandLine(args, terminal, hostOver(services, log.bug));
      announce('accounts.changed', {});
      return code;
    },
    onBug: log.bug,
  }).catch((thrown: unknown) => void log.bug(thrown)); // The window is as good without command lines.
  void services.sessions.takeUp().catch(log.bug);
  watchBack(() => services.sessions.wake());
  return {
    handlers,
    async close() {
      await handover?.close();
      await services.close();
    },
  };
}

/** The key's way in: main's cache is emptied whenever the user goes away. */
function openVault(log: Logger): Vault {
  const keychain = createKeychain({
    start: keychainInUtilityProcess(join(out, 'main/keychain-process.js')),
    timeoutMs: keychainTimeoutMs,
    onFault: (call, fault, durationMs) => log.note('keychain.failed', { call, fault, durationMs }),
  });
  const vault = createVault(keychain);
  watchAway(vault.forgetCached);
  return vault;
}

function keyQuestion(parent: BrowserWindow, log: Logger): Surroundings['askForKey'] {
  const askForKey = createAskForKey({
    session: createAppSession('key', keyPageFiles(pages)),
    preloadPath: join(out, 'preload/key.cjs'),
    log,
  });
  return (accountLabel) => askForKey({ accountLabel, parent });
}

const watchFirstLookUp = (window: BrowserWindow, { userData }: Paths): FirstLookUp =>
  createFirstLookUp({
    capture: async () => (await window.webContents.capturePage()).toPNG(),
    directory: userData,
    print: (line) => void process.stdout.write(line),
  });

const about = (paths: Paths, setAsidePath: string | null): Surroundings['about'] => ({
  version: app.getVersion(),
  electron: process.versions.electron,
  platform: `${process.platform} ${process.arch}`,
  workspacePath: paths.workspace,
  setAsidePath,
});

/** What the settings say takes effect at the start and at each change: the colours, and how long findings are kept. */
async function applySettings(settings: Settings, findings: Workspace['findings']): Promise<void> {
  applyColourScheme(settings.colourScheme);
  if (settings.keepFindingsDays === 0) return;
  const before = new Date(Date.now() - settings.keepFindingsDays * oneDayMs).toISOString();
  await findings.purge({ before });
}
