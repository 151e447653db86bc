import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { KeyPlace } from '../../electron/main/accounts/account.ts';
import type { Vault } from '../../electron/main/accounts/vault.ts';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../electron/main/practice/service.ts';
import type { Services } from '../../electron/main/app/services.ts';
import { kindOfCell, type Session } from '../../shared/domain/session.ts';
import type { FindingKind } from '../../shared/domain/finding.ts';
import { enterService, type Login, openServices } from '../support/services/open-services.ts';
import { valueOf } from '../support/workspace/a-workspace.ts';
import { whatIsTrue } from './oracle.ts';

export interface BulkRequest {
  readonly names: number;
  readonly service?: Partial<PracticeOptions>;
  readonly concurrency?: number;
  /** The ceiling; none unless given. */
  readonly requestsPerSecond?: number;
  /** Where the workspace is put; a folder of its own unless given. */
  readonly folder?: string;
  readonly vault?: Vault;
  /** Where the key is kept; in memory unless given. */
  readonly place?: KeyPlace;
}

/** A bulk look-up under way, with its service; both in this process, so that a test can get at them. */
export interface BulkRun {
  readonly login: Login;
  readonly services: Services;
  /** The service that stands there now. */
  readonly service: () => PracticeService;
  readonly accountId: string;
  readonly session: () => Promise<Session>;
  /** Waits until so many requests have reached the service that began first. */
  readonly untilRequests: (count: number) => Promise<void>;
  /** Waits until the session is as `is` says. */
  readonly untilSession: (is: (session: Session) => boolean) => Promise<Session>;
  readonly stopService: () => Promise<void>;
  /** On the port and with the login that it had. */
  readonly startServiceAgain: () => Promise<void>;
  /** Every cell's finding, as a newcomer to the session sees it. */
  readonly kinds: () => Promise<readonly FindingKind[]>;
  /** What the service says of them. */
  readonly truth: () => Promise<readonly FindingKind[]>;
  readonly end: () => Promise<void>;
}

const tlds = ['com', 'net', 'org', 'io', 'de'];
const seed = 7;
const patience = { timeout: 45_000, interval: 10 };

export async function aBulkRun(request: BulkRequest): Promise<BulkRun> {
  const {
    names: count,
    concurrency = 8,
    requestsPerSecond = 0,
    service: options = {},
    vault,
    place,
  } = request;
  const names = Array.from({ length: count }, (_, index) => `quay${String(index).padStart(5, '0')}`);
  const key = { username: 'faults@example.com', apiKey: 'a-key-for-faults' };
  const start = (changes: Partial<PracticeOptions>): Promise<PracticeService> =>
    startPracticeService({ ...key, seed, rememberRequests: count * 10, ...options, ...changes });
  let service = await start({});
  const { port, baseUrl } = service;
  const login = { ...key, baseUrl };
  const folder = request.folder ?? mkdtempSync(join(tmpdir(), 'namedesk-faults-'));
  const services = await openServices(join(folder, 'workspace'), vault);
  const accountId = await enterService(services, login, { concurrency, requestsPerSecond }, place);
  const created = await services.sessions.create({
    accountId,
    name: 'Faults',
    names,
    tlds,
    source: 'pasted',
    isStarted: true,
  });
  const { id } = valueOf(created);
  const session = async (): Promise<Session> => valueOf(await services.sessions.find(id));

  return {
    login,
    services,
    service: () => service,
    accountId,
    session,
    untilRequests: async (wanted) => {
      await expect.poll(() => service.requestCount(), patience).toBeGreaterThanOrEqual(wanted);
    },
    async untilSession(is) {
      await expect.poll(async () => is(await session()), patience).toBe(true);
      return session();
    },
    stopService: () => service.stop(),
    async startServiceAgain() {
      service = await start({ port });
    },
    async kinds() {
      const opened = valueOf(await services.sessions.open(id, () => undefined));
      opened.close();
      return [...opened.codes].map(kindOfCell);
    },
    truth: () => whatIsTrue(seed, names, tlds),
    async end() {
      await services.close();
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
