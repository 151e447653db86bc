import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Session } from '#shared/domain/session.ts';
import type { Result } from '#shared/result.ts';
import type { Bridge } from '#shared/routes.ts';
import { createLatest, idle, loading, type Remote, valueOf } from '../bridge.ts';

export type SessionsById = ReadonlyMap<string, Session>;

export interface SessionsState {
  /** Of all accounts, unsorted. */
  readonly sessions: Remote<SessionsById>;
  /** The ids of sessions with a pending action. */
  readonly busy: ReadonlySet<string>;
}

export interface SessionsStore extends StoreApi<SessionsState> {
  readonly actions: {
    /** Loads the list where it was not loaded yet; then keeps it live. */
    readonly load: () => Promise<void>;
    readonly reload: () => Promise<void>;
    readonly pause: (id: string) => Promise<Result<Session>>;
    readonly resume: (id: string) => Promise<Result<Session>>;
    readonly stop: (id: string) => Promise<Result<Session>>;
    readonly rename: (id: string, name: string) => Promise<Result<Session>>;
    /** With the same names and TLDs, for the same account or another one. */
    readonly runAgain: (id: string, accountId: string, start: boolean) => Promise<Result<Session>>;
    readonly remove: (id: string) => Promise<Result<unknown>>;
    /** Stores a session from an answer. */
    readonly put: (session: Session) => void;
  };
}

interface Deps {
  readonly request: Pick<Bridge['request'], 'sessions'>;
  readonly on: Pick<Bridge['on'], 'sessions.changed'>;
}

/** All bulk lookups, live. Events received while the list is loading are newer than the list. */
export function createSessionsStore({ request: { sessions: ask }, on }: Deps): SessionsStore {
  const store = createStore<SessionsState>(() => ({ sessions: idle, busy: new Set() }));
  const { getState: get, setState: set } = store;
  const live = createLiveList(store, ask);
  on['sessions.changed']((event) => live.take(event.sessions, event.removed));

  async function during<T>(id: string, asked: Promise<Result<T>>): Promise<Result<T>> {
    set({ busy: new Set([...get().busy, id]) });
    const result = await asked;
    set({ busy: new Set([...get().busy].filter((other) => other !== id)) });
    return result;
  }

  async function changed(id: string, asked: Promise<Result<Session>>): Promise<Result<Session>> {
    const result = await during(id, asked);
    if (result.ok) live.take([result.value], []);
    return result;
  }

  return {
    ...store,
    actions: {
      load: () => (get().sessions.status === 'idle' ? live.read() : Promise.resolve()),
      reload: live.read,
      pause: (id) => changed(id, ask.pause({ id })),
      resume: (id) => changed(id, ask.resume({ id })),
      stop: (id) => changed(id, ask.stop({ id })),
      rename: (id, name) => changed(id, ask.rename({ id, name })),
      runAgain: (id, accountId, start) => changed(id, ask.runAgain({ id, accountId, start })),
      async remove(id) {
        const result = await during(id, ask.remove({ id }));
        if (result.ok) live.take([], [id]);
        return result;
      },
      put: (session) => live.take([session], []),
    },
  };
}

interface LiveList {
  readonly read: () => Promise<void>;
  readonly take: (sessions: readonly Session[], removed: readonly string[]) => void;
}

function createLiveList(
  { getState: get, setState: set }: StoreApi<SessionsState>,
  ask: Bridge['request']['sessions'],
): LiveList {
  const latest = createLatest();
  /** Sessions received by events while the list is loading; null stands for a removed one. */
  let told: Map<string, Session | null> | null = null;

  return {
    async read() {
      const isLatest = latest.begin();
      told = new Map();
      set({ sessions: loading(get().sessions) });
      const result = await ask.list({});
      if (!isLatest()) return;
      const news = told;
      told = null;
      if (!result.ok) {
        set({ sessions: { status: 'failed', error: result.error, before: valueOf(get().sessions) } });
        return;
      }
      const listed = new Map(result.value.sessions.map((session) => [session.id, session]));
      set({ sessions: { status: 'ready', value: withNews(listed, news) } });
    },
    take(sessions, removed) {
      const news = new Map<string, Session | null>(sessions.map((session) => [session.id, session]));
      for (const id of removed) news.set(id, null);
      if (told !== null) news.forEach((session, id) => told?.set(id, session));
      const state = get().sessions;
      const known = valueOf(state);
      if (known === null) return;
      const value = withNews(known, news);
      const isStale = state.status === 'loading' || state.status === 'failed';
      set({ sessions: isStale ? { ...state, before: value } : { status: 'ready', value } });
    },
  };
}

function withNews(known: SessionsById, news: ReadonlyMap<string, Session | null>): SessionsById {
  const next = new Map(known);
  news.forEach((session, id) => {
    if (session === null) next.delete(id);
    else next.set(id, session);
  });
  return next;
}

/** The session of an id; null where the list does not have it. */
export const sessionOf = (state: SessionsState, id: string): Session | null =>
  valueOf(state.sessions)?.get(id) ?? null;

/** Whether it is running or waiting. */
export const isOnItsWay = ({ state }: Session): boolean => state === 'running' || state === 'waiting';
