import { setImmediate as nextTurn } from 'node:timers/promises';
import { withBuiltInTlds } from '#shared/domain/built-in-tld-sets.ts';
import { aLabelsOf, knownTldSet, plainHost } from '#shared/domain/domain-name.ts';
import { canExpireOn } from '#shared/domain/expiry.ts';
import { type Domain, type DomainPart, mostDomains, type Reading } from '#shared/domain/portfolio.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import type { Encryption } from '../accounts/encryption.ts';
import { type Connections, readNow } from '../connections/connections.ts';
import { createGuard, type Guard } from '../jobs/waiting.ts';
import { readContacts } from '../reseller/operations/contact.ts';
import { invalidInput } from '../system/texts.ts';
import type { Given } from '../system/timing.ts';
import type { DomainObservation, DomainRecord } from '../workspace/repositories/domain-observations.ts';
import type { DomainState, Move, Step } from '../workspace/repositories/portfolio.ts';
import { flatResultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type ChildNameservers, createChildNameservers } from './child-nameservers.ts';
import { createEdits, type Reverted } from './edits.ts';
import {
  contactsNow,
  type ContactsNow,
  observationFromChange,
  observationsFromReading,
  type Observed,
  registrantAfter,
  seenIn,
} from './observations.ts';
import type { Feed } from './feed.ts';
import { createHeldNames } from './own-names.ts';
import { createReadings, type RefreshedPart } from './reading.ts';
import { createRegistrants } from './registrants.ts';
import { type Added, noExpiry, notInPortfolio, typedNames } from './typed-names.ts';
import { domainParts, type OwnText } from '#shared/domain/domain-parts.ts';

interface PortfolioDeps extends Given<'newId' | 'now' | 'timer'> {
  readonly workspace: Pick<Workspace, 'tlds' | 'domains' | 'children'>;
  readonly connections: Pick<Connections, 'of'>;
  readonly sealing: Encryption;
  readonly feed: Feed;
  readonly announce: (accountId: string, domains: readonly Domain[], removed: readonly string[]) => void;
  readonly announceReading: (reading: Reading) => void;
  /** @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
}

/** The sources of expiries that a person can remove: of the practice account's own ones as well. */
const enteredSources = ['typed', 'sample'] as const;

/**
 * The domains of an account, and what is known of each, with age and source. Every change to them is announced. What fails with values
 * fails with `invalid-input` where a name is not in the portfolio.
 */
export class Portfolio {
  readonly #deps: PortfolioDeps;
  readonly #registrants;
  readonly #readings;
  readonly #edits = createEdits<DomainState>();
  readonly #held = createHeldNames((accountId) => this.#deps.workspace.domains.held({ accountId }));
  readonly #guard: Guard;
  /** Writes that continue after the caller got its answer. */
  readonly #afterwards = new Set<Promise<unknown>>();
  readonly #observeChild;
  readonly children: ChildNameservers['list'];
  readonly setChild: ChildNameservers['set'];
  readonly forgetChild: ChildNameservers['forget'];

