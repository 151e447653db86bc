import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type FindingKind, isBuyable } from '#shared/domain/finding.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { valueOf } from '../bridge.ts';
import { activeAccount, type AccountsState } from '../shell/stores.ts';
import { storeOf } from '../ui/live-collection.ts';
import { openDomain } from '../ui/PageParts.tsx';

type NamesByAccount = ReadonlyMap<string, ReadonlySet<string>>;

/** The names in the portfolios of some accounts, as A-labels: each read once when it is first wanted, then followed. */
function createOwned({ bridge }: Stores) {
  const store = createStore<NamesByAccount>(() => new Map());
  const asked = new Map<string, ReturnType<typeof bridge.request.domains.names>>();

  const put = (accountId: string, names: ReadonlySet<string>): void =>
    store.setState(new Map([...store.getState(), [accountId, names]]), true);

  bridge.on['domains.changed'](({ accountId, domains, removed }) => {
    const known = store.getState().get(accountId);
    if (known === undefined) {
      // Read meanwhile: what was asked for may be older than this.
      if (asked.delete(accountId)) void want(accountId);
      return;
    }
    const names = new Set(known);
    for (const { name, archivedAt, transferredAway } of domains) {
      if (archivedAt === null && transferredAway?.value !== true) names.add(name);
      else names.delete(name);
    }
    for (const name of removed) names.delete(name);
    put(accountId, names);
  });

  /** Resolves with the names; null where they cannot be read: then nothing has the mark, and they are read when they are wanted again. */
  async function want(accountId: string): Promise<ReadonlySet<string> | null> {
    const reading = asked.get(accountId) ?? bridge.request.domains.names({ accountId });
    asked.set(accountId, reading);
    const result = await reading;
    // Another reading began meanwhile, because this one is outdated.
    if (asked.get(accountId) !== reading) return await want(accountId);
    if (!result.ok) asked.delete(accountId);
    else if (!store.getState().has(accountId)) put(accountId, new Set(result.value.names));
    return store.getState().get(accountId) ?? null;
  }

  return { ...store, want };
}

const none: ReadonlySet<string> = new Set();

/**
 * The one rule for what is offered: the name was found free, and is in nobody's portfolio here. A name just registered is in the
 * portfolio while its last finding still says available.
 */
export const isOffered = (kind: FindingKind, domain: string, owned: ReadonlySet<string>): boolean =>
  isBuyable(kind) && !owned.has(domain);

/**
 * The accounts whose domains count as the user's own beside those of an account: itself first, then every other one. The practice
 * account owns names of the practice service alone.
 */
function alliesOf({ accounts }: Pick<AccountsState, 'accounts'>, accountId: string): readonly string[] {
  const all = valueOf(accounts)?.accounts ?? [];
  const own = all.find(({ id }) => id === accountId);
  const others = all.filter(({ id, kind }) => id !== accountId && kind === own?.kind);
  return [accountId, ...others.map(({ id }) => id)];
}

function unionOf(names: NamesByAccount, accountIds: readonly string[]): ReadonlySet<string> {
  const sets = accountIds.map((id) => names.get(id) ?? none).filter(({ size }) => size > 0);
  return sets.length < 2 ? (sets[0] ?? none) : new Set(sets.flatMap((of) => [...of]));
}

/**
 * The names in the portfolio of an account and of every other account of the same sort, as A-labels; none where there is no
 * account, and those of an account are missing until they are read.
 */
export function useOwned(accountId: string | null): ReadonlySet<string> {
  const stores = useStores();
  const owned = storeOf(stores, createOwned);
  const accounts = useStore(stores.accounts, (state) => state.accounts);
  const ids = useMemo(
    () => (accountId === null ? [] : alliesOf({ accounts }, accountId)),
    [accounts, accountId],
  );
  useEffect(() => {
    for (const id of ids) void owned.want(id);
  }, [owned, ids]);
  const names = useStore(owned);
  return useMemo(() => unionOf(names, ids), [names, ids]);
}

/** As {@link useOwned} for the active account, at this moment. */
export function ownedNow(stores: Stores): ReadonlySet<string> {
  const state = stores.accounts.getState();
  const active = activeAccount(state);
  return active === null
    ? none
    : unionOf(storeOf(stores, createOwned).getState(), alliesOf(state, active.id));
}

interface OwnedDomain {
  /** The account that is tried first. */
  readonly accountId: string;
  readonly domain: string;
  readonly unicode: string;
}

/** Opens a domain's page in the account that has it; says so where none does. */
export async function viewOwned(stores: Stores, { accountId, domain, unicode }: OwnedDomain): Promise<void> {
  const { want } = storeOf(stores, createOwned);
  const ids = alliesOf(stores.accounts.getState(), accountId);
  const found = await Promise.all(ids.map(async (id) => ({ id, names: await want(id) })));
  const owner = found.find(({ names }) => names?.has(domain) === true);
  if (owner !== undefined) openDomain(stores, { accountId: owner.id, domain, tab: 'overview' });
  else if (found.some(({ names }) => names === null))
    stores.notices.actions.say('Your domains couldn’t be loaded', 'problem');
  else stores.notices.actions.say(`${isolatedName(unicode)} isn’t one of your domains`);
}
