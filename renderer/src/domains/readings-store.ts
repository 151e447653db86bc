import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { domainParts } from '#shared/domain/domain-parts.ts';
import type { DomainPart, Reading } from '#shared/domain/portfolio.ts';
import { isLoopback } from '#shared/domain/registry-names.ts';
import type { Result } from '#shared/result.ts';
import type { Bridge } from '../client.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { accountOf, type AccountsState, type SettingsState } from '../shell/stores.ts';
import { storeOf } from '../ui/live-collection.ts';
import { valueOf } from '../remote.ts';
import { byAccount, type NamesOf } from './domains-store.ts';

/** A refresh run with the page's own information about it. */
export interface FollowedReading {
  readonly reading: Reading;
  readonly accountId: string;
  /** Empty where it was not started on this page. */
  readonly names: ReadonlySet<string>;
  /** What is read of each; all where it was not started on this page. */
  readonly parts: readonly DomainPart[];
  /** Of one opened domain: its page shows how it ended, the list does not. */
  readonly isQuiet: boolean;
}

interface ReadingsState {
  /** The running ones, and the ended ones not yet dismissed; the oldest first. */
  readonly readings: ReadonlyMap<string, FollowedReading>;
}

export type ReadingsStore = ReturnType<typeof createReadingsStore>;

interface Deps {
  readonly request: Pick<Bridge['request'], 'domains'>;
  readonly on: Pick<Bridge['on'], 'domains.reading'>;
}

/** The store of refresh runs: which account and domains, and their progress. */
export function createReadingsStore({ request: { domains: ask }, on }: Deps) {
  const store = createStore<ReadingsState>(() => ({ readings: new Map() }));
  const { getState: get, setState: set } = store;

  /** A state already received by an event is newer than the answer that starts a reading. */
  function put(reading: Reading, begun: Omit<FollowedReading, 'reading'> | null): void {
    const known = get().readings.get(reading.id);
    const { accountId } = reading;
    const unknown = { accountId, names: new Set<string>(), parts: domainParts, isQuiet: false };
    const about = begun ?? known ?? unknown;
    const followed = { ...about, reading: begun === null ? reading : (known?.reading ?? reading) };
    set({ readings: new Map(get().readings).set(reading.id, followed) });
  }

  /** Forgets the ended ones; those of the list stay while one domain alone is read. */
  function dropEnded(accountId: string, isQuiet: boolean): void {
    const isDropped = (one: FollowedReading): boolean =>
      one.accountId === accountId && one.reading.isFinished && (one.isQuiet || !isQuiet);
    set({ readings: new Map([...get().readings].filter(([, one]) => !isDropped(one))) });
  }

  on['domains.reading']((reading) => put(reading, null));

  async function begin(
    accountId: string,
    domains: readonly string[],
    parts: readonly DomainPart[],
    isQuiet = false,
  ): Promise<Result<Reading>> {
    dropEnded(accountId, isQuiet);
    const result = await ask.readAgain({ accountId, domains: [...domains], parts: [...parts] });
    if (result.ok) put(result.value, { accountId, names: new Set(domains), parts, isQuiet });
    return result;
  }

  /** Looks domains up at their registries. */
  async function beginRegistry(
    accountId: string,
    domains: readonly string[],
    isQuiet = false,
  ): Promise<Result<Reading>> {
    dropEnded(accountId, isQuiet);
    const result = await ask.readRegistry({ accountId, domains: [...domains] });
    if (result.ok) put(result.value, { accountId, names: new Set(domains), parts: domainParts, isQuiet });
    return result;
  }

  return {
    ...store,
    actions: {
      begin,
      beginRegistry,
      /** Asks again for what a reading that has ended did not read, and for nothing else (H23). */
      beginUnread: ({ accountId, parts, isQuiet, reading }: FollowedReading): Promise<Result<Reading>> => {
        const names = reading.unread?.names ?? [];
        return reading.isOfRegistry === true
          ? beginRegistry(accountId, names, isQuiet)
          : begin(accountId, names, parts, isQuiet);
      },
      cancel: (id: string) => ask.cancelReading({ id }),
      dismiss: (id: string): void => {
        const readings = new Map(get().readings);
        readings.delete(id);
        set({ readings });
      },
    },
  };
}

