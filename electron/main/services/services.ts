import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isToReview } from '#shared/domain/backup.ts';
import { mapOk, ok } from '#shared/result.ts';
import type { Emit } from '#shared/routes.ts';
import { type Accounts, createAccounts } from '../accounts/accounts.ts';
import { createEncryption } from '../accounts/encryption.ts';
import { createAccountKeys, type Vault } from '../accounts/vault.ts';
import { type Batches, createBatches } from '../changes/batches/create-batches.ts';
import { type Changes, createChanges } from '../changes/changes.ts';
import { createLastOrders, type LastOrders } from '../portfolio/last-orders.ts';
import { createMarks } from '../changes/marks.ts';
import { createAccessJournal } from '../codes/asking.ts';
import type { OpenCodeWindow, SecretClipboard } from '../codes/codes.ts';
import { type Codes, createCodes } from '../codes/create-codes.ts';
import { type CodeExports, createCodeExports } from '../codes/export/create-code-export.ts';
import { encryptorOnThread, openerOnThread } from '../codes/export/encrypted-file.ts';
import {
  type ActiveAccount,
  type Connections,
  createActiveAccount,
  createConnections,
} from '../connections/connections.ts';
import { createPracticeHost, type PracticeHost, type PracticeSamples } from '../connections/practice-host.ts';
import { createFollowedBoard, type StatusBoard } from '../connections/status-board.ts';
import { createNoteConnections, noteChanges, notedCodes, noteCodeExport } from '../diagnostics/noted.ts';
import { createNameserverChecks, type NameserverChecks } from '../dns/nameserver-checks.ts';
import { createExports, type Exports } from '../export/exports.ts';
import { type Clients, createClients } from '../portfolio/clients.ts';
import { createDomainImport, type DomainImport } from '../portfolio/import/domain-import.ts';
import { createNameImport, type NameImport } from '../lookups/name-lists/name-import.ts';
import { createSearch, type Search } from '../lookups/search.ts';
import { Sessions } from '../lookups/sessions.ts';
import { createTldLists, type TldLists, tldsBehindNames } from '../lookups/tlds.ts';
import { ownNames } from '../portfolio/own-names.ts';
import { Portfolio } from '../portfolio/portfolio.ts';
import {
  createDrafts,
  createTemplates,
  type Drafts,
  forgetDraftOf,
  type Templates,
} from '../portfolio/templates-and-drafts.ts';
import { checkInPractice } from '../practice/nameservers.ts';
import { createRegistry, type Registry, type RegistryDeps } from '../registry/registry.ts';
import { parseBaseUrl } from '../reseller/base-url.ts';
import { createTransport } from '../reseller/transport.ts';
import type { Transport } from '../reseller/transport/outcome.ts';
import type { ThreadUrl } from '../system/job-thread.ts';
import type { Logger } from '../system/log.ts';
import type { Given } from '../system/timing.ts';
import { createFeedDoor, createRefereeDoor, createTeamDoor } from '../team/open-team.ts';
import type { FeedDoor, RefereeDoor, RefereeDoorDeps, TeamDoor } from '../team/open-team.ts';
import { type Activity, createActivity } from '../activity/activity.ts';
import { alsoTellingToday, createToday, type Today } from '../today/today.ts';
import { type Backups, backupsFor } from '../workspace/backups/backups.ts';
import { flatResultOf, resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createWatching, type Watching } from '../watching/watching.ts';
import { alsoKeepingWorks, createWorks, type Works } from '../jobs/work.ts';
import { activeWorkIn } from './active-work.ts';
import { type AccountRemoval, createAccountRemoval } from './account-removal.ts';
import { practiceStartedOver } from './practice-account.ts';
import type { Change } from '#shared/domain/change.ts';
/** All services of Namedesk, without a window: shared by the application and the command line. */
export interface Services {
  readonly workspace: Workspace;
  readonly accounts: Accounts;
  readonly active: ActiveAccount;
  readonly connections: Connections;
  readonly practice: PracticeHost;
  readonly board: StatusBoard;
  readonly tldLists: TldLists;
  readonly search: Search;
  readonly imports: NameImport;
  readonly domainImport: DomainImport;
  readonly sessions: Sessions;
  readonly exports: Exports;
  readonly portfolio: Portfolio;
  readonly registry: Registry;
  readonly clients: Clients;
  readonly nameserverChecks: NameserverChecks;
  readonly templates: Templates;
  readonly drafts: Drafts;
  readonly lastOrders: LastOrders;
  readonly changes: Changes;
  readonly batches: Batches;
  readonly codes: Codes;
  readonly codeExports: CodeExports;
  readonly backups: Backups;
  readonly removal: AccountRemoval;
  readonly works: Works;
  readonly watching: Watching;
  readonly today: Today;
  readonly activity: Activity;
  readonly team: TeamDoor;
  readonly referee: RefereeDoor;
  readonly feed: FeedDoor;
  /** Ends running work and flushes unsaved state. */
  readonly close: () => Promise<void>;
}

