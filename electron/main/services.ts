import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from './accounts/account.ts';
import { createAccountKeys } from './accounts/account-keys.ts';
import { type Accounts, createAccounts } from './accounts/accounts.ts';
import type { Vault } from './accounts/vault.ts';
import { type ActiveAccount, createActiveAccount } from './connections/active-account.ts';
import { type Connections, createConnections } from './connections/connections.ts';
import { createPracticeHost, type PracticeHost } from './connections/practice-host.ts';
import { type AccountStatus, createStatusBoard, type StatusBoard } from './connections/status-board.ts';
import type { Logger } from './log/logger.ts';
import { createSearch, type Search, type SearchDeps } from './lookups/search.ts';
import { createTldLists, type TldLists } from './lookups/tld-lists.ts';
import { parseBaseUrl } from './reseller/base-url.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Everything that Namedesk can do, without a window: the application and the command line stand on the same. */
export interface Services {
  readonly workspace: Workspace;
  readonly accounts: Accounts;
  readonly active: ActiveAccount;
  readonly connections: Connections;
  readonly practice: PracticeHost;
  readonly board: StatusBoard;
  readonly tldLists: TldLists;
  readonly search: Search;
  /** Ends what is running and writes out what is left. */
  readonly close: () => Promise<void>;
}

export interface ServicesDeps {
  readonly workspace: Workspace;
  readonly vault: Vault;
  readonly log: Logger;
  /** Of the active account alone: a test of another one is not the header's news. */
  readonly announceStatus: (status: AccountStatus) => void;
  readonly announceFindings: SearchDeps['announceFindings'];
  readonly announceFinished: SearchDeps['announceFinished'];
}

const now = (): Date => new Date();

const timer = {
  nowMs: () => performance.now(),
  sleep: (durationMs: number, signal?: AbortSignal) => wait(durationMs, undefined, signal && { signal }),
};

export function createServices(deps: ServicesDeps): Services {
  const { workspace, log } = deps;
  const practice = createPracticeHost((port) => log.note('practice.started', { port }));
  const accounts = createAccounts({
    store: workspace.accounts,
    keys: createAccountKeys({ vault: deps.vault, store: workspace.accounts, practice: practice.seat, now }),
    parseBaseUrl,
    practice: practice.seat,
    newId: randomUUID,
  });
  const announceIfActive = async (status: AccountStatus): Promise<void> => {
    const active = await workspace.accounts.active({});
    if (active.ok && active.value === status.accountId) deps.announceStatus(status);
  };
  const board = createStatusBoard((status) => {
    announceIfActive(status).catch((thrown: unknown) => void log.bug(thrown));
  });
  const connections = connectionsFor(deps, accounts, practice, board);
  const search = createSearch({
    stored: (accountId, domains) => workspace.findings.known({ accountId, domains: [...domains] }),
    announceFindings: deps.announceFindings,
    announceFinished: deps.announceFinished,
    onBug: (thrown) => void log.bug(thrown),
    now,
  });
  return {
    workspace,
    accounts,
    active: createActiveAccount(workspace.accounts, accounts, connections),
    connections,
    practice,
    board,
    tldLists: createTldLists(workspace.tlds, now),
    search,
    async close() {
      search.cancelAll();
      await connections.closeAll();
      await practice.stop();
      await workspace.close();
    },
  };
}

function connectionsFor(
  { workspace, log }: ServicesDeps,
  accounts: Accounts,
  practice: PracticeHost,
  board: StatusBoard,
): Connections {
  /** The practice service runs from the first call to it, not from the start of the application. */
  const seated = async (account: Account): Promise<ReturnType<Accounts['find']>> => {
    if (account.kind === 'practice') await practice.start();
    return accounts.find(account.id);
  };
  return createConnections({
    async account(accountId) {
      const found = await accounts.find(accountId);
      return found.ok ? await seated(found.value) : found;
    },
    keyFor: accounts.keyFor,
    board,
    onDeviation: (accountId, { operation, path, expected, seen, lastSeenAt }) => {
      workspace.deviations
        .note({ accountId, seen: [{ operation, path, expected, seen }], at: lastSeenAt })
        .catch((thrown: unknown) => void log.bug(thrown));
    },
    timer,
    now,
    random: Math.random,
  });
}
