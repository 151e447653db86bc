import { createEncryption } from '../../../electron/main/accounts/encryption.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import type { AccountThrottle } from '../../../electron/main/connections/throttle.ts';
import type { AppError, StorageFault } from '../../../shared/errors.ts';
import type { Batch, BatchRow, FullBatchAsk } from '../../../shared/domain/batch.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { type Changes, createChanges } from '../../../electron/main/changes/changes.ts';
import {
  type Batches,
  createBatches,
  type RowsAsked,
} from '../../../electron/main/changes/batches/create-batches.ts';
import type { BatchConnection } from '../../../electron/main/changes/batches/context.ts';
import type { Referee } from '../../../electron/main/changes/referee.ts';
import { createTeamReferee, type TeamDatabase } from '../../../electron/main/team/referee.ts';
import type { Observed } from '../../../electron/main/portfolio/observations.ts';
import { createBatchesRepository } from '../../../electron/main/workspace/batches/batches-repository.ts';
import { createDomainsRepository } from '../../../electron/main/workspace/repositories/portfolio.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import { type AJournal, aJournal, keepLimits } from '../workspace/a-journal.ts';
import { asks } from '../changes/a-changes-world.ts';
import { AService } from '../changes/a-service.ts';
import type { Finding } from '../../../shared/domain/finding.ts';
import { defaultLimits, type SpendingLimits } from '../../../shared/domain/limits.ts';
import type { ServiceIdentity } from '../../../shared/domain/account.ts';
import { clientOf, named } from '../named-operations.ts';
import { aVirtualTime, type VirtualTime } from '../time/virtual-time.ts';
import { anAccount, aPricedFinding, aRenewalPrice, valueOf } from '../workspace/a-workspace.ts';
import { clientHere } from '../workspace/stores-here.ts';
import { createAccountsRepository } from '../../../electron/main/workspace/repositories/accounts.ts';

/** A throttle's lane in which every place is always free. */
export const aFreeLane: AccountThrottle['lane'] = (start) => ({
  wake() {
    while (start(() => undefined));
  },
  close: () => undefined,
});

type Kept = Workspace['batches'];
const key = new Secret(Buffer.alloc(32, 1).toString('base64'));
const locked = { kind: 'keychain', fault: 'locked' } as const;

export const accountId = 'a1';
export const locking: FullBatchAsk = { kind: 'lock', state: 'locked' };
export const renewing: FullBatchAsk = { kind: 'renew', periodYears: 1 };
export const syncing: FullBatchAsk = { kind: 'sync' };
export const registering: FullBatchAsk = asks.register;
/** A registrant for every domain; each of its values is found by its first word. */
export const movingTo = (city: string): FullBatchAsk => ({
  kind: 'contacts',
  roles: [
    {
      name: 'Registrant',
      fields: [
        { name: 'Contact_Name', value: 'Grace Hopper' },
        { name: 'City', value: city },
        { name: 'Email', value: 'grace@example.com' },
      ],
    },
  ],
});

export const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `name-${index}.com`);

