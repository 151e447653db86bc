import { createStore } from 'zustand/vanilla';
import type { Session } from '#shared/domain/session.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Bridge } from '#shared/routes.ts';
import { createRemote, idle, type Remote, valueOf } from '../bridge.ts';

export type SessionsById = ReadonlyMap<string, Session>;

export interface SessionsState {
  /** Of all accounts, unsorted. */
  readonly sessions: Remote<SessionsById>;
  /** The ids of sessions with a pending action. */
  readonly busy: ReadonlySet<string>;
}

export type SessionsStore = ReturnType<typeof createSessionsStore>;

/** All bulk lookups, live. */
export function createSessionsStore({ request: { sessions: ask }, on }: Pick<Bridge, 'request' | 'on'>) {
  const store = createStore<SessionsState>(() => ({ sessions: idle, busy: new Set() }));
  const { getState: get, setState: set } = store;
  const list = createRemote<SessionsById>(
    () => get().sessions,
    (sessions) => set({ sessions }),
  );
  /** Received since the list was requested, so newer than the list. Null stands for a removed session. */
  const events: Changes = new Map();
  on['sessions.changed'](({ sessions, removed }) => take(sessions, removed));

  function reload(): Promise<void> {
    events.clear();
    return list.ask(async () => {
      const result = await ask.list({});
      return result.ok ? ok(changedBy(byId(result.value.sessions), events)) : result;
    });
  }

  function take(sessions: readonly Session[], removed: readonly string[]): void {
    const changes: Changes = byId(sessions);
    for (const id of removed) changes.set(id, null);
    for (const [id, session] of changes) events.set(id, session);
    const { sessions: state } = get();
    const known = valueOf(state);
    if (known === null) return;
    const value = changedBy(known, changes);
    const isStale = state.status === 'loading' || state.status === 'failed';
    set({ sessions: isStale ? { ...state, before: value } : { status: 'ready', value } });
  }

  async function during<T>(id: string, answer: Promise<Result<T>>): Promise<Result<T>> {
    set({ busy: new Set([...get().busy, id]) });
    const result = await answer;
    set({ busy: new Set([...get().busy].filter((other) => other !== id)) });
    return result;
  }

  async function changed(id: string, answer: Promise<Result<Session>>): Promise<Result<Session>> {
    const result = await during(id, answer);
    if (result.ok) take([result.value], []);
    return result;
  }

  return {
    ...store,
    actions: {
      /** Loads the list where it was not loaded yet. */
      load: () => (get().sessions.status === 'idle' ? reload() : Promise.resolve()),
      reload,
      pause: (id: string) => changed(id, ask.pause({ id })),
      resume: (id: string) => changed(id, ask.resume({ id })),
      stop: (id: string) => changed(id, ask.stop({ id })),
      rename: (id: string, name: string) => changed(id, ask.rename({ id, name })),
      /** With the same names and TLDs, for the same account or another one. */
      runAgain: (id: string, accountId: string, start: boolean) =>
        changed(id, ask.runAgain({ id, accountId, start })),
      remove: async (id: string) => {
        const result = await during(id, ask.remove({ id }));
        if (result.ok) take([], [id]);
        return result;
      },
      /** Stores a session from an answer. */
      put: (session: Session) => take([session], []),
    },
  };
}

type Changes = Map<string, Session | null>;

const byId = (sessions: readonly Session[]) => new Map(sessions.map((session) => [session.id, session]));

function changedBy(known: SessionsById, changes: Changes): SessionsById {
  const next = new Map(known);
  for (const [id, session] of changes)
    if (session === null) next.delete(id);
    else next.set(id, session);
  return next;
}

/** The session of an id; null where the list does not have it. */
export const sessionOf = (state: SessionsState, id: string): Session | null =>
  valueOf(state.sessions)?.get(id) ?? null;

/** Whether it is running or waiting. */
export const isOnItsWay = ({ state }: Session): boolean => state === 'running' || state === 'waiting';
