import { createStore } from 'zustand/vanilla';
import { offeredTldSets, type OfferedTldSet } from '#shared/domain/built-in-tld-sets.ts';
import { bareTld, tldOf } from '#shared/domain/plain-name.ts';
import { mapOk, type Result } from '#shared/result.ts';
import type { Bridge, TldList, TldSet } from '../client.ts';
import type { Row } from './rows.ts';
import { createRemote, idle, type Remote, valueOf } from '../remote.ts';

/** The TLDs of a search: a set, or an unnamed list. */
type TldChoice =
  { readonly kind: 'set'; readonly id: string } | { readonly kind: 'own'; readonly tlds: readonly string[] };

export interface TldsState {
  readonly list: Remote<TldList>;
  readonly sets: Remote<readonly TldSet[]>;
  /** The sets as the account can choose them. */
  readonly offered: readonly OfferedTldSet[];
  /** Null until the settings say which set was used last. */
  readonly choice: TldChoice | null;
}

export type TldsStore = ReturnType<typeof createTldsStore>;

/** @param accountId The active account, shown in the header; null while it is not known. */
export function createTldsStore(
  { tlds: ask }: Pick<Bridge['request'], 'tlds'>,
  accountId: () => string | null,
) {
  const store = createStore<TldsState>(() => ({ list: idle, sets: idle, offered: [], choice: null }));
  const { getState: get, setState: set } = store;
  const list = createRemote(
    () => get().list,
    (next) => set({ list: next, ...offer(get().sets, next) }),
  );
  const sets = createRemote(
    () => get().sets,
    (next) => set({ sets: next, ...offer(next, get().list) }),
  );

  const readList = (refresh: boolean) => list.ask(() => ask.list({ accountId: accountId(), refresh }));

  const readSets = () => sets.ask(async () => mapOk(await ask.sets({}), (answer) => answer.sets));

  async function changed<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
    const result = await answer;
    if (result.ok) await readSets();
    return result;
  }

  return {
    ...store,
    actions: {
      load: async () => {
        await Promise.all([readSets(), readList(false)]);
      },
      /** Loads only the sets, which need no account: enough to list a name under them. */
      loadSets: readSets,
      /** Requests the list from the service again. */
      refresh: async () => {
        await readList(true);
        await readSets();
      },
      choose: (choice: TldChoice) => set({ choice }),
      saveSet: (id: string | null, name: string, tlds: readonly string[]) =>
        changed(ask.saveSet({ id, name, tlds: [...tlds] })),
      removeSet: (id: string) => changed(ask.removeSet({ id })),
    },
  };
}

const offer = (sets: TldsState['sets'], list: TldsState['list']): Pick<TldsState, 'offered'> => ({
  offered: offeredTldSets(valueOf(sets) ?? [], (valueOf(list)?.tlds ?? none).map(bareTld)),
});

/** The chosen set; the first set where the chosen one is not there; null for an unnamed list. */
export function chosenSet({ choice, offered }: TldsState): OfferedTldSet | null {
  if (choice?.kind === 'own') return null;
  return offered.find((candidate) => candidate.id === choice?.id) ?? offered[0] ?? null;
}

const none: readonly string[] = [];

/** What a built-in set has and the account's service does not list, in words; empty where it is whole. */
export const unlistedIn = (set: Pick<OfferedTldSet, 'unlisted'> | null): string =>
  set === null || set.unlisted.length === 0
    ? ''
    : `Not listed by the service: ${set.unlisted.map((tld) => `.${tld}`).join(' ')}`;

export const chosenTlds = (state: TldsState): readonly string[] =>
  state.choice?.kind === 'own' ? state.choice.tlds : (chosenSet(state)?.tlds ?? none);

export const knownTlds = (state: TldsState): readonly string[] => valueOf(state.list)?.tlds ?? none;

/** Whether the account's list is known and has no TLD of this name, which it may list in either form. */
export const isOutsideList = (state: TldsState, name: Row['name']): boolean =>
  outsideList(knownTlds(state))(name);

/** The same for many names. */
export function outsideList(known: readonly string[]): (name: Row['name']) => boolean {
  const listed = new Set(known.map(bareTld));
  return ({ domain, unicode }) =>
    listed.size > 0 && !listed.has(tldOf(domain)) && !listed.has(tldOf(unicode));
}
