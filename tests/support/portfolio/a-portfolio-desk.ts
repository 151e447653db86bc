import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { KeychainFault } from '../../../shared/errors.ts';
import { type AccountOptions, defaultAccountOptions } from '../../../shared/domain/account.ts';
import type { Domain, Reading } from '../../../shared/domain/portfolio.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Account } from '../../../electron/main/accounts/account.ts';
import { createEncryption } from '../../../electron/main/accounts/encryption.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { createVault } from '../../../electron/main/accounts/vault.ts';
import { type Connections, createConnections } from '../../../electron/main/connections/connections.ts';
import { createStatusBoard } from '../../../electron/main/connections/status-board.ts';
import {
  createDrafts,
  createTemplates,
  type Drafts,
  type Templates,
} from '../../../electron/main/portfolio/templates-and-drafts.ts';
import { createPortfolio } from '../../../electron/main/portfolio/create-portfolio.ts';
import type { Portfolio } from '../../../electron/main/portfolio/portfolio.ts';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../electron/main/practice/service.ts';
import { openWorkspace, type Workspace } from '../../../electron/main/workspace/workspace.ts';
import { aKeychain } from '../keychain/a-keychain.ts';
import { aDirectory, anAccount, valueOf, workerUrl } from '../workspace/a-workspace.ts';

const username = 'reseller@example.com';
const apiKey = '1234567890QWERTYUIOPASDFGHJKLZXCVBNM';
const accountId = anAccount().id;

/** A portfolio over a workspace, a keychain and a practice service of its own. */
export interface APortfolioDesk {
  readonly accountId: string;
  readonly directory: string;
  readonly portfolio: Portfolio;
  readonly templates: Templates;
  readonly drafts: Drafts;
  readonly workspace: Workspace;
  readonly connections: Connections;
  readonly service: PracticeService;
  /** Every reading as it was announced, in order. */
  readonly readings: readonly Reading[];
  /** Every domain as it was announced last. */
  readonly told: ReadonlyMap<string, Domain>;
  readonly bugs: readonly unknown[];
  /** How many domains each announcement told of. */
  readonly announcements: readonly number[];
  /** From now on every call to the keychain fails so; null: none does. */
  readonly shut: (fault: KeychainFault | null) => void;
  readonly keychainCalls: readonly string[];
  /** Resolves with the reading once it is over. */
  readonly ended: (id: string) => Promise<Reading>;
  /** Resolves with the reading once it has done so much. */
  readonly done: (id: string, most: number) => Promise<Reading>;
  /** Ends everything but the service, as quitting does, and opens it again. */
  readonly reopen: () => Promise<APortfolioDesk>;
  readonly close: () => Promise<void>;
}

export interface DeskSetting {
  readonly service?: Partial<PracticeOptions>;
  readonly options?: Partial<AccountOptions>;
  readonly now?: () => Date;
}

export async function aPortfolioDesk(setting: DeskSetting = {}): Promise<APortfolioDesk> {
  const service = await startPracticeService({
    username,
    apiKey,
    rememberRequests: 100_000,
    ...setting.service,
  });
  const ground = { directory: aDirectory(), service, setting, fault: null as KeychainFault | null };
  const keychain = aKeychain({ faultOf: () => ground.fault ?? undefined });
  return await openDesk(ground, keychain);
}

interface Ground {
  readonly directory: ReturnType<typeof aDirectory>;
  readonly service: PracticeService;
  readonly setting: DeskSetting;
  fault: KeychainFault | null;
}

const timer = {
  nowMs: () => performance.now(),
  sleep: (durationMs: number, signal?: AbortSignal) => wait(durationMs, undefined, signal && { signal }),
};

async function openDesk(ground: Ground, keychain: ReturnType<typeof aKeychain>): Promise<APortfolioDesk> {
  const { setting, service } = ground;
  const workspace = valueOf(await openWorkspace({ directory: ground.directory.path, workerUrl }));
  const options = { ...defaultAccountOptions, ...setting.options };
  valueOf(await workspace.accounts.save(anAccount({ options })));
  const bugs: unknown[] = [];
  const readings: Reading[] = [];
  const told = new Map<string, Domain>();
  const announcements: number[] = [];
  const waiting = new Set<() => void>();
  const now = setting.now ?? (() => new Date());
  const connections = createConnections({
    account: (id) => accountIn(workspace, service, id),
    keyFor: () => Promise.resolve(ok(new Secret(apiKey))),
    board: createStatusBoard(() => undefined),
    onDeviation: () => undefined,
    onBug: (thrown) => void bugs.push(thrown),
    random: Math.random,
    timer,
    now: () => new Date(),
  });
  await connections.override(accountId, { requestsPerSecond: 0 });
  const common = {
    workspace,
    sealing: createEncryption({ vault: createVault(keychain) }),
    newId: randomUUID,
    now,
  };
  const portfolio = createPortfolio({
    ...common,
    connections,
    timer,
    announce(_accountId, domains, removed) {
      announcements.push(domains.length);
      for (const domain of domains) told.set(domain.name, domain);
      for (const name of removed) told.delete(name);
    },
    announceReading(reading) {
      readings.push(reading);
      for (const look of [...waiting]) look();
    },
    onBug: (thrown) => `incident ${bugs.push(thrown)}`,
  });
  const first = (isIt: (reading: Reading) => boolean): Promise<Reading> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = readings.find(isIt);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const quit = async (): Promise<void> => {
    await portfolio.close();
    await connections.closeAll();
    await workspace.close();
  };
  return {
    accountId,
    directory: ground.directory.path,
    portfolio,
    templates: createTemplates(common),
    drafts: createDrafts(common),
    workspace,
    connections,
    service,
    readings,
    told,
    bugs,
    announcements,
    shut: (fault) => void (ground.fault = fault),
    keychainCalls: keychain.calls,
    ended: (id) => first((reading) => reading.id === id && reading.isFinished),
    done: (id, most) => first((reading) => reading.id === id && reading.done >= most),
    async reopen() {
      await quit();
      return await openDesk(ground, keychain);
    },
    async close() {
      await quit();
      await service.stop();
      ground.directory.remove();
    },
  };
}

async function accountIn(
  workspace: Workspace,
  service: PracticeService,
  id: string,
): Promise<Result<Account>> {
  const listed = valueOf(await workspace.accounts.list({}));
  const record = listed.find((account) => account.id === id);
  if (record === undefined) return fail({ kind: 'no-account' });
  const { baseUrl } = service;
  return ok({ ...record, baseUrl, username, key: { hasKey: true, place: 'memory', savedAt: null } });
}
