import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isReal } from '#shared/domain/account.ts';
import type { Result } from '#shared/result.ts';
import type { Emit } from '#shared/routes.ts';
import { createKeyEntry } from '../accounts/key-entry.ts';
import { createVault, type Vault } from '../accounts/vault.ts';
import { startCliServer } from '../cli/attach/server.ts';
import { hostOver } from '../cli/host.ts';
import { runCommandLine } from '../cli/run.ts';
import { type About, createDiagnostics } from '../diagnostics/create-diagnostics.ts';
import { noteRestore } from '../diagnostics/noted.ts';
import { createFileExports } from '../export/exports.ts';
import type { Paths } from '../platform/app-paths.ts';
import { createWrittenFiles } from '../windows/hardening.ts';
import { keychainTimeoutMs } from '../platform/keychain.ts';
import type { Platform } from '../platform/platform-calls.ts';
import { createUnlocking, unlockTimeoutMs } from '../platform/unlocking.ts';
import { createImportDrafts } from '../portfolio/import/import-drafts.ts';
import { threadsOfBuild } from '../system/job-thread.ts';
import { keptLogFiles, type Logger } from '../system/log.ts';
import type { Peer } from '../system/peer.ts';
import { thisCopy } from '../platform/this-copy.ts';
import { type OpenUpdates, openUpdates } from '../updates/open-updates.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Settings } from '../workspace/repositories/settings.ts';
import { openWorkspace, placeRiskOf, type Workspace } from '../workspace/workspace.ts';
import { type AppLock, createAppLock } from './app-lock.ts';
import { createHandedFiles } from './handed-files.ts';
import { actions } from '../actions.ts';
import { createEmit, createSmokeCheck, prepareSmokeCheck } from './events.ts';
import { createTeamViewDoor } from '../team/open-team.ts';
import { type Attempt, handlersOver, handlersWithoutWorkspace, retryWhileLocked } from './handlers.ts';
import { createLongWork } from './long-work.ts';
import { createSecretWindows } from './secret-windows.ts';
import {
  bringTo,
  clipboardOf,
  notifyBy,
  openKeychain,
  openPagePort,
  secretClipboardOf,
  tellingOf,
} from './over-main.ts';
import { createSessionViews } from './session-views.ts';
import { guardAll, type GuardedCalls } from '../ipc/guard.ts';
import { activeWorkIn } from '../services/active-work.ts';
import { createServices, type Services } from '../services/services.ts';
import type { PlaceRisk } from '#shared/domain/backup.ts';
import type { MenuCommand } from '#shared/domain/commands.ts';
import { isQuiet } from '#shared/domain/watching.ts';
import type { Away } from '../platform/presence.ts';

const oneDayMs = 86_400_000;

/** What main gives the backend when it starts it: what is known without the workspace. */
export interface BackendGiven {
  /** The build folder. */
  readonly out: string;
  readonly paths: Paths;
  readonly app: Pick<About, 'version' | 'electron' | 'commandLine' | 'isTrial'> & {
    readonly isPackaged: boolean;
  };
  /** The name that the command line asks to look up. */
  readonly requested: string | null;
}

interface BackendDeps extends BackendGiven {
  readonly platform: Peer<Platform>;
  readonly log: Logger;
}

/** Main, as the backend sees it, with what both follow. */
interface Deps extends BackendDeps {
  readonly appLock: AppLock;
  readonly handedFiles: ReturnType<typeof createHandedFiles>;
  readonly away: Listeners<Away>;
  readonly back: Listeners<null>;
  readonly navigated: Listeners<null>;
}

type Listeners<T> = ReturnType<typeof createListeners<T>>;

/** What main tells of, for those who were made later. */
function createListeners<T>() {
  const listeners = new Set<(what: T) => void>();
  return {
    on: (listener: (what: T) => void) => void listeners.add(listener),
    tell: (what: T): void => {
      for (const listener of listeners) listener(what);
    },
  };
}

/** What main may call: the page's requests, and what the system and a person do. */
export type Backend = ReturnType<typeof openBackend>;

/** The backend of the window: the workspace, the services on top of it, and the request handlers. */
export function openBackend(given: BackendDeps) {
  const { platform, log } = given;
  const deps: Deps = {
    ...given,
    appLock: createAppLock(),
    handedFiles: createHandedFiles(),
    away: createListeners(),
    back: createListeners(),
    navigated: createListeners(),
  };
  const { appLock, handedFiles } = deps;
  const ready = retryWhileLocked({
    open: () => prepare(deps),
    sleep: (durationMs, signal) => wait(durationMs, undefined, { signal }),
    onFreed: () => platform.tell.drawAnew(),
    onBug: (thrown) => void log.bug(thrown),
  });
  return {
    /** What the trusted page asks. */
    async ask(channel: string, payload: unknown): Promise<Result<unknown>> {
      const call = (await ready.current()).calls.get(channel);
      if (call === undefined) throw new Error(`${channel} has no handler`);
      return await call(payload);
    },
    away: deps.away.tell,
    back: () => deps.back.tell(null),
    navigated: () => deps.navigated.tell(null),
    /** Nobody has touched the computer for as long as the lock was set to. */
    idle: appLock.lock,
    /** An entry of the application menu, which does nothing while the application is locked. */
    async choose(command: string) {
      (await ready.current()).choose(command);
    },
    handArguments: handedFiles.takeArguments,
    handPath: handedFiles.takePath,
    close: async () => (await ready.stop()).close(),
  };
}