export interface ServicesDeps {
  readonly workspace: Workspace;
  readonly workspaceDirectory: string;
  readonly vault: Vault;
  readonly log: Logger;
  /** Sends events to the page, if there is one. */
  readonly emit: Emit;
  /** What only an application with a window can provide. */
  readonly openCodeWindow: OpenCodeWindow;
  readonly secretClipboard: SecretClipboard;
  readonly threadUrl: ThreadUrl;
  /** Omitted parts default to the real system. */
  readonly platform?: Partial<ServicesPlatform>;
}

/** Time, randomness and the connections to a service. Tests of the whole program pass their own. */
export interface ServicesPlatform extends Given<'newId' | 'now' | 'timer'> {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Creates the connections of one account. */
  readonly createTransport: (accountId: string) => Transport;
  readonly openBackups: typeof backupsFor;
  /** The way to a team's database. */
  readonly refereedBy?: RefereeDoorDeps['team'];
  /** The way to registries. */
  readonly registryTransport?: NonNullable<RegistryDeps['transport']>;
}

const systemPlatform: ServicesPlatform = {
  timer: {
    nowMs: () => performance.now(),
    sleep: (durationMs, signal) => wait(durationMs, undefined, signal && { signal }),
  },
  now: () => new Date(),
  newId: randomUUID,
  random: Math.random,
  createTransport: () => createTransport(),
  openBackups: backupsFor,
};

/** What happens on one floor, for those above it, which are built later. */
function createSignal<T>() {
  const listeners: ((what: T) => unknown)[] = [];
  return {
    on: (listener: (what: T) => unknown) => void listeners.push(listener),
    async emit(what: T): Promise<void> {
      for (const listener of listeners) await listener(what);
    },
  };
}

/** What reads files: names to look up, and domains of a portfolio. */
const importsFor = (
  { workspace, threadUrl, platform }: Deps,
  { active, portfolio }: Pick<Services, 'active' | 'portfolio'>,
): Pick<Services, 'imports' | 'domainImport'> => ({
  imports: createNameImport({
    workerUrl: threadUrl('name-lists-worker'),
    knownTlds: () => tldsBehindNames(workspace, active),
  }),
  domainImport: createDomainImport({
    ...platform,
    workspace,
    portfolio,
    workerUrl: threadUrl('domain-import-worker'),
  }),
});

