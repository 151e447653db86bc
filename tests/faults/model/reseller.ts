import {
  type PracticeDomain,
  startingDomains,
  type World,
} from '../../../electron/main/practice/operations/domains.ts';
import {
  type Chooser,
  type ChosenFaults as PracticeTrouble,
  noFaults,
} from '../../../electron/main/practice/faults/choose.ts';
import type { AnswerFault } from '../../../electron/main/practice/faults/fault.ts';
import { type Route, routeOf } from '../../../electron/main/practice/operations/table.ts';
import {
  actionNotFound,
  notAuthenticated,
  type Reply,
  respond,
  untroubled,
} from '../../../electron/main/practice/service.ts';
import { type Authenticator, createAuthenticator, decimal } from '../../../electron/main/practice/wire.ts';
import { type ChangeFamily, type ChangeKind, familyOf } from '../../../shared/domain/change-kinds.ts';
import type { VirtualTime } from '../../support/time/virtual-time.ts';
import {
  answerFaultOf,
  changed,
  lookedUp,
  premiumAnswer,
  renewalAnswer,
  soldAnswer,
} from './reseller-answers.ts';
import { contradictions, definedNo, sentences, stateOfDomain } from './sentences.ts';
import type { Registries } from './registries.ts';
import type { Happening, StepOf } from './steps.ts';
import type { Trouble } from './troubles.ts';
import type { LimitsThen } from './workspace-here.ts';

/** What a person enters a service with: its address and a user there. Two accounts of Namedesk can have the same one. */
export interface Login {
  readonly name: string;
  readonly baseUrl: string;
  /** Where the same service can be reached too. */
  readonly otherUrl: string;
  readonly username: string;
  readonly apiKey: string;
}

/** A change that arrived at a service, whatever became of it. */
export interface Post {
  readonly number: number;
  readonly login: string;
  /** Of Namedesk, by whose connection it came. */
  readonly accountId: string;
  readonly domain: string;
  readonly kind: ChangeKind;
  readonly family: ChangeFamily;
  /** Below the base URL, and the form: what the journal's digest is made of. */
  readonly path: string;
  readonly body: string;
  readonly atMs: number;
  /** How many entries the journal on the disk had then. */
  readonly entries: number;
  /** Counts the restores before it, and the files that were put back. */
  readonly epoch: number;
  /** In which age it was sent: a consent of an earlier one is none. */
  readonly age: number;
  /** Which of all processes that had the workspace has sent it. */
  readonly process: number;
  /** The window said that the workspace was restored, and nobody had looked at that. */
  readonly isUnseenRestore: boolean;
  /** What could be spent without confirming it. */
  readonly limits: LimitsThen | null;
  readonly trouble: Trouble;
  /** When it was really carried out; null where it was not, or not yet. */
  doneAtMs: number | null;
  /** When it was taken from the credit; null where it was not, or not yet. */
  chargedAtMs: number | null;
  /** What it costs here, in cents; null where it was not carried out, or costs nothing. */
  costCents: number | null;
  /** What was answered, for people; empty where nothing was. */
  said: string;
  /** `clear-yes`: said done, and did nothing. `defined-no`: a no that is a defined one, and did it. */
  lie: 'clear-yes' | 'defined-no' | null;
}

/** A read that was answered. */
export interface AnsweredRead {
  readonly login: string;
  readonly domain: string;
  readonly part: string;
  readonly atMs: number;
  /** The service showed what was asked for. */
  readonly isShown: boolean;
  /** Of which moment the answer is: a credit can be shown as it was. */
  readonly ofMs: number;
  /** What was there when it was answered: at the same moment it may have changed after that. */
  readonly there: StateThen;
}

/** How an exchange ends on the service's side. */
export type Ending =
  | { readonly kind: 'answer'; readonly reply: Reply }
  | { readonly kind: 'breaks' }
  | { readonly kind: 'silence' };

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly username: string | undefined;
  readonly token: string | undefined;
  readonly accountId: string;
  readonly by: Caller;
}

type SentBeside = Pick<Post, 'entries' | 'epoch' | 'age' | 'process' | 'isUnseenRestore' | 'limits'>;

