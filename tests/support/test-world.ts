import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createVault } from '../../electron/main/accounts/vault.ts';
import type { Services, ServicesDeps, ServicesPlatform } from '../../electron/main/app/services.ts';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../electron/main/practice/service.ts';
import { createLogger } from '../../electron/main/system/log.ts';
import { Secret } from '../../electron/main/system/secret.ts';
import { backupsFor } from '../../electron/main/workspace/backups/backups.ts';
import { type AccountOptions, defaultAccountOptions } from '../../shared/domain/account.ts';
import type { Domain, Reading } from '../../shared/domain/portfolio.ts';
import type { KeychainFault } from '../../shared/errors.ts';
import type { Emit, EventName, EventPayload } from '../../shared/routes.ts';
import {
  aSecretClipboard,
  codeWindows,
  type FakeCodeWindows,
  type FakeSecretClipboard,
} from './codes/code-windows.ts';
import { aKeychain } from './keychain/a-keychain.ts';
import { openServices } from './services/open-services.ts';
import { aFastTime } from './time/virtual-time.ts';
import { aDirectory, anAccount, valueOf } from './workspace/a-workspace.ts';

export const apiKey = 'CANARY-api-key-1234';
const { id: accountId, username } = anAccount();

export interface TestWorldOptions {
  readonly service?: Partial<PracticeOptions>;
  readonly account?: Partial<AccountOptions>;
  /** What is other than in the application. */
  readonly deps?: Partial<ServicesDeps>;
  /** How many times faster than the wall clock time passes. */
  readonly timesFaster?: number;
}

/**
 * All services of the application without a window: over a workspace on disk, a keychain in memory, and a practice
 * service with an account at it. It has no request rate unless the account's options say one.
 */
export interface TestWorld extends Services {
  readonly accountId: string;
  /** Everything on disk; the workspace is one folder in it. */
  readonly directory: string;
  readonly workspaceDirectory: string;
  readonly service: PracticeService;
  /** Ends the service, or starts another one in its place under the same port. */
  readonly stopService: () => Promise<void>;
  readonly startService: (options?: Partial<PracticeOptions>) => Promise<void>;
  /** Null: the account has no key. */
  readonly setKey: (key: string | null) => Promise<void>;
  /** From now on every call to the keychain fails so; null: none does. */
  readonly shut: (fault: KeychainFault | null) => void;
  readonly keychainCalls: readonly string[];
  readonly clipboard: FakeSecretClipboard;
  readonly windows: FakeCodeWindows;
  /** Every payload of an event so far, in order. */
  readonly payloads: <E extends EventName>(event: E) => readonly EventPayload<E>[];
  /** Every domain of the portfolio as it was announced last. */
  readonly told: ReadonlyMap<string, Domain>;
  /** Everything that was announced or logged, as text. */
  readonly said: () => readonly string[];
  /** The log's entries of bugs. */
  readonly bugs: () => readonly string[];
  /** Resolves with the reading once it is over. */
  readonly ended: (id: string) => Promise<Reading>;
  /** Resolves with the reading once it has done so much. */
  readonly done: (id: string, most: number) => Promise<Reading>;
  /** Ends everything but the service, as quitting does, and opens it again; `meanwhile` runs while it is closed. */
  readonly reopen: (meanwhile?: () => void) => Promise<TestWorld>;
}

/** Is closed when its test ends. */
export async function createTestWorld(options: TestWorldOptions = {}): Promise<TestWorld> {
  const ground = new Ground(options);
  onTestFinished(() => ground.close());
  await ground.startService();
  return await ground.open();
}

/** What outlives the restarts of the program. */
class Ground {
  readonly directory = aDirectory();
  readonly workspaceDirectory = join(this.directory.path, 'workspace');
  readonly keychain = aKeychain({ faultOf: () => this.fault ?? undefined });
  fault: KeychainFault | null = null;
  service!: PracticeService;
  /** The same one after each restart of the service. */
  #port = 0;
  #services: Services | null = null;
  readonly #options: TestWorldOptions;
  readonly #time: ReturnType<typeof aFastTime> | undefined;

