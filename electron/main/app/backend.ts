import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { app, type BrowserWindow, MessageChannelMain } from 'electron';
import { isReal } from '#shared/domain/account.ts';
import { sessionPortMessage } from '#shared/areas/session-port.ts';
import { mapOk, type Result } from '#shared/result.ts';
import type { Emit } from '#shared/routes.ts';
import { createKeyEntry } from '../accounts/key-entry.ts';
import { createVault, type Keychain, type Vault } from '../accounts/vault.ts';
import { startCliServer } from '../cli/attach/server.ts';
import { hostOver } from '../cli/host.ts';
import { runCommandLine } from '../cli/run.ts';
import { createDiagnostics } from '../diagnostics/create-diagnostics.ts';
import { noteRestore } from '../diagnostics/noted.ts';
import { createFileExports } from '../export/exports.ts';
import type { Paths } from '../platform/app-paths.ts';
import {
  applyColourScheme,
  createAskForFile,
  createAskWhereTo,
  notify,
  secretClipboard,
  showProgressOn,
  systemStartAtLogin,
  systemClipboard,
  systemTouchId,
  updatedApp,
  watchAway,
  watchBack,
} from '../platform/desktop.ts';
import { createImportDrafts } from '../portfolio/import/import-drafts.ts';
import { commandLineOf } from '../platform/start-again.ts';
import { createUnlocking, unlockTimeoutMs } from '../platform/unlocking.ts';
import { keychainInUtilityProcess } from '../platform/keychain-utility.ts';
import { createKeychain, keychainTimeoutMs } from '../platform/keychain.ts';
import { threadsOfBuild } from '../system/job-thread.ts';
import { keptLogFiles, type Logger } from '../system/log.ts';
import { type OpenUpdates, openUpdates } from '../updates/open-updates.ts';
import { createWrittenFiles } from '../windows/hardening.ts';
import type { openMainWindow } from '../windows/main-window.ts';
import { bringForward } from '../windows/window-state.ts';
import { setMenu } from '../windows/open-window.ts';
import { pageMenu } from '../windows/page-menu.ts';
import { openSecretWindows } from '../windows/secret-windows.ts';
import type { WorkspacePlace } from '../workspace/rpc.ts';
import type { Settings } from '../workspace/repositories/settings.ts';
import { openWorkspace, placeRiskOf, type Workspace } from '../workspace/workspace.ts';
import type { AppLock } from './app-lock.ts';
import type { HandedFiles } from './handed-files.ts';
import { actions } from '../actions.ts';
import { createEmit, createSmokeCheck, prepareSmokeCheck } from './events.ts';
import { createTeamViewDoor } from '../team/open-team.ts';
import type { PlatformDeps } from './in-window.ts';
import { type Attempt, handlersOver, handlersWithoutWorkspace, retryWhileLocked } from './handlers.ts';
import { createLongWork } from './long-work.ts';
import { createSessionViews, type OpenPort } from './session-views.ts';
import { guardAll, type GuardedCalls, type GuardedRequest } from '../ipc/guard.ts';
import { relaunch, requestFromOutside, restart } from './lifecycle.ts';
import { activeWorkIn } from '../services/active-work.ts';
import { createServices, type Services } from '../services/services.ts';
import type { PlaceRisk } from '#shared/domain/backup.ts';
import { isQuiet, type Notice } from '#shared/domain/watching.ts';

const oneDayMs = 86_400_000;

/** Dependencies of the backend. They exist before any backend code is loaded. */
export interface BackendDeps {
  /** The build folder. */
  readonly out: string;
  readonly window: ReturnType<typeof openMainWindow>;
  readonly workspacePlace: WorkspacePlace;
  /** The first connection to the workspace; it may have ended already. */
  readonly firstReaching: Promise<Result<Workspace>>;
  readonly paths: Paths;
  readonly log: Logger;
  readonly isTrusted: GuardedRequest['isTrusted'];
  readonly appLock: AppLock;
  readonly openLink: PlatformDeps['openLink'];
  readonly showInFolder: PlatformDeps['showInFolder'];
  readonly handedFiles: HandedFiles;
  /** Called when the page has handed over all unsaved input. */
  readonly flushed: () => void;
}

export interface Backend {
  /** Every action behind its guards; waits while the workspace opens. */
  readonly calls: () => Promise<GuardedCalls>;
  readonly close: () => Promise<void>;
}

/** The backend of the window: the workspace, the services on top of it, and the request handlers. */
export function openBackend(deps: BackendDeps): Backend {
  const { window, log } = deps;
  const reachings = [deps.firstReaching];
  const ready = retryWhileLocked({
    open: () => prepare(deps, reachings.pop() ?? openWorkspace(deps.workspacePlace)),
    sleep: (durationMs, signal) => wait(durationMs, undefined, { signal }),
    onFreed: () => window.webContents.reload(),
    onBug: (thrown) => void log.bug(thrown),
  });
  return {
    calls: async () => (await ready.current()).calls,
    close: async () => (await ready.stop()).close(),
  };
}