/** The computer that asks, and all that has arrived from it. */
export interface Caller {
  readonly posts: Post[];
  readonly reads: AnsweredRead[];
  /** Requests for a transfer code. */
  readonly codeRequests: string[];
  /** Requests with the key of another login. */
  readonly strayKeys: string[];
  readonly journalNow: (accountId: string) => SentBeside;
}

/** What all services of a history share. */
export interface ResellerDeps {
  readonly time: VirtualTime;
  /** Keys of the other logins. */
  readonly otherKeys: readonly string[];
  /** Of all computers. */
  readonly nextPost: () => number;
  readonly tell: (sentence: () => string) => void;
  /** Waits by the virtual clock. */
  readonly hold: (durationMs: number) => Promise<void>;
  /** A name was registered with this login: nobody else can. */
  readonly onRegistered: (domain: string) => void;
  readonly registries: Registries;
}

const kinds: Readonly<Record<string, ChangeKind>> = {
  register: 'register',
  renew: 'renew',
  'contact-write': 'contacts',
  'lock-write': 'lock',
  'nameservers-write': 'nameservers',
  sync: 'sync',
  'child-register': 'child-register',
  'child-modify': 'child-modify',
  'child-delete': 'child-delete',
};

/** The domains that every login has at the start, names that a file alone has, and names that anyone may buy. */
export const ownedDomains = ['harbour-books.com', 'cape-coffee.co.za', 'orbit-hosting.net'] as const;
export const filedDomains = ['filed-lantern.com', 'filed-anchor.net'] as const;
export const freeDomains = ['available-harbour.com', 'priced-lamp.net', 'premium-cape.org'] as const;

/** What a domain is at one moment. */
export interface StateThen {
  readonly atMs: number;
  /** Null where this login does not have it. */
  readonly domain: PracticeDomain | null;
  /** Somebody else has it. */
  readonly isSold: boolean;
}

const latencyMs = 80;
/** A registry takes longer to register a name than anything else: up to eight minutes where the rest takes 25 s. */
const registryIsSlower = 20;

/** How a service charges for what it did, in virtual time. */
type Billing = Pick<StepOf<'billing'>, 'afterMs' | 'lagMs'>;

/** One login at a service: the practice service's own operations over an account of its own, with a record of all that is done. */
export class Reseller {
  readonly login: Login;
  readonly world: World;
  awayUntilMs = 0;
  billing: Billing = { afterMs: 0, lagMs: 0 };
  readonly #deps: ResellerDeps;
  readonly #authenticate: Authenticator;
  readonly #others: readonly Authenticator[];
  readonly #credits: { readonly atMs: number; readonly cents: number }[] = [];
  readonly #sold = new Set<string>();
  readonly #caught = new Set<string>();
  /**
   * What look-ups say that a year of a renewal costs here, since when, and what is taken for it; empty where it costs what practice takes
   * and look-ups do not say it.
   */
  readonly renewalPrices: { readonly atMs: number; readonly cents: number; readonly takes: number }[] = [];
  readonly #states = new Map<string, StateThen[]>();
  /** Of each premium name, what was answered lately as its premium price; null where none was. */
  readonly #premium = new Map<string, (string | null)[]>();

  constructor(login: Login, creditCents: number, deps: ResellerDeps) {
    this.login = login;
    this.#deps = deps;
    const all = startingDomains(deps.time.now());
    const isOwned = (name: string): boolean => ownedDomains.some((owned) => owned === name);
    const expiryOf = (name: string): string => deps.registries.expiryOf(name, 'now') ?? '';
    const domains = new Map(
      [...all.values()]
        .filter(({ name }) => isOwned(name))
        .map((domain) => [domain.name, { ...domain, expiryOn: expiryOf(domain.name) }]),
    );
    this.world = {
      account: { creditCents, domains },
      seed: 1,
      mostPriced: false,
      now: deps.time.now,
    };
    this.#authenticate = createAuthenticator(login.username, login.apiKey);
    this.#others = deps.otherKeys.map((key) => createAuthenticator(login.username, key));
    for (const name of [...ownedDomains, ...freeDomains]) this.#remember(name);
  }

