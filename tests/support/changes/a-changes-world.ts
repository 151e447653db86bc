import { createHmac } from 'node:crypto';
import type { Encryption } from '../../../electron/main/accounts/encryption.ts';
import { type Changes, createChanges } from '../../../electron/main/changes/changes.ts';
import { orderOf } from '../../../electron/main/changes/order.ts';
import type { Confirmation, Review } from '../../../electron/main/changes/prepare.ts';
import type { ChangesDeps, ChangingConnection } from '../../../electron/main/changes/ledger.ts';
import type { Throttle } from '../../../electron/main/connections/throttle.ts';
import type { Observed } from '../../../electron/main/portfolio/observations.ts';
import type { ChangeAsk } from '../../../shared/changes/index.ts';
import {
  defaultAccountOptions,
  type ServiceIdentity,
  serviceKey,
  serviceOf,
} from '../../../shared/domain/account.ts';
import type { Change, JournalEvent, JournalHealth } from '../../../shared/domain/change.ts';
import { type Finding, notGiven } from '../../../shared/domain/finding.ts';
import { amountToType, defaultLimits, type SpendingLimits } from '../../../shared/domain/limits.ts';
import type { ChildNameserver, Domain } from '../../../shared/domain/portfolio.ts';
import { type RegistrationContact, registrationFields } from '../../../shared/changes/register.ts';
import type { AppError } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { aVirtualTime, type VirtualTime } from '../time/virtual-time.ts';
import { anAccount, aPricedFinding, aRenewalPrice, valueOf } from '../workspace/a-workspace.ts';
import { type AJournal, aJournal, keepLimits } from '../workspace/a-journal.ts';
import type { createDoubts } from '../../../electron/main/workspace/journal/doubts.ts';
import {
  createTeamReferee,
  type TeamDatabase,
  type TeamReferee,
} from '../../../electron/main/team/referee.ts';
import { DamagedRow } from '../../../electron/main/workspace/sqlite.ts';
import { AService, registrant } from './a-service.ts';

export const accountId = 'a1';
export const domain = 'example.com';

const contact = (value: string): RegistrationContact =>
  // Built from the list of fields itself: every one of them is there.
  Object.fromEntries(
    registrationFields.map((name) => [name, name === 'email' ? 'ada@example.com' : `${value} ${name}`]),
  ) as RegistrationContact;

/** One good ask of each kind; each changes something of `AService`'s domain as it stands at the start. */
export const asks = {
  lock: { kind: 'lock', state: 'unlocked' },
  nameservers: { kind: 'nameservers', nameservers: ['a.example.org', 'b.example.org'] },
  contacts: {
    kind: 'contacts',
    roles: [
      {
        ...registrant,
        fields: registrant.fields.map((field) =>
          field.name === 'City' ? { ...field, value: 'Oxford' } : field,
        ),
      },
    ],
  },
  register: {
    kind: 'register',
    periodYears: 1,
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    contacts: { registrant: { ...contact('Ada'), fullname: '' } },
    addons: {},
    idnLanguage: null,
    domainFields: {},
  },
  renew: { kind: 'renew', periodYears: 1, addons: {} },
  'child-register': { kind: 'child-register', host: `ns1.${domain}`, address: '192.0.2.1' },
  'child-modify': {
    kind: 'child-modify',
    host: `ns1.${domain}`,
    currentAddress: '192.0.2.1',
    newAddress: '192.0.2.2',
  },
  'child-delete': { kind: 'child-delete', host: `ns1.${domain}` },
  sync: { kind: 'sync' },
} as const satisfies { readonly [K in ChangeAsk['kind']]: Extract<ChangeAsk, { readonly kind: K }> };

export const consent: Confirmation = { typedName: domain, premiumAccepted: false, typedLimit: null };