interface ReadyBackend {
  readonly choose: (command: string) => void;
  readonly calls: GuardedCalls;
  readonly close: () => Promise<void>;
}

/** Opens the workspace and the services on top of it. If it cannot be opened, handlers that answer with the reason. */
async function prepare(deps: Deps): Promise<Attempt<ReadyBackend>> {
  const { log, out, paths } = deps;
  const begunMs = performance.now();
  const workerUrl = threadsOfBuild(out)('sessions-worker');
  const workspace = await openWorkspace({ directory: paths.workspace, workerUrl });
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
  return { opened: { calls, choose: () => undefined, close: () => Promise.resolve() }, isBusy };
}

async function createReadyBackend(workspace: Workspace, deps: Deps): Promise<ReadyBackend> {
  const { platform, appLock, log, requested } = deps;
  noteRestore(log, workspace);
  const announce = createEmit((event, payload) => platform.tell.announce(event, payload), log);
  const watchSearch = requested === null ? null : smokeCheckOf(deps);
  const settings = await resultOf(() => workspace.settings.read());
  appLock.begin(settings.ok ? settings.value : 'unreadable');
  const inForce = createInForce(workspace, settings.ok ? settings.value : null, (changed, before) => {
    secretWindows.protect(changed.protectSecretWindows);
    appLock.follow(changed);
    applySettings(changed, deps);
    if (changed.keepFindingsDays !== before?.keepFindingsDays) forgetOld(workspace, changed, log);
  });
  const followLongWork = createLongWork({
    showProgress: platform.tell.showProgress,
    notify: (notice, open) => notifyBy(deps, notice, { open, watched: () => undefined }),
    isOn: inForce.tellsOfLongWork,
    open: (place) => bringTo(deps, () => announce('work.opened', place)),
    nowMs: () => performance.now(),
  });
  const secretWindows = createSecretWindows({
    ...deps,
    isLocked: appLock.isLocked,
    isProtected: !settings.ok || settings.value.protectSecretWindows,
  });
  const services = createServices({
    workspace,
    workspaceDirectory: deps.paths.workspace,
    openCodeWindow: secretWindows.openCodeWindow,
    secretClipboard: secretClipboardOf(deps),
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
  if (settings.ok) applyFirst(settings.value, workspace, deps, inForce.now);
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
    keyEntry: createKeyEntry({ ...services, ...secretWindows, clipboard: clipboardOf(deps), announce, now }),
    apply: inForce.apply,
    takeRequested: onceOnly(requested),
  });
  deps.handedFiles.onHanded(() => announce('app.fileHanded', {}));
  // A page that is loaded anew knows nothing of the file that it had opened.
  deps.navigated.on(() => services.codes.closeFile(null));
  startLocking(deps, announce, () => {
    secretWindows.close();
    void services.codes.leave().catch(log.bug);
  });
  services.watching.start(tellingOf(deps, announce));
  const stop = startBackgroundServices(services, { ...deps, announce, inForce });
  void platform.call.showMenu();
  return {
    calls: guardAll(actions, handlers, guardsOf(deps)),
    choose(command) {
      // Of the menu's own entries.
      if (!appLock.isLocked()) announce('menu.chosen', { command: command as MenuCommand });
    },
    async close() {
      updates.close();
      await stop();
      await teamView.close();
      await services.close();
    },
  };
}

/** A value that is given once, and null from then on. */
function onceOnly(value: string | null): () => string | null {
  let left = value;
  return () => {
    const taken = left;
    left = null;
    return taken;
  };
}

