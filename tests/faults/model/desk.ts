import type { Account } from '../../../electron/main/accounts/account.ts';
import type { Review } from '../../../electron/main/changes/prepare.ts';
import { defaultLimits, type SpendingLimits } from '../../../shared/domain/limits.ts';
import type { Machine, Running } from './machine.ts';
import { ownedDomains } from './reseller.ts';
import type { limitsToSet, StepOf } from './steps.ts';
import { failureIn } from './story.ts';
import { resultOf } from '../../../electron/main/workspace/sqlite.ts';
import { domainsIn } from './workspace-here.ts';

const labels = ['Acme', 'Acme again', 'South'] as const;

/** Something that a person saw at once to be wrong. */
export interface Wrong {
  /** The invariant that it breaks. */
  readonly invariant:
    | 'draft-is-kept'
    | 'code-once'
    | 'careful-removal'
    | 'premium-price'
    | 'import-undone'
    | 'file-hides-nothing'
    | 'by-digest'
    | 'applied-once'
    | 'proposal-approved'
    | 'assistants-off'
    | 'digest-is-kept'
    | 'nothing-guessed'
    | 'last-order';
  readonly says: string;
}

/** That limits were set to something else. */
export interface LimitChange {
  /** Whose; null for those of the workspace. */
  readonly accountId: string | null;
  readonly was: SpendingLimits | null;
  readonly epoch: number;
  /** How many entries the journal had when it was done. */
  readonly entries: number;
}

/** An account that was removed, with what it had. */
interface Removal {
  readonly id: string;
  readonly label: string;
  readonly domains: number;
}

const limits: Readonly<Record<(typeof limitsToSet)[number], Partial<SpendingLimits>>> = {
  default: {},
  'day-count': { dayCount: 2 },
  'batch-count': { batchCount: 1 },
  'day-sum': { daySum: '20' },
  'change-sum': { changeSum: '5' },
};

