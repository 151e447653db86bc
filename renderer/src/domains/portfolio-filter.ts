import * as z from 'zod/mini';
import { tenThousandths } from '#shared/domain/counting.ts';
import { tldOf } from '#shared/domain/plain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { filterText, longestFilterText, oneOrNone, onOrOff, textOrNone } from '../ui/stored-view.ts';
import { stateBeside, type TemplatesOfDomains } from './domain-templates.ts';
import { isDue, isTroubled, shownAtRegistry } from './domain-words.ts';
import {
  type HidableColumn,
  hidableColumns,
  hiddenAtFirst,
  type Row,
  type SortColumn,
  sortValues,
} from './portfolio-columns.tsx';
import type { RenewalsOfDomains } from './renewal-prices.ts';

interface Sort {
  readonly by: SortColumn;
  readonly isDescending: boolean;
}

/** Known prices in one currency, null for those that name none: amounts in different ones are not compared. */
export interface PriceRange {
  /** Decimal texts; null: no limit. */
  readonly from: string | null;
  readonly to: string | null;
  readonly currency: string | null;
}

/** The list's filter. Null, false and empty filter nothing. */
export interface PortfolioFilter {
  /** Whose domains are listed: null for those of the active account, else those of all accounts or of this one. */
  readonly accounts: string | null;
  readonly text: string;
  readonly lock: 'locked' | 'unlocked' | 'not-read' | null;
  /** Domains with this tag; {@link untagged}: those without any. */
  readonly tag: string | null;
  /** Domains of this client; empty: those of none. */
  readonly client: string | null;
  readonly tld: string | null;
  /** Domains that use this host. */
  readonly nameserver: string | null;
  readonly registrant: string | null;
  /** Domains of which the registry shows this status, or what needs a person: a `RegistryState`. */
  readonly status: string | null;
  /** What renewing costs for a year, where that is known of the very name. */
  readonly price: PriceRange | 'not-known' | null;
  /** Beside their client's or account's templates. `not-known`: nothing of it can be compared. */
  readonly template: 'differs' | 'not-known' | null;
  readonly notedOnly: boolean;
  /** Domains that are past their expiry are within every number of days; those whose expiry is not known are within none. */
  readonly expiresWithinDays: number | 'not-known' | null;
  /** Not read for so many days, in whole or in part, or never read. */
  readonly notReadForDays: number | null;
  readonly troubledOnly: boolean;
  readonly uncertainOnly: boolean;
  /** Shows archived domains only; otherwise none of them. */
  readonly archivedOnly: boolean;
  readonly sort: Sort;
}

/** No tag is an empty text. */
export const untagged = '';

/** The accounts of a filter: all of them. */
export const allAccounts = 'all';

export const emptyFilter: PortfolioFilter = {
  accounts: null,
  text: '',
  lock: null,
  tag: null,
  client: null,
  tld: null,
  nameserver: null,
  registrant: null,
  status: null,
  price: null,
  template: null,
  notedOnly: false,
  expiresWithinDays: null,
  notReadForDays: null,
  troubledOnly: false,
  uncertainOnly: false,
  archivedOnly: false,
  sort: { by: 'name', isDescending: false },
};

/** What is shown of the domains, and how. */
export interface PortfolioView {
  readonly filter: PortfolioFilter;
  readonly hidden: readonly HidableColumn[];
}

/** The list with another filter: which accounts it is of and how it is sorted stays. */
export const onlyWith = (
  { accounts, sort }: PortfolioFilter,
  changes: Partial<PortfolioFilter> = {},
): PortfolioFilter => ({ ...emptyFilter, accounts, sort, ...changes });

/** Whether the filter hides anything of the listed accounts that the default view shows. */
export const isNarrowed = (filter: PortfolioFilter): boolean =>
  JSON.stringify({ ...filter, text: filter.text.trim() }) !== JSON.stringify(onlyWith(filter));

// The names of the columns are those of `sortValues`, and `name`.
const sortColumns = ['name', ...Object.keys(sortValues)] as readonly SortColumn[];
const days = z.catch(z.nullable(z.int()), null);
const expiry = z.catch(z.nullable(z.union([z.int(), z.literal('not-known')])), null);

const amount = z.catch(z.nullable(z.string().check(z.regex(/^\d{1,15}(\.\d+)?$/))), null);
const price = z.catch(
  z.nullable(
    z.union([
      z.literal('not-known'),
      z.object({ from: amount, to: amount, currency: z.nullable(z.string()) }),
    ]),
  ),
  null,
);

