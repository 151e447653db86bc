import { aLabelsOf } from '#shared/domain/domain-name.ts';
import type { ChildNameserver, Domain, Known, KnownSource, Reading } from '#shared/domain/portfolio.ts';
import { assertNever, fail, ok, type Result } from '#shared/result.ts';
import type { Encryption } from '../accounts/encryption.ts';
import type { Connections } from '../connections/connections.ts';
import type { Timer } from '../connections/throttle.ts';
import type { Kept } from '../reseller/client.ts';
import { asciiName, ipAddress } from '../reseller/operation.ts';
import type { ContactSet } from '../reseller/operations/contact.ts';
import type { DomainObservation } from '../workspace/portfolio-requests.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ContactsNow, Learned, Portfolio } from './portfolio.ts';
import { createReadings, type Found, type PartRead, tidied } from './reading.ts';
import { createRegistrants, registrantNameIn, type Registrants } from './registrants.ts';
import {
  type Adding,
  createAdding,
  createKeeping,
  createStoredDomains,
  notInPortfolio,
  type StoredDomains,
} from './stored-domains.ts';

interface PortfolioDeps {
  readonly workspace: Pick<Workspace, 'tlds' | 'domains' | 'children'>;
  readonly connections: Pick<Connections, 'of'>;
  readonly sealing: Encryption;
  readonly announce: (accountId: string, domains: readonly Domain[], removed: readonly string[]) => void;
  readonly announceReading: (reading: Reading) => void;
  /** @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
  readonly newId: () => string;
  readonly timer: Timer;
  readonly now: () => Date;
}

type Guard = <T>(call: () => Promise<Result<T>>) => Promise<Result<T>>;

export function createPortfolio(deps: PortfolioDeps): Portfolio {
  const { workspace, connections, now } = deps;
  const registrants = createRegistrants(deps.sealing);
  const shelf = createStoredDomains({ ...deps, kept: workspace.domains, registrants });
  const adding = createAdding({ workspace, shelf, now });
  const keeping = createKeeping({ ...deps, kept: workspace.domains, registrants, shelf });
  const children = createChildren(workspace.children, now);
  const guard = guardWith(deps.onBug);
  const keep = async (accountId: string, read: readonly PartRead[]): Promise<Result<unknown>> =>
    await shelf.learn(accountId, await eventsOfReading(read, { accountId, registrants }));
  const readings = createReadings({ ...deps, guard, keep, announce: deps.announceReading });
  /** Writes that continue after the caller got its answer. */
  const afterwards = new Set<Promise<unknown>>();

  function later(work: () => Promise<Result<unknown>>): void {
    const done = guard(work);
    afterwards.add(done);
    void done.then(() => afterwards.delete(done));
  }

  async function readContacts(accountId: string, name: string): Promise<Result<ContactsNow>> {
    const connected = await connections.of(accountId);
    if (!connected.ok) return connected;
    const { account, client, throttle } = connected.value;
    const [domain, at] = [aLabelsOf(name), now().toISOString()];
    const read = await throttle.run(() => client.readContacts({ domain }), neverAborted);
    if (!read.ok) return read;
    const found = ok({ part: 'contacts' as const, registrant: registrantNameIn(read.value) });
    later(() => keep(accountId, [{ name: domain, part: 'contacts', at, found }]));
    return contactsNow(read.value, account.options.writableRoles, at);
  }

  return {
    ...keeping,
    ...children,
    list: shelf.list,
    find: shelf.find,
    add: adding.add,
    async readAgain(accountId, names, parts) {
      const there = await shelf.among(accountId, names);
      if (!there.ok) return there;
      return there.value.length === 0 ? notInPortfolio : await readings.start(accountId, there.value, parts);
    },
    cancelReading: readings.cancel,
    readContacts,
    async learn(accountId, name, learned) {
      if (learned.isRegistered === true) registrants.forget(accountId, aLabelsOf(name));
      // Best effort: what cannot be stored here is in the journal.
      await guard(() => learn({ accountId, name: aLabelsOf(name), learned }, { adding, shelf, children }));
    },
    async close() {
      await readings.close();
      await Promise.all(afterwards);
    },
  };
}

