import type { AskAgain, Session } from '#shared/domain/session.ts';
import type { Result } from '#shared/result.ts';
import type { StoreApi } from 'zustand/vanilla';
import { answered } from '../../../lib/remote.ts';
import type { Deed, SessionDeps, SessionState } from './session-state.ts';

/** What is done to the session as a whole. Each says whether it was done; a failure stays as `trouble`. */
export interface Deeds {
  readonly pause: () => Promise<boolean>;
  readonly resume: () => Promise<boolean>;
  readonly stop: () => Promise<boolean>;
  readonly rename: (name: string) => Promise<boolean>;
  readonly lookAgain: (which: AskAgain) => Promise<boolean>;
  /** The session that was made, running; null where it could not be made. */
  readonly runAgain: (accountId: string) => Promise<Session | null>;
  readonly forgetTrouble: () => void;
}

export function createDeeds(store: StoreApi<SessionState>, deps: SessionDeps): Deeds {
  const { getState: get, setState: set } = store;
  const { sessions } = deps.request;
  const ofThis = { id: deps.sessionId };

  async function begin(deed: Deed, ask: () => Promise<Result<Session>>): Promise<Session | null> {
    if (get().deed !== null) return null;
    set({ deed, trouble: null });
    const result = await ask();
    set({ deed: null, trouble: result.ok ? null : { deed, error: result.error } });
    return result.ok ? result.value : null;
  }

  /** The session as it stands afterwards takes the place of what was known of it. */
  async function change(deed: Deed, ask: () => Promise<Result<Session>>): Promise<boolean> {
    const session = await begin(deed, ask);
    if (session !== null) set({ session: answered(get().session, { ok: true, value: session }) });
    return session !== null;
  }

  return {
    pause: () => change('pause', () => sessions.pause(ofThis)),
    resume: () => change('resume', () => sessions.resume(ofThis)),
    stop: () => change('stop', () => sessions.stop(ofThis)),
    rename: (name) => change('rename', () => sessions.rename({ ...ofThis, name })),
    lookAgain: (which) => change('look-again', () => sessions.askAgain({ ...ofThis, which })),
    runAgain: (accountId) =>
      begin('run-again', () => sessions.runAgain({ ...ofThis, accountId, start: true })),
    forgetTrouble: () => set({ trouble: null }),
  };
}
