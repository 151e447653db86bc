import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, type BrowserWindow, shell } from 'electron';
import type { Handlers } from '#shared/ipc/types.ts';
import { createVault, type Vault } from './accounts/vault.ts';
import { createFirstLookUp, type FirstLookUp, prepareFirstLookUp } from './first-look-up.ts';
import { type Announce, createAnnounce } from './ipc/announce.ts';
import { createHandlers, type Surroundings } from './ipc/handlers/all.ts';
import { handlersOnceReady } from './ipc/handlers/once-ready.ts';
import { handlersWithoutWorkspace } from './ipc/handlers/without-workspace.ts';
import type { Settings } from './ipc/handlers/settings.ts';
import { trustOnly } from './ipc/sender.ts';
import { serveRequests } from './ipc/serve.ts';
import { createLogger, type Logger } from './log/logger.ts';
import { createRotatingFile } from './log/rotating-file.ts';
import { watchAway } from './platform/away.ts';
import { createBoundsFile } from './platform/bounds-file.ts';
import { systemClipboard } from './platform/clipboard.ts';
import { applyColourScheme } from './platform/colour-scheme.ts';
import { createKeychain, keychainTimeoutMs } from './platform/keychain.ts';
import { keychainInUtilityProcess } from './platform/keychain-utility.ts';
import { applicationPaths, type Paths } from './platform/paths.ts';
import { closeBeforeQuit } from './platform/quit.ts';
import { createServices, type Services, type ServicesDeps } from './services.ts';
import { keyPageFiles, mainPageFiles } from './windows/app-files.ts';
import { pageOrigins } from './windows/app-protocol.ts';
import { createAppSession } from './windows/app-session.ts';
import { createAskForKey } from './windows/key-window.ts';
import { createOpenLink } from './windows/links.ts';
import { openMainWindow } from './windows/main-window.ts';
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
  const ready = prepare(window, paths, log);
  const contentsId = window.webContents.id;
  serveRequests({
    handlers: handlersOnceReady(ready.then(({ handlers }) => handlers)),
    isTrusted: trustOnly(() => contentsId, pageOrigins.main),
    log,
  });
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  closeBeforeQuit(async () => (await ready).services?.close());
}

interface Ready {
  readonly handlers: Handlers;
  /** Null where the workspace could not be opened; the handlers say why. */
  readonly services: Services | null;
}

async function prepare(window: BrowserWindow, paths: Paths, log: Logger): Promise<Ready> {
  const workspace = await openWorkspace({
    directory: paths.workspace,
    workerUrl: pathToFileURL(join(out, 'main/workspace-worker.js')),
  });
  if (!workspace.ok) {
    if (workspace.error.kind === 'storage') log.note('storage.failed', { fault: workspace.error.fault });
    return { handlers: handlersWithoutWorkspace(workspace.error, about(paths, null)), services: null };
  }
  if (workspace.value.opening.setAsidePath !== null) log.note('storage.set-aside', {});

  const announce = createAnnounce(() => (window.isDestroyed() ? null : window.webContents), log);
  const requested = requestFromOutside();
  const firstLookUp = requested.text === null ? null : watchFirstLookUp(window, paths);
  const services = createServices({
    workspace: workspace.value,
    vault: openVault(log),
    log,
    ...announcements(announce, firstLookUp),
  });
  if (firstLookUp !== null) await prepareFirstLookUp(services);
  const settings = await services.workspace.settings.read({});
  if (settings.ok) await applySettings(settings.value, services.workspace.findings);
  const handlers = createHandlers(services, {
    announce,
    clipboard: systemClipboard,
    askForKey: keyQuestion(window, log),
    openLink: ({ link }) => openLink(link),
    apply: (changed) => applySettings(changed, services.workspace.findings),
    bug: log.bug,
    takeRequested: requested.take,
    about: about(paths, workspace.value.opening.setAsidePath),
  });
  return { handlers, services };
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

/** What services tell unasked, to the page and to whoever watches the first look-up. */
const announcements = (announce: Announce, firstLookUp: FirstLookUp | null) =>
  ({
    announceStatus: (status) => announce('status.changed', status),
    announceFindings(searchId, findings) {
      announce('search.findings', { searchId, findings: [...findings] });
      firstLookUp?.heardFindings(findings);
    },
    announceFinished(searchId, failed, cancelled) {
      const failures = failed.map(({ tlds, error }) => ({ tlds: [...tlds], error }));
      announce('search.finished', { searchId, failures, cancelled });
      firstLookUp?.heardFinished(failed);
    },
  }) satisfies Pick<ServicesDeps, 'announceStatus' | 'announceFindings' | 'announceFinished'>;

const watchFirstLookUp = (window: BrowserWindow, { userData }: Paths): FirstLookUp =>
  createFirstLookUp({
    capture: async () => (await window.webContents.capturePage()).toPNG(),
    directory: userData,
    print: (line) => void process.stdout.write(line),
  });

/** The name that the command line wants looked up, handed over once. */
function requestFromOutside(): { readonly text: string | null; readonly take: () => string | null } {
  const text = app.commandLine.getSwitchValue('namedesk-first-look-up') || null;
  let left = text;
  return {
    text,
    take() {
      const taken = left;
      left = null;
      return taken;
    },
  };
}

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
