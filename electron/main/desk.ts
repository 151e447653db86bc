import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Handlers } from '#shared/ipc/types.ts';
import { createVault, type Vault } from './accounts/vault.ts';
import { hostOver } from './cli/command.ts';
import { runCommandLine } from './cli/run.ts';
import { createFirstLookUp, type FirstLookUp, prepareFirstLookUp } from './first-look-up.ts';
import { startHandover } from './handover/receive.ts';
import { createAnnounce } from './ipc/announce.ts';
import { announcements } from './ipc/announcements.ts';
import type { GuardedCall } from './ipc/guards.ts';
import { createHandlers, type Surroundings } from './ipc/handlers/all.ts';
import { handlersOnceReady } from './ipc/handlers/once-ready.ts';
import { handlersWithoutWorkspace } from './ipc/handlers/without-workspace.ts';
import type { Settings } from './ipc/handlers/settings.ts';
import { guardedRequests, type Served } from './ipc/requests.ts';
import type { Logger } from './log/logger.ts';
import { type Attempt, openedWhenFree } from './opened-when-free.ts';
import { watchAway, watchBack } from './platform/away.ts';
import { systemClipboard } from './platform/clipboard.ts';
import { applyColourScheme } from './platform/colour-scheme.ts';
import { createAskForFile, createAskWhereTo } from './platform/file-dialogs.ts';
import { createKeychain, keychainTimeoutMs } from './platform/keychain.ts';
import { keychainInUtilityProcess } from './platform/keychain-utility.ts';
import type { Paths } from './platform/places.ts';
import { requestFromOutside } from './platform/request-from-outside.ts';
import { createServices } from './services.ts';
import { keyPageFiles } from './windows/app-files.ts';
import { answerFrom } from './windows/app-protocol.ts';
import { createAppSession } from './windows/app-session.ts';
import { createAskForKey } from './windows/key-window.ts';
import type { createOpenLink } from './windows/links.ts';
import type { openMainWindow } from './windows/main-window.ts';
import { createOpenPagePort } from './windows/page-port.ts';
import type { WorkspacePlace, WorkspaceThread } from './workspace/thread.ts';
import { openWorkspace, type Workspace } from './workspace/workspace.ts';

const oneDayMs = 86_400_000;

/** What the desk is opened over: all of it is there before any of the desk's own code is loaded. */
export interface DeskDeps {
  /** The folder of the build. */
  readonly out: string;
  readonly window: ReturnType<typeof openMainWindow>;
  readonly workspacePlace: WorkspacePlace;
  /** On its way there already; for the first opening. */
  readonly workspaceThread: () => WorkspaceThread;
  readonly paths: Paths;
  readonly log: Logger;
  readonly isTrusted: Served['isTrusted'];
  readonly openLink: ReturnType<typeof createOpenLink>;
  readonly versions: Pick<Surroundings['about'], 'version' | 'electron'>;
}

export interface Desk {
  /** Every request of the contract behind its guards, by its channel; what is asked while the workspace opens waits. */
  readonly calls: ReadonlyMap<string, GuardedCall>;
  readonly close: () => Promise<void>;
}

/** Everything behind the window: the workspace, the services over it, and the answers to the page. */
export function openDesk(deps: DeskDeps): Desk {
  const { window, log, isTrusted } = deps;
  const threads = [deps.workspaceThread()];
  const furnished = openedWhenFree({
    open: () => prepare(deps, threads.pop()),
    sleep: (durationMs, signal) => wait(durationMs, undefined, { signal }),
    onFreed: () => window.webContents.reload(),
    onBug: (thrown) => void log.bug(thrown),
  });
  return {
    calls: guardedRequests({
      handlers: handlersOnceReady(async () => (await furnished.current()).handlers),
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
async function prepare(deps: DeskDeps, thread: WorkspaceThread | undefined): Promise<Attempt<Furnished>> {
  const { log } = deps;
  const workspace = await openWorkspace(deps.workspacePlace, thread);
  if (workspace.ok) return { opened: await furnish(workspace.value, deps), isBusy: false };
  const { error } = workspace;
  const isBusy = error.kind === 'storage' && error.fault === 'busy';
  // It is tried every second while another process has the workspace: the page says so, and the log is not filled with it.
  if (error.kind === 'storage' && !isBusy) log.note('storage.failed', { fault: error.fault });
  const handlers = handlersWithoutWorkspace(error, about(deps, null));
  return { opened: { handlers, close: () => Promise.resolve() }, isBusy };
}

async function furnish(workspace: Workspace, deps: DeskDeps): Promise<Furnished> {
  const { out, window, paths, log, openLink } = deps;
  const { setAsidePath } = workspace.opening;
  if (setAsidePath !== null) log.note('storage.set-aside', {});
  const announce = createAnnounce(() => (window.isDestroyed() ? null : window.webContents), log);
  const requested = requestFromOutside();
  const firstLookUp = requested.text === null ? null : watchFirstLookUp(deps);
  const services = createServices({
    workspace,
    vault: openVault(deps),
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
    askForKey: keyQuestion(deps),
    askForFile: createAskForFile(window),
    askWhereTo: createAskWhereTo(window),
    openPort: createOpenPagePort(window),
    openLink: ({ link }) => openLink(link),
    apply: (changed) => applySettings(changed, workspace.findings),
    bug: log.bug,
    takeRequested: requested.take,
    about: about(deps, setAsidePath),
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
  // What was on its way is read back before a plan goes on.
  void services.changes.recover().then(services.plans.takeUp).catch(log.bug);
  watchBack(() => {
    services.sessions.wake();
    services.plans.wake();
  });
  return {
    handlers,
    async close() {
      await handover?.close();
      await services.close();
    },
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

function keyQuestion({ out, window: parent, log }: DeskDeps): Surroundings['askForKey'] {
  const askForKey = createAskForKey({
    session: createAppSession('key', answerFrom('key', keyPageFiles(join(out, 'renderer')))),
    preloadPath: join(out, 'preload/key.cjs'),
    log,
  });
  return (accountLabel) => askForKey({ accountLabel, parent });
}

const watchFirstLookUp = ({ window, paths }: DeskDeps): FirstLookUp =>
  createFirstLookUp({
    capture: async () => (await window.webContents.capturePage()).toPNG(),
    directory: paths.userData,
    print: (line) => void process.stdout.write(line),
  });

const about = ({ versions, paths }: DeskDeps, setAsidePath: string | null): Surroundings['about'] => ({
  ...versions,
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
