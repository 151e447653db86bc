import { useMemo } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Session } from '#shared/domain/session.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { Result } from '#shared/result.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { isOnItsWay } from './sessions-store.ts';

/** What is being asked about one session. */
type SessionDialogName = 'rename' | 'remove' | 'run-again' | 'compare';

interface SessionListState {
  /** What the name, the source or a TLD must have in it. */
  readonly text: string;
  /** The session under the cursor. */
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

/** How one looks at the list; it stays while one session or another is looked at. */
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

/** What can be done with a session of the list. What cannot be done in its state does nothing. */
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

/** Held by the user, with cells left. */
export const canGoOn = ({ state }: Session): boolean => state === 'paused' || state === 'stopped';

export const canStop = (session: Session): boolean => isOnItsWay(session) || session.state === 'paused';

/** The sessions that `text` names: those of the active account first, in each part the latest change first. */
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
 * The sessions that `session` can be compared with: first other runs over the same names and TLDs, the latest first, then
 * all others that have a TLD in common.
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

/** The id of the first of the runs that `session` belongs to, also where that one was removed. */
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

/** The older of two is the one before. */
export const inTime = (a: Session, b: Session): { readonly beforeId: string; readonly afterId: string } =>
  a.createdAt <= b.createdAt ? { beforeId: a.id, afterId: b.id } : { beforeId: b.id, afterId: a.id };
