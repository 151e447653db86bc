import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';

import { isReal } from '#shared/domain/account.ts';
import type { Session } from '#shared/domain/session.ts';
import type { Stores } from '../app-stores.ts';
import type { AccountSummary } from '../client.ts';
import { followListView } from '../ui/list-views.ts';
import { filterText, longestFilterText } from '../ui/stored-view.ts';

type SessionDialogName = 'rename' | 'remove' | 'run-again' | 'compare';

interface SessionListState {
  /** Text that the name, the source or a TLD must contain. */
  readonly text: string;
  /** The current session. */
  readonly cursor: string | null;
  readonly dialog: { readonly name: SessionDialogName; readonly sessionId: string } | null;
}

export type SessionListStore = StoreApi<SessionListState>;

/** The view state of the list; its text is found again after a restart. */
export function createSessionListStore(stores: Stores): SessionListStore {
  const store = createStore<SessionListState>(() => ({ text: '', cursor: null, dialog: null }));
  followListView(stores, store, {
    list: 'sessions',
    isOfAccount: false,
    take: ({ text }) => ({ text: text.slice(0, longestFilterText) }),
    put: (left) => store.setState(storedView.parse(left)),
  });
  return store;
}

/** Nothing chosen where it is not understood. */
const storedView = z.catch(z.object({ text: filterText }), { text: '' });

/** Paused or stopped by the user, with cells left. */
export const canGoOn = ({ state }: Session): boolean => state === 'paused' || state === 'stopped';

/** Those of the active account and all of its sort: practice is a world of its own. One whose account is gone is real. */
export function ofOneWorld(
  sessions: Iterable<Session>,
  accounts: readonly Pick<AccountSummary, 'id' | 'kind'>[],
  activeId: string | null,
): readonly Session[] {
  const isOfPractice = (accountId: string | null): boolean =>
    accounts.some((one) => one.id === accountId && !isReal(one));
  return [...sessions].filter(({ accountId }) => isOfPractice(accountId) === isOfPractice(activeId));
}

/** The sessions that match `text`: those of the active account first; in each part the latest change first. */
export function shownSessions(
  sessions: Iterable<Session>,
  activeAccountId: string | null,
  text: string,
): readonly Session[] {
  const wanted = text.trim().toLowerCase();
  return [...sessions]
    .filter((session) => wanted === '' || isNamed(session, wanted))
    .sort(
      (a, b) =>
        Number(b.accountId === activeAccountId) - Number(a.accountId === activeAccountId) ||
        b.changedAt.localeCompare(a.changedAt) ||
        a.id.localeCompare(b.id),
    );
}

const isNamed = ({ name, source, tlds }: Session, wanted: string): boolean =>
  name.toLowerCase().includes(wanted) ||
  source.toLowerCase().includes(wanted) ||
  tlds.includes(wanted.replace(/^\.+/, ''));

/**
 * The sessions to compare `session` with: first other runs over the same names and TLDs, the latest first, then all others with a
 * common TLD.
 */
export function comparable(
  sessions: Iterable<Session>,
  session: Session,
): { readonly runs: readonly Session[]; readonly others: readonly Session[] } {
  const all = new Map([...sessions].map((one) => [one.id, one]));
  const root = rootOf(session, all);
  const latestFirst = [...all.values()]
    .filter((one) => one.id !== session.id)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return {
    runs: latestFirst.filter((one) => rootOf(one, all) === root),
    others: latestFirst.filter(
      (one) => rootOf(one, all) !== root && one.tlds.some((tld) => session.tlds.includes(tld)),
    ),
  };
}

/** Whether they have the same number of names and the same TLDs, so that every cell can be compared. */
export const isSameSize = (a: Session, b: Session): boolean =>
  a.names === b.names && a.tlds.join() === b.tlds.join();

/** The id of the first of a chain of reruns, even where that session was removed. */
function rootOf(session: Session, all: ReadonlyMap<string, Session>): string {
  const seen = new Set<string>();
  let at = session;
  while (at.rerunOf !== null && !seen.has(at.id)) {
    seen.add(at.id);
    const before = all.get(at.rerunOf);
    if (before === undefined) return at.rerunOf;
    at = before;
  }
  return at.id;
}

/** Of two sessions the later one, to be narrowed down to what differs from the other. */
export const inTime = (a: Session, b: Session): { readonly sessionId: string; readonly sinceId: string } =>
  a.createdAt <= b.createdAt ? { sessionId: b.id, sinceId: a.id } : { sessionId: a.id, sinceId: b.id };