/** One machine: its journal and the service outlive the restarts of the program. */
export class ChangesWorld {
  readonly service: AService;
  readonly time: VirtualTime;
  readonly kept: AJournal = aJournal();
  readonly announced: Change[] = [];
  readonly healths: JournalHealth[] = [];
  readonly observed: (Observed & { readonly domain: string })[] = [];
  readonly bugs: unknown[] = [];
  children: readonly ChildNameserver[] = [];
  /** The domain as the portfolio has it; null where it does not. */
  known: Domain | null = null;
  usersOfHost: readonly string[] = [];
  /** Of the login's other names under the TLD. */
  registrars: readonly string[] = [];
  /** What the portfolio has cannot be read. */
  isPortfolioDamaged = false;
  options = defaultAccountOptions;
  label = 'Acme';
  /** Where it differs from the account's as it is kept. */
  login: Partial<ServiceIdentity> = {};
  /** As the workspace knows them. */
  findings: readonly Finding[] = [];
  limits: SpendingLimits = defaultLimits;
  blockedBy: AppError | null = null;
  /** None that is ever waited for unless given. */
  throttle: Throttle | null = null;
  keychainWorks = true;
  /** What registries are asked by; null where none can be. */
  registry: NonNullable<ChangesDeps['registry']> | null = null;
  isBatchRunning = false;
  connectionError: Result<never> | null = null;
  ending = new AbortController();
  /** Put between the changes and what they are made of, from the next {@link restart} on. */
  between: (deps: ChangesDeps) => ChangesDeps = (deps) => deps;
  #process: string = crypto.randomUUID();
  /** The team that it has joined; null where it is alone. */
  #team: { readonly database: TeamDatabase; readonly desk: string } | null = null;
  #referee: TeamReferee | null = null;
  changes: Changes;

  /** @param beside A desk that uses the same service, at the same time. */
  constructor(beside: Pick<ChangesWorld, 'service' | 'time'> | null = null) {
    this.service = beside?.service ?? new AService();
    this.time = beside?.time ?? aVirtualTime();
    this.changes = this.#start();
  }

  /** From now on, the team's database decides who may send. */
  join(database: TeamDatabase): void {
    this.#team = { database, desk: crypto.randomUUID() };
    this.restart();
    this.takeUp();
  }

  /** As a start does where a team is joined. */
  takeUp(): void {
    this.#referee?.takeUp();
  }

  get referee(): TeamReferee {
    if (this.#referee === null) throw new Error('It is alone');
    return this.#referee;
  }

  /** The program ends without a word, and begins again. */
  restart(): void {
    this.ending = new AbortController();
    this.#process = crypto.randomUUID();
    this.changes = this.#start();
  }

  /** From now on, registries can be asked. */
  ask(registry: NonNullable<ChangesDeps['registry']>): void {
    this.registry = registry;
    this.restart();
  }

  readonly #sealing: Encryption = {
    seal: (text, purpose) =>
      Promise.resolve(
        this.keychainWorks
          ? ok(new TextEncoder().encode(`${purpose}|${Buffer.from(text).toString('base64')}`))
          : fail({ kind: 'keychain', fault: 'locked' }),
      ),
    open: (sealed, purpose) => {
      if (!this.keychainWorks) return Promise.resolve(fail({ kind: 'keychain', fault: 'locked' }));
      const [sealedFor, text = ''] = new TextDecoder().decode(sealed).split('|');
      return Promise.resolve(ok(sealedFor === purpose ? Buffer.from(text, 'base64').toString() : null));
    },
    keyed: (purpose) => {
      const key = `${this.keychainWorks ? 'keychain' : this.#process} ${purpose}`;
      return Promise.resolve((text) => createHmac('sha256', key).update(text).digest('hex'));
    },
  };

  /** These spending limits of the workspace hold from now on, and no others. */
  limit(limits: Partial<SpendingLimits>): void {
    this.limits = { ...defaultLimits, ...limits };
    keepLimits(this.kept, this.limits);
  }

  /** Look-ups give this price for everything, and the last one of these names did; null: none. */
  price(amount: string | null, ...domains: readonly string[]): void {
    this.service.renewalPrice = aRenewalPrice(amount);
    this.findings = (domains.length === 0 ? [domain] : domains).map((name) =>
      aPricedFinding(name, amount, this.time.now()),
    );
  }

  /** Prepares and applies, with every consent that is asked. */
  async apply(ask: ChangeAsk): Promise<Result<Change>> {
    const review = await this.review(ask);
    return await this.changes.apply(review.reviewId, this.consentTo(review));
  }

  async review(ask: ChangeAsk): Promise<Review> {
    return valueOf(await this.changes.prepare(accountId, domain, ask));
  }

  consentTo = ({ asksFor: { premium, limits } }: Review): Confirmation => ({
    ...consent,
    premiumAccepted: premium,
    typedLimit: amountToType(limits),
  });

  /** Applies and lets time pass until nothing moves any more. */
  async settled(ask: ChangeAsk): Promise<Change> {
    const { id } = valueOf(await this.apply(ask));
    await this.quiet();
    return await this.find(id);
  }

  async quiet(): Promise<void> {
    await this.time.pass(120_000);
  }

  async find(id: string): Promise<Change> {
    return valueOf(await this.changes.find(id)).change;
  }

