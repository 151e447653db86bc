import { createStore } from 'zustand/vanilla';
import type { Session } from '#shared/domain/session.ts';
import { mapOk, type Result } from '#shared/result.ts';
import type { Bridge } from '../client.ts';
import { type ByKey, createLiveMap } from '../ui/live-collection.ts';
import { idle, type Remote, valueOf } from '../remote.ts';

type SessionsById = ByKey<Session>;

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
  const { read, take } = createLiveMap<Session>(
    ({ id }) => id,
    () => get().sessions,
    (sessions) => set({ sessions }),
  );
  on['sessions.changed'](({ sessions, removed }) => take(sessions, removed));

  const reload = () => read(async () => mapOk(await ask.list({}), ({ sessions }) => sessions));

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

/** The session of an id; null where the list does not have it. */
export const sessionOf = (state: SessionsState, id: string): Session | null =>
  valueOf(state.sessions)?.get(id) ?? null;

/** Whether it is running or waiting. */
export const isOnItsWay = ({ state }: Session): boolean => state === 'running' || state === 'waiting';
