import { noAnswerLog } from './no-answer-log.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type AccountOptions, defaultAccountOptions } from '../../../shared/domain/account.ts';
import type { Session } from '../../../shared/domain/session.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Account } from '../../../electron/main/accounts/account.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { type Connections, createConnections } from '../../../electron/main/connections/connections.ts';
import { createStatusBoard } from '../../../electron/main/connections/status-board.ts';
import { createSessions } from '../../../electron/main/lookups/create-sessions.ts';
import type { Sessions } from '../../../electron/main/lookups/sessions.ts';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../electron/main/practice/service.ts';
import { openWorkspace, type Workspace } from '../../../electron/main/workspace/workspace.ts';
import { type ADirectory, aDirectory, anAccount, valueOf, workerUrl } from '../workspace/a-workspace.ts';

export const username = 'reseller@example.com';
export const apiKey = '1234567890QWERTYUIOPASDFGHJKLZXCVBNM';
const accountId = anAccount().id;

/** Bulk look-ups over a workspace and a practice service of their own. */
export interface ASessionDesk {
  readonly accountId: string;
  readonly sessions: Sessions;
  readonly service: PracticeService;
  readonly workspace: Workspace;
  readonly connections: Connections;
  /** What was announced, each session as it was told last. */
  readonly told: ReadonlyMap<string, Session>;
  readonly bugs: readonly unknown[];
  /** The key that is used from now on; null: there is none. */
  readonly setKey: (key: string | null) => void;
  /** Ends the service, or starts another one in its place under the same port. */
  readonly stopService: () => Promise<void>;
  readonly startService: (options?: Partial<PracticeOptions>) => Promise<void>;
  /** Ends everything but the service, as quitting does, and opens it again. */
  readonly reopen: () => Promise<ASessionDesk>;
  readonly close: () => Promise<void>;
}

export interface DeskSetting {
  readonly service?: Partial<PracticeOptions>;
  readonly options?: Partial<AccountOptions>;
}

interface Ground {
  readonly directory: ADirectory;
  readonly setting: DeskSetting;
  service: PracticeService;
  key: string | null;
}

const startOf = (setting: DeskSetting, port = 0): Promise<PracticeService> =>
  startPracticeService({ username, apiKey, port, rememberRequests: 100_000, ...setting.service });

export async function aSessionDesk(setting: DeskSetting = {}): Promise<ASessionDesk> {
  const ground = { directory: aDirectory(), setting, service: await startOf(setting), key: apiKey };
  return await openDesk(ground);
}

async function openDesk(ground: Ground): Promise<ASessionDesk> {
  const workspace = valueOf(await openWorkspace({ directory: ground.directory.path, workerUrl }));
  const options = { ...defaultAccountOptions, ...ground.setting.options };
  valueOf(await workspace.accounts.save(anAccount({ options })));
  const bugs: unknown[] = [];
  const told = new Map<string, Session>();
  const timer = {
    nowMs: () => performance.now(),
    sleep: (durationMs: number, signal?: AbortSignal) => wait(durationMs, undefined, signal && { signal }),
  };
  const shared = { timer, now: () => new Date(), random: Math.random };
  const connections = createConnections({
    ...shared,
    account: async (id) => await accountIn(workspace, ground, id),
    keyFor: () =>
      Promise.resolve(ground.key === null ? fail({ kind: 'no-key' }) : ok(new Secret(ground.key))),
    board: createStatusBoard(() => undefined),
    onDeviation: () => undefined,
    paces: workspace.paces,
    onBug: (thrown) => void bugs.push(thrown),
  });
  const sessions = createSessions({
    log: noAnswerLog,
    ...shared,
    kept: workspace.sessions,
    connections,
    announce(changed, removed) {
      for (const session of changed) told.set(session.id, session);
      for (const id of removed) told.delete(id);
    },
    onBug: (thrown) => `incident ${bugs.push(thrown)}`,
    newId: randomUUID,
  });
  const quit = async (): Promise<void> => {
    await sessions.close();
    await connections.closeAll();
    await workspace.close();
  };
  return {
    accountId,
    sessions,
    workspace,
    connections,
    told,
    bugs,
    get service() {
      return ground.service;
    },
    setKey: (key) => void (ground.key = key),
    stopService: () => ground.service.stop(),
    async startService(given = {}) {
      ground.service = await startOf(
        { service: { ...ground.setting.service, ...given } },
        ground.service.port,
      );
    },
    async reopen() {
      await quit();
      return await openDesk(ground);
    },
    async close() {
      await quit();
      await ground.service.stop();
      ground.directory.remove();
    },
  };
}

async function accountIn(workspace: Workspace, ground: Ground, id: string): Promise<Result<Account>> {
  const listed = await workspace.accounts.list({});
  if (!listed.ok) return listed;
  const record = listed.value.find((account) => account.id === id);
  if (record === undefined) return fail({ kind: 'no-account' });
  return ok({
    ...record,
    baseUrl: ground.service.baseUrl,
    username,
    key: { hasKey: true, place: 'memory', savedAt: null },
  });
}
