import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LockState, SyncAnswer } from '#shared/domain/change.ts';
import { hostIn } from '#shared/domain/plain-name.ts';
import type { ChildNameserver, Domain, DomainPart, KnownSource, Reading } from '#shared/domain/portfolio.ts';
import type { Result } from '#shared/result.ts';
import type { Output } from '#shared/routes.ts';
import { hostOf, readName } from '../import/read-name.ts';

export type Added = Output<'domains', 'add'>;
export type ContactsNow = Output<'domains', 'readContacts'>;

/** The domains of an account, and what is known of each, with age and source. */
export interface Portfolio {
  readonly list: (accountId: string) => Promise<Result<readonly Domain[]>>;
  /** Fails with: `invalid-input` where the name is not in the portfolio. */
  readonly find: (accountId: string, name: string) => Promise<Result<Domain>>;
  /**
   * Adds the names in a text, without a request to the service. Names that are there already stay as they are.
   *
   * Fails with: `invalid-input` (more than an account can have), `storage`.
   */
  readonly add: (
    accountId: string,
    text: string,
    tags: readonly string[],
    addedBy: Domain['addedBy'],
  ) => Promise<Result<Added>>;
  /** Fails with: `invalid-input` where a domain would have too many tags. */
  readonly tag: (
    accountId: string,
    names: readonly string[],
    add: readonly string[],
    remove: readonly string[],
  ) => Promise<Result<unknown>>;
  readonly note: (accountId: string, name: string, note: string) => Promise<Result<Domain>>;
  /** @param expiresOn Null removes a date that was entered by hand; a date from a sync stays. */
  readonly tellExpiry: (accountId: string, name: string, expiresOn: string | null) => Promise<Result<Domain>>;
  readonly archive: (
    accountId: string,
    names: readonly string[],
    isArchived: boolean,
  ) => Promise<Result<unknown>>;
  readonly remove: (accountId: string, names: readonly string[]) => Promise<Result<unknown>>;
  /**
   * Starts to read; names that are not in the portfolio are ignored. A part that two readings want is requested once.
   *
   * Fails with: `invalid-input` (none of the names is in the portfolio), `no-account`, `storage`. Later failures are reported by
   * the reading.
   */
  readonly readAgain: (
    accountId: string,
    names: readonly string[],
    parts: readonly DomainPart[],
  ) => Promise<Result<Reading>>;
  readonly cancelReading: (id: string) => void;
  /** Unmasked, for the page only. Fails with: what the client's reads fail with. */
  readonly readContacts: (accountId: string, name: string) => Promise<Result<ContactsNow>>;
  readonly children: (accountId: string, name: string) => Promise<Result<readonly ChildNameserver[]>>;
  readonly tellChild: (
    accountId: string,
    name: string,
    host: string,
    addresses: readonly string[],
  ) => Promise<Result<readonly ChildNameserver[]>>;
  readonly forgetChild: (
    accountId: string,
    name: string,
    host: string,
  ) => Promise<Result<readonly ChildNameserver[]>>;
  readonly usersOf: (accountId: string, host: string) => Promise<Result<readonly string[]>>;
  /** Applies an observation from elsewhere in the program, such as a read before or after a change. Unknown names are ignored. */
  readonly learn: (accountId: string, name: string, learned: Learned) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Learned {
  readonly at: string;
  readonly source: KnownSource;
  readonly lock?: LockState;
  readonly nameservers?: readonly string[];
  readonly told?: SyncAnswer;
  /** The name was registered by this program: it is added to the portfolio where it is missing. */
  readonly isRegistered?: boolean;
  /** The domain was renewed by this program: a known expiry is expected to move by this many years. */
  readonly renewal?: { readonly years: number; readonly sentAt: string };
  readonly child?:
    | { readonly host: string; readonly addresses: readonly string[] }
    | { readonly host: string; readonly isGone: true };
}

type RefusedRow = Added['refused'][number];

/** The names in a text, each once, in their order; and why the other words are not names. */
interface TypedNames {
  /** The registrable names as A-labels in lower case. */
  readonly names: readonly string[];
  readonly refused: RefusedRow[];
}

const mostShown = 300;
const mostRefused = 20_000;
const wordsPerTurn = 1_000;

/**
 * Reads typed or pasted names: one on a line, or several separated by spaces, commas or semicolons. A URL counts as its host, and
 * a host as its registrable name.
 *
 * @param knownTlds As `knownTldSet` makes it. Where none matches, everything behind the first label counts as the TLD.
 */
export async function typedNames(text: string, knownTlds: ReadonlySet<string>): Promise<TypedNames> {
  const names = new Set<string>();
  const refused: RefusedRow[] = [];
  let words = 0;
  for (const [index, line] of text.split(/\r\n|[\n\r\u2028\u2029]/u).entries()) {
    for (const word of line.split(/[\s,;]+/u)) {
      const { text: typed } = hostOf(word);
      if (typed === '') continue;
      // Yields regularly, so that the window stays responsive while a hundred thousand names are read.
      if ((words += 1) % wordsPerTurn === 0) await nextTurn();
      const read = registrableName(typed, knownTlds);
      if (read.name !== null) names.add(read.name);
      else refused.push({ line: index + 1, text: cut(typed), reason: cut(read.reason) });
    }
  }
  return { names: [...names], refused: firstOf(refused) };
}

/** As many as the page accepts; the last one says how many more there are. */
function firstOf(refused: readonly RefusedRow[]): RefusedRow[] {
  const shown = refused.slice(0, mostRefused - 1);
  const next = refused[shown.length];
  if (next === undefined) return shown;
  const more = refused.length - shown.length;
  return [
    ...shown,
    { ...next, reason: cut(more === 1 ? next.reason : `${next.reason}; and ${more - 1} more`) },
  ];
}

type Read = { readonly name: string } | { readonly name: null; readonly reason: string };

function registrableName(typed: string, knownTlds: ReadonlySet<string>): Read {
  const read = readName(typed, knownTlds);
  if (!read.ok) return { name: null, reason: read.error.reason };
  const { ascii, tld } = read.value;
  if (tld === null)
    return { name: null, reason: 'The TLD is missing: a full name is needed, as example.com' };
  const name = `${ascii}.${tld}`;
  if (!knownTlds.has(name)) return { name };
  return { name: null, reason: `${hostIn(typed).text} is a TLD: the name before it is missing` };
}

const cut = (text: string): string =>
  text.length <= mostShown ? text : `${text.slice(0, mostShown - 1).toWellFormed()}…`;
