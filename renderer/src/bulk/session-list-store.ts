import { useMemo } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Session } from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { Result } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { isOnItsWay } from './sessions-store.ts';

/** The dialogs for one session. */
type SessionDialogName = 'rename' | 'remove' | 'run-again' | 'compare';

interface SessionListState {
  /** Text that the name, the source or a TLD must contain. */
  readonly text: string;
  /** The current session. */
  readonly cursor: string | null;
  readonly asked: { readonly question: SessionDialogName; readonly sessionId: string } | null;
}

export interface SessionListStore extends StoreApi<SessionListState> {
  readonly actions: {
    readonly find: (text: string) => void;
    readonly moveTo: (sessionId: string | null) => void;
    readonly ask: (question: SessionDialogName, sessionId: string) => void;
    readonly close: () => void;
  };
}

/** The view state of the list; kept while a session is open. */
export function createSessionListStore(): SessionListStore {
  const store = createStore<SessionListState>(() => ({ text: '', cursor: null, asked: null }));
  const { setState: set } = store;
  return {
    ...store,
    actions: {
      find: (text) => set({ text }),
      moveTo: (cursor) => set({ cursor }),
      ask: (question, sessionId) => set({ asked: { question, sessionId }, cursor: sessionId }),
      close: () => set({ asked: null }),
    },
  };
}

/** Actions on a session of the list. An action that its state does not allow does nothing. */
export interface SessionListActions {
  readonly open: (session: Session) => void;
  readonly pauseOrResume: (session: Session) => void;
  readonly stop: (session: Session) => void;
  readonly ask: (question: SessionDialogName, session: Session) => void;
}

export function useSessionListActions(list: SessionListStore): SessionListActions {
  const stores = useStores();
  return useMemo(() => createSessionListActions(stores, list), [stores, list]);
}

function createSessionListActions(
  { sessions, notices, route }: Stores,
  list: SessionListStore,
): SessionListActions {
  function tell(asked: Promise<Result<Session>>): void {
    void asked.then((result) => {
      if (result.ok) return;
      const { happened, next } = sentencesFor(result.error);
      notices.actions.say(`${happened} ${next}`, 'problem');
    });
  }
  return {
    open: ({ id }) => route.actions.goToBulk({ kind: 'session', sessionId: id }),
    pauseOrResume(session) {
      if (isOnItsWay(session)) tell(sessions.actions.pause(session.id));
      else if (canGoOn(session)) tell(sessions.actions.resume(session.id));
    },
    stop(session) {
      if (canStop(session)) tell(sessions.actions.stop(session.id));
    },
    ask: (question, { id }) => list.actions.ask(question, id),
  };
}

/** Paused or stopped by the user, with cells left. */
export const canGoOn = ({ state }: Session): boolean => state === 'paused' || state === 'stopped';

export const canStop = (session: Session): boolean => isOnItsWay(session) || session.state === 'paused';

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
  const tlds = new Set(session.tlds);
  return {
    runs: latestFirst.filter((one) => rootOf(one, all) === root),
    others: latestFirst.filter((one) => rootOf(one, all) !== root && one.tlds.some((tld) => tlds.has(tld))),
  };
}

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

/** Orders two sessions by time: the older one is `before`. */
export const inTime = (a: Session, b: Session): { readonly beforeId: string; readonly afterId: string } =>
  a.createdAt <= b.createdAt ? { beforeId: a.id, afterId: b.id } : { beforeId: b.id, afterId: a.id };