/** What Ada does beside changes: codes, limits, drafts, and removing accounts. What comes of it is looked at right then. */
export class Desk {
  readonly wrongs: Wrong[] = [];
  readonly limitChanges: LimitChange[] = [];
  readonly #machine: Machine;
  #removals: Removal[] = [];
  /** By what was kept as an account's last order: whose it is, and in which process it was. */
  readonly #orders = new Map<string, { readonly accountId: string; readonly process: number }>();
  /** Accounts whose last order was forgotten, since which file was in use. */
  readonly #forgotten = new Map<string, number>();
  #typed = 0;
  #isAsking = false;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  async account(number: number, { services }: Running): Promise<Account | null> {
    const listed = await resultOf(services.accounts.list);
    if (!listed.ok) return null;
    const all = listed.value.accounts.toSorted(
      (a, b) => labels.indexOf(a.label as never) - labels.indexOf(b.label as never),
    );
    return all[number % Math.max(1, all.length)] ?? null;
  }

  /** Makes an account the active one. Where Namedesk says that it has no key, she enters it. */
  async select(account: Account, { accounts, keys, services }: Running): Promise<void> {
    const key = await services.accounts.keyFor(account.id, account);
    if (!key.ok) await keys.enter({ accountId: account.id, place: this.#machine.place() });
    await accounts.select({ id: account.id });
  }

  /** An account that is active now, as it is now: she may have changed its address while she entered its key. */
  async workAt(number: number, running: Running): Promise<Account | null> {
    const chosen = await this.account(number, running);
    if (chosen === null) return null;
    await this.select(chosen, running);
    const listed = await resultOf(running.services.accounts.list);
    return listed.ok ? (listed.value.accounts.find(({ id }) => id === chosen.id) ?? null) : null;
  }

  async addAccount(slot: number, running: Running): Promise<void> {
    const label = labels[slot % labels.length] ?? labels[0];
    const { login } = this.#machine.around.resellerOf(label === 'South' ? 'South' : 'North');
    const { baseUrl, username } = login;
    const added = await running.accounts.add({ label, colour: 'blue', baseUrl, username });
    if (!added.ok) return;
    this.#tell(() => `Ada adds the account ${label} (${login.name}).`);
    await running.keys.enter({ accountId: added.value.id, place: this.#machine.place() });
    const { id, colour, options } = added.value;
    await running.accounts.edit({
      ...{ id, colour, label, baseUrl, username },
      options: { ...options, premiumEnabled: true },
    });
    const names = [...ownedDomains].join('\n');
    await running.services.portfolio.add(added.value.id, names, [], 'typed');
  }

  /** Asks for a transfer code, one at a time; one that is shown is copied from there. */
  async code(step: StepOf<'code'>, running: Running): Promise<void> {
    const chosen = await this.account(step.account, running);
    if (chosen === null || this.#isAsking) return;
    this.#isAsking = true;
    await this.#ask(step, chosen, running);
    this.#isAsking = false;
  }

  async #ask({ domain, deed }: StepOf<'code'>, chosen: Account, running: Running): Promise<void> {
    await this.select(chosen, running);
    const name = ownedDomains[domain % ownedDomains.length] ?? ownedDomains[0];
    const confirmed = (): number =>
      running.codeWindows.all.filter(({ question }) => question !== null).length;
    const [asked, requests] = [confirmed(), this.#machine.codeRequests.length];
    const taken = await running.services.codes.take(chosen.id, name, deed);
    const became = taken.ok ? taken.value.kind : taken.error.kind;
    this.#tell(() => `Ada asks for the code of ${name}, to ${deed} it: ${became}.`);
    const window = running.codeWindows.all.at(-1);
    if (became === 'revealed' && window?.shown) {
      const copied = await window.shown.copy();
      this.#tell(() => `She copies the code that is shown: ${copied?.kind ?? 'gone'}.`);
      window.vanish();
    }
    const [questions, more] = [confirmed() - asked, this.#machine.codeRequests.length - requests];
    if (more > questions)
      this.#wrong(
        'code-once',
        `The code of ${name} is asked for ${more} times after ${questions} questions.`,
      );
  }

  /** Sets what may be spent without confirming it, for the workspace or for one account. */
  async limit({ scope, account, what }: StepOf<'limit'>, running: Running): Promise<void> {
    const set = { ...defaultLimits, ...limits[what] };
    const { observer } = running;
    const note = (accountId: string | null, was: SpendingLimits | null): void =>
      void this.limitChanges.push({
        ...{ accountId, was },
        ...{ epoch: this.#machine.epoch, entries: observer.entries() },
      });
    if (scope === 'workspace') {
      const was = observer.limits('').workspace;
      const { settings } = running.services.workspace;
      const written = await resultOf(() => settings.write({ limits: set }));
      if (written.ok) note(null, was);
      this.#tell(() => `Ada sets the limits of the workspace: ${what}${failureIn(written)}.`);
      return;
    }
    const chosen = await this.account(account, running);
    if (chosen === null) return;
    const { id, colour, label, options, baseUrl, username } = chosen;
    const edited = { id, colour, label, baseUrl, username, options: { ...options, limits: set } };
    const was = observer.limits(id).account;
    const done = await running.accounts.edit(edited);
    if (done.ok) note(id, was);
    this.#tell(() => `Ada sets the limits of ${label}: ${what}${failureIn(done)}.`);
    if (done.ok) await this.select(chosen, running);
  }

  /** Types into an editor and chooses another account right then: what was typed is kept where it was typed. */
  async draft({ account, domain }: StepOf<'draft'>, running: Running): Promise<void> {
    const [here, there] = [await this.account(account, running), await this.account(account + 1, running)];
    if (here === null || there === null) return;
    const name = ownedDomains[domain % ownedDomains.length] ?? ownedDomains[0];
    this.#typed += 1;
    const body = `typed ${this.#typed}`;
    const { drafts } = running.services;
    await running.accounts.select({ id: there.id });
    if (!(await resultOf(() => drafts.save(here.id, name, 'contacts', body))).ok) return;
    this.#tell(() => `Ada types a contact of ${name} at ${here.label}, and goes to ${there.label}.`);
    const [own, others] = [
      await drafts.read(here.id, name, 'contacts'),
      await drafts.read(there.id, name, 'contacts'),
    ];
    if (own.ok && own.value.body !== body)
      this.#wrong('draft-is-kept', `What was typed at ${here.label} is not there.`);
    if (here.id !== there.id && others.ok && others.value.body === body)
      this.#wrong('draft-is-kept', `What was typed at ${here.label} is at ${there.label}.`);
  }

  /** Orders something, takes what was ordered last, or has that forgotten; then looks at what the file has of it. */
  async lastOrder({ account, deed }: StepOf<'last-order'>, running: Running): Promise<void> {
    const chosen = await this.account(account, running);
    if (chosen === null) return;
    const { id, label } = chosen;
    const { services, observer } = running;
    const { lastOrders } = services;
    if (deed === 'save') {
      this.#typed += 1;
      const body = `typed order ${this.#typed}`;
      this.#orders.set(body, { accountId: id, process: this.#machine.processes });
      this.#forgotten.delete(id);
      await resultOf(() => lastOrders.save(id, body));
    } else if (deed === 'forget' && (await resultOf(() => lastOrders.forget(id))).ok)
      this.#forgotten.set(id, this.#machine.epoch);
    this.#tell(() => `At ${label}, what was ordered last: ${deed}.`);
    const read = await lastOrders.read(id);
    const order = read.ok ? read.value : null;
    if (order !== null) this.#lookAtOrder(order.body, chosen);
    const stored = observer.lastOrders();
    if (stored.some(({ text }) => text.includes('typed order')))
      this.#wrong('last-order', 'What was ordered last is in the file as it was typed.');
    if (this.#machine.place() === 'memory' && stored.length > 0)
      this.#wrong('last-order', 'What was ordered last is in the file, without a keychain.');
  }

  #lookAtOrder(body: string, { id, label }: Account): void {
    const saved = this.#orders.get(body);
    if (saved?.accountId !== id)
      this.#wrong('last-order', `${label} is offered what was ordered at another account.`);
    if (this.#forgotten.get(id) === this.#machine.epoch)
      this.#wrong('last-order', `${label} is offered what was forgotten.`);
    if (this.#machine.place() === 'memory' && saved?.process !== this.#machine.processes)
      this.#wrong('last-order', `${label} is offered what was ordered before a start, without a keychain.`);
  }

  /** Alters an account. */
  async edit({ account, what }: StepOf<'edit'>, running: Running): Promise<void> {
    const chosen = await this.account(account, running);
    if (chosen === null) return;
    const { id, colour, label, options, baseUrl, username } = chosen;
    const before = { id, colour, label, options, baseUrl, username };
    const [north, ben, south] = this.#machine.around.resellers.map(({ login }) => login);
    if (north === undefined || ben === undefined || south === undefined) return;
    const { login } = this.#machine.around.resellerOf(this.#machine.around.loginOf(chosen));
    const moved = { baseUrl: baseUrl === login.baseUrl ? login.otherUrl : login.baseUrl };
    const elsewhere = baseUrl === south.baseUrl ? north : south;
    const edited = {
      label: { ...before, label: label.endsWith('!') ? label.slice(0, -1) : `${label}!` },
      options: {
        ...before,
        options: { ...options, timeoutMs: options.timeoutMs === 60_000 ? 90_000 : 60_000 },
      },
      address: { ...before, baseUrl: elsewhere.baseUrl, username: elsewhere.username },
      user: {
        ...before,
        baseUrl: north.baseUrl,
        username: username === ben.username ? north.username : ben.username,
      },
      moved: { ...before, ...moved, ...{ isSameService: true } },
      'moved-unknown': { ...before, ...moved },
    }[what];
    const done = await running.accounts.edit(edited);
    this.#tell(
      () => `Ada changes ${label}: ${what}, now ${this.#machine.around.loginOf(edited)}${failureIn(done)}.`,
    );
    if (!done.ok) return;
    if (what === 'moved') this.#machine.tellSame(login.name);
    await this.select({ ...chosen, ...edited }, running);
  }

  async removeAccount({ account, isTyped }: StepOf<'remove-account'>, running: Running): Promise<void> {
    const chosen = await this.account(account, running);
    if (chosen === null) return;
    const { id, label } = chosen;
    const contents = await running.accounts.contents({ id });
    const removed = await running.accounts.remove({ id, typedLabel: isTyped ? label : null });
    this.#tell(() => `Ada removes the account ${label}${failureIn(removed)}.`);
    if (!removed.ok || !contents.ok) return;
    const { domains } = contents.value;
    this.#removals = [{ id, label, domains }, ...this.#removals];
    if (domains === 0) return;
    if (!isTyped) this.#wrong('careful-removal', `${label} with ${domains} domains goes by one click.`);
    const kept = this.#machine.keptFiles().map((path) => domainsIn(path, id));
    if (!kept.includes(domains))
      this.#wrong('careful-removal', `No backup holds the ${domains} domains of ${label}.`);
  }

  /** Takes the last removal back. */
  async undoRemoval(running: Running): Promise<void> {
    const hidden = await running.accounts.removed({});
    const last = hidden.ok ? hidden.value.accounts[0] : undefined;
    const removal = this.#removals.find(({ id }) => id === last?.id);
    if (last === undefined || removal === undefined) return;
    const restored = await running.accounts.restore({ id: last.id });
    this.#tell(() => `Ada takes back that ${removal.label} was removed${failureIn(restored)}.`);
    if (!restored.ok) return;
    this.#removals = this.#removals.filter((each) => each !== removal);
    const contents = await running.accounts.contents({ id: last.id });
    if (contents.ok && contents.value.domains !== removal.domains)
      this.#wrong(
        'careful-removal',
        `${removal.label} comes back with ${contents.value.domains} domains of ${removal.domains}.`,
      );
  }

  /** An account that was removed in this run of the program can be had back, with all that was its own. */
  async lookForRemoved(running: Running): Promise<void> {
    const hidden = await running.accounts.removed({});
    if (!hidden.ok) return;
    for (const { id, label } of this.#removals)
      if (!hidden.value.accounts.some((account) => account.id === id))
        this.#wrong('careful-removal', `${label} cannot be taken back.`);
  }

  /** The program was started again: what was removed before may be gone. */
  forget(): void {
    this.#removals = [];
    this.#isAsking = false;
  }

  /** The price of a premium name is the one that the service gives for it, or is not given (F14). */
  lookAtPrice({ kind, domain, price, finding }: Review, login: string): void {
    if (kind !== 'register' || finding?.kind !== 'premium' || price === null) return;
    const shown = price.kind === 'given' ? price.amount : null;
    const given = this.#machine.around.resellerOf(login).premiumPrices(domain);
    if (given.includes(shown)) return;
    this.#wrong(
      'premium-price',
      `${domain} is shown at ${shown ?? 'no price'}, and the service gave ${given.join(', ')}.`,
    );
  }

  #wrong(invariant: Wrong['invariant'], says: string): void {
    this.wrongs.push({ invariant, says });
  }

  #tell(sentence: () => string): void {
    this.#machine.tell(sentence);
  }
}
