import { clientOf, type NamedMethods, type OperationName } from '../named-operations.ts';
import type { CallOptions, Kept } from '../../../electron/main/reseller/client.ts';
import type { WriteResult } from '../../../electron/main/reseller/decode.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import type { ContactFields } from '../../../shared/changes/kind.ts';
import type { LockState } from '../../../shared/changes/parts.ts';
import { type CheckedFinding, notGiven, type Price } from '../../../shared/domain/finding.ts';
import type { RegistrationField } from '../../../shared/changes/register.ts';
import type { AppError } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';

/** How a write is answered. */
export const outcomes = [
  'done',
  'refused',
  'refused-unconfirmed',
  'exists',
  'uncertain',
  'unsent',
  'cancelled',
] as const;
export type OutcomeOfWrite = (typeof outcomes)[number];

export interface Behaviour {
  readonly outcome: OutcomeOfWrite;
  /** Whether the change is made, whatever is answered. */
  readonly isApplied: boolean;
}

/** One domain as the service has it. */
export interface DomainThere {
  lock: LockState;
  nameservers: readonly string[];
  contacts: readonly ContactFields[];
  finding: CheckedFinding['kind'];
  /** Only its account may read it. */
  isOurs: boolean;
}

export const registrant: ContactFields = {
  name: 'Registrant',
  fields: [
    { name: 'Contact_Name', value: 'Ada Lovelace' },
    { name: 'City', value: 'London' },
    { name: 'Email', value: 'ada@example.com' },
  ],
};

const refused = (status: number, why: 'validation' | 'rate' | 'not-found'): AppError => ({
  kind: 'refused',
  why,
  status,
  said: 'No',
});

/** By its name: what the call comes to, and the complete answer where there is one. */
const answers: Readonly<
  Record<
    OutcomeOfWrite,
    { readonly error: AppError | null; readonly status: number; readonly answer: string }
  >
> = {
  done: { error: null, status: 200, answer: '"success"' },
  refused: { error: refused(200, 'validation'), status: 200, answer: '{"error":"No"}' },
  'refused-unconfirmed': { error: refused(429, 'rate'), status: 429, answer: 'slow down' },
  exists: {
    error: { kind: 'uncertain', why: 'exists', said: 'Domain already exists' },
    status: 400,
    answer: '{"error":{"message":"[masked]"}}',
  },
  uncertain: { error: { kind: 'uncertain', why: 'no-complete-answer' }, status: 0, answer: '' },
  unsent: { error: { kind: 'not-sent', why: 'offline' }, status: 0, answer: '' },
  cancelled: { error: { kind: 'cancelled' }, status: 0, answer: '' },
};

export type ReadName = 'lock' | 'nameservers' | 'contacts' | 'credit' | 'finding' | 'registry';

/** A reseller service of one account, in memory, that does what a test tells it. */
export class AService {
  readonly domains = new Map<string, DomainThere>();
  credit = 500;
  /** What a lookup says of every registration of one year. */
  price: Price = price;
  /** What a lookup says of every renewal of one year. */
  renewalPrice: Price = notGiven;
  /** The same of names of which it says something else. */
  readonly renewalPrices = new Map<string, Price>();
  /** What it takes for a renewal, whatever a lookup says; null: the price, or 10 where there is none. */
  charges: number | null = null;
  /** Of the next writes, one after the other; then all are claimed and applied. */
  readonly behaviours: Behaviour[] = [];
  /** What each write was, as `writeLock example.com`. */
  readonly writes: string[] = [];
  /** What was read, by name. */
  readonly reads: ReadName[] = [];
  /** Reads that fail, and with what. */
  readonly failing = new Map<ReadName, AppError>();
  /** Called at the moment at which a read is on its way; the answer waits for it. */
  onRead: (name: ReadName) => Promise<void> | void = () => undefined;
  /** As `onRead`, of a write. */
  onWrite: (signal: AbortSignal | undefined) => Promise<void> = () => Promise.resolve();
  syncAnswer = { active: true, expired: false, transferredAway: false, expiresOn: '2027-05-06' };

  there(domain: string): DomainThere {
    const found = this.domains.get(domain) ?? {
      lock: 'locked',
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      contacts: [registrant],
      finding: 'taken',
      isOurs: true,
    };
    this.domains.set(domain, found);
    return found;
  }

  /** A name that nobody has. */
  free(domain: string, finding: CheckedFinding['kind'] = 'available'): DomainThere {
    const there = this.there(domain);
    Object.assign(there, { finding, isOurs: false, contacts: [] });
    return there;
  }