/** Built floor by floor: each service over those before it. */
export function createServices(given: ServicesDeps): Services {
  const works = createWorks(given.emit);
  const deps = {
    ...given,
    emit: alsoKeepingWorks(works, alsoTellingToday(given.emit)),
    platform: { ...systemPlatform, ...given.platform },
  };
  const { workspace, vault, log, emit, platform } = deps;
  const { timer, now, newId } = platform;
  const [practiceStarted, online] = [createSignal<PracticeSamples>(), createSignal<string>()];
  const practice = createPracticeHost(async (port, samples) => {
    log.note('practice.started', { port });
    await practiceStarted.emit(samples);
    // The account has its key and its address only from now on: a list that the page was given before says that it has none.
    emit('accounts.changed', {});
  });
  const accounts = createAccounts({
    store: workspace.accounts,
    keys: createAccountKeys({ vault, store: workspace.accounts, practice: practice.credentials, now }),
    parseBaseUrl,
    practice: practice.credentials,
    newId,
    now,
  });
  const board = statusBoardFor(deps, (accountId) => void online.emit(accountId));
  const connections = connectionsFor(deps, accounts, practice, board);
  const active = createActiveAccount(workspace.accounts, accounts, connections);
  const changing = changingFor(deps, connections, accounts);
  const owned = (ids: readonly string[]) => ownNames({ accounts, portfolio: changing.portfolio }, ids);
  const sessions = new Sessions({
    kept: workspace.sessions,
    ownNames: owned,
    log: workspace.answerLog,
    connections,
    announce: (changed, removed) => emit('sessions.changed', { sessions: changed, removed }),
    onBug: log.bug,
    ...platform,
  });
  const waiting = { sessions, ...changing };
  practiceStarted.on((samples) =>
    flatResultOf(() => practiceStartedOver({ accounts, portfolio: changing.portfolio }, samples)),
  );
  online.on((accountId) => wake(waiting, accountId));
  const fetching = codesFor(deps, { accounts, connections, portfolio: changing.portfolio });
  const backups = platform.openBackups({ ...deps, timer, now }, () =>
    activeWorkIn({ workspace, works }, now()),
  );
  const open = {
    workspace,
    accounts,
    active,
    connections: wakingOthers(connections, waiting),
    practice,
    board,
    works,
    tldLists: createTldLists(workspace.tlds, now),
    search: searchFor(deps),
    ...importsFor(deps, { active, portfolio: changing.portfolio }),
    sessions,
    ...changing,
    ...fetching,
    backups,
    today: createToday({ workspace, board, now }),
    activity: createActivity({ workspace, now }),
    nameserverChecks: nameserverChecksFor(deps, accounts, changing.portfolio),
    exports: exportsFor(deps, async (accountId) => {
      const own = (await owned([accountId])).get(accountId);
      return own === undefined ? ok([]) : mapOk(own, (lists) => lists.flat());
    }),
  };
  const watching = watchingFor(deps, open);
  online.on(watching.wake);
  return {
    ...open,
    removal: createAccountRemoval({ ...open, emit }),
    watching,
    close: () => closeAll({ ...open, connections, watching }),
  };
}

const exportsFor = (
  { workspace, threadUrl, platform }: Deps,
  ownNames: Parameters<typeof createExports>[0]['ownNames'],
): Exports =>
  createExports({
    sessions: workspace.sessions,
    ownNames,
    currencyOf: (accountId) =>
      workspace.accounts.list().find(({ id }) => id === accountId)?.options.currency ?? null,
    workerUrl: threadUrl('exports-worker'),
    timer: platform.timer,
  });

const nameserverChecksFor = ({ workspace, platform }: Deps, accounts: Accounts, portfolio: Portfolio) =>
  createNameserverChecks({
    settings: workspace.settings.read,
    isPractice: isPracticeIn(accounts),
    practice: checkInPractice,
    children: portfolio.children,
    now: platform.now,
  });

const isPracticeIn = (accounts: Accounts) => (accountId: string) =>
  mapOk(accounts.find(accountId), ({ kind }) => kind === 'practice');

/** What goes on while nobody looks makes way for all other work. */
const watchingFor = (
  { log, emit, threadUrl, platform }: Deps,
  open: Pick<Services, 'workspace' | 'accounts' | 'connections' | 'portfolio' | 'registry' | 'works'>,
): Watching =>
  createWatching({
    ...open,
    ...platform,
    emit,
    calendarUrl: threadUrl('calendar-worker'),
    isBusy: async () => (await activeWorkIn(open, platform.now())).length > 0,
    onBug: log.bug,
  });