interface Lesson {
  readonly accountId: string;
  readonly name: string;
  readonly learned: Learned;
}

interface Pupils {
  readonly adding: Pick<Adding, 'addRegistered'>;
  readonly shelf: Pick<StoredDomains, 'learn'>;
  readonly children: Pick<Children, 'learn'>;
}

async function learn(
  { accountId, name, learned }: Lesson,
  { adding, shelf, children }: Pupils,
): Promise<Result<unknown>> {
  if (learned.isRegistered === true) {
    const added = await adding.addRegistered(accountId, name);
    if (!added.ok) return added;
  }
  if (learned.child !== undefined) {
    const kept = await children.learn(accountId, name, learned.child, learned.at);
    if (!kept.ok) return kept;
  }
  return await shelf.learn(accountId, [eventsOfChange(name, learned)]);
}

const guardWith =
  (onBug: PortfolioDeps['onBug']): Guard =>
  async (call) => {
    try {
      return await call();
    } catch (thrown) {
      return fail({ kind: 'bug', incidentId: onBug(thrown) });
    }
  };

const neverAborted = new AbortController().signal;

/** The largest contact set that the page's schema accepts. */
const most = { roles: 50, fields: 200, name: 200, value: 2_000 };

/**
 * A contact set for the editor, unmasked.
 *
 * @param writableRoles From the account's options. A role is writable under exactly the name that was read.
 *
 * Fails with: `unreadable` (larger than any real contact set; a truncated one would be written back truncated).
 */
function contactsNow(
  { roles, answer }: Kept<ContactSet>,
  writableRoles: readonly string[],
  readAt: string,
): Result<ContactsNow> {
  const shown = roles.map(({ name, fields }) => ({
    name,
    isWritable: writableRoles.includes(name),
    fields: fields.map((field) => ({
      name: field.name,
      value: field.value.reveal(),
      isText: field.isText,
    })),
  }));
  const fits =
    shown.length <= most.roles &&
    shown.every(
      ({ name, fields }) =>
        name.length <= most.name &&
        fields.length <= most.fields &&
        fields.every((field) => field.name.length <= most.name && field.value.length <= most.value),
    );
  return fits
    ? ok({ readAt, roles: shown, answer })
    : fail({ kind: 'unreadable', status: 200, why: 'too-large' });
}

/** The known child nameservers of the domains: those that were changed here or entered by hand. */
interface Children extends Pick<Portfolio, 'children' | 'tellChild' | 'forgetChild'> {
  /** Stores the observation of a change. */
  readonly learn: (
    accountId: string,
    name: string,
    child: NonNullable<Learned['child']>,
    at: string,
  ) => Promise<Result<unknown>>;
}

const mostChildren = 1_000;

function createChildren(kept: Workspace['children'], now: () => Date): Children {
  const list = (accountId: string, name: string): Promise<Result<ChildNameserver[]>> =>
    kept.list({ accountId, domain: aLabelsOf(name) });

  async function save(
    accountId: string,
    domain: string,
    child: ChildNameserver,
  ): Promise<Result<readonly ChildNameserver[]>> {
    const before = await list(accountId, domain);
    if (!before.ok) return before;
    const isThere = before.value.some(({ host }) => host === child.host);
    if (!isThere && before.value.length >= mostChildren) return tooMany;
    const saved = await kept.save({ accountId, domain, child });
    if (!saved.ok) return saved;
    return saved.value ? await list(accountId, domain) : notInPortfolio;
  }

  async function forget(
    accountId: string,
    name: string,
    host: string,
  ): Promise<Result<readonly ChildNameserver[]>> {
    const removed = await kept.remove({ accountId, domain: aLabelsOf(name), host: aLabelsOf(host) });
    return removed.ok ? await list(accountId, name) : removed;
  }

  return {
    children: list,
    async tellChild(accountId, name, host, addresses) {
      const domain = aLabelsOf(name);
      const told = childBelow(domain, host, addresses);
      if (!told.ok) return told;
      return await save(accountId, domain, { ...told.value, at: now().toISOString(), source: 'typed' });
    },
    forgetChild: forget,
    learn(accountId, name, child, at) {
      if ('isGone' in child) return forget(accountId, name, child.host);
      const { host, addresses } = child;
      return save(accountId, aLabelsOf(name), { host: aLabelsOf(host), addresses, at, source: 'change' });
    },
  };
}