  /** The part of a URL behind the service's address; null where it is not this one's. */
  pathIn(url: string): string | null {
    const { baseUrl, otherUrl } = this.login;
    const address = [baseUrl, otherUrl].find((each) => url.startsWith(each));
    return address === undefined ? null : url.slice(address.length);
  }

  isAt = (baseUrl: string): boolean => baseUrl === this.login.baseUrl || baseUrl === this.login.otherUrl;

  get isAway(): boolean {
    return this.#nowMs() < this.awayUntilMs;
  }

  /** What the last answers about a premium name gave as its price. */
  premiumPrices = (name: string): readonly (string | null)[] => (this.#premium.get(name) ?? []).slice(-6);

  domain = (name: string): PracticeDomain | undefined => this.world.account.domains.get(name);

  stateAt(name: string, atMs: number): StateThen {
    const states = this.#states.get(name) ?? [];
    return states.findLast((state) => state.atMs <= atMs) ?? { atMs: 0, domain: null, isSold: false };
  }

  statesBetween(name: string, fromMs: number, toMs: number): readonly StateThen[] {
    const states = this.#states.get(name) ?? [];
    return [this.stateAt(name, fromMs), ...states.filter(({ atMs }) => atMs > fromMs && atMs <= toMs)];
  }

  /** Takes a request that has arrived, carries out what it asks for (or not), and says how the exchange ends. */
  async serve(asked: Asked, trouble: Trouble): Promise<Ending> {
    const route = routeOf(asked.method, asked.path);
    if (!this.#authenticate(asked.username, asked.token, this.#deps.time.now())) {
      if (this.#others.some((isSigned) => isSigned(asked.username, asked.token, this.#deps.time.now())))
        asked.by.strayKeys.push(`${asked.method} ${asked.path} at ${this.login.name}`);
      return { kind: 'answer', reply: untroubled(notAuthenticated) };
    }
    if (route === null) return { kind: 'answer', reply: untroubled(actionNotFound) };
    const post = this.#postOf(route, asked, trouble);
    if (route.operation === 'eppcode') asked.by.codeRequests.push(route.domain);
    const carryOut = (how = trouble): Reply => this.#carryOut(route, asked, post, how);
    const slowness = post?.kind === 'register' ? registryIsSlower : 1;
    await this.#deps.hold(trouble.kind === 'slow' ? trouble.afterMs : latencyMs);
    if (trouble.kind === 'accepts') return this.#accept(carryOut, trouble.afterMs);
    if (trouble.kind !== 'lost') return { kind: 'answer', reply: carryOut() };
    if (trouble.done === 'at-once') carryOut();
    if (trouble.done === 'later') {
      void this.#deps.time.timer.sleep(trouble.afterMs * slowness).then(() => carryOut());
    }
    this.#deps.tell(() =>
      trouble.how === 'breaks'
        ? `The connection to ${this.login.name} breaks before an answer.`
        : `${this.login.name} never answers.`,
    );
    return { kind: trouble.how };
  }

  /** Says done, and does it later; what it refuses it has not accepted. */
  #accept(carryOut: (how?: Trouble) => Reply, afterMs: number): Ending {
    const reply = carryOut({ kind: 'lies' });
    if (reply.answer.status === 200) void this.#deps.time.timer.sleep(afterMs).then(() => carryOut());
    return { kind: 'answer', reply };
  }

