import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { alliesOf } from '#shared/domain/account.ts';
import type { FindingKind, ShownKind } from '#shared/domain/finding.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { isHeld } from '#shared/domain/portfolio.ts';
import { unreadNamesReason } from '#shared/domain/session.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { activeAccount, type AccountsState } from '../shell/stores.ts';
import { storeOf } from '../ui/live-collection.ts';
import { copyNames } from '../ui/copy.ts';
import { openDomain } from '../ui/PageParts.tsx';
import { domainsWith, withOwned } from './rows.ts';
import { valueOf } from '../remote.ts';

type NamesByAccount = ReadonlyMap<string, ReadonlySet<string>>;

interface OwnNames {
  readonly names: NamesByAccount;
  /** The accounts whose names could not be read. */
  readonly unread: ReadonlySet<string>;
}

/** The names in the portfolios of some accounts, as A-labels: each read once when it is first wanted, then followed. */
function createOwned({ bridge }: Stores) {
  const store = createStore<OwnNames>(() => ({ names: new Map(), unread: new Set() }));
  const asked = new Map<string, ReturnType<typeof bridge.request.domains.names>>();

  const put = (accountId: string, names: ReadonlySet<string>): void =>
    store.setState(({ names: before }) => ({ names: new Map([...before, [accountId, names]]) }));

  function note(accountId: string, isUnread: boolean): void {
    const { unread } = store.getState();
    if (unread.has(accountId) === isUnread) return;
    const others = [...unread].filter((id) => id !== accountId);
    store.setState({ unread: new Set(isUnread ? [...others, accountId] : others) });
  }

  bridge.on['domains.changed'](({ accountId, domains, removed }) => {
    const known = store.getState().names.get(accountId);
    if (known === undefined) {
      // Read meanwhile: what was asked for may be older than this.
      if (asked.delete(accountId)) void want(accountId);
      return;
    }
    const isKnown = (name: string): boolean => known.has(name);
    const changed = domains.filter((domain) => isKnown(domain.name) !== isHeld(domain));
    // Most changes of a domain are not of its name: what follows from the names would be computed anew for each.
    if (changed.length === 0 && !removed.some(isKnown)) return;
    const names = new Set(known);
    for (const domain of changed) names[isHeld(domain) ? 'add' : 'delete'](domain.name);
    for (const name of removed) names.delete(name);
    put(accountId, names);
  });

  /** Resolves with the names; null where they cannot be read, which is noted: they are read when they are wanted again. */
  async function want(accountId: string): Promise<ReadonlySet<string> | null> {
    const reading = asked.get(accountId) ?? bridge.request.domains.names({ accountId });
    asked.set(accountId, reading);
    const result = await reading;
    // Another reading began meanwhile, because this one is outdated.
    if (asked.get(accountId) !== reading) return await want(accountId);
    if (!result.ok) asked.delete(accountId);
    else if (!store.getState().names.has(accountId)) put(accountId, new Set(result.value.names));
    note(accountId, !result.ok);
    return store.getState().names.get(accountId) ?? null;
  }

  return { ...store, want };
}

const none: ReadonlySet<string> = new Set();

/**
 * How a finding is shown, and so whether it is offered: a name in a portfolio is the user's own, though a name just registered was
 * last found available. In a session the codes of its cells say the same.
 */
export const shownKind = (
  { kind, domain }: { readonly kind: FindingKind; readonly domain: string },
  owned: ReadonlySet<string>,
): ShownKind => (owned.has(domain) ? 'yours' : kind);

const alliesIn = ({ accounts }: Pick<AccountsState, 'accounts'>, accountId: string): readonly string[] =>
  alliesOf(valueOf(accounts)?.accounts ?? [], accountId);

function unionOf(names: NamesByAccount, accountIds: readonly string[]): ReadonlySet<string> {
  const sets = accountIds.map((id) => names.get(id) ?? none).filter(({ size }) => size > 0);
  return sets.length < 2 ? (sets[0] ?? none) : new Set(sets.flatMap((of) => [...of]));
}