function childBelow(
  domain: string,
  host: string,
  addresses: readonly string[],
): Result<Pick<ChildNameserver, 'host' | 'addresses'>> {
  const ascii = asciiName('host', host);
  if (!ascii.ok) return ascii;
  if (!ascii.value.endsWith(`.${domain}`)) return notBelow(domain);
  const given: string[] = [];
  for (const address of addresses) {
    const read = ipAddress('addresses', address.trim());
    if (!read.ok) return read;
    given.push(read.value);
  }
  return ok({ host: ascii.value, addresses: [...new Set(given)] });
}

const notBelow = (domain: string): Result<never> =>
  fail({ kind: 'invalid-input', field: 'host', reason: `The host is not below ${domain}` });

const tooMany: Result<never> = fail({
  kind: 'invalid-input',
  field: 'host',
  reason: `${mostChildren} child nameservers of one domain are kept at most`,
});

/** The account whose domains were read, and the store for their registrants' names. */
interface EventsDeps {
  readonly accountId: string;
  readonly registrants: Registrants;
}

/**
 * Converts what was read to observations for the workspace. A registrant's name that cannot be encrypted stays in memory; the
 * keychain is then not asked again for the rest of the batch.
 */
export async function eventsOfReading(
  read: readonly PartRead[],
  deps: EventsDeps,
): Promise<DomainObservation[]> {
  const news: DomainObservation[] = [];
  let isShut = false;
  for (const { name, part, at, found } of read) {
    if (!found.ok) {
      news.push({ name, troubles: [{ part, error: found.error, at }] });
      continue;
    }
    const value = found.value.part === 'contacts' ? found.value.registrant : null;
    const known: Known<string> | null =
      value === null ? null : await registrantOf(name, { value, at, source: 'read' }, deps, isShut);
    isShut ||= value !== null && known === null;
    news.push({ name, wellRead: [{ part, at }], ...valueOf(found.value, at, known) });
  }
  return news;
}

/** The name, encrypted; null where it cannot be, and then it is kept in memory. */
async function registrantOf(
  domain: string,
  name: Known<string>,
  { accountId, registrants }: EventsDeps,
  isShut: boolean,
): Promise<Known<string> | null> {
  const sealed = isShut ? null : await registrants.seal(accountId, domain, name.value);
  if (sealed !== null) return { ...name, value: sealed };
  registrants.remember(accountId, domain, name);
  return null;
}

function valueOf(found: Found, at: string, registrant: Known<string> | null): Partial<DomainObservation> {
  switch (found.part) {
    case 'lock':
      return { lock: { value: found.lock, at, source: 'read' } };
    case 'nameservers':
      return { nameservers: { value: found.nameservers, at, source: 'read' } };
    case 'contacts':
      return registrant === null ? {} : { registrant };
    default:
      return assertNever(found);
  }
}

/** The observation of a change. Expiry and transfer state always have the source `sync`: only a sync reports them. */
function eventsOfChange(name: string, learned: Learned): DomainObservation {
  const { at, source, told } = learned;
  const lock = known(learned.lock, at, source);
  const nameservers = known(learned.nameservers && tidied(learned.nameservers), at, source);
  return {
    name,
    lock,
    nameservers,
    expiresOn: known(told?.expiresOn, at, 'sync'),
    transferredAway: known(told?.transferredAway, at, 'sync'),
    ...(learned.isRegistered === true ? { since: at } : {}),
    ...(learned.renewal === undefined ? {} : { renewal: { ...learned.renewal, at } }),
    wellRead: [
      ...(lock === null ? [] : [{ part: 'lock' as const, at }]),
      ...(nameservers === null ? [] : [{ part: 'nameservers' as const, at }]),
    ],
  };
}

const known = <T>(value: T | null | undefined, at: string, source: KnownSource): Known<T> | null =>
  value === undefined || value === null ? null : { value, at, source };