  /** Something that nobody asked for through Namedesk. */
  happen(name: string, happening: Exclude<Happening, 'transfer'>): boolean {
    const domain = this.domain(name);
    if (happening === 'sold' || happening === 'caught') {
      if (domain !== undefined || this.#sold.has(name)) return false;
      this.#sold.add(name);
      if (happening === 'caught') this.#caught.add(name);
      this.#deps.registries.sold(name);
    } else if (domain === undefined) return false;
    else {
      const after = changed(domain, happening);
      this.world.account.domains.set(name, after);
      this.#deps.registries.follow(name, domain, after, { kind: 'elsewhere' });
    }
    this.#remember(name);
    return true;
  }

  #nowMs = (): number => this.#deps.time.timer.nowMs();

  #remember(name: string): void {
    const states = this.#states.get(name) ?? [];
    const atMs = states.length === 0 ? 0 : this.#nowMs();
    states.push({ atMs, domain: this.domain(name) ?? null, isSold: this.#sold.has(name) });
    this.#states.set(name, states);
  }

  #postOf(route: Route, { path, body, accountId, by }: Asked, trouble: Trouble): Post | null {
    const kind = kinds[route.operation];
    if (kind === undefined) return null;
    const domain = route.domain === '' ? (new URLSearchParams(body).get('domain') ?? '') : route.domain;
    const post: Post = {
      number: this.#deps.nextPost(),
      login: this.login.name,
      ...{ accountId, domain, kind, family: familyOf(kind), path, body },
      atMs: this.#nowMs(),
      ...by.journalNow(accountId),
      trouble,
      doneAtMs: null,
      chargedAtMs: null,
      costCents: null,
      said: '',
      lie: null,
    };
    by.posts.push(post);
    this.#deps.tell(() => `${this.login.name} receives POST ${post.number}: ${kind} ${domain}.`);
    return post;
  }

  #carryOut(route: Route, { body, by }: Asked, post: Post | null, trouble: Trouble): Reply {
    const name = post?.domain ?? route.domain;
    const before = this.domain(name);
    const chooser: Chooser = {
      onArrival: () => null,
      onRequest: () => this.#practiceTrouble(route, name, body, trouble, post !== null),
    };
    const world = route.operation === 'credits' ? this.#worldThen() : this.world;
    const creditBefore = this.world.account.creditCents;
    const reply = respond(route, body, 'application/x-www-form-urlencoded', { world, chooser });
    if (post !== null) this.#charge(post, creditBefore);
    const after = this.domain(name);
    if (after !== before) {
      this.#remember(name);
      if (post !== null)
        this.#deps.registries.follow(name, before, after, { kind: 'post', number: post.number });
    }
    if (post === null) by.reads.push(this.#readOf(route, body, reply, trouble));
    else this.#notePost(post, reply, after !== before || isSynced(post, reply));
    return reply;
  }

  /** Takes what a change costs from the credit when this service does so, and not when the practice service did. */
  #charge(post: Post, creditBefore: number): void {
    const { account } = this.world;
    const { afterMs } = this.billing;
    const taken = creditBefore - account.creditCents;
    const price = (post.kind === 'renew' ? this.#renewalCents(post) : null) ?? taken;
    if (taken <= 0) return;
    post.costCents = price;
    account.creditCents = creditBefore;
    const take = (): void => {
      this.#credits.push({ atMs: this.#nowMs(), cents: account.creditCents });
      account.creditCents -= price;
      post.chargedAtMs = this.#nowMs();
      if (afterMs !== 0)
        this.#deps.tell(
          () => `${this.login.name} charges POST ${post.number} (credit ${decimal(account.creditCents)}).`,
        );
    };
    if (afterMs === 0) take();
    else if (afterMs !== null) void this.#deps.time.timer.sleep(afterMs).then(take);
  }