/**
 * The names in the portfolio of an account and of every other account of the same sort, as A-labels; none where there is no
 * account, and those of an account are missing until they are read.
 */
export function useOwned(accountId: string | null): ReadonlySet<string> {
  const owned = storeOf(useStores(), createOwned);
  const ids = useAllies(accountId);
  useEffect(() => {
    for (const id of ids) void owned.want(id);
  }, [owned, ids]);
  const names = useStore(owned, (state) => state.names);
  return useMemo(() => unionOf(names, ids), [names, ids]);
}

function useAllies(accountId: string | null): readonly string[] {
  const accounts = useStore(useStores().accounts, (state) => state.accounts);
  return useMemo(() => (accountId === null ? [] : alliesIn({ accounts }, accountId)), [accounts, accountId]);
}

/**
 * Whether names that {@link useOwned} has are missing, because they could not be read: none of them is marked then, so nothing is
 * bought or exported as available. Null where all were read; else what reads them again.
 */
export function useUnreadNames(accountId: string | null): (() => void) | null {
  const owned = storeOf(useStores(), createOwned);
  const ids = useAllies(accountId);
  const areUnread = useStore(owned, ({ unread }) => ids.some((id) => unread.has(id)));
  if (!areUnread) return null;
  return () => {
    for (const id of ids) void owned.want(id);
  };
}

/**
 * Copies names that were found, once it is known which of them are the user's own. Where that cannot be read nothing is copied, and that
 * is said.
 */
export async function copyOthers(
  stores: Stores,
  accountId: string | null,
  copy: (own: ReadonlySet<string>) => void,
): Promise<void> {
  const { want } = storeOf(stores, createOwned);
  const ids = accountId === null ? [] : alliesIn(stores.accounts.getState(), accountId);
  const read = await Promise.all(ids.map(want));
  if (read.includes(null)) stores.notices.actions.say(`Not copied: ${unreadNamesReason}.`, 'problem');
  else copy(new Set(read.flatMap((names) => [...(names ?? none)])));
}

/** Copies what Search shows as available. */
export function copyAvailable(stores: Stores): void {
  const accountId = activeAccount(stores.accounts.getState())?.id ?? null;
  void copyOthers(stores, accountId, (own) =>
    copyNames(stores, domainsWith(withOwned(stores.search.getState().rows, own), 'available')),
  );
}

/** As {@link useOwned} for the active account, at this moment. */
export function ownedNow(stores: Stores): ReadonlySet<string> {
  const state = stores.accounts.getState();
  const active = activeAccount(state);
  return active === null
    ? none
    : unionOf(storeOf(stores, createOwned).getState().names, alliesIn(state, active.id));
}

interface OwnedDomain {
  /** The account that is tried first. */
  readonly accountId: string;
  readonly domain: string;
  readonly unicode: string;
}

/**
 * Opens a domain's page in the account that has it; says so where none does. Names that come late lead nowhere: the user has
 * gone to another screen or account meanwhile, and would be taken away from there.
 */
export async function viewOwned(stores: Stores, { accountId, domain, unicode }: OwnedDomain): Promise<void> {
  const { want } = storeOf(stores, createOwned);
  const ids = alliesIn(stores.accounts.getState(), accountId);
  const here = () => [stores.route.getState().route, activeAccount(stores.accounts.getState())?.id] as const;
  const [route, activeId] = here();
  const found = await Promise.all(ids.map(async (id) => ({ id, names: await want(id) })));
  if (here()[0] !== route || here()[1] !== activeId) return;
  const owner = found.find(({ names }) => names?.has(domain) === true);
  if (owner !== undefined) openDomain(stores, { accountId: owner.id, domain, tab: 'overview' });
  else if (found.some(({ names }) => names === null))
    stores.notices.actions.say('Your domains couldn’t be loaded', 'problem');
  else stores.notices.actions.say(`${isolatedName(unicode)} isn’t one of your domains`);
}