async function closeAll(open: Omit<Services, 'close' | 'removal'>): Promise<void> {
  const { sessions } = open;
  await open.watching.close();
  open.search.cancelAll();
  await open.codes.close();
  await open.codeExports.close();
  await open.batches.close();
  await open.changes.close();
  await open.registry.close();
  open.nameserverChecks.close();
  await open.portfolio.close();
  await open.imports.close();
  await open.domainImport.close();
  // The latest drafts are encrypted on close, and the keychain may take longer than a window waits for its page (F8).
  await Promise.all([open.drafts.close(), open.lastOrders.close()]);
  // Requests in flight are awaited for as long as a user waits for a window to close; after that they are abandoned and
  // repeated later.
  await Promise.race([sessions.close(), wait(timeoutMs, undefined, { ref: false })]);
  await open.connections.closeAll();
  await sessions.close();
  await Promise.all([open.feed.close(), open.referee.close()]);
  await open.team.close();
  await open.practice.stop();
  await open.exports.close();
  await open.backups.close();
  await open.workspace.close();
}

const timeoutMs = 3_000;

type Waiting = Pick<Services, 'sessions' | 'changes' | 'batches'>;

/**
 * A changed login or a removed account affects everything that waits for it, so the waiting services recheck whether
 * they can continue.
 */
const wakingOthers = (connections: Connections, waiting: Waiting): Connections => ({
  ...connections,
  async drop(accountId) {
    await connections.drop(accountId);
    waiting.sessions.wake(accountId);
    wake(waiting, accountId);
  },
});

function wake({ changes, batches }: Waiting, accountId: string): void {
  changes.wake(accountId);
  batches.wake(accountId);
}

type Deps = ServicesDeps & { readonly platform: ServicesPlatform };

const statusBoardFor = ({ workspace, log, emit, platform }: Deps, onOnline: (accountId: string) => void) =>
  createFollowedBoard({
    accounts: workspace.accounts,
    now: platform.now,
    emit,
    onOnline,
    onBug: log.bug,
    onChanged: createNoteConnections(log),
  });

const searchFor = ({ workspace, log, emit, platform }: Deps): Search =>
  createSearch({
    stored: (accountId, domains) => workspace.findings.known({ accountId, domains: [...domains] }),
    announceFindings: (searchId, findings) => emit('search.findings', { searchId, findings }),
    announceFinished: (searchId, failures, cancelled) =>
      emit('search.finished', { searchId, failures, cancelled }),
    onBug: log.bug,
    now: platform.now,
  });