interface ReadyBackend {
  readonly calls: GuardedCalls;
  readonly close: () => Promise<void>;
}

/** Opens the workspace and the services on top of it. If it cannot be opened, handlers that answer with the reason. */
async function prepare(
  deps: BackendDeps,
  opening: Promise<Result<Workspace>>,
): Promise<Attempt<ReadyBackend>> {
  const { log } = deps;
  const begunMs = performance.now();
  const workspace = await opening;
  if (workspace.ok) {
    const durationMs = Math.round(performance.now() - begunMs);
    log.note('storage.opened', { durationMs, version: workspace.value.opening.version });
    return { opened: await createReadyBackend(workspace.value, deps), isBusy: false };
  }
  const { error } = workspace;
  const isBusy = error.kind === 'storage' && error.fault === 'busy';
  // While another process has the workspace, opening is retried every second: the page shows it, and the log is not
  // filled with it.
  if (error.kind === 'storage' && !isBusy) log.note('storage.failed', { fault: error.fault });
  deps.appLock.begin(null);
  const calls = guardAll(actions, handlersWithoutWorkspace(error, about(deps, null)), guardsOf(deps));
  return { opened: { calls, close: () => Promise.resolve() }, isBusy };
}

async function createReadyBackend(workspace: Workspace, deps: BackendDeps): Promise<ReadyBackend> {
  const { window, appLock, log } = deps;
  noteRestore(log, workspace);
  const announce = createEmit(() => (window.isDestroyed() ? null : window.webContents), log);
  const requested = requestFromOutside();
  const watchSearch = requested.text === null ? null : smokeCheckOf(deps);
  const settings = await workspace.settings.read();
  appLock.begin(settings.ok ? settings.value : 'unreadable');
  const inForce = createInForce(workspace, settings.ok ? settings.value : null, async (changed) => {
    secretWindows.protect(changed.protectSecretWindows);
    appLock.follow(changed);
    await applySettings(changed, workspace.findings);
  });
  // A window that is gone has nobody to tell: lists end while the program quits, too. A locked one shows nothing.
  const isWatched = (): boolean => window.isDestroyed() || (window.isFocused() && !appLock.isLocked());
  const followLongWork = createLongWork({
    showProgress: showProgressOn(window),
    notify,
    isWatched,
    isOn: inForce.tellsOfLongWork,
    open: (place) => bringTo(window, () => announce('work.opened', place)),
    nowMs: () => performance.now(),
  });
  const secretWindows = openSecretWindows({
    ...deps,
    isLocked: appLock.isLocked,
    isProtected: !settings.ok || settings.value.protectSecretWindows,
  });
  const services = createServices({
    workspace,
    workspaceDirectory: deps.paths.workspace,
    openCodeWindow: secretWindows.openCodeWindow,
    secretClipboard,
    vault: openVault(deps),
    log,
    threadUrl: threadsOfBuild(deps.out),
    emit(event, payload) {
      announce(event, payload);
      watchSearch?.(event, payload);
      followLongWork(event, payload);
    },
  });
  if (watchSearch !== null) await prepareSmokeCheck(services);
  showMenu(appLock, announce);
  if (settings.ok) await applySettings(settings.value, workspace.findings);
  const updates = updatesFor(services, announce, deps);
  const teamView = teamViewOver(services, announce, log);
  const handlers = handlersOver({
    ...secretWindows,
    ...services,
    ...(await platformDepsOf(services, updates, deps)),
    ...heldForPage(services, announce, deps),
    log,
    announce,
    updates,
    teamView,
    keyEntry: createKeyEntry({ ...services, ...secretWindows, clipboard: systemClipboard, announce, now }),
    apply: inForce.apply,
    takeRequested: requested.take,
  });
  deps.handedFiles.onHanded(() => announce('app.fileHanded', {}));
  // A page that is loaded anew knows nothing of the file that it had opened.
  window.webContents.on('did-navigate', () => services.codes.closeFile(null));
  startLocking(appLock, announce, () => {
    secretWindows.close();
    void services.codes.leave().catch(log.bug);
  });
  services.watching.start(tellingOf(deps, announce, isWatched));
  const stop = startBackgroundServices(services, { ...deps, announce, inForce });
  return {
    calls: guardAll(actions, handlers, guardsOf(deps)),
    async close() {
      updates.close();
      await stop();
      await teamView.close();
      await services.close();
    },
  };
}

