import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { countedTogether } from '#shared/domain/account.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { dueWithinDays } from '#shared/domain/expiry.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { BatchAction, WantedBatch } from '../changes/batches/BatchMaker.tsx';
import { noSelection, type Selection } from '../ui/table-model.ts';
import { counted, format, inOrder, useNowMs } from '../ui/Formats.tsx';
import { useDomainTemplates } from './domain-templates.ts';
import { isDue, updatesOf } from './domain-words.ts';
import {
  byAccount,
  createDomainsStore,
  type DomainsByName,
  type DomainsStore,
  keyOf,
  keysIn,
  type Listed,
  listedOf,
  type NamesOf,
  useDomains,
} from './domains-store.ts';
import { newestByDomain, useOpenChanges } from '../changes/change-stores.ts';
import {
  type HidableColumn,
  hiddenAtFirst,
  type Row,
  type RowFacts,
  type SortColumn,
  sortValues,
} from './portfolio-columns.tsx';
import {
  allAccounts,
  emptyFilter,
  matcherOf,
  onlyWith,
  type PortfolioFilter,
  type PortfolioView,
  readView,
  viewOf,
} from './portfolio-filter.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { copyNames, useCopy, showingInFolder } from '../ui/copy.ts';
import { followListView, type SavedView } from '../ui/list-views.ts';
import { storeOf } from '../ui/live-collection.ts';
import { noPrices, useRenewalPrices } from './renewal-prices.ts';
import {
  lookUpAtRegistry,
  readAgain,
  readingsStoreOf,
  type ReadingsStore,
  useReadings,
} from './readings-store.ts';
import { ownTexts } from '#shared/domain/domain-parts.ts';
import { failureOf, idle, valueOf } from '../remote.ts';
import { accountOf, type AccountsState, activeAccount, onAnotherAccount } from '../shell/stores.ts';
import { openDomain } from '../ui/PageParts.tsx';
import type { DomainTab } from './page/tabs.ts';
import type { Change } from '#shared/domain/change.ts';
import { ok, type Result } from '#shared/result.ts';

export type PortfolioDialog =
  /** `handsOver`: the client that is chosen leaves. */
  | { readonly kind: 'add' | 'export' | 'clients'; readonly handsOver?: true }
  /** The one that is renamed; null saves what is shown. */
  | { readonly kind: 'view'; readonly saved: SavedView | null }
  | { readonly kind: 'tag' | 'client' | 'remove' | 'codes' | 'registry'; readonly of: readonly NamesOf[] }
  | ({ readonly kind: 'change' } & WantedBatch);

/** An export of codes, with the names that it was made for. */
export type SavedCodes = NamesOf & { readonly exportId: string };

interface PortfolioState extends PortfolioView {
  /** By `keyOf`, as the cursor. */
  readonly chosen: Selection;
  /** The domain under the cursor. */
  readonly cursor: string | null;
  /** The domain under the cursor is shown beside the list. */
  readonly isPanelOpen: boolean;
  /** What the panel shows now. */
  readonly inPanel: string | null;
  readonly asked: PortfolioDialog | null;
  /** The client whose leaving is worked through beside the list, and the files of codes that were made for it, in order. */
  readonly handOver: { readonly client: string; readonly files: readonly SavedCodes[] } | null;
  /** A client was opened over all accounts: whose domains were listed before. */
  readonly before: Pick<PortfolioFilter, 'accounts'> | null;
}

export type PortfolioStore = ReturnType<typeof createPortfolioStore>;

