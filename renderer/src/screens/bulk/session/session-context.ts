import type { Session } from '#shared/domain/session.ts';
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { valueOf } from '../../../lib/remote.ts';
import type { SessionState } from './session-state.ts';
import type { SessionActions, SessionStore } from './session-store.ts';

const SessionContext = createContext<SessionStore | null>(null);

export const SessionProvider = SessionContext.Provider;

/** The store of the session that is open around a component. */
export function useSessionStore(): SessionStore {
  const store = use(SessionContext);
  if (store === null) throw new Error('Drawn outside of a session');
  return store;
}

export const useSessionState = <T>(select: (state: SessionState) => T): T =>
  useStore(useSessionStore(), select);

export const useSessionActions = (): SessionActions => useSessionStore().actions;

/** The session itself. For what is drawn once it is known, and only there. */
export function useSession(): Session {
  const session = useSessionState((state) => valueOf(state.session));
  if (session === null) throw new Error('Drawn before the session is known');
  return session;
}