/** One machine with its batches, its journal and a service; all three outlive the restarts of the program. */
export class BatchesWorld {
  readonly service = new AService();
  readonly time: VirtualTime;
  readonly kept: AJournal = aJournal();
  readonly #plans: Kept = clientHere(
    { batches: createBatchesRepository(this.kept.database) },
    ({ method }) => {
      if (this.throwing.has(method)) throw new Error('A bug');
      return this.failing.get(method);
    },
  ).batches;
  readonly domains = createDomainsRepository(this.kept.database);
  /** What was announced, with the moment. */
  readonly announced: { readonly batch: Batch; readonly atMs: number }[] = [];
  readonly removed: string[] = [];
  readonly observed: (Observed & { readonly domain: string })[] = [];
  readonly bugs: unknown[] = [];
  readonly failing = new Map<string, StorageFault>();
  /** Calls that a bug is in. */
  readonly throwing = new Set<string>();
  /** The domains whose reading fails, and with what. */
  readonly failingNames = new Map<string, AppError>();
  /** The domains whose lock the service refuses to set, and why. */
  readonly refusing = new Map<string, AppError>();
  /** Everything fails so, as when the network is gone. */
  everything: AppError | null = null;
  connectionError: AppError | null = null;
  /** Where it differs from the account's as it is kept. */
  login: Partial<ServiceIdentity> = {};
  findings: readonly Finding[] = [];
  /** How many lanes of the throttle are taken. */
  lanes = 0;
  /** The keychain is locked. */
  isKeychainLocked = false;
  readonly desk: string = crypto.randomUUID();
  /** The database of the team that it has joined; null where it is alone. */
  #team: TeamDatabase | null = null;
  #kind: 'reseller' | 'practice' = 'reseller';
  readonly #sealing = createEncryption({
    vault: {
      read: () => Promise.resolve(this.isKeychainLocked ? fail(locked) : ok(key)),
      write: () => Promise.reject(new Error('There is a key')),
    },
  });
  /** How long what is read of the service takes. */
  latencyMs = 0;
  #ending = new AbortController();
  /** Counts the starts: of what an earlier one still has in memory, nothing happens any more. */
  #starts = 0;
  changes!: Changes;
  batches!: Batches;

  /** @param settle As of {@link aVirtualTime}. */
  constructor(settle?: () => Promise<void>) {
    this.time = aVirtualTime(settle);
    createAccountsRepository(this.kept.database).save(anAccount());
    this.#start();
  }

  /** The program ends without a word, and begins again. */
  async restart(): Promise<void> {
    this.#ending.abort();
    this.#ending = new AbortController();
    this.#start();
    await this.changes.recover();
    await this.batches.takeUp();
  }

  /** From now on, the team's database decides who may send. */
  async join(team: TeamDatabase): Promise<void> {
    this.#team = team;
    await this.restart();
  }

  /** The account is the practice account. */
  practise(): void {
    this.#kind = 'practice';
    this.kept.database.exec("UPDATE accounts SET kind = 'practice'");
  }

  /** The account's connection makes way for another one, as when its login was changed. */
  reconnect(): void {
    this.#ending.abort();
    this.#ending = new AbortController();
    this.batches.wake(accountId);
  }

  /** These spending limits of the workspace hold from now on, and no others. */
  limit(limits: Partial<SpendingLimits>): void {
    keepLimits(this.kept, { ...defaultLimits, ...limits });
  }

  /** Look-ups of these names give this price for everything, and the last one did. */
  price(amount: string | null, domains: readonly string[]): void {
    for (const name of domains) this.service.renewalPrices.set(name, aRenewalPrice(amount));
    this.findings = domains.map((name) => aPricedFinding(name, amount, this.time.now()));
  }

  /** Makes a batch and waits until it is read. Its domains are in the portfolio, but those that are to be registered. */
  async prepared(ask: FullBatchAsk, domains: readonly string[]): Promise<Batch> {
    const known = this.domains.names({ accountId });
    if (ask.kind !== 'register') this.own(...domains.filter((domain) => !known.includes(domain)));
    return await this.preparedOf(ask, domains);
  }

  /** As {@link prepared}, with what is in the portfolio now. */
  async preparedOf(ask: FullBatchAsk, domains: readonly string[]): Promise<Batch> {
    const { id } = valueOf(await this.batches.prepare(accountId, ask, domains));
    await this.quiet();
    return await this.find(id);
  }

  /** As {@link prepared}, and applies it. Nothing is waited for. */
  async applied(ask: FullBatchAsk, domains: readonly string[], goesOn = false): Promise<Batch> {
    const { id, digest, typedCount } = await this.prepared(ask, domains);
    return valueOf(await this.batches.apply(id, digest ?? '', typedCount, goesOn, null));
  }

  /** Applies a batch as it was looked at. Nothing is waited for. */
  apply({ id, digest, typedCount }: Batch, typedLimit?: string): Promise<Result<Batch>> {
    return this.batches.apply(id, digest ?? '', typedCount, false, typedLimit);
  }

  /** As {@link apply}, and waits for what comes of it. */
  async ran(batch: Batch, typedLimit?: string): Promise<Batch> {
    valueOf(await this.apply(batch, typedLimit));
    await this.quiet();
    return await this.find(batch.id);
  }

  /** Resumes a batch and waits for what comes of it. */
  async resumed(id: string, goesOn = false, typedLimit?: string): Promise<Batch> {
    valueOf(await this.batches.resume(id, goesOn, typedLimit));
    await this.quiet();
    return await this.find(id);
  }

  /** Goes on; where the rest is read anew first, it is applied as it was read. Nothing is waited for then. */
  async goOn(id: string, goesOn = false): Promise<void> {
    await this.batches.resume(id, goesOn);
    if ((await this.find(id)).state === 'reading') await this.quiet();
    const { state, digest, typedCount } = await this.find(id);
    if (state === 'ready') await this.batches.apply(id, digest ?? '', typedCount, goesOn);
  }

  /** As long as anything that goes on by itself takes. */
  async quiet(): Promise<void> {
    await this.time.pass(120_000);
  }

  find = async (id: string): Promise<Batch> => valueOf(await this.batches.find(id));

  async rows(id: string, which: RowsAsked['which'] = 'all'): Promise<readonly BatchRow[]> {
    return valueOf(await this.batches.rows(id, { which, offset: 0, limit: 1_000 })).rows;
  }

  /** Domains that use the host that a change names. */
  usersOfHost: readonly string[] = [];
  /** A domain of the portfolio. */
  own(...domains: readonly string[]): void {
    this.domains.add({
      accountId,
      names: domains,
      tags: [],
      addedAt: this.time.now().toISOString(),
      addedBy: 'typed',
    });
  }

  /** Nobody has these names. */
  free(domains: readonly string[]): readonly string[] {
    for (const domain of domains) this.service.free(domain);
    return domains;
  }

  /** All of these are unlocked at the service. */
  unlock(domains: readonly string[]): readonly string[] {
    for (const domain of domains) this.service.there(domain).lock = 'unlocked';
    return domains;
  }

  #connection(): BatchConnection {
    const client = named(this.service.client);
    const unless = async <T>(
      domain: string,
      read: () => Promise<Result<T>>,
      given?: AbortSignal,
    ): Promise<Result<T>> => {
      const wait = this.latencyMs === 0 ? null : this.time.timer.sleep(this.latencyMs, given);
      const isAnswered = await wait?.then(
        () => true,
        () => false,
      );
      if (isAnswered === false) return fail({ kind: 'cancelled' });
      const error = this.everything ?? this.failingNames.get(domain);
      return error == null ? await read() : fail(error);
    };
    const { signal } = this.#ending;
    return {
      account: { ...anAccount(), kind: this.#kind, ...this.login },
      client: clientOf({
        ...client,
        readLock: (input, options) =>
          unless(input.domain, () => client.readLock(input, options), options?.signal),
        writeLock: async (input, options) => {
          const error = this.refusing.get(input.domain);
          if (error === undefined) return await client.writeLock(input, options);
          options?.onAnswer?.({ operation: 'writeLock', status: 200, answer: '{"error":"No"}' });
          const isDefined = error.kind === 'refused' && error.why !== 'rate';
          return { ...fail(error), outcome: isDefined ? 'refused' : 'refused-unconfirmed' };
        },
        readNameservers: (input, options) =>
          unless(input.domain, () => client.readNameservers(input, options), options?.signal),
        readContacts: (input, options) =>
          unless(input.domain, () => client.readContacts(input, options), options?.signal),
        readCredits: (input, options) =>
          unless('', () => client.readCredits(input, options), options?.signal),
      }),
      throttle: {
        async run(work, given) {
          given.throwIfAborted();
          return await work();
        },
        lane: (start) => {
          this.lanes += 1;
          return { ...aFreeLane(start), close: () => (this.lanes -= 1) };
        },
      },
      ended: signal,
    };
  }

  #refereeOf(database: TeamDatabase): Referee {
    const { timer, now } = this.time;
    const onBug = (thrown: unknown) => this.bugs.push(thrown);
    return createTeamReferee({ database, store: this.kept.teamOutbox, desk: this.desk, onBug, timer, now });
  }

  #start(): void {
    this.#starts += 1;
    const { timer, now } = this.time;
    const common = {
      connections: {
        of: () => Promise.resolve(this.connectionError ? fail(this.connectionError) : ok(this.#connection())),
      },
      newId: () => crypto.randomUUID(),
      onBug: (thrown: unknown) => `bug ${this.bugs.push(thrown)}`,
      timer,
      now,
      ...(this.#team !== null && { referee: this.#refereeOf(this.#team) }),
    };
    const findings = {
      known: () => Promise.resolve(ok([...this.findings])),
      save: ({ findings: found }: { readonly findings: readonly Finding[] }) => {
        this.findings = [...this.findings.filter(({ domain }) => domain !== found[0]?.domain), ...found];
        return Promise.resolve(ok({}));
      },
    };
    const portfolio = {
      observe: (_account: string, domain: string, observed: Observed) => {
        this.observed.push({ ...observed, domain });
        return Promise.resolve();
      },
      children: () => [],
      usersOf: () => this.usersOfHost,
      registrarsBeside: () => [],
      heldBy: (account: string, domain: string) => this.domains.heldBy({ accountId: account, domain }),
      find: (account: string, domain: string) => {
        const [found] = this.domains.some({ accountId: account, names: [domain] });
        return Promise.resolve(found === undefined ? fail({ kind: 'no-account' as const }) : ok(found));
      },
    };
    const changes = createChanges({
      ...common,
      journal: this.#whileAlive(this.kept.journal),
      findings,
      paidChangesBlockedBy: () => null,
      effectsSinceBackup: () => [],
      sealing: this.#sealing,
      portfolio,
      announce: (changed) => batches.heard(changed),
      announceHealth: () => undefined,
    });
    const batches = createBatches({
      ...common,
      sealing: this.#sealing,
      workspace: { batches: this.#whileAlive(this.#plans), findings },
      changes,
      portfolio,
      announce: (announced, removed) => {
        this.announced.push(...announced.map((batch) => ({ batch, atMs: timer.nowMs() })));
        this.removed.push(...removed);
      },
    });
    this.changes = changes;
    this.batches = batches;
  }

  /** The same calls, which are never answered once the program has ended. */
  #whileAlive<T extends object>(noun: T): T {
    const mine = this.#starts;
    return new Proxy(noun, {
      get: (target, name) => {
        const call = Reflect.get(target, name) as (...input: readonly unknown[]) => unknown;
        return (...input: readonly unknown[]) =>
          mine === this.#starts ? call(...input) : new Promise(() => undefined);
      },
    });
  }
}