  constructor(deps: PortfolioDeps) {
    this.#deps = deps;
    this.#guard = createGuard(deps.onBug);
    this.#registrants = createRegistrants(deps.sealing);
    this.#readings = createReadings({
      ...deps,
      keep: (accountId, read) => this.#keep(accountId, read),
      announce: deps.announceReading,
    });
    const hosts = createChildNameservers(deps);
    [this.children, this.setChild, this.forgetChild] = [hosts.list, hosts.set, hosts.forget];
    this.#observeChild = hosts.observe;
    deps.feed.onNews(({ accountId, ...stored }) => this.store(accountId, () => stored));
  }

  async list(accountId: string): Promise<readonly Domain[]> {
    const domains: Domain[] = [];
    for await (const page of this.#deps.workspace.domains.pages({ accountId }))
      domains.push(...(await this.#registrants.opened(page)));
    return domains;
  }

  /** The names that are held: the same list as long as none is added or lost. They are read once, without the keychain. */
  held(accountId: string): readonly string[] {
    return this.#held.of(accountId);
  }

  /** Fails with: also `storage`: whoever finds it unread goes on without it. */
  find(accountId: string, name: string): Promise<Result<Domain>> {
    return flatResultOf(async () =>
      theOne(await this.#registrants.opened(this.#some(accountId, [aLabelsOf(name)]))),
    );
  }

  /**
   * Adds the names in a text, without a request to the service. Names that are there already stay as they are.
   *
   * Fails with: also `invalid-input` (more than an account can have).
   */
  async add(
    accountId: string,
    text: string,
    tags: readonly string[],
    addedBy: Domain['addedBy'],
  ): Promise<Result<Added>> {
    const listed = this.#deps.workspace.tlds.list({ accountId });
    const tlds = knownTldSet(withBuiltInTlds(listed.tlds));
    const { names, shortened, refused } = await typedNames(text, tlds);
    const added = await this.#add(accountId, names, tags, addedBy);
    return mapOk(added, (each) => ({ ...each, shortened, refused }));
  }

  /** Stores something of domains, and announces it. @returns What `write` does. */
  async store<T extends { readonly domains: DomainRecord[]; readonly removed?: readonly string[] }>(
    accountId: string,
    write: () => T,
  ): Promise<T> {
    const stored = this.#written(accountId, write);
    this.#gone(accountId, stored.removed ?? []);
    await this.#announced(accountId, stored.domains);
    return stored;
  }

  /** Fails with: also `invalid-input` where a domain would have too many tags. */
  async tag(
    accountId: string,
    names: readonly string[],
    add: readonly string[],
    remove: readonly string[],
    edit?: string,
  ): Promise<Result<unknown>> {
    for await (const some of slicesOf(names)) {
      const tagged = this.#deps.workspace.domains.tag({ accountId, names: some, add, remove });
      if (tagged.full !== null) return invalidInput('tags', `${tagged.full} would have more than 20 tags`);
      await this.#edited(accountId, edit, () => tagged);
    }
    return ok(null);
  }

  /** Replaces these of the texts that a person writes about a domain. */
  async setTexts(
    accountId: string,
    name: string,
    texts: Readonly<Partial<Record<OwnText, string>>>,
    edit?: string,
  ): Promise<Result<Domain>> {
    const values = { ...texts, accountId, names: [aLabelsOf(name)] };
    return theOne(await this.#edited(accountId, edit, () => this.#deps.workspace.domains.set(values)));
  }

  /** @param expiresOn Null removes a date that was entered by hand; a date from a sync stays. */
  async setExpiry(
    accountId: string,
    name: string,
    expiresOn: string | null,
    source: (typeof enteredSources)[number] = 'typed',
  ): Promise<Result<Domain>> {
    const domain = aLabelsOf(name);
    if (expiresOn !== null && !canExpireOn(expiresOn)) return noExpiry;
    const observed: DomainObservation =
      expiresOn === null
        ? { name: domain, removedExpiries: enteredSources }
        : { name: domain, expiries: [{ source, date: expiresOn, at: this.#now() }] };
    return theOne(await this.#observe(accountId, [observed]));
  }

  /** Removes what was expected of a service that has started over. Where it was shown, these dates of the service are, by name. */
  async startOver(accountId: string, dates: ReadonlyMap<string, string>): Promise<void> {
    const names = this.#deps.workspace.domains.withExpiryFrom({ accountId, source: 'expected' });
    for await (const some of slicesOf(names)) {
      const at = this.#now();
      const news = this.#some(accountId, some).map(({ name, expiresOn }): DomainObservation => {
        const date = expiresOn?.source === 'expected' ? dates.get(name) : undefined;
        const expiries = date === undefined ? [] : [{ source: 'sample' as const, date, at }];
        return { name, removedExpiries: ['expected'], expiries };
      });
      await this.#observe(accountId, news);
    }
  }

  archive(accountId: string, names: readonly string[], isArchived: boolean, edit?: string): Promise<void> {
    return this.#setEach(accountId, names, { archivedAt: isArchived ? this.#now() : null }, edit);
  }

  /** @param client Whose the domains are, in the user's own words. */
  setClient(accountId: string, names: readonly string[], client: string, edit?: string): Promise<void> {
    return this.#setEach(accountId, names, { client }, edit);
  }

  async #setEach(
    accountId: string,
    names: readonly string[],
    values: { readonly archivedAt?: string | null; readonly client?: string },
    edit: string | undefined,
  ): Promise<void> {
    const { domains } = this.#deps.workspace;
    for await (const some of slicesOf(names))
      await this.#edited(accountId, edit, () => domains.set({ accountId, names: some, ...values }));
  }

  async remove(accountId: string, names: readonly string[], edit?: string): Promise<void> {
    const { domains } = this.#deps.workspace;
    for await (const some of slicesOf(names)) {
      const steps = this.#written(accountId, () => domains.remove({ accountId, names: some }));
      this.#edits.add(edit, steps, (moves) => this.#move(accountId, moves), accountId);
      this.#gone(
        accountId,
        steps.map(({ key }) => key),
      );
    }
  }

  /** Undoes an edit, or does it again: tags, notes, archiving and removal. */
  readonly revert = (edit: string, direction: 'undo' | 'redo'): Promise<Result<Reverted>> =>
    this.#edits.revert(edit, direction);

  /** The domains whose nameservers name the host. */
  usersOf(accountId: string, host: string): readonly string[] {
    return this.#deps.workspace.domains.usersOf({ accountId, host: plainHost(host) });
  }

  /** IANA's ids of the registrars at which registries show the other names of the account's login under the domain's TLD. */
  registrarsBeside(accountId: string, domain: string): readonly string[] {
    return this.#deps.workspace.domains.registrarsBeside({ accountId, domain: plainHost(domain) });
  }

  /** The label of another account whose portfolio has the domain; null where none has. */
  heldBy(accountId: string, name: string): string | null {
    return this.#deps.workspace.domains.heldBy({ accountId, domain: aLabelsOf(name) });
  }

  /** Of these names, those that are in the portfolio, as A-labels. */
  namesAmong(accountId: string, names: readonly string[]): readonly string[] {
    return this.#deps.workspace.domains.among({ accountId, names: eachOnce(names) });
  }

  /**
   * Starts to read; names that are not in the portfolio are ignored. A part that two readings want is requested once.
   *
   * Fails with: `invalid-input` (none of the names is in the portfolio), `no-account`. Later failures are reported by the reading.
   */
  async readAgain(
    accountId: string,
    names: readonly string[],
    parts: readonly DomainPart[],
  ): Promise<Result<Reading>> {
    const present = this.namesAmong(accountId, names);
    return present.length === 0 ? notInPortfolio : await this.#readings.start(accountId, present, parts);
  }

  /**
   * Reads what is known of domains again, while nobody waits for it. @returns How it ended.
   *
   * Fails with: `no-account`, `storage`.
   */
  refreshQuietly(
    accountId: string,
    names: readonly string[],
    parts: readonly DomainPart[] = domainParts,
  ): Promise<Result<Reading>> {
    return this.#readings.runQuietly(accountId, names, parts);
  }

  /** What was read so far is stored. An unknown or finished reading is ignored. */
  cancelReading(id: string): void {
    this.#readings.cancel(id);
  }

  /** The contacts as they are now, unmasked, for the editor. Fails with: what reading fails with. */
  async readContacts(accountId: string, name: string): Promise<Result<ContactsNow>> {
    const connected = await this.#deps.connections.of(accountId);
    if (!connected.ok) return connected;
    const [domain, at] = [aLabelsOf(name), this.#now()];
    const read = await readNow(connected.value, readContacts, { domain });
    if (!read.ok) return read;
    const found = ok({ part: 'contacts' as const, ...seenIn(read.value) });
    const stored = this.#guard(() => this.#keep(accountId, [{ name: domain, part: 'contacts', at, found }]));
    this.#afterwards.add(stored);
    void stored.then(() => this.#afterwards.delete(stored));
    return contactsNow(read.value, connected.value.account.options.writableRoles, at);
  }

  /**
   * Applies an observation from elsewhere in the program, such as a read before or after a change. Unknown names are ignored. Best
   * effort: what cannot be stored here is in the journal.
   */
  async observe(accountId: string, name: string, observed: Observed): Promise<void> {
    const domain = aLabelsOf(name);
    if (observed.isRegistered === true) this.#registrants.forget(accountId, domain);
    await this.#guard(async () => {
      if (observed.isRegistered === true) {
        const added = await this.#addRegistered(accountId, domain, observed.at);
        if (!added.ok) return added;
      }
      if (observed.child !== undefined) {
        const kept = this.#observeChild(accountId, domain, observed.child, observed.at);
        if (!kept.ok) return kept;
      }
      const owner = { accountId, registrants: this.#registrants };
      const registrant = await registrantAfter(domain, observed, owner);
      const seen = observationFromChange(domain, observed);
      return ok(await this.#observe(accountId, [registrant === null ? seen : { ...seen, registrant }]));
    });
    // No order says whether the new domain is locked. Nobody waits for it.
    if (observed.isRegistered === true)
      void this.#guard(() => this.refreshQuietly(accountId, [domain], ['lock']));
  }

  async close(): Promise<void> {
    await this.#readings.close();
    await Promise.all(this.#afterwards);
  }

  #now(): string {
    return this.#deps.now().toISOString();
  }

  /** Announces the edited domains, and stores what was changed of them, under the id of the edit. */
  #edited(
    accountId: string,
    edit: string | undefined,
    write: () => { readonly domains: DomainRecord[]; readonly steps: readonly Step<DomainState>[] },
  ): Promise<readonly Domain[]> {
    const { domains, steps } = this.#written(accountId, write);
    this.#edits.add(edit, steps, (moves) => this.#move(accountId, moves), accountId);
    return this.#announced(accountId, domains);
  }

  #gone(accountId: string, names: readonly string[]): void {
    for (const name of names) this.#registrants.forget(accountId, name);
    this.#deps.feed.publish();
    this.#held.announced(accountId, { domains: [], removed: names });
    if (names.length > 0) this.#deps.announce(accountId, [], names);
  }

  /** @returns How many could be moved. */
  async #move(accountId: string, moves: readonly Move<DomainState>[]): Promise<Result<number>> {
    const workspace = this.#deps.workspace.domains;
    let count = 0;
    for await (const some of inSlices(moves)) {
      const moved = this.#written(accountId, () => workspace.move({ accountId, moves: some }));
      const { domains, removed } = moved;
      for (const { key, from } of some) if (from === null) this.#registrants.recall(accountId, key);
      await this.#announced(accountId, domains);
      this.#gone(accountId, removed);
      count += domains.length + removed.length;
    }
    return ok(count);
  }

  /** Announces the changed domains. Which names are held is known at once: a registrant may wait for the keychain to be opened. */
  async #announced(accountId: string, changed: readonly DomainRecord[]): Promise<readonly Domain[]> {
    this.#deps.feed.publish();
    this.#held.announced(accountId, { domains: changed, removed: [] });
    const domains = await this.#registrants.opened(changed);
    if (domains.length > 0) this.#deps.announce(accountId, domains, []);
    return domains;
  }

  #some(accountId: string, names: readonly string[]): readonly DomainRecord[] {
    return this.#deps.workspace.domains.some({ accountId, names });
  }

  /** What was written; where that throws, something may have been stored all the same. */
  #written<T>(accountId: string, write: () => T): T {
    try {
      return write();
    } catch (thrown) {
      this.#held.forget(accountId);
      throw thrown;
    }
  }

  #observe(accountId: string, news: readonly DomainObservation[]): Promise<readonly Domain[]> {
    const { domains } = this.#deps.workspace;
    return this.#announced(
      accountId,
      this.#written(accountId, () => domains.observe({ accountId, news })),
    );
  }

  async #keep(accountId: string, read: readonly RefreshedPart[]): Promise<Result<unknown>> {
    const news = await observationsFromReading(read, { accountId, registrants: this.#registrants });
    return ok(await this.#observe(accountId, news));
  }

  /** Adds a name that was registered by then. One that was archived since stays so, as often as the registration is told of. */
  async #addRegistered(accountId: string, name: string, at: string): Promise<Result<unknown>> {
    const [found] = this.#some(accountId, [name]);
    return (found?.archivedAt ?? '') > at ? ok(null) : await this.#add(accountId, [name], [], 'registration');
  }

  /** Adds names without parsing or TLD checks. */
  async #add(
    accountId: string,
    names: readonly string[],
    tags: readonly string[],
    addedBy: Domain['addedBy'],
  ): Promise<Result<Omit<Added, 'refused' | 'shortened'>>> {
    const { domains } = this.#deps.workspace;
    const adding = { accountId, names, tags: [...new Set(tags)], addedAt: this.#now(), addedBy };
    const { isFull, ...stored } = this.#written(accountId, () => domains.add(adding));
    if (isFull) return tooManyDomains;
    for await (const some of slicesOf([...stored.added, ...stored.restored]))
      await this.#announced(accountId, this.#some(accountId, some));
    return ok(stored);
  }
}

/** The only domain; fails where there is none. */
const theOne = ([domain]: readonly Domain[]): Result<Domain> =>
  domain === undefined ? notInPortfolio : ok(domain);

export const tooManyDomains = invalidInput(
  'text',
  `An account has ${mostDomains} domains at most; none of these was added`,
);

/** Each name once, as A-labels in lower case. */
const eachOnce = (names: readonly string[]): readonly string[] => [...new Set(names.map(aLabelsOf))];

const slicesOf = (names: readonly string[]) => inSlices(eachOnce(names));

/** Written and told to the page at once: few enough that nobody waits for them for long. */
const atOnce = 500;

/** In slices of `atOnce`; others go first between two of them. */
async function* inSlices<T>(all: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < all.length; from += atOnce) {
    if (from > 0) await nextTurn();
    yield all.slice(from, from + atOnce);
  }
}
