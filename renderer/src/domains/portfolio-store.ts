import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { BatchAction } from '../changes/batches/BatchMaker.tsx';
import { noSelection, type Selection } from '../ui/table-model.ts';
import { counted, format, inOrder, useNowMs } from '../ui/Formats.tsx';
import { dueWithinDays, isDue, isTroubled, updatesOf } from './domain-words.ts';
import { type DomainsByName, type DomainsStore, useDomains } from './domains-store.ts';
import { newestByDomain, useOpenChanges } from '../changes/change-stores.ts';
import {
  type HidableColumn,
  hidableColumns,
  type Row,
  type SortColumn,
  sortValues,
} from './portfolio-columns.tsx';
import { filterText, longestFilterText, oneOrNone, onOrOff, someOf, textOrNone } from '../ui/stored-view.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { useCopy } from '../ui/copy.ts';
import { type ReadingsStore, useReadings } from './readings-store.ts';
import { domainParts, ownTexts } from '#shared/domain/domain-parts.ts';
import { valueOf } from '../remote.ts';

export type PortfolioDialog =
  | { readonly kind: 'add' | 'export' }
  | { readonly kind: 'tag' | 'remove' | 'codes'; readonly names: readonly string[] }
  /** `action`: chosen at the start. */
  | { readonly kind: 'change'; readonly names: readonly string[]; readonly action?: BatchAction };

interface PortfolioState {
  readonly filter: PortfolioFilter;
  readonly hidden: readonly HidableColumn[];
  /** By name. */
  readonly chosen: Selection;
  /** The name under the cursor. */
  readonly cursor: string | null;
  readonly asked: PortfolioDialog | null;
}

export type PortfolioStore = ReturnType<typeof createPortfolioStore>;

/** The view state of the portfolio list; kept while a domain's page is open. */
export function createPortfolioStore() {
  const store = createStore<PortfolioState>(() => ({
    filter: emptyFilter,
    hidden: [],
    chosen: noSelection,
    cursor: null,
    asked: null,
  }));
  const { getState: get, setState: set } = store;
  return {
    ...store,
    actions: {
      filter: (news: Partial<PortfolioFilter>) => set({ filter: { ...get().filter, ...news } }),
      /** Resets the filter; the sort order stays. */
      showAll: () => set({ filter: { ...emptyFilter, sort: get().filter.sort } }),
      /** Reverses the order where the list is already sorted by this column. */
      sortBy: (by: SortColumn) => {
        const { sort } = get().filter;
        set({
          filter: { ...get().filter, sort: { by, isDescending: sort.by === by && !sort.isDescending } },
        });
      },
      /** The list is then sorted by the name if it was by one of them: nobody would see the order. */
      hide: (hidden: readonly HidableColumn[]) => {
        const { filter } = get();
        const { by } = filter.sort;
        const isHidden = by !== 'name' && hidden.includes(by);
        set({ hidden, filter: isHidden ? { ...filter, sort: emptyFilter.sort } : filter });
      },
      moveTo: (cursor: string | null) => set({ cursor }),
      choose: (change: (chosen: Selection) => Selection) => set({ chosen: change(get().chosen) }),
      /** Selected but done with or hidden, the next action would still be on them. */
      unselect: (names: readonly string[]) => {
        const done = new Set(names);
        set({ chosen: stillThere(get().chosen, { has: (name) => !done.has(name) }) });
      },
      ask: (asked: PortfolioDialog) => set({ asked }),
      close: () => set({ asked: null }),
      /** For another portfolio: clears the selection and closes the dialog. */
      restart: () => set({ chosen: noSelection, cursor: null, asked: null }),
      /** Brings the list to how it was left; see `leftOf`. */
      putBack: (left: unknown) => set(storedView.parse(left)),
    },
  };
}

interface Sort {
  readonly by: SortColumn;
  readonly isDescending: boolean;
}