  /** With the credit as it was as long ago as this service lags. */
  #worldThen(): World {
    const { account } = this.world;
    const atMs = this.#nowMs() - this.billing.lagMs;
    const then = this.#credits.find((each) => each.atMs > atMs);
    return { ...this.world, account: { ...account, creditCents: then?.cents ?? account.creditCents } };
  }

  /** Per year; null where practice's own price holds. */
  #renewalCents({ body }: Post): number | null {
    const years = Number(new URLSearchParams(body).get('regperiod') ?? 1);
    const now = this.renewalPrices.at(-1);
    return now === undefined ? null : now.takes * years;
  }

  #pricedAnswer(route: Route, body: string): AnswerFault | null {
    const name = lookedUp(body);
    const renewal = this.renewalPrices.at(-1);
    const isOwned = route.operation === 'lookup' && this.domain(name) !== undefined;
    return isOwned && renewal !== undefined
      ? renewalAnswer(name, renewal.cents)
      : this.#premiumAnswer(route, body);
  }

  /** Paid in at the provider, by the reseller. */
  topUp(cents: number): void {
    const { account } = this.world;
    this.#credits.push({ atMs: this.#nowMs(), cents: account.creditCents });
    account.creditCents += cents;
  }

  /** About a premium name that can be had: with the ordinary price of its TLD beside, and the premium price in some hours only. */
  #premiumAnswer(route: Route, body: string): AnswerFault | null {
    const name = lookedUp(body);
    const isAsked = route.operation === 'lookup' && new URLSearchParams(body).get('premiumEnabled') === '1';
    if (!isAsked || !name.startsWith('premium') || this.domain(name) !== undefined) return null;
    const price = Math.floor(this.#nowMs() / premiumChangesMs) % 2 === 0 ? null : '260.00';
    this.#premium.set(name, [...(this.#premium.get(name) ?? []), price]);
    return premiumAnswer(name, price);
  }

  #readOf(route: Route, body: string, { answer }: Reply, trouble: Trouble): AnsweredRead {
    // A sentence in place of the state shows nothing, also with status 200 and without the word "error".
    const isState = answerFaultOf(trouble) === null;
    const isShown = isState && answer.status === 200 && !/error|<html/i.test(answer.body);
    const domain = route.operation === 'lookup' ? lookedUp(body) : route.domain;
    const atMs = this.#nowMs();
    const there = this.stateAt(domain, atMs);
    const ofMs = route.operation === 'credits' ? atMs - this.billing.lagMs : atMs;
    return { login: this.login.name, domain, part: route.operation, atMs, ofMs, isShown, there };
  }

  #notePost(post: Post, { answer }: Reply, isDone: boolean): void {
    const { trouble } = post;
    post.said = trouble.kind === 'lost' ? '' : `${answer.status} ${answer.body.slice(0, 120)}`;
    if (isDone) {
      post.doneAtMs = this.#nowMs();
      if (post.kind === 'register') this.#deps.onRegistered(post.domain);
    }
    if (isUntrueYes(post) && !isDone && answer.status === 200) post.lie = 'clear-yes';
    const meaning = trouble.kind === 'says' ? sentences[trouble.sentence]?.means : undefined;
    if (isDone && meaning !== undefined && definedNo.has(meaning)) post.lie = 'defined-no';
    const { creditCents } = this.world.account;
    this.#deps.tell(() => {
      const deed = isDone ? `carries out POST ${post.number}` : `does not carry out POST ${post.number}`;
      const answered = post.said === '' ? '' : ` and answers ${post.said}`;
      return `${this.login.name} ${deed}${answered} (credit ${decimal(creditCents)}).`;
    });
  }

  #practiceTrouble(
    route: Route,
    name: string,
    body: string,
    trouble: Trouble,
    isWrite: boolean,
  ): PracticeTrouble {
    const sold = this.#sold.has(route.operation === 'lookup' ? lookedUp(body) : name);
    const caught = this.#caught.has(name);
    if (sold) return { ...noFaults, answer: soldAnswer(route, body, caught), isApplied: false };
    const priced = answerFaultOf(trouble) === null ? this.#pricedAnswer(route, body) : null;
    if (priced !== null) return { ...noFaults, answer: priced, isApplied: true };
    const isApplied = isWrite && (!('isDone' in trouble) || trouble.isDone) && trouble.kind !== 'lies';
    return { ...noFaults, answer: answerFaultOf(trouble), isApplied: isWrite ? isApplied : true };
  }
}

const isUntrueYes = ({ kind, trouble }: Post): boolean =>
  trouble.kind === 'lies' ||
  trouble.kind === 'accepts' ||
  (kind === 'sync' && trouble.kind === 'both' && contradictions[trouble.body] === stateOfDomain);

const isSynced = ({ kind, trouble }: Post, { answer, trouble: { isApplied } }: Reply): boolean =>
  kind === 'sync' && isApplied && (answer.status === 200 || trouble.kind === 'says');

const premiumChangesMs = 20 * 60_000;