export const readingsStoreOf = ({ bridge }: Stores) => createReadingsStore(bridge);

export const useReadings = (): ReadingsStore => storeOf(useStores(), readingsStoreOf);

export const isRegistryOn = ({ settings }: SettingsState): boolean =>
  valueOf(settings)?.registryEnabled === true;

/**
 * Reads domains at the service, and their expiries at the registry where that is switched on.
 *
 * @param keys Those of `keyOf`.
 */
export function readAgain(
  { notices, settings, accounts }: Stores,
  readings: ReadingsStore,
  keys: readonly string[],
) {
  const known = settings.getState();
  for (const { accountId, names } of byAccount(keys)) {
    notices.actions.report(readings.actions.begin(accountId, names, domainParts));
    if (isRegistryOn(known) && isAskable(accounts.getState(), known, accountId))
      notices.actions.report(readings.actions.beginRegistry(accountId, names));
  }
}

/**
 * Looks domains up at their registries.
 *
 * @param askFirst Called instead where that is switched off; by itself it leads to the setting, which says who is asked.
 */
export function lookUpAtRegistry(
  { accounts, settings, notices, route }: Stores,
  readings: ReadingsStore,
  keys: readonly string[],
  isQuiet = false,
  askFirst: (of: readonly NamesOf[]) => void = () =>
    route.actions.goToSettings({ kind: 'all', setting: 'registry' }),
): void {
  const known = settings.getState();
  const of = byAccount(keys).filter(({ accountId }) => isAskable(accounts.getState(), known, accountId));
  if (of.length === 0)
    notices.actions.say('No registry is asked for names of the practice account', 'problem');
  else if (!isRegistryOn(known)) askFirst(of);
  else
    for (const { accountId, names } of of)
      notices.actions.report(readings.actions.beginRegistry(accountId, names, isQuiet));
}

/** Looking up expiries at registries. */
export function useRegistry() {
  const stores = useStores();
  const readings = useReadings();
  return {
    isOn: useStore(stores.settings, isRegistryOn),
    /** For a control beside which stands who is asked, and what they learn: it is switched on by it. */
    switchOnAndLookUp: async (of: readonly NamesOf[]): Promise<Result<unknown>> => {
      let last: Result<unknown> = await stores.settings.actions.write({ registryEnabled: true });
      for (const { accountId, names } of of)
        if (last.ok) last = await readings.actions.beginRegistry(accountId, names);
      return last;
    },
    lookUp: (keys: readonly string[], isQuiet = false): void =>
      lookUpAtRegistry(stores, readings, keys, isQuiet),
  };
}

/** Whether registries are asked for the account's names: not for those of practice, unless the registry is on this computer. */
export function isAskable(accounts: AccountsState, { settings }: SettingsState, accountId: string): boolean {
  const bootstrap = valueOf(settings)?.registryBootstrap ?? '';
  return accountOf(accounts, accountId)?.kind !== 'practice' || isLoopback(bootstrap);
}

/** Whether `name` is being read now. */
export const isBeingRead = ({ readings }: ReadingsState, accountId: string, name: string): boolean =>
  [...readings.values()].some(
    (one) => !one.reading.isFinished && one.accountId === accountId && one.names.has(name),
  );

/** The last reading with `name` in it, where it ended early by itself and that was not dismissed; else null. */
export function endedEarlyFor({ readings }: ReadingsState, accountId: string, name: string): Reading | null {
  const last = [...readings.values()].findLast((one) => one.accountId === accountId && one.names.has(name));
  if (last === undefined) return null;
  const { isFinished, error } = last.reading;
  return isFinished && error !== null && error.kind !== 'cancelled' ? last.reading : null;
}