  constructor(options: TestWorldOptions) {
    this.#options = options;
    this.#time = options.timesFaster === undefined ? undefined : aFastTime(options.timesFaster);
    mkdirSync(this.workspaceDirectory);
  }

  async startService(options: Partial<PracticeOptions> = {}): Promise<void> {
    this.service = await startPracticeService({
      username,
      apiKey,
      port: this.#port,
      rememberRequests: 100_000,
      ...(this.#time && { now: this.#time.now }),
      ...this.#options.service,
      ...options,
    });
    this.#port = this.service.port;
  }

  async open(): Promise<TestWorld> {
    const heard = new Heard();
    const [clipboard, windows] = [aSecretClipboard(), codeWindows()];
    const services = await openServices(this.workspaceDirectory, createVault(this.keychain), {
      emit: heard.emit,
      log: createLogger({ write: (line) => void heard.lines.push(line) }, () => new Date()),
      openCodeWindow: windows.open,
      secretClipboard: clipboard,
      ...(this.#time && { platform: { ...this.#time, openBackups: backupsByTheWallClock } }),
      ...this.#options.deps,
    });
    this.#services = services;
    const setKey = async (key: string | null): Promise<void> => {
      valueOf(
        key === null
          ? await services.accounts.forgetKey(accountId)
          : await services.accounts.saveKey(accountId, new Secret(key), 'memory'),
      );
    };
    await this.#enterAccount(services);
    await setKey(apiKey);
    const serviceNow = (): PracticeService => this.service;
    return {
      ...services,
      accountId,
      directory: this.directory.path,
      workspaceDirectory: this.workspaceDirectory,
      get service() {
        return serviceNow();
      },
      stopService: () => this.service.stop(),
      startService: (options) => this.startService(options),
      setKey,
      shut: (fault) => void (this.fault = fault),
      keychainCalls: this.keychain.calls,
      clipboard,
      windows,
      payloads: heard.payloads,
      told: heard.domains,
      said: () => [...heard.events.map((event) => JSON.stringify(event)), ...heard.lines],
      bugs: () => heard.lines.filter((line) => line.includes('"event":"bug"')),
      ended: (id) => heard.reading((reading) => reading.id === id && reading.isFinished),
      done: (id, most) => heard.reading((reading) => reading.id === id && reading.done >= most),
      reopen: async (meanwhile) => {
        await services.close();
        meanwhile?.();
        return await this.open();
      },
    };
  }

  async close(): Promise<void> {
    await this.#services?.close();
    await this.service.stop();
    this.directory.remove();
  }

  async #enterAccount({ workspace, connections }: Services): Promise<void> {
    const options = { ...defaultAccountOptions, ...this.#options.account };
    valueOf(await workspace.accounts.save(anAccount({ options, baseUrl: this.service.baseUrl })));
    valueOf(await workspace.accounts.select({ id: accountId }));
    if (this.#options.account?.requestsPerSecond === undefined)
      await connections.override(accountId, { requestsPerSecond: 0 });
  }
}

/** A daily backup would otherwise be under way in most tests of fast time. */
const backupsByTheWallClock: ServicesPlatform['openBackups'] = (deps, activeWork) =>
  backupsFor({ ...deps, timer: aFastTime(1).timer }, activeWork);

/** What the page and the log were told. */
class Heard {
  readonly events: { readonly event: EventName; readonly payload: unknown }[] = [];
  readonly lines: string[] = [];
  readonly domains = new Map<string, Domain>();

  readonly emit: Emit = (event, payload) => {
    this.events.push({ event, payload });
    if (event !== 'domains.changed') return;
    const { domains, removed } = payload as EventPayload<'domains.changed'>; // Of this event.
    for (const domain of domains) this.domains.set(domain.name, domain);
    for (const name of removed) this.domains.delete(name);
  };

  readonly payloads = <E extends EventName>(event: E): readonly EventPayload<E>[] =>
    this.events.filter((each) => each.event === event).map(({ payload }) => payload as EventPayload<E>); // Of this event.

  reading(isIt: (reading: Reading) => boolean): Promise<Reading> {
    return vi.waitUntil(() => this.payloads('domains.reading').find(isIt), { timeout: 100_000, interval: 5 });
  }
}