/** The services that read and change domains. */
function changingFor(
  { workspace, workspaceDirectory, vault, log, emit, platform }: Deps,
  connections: Connections,
  accounts: Accounts,
) {
  const sealing = createEncryption({ vault });
  const basis = { workspace, ...platform, onBug: log.bug };
  const feed: FeedDoor = createFeedDoor({ ...basis, emit, openTeam: () => team.open() });
  const team = createTeamDoor({ ...basis, ...feed.ears, vault, onForgotten: () => referee.tellAgain() });
  const referee = createRefereeDoor({ ...basis, team: platform.refereedBy ?? team });
  const common = { ...basis, connections, sealing, referee: referee.referee, feed: feed.feed };
  const portfolio = new Portfolio({
    ...common,
    announce: (accountId, domains, removed) => emit('domains.changed', { accountId, domains, removed }),
    announceReading: (reading) => emit('domains.reading', reading),
  });
  const { registryTransport: transport } = platform;
  const registry = createRegistry({
    ...common,
    ...(transport && { transport }),
    cachePath: join(workspaceDirectory, 'registry-servers.json'),
    settings: workspace.settings.read,
    portfolioNames: (accountId, names) => portfolio.namesAmong(accountId, names),
    isPractice: isPracticeIn(accounts),
    runs: workspace.registryRuns,
    keep: (accountId, name, reading) =>
      portfolio.observe(accountId, name, { at: reading.at, source: 'registry', registry: reading }),
    announce: (progress) => emit('domains.reading', progress),
  });
  const drafts = createDrafts(common);
  const marks = createMarks({
    ...common,
    vault,
    directory: workspaceDirectory,
    log,
    onRestore: () => emit('restored.changed', {}),
  });
  const made = createSignal<readonly Change[]>();
  const clients = createClients(common);
  const changes = createChanges({
    ...common,
    journal: workspace.journal,
    marks,
    registry,
    clients,
    isBatchRunning: async () => {
      const running = await workspace.batches.underWay();
      return running.ok && running.value.length > 0;
    },
    findings: workspace.findings,
    accesses: workspace.codeAccesses,
    effectsSinceBackup: (beyond) => workspace.restored.effects({ beyond }),
    portfolio,
    paidChangesBlockedBy: () =>
      isToReview(workspace.restoreNotice()) ? { kind: 'restore-unacknowledged' } : null,
    announce(changed) {
      noteChanges(log, changed);
      emit('changes.changed', { changes: changed });
      void made.emit(changed);
      for (const change of changed) resultOf(() => forgetDraftOf(change, drafts)).catch(common.onBug);
    },
    announceHealth: (health) => emit('changes.health', health),
  });
  const batches = createBatches({
    ...common,
    changes,
    portfolio,
    announce: (changed, removed) => emit('batches.changed', { batches: changed, removed }),
  });
  made.on((changes) => batches.heard(changes));
  const [templates, lastOrders] = [createTemplates(common), createLastOrders(common)];
  const own = { portfolio, registry, clients, templates, drafts, lastOrders };
  return { ...own, changes, batches, team, referee, feed };
}

/** The services for transfer codes. */
function codesFor(
  { workspace, log, emit, openCodeWindow, secretClipboard, threadUrl, platform }: Deps,
  others: Pick<Services, 'accounts' | 'connections' | 'portfolio'>,
): Pick<Services, 'codes' | 'codeExports'> {
  const common = { ...others, workspace, ...platform, onBug: log.bug };
  const codes = createCodes({
    ...common,
    openWindow: openCodeWindow,
    openCodeFile: openerOnThread(threadUrl('code-export-worker')),
    clipboard: secretClipboard,
    announce: (now) => emit('codes.changed', now),
    announceClosed: (file) => emit('codes.fileClosed', file),
  });
  const codeExports = createCodeExports({
    ...common,
    journal: createAccessJournal({ workspace, now: platform.now }),
    startEncryptor: encryptorOnThread(threadUrl('code-export-worker')),
    announce(codeExport) {
      noteCodeExport(log, codeExport);
      emit('codes.exportChanged', codeExport);
    },
  });
  return { codes: notedCodes(codes, log), codeExports };
}

function connectionsFor(
  { workspace, log, platform }: Deps,
  accounts: Accounts,
  practice: PracticeHost,
  board: StatusBoard,
): Connections {
  return createConnections({
    async account(accountId) {
      const found = await flatResultOf(() => accounts.find(accountId));
      if (!found.ok || found.value.kind !== 'practice') return found;
      // The practice service starts at the first call to it, not at application start.
      await practice.start();
      return await flatResultOf(() => accounts.find(accountId));
    },
    keyFor: accounts.keyFor,
    keysLent: accounts.keysLent,
    board,
    onDeviation: (accountId, { operation, path, expected, seen, lastSeenAt }) => {
      const found = { accountId, seen: [{ operation, path, expected, seen }], at: lastSeenAt };
      resultOf(() => workspace.deviations.note(found)).catch(log.bug);
    },
    paces: workspace.paces,
    onBug: (thrown) => void log.bug(thrown),
    ...platform,
  });
}