/** The list's filter. Null, false and empty filter nothing. */
interface PortfolioFilter {
  readonly text: string;
  readonly lock: 'locked' | 'unlocked' | 'not-read' | null;
  /** Domains with this tag; {@link untagged}: those without any. */
  readonly tag: string | null;
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

export const emptyFilter: PortfolioFilter = {
  text: '',
  lock: null,
  tag: null,
  expiresWithinDays: null,
  notReadForDays: null,
  troubledOnly: false,
  uncertainOnly: false,
  archivedOnly: false,
  sort: { by: 'name', isDescending: false },
};

/** What of the list is found again after a restart. The selection is not: an action on rows that nobody sees would surprise. */
export const leftOf = ({ filter, hidden, cursor }: PortfolioState) => ({
  filter: { ...filter, text: filter.text.slice(0, longestFilterText) },
  hidden,
  cursor,
});

// The names of the columns are those of `sortValues`, and `name`.
const sortColumns = ['name', ...Object.keys(sortValues)] as readonly SortColumn[];
const days = z.catch(z.nullable(z.int()), null);
const expiry = z.catch(z.nullable(z.union([z.int(), z.literal('not-known')])), null);

const storedView = z.catch(
  z.object({
    filter: z.catch(
      z.object({
        text: filterText,
        lock: oneOrNone(['locked', 'unlocked', 'not-read']),
        tag: textOrNone,
        expiresWithinDays: expiry,
        notReadForDays: days,
        troubledOnly: onOrOff,
        uncertainOnly: onOrOff,
        archivedOnly: onOrOff,
        sort: z.catch(z.object({ by: z.enum(sortColumns), isDescending: z.boolean() }), emptyFilter.sort),
      }),
      emptyFilter,
    ),
    hidden: z.pipe(
      someOf(hidableColumns.map(({ key }) => key)),
      z.transform((hidden) => hidden ?? []),
    ),
    cursor: textOrNone,
  }),
  { filter: emptyFilter, hidden: [], cursor: null },
);

/** Whether the filter hides anything that the default view shows. */
export const isNarrowed = (filter: PortfolioFilter): boolean =>
  filter.text.trim() !== '' ||
  filter.lock !== null ||
  filter.tag !== null ||
  filter.expiresWithinDays !== null ||
  filter.notReadForDays !== null ||
  filter.troubledOnly ||
  filter.uncertainOnly ||
  filter.archivedOnly;

/** Without the names that have left the portfolio. */
export function stillThere(
  chosen: Selection,
  domains: { readonly has: (name: string) => boolean },
): Selection {
  const names = [...chosen.keys].filter((name) => domains.has(name));
  return names.length === chosen.keys.size ? chosen : { keys: new Set(names), anchor: null };
}

const made = new WeakMap<Domain, Row>();

/** Built once for each state of a domain, because 10,000 rows are filtered and sorted at every key press. */
export function rowOf(domain: Domain): Row {
  const before = made.get(domain);
  if (before !== undefined) return before;
  const row = newRow(domain);
  made.set(domain, row);
  return row;
}

function newRow(domain: Domain): Row {
  const unicode = toUnicode(domain.name);
  const { name, tags, registrant, nameservers } = domain;
  const texts = ownTexts.map((text) => domain[text]);
  const hosts = nameservers?.value ?? [];
  return {
    domain,
    unicode,
    searched: [unicode, name, ...tags, ...texts, registrant?.value ?? '', ...hosts].join('\n').toLowerCase(),
    ...updatesOf(domain),
  };
}

function comparison(
  rows: readonly Row[],
  by: Exclude<SortColumn, 'name'>,
  isDescending: boolean,
): (a: Row, b: Row) => number {
  const turn = isDescending ? -1 : 1;
  const value = sortValues[by];
  const values = new Map(rows.map((row) => [row, value(row)]));
  return (a, b) => {
    const [one, other] = [values.get(a) ?? null, values.get(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const areNumbers = typeof one === 'number' && typeof other === 'number';
    return turn * (areNumbers ? one - other : inOrder(String(one), String(other)));
  };
}

type Ordering = (domains: DomainsByName, sort: Sort) => readonly Row[];

/**
 * A sort that starts from its last result. While 10,000 domains are being read, each update moves a few rows at most, and a
 * nearly sorted array sorts quickly. Equal rows are sorted by name.
 */
export function createOrdering(): Ordering {
  let byName: readonly Row[] = [];
  let last: readonly Row[] = [];

  return (domains, sort) => {
    byName = brought(byName, domains).toSorted((a, b) => inOrder(a.unicode, b.unicode));
    if (sort.by === 'name') return sort.isDescending ? byName.toReversed() : byName;
    const ranks = new Map(byName.map(({ domain }, rank) => [domain.name, rank]));
    const rank = ({ domain }: Row): number => ranks.get(domain.name) ?? 0;
    const rows = brought(last, domains);
    const compare = comparison(rows, sort.by, sort.isDescending);
    last = rows.toSorted((a, b) => compare(a, b) || rank(a) - rank(b));
    return last;
  };
}

/** The previous rows with their present values, in the same order; new rows at the end, removed rows dropped. */
function brought(rows: readonly Row[], domains: DomainsByName): readonly Row[] {
  const still = rows.flatMap(({ domain: { name } }) => {
    const domain = domains.get(name);
    return domain === undefined ? [] : [rowOf(domain)];
  });
  if (still.length === domains.size) return still;
  const there = new Set(still.map(({ domain }) => domain.name));
  return [...still, ...[...domains.values()].filter(({ name }) => !there.has(name)).map(rowOf)];
}

const dayMs = 24 * 60 * 60 * 1_000;

/** What the filter needs besides the row. */
interface Circumstances {
  readonly nowMs: number;
  /** The names with an uncertain change. */
  readonly uncertain: { readonly has: (name: string) => boolean };
}

/** `Archived 3 domains, 1 of them expired or due within 30 days`: what is archived is no longer offered for renewal. */
export function archivedText(what: string, domains: readonly Domain[], nowMs: number): string {
  const due = domains.filter((domain) => isDue(domain, dueWithinDays, nowMs)).length;
  if (due === 0) return `Archived ${what}`;
  const which = domains.length === 1 ? '' : `${format.count(due)} of them `;
  return `Archived ${what}, ${which}expired or due within ${dueWithinDays} days`;
}

const hasExpiry = (domain: Domain, wanted: PortfolioFilter['expiresWithinDays'], nowMs: number): boolean =>
  wanted === null || (wanted === 'not-known' ? domain.expiresOn === null : isDue(domain, wanted, nowMs));

/** Whether a domain has a tag, or none where that is asked for. */
export const hasTag = ({ tags }: Domain, wanted: string): boolean =>
  wanted === untagged ? tags.length === 0 : tags.includes(wanted);

/** Whether a row matches the filter `look`. */
export function matcherOf(
  filter: PortfolioFilter,
  { nowMs, uncertain }: Circumstances,
): (row: Row) => boolean {
  const { lock, tag, expiresWithinDays, notReadForDays } = filter;
  const words = filter.text.trim().toLowerCase();
  const readBefore = new Date(nowMs - (notReadForDays ?? 0) * dayMs).toISOString();
  const isOld = ({ oldestAt, isPartlyUnread }: Row) =>
    isPartlyUnread || oldestAt === null || oldestAt < readBefore;
  const isKept = ({ domain, searched }: Row) =>
    (domain.archivedAt !== null) === filter.archivedOnly && searched.includes(words);
  const hasLock = (domain: Domain) => lock === null || (domain.lock?.value ?? 'not-read') === lock;
  return (row) =>
    isKept(row) &&
    hasLock(row.domain) &&
    (tag === null || hasTag(row.domain, tag)) &&
    hasExpiry(row.domain, expiresWithinDays, nowMs) &&
    (notReadForDays === null || isOld(row)) &&
    (!filter.troubledOnly || isTroubled(row.domain)) &&
    (!filter.uncertainOnly || uncertain.has(row.domain.name));
}

const none: DomainsByName = new Map();

export type PortfolioNow = ReturnType<typeof usePortfolio>;

/** The portfolio as the list shows it now. */
export function usePortfolio(list: PortfolioStore) {
  const store = useDomains();
  const { accountId, domains } = useStore(store);
  const open = useStore(useOpenChanges());
  const filter = useStore(list, (state) => state.filter);
  const nowMs = useNowMs();
  const [inOrder] = useState(createOrdering);
  /** Null until it has been loaded. */
  const known = valueOf(domains);
  const all = known ?? none;
  /** The newest uncertain change of each name that has one. */
  const uncertain = useMemo(() => newestByDomain(open, accountId, 'uncertain'), [open, accountId]);
  const ordered = useMemo(() => inOrder(all, filter.sort), [inOrder, all, filter.sort]);
  /** Filtered and sorted. */
  const shown = useMemo(
    () => ordered.filter(matcherOf(filter, { nowMs, uncertain })),
    [ordered, filter, nowMs, uncertain],
  );
  const whyNone = shown.length > 0 ? '' : noneMatchText(filter, ordered);
  return { store, accountId, known, all, shown, uncertain, whyNone };
}

/** Why a list is empty: nothing has the text, or what has it is hidden by another filter. */
function noneMatchText(filter: PortfolioFilter, rows: readonly Row[]): string {
  const words = filter.text.trim().toLowerCase();
  const found = rows.filter(({ searched }) => searched.includes(words));
  if (found.length === 0) return 'Searched names, tags, clients, notes, registrants and nameservers.';
  const isEachArchived = !filter.archivedOnly && found.every(({ domain }) => domain.archivedAt !== null);
  if (words === '')
    return isEachArchived ? 'All domains are archived.' : 'No domain fits the filters that are on.';
  const having = counted(found.length, 'domain has', 'domains have');
  return isEachArchived
    ? `${having} this text, all archived.`
    : `${having} this text, hidden by the other filters.`;
}

export type PortfolioActions = ReturnType<typeof createPortfolioActions>;

export function usePortfolioActions(list: PortfolioStore) {
  const stores = useStores();
  const readings = useReadings();
  const domains = useDomains();
  const copy = useCopy();
  return useMemo(
    () => createPortfolioActions(stores, list, { readings, domains }, copy),
    [stores, list, readings, domains, copy],
  );
}

/** Actions on names of the list; with no names they do nothing. */
function createPortfolioActions(
  { bridge, notices, route, undo }: Stores,
  list: PortfolioStore,
  { readings, domains }: { readonly readings: ReadingsStore; readonly domains: DomainsStore },
  copy: (names: readonly string[]) => void,
) {
  const ask =
    (dialog: (names: readonly string[]) => PortfolioDialog) =>
    (names: readonly string[]): void => {
      if (names.length > 0) list.actions.ask(dialog(names));
    };

  const { report } = notices.actions;
  /** The account of the listed names. */
  const accountId = (): string => domains.getState().accountId ?? '';

  return {
    open: (domain: string) => route.actions.goToDomains({ kind: 'domain', domain, tab: 'overview' }),
    openChange: (changeId: string) => route.actions.goToChanges({ kind: 'list', changeId }),
    add: () => list.actions.ask({ kind: 'add' }),
    export: () => list.actions.ask({ kind: 'export' }),
    async saveCalendar(): Promise<void> {
      const saved = await bridge.request.watching.saveCalendar({ accountId: accountId() });
      if (!saved.ok) notices.actions.fail(saved.error);
      else if (saved.value.path !== null)
        notices.actions.say(`Saved ${counted(saved.value.events, 'expiry', 'expiries')} as a calendar`);
    },
    readAgain: (names: readonly string[]): void => {
      if (names.length > 0) report(readings.actions.begin(accountId(), names, domainParts));
    },
    change: ask((names) => ({ kind: 'change', names })),
    contacts: ask((names) => ({ kind: 'change', action: 'contacts', names })),
    renew: ask((names) => ({ kind: 'change', action: 'renew', names })),
    setNameservers: ask((names) => ({ kind: 'change', action: 'nameservers', names })),
    sync: ask((names) => ({ kind: 'change', action: 'sync', names })),
    codes: ask((names) => ({ kind: 'codes', names })),
    tag: ask((names) => ({ kind: 'tag', names })),
    archive: (names: readonly string[], archived: boolean): void => {
      if (names.length === 0) return;
      const what = counted(names.length, 'domain', 'domains');
      const ofAccount = { accountId: accountId() };
      const known = valueOf(domains.getState().domains) ?? none;
      const moving = names.flatMap((name) => known.get(name) ?? []);
      const text = archived ? archivedText(what, moving, Date.now()) : `Restored ${what}`;
      const moved = undo.actions.edit({ area: 'domains', text, ...ofAccount }, (edit) =>
        bridge.request.domains.archive({ ...ofAccount, domains: [...names], archived, edit }),
      );
      report(moved);
      // They leave the list.
      void moved.then(({ ok }) => {
        if (ok) list.actions.unselect(names);
      });
    },
    copy: (names: readonly string[]) => copy(names.map(toUnicode)),
    remove: ask((names) => ({ kind: 'remove', names })),
  };
}
