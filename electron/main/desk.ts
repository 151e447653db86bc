import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { PlaceRisk } from '#shared/domain/backup.ts';
import type { Handlers } from '#shared/ipc/types.ts';
import type { Result } from '#shared/result.ts';
import { createVault, type Vault } from './accounts/vault.ts';
import { createFirstLookUp, type FirstLookUp, prepareFirstLookUp } from './first-look-up.ts';
import { type Announce, createAnnounce } from './ipc/announce.ts';
import { announcements } from './ipc/announcements.ts';
import type { GuardedCall } from './ipc/guards.ts';
import { createHandlers, type Surroundings } from './ipc/handlers/all.ts';
import { handlersOnceReady } from './ipc/handlers/once-ready.ts';
import { handlersWithoutWorkspace } from './ipc/handlers/without-workspace.ts';
import type { Settings } from './ipc/handlers/settings.ts';
import { guardedRequests, type Served } from './ipc/requests.ts';
import type { Logger } from './log/logger.ts';
import { keptLogFiles } from './log/rotating-file.ts';
import { type Attempt, openedWhenFree } from './opened-when-free.ts';
import { setToWork } from './desk-at-work.ts';
import { watchAway } from './platform/away.ts';
import { secretClipboard, systemClipboard } from './platform/clipboard.ts';
import { applyColourScheme } from './platform/colour-scheme.ts';
import { createAskForFile, createAskWhereTo } from './platform/file-dialogs.ts';
import { createKeychain, keychainTimeoutMs } from './platform/keychain.ts';
import { keychainInUtilityProcess } from './platform/keychain-utility.ts';
import type { Paths } from './platform/places.ts';
import { restart } from './platform/quit.ts';
import { requestFromOutside } from './platform/request-from-outside.ts';
import { createServices, type Services } from './services.ts';
import { createDiagnostics } from './diagnostics/create-diagnostics.ts';
import { noteRestore } from './diagnostics/noted.ts';
import { obstaclesIn } from './updates/obstacles.ts';
import { openUpdates } from './updates/open-updates.ts';
import type { Updates } from './updates/updates.ts';
import { openSecretWindows } from './windows/secret-windows.ts';
import type { createOpenLink } from './windows/links.ts';
import type { openMainWindow } from './windows/main-window.ts';
import { createOpenPagePort } from './windows/page-port.ts';
import { placeRiskOf } from './workspace/place-risk.ts';
import type { ReachedWorkspace } from './workspace/reach.ts';
import type { WorkspacePlace } from './workspace/thread.ts';
import { openWorkspace, type Workspace } from './workspace/workspace.ts';

const oneDayMs = 86_400_000;

/** What the desk is opened over: all of it is there before any of the desk's own code is loaded. */
export interface DeskDeps {
  /** The folder of the build. */
  readonly out: string;
  readonly window: ReturnType<typeof openMainWindow>;
  readonly workspacePlace: WorkspacePlace;
  /** The workspace, reached for the first time; that may be over already. */
  readonly firstReaching: Promise<Result<ReachedWorkspace>>;
  readonly paths: Paths;
  readonly log: Logger;
  readonly isTrusted: Served['isTrusted'];
  readonly openLink: ReturnType<typeof createOpenLink>;
  /** The page has handed over what was typed. */
  readonly flushed: () => void;
  /** As it is installed, and not from a checkout. */
  readonly isPackaged: boolean;
  readonly versions: Pick<Surroundings['about'], 'version' | 'electron'>;
}

export interface Desk {
  /** Every request of the contract behind its guards, by its channel; what is asked while the workspace opens waits. */
  readonly calls: ReadonlyMap<string, GuardedCall>;
  /** Whether it answers by all that is known in this run; before that a call waits. */
  readonly isFurnished: () => boolean;
  readonly close: () => Promise<void>;
}

/** Everything behind the window: the workspace, the services over it, and the answers to the page. */
export function openDesk(deps: DeskDeps): Desk {
  const { window, log, isTrusted } = deps;
  const reachings = [deps.firstReaching];
  let isFurnished = false;
  const furnished = openedWhenFree({
    open: () => prepare(deps, openWorkspace(deps.workspacePlace, reachings.pop())),
    sleep: (durationMs, signal) => wait(durationMs, undefined, { signal }),
    onFreed: () => window.webContents.reload(),
    onBug: (thrown) => void log.bug(thrown),
  });
  const handlers = async (): Promise<Handlers> => {
    const { handlers: there } = await furnished.current();
    isFurnished = true;
    return there;
  };
  return {
    isFurnished: () => isFurnished,
    calls: guardedRequests({
      handlers: handlersOnceReady(handlers),
      isTrusted,
      log,
    }),
    close: async () => (await furnished.stop()).close(),
  };
}

interface Furnished {
  readonly handlers: Handlers;
  readonly close: () => Promise<void>;
}