const teamViewOver = (services: Services, announce: Emit, log: Logger) =>
  createTeamViewDoor({
    ...services,
    logins: async () =>
      mapOk(await services.accounts.list(), ({ accounts }) =>
        accounts.filter(isReal).map(({ username, baseUrl }) => `${username} · ${baseUrl}`),
      ),
    onMembership() {
      services.referee.changed();
      services.feed.changed();
    },
    onChange: (isNews) => announce('team.changed', { isNews }),
    onBug: (thrown) => void log.bug(thrown),
    timer: {
      nowMs: () => performance.now(),
      sleep: (durationMs, signal) => wait(durationMs, undefined, signal && { signal }),
    },
    now: () => new Date(),
    newId: randomUUID,
  });

/** The application menu, whose entries do nothing while the application is locked. */
const showMenu = (appLock: AppLock, announce: Emit): void =>
  setMenu(
    pageMenu(process.platform === 'darwin', (command) => {
      if (!appLock.isLocked()) announce('menu.chosen', { command });
    }),
  );

/** Shows what a person is told of: in the window where it is looked at, else by a notification of the system. */
const tellingOf =
  ({ window }: BackendDeps, announce: Emit, isWatched: () => boolean) =>
  (notice: Notice): void => {
    if (isWatched()) announce('watching.notice', notice);
    else notify(notice, () => bringTo(window, () => announce('watching.opened', { about: notice.about })));
  };

/** Brings the window forward and shows in it what a notification leads to. */
function bringTo(window: BrowserWindow, show: () => void): void {
  if (window.isDestroyed()) return;
  bringForward(window);
  show();
}

/** Locks the application when the user goes away; `hide` closes what the page does not draw. */
function startLocking(appLock: AppLock, announce: Emit, hide: () => void): void {
  appLock.onChange((isLocked) => {
    announce('appLock.changed', { isLocked });
    if (isLocked) hide();
    else announce('settings.changed', {});
  });
  watchAway(appLock.lock, appLock.idleSeconds);
}

/** What main holds for the page from one request to the next. */
const heldForPage = (services: Services, announce: Emit, { window, log }: BackendDeps) => ({
  importDrafts: createImportDrafts({
    ...services,
    onNoted: () => announce('today.changed', {}),
  }),
  sessionViews: createSessionViews(services.sessions, createOpenPagePort(window)),
  fileExports: createFileExports({ ...services, announce, log }),
});

const guardsOf = ({ isTrusted, appLock, log }: BackendDeps) => ({
  isTrusted,
  isLocked: appLock.isLocked,
  log,
});

const updatesFor = (services: Services, announce: Emit, { paths, log }: BackendDeps): OpenUpdates =>
  openUpdates({
    app: { ...updatedApp, relaunch },
    version: app.getVersion(),
    isPackaged: app.isPackaged,
    userData: paths.userData,
    settings: services.workspace.settings,
    obstacles: () => activeWorkIn(services),
    announce: (state) => announce('updates.changed', state),
    log,
  });

/** What handlers need of the system and of this run. */
async function platformDepsOf({ workspace, backups }: Services, updates: OpenUpdates, deps: BackendDeps) {
  const { window, paths, appLock, showInFolder } = deps;
  const started = about(deps, await placeRiskOf(paths.workspace));
  const writtenFiles = createWrittenFiles(showInFolder);
  /** The dialogs of the system stay open over a locked window: what is chosen there meanwhile counts as cancelled. */
  const unlessLocked =
    <A extends readonly unknown[]>(ask: (...asked: A) => Promise<string | null>) =>
    async (...asked: A): Promise<string | null> => {
      const chosen = await ask(...asked);
      return appLock.isLocked() ? null : chosen;
    };
  return {
    about: started,
    diagnostics: createDiagnostics({
      workspace,
      backups,
      logFiles: { path: paths.logFile, keep: keptLogFiles },
      about: started,
      noUpdates: updates.read().disabledReason,
      now: () => new Date(),
      newId: randomUUID,
    }),
    clipboard: systemClipboard,
    restart,
    askForFile: unlessLocked(createAskForFile(window)),
    askWhereTo: writtenFiles.choosing(unlessLocked(createAskWhereTo(window))),
    writtenFiles,
    showInFolder,
    openLink: deps.openLink,
    handedFiles: deps.handedFiles,
    startAtLogin: systemStartAtLogin(),
    flushed: deps.flushed,
    appLock,
    unlocking: createUnlocking(systemTouchId, openKeychain(deps, unlockTimeoutMs)),
    drawAnew: () => window.webContents.reload(),
    now,
  };
}

const now = (): Date => new Date();