  readonly methods: Partial<NamedMethods> = {
    lookup: ({ label, tlds }) =>
      this.#read('finding', () => {
        const domain = `${label}.${tlds[0] ?? ''}`;
        const { finding } = this.there(domain);
        const renew = this.#renewalPriceOf(domain);
        const prices = [{ period: 1, register: this.price, transfer: this.price, renew }];
        const found = {
          domain,
          tld: tlds[0] ?? '',
          kind: finding,
          cause: null,
          message: '',
          checkedAt,
          prices,
        };
        return { findings: [{ finding: found, result: null }], notes: [] };
      }),
    readCredits: () =>
      this.#read('credit', () => ({ amount: this.credit.toFixed(2), shown: this.credit.toFixed(2) })),
    readLock: ({ domain }) => this.#ofOurs(domain, 'lock', ({ lock }) => ({ state: lock })),
    readNameservers: ({ domain }) =>
      this.#ofOurs(domain, 'nameservers', ({ nameservers }) => ({ nameservers })),
    readContacts: ({ domain }) =>
      this.#ofOurs(domain, 'contacts', ({ contacts }) => ({
        roles: contacts.map(({ name, fields }) => ({
          name,
          fields: fields.map((field) => ({ name: field.name, value: new Secret(field.value), isText: true })),
        })),
      })),
    writeLock: ({ domain, state }, options) =>
      this.#write('writeLock', domain, options, (there) => (there.lock = state)),
    writeNameservers: ({ domain, nameservers }, options) =>
      this.#write('writeNameservers', domain, options, (there) => (there.nameservers = nameservers)),
    writeContacts: ({ domain, roles }, options) =>
      this.#write('writeContacts', domain, options, (there) => {
        const sent = roles.map(({ name, fields }) => ({
          name,
          fields: fields.map((field) => ({ name: field.name, value: field.value.reveal() })),
        }));
        const others = there.contacts.filter(({ name }) => !sent.some((role) => role.name === name));
        there.contacts = [...sent, ...others];
      }),
    register: ({ domain, contacts, nameservers }, options) =>
      this.#write('register', domain, options, (there) => {
        const sent = contacts.registrant;
        const value = (name: RegistrationField) => sent?.[name].reveal() ?? '';
        const fields = [
          { name: 'Contact_Name', value: `${value('firstname')} ${value('lastname')}` },
          { name: 'City', value: value('city') },
          { name: 'Email', value: value('email') },
        ];
        Object.assign(there, {
          finding: 'taken',
          isOurs: true,
          nameservers,
          contacts: [{ name: 'Registrant', fields }],
        });
        this.credit -= 10;
      }),
    renew: ({ domain }, options) =>
      this.#write('renew', domain, options, () => {
        const price = this.#renewalPriceOf(domain);
        this.credit -= this.charges ?? (price.kind === 'given' ? Number(price.amount) : 10);
      }),
    sync: async ({ domain }, options) => {
      const done = await this.#write('sync', domain, options, () => undefined);
      return done.ok ? { ...done, value: { ...this.syncAnswer, answer: done.value.answer } } : done;
    },
    registerChildNameserver: ({ domain }, options) =>
      this.#write('registerChildNameserver', domain, options, () => undefined),
    modifyChildNameserver: ({ domain }, options) =>
      this.#write('modifyChildNameserver', domain, options, () => undefined),
    deleteChildNameserver: ({ domain }, options) =>
      this.#write('deleteChildNameserver', domain, options, () => undefined),
  };

  readonly client = clientOf(this.methods);

  #renewalPriceOf(domain: string): Price {
    return this.renewalPrices.get(domain) ?? this.renewalPrice;
  }

  async #read<T extends object>(name: ReadName, value: () => T): Promise<Result<Kept<T>>> {
    this.reads.push(name);
    await this.onRead(name);
    const error = this.failing.get(name);
    return error === undefined ? ok({ ...value(), answer: '' }) : fail(error);
  }

  #ofOurs<T extends object>(
    domain: string,
    name: ReadName,
    value: (there: DomainThere) => T,
  ): Promise<Result<Kept<T>>> {
    const there = this.there(domain);
    if (there.isOurs) return this.#read(name, () => value(there));
    this.reads.push(name);
    return Promise.resolve(fail(this.failing.get(name) ?? refused(400, 'not-found')));
  }

  async #write(
    operation: OperationName,
    domain: string,
    options: CallOptions | undefined,
    apply: (there: DomainThere) => unknown,
  ): Promise<WriteResult<Kept<object>>> {
    const behaviour = this.behaviours.shift() ?? { outcome: 'done', isApplied: true };
    // A registration that is refused for no defined reason may be done: so says the client.
    const isDoubted = operation === 'register' && behaviour.outcome === 'refused-unconfirmed';
    const outcome = isDoubted ? 'exists' : behaviour.outcome;
    const { error, status, answer } = answers[outcome];
    if (behaviour.outcome !== 'unsent' && behaviour.outcome !== 'cancelled') {
      this.writes.push(`${operation} ${domain}`);
      if (behaviour.isApplied) apply(this.there(domain));
    }
    await this.onWrite(options?.signal);
    if (status !== 0) options?.onAnswer?.({ operation, status, answer });
    return error === null ? { ok: true, outcome: 'done', value: { answer } } : failedWrite(outcome, error);
  }
}

const outcomeOf = { exists: 'uncertain', cancelled: 'unsent' } as const;

/** As the client returns it. */
const failedWrite = (outcome: OutcomeOfWrite, error: AppError): WriteResult<never> =>
  // Each behaviour has an error of its outcome's kind.
  ({
    ok: false,
    outcome: outcome in outcomeOf ? outcomeOf[outcome as keyof typeof outcomeOf] : outcome,
    error,
  }) as WriteResult<never>;

export const checkedAt = '2026-03-01T10:30:00.000Z';
const price = { kind: 'given', amount: '10.00', currency: null } as const;