  async events(id: string): Promise<readonly string[]> {
    const { entries } = valueOf(await this.changes.find(id));
    return entries.map(({ event }) =>
      event.type === 'read-back' ? `read-back ${event.verdict}` : answeredOr(event),
    );
  }

  #connection(): ChangingConnection {
    return {
      account: { ...anAccount(), ...this.login, label: this.label, options: this.options },
      client: this.service.client,
      throttle: this.throttle ?? {
        run: (work, signal) => {
          signal.throwIfAborted();
          return work();
        },
      },
      ended: this.ending.signal,
    };
  }

  #teamReferee(): TeamReferee | null {
    if (this.#team === null) return null;
    const { database, desk } = this.#team;
    const ofProcess = this.#process;
    return createTeamReferee({
      // A process that was killed asks nothing any more.
      database: {
        call: (name, p) =>
          this.#process === ofProcess ? database.call(name, p) : new Promise(() => undefined),
      },
      desk,
      store: this.kept.teamOutbox,
      onBug: (thrown) => this.bugs.push(thrown),
      timer: this.time.timer,
      now: this.time.now,
    });
  }

  #ofPortfolio<T>(value: T): T {
    if (this.isPortfolioDamaged) throw new DamagedRow();
    return value;
  }

  #start(): Changes {
    this.#referee = this.#teamReferee();
    const deps: ChangesDeps = {
      ...(this.#referee !== null && { referee: this.#referee }),
      journal: this.kept.journal,
      findings: {
        known: () => Promise.resolve(ok([...this.findings])),
        save: ({ findings }) => {
          this.findings = [
            ...this.findings.filter(({ domain: name }) => name !== findings[0]?.domain),
            ...findings,
          ];
          return Promise.resolve(ok({}));
        },
      },
      ...(this.registry !== null && { registry: this.registry }),
      isBatchRunning: () => Promise.resolve(this.isBatchRunning),
      paidChangesBlockedBy: () => this.blockedBy,
      effectsSinceBackup: () => [],
      connections: { of: () => Promise.resolve(this.connectionError ?? ok(this.#connection())) },
      sealing: {
        seal: (text, purpose) => this.#sealing.seal(text, purpose),
        open: (sealed, purpose) => this.#sealing.open(sealed, purpose),
        keyed: (purpose) => this.#sealing.keyed(purpose),
      },
      portfolio: {
        observe: (_account, name, observed) => {
          this.observed.push({ ...observed, domain: name });
          return Promise.resolve();
        },
        children: () => this.#ofPortfolio(this.children),
        usersOf: () => this.#ofPortfolio(this.usersOfHost),
        registrarsBeside: () => this.#ofPortfolio(this.registrars),
        heldBy: () => this.#ofPortfolio(null),
        find: () =>
          Promise.resolve(
            this.known === null
              ? fail({ kind: 'invalid-input', field: 'domain', reason: 'Not there' })
              : ok(this.known),
          ),
      },
      announce: (changes) => this.announced.push(...changes),
      announceHealth: (health) => this.healths.push(health),
      onBug: (thrown) => this.bugs.push(thrown),
      newId: () => crypto.randomUUID(),
      timer: this.time.timer,
      now: this.time.now,
    };
    return createChanges(this.between(deps));
  }
}

/** As the program of a killed run leaves one behind, of a batch where `batchId` names one. */
export function aPlannedRenewal(domain: string, at: string, batchId: string | null) {
  const changeId = crypto.randomUUID();
  const service = serviceOf(anAccount());
  const price = notGiven;
  const order = valueOf(orderOf(domain, asks.renew, defaultAccountOptions));
  const event = {
    type: 'planned',
    accountLabel: 'Acme',
    ...{ accountId, service, domain, batchId },
    what: { kind: 'renew', periodYears: 1, addons: {}, price },
    digest: order.digestFor(changeId, null),
    consent: { at, service, present: '', lastEffect: null, price, premiumAccepted: false, limits: [] },
  } as const;
  return { changeId, event };
}

/** A renewal of the world's domain that another file records, found at `at`. */
export const aDoubt = (at: string): Parameters<ReturnType<typeof createDoubts>['add']>[0][number] => ({
  domain,
  service: serviceKey(serviceOf(anAccount())),
  family: 'renew',
  since: at,
  at,
  known: { number: 7, kind: 'renew', sentAt: at, price: '9.90 EUR', accountLabel: 'Acme' },
});
const answeredOr = (event: JournalEvent): string =>
  event.type === 'answered' ? `answered ${event.outcome}` : event.type;