const openKeychain = ({ out, log }: BackendDeps, timeoutMs: number): Keychain =>
  createKeychain({
    promptMs: unlockTimeoutMs,
    start: keychainInUtilityProcess(join(out, 'main/keychain-process.js')),
    timeoutMs,
    onFault: (call, fault, durationMs) => log.note('keychain.failed', { call, fault, durationMs }),
  });

/** Access to API keys: the cache in main is cleared whenever the user goes away. */
function openVault(deps: BackendDeps): Vault {
  const vault = createVault(openKeychain(deps, keychainTimeoutMs));
  watchAway(vault.forgetCached);
  return vault;
}

const smokeCheckOf = ({ window, paths }: BackendDeps): Emit =>
  createSmokeCheck({
    capture: async () => (await window.webContents.capturePage()).toPNG(),
    directory: paths.userData,
    print: (line) => void process.stdout.write(line),
  });

const about = ({ out }: BackendDeps, placeRisk: PlaceRisk | null): PlatformDeps['about'] => ({
  version: app.getVersion(),
  electron: process.versions.electron,
  platform: `${process.platform} ${process.arch}`,
  commandLine: commandLineOf({ isPackaged: app.isPackaged, execPath: process.execPath, out }),
  // A file of the package: see docs/decisions/0043-packages.md.
  isTrial: existsSync(join(process.resourcesPath, 'trial')),
  placeRisk,
});

/** Applies the settings, at the start and after each change: the colour scheme, and how long findings are kept. */
async function applySettings(settings: Settings, findings: Workspace['findings']): Promise<void> {
  applyColourScheme(settings.colourScheme);
  if (settings.keepFindingsDays === 0) return;
  const before = new Date(Date.now() - settings.keepFindingsDays * oneDayMs).toISOString();
  await findings.purge({ before });
}

/**
 * The settings that are in force.
 *
 * @param at Null where they could not be read.
 * @param take What changed ones are applied by.
 */
function createInForce(
  { settings }: Pick<Workspace, 'settings'>,
  at: Settings | null,
  take: (changed: Settings) => Promise<void>,
) {
  let now = at;
  async function apply(changed: Settings): Promise<void> {
    now = changed;
    await take(changed);
  }
  return {
    apply,
    /** Applies what another than the page has changed. @returns Whether anything was. */
    async readAgain(): Promise<boolean> {
      const read = await settings.read();
      // Parsed by the same schema: their members have the same order.
      if (!read.ok || JSON.stringify(read.value) === JSON.stringify(now)) return false;
      await apply(read.value);
      return true;
    },
    tellsOfLongWork: (): boolean =>
      now === null || (now.notifications && !isQuiet(now.quietHours, new Date())),
  };
}

interface WorkDeps extends Pick<BackendDeps, 'log' | 'paths' | 'appLock'> {
  readonly announce: Emit;
  readonly inForce: ReturnType<typeof createInForce>;
}

/**
 * Starts the background services: accepts command lines of other processes, resumes interrupted work, and reacts to the
 * user leaving and returning.
 *
 * @returns Stops accepting command lines.
 */
function startBackgroundServices(
  services: Services,
  { announce, inForce, appLock, log, paths }: WorkDeps,
): () => Promise<void> {
  const handover = startCliServer({
    workspaceDirectory: paths.workspace,
    async run(args, terminal) {
      const code = await runCommandLine(args, terminal, hostOver(services, log.bug));
      announce('accounts.changed', {});
      // While it is locked, the page may not read them.
      if ((await inForce.readAgain()) && !appLock.isLocked()) announce('settings.changed', {});
      return code;
    },
    onBug: log.bug,
  }).catch((thrown: unknown) => void log.bug(thrown)); // The window works without command lines too.
  void services.removal
    .deleteRemoved()
    .then(() => announce('accounts.changed', {}))
    .catch(log.bug);
  void services.sessions.takeUp().catch(log.bug);
  void services.registry.resume().catch(log.bug);
  void services.referee.start().catch(log.bug);
  // Changes in flight are verified before a batch continues.
  void services.batches.takeUp(services.changes.recover()).catch(log.bug);
  watchAway(() => void services.codes.leave().catch(log.bug));
  watchBack(() => {
    services.sessions.wake();
    services.batches.wake();
    services.watching.wake();
  });
  return async () => {
    await (await handover)?.close();
  };
}

/** Sends one end of a new channel to the page of `window`. The preload passes it on to the page's main world. */
const createOpenPagePort =
  (window: BrowserWindow): OpenPort =>
  (viewId, onGone) => {
    const { port1, port2 } = new MessageChannelMain();
    port1.on('close', onGone);
    port1.start();
    window.webContents.postMessage(sessionPortMessage, viewId, [port2]);
    return {
      send: (message) => port1.postMessage(message),
      close: () => port1.close(),
    };
  };