/** The view state of the portfolio list; kept while a domain's page is open. */
export function createPortfolioStore() {
  const store = createStore<PortfolioState>(() => ({
    filter: emptyFilter,
    hidden: hiddenAtFirst,
    chosen: noSelection,
    cursor: null,
    isPanelOpen: false,
    inPanel: null,
    asked: null,
    handOver: null,
    before: null,
  }));
  const { getState: get, setState: set } = store;
  return {
    ...store,
    actions: {
      filter: (news: Partial<PortfolioFilter>) => {
        const { filter, before } = get();
        // Whoever leaves the client, or chooses other accounts, is not brought back to those of before later.
        const isLeft = news.client === null || 'accounts' in news;
        const back = news.client === null ? before : null;
        set({ filter: { ...filter, ...back, ...news }, before: isLeft ? null : before, cursor: null });
      },
      /** Resets the filter; the order stays, and the accounts, unless a client was opened over all of them. */
      showAll: () => set({ filter: onlyWith(get().filter, get().before ?? {}), before: null }),
      /** All domains of one client; over all accounts where there are several. */
      showClient: (client: string, areSeveral: boolean) => {
        const { filter, before } = get();
        const { accounts } = before ?? filter;
        if (areSeveral)
          set({ filter: onlyWith(filter, { client, accounts: allAccounts }), before: { accounts } });
        else set({ filter: onlyWith(filter, { client }), before });
        set({ cursor: null });
      },
      /** Some domains of the active account, whatever was filtered before. */
      showOnly: (wanted: Partial<PortfolioFilter>) =>
        set({ filter: onlyWith(get().filter, { ...wanted, accounts: null }), before: null, cursor: null }),
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
      /** Shows a view. Nothing stays selected: of what it hides, nobody would see it. */
      open: (view: PortfolioView) => set({ ...view, chosen: noSelection, before: null, cursor: null }),
      moveTo: (cursor: string | null) => set({ cursor }),
      showPanel: (isPanelOpen: boolean) => set({ isPanelOpen }),
      showInPanel: (inPanel: string | null) => set({ inPanel }),
      /** Drops the selection; closes the panel where nothing is selected. */
      stepBack: () => set(get().chosen.keys.size > 0 ? { chosen: noSelection } : { isPanelOpen: false }),
      choose: (change: (chosen: Selection) => Selection) => set({ chosen: change(get().chosen) }),
      /** Selected but done with or hidden, the next action would still be on them. */
      unselect: (of: readonly NamesOf[]) => {
        const done = new Set(keysIn(of));
        set({ chosen: stillThere(get().chosen, (key) => !done.has(key)) });
      },
      ask: (asked: PortfolioDialog) => set({ asked }),
      close: () => set({ asked: null }),
      ...createHandingOver(store),
      /** For another active account. A list of all accounts is the same; what was selected in it is not acted upon any more. */
      restart: () => {
        const isAll = get().filter.accounts === allAccounts;
        set({ chosen: noSelection, asked: null, ...(isAll ? {} : { cursor: null }) });
      },
      /** Brings the list to how it was left. Nothing is selected then: an action on rows that nobody sees would surprise. */
      putBack: (left: unknown) => set(readView(left)),
    },
  };
}

const createHandingOver = ({ getState: get, setState: set }: StoreApi<PortfolioState>) => ({
  /** Null closes it. */
  handOver: (client: string | null) => set({ handOver: client === null ? null : { client, files: [] } }),
  codesSaved: (saved: SavedCodes) => {
    const { handOver } = get();
    if (handOver !== null) set({ handOver: { ...handOver, files: [...handOver.files, saved] } });
  },
});

/**
 * The view state of the list: of each account its own, and one for other accounts than the active one. The selection is cleared when
 * the list is left.
 */
export function createDomainList(stores: Stores) {
  const domainList = createPortfolioStore();
  onAnotherAccount(stores.accounts, domainList.actions.restart);
  // An action on rows that were selected before something else was looked at would surprise.
  stores.route.subscribe(({ route }) => {
    if (route.screen !== 'domains' || route.view.kind !== 'list')
      domainList.actions.choose(() => noSelection);
  });
  followListView(stores, domainList, {
    list: 'domains',
    isOfAccount: ({ filter }) => filter.accounts === null,
    take: viewOf,
    put: domainList.actions.putBack,
  });
  return domainList;
}

