import type { accountOptions } from '../areas/common-schemas.ts';
import type { TypeOf } from '../schema-type.ts';
import { type Counting, listed, plural } from './counting.ts';
import type { Price } from './finding.ts';
import type { accountColours } from './choices.ts';

export type AccountOptions = TypeOf<typeof accountOptions>;
export type AccountColour = (typeof accountColours)[number];

export const defaultAccountOptions: AccountOptions = {
  tldNotation: 'without-dot',
  requestsPerSecond: null,
  concurrency: null,
  tldsPerRequest: 50,
  premiumEnabled: false,
  timeoutMs: 60_000,
  sendTimestamp: false,
  writableRoles: ['Registrant'],
  postcodeField: 'postcode',
  expiryFromSync: true,
  mostNameservers: 5,
  currency: null,
  limits: null,
  orderDefaults: { contact: null, nameservers: null, periodYears: 1, locksAfter: false },
};

/** Completes an amount by the account's currency, where the service named none. */
export const inCurrencyOf =
  (options: Pick<AccountOptions, 'currency'>) =>
  <T extends { readonly currency: string | null }>(amount: T): T => ({
    ...amount,
    currency: amount.currency ?? options.currency,
  });

/** The same of a price, where it is given. */
export const priceIn =
  (currency: string | null) =>
  (price: Price): Price =>
    price.kind === 'given' ? inCurrencyOf({ currency })(price) : price;

/** Which money it is where an amount names no currency: amounts of two owners are never added up (H17). */
export interface MoneyOwner {
  readonly id: string;
  /** The account's label. */
  readonly label: string;
}

/** The money of an account: by the label that a person gave it, or else its own, which is like no other. */
export interface Money {
  readonly currency: string | null;
  readonly owner: MoneyOwner;
}

/** `of` is set where neither the price nor the account names a currency. */
export type OwnedPrice = Price & { readonly of?: MoneyOwner };

/** A price as the money that it is, for sums over accounts. */
export function pricedIn({ currency, owner }: Money): (price: Price) => OwnedPrice {
  const complete = inCurrencyOf({ currency });
  const of = (named: string | null): Pick<OwnedPrice, 'of'> => (named === null ? { of: owner } : {});
  return (price) => {
    if (price.kind === 'given') return { ...complete(price), ...of(price.currency ?? currency) };
    if (price.kind !== 'not-given' || price.atLeast === undefined) return price;
    return { ...price, atLeast: complete(price.atLeast), ...of(price.atLeast.currency ?? currency) };
  };
}

/**
 * The login and service that a change goes to. Guards are keyed by it, so that two labels for one login, or an account
 * that was removed and added again, count as the same (F5).
 */
export interface ServiceIdentity {
  /** As set in the account; `practice` for the practice service, whose address differs in each run. */
  readonly baseUrl: string;
  /** The account's e-mail address; empty for the practice service. */
  readonly username: string;
}

interface Login extends ServiceIdentity {
  readonly kind: 'practice' | 'reseller';
}

export const serviceOf = ({ kind, baseUrl, username }: Login): ServiceIdentity =>
  kind === 'practice' ? { baseUrl: 'practice', username: '' } : { baseUrl, username };

/** Whether what is done with an account is real: money, domains and changes of the practice account are not. */
export const isReal = ({ kind }: Pick<Login, 'kind'>): boolean => kind !== 'practice';

/**
 * Those of the accounts that a list or a sum over all accounts is of: the practice account is in none, unless there is nothing else
 * (H17). The same in SQL: `isOfCounted`, and of the journal `isCounted`.
 */
export function countedTogether<T extends Pick<Login, 'kind'>>(accounts: readonly T[]): readonly T[] {
  const real = accounts.filter(isReal);
  return real.length === 0 ? accounts : real;
}

/**
 * The accounts whose domains count as the user's own beside those of an account: itself first, then every other one of its sort.
 * The practice account has names of the practice service alone.
 */
export function alliesOf(
  accounts: readonly { readonly id: string; readonly kind: Login['kind'] }[],
  accountId: string,
): readonly string[] {
  const own = accounts.find(({ id }) => id === accountId);
  const others = accounts.filter(({ id, kind }) => id !== accountId && kind === own?.kind);
  return [accountId, ...others.map(({ id }) => id)];
}

/**
 * The identity as one text (G4): lower case, without the host's final dot and a default port; the host's
 * A-labels come from `parseBaseUrl`. The path is ignored: a server that moves its API is the same server. So is the case of the
 * e-mail address: treating two logins as one blocks too much at worst.
 */
export function serviceKey({ baseUrl, username }: ServiceIdentity): string {
  const [, scheme, host, port = ''] = origin.exec(baseUrl.trim().toLowerCase()) ?? [];
  const isUsual = port === usualPorts[scheme ?? ''];
  const server = host === undefined ? baseUrl : `${scheme}://${host}${isUsual ? '' : port}`;
  return `${server}\n${username.trim().toLowerCase()}`;
}

/** Scheme, host without its final dot, port. */
const origin = /^([a-z]+):\/\/(\[[^\]]*\]|[^/:?#]+?)\.?(:\d+)?(?=[/?#]|$)/;
const usualPorts: Readonly<Record<string, string>> = { https: ':443', http: ':80' };

/** The parts of a {@link serviceKey}. */
export function loginIn(key: string): ServiceIdentity {
  const [baseUrl = '', username = ''] = key.split('\n');
  return { baseUrl, username };
}

/** {@link serviceKey} of the practice service. */
export const practiceLogin = 'practice\n';

/** Whether both are one login, to which the same key belongs. */
export const isSameLogin = (one: ServiceIdentity, other: ServiceIdentity): boolean =>
  serviceKey(one) === serviceKey(other);

/** Whether address and user are exactly equal: a change is sent only to the service for which it was reviewed. */
export const isSameService = (one: ServiceIdentity, other: ServiceIdentity): boolean =>
  one.baseUrl === other.baseUrl && one.username === other.username;

/** Counts of an account's contents, all of which are removed with it. */
export interface Contents {
  readonly domains: number;
  /** Of the domains, those with a note or a tag. */
  readonly annotated: number;
  readonly sessions: number;
  readonly drafts: number;
  readonly batches: number;
}

/** Whether the account contains anything that would be lost with its removal. */
export const holdsAnything = ({ domains, sessions, drafts, batches }: Contents): boolean =>
  domains + sessions + drafts + batches > 0;

/**
 * What the removal of an account deletes: "5,001 domains (12 with notes or tags) and 2 bulk lookups are removed here."
 * Null if that is nothing.
 */
export function removalText(contents: Contents, { count, counted }: Counting): string | null {
  if (!holdsAnything(contents)) return null;
  const { domains, annotated, sessions, drafts, batches } = contents;
  const noted = annotated === 0 ? '' : ` (${count(annotated)} with notes or tags)`;
  const parts = [
    [domains, `${counted(domains, 'domain', 'domains')}${noted}`],
    [sessions, counted(sessions, 'bulk lookup', 'bulk lookups')],
    [drafts, counted(drafts, 'draft', 'drafts')],
    [batches, counted(batches, 'batch', 'batches')],
  ] as const;
  const all = listed(parts.filter(([number]) => number > 0).map(([, words]) => words));
  const total = domains + sessions + drafts + batches;
  return plural(total, `${all} is removed here.`, `${all} are removed here.`);
}
