import { comparable } from './host.ts';
import type { domainImport } from '../areas/portfolio.ts';
import type * as schemas from '../areas/portfolio.ts';
import type { TypeOf } from '../schema-type.ts';
import { isNotFound } from '../errors.ts';
import type { domainParts } from './domain-parts.ts';
import { isolated } from './isolated.ts';

export type DomainPart = (typeof domainParts)[number];
export type Domain = TypeOf<typeof schemas.domain>;
export type ChildNameserver = TypeOf<typeof schemas.childNameserver>;
export type DomainEvent = TypeOf<typeof schemas.domainEvent>;
export type Template = TypeOf<typeof schemas.template>;
export type DomainImportEntry = TypeOf<typeof domainImport>;
export type Reading = TypeOf<typeof schemas.reading>;
export type KnownSource = TypeOf<typeof schemas.knownSource>;

/** Each source as it stands before an age, on screens and in lists: "at the registry 3 min ago". */
const sourceWords: Readonly<Record<KnownSource, string>> = {
  read: 'read',
  change: 'set from here',
  registry: 'at the registry',
  registrar: 'the registrar’s, at the registry',
  sync: 'from the service',
  typed: 'entered by you',
  import: 'from a file',
  sample: 'sample data, added',
  expected: 'expected, ordered from here',
};

/** The same of what a colleague has observed. */
const colleaguesWords: Readonly<Record<KnownSource, string>> = {
  read: 'read by',
  change: 'set by',
  registry: 'at the registry, read by',
  registrar: 'the registrar’s, at the registry, read by',
  sync: 'from the service, read by',
  typed: 'entered by',
  import: 'from a file of',
  sample: 'sample data, added by',
  expected: 'expected, ordered by',
};

/** Whence a value is known: "at the registry", "at the registry, read by ada". */
export const sourceText = ({ source, by }: Pick<Known<unknown>, 'source' | 'by'>): string =>
  by === undefined ? sourceWords[source] : `${colleaguesWords[source]} ${isolated(by)}`;

/** A value with its time and source; never a guess. */
export interface Known<T> {
  readonly value: T;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly source: KnownSource;
  /** Who in the team has observed it; left out where this workspace has. */
  readonly by?: string;
  /** The first time that it was observed so; left out where that is `at`. */
  readonly since?: string;
  /** What was known before it was read otherwise; left out where it was set from here, or nothing was known. */
  readonly before?: { readonly value: T; readonly at: string };
}

/**
 * Whether a domain counts as the user's own. One that was transferred away does not; nor does an archived one, which may have been
 * let go: what was found of it is shown as of any other name, and if it is held after all, the registry refuses to sell it twice.
 */
export const isHeld = ({
  archivedAt,
  transferredAway,
}: Pick<Domain, 'archivedAt' | 'transferredAway'>): boolean =>
  archivedAt === null && transferredAway?.value !== true;

/**
 * Why a domain may not be this account's, for a single change and for a row of a batch (H9).
 *
 * @param heldBy The label of another account here whose portfolio has it; null where none has.
 * @param isFree The lookup of the review found that the name can be registered.
 */
export const notInPortfolioText = (heldBy: string | null, isFree = false): string =>
  (isFree
    ? 'The lookup finds this name free: it is not in this account.'
    : 'This domain is not in the portfolio of this account.') +
  (heldBy === null ? '' : ` The account ${isolated(heldBy)} has it.`);

/** What reading a domain gave: its errors, and the time and source of each value. */
type ReadSoFar = { readonly troubles?: Domain['troubles'] | undefined } & {
  readonly [name in 'lock' | 'nameservers' | 'registrant' | 'expiresOn']?:
    Omit<Known<unknown>, 'value'> | null | undefined;
};

/**
 * Whether the service did not find the domain when it was last asked for it: each error that stands is of that kind, and nothing
 * was read, changed or synced after the newest of them.
 */
export function wasNotFound({ troubles = [], lock, nameservers, registrant, expiresOn }: ReadSoFar): boolean {
  const newest = troubles
    .map(({ at }) => at)
    .toSorted()
    .at(-1);
  if (newest === undefined || !troubles.every(({ error }) => isNotFound(error))) return false;
  return ![lock, nameservers, registrant, expiresOn].some(
    (known) => known != null && !byHand.has(known.source) && known.at > newest,
  );
}

/** The sources that do not show that the service has the domain. */
const byHand: ReadonlySet<KnownSource> = new Set(['typed', 'import', 'sample', 'registry', 'registrar']);

/**
 * What a value of a file is to the one that is stored: `same`, `older`, and then that one stays, or `newer`. Of the same instant, what
 * was read or set from here stays.
 */
export function importedBeside(
  stored: Omit<Known<string | readonly string[]>, 'before'> | null,
  { value, at }: { readonly value: string | readonly string[]; readonly at: string },
): 'same' | 'older' | 'newer' {
  if (stored === null) return 'newer';
  if (comparable(stored.value) === comparable(value)) return 'same';
  const isNewer = at > stored.at || (at === stored.at && stored.source === 'import');
  return isNewer ? 'newer' : 'older';
}

/** How many domains an account can have. */
export const mostDomains = 200_000;
