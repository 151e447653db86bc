import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { KeyPlace } from '../../electron/main/accounts/account.ts';
import { createVault } from '../../electron/main/accounts/vault.ts';
import type { Services, ServicesDeps, ServicesPlatform } from '../../electron/main/services/services.ts';
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
  /** Null: there is no account yet. */
  readonly account?: Partial<AccountOptions> | null;
  /** Where the account's key is kept; in memory unless given. */
  readonly keyPlace?: KeyPlace;
  /** Where everything on disk is put; a directory of its own unless given. */
  readonly directory?: string;
  /** Puts something into the workspace's folder and the keychain before the program is first opened. */
  readonly before?: (workspaceDirectory: string, keychain: Map<string, string>) => void;
  /** What is other than in the application. */
  readonly deps?: Partial<ServicesDeps>;
  /** How many times faster than the wall clock time passes. */
  readonly timesFaster?: number;
}

/**
 * All services of the application without a window: over a workspace on disk, a keychain in memory, and a practice
 * service with an account at it, where it is not said that there is none. The account has no request rate unless its
 * options say one.
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
  /** Adds an account at the service, with its key in the keychain, and gives its id. */
  readonly enter: (label: string) => Promise<string>;
  /** Null: the account has no key. */
  readonly setKey: (key: string | null) => Promise<void>;
  /** From now on every call to the keychain fails so; null: none does. */
  readonly shut: (fault: KeychainFault | null) => void;
  readonly keychainCalls: readonly string[];
  /** What the keychain has. */
  readonly keychain: ReadonlyMap<string, string>;
  readonly vault: ReturnType<typeof createVault>;
  readonly clipboard: FakeSecretClipboard;
  readonly windows: FakeCodeWindows;
  /** Every payload of an event so far, in order. */
  readonly payloads: <E extends EventName>(event: E) => readonly EventPayload<E>[];
  /** Every domain of the portfolio as it was announced last. */
  readonly announced: ReadonlyMap<string, Domain>;
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

/**
 * Is closed when its test ends. Three kinds of worlds stand apart: of one engine in virtual time (changes, batches, codes,
 * sessions, accounts), where each answer and each instant is the test's; the fault model's, whose disk is in memory and can lose
 * what was written; and processes of their own, which have no Vitest and open the services by `openServices`.
 */
export async function createTestWorld(options: TestWorldOptions = {}): Promise<TestWorld> {
  const ground = new Ground(options);
  onTestFinished(() => ground.close());
  await ground.startService();
  return await ground.open();
}

/** What outlives the restarts of the program. */
class Ground {
  readonly directory: string;
  readonly workspaceDirectory: string;
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
    this.directory = options.directory ?? aDirectory().path;
    this.workspaceDirectory = join(this.directory, 'workspace');
    mkdirSync(this.workspaceDirectory, { recursive: true });
    options.before?.(this.workspaceDirectory, this.keychain.entries);
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
    const vault = createVault(this.keychain);
    const services = await openServices(this.workspaceDirectory, vault, {
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
          : await services.accounts.saveKey(accountId, new Secret(key), this.#options.keyPlace ?? 'memory'),
      );
    };
    if (this.#options.account !== null) {
      await this.#putAccount(services, this.#options.account);
      await setKey(apiKey);
    }
    const serviceNow = (): PracticeService => this.service;
    return {
      ...services,
      accountId,
      directory: this.directory,
      workspaceDirectory: this.workspaceDirectory,
      get service() {
        return serviceNow();
      },
      stopService: () => this.service.stop(),
      startService: (options) => this.startService(options),
      enter: (label) => this.#enter(services, label),
      setKey,
      shut: (fault) => void (this.fault = fault),
      keychainCalls: this.keychain.calls,
      keychain: this.keychain.entries,
      vault,
      clipboard,
      windows,
      payloads: heard.payloads,
      announced: heard.domains,
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
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #putAccount(
    { workspace, connections }: Services,
    given: Partial<AccountOptions> = {},
  ): Promise<void> {
    const options = { ...defaultAccountOptions, ...given };
    workspace.accounts.save(anAccount({ options, baseUrl: this.service.baseUrl }));
    workspace.accounts.select({ id: accountId });
    if (given.requestsPerSecond === undefined)
      await connections.override(accountId, { requestsPerSecond: 0 });
  }

  async #enter({ accounts }: Services, label: string): Promise<string> {
    const { baseUrl } = this.service;
    const { id } = valueOf(await accounts.add({ label, colour: 'teal', baseUrl, username }));
    valueOf(await accounts.saveKey(id, new Secret(apiKey), 'keychain'));
    return id;
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