const teamViewOver = (services: Services, announce: Emit, log: Logger) =>
  createTeamViewDoor({
    ...services,
    logins: () =>
      resultOf(() =>
        services.accounts
          .list()
          .accounts.filter(isReal)
          .map(({ username, baseUrl }) => `${username} · ${baseUrl}`),
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

/** Locks the application when the user goes away; `hide` closes what the page does not draw. */
function startLocking({ appLock, platform }: Deps, announce: Emit, hide: () => void): void {
  appLock.onChange((isLocked) => {
    announce('appLock.changed', { isLocked });
    if (isLocked) hide();
    else announce('settings.changed', {});
  });
  platform.tell.lockAfter(appLock.idleSeconds());
}

/** What is held for the page from one request to the next. */
const heldForPage = (services: Services, announce: Emit, deps: Deps) => ({
  importDrafts: createImportDrafts({
    ...services,
    onNoted: () => announce('today.changed', {}),
  }),
  sessionViews: createSessionViews(services.sessions, openPagePort(deps)),
  fileExports: createFileExports({ ...services, announce, log: deps.log }),
});

const guardsOf = ({ appLock, log }: Deps) => ({
  isLocked: appLock.isLocked,
  log,
});

const updatesFor = (services: Services, announce: Emit, { paths, log, app, platform }: Deps): OpenUpdates =>
  openUpdates({
    app: {
      isReplaced: thisCopy().isReplaced,
      relaunch: () => platform.tell.relaunch(),
      quit: () => platform.tell.quitForUpdate(),
    },
    version: app.version,
    isPackaged: app.isPackaged,
    userData: paths.userData,
    settings: services.workspace.settings,
    obstacles: () => activeWorkIn(services),
    announce: (state) => announce('updates.changed', state),
    log,
  });

/** What handlers need of the system and of this run. */
async function platformDepsOf({ workspace, backups }: Services, updates: OpenUpdates, deps: Deps) {
  const { paths, appLock, platform } = deps;
  const started = about(deps, await placeRiskOf(paths.workspace));
  const showInFolder = (path: string): void => platform.tell.showInFolder(path);
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
      now,
      newId: randomUUID,
    }),
    clipboard: clipboardOf(deps),
    restart: () => platform.tell.restart(),
    askForFile: unlessLocked(platform.call.askForFile),
    askWhereTo: writtenFiles.choosing(unlessLocked(platform.call.askWhereTo)),
    writtenFiles,
    showInFolder,
    openLink: platform.call.openLink,
    handedFiles: deps.handedFiles,
    startAtLogin: { read: platform.call.startsAtLogin, write: platform.call.startAtLogin },
    flushed: () => platform.tell.flushed(),
    appLock,
    unlocking: createUnlocking(
      { canPrompt: platform.call.canPromptTouchId, prompt: platform.call.promptTouchId },
      openKeychain(deps, unlockTimeoutMs),
    ),
    drawAnew: () => platform.tell.drawAnew(),
    now,
  };
}

const now = (): Date => new Date();

/** Access to API keys: the cache is cleared whenever the user goes away. */
function openVault(deps: Deps): Vault {
  const vault = createVault(openKeychain(deps, keychainTimeoutMs));
  deps.away.on(vault.forgetCached);
  return vault;
}

const smokeCheckOf = ({ platform, paths }: Deps): Emit =>
  createSmokeCheck({
    capture: platform.call.capture,
    directory: paths.userData,
    print: (line) => void process.stdout.write(line),
  });

const about = (
  { app: { version, electron, commandLine, isTrial } }: Deps,
  placeRisk: PlaceRisk | null,
): About => ({
  version,
  electron,
  platform: `${process.platform} ${process.arch}`,
  commandLine,
  isTrial,
  placeRisk,
});

/** Applies the settings in main, at the start and after each change. */
function applySettings(settings: Settings, { platform, appLock }: Deps): void {
  platform.tell.applyColourScheme(settings.colourScheme);
  platform.tell.lockAfter(appLock.idleSeconds());
}

/** By then a start has made all of its requests. */
const calmMs = 10_000;

function applyFirst(settings: Settings, workspace: Workspace, deps: Deps, now: () => Settings | null): void {
  applySettings(settings, deps);
  setTimeout(() => forgetOld(workspace, now() ?? settings, deps.log), calmMs).unref();
}

/** Deletes findings that are older than a person wants them to be. Nobody waits for it. */
function forgetOld({ findings }: Workspace, { keepFindingsDays }: Settings, log: Logger): void {
  if (keepFindingsDays === 0) return;
  const before = new Date(Date.now() - keepFindingsDays * oneDayMs).toISOString();
  void findings.purge({ before }).catch(log.bug);
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
  take: (changed: Settings, before: Settings | null) => void,
) {
  let now = at;
  function apply(changed: Settings): void {
    const before = now;
    now = changed;
    take(changed, before);
  }
  return {
    apply,
    now: () => now,
    /** Applies what another than the page has changed. @returns Whether anything was. */
    async readAgain(): Promise<boolean> {
      const read = await resultOf(settings.read);
      // Parsed by the same schema: their members have the same order.
      if (!read.ok || JSON.stringify(read.value) === JSON.stringify(now)) return false;
      apply(read.value);
      return true;
    },
    tellsOfLongWork: (): boolean =>
      now === null || (now.notifications && !isQuiet(now.quietHours, new Date())),
  };
}

interface WorkDeps extends Deps {
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
  { announce, inForce, appLock, log, paths, away, back }: WorkDeps,
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
  away.on(() => void services.codes.leave().catch(log.bug));
  back.on(() => {
    services.sessions.wake();
    services.batches.wake();
    services.watching.wake();
  });
  return async () => {
    await (await handover)?.close();
  };
}