const storedView = z.catch(
  z.object({
    filter: z.catch(
      // In the order of `emptyFilter`: filters are compared by their texts.
      z.object({
        accounts: textOrNone,
        text: filterText,
        lock: oneOrNone(['locked', 'unlocked', 'not-read']),
        tag: textOrNone,
        client: textOrNone,
        tld: textOrNone,
        nameserver: textOrNone,
        registrant: textOrNone,
        status: textOrNone,
        price,
        template: oneOrNone(['differs', 'not-known']),
        notedOnly: onOrOff,
        expiresWithinDays: expiry,
        notReadForDays: days,
        troubledOnly: onOrOff,
        uncertainOnly: onOrOff,
        archivedOnly: onOrOff,
        sort: z.catch(z.object({ by: z.enum(sortColumns), isDescending: z.boolean() }), emptyFilter.sort),
      }),
      emptyFilter,
    ),
    hidden: z.catch(
      z.pipe(
        z.array(z.unknown()),
        z.transform((hidden): readonly HidableColumn[] =>
          hidableColumns.map(({ key }) => key).filter((key) => hidden.includes(key)),
        ),
      ),
      hiddenAtFirst,
    ),
  }),
  { filter: emptyFilter, hidden: hiddenAtFirst },
);

/** Reads a stored view; of another version or damaged, it is what the list shows at first. */
export const readView = (stored: unknown): PortfolioView => storedView.parse(stored);

/** As it is stored. */
export const viewOf = ({ filter, hidden }: PortfolioView): PortfolioView => ({
  filter: { ...filter, text: filter.text.slice(0, longestFilterText) },
  hidden,
});

/** Whether a domain has a tag, or none where that is asked for. */
export const hasTag = ({ tags }: Domain, wanted: string): boolean =>
  wanted === untagged ? tags.length === 0 : tags.includes(wanted);

/** What the filter needs besides the row. */
interface Circumstances {
  readonly nowMs: number;
  /** The keys of domains with an uncertain change. */
  readonly uncertain: { readonly has: (key: string) => boolean };
  readonly prices: Pick<RenewalsOfDomains, 'of'>;
  /** For a filter by templates, which nothing matches before they are read. */
  readonly templates?: TemplatesOfDomains;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Whether a row is what a part of the filter that is on asks for. */
type Test<F extends keyof PortfolioFilter> = (
  row: Row,
  wanted: NonNullable<PortfolioFilter[F]>,
  around: Circumstances,
) => boolean;

type Tested = Exclude<keyof PortfolioFilter, 'accounts' | 'archivedOnly' | 'sort'>;

/** They are asked in this order; that of the price takes the longest. */
const tests: { readonly [F in Tested]: Test<F> } = {
  text: ({ searched }, wanted) => searched.includes(wanted),
  tag: ({ domain }, wanted) => hasTag(domain, wanted),
  client: ({ domain }, wanted) => domain.client === wanted,
  lock: ({ domain }, wanted) => (domain.lock?.value ?? 'not-read') === wanted,
  tld: ({ domain }, wanted) => tldOf(domain.name) === wanted,
  nameserver: ({ domain }, wanted) => domain.nameservers?.value.includes(wanted) === true,
  registrant: ({ domain }, wanted) => domain.registrant?.value === wanted,
  status: ({ domain }, wanted, { nowMs }) => shownAtRegistry(domain, nowMs).includes(wanted),
  expiresWithinDays: ({ domain }, wanted, { nowMs }) =>
    wanted === 'not-known' ? domain.expiresOn === null : isDue(domain, wanted, nowMs),
  notReadForDays: ({ oldestAt, isPartlyUnread }, wanted, { nowMs }) =>
    isPartlyUnread || oldestAt === null || Date.parse(oldestAt) < nowMs - wanted * dayMs,
  troubledOnly: ({ domain }) => isTroubled(domain),
  uncertainOnly: ({ key }, _wanted, { uncertain }) => uncertain.has(key),
  notedOnly: ({ domain }) => domain.note.trim() !== '',
  template: ({ domain }, wanted, { templates }) =>
    templates?.isLoaded === true && stateBeside(domain, templates.wantedOf(domain)) === wanted,
  price: ({ domain }, wanted, { prices }) =>
    wanted === 'not-known' ? prices.of(domain) === null : isInRange(wanted, prices.of(domain)),
};

/** Whether a row of the listed accounts matches the filter. */
export function matcherOf(filter: PortfolioFilter, around: Circumstances): (row: Row) => boolean {
  const all = { ...filter, text: filter.text.trim().toLowerCase() };
  // The type of `tests` proves its names.
  const parts = (Object.keys(tests) as readonly Tested[]).flatMap((name) => {
    const wanted = all[name];
    // It takes what its own part of the filter asks for.
    const test = tests[name] as (row: Row, of: typeof wanted, around: Circumstances) => boolean;
    return wanted === null || wanted === false ? [] : (row: Row) => test(row, wanted, around);
  });
  return (row) =>
    (row.domain.archivedAt !== null) === filter.archivedOnly && parts.every((part) => part(row));
}

function isInRange(
  { from, to, currency }: PriceRange,
  known: { readonly amount: string; readonly currency: string | null } | null,
): boolean {
  const sum = known === null || known.currency !== currency ? null : tenThousandths(known.amount);
  if (sum === null) return false;
  const [least, most] = [from, to].map((limit) => (limit === null ? null : tenThousandths(limit)));
  return sum >= (least ?? 0n) && sum <= (most ?? sum);
}