/** Without what has left the portfolio. */
export function stillThere(chosen: Selection, isThere: (key: string) => boolean): Selection {
  const keys = [...chosen.keys].filter(isThere);
  return keys.length === chosen.keys.size ? chosen : { keys: new Set(keys), anchor: null };
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
    key: keyOf(domain),
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
  facts: RowFacts,
): (a: Row, b: Row) => number {
  const turn = isDescending ? -1 : 1;
  const value = sortValues[by];
  const values = new Map(rows.map((row) => [row, value(row, facts)]));
  return (a, b) => {
    const [one, other] = [values.get(a) ?? null, values.get(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const areNumbers = typeof one === 'number' && typeof other === 'number';
    return turn * (areNumbers ? one - other : inOrder(String(one), String(other)));
  };
}

type Ordering = (domains: Listed, sort: PortfolioFilter['sort'], facts?: RowFacts) => readonly Row[];

const noFacts: RowFacts = { labelOf: (accountId) => accountId, prices: noPrices };

/**
 * A sort that starts from its last result. While 10,000 domains are being read, each update moves a few rows at most, and a
 * nearly sorted array sorts quickly. Equal rows are sorted by name.
 */
export function createOrdering(): Ordering {
  let byName: readonly Row[] = [];
  let last: readonly Row[] = [];

  return (domains, sort, facts = noFacts) => {
    byName = brought(byName, domains).toSorted((a, b) => inOrder(a.unicode, b.unicode));
    if (sort.by === 'name') return sort.isDescending ? byName.toReversed() : byName;
    const ranks = new Map(byName.map(({ key }, rank) => [key, rank]));
    const rank = ({ key }: Row): number => ranks.get(key) ?? 0;
    const rows = brought(last, domains);
    const compare = comparison(rows, sort.by, sort.isDescending, facts);
    last = rows.toSorted((a, b) => compare(a, b) || rank(a) - rank(b));
    return last;
  };
}

/** The previous rows with their present values, in the same order; new rows at the end, removed rows dropped. */
function brought(rows: readonly Row[], domains: Listed): readonly Row[] {
  const still = rows.flatMap((row) => {
    const domain = domains.at(row.domain);
    return domain === null ? [] : [rowOf(domain)];
  });
  if (still.length === domains.size) return still;
  const there = new Set(still.map(({ domain }) => domain));
  const fresh = domains.all().filter((domain) => !there.has(domain));
  return [...still, ...fresh.map(rowOf)];
}

/** `Archived 3 domains, 1 of them expired or due within 30 days`: what is archived is no longer offered for renewal. */
function archivedText(what: string, domains: readonly Domain[], nowMs: number): string {
  const due = domains.filter((domain) => isDue(domain, dueWithinDays, nowMs)).length;
  if (due === 0) return `Archived ${what}`;
  const which = domains.length === 1 ? '' : `${format.count(due)} of them `;
  return `Archived ${what}, ${which}expired or due within ${dueWithinDays} days`;
}

export type PortfolioNow = ReturnType<typeof usePortfolio>;

/** The accounts of which the list shows domains: of the active one unless others are chosen, and as long as they exist. */
function listedAccounts(state: AccountsState, chosen: string | null): readonly string[] {
  const all = valueOf(state.accounts)?.accounts ?? [];
  const active = activeAccount(state);
  if (chosen === allAccounts) return countedTogether(all).map(({ id }) => id);
  const one = all.find(({ id }) => id === chosen) ?? active;
  return one === null ? [] : [one.id];
}

/** The lists of the accounts, the failure of the first that could not be loaded, and whether all of them are loaded. */
function useListed(chosen: string | null) {
  const { accounts } = useStores();
  const store = useDomains();
  const { ofAccounts } = useStore(store);
  const accountState = useStore(accounts);
  const accountIds = useMemo(() => listedAccounts(accountState, chosen), [accountState, chosen]);
  useEffect(() => {
    if (chosen !== null) store.actions.loadAll();
  }, [store, chosen]);
  return useMemo(() => {
    const remotes = accountIds.map((id) => [id, ofAccounts.get(id) ?? idle] as const);
    const lists = remotes.flatMap(([id, remote]) => {
      const list = valueOf(remote);
      return list === null ? [] : [[id, list] as const];
    });
    const error = remotes.map(([, remote]) => failureOf(remote)).find((failed) => failed !== null) ?? null;
    return { accountIds, all: listedOf(new Map(lists)), isLoaded: lists.length === remotes.length, error };
  }, [accountIds, ofAccounts]);
}

/** What the rows are sorted by besides their domains. */
function useFacts(accountIds: readonly string[]): RowFacts {
  const state = useStore(useStores().accounts);
  const prices = useRenewalPrices(accountIds);
  return useMemo(
    () => ({ labelOf: (accountId) => accountOf(state, accountId)?.label ?? '', prices }),
    [state, prices],
  );
}

const orderings = new WeakMap<PortfolioStore, Ordering>();

/** The list's own: the page of one of its domains goes on from its last result. */
function orderingOf(list: PortfolioStore): Ordering {
  const ordering = orderings.get(list) ?? createOrdering();
  orderings.set(list, ordering);
  return ordering;
}

/** The portfolio as the list shows it now. */
export function usePortfolio(list: PortfolioStore) {
  const store = useDomains();
  const accountId = useStore(store, (state) => state.accountId);
  const open = useStore(useOpenChanges());
  const filter = useStore(list, (state) => state.filter);
  const listed = useListed(filter.accounts);
  const { all, accountIds } = listed;
  const facts = useFacts(accountIds);
  const templates = useDomainTemplates(filter.template !== null);
  const nowMs = useNowMs();
  const inOrder = orderingOf(list);
  /** The newest uncertain change of each domain that has one. */
  const uncertain = useMemo(
    () => new Map(accountIds.flatMap((id) => [...newestByDomain(open, id, 'uncertain').values()].map(keyed))),
    [open, accountIds],
  );
  const ordered = useMemo(() => inOrder(all, filter.sort, facts), [inOrder, all, filter.sort, facts]);
  /** Filtered and sorted. */
  const shown = useMemo(
    () => ordered.filter(matcherOf(filter, { nowMs, uncertain, prices: facts.prices, templates })),
    [ordered, filter, nowMs, uncertain, facts.prices, templates],
  );
  const whyNone = shown.length > 0 ? '' : noneMatchText(filter, ordered);
  return { ...listed, store, accountId, shown, uncertain, whyNone, prices: facts.prices, templates };
}

const keyed = (change: Change): readonly [key: string, change: Change] => [
  keyOf({ accountId: change.accountId, name: change.domain }),
  change,
];

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

/** The same for who is not on the screen, such as the command palette. */
export const portfolioActionsOf = (stores: Stores, list: PortfolioStore): PortfolioActions =>
  createPortfolioActions(
    stores,
    list,
    { readings: storeOf(stores, readingsStoreOf), domains: storeOf(stores, createDomainsStore) },
    (names) => copyNames(stores, names),
  );

/** Asks the same of each account, one after the other, up to the first that fails: under one edit, they are undone together. */
export async function onEach(
  of: readonly NamesOf[],
  ask: (names: NamesOf & { readonly domains: string[] }) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  let last: Result<unknown> = ok(null);
  for (const one of of) {
    last = await ask({ ...one, domains: [...one.names] });
    if (!last.ok) return last;
  }
  return last;
}

/** The account of an edit; null where it is of several. */
export const onlyAccount = ([first, ...others]: readonly NamesOf[]): string | null =>
  first === undefined || others.length > 0 ? null : first.accountId;

/** Actions on domains of the list, by their keys; with none they do nothing. */
function createPortfolioActions(
  stores: Stores,
  list: PortfolioStore,
  { readings, domains }: { readonly readings: ReadingsStore; readonly domains: DomainsStore },
  copy: (names: readonly string[]) => void,
) {
  const { bridge, notices, route, undo } = stores;
  const ask =
    (dialog: (of: readonly NamesOf[]) => PortfolioDialog) =>
    (keys: readonly string[]): void => {
      if (keys.length > 0) list.actions.ask(dialog(byAccount(keys)));
    };
  const { report } = notices.actions;

  return {
    /** Its page: the account that has it becomes the active one. */
    open: ({ accountId, name }: Domain, tab: DomainTab = 'overview') =>
      openDomain(stores, { accountId, domain: name, tab }),
    openChange: (changeId: string) => route.actions.goToChanges({ kind: 'list', changeId }),
    add: () => list.actions.ask({ kind: 'add' }),
    export: () => list.actions.ask({ kind: 'export' }),
    async saveCalendar(accountIds: readonly string[]): Promise<void> {
      const saved = await bridge.request.watching.saveCalendar({ accountIds: [...accountIds] });
      if (!saved.ok) notices.actions.fail(saved.error);
      else if (saved.value.path !== null)
        notices.actions.say(
          `Saved ${counted(saved.value.events, 'expiry', 'expiries')} as a calendar`,
          'quiet',
          showingInFolder(stores, saved.value.path),
        );
    },
    readAgain: (keys: readonly string[]): void => readAgain(stores, readings, keys),
    /** At the registry; where that is switched off, a dialog says who would be asked, and switches it on. */
    lookUp: (keys: readonly string[]): void =>
      lookUpAtRegistry(stores, readings, keys, false, (of) => list.actions.ask({ kind: 'registry', of })),
    batch: (action: BatchAction, keys: readonly string[]): void =>
      ask((of) => ({ kind: 'change', action, of }))(keys),
    codes: (keys: readonly string[]): void => {
      const of = byAccount(keys);
      if (of.length > 1)
        notices.actions.say('A file has the codes of one account. Select domains of one account.', 'problem');
      else if (of.length > 0) list.actions.ask({ kind: 'codes', of });
    },
    tag: ask((of) => ({ kind: 'tag', of })),
    client: ask((of) => ({ kind: 'client', of })),
    archive: (keys: readonly string[], archived: boolean, named?: string): void => {
      if (keys.length === 0) return;
      const of = byAccount(keys);
      const what = named ?? counted(keys.length, 'domain', 'domains');
      const lists = [...domains.getState().ofAccounts].map(([id, l]) => [id, valueOf(l) ?? none] as const);
      const moving = listedOf(new Map(lists)).some(of);
      const text = archived ? archivedText(what, moving, Date.now()) : `Restored ${what}`;
      const moved = undo.actions.edit({ area: 'domains', text, accountId: onlyAccount(of) }, (edit) =>
        onEach(of, ({ accountId, domains }) =>
          bridge.request.domains.archive({ accountId, domains, archived, edit }),
        ),
      );
      report(moved);
      // They leave the list.
      void moved.then(({ ok }) => {
        if (ok) list.actions.unselect(of);
      });
    },
    copy: (keys: readonly string[]) => copy(byAccount(keys).flatMap(({ names }) => names.map(toUnicode))),
    remove: ask((of) => ({ kind: 'remove', of })),
  };
}

const none: DomainsByName = new Map();