/** The workspace and everything over it; handlers that say why where it could not be opened. */
async function prepare(deps: DeskDeps, opening: Promise<Result<Workspace>>): Promise<Attempt<Furnished>> {
  const { log } = deps;
  const begunMs = performance.now();
  const workspace = await opening;
  if (workspace.ok) {
    const durationMs = Math.round(performance.now() - begunMs);
    log.note('storage.opened', { durationMs, version: workspace.value.opening.version });
    return { opened: await furnish(workspace.value, deps), isBusy: false };
  }
  const { error } = workspace;
  const isBusy = error.kind === 'storage' && error.fault === 'busy';
  // It is tried every second while another process has the workspace: the page says so, and the log is not filled with it.
  if (error.kind === 'storage' && !isBusy) log.note('storage.failed', { fault: error.fault });
  const handlers = handlersWithoutWorkspace(error, about(deps, null));
  return { opened: { handlers, close: () => Promise.resolve() }, isBusy };
}

async function furnish(workspace: Workspace, deps: DeskDeps): Promise<Furnished> {
  const { window, log } = deps;
  noteRestore(log, workspace);
  const announce = createAnnounce(() => (window.isDestroyed() ? null : window.webContents), log);
  const requested = requestFromOutside();
  const firstLookUp = requested.text === null ? null : watchFirstLookUp(deps);
  const settings = await workspace.settings.read({});
  const secretWindows = openSecretWindows({
    ...deps,
    isProtected: !settings.ok || settings.value.protectSecretWindows,
  });
  const services = createServices({
    workspace,
    workspaceDirectory: deps.paths.workspace,
    openCodeWindow: secretWindows.openCodeWindow,
    secretClipboard,
    vault: openVault(deps),
    log,
    ...threadsOf(deps),
    ...announcements(announce, firstLookUp),
  });
  if (firstLookUp !== null) await prepareFirstLookUp(services);
  if (settings.ok) await applySettings(settings.value, workspace.findings);
  const updates = updatesFor(services, announce, deps);
  const handlers = createHandlers(services, {
    ...(await surroundingsOf(services, deps)),
    log,
    announce,
    updates,
    askForKey: secretWindows.askForKey,
    openCodeWindow: secretWindows.openCodeWindow,
    async apply(changed) {
      secretWindows.protect(changed.protectSecretWindows);
      await applySettings(changed, workspace.findings);
    },
    takeRequested: requested.take,
  });
  const stop = setToWork(services, { announce, log, workspaceDirectory: deps.paths.workspace });
  return {
    handlers,
    async close() {
      updates.close();
      await stop();
      await services.close();
    },
  };
}

/** The code of each thread that is started beside main. */
const threadsOf = ({ out }: DeskDeps) => ({
  intakeWorkerUrl: pathToFileURL(join(out, 'main/intake-worker.js')),
  exportWorkerUrl: pathToFileURL(join(out, 'main/exports-worker.js')),
  backupReaderUrl: pathToFileURL(join(out, 'main/backup-reader-worker.js')),
  savingWorkerUrl: pathToFileURL(join(out, 'main/savings-worker.js')),
});

const updatesFor = (services: Services, announce: Announce, { isPackaged, paths, log }: DeskDeps): Updates =>
  openUpdates({
    isPackaged,
    userData: paths.userData,
    settings: services.workspace.settings,
    obstacles: () => obstaclesIn(services),
    announce: (state) => announce('updates.changed', state),
    log,
  });

/** What handlers need of the system and of this start. */
async function surroundingsOf({ workspace, backups }: Services, deps: DeskDeps) {
  const { window, paths, log } = deps;
  const started = about(deps, await placeRiskOf(paths.workspace));
  return {
    about: started,
    diagnostics: createDiagnostics({
      workspace,
      backups,
      logFiles: { path: paths.logFile, keep: keptLogFiles },
      about: started,
      now: () => new Date(),
      newId: randomUUID,
    }),
    clipboard: systemClipboard,
    restart,
    askForFile: createAskForFile(window),
    askWhereTo: createAskWhereTo(window),
    openPort: createOpenPagePort(window),
    openLink: ({ link }: Parameters<Surroundings['openLink']>[0]) => deps.openLink(link),
    flushed: deps.flushed,
    bug: log.bug,
  };
}

/** The key's way in: main's cache is emptied whenever the user goes away. */
function openVault({ out, log }: DeskDeps): Vault {
  const keychain = createKeychain({
    start: keychainInUtilityProcess(join(out, 'main/keychain-process.js')),
    timeoutMs: keychainTimeoutMs,
    onFault: (call, fault, durationMs) => log.note('keychain.failed', { call, fault, durationMs }),
  });
  const vault = createVault(keychain);
  watchAway(vault.forgetCached);
  return vault;
}

const watchFirstLookUp = ({ window, paths }: DeskDeps): FirstLookUp =>
  createFirstLookUp({
    capture: async () => (await window.webContents.capturePage()).toPNG(),
    directory: paths.userData,
    print: (line) => void process.stdout.write(line),
  });

const about = ({ versions, paths }: DeskDeps, placeRisk: PlaceRisk | null): Surroundings['about'] => ({
  ...versions,
  platform: `${process.platform} ${process.arch}`,
  workspacePath: paths.workspace,
  placeRisk,
});

/** What the settings say takes effect at the start and at each change: the colours, and how long findings are kept. */
async function applySettings(settings: Settings, findings: Workspace['findings']): Promise<void> {
  applyColourScheme(settings.colourScheme);
  if (settings.keepFindingsDays === 0) return;
  const before = new Date(Date.now() - settings.keepFindingsDays * oneDayMs).toISOString();
  await findings.purge({ before });
}
