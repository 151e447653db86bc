import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { TeamClaim, TeamStatus } from '#shared/domain/team-view.ts';
import { mapOk, type Result } from '#shared/result.ts';
import type { Output } from '#shared/routes.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { createRemote, idle, type Remote, valueOf } from '../remote.ts';
import { storeOf } from '../ui/live-collection.ts';
import { refusedBecause } from './team-words.tsx';

export interface TeamState {
  /** Ready with null where no team is joined. */
  readonly team: Remote<TeamStatus | null>;
  /** Open changes of others. */
  readonly claims: readonly TeamClaim[];
  /** Grows whenever others have done something. */
  readonly news: number;
}

/** The team that this workspace has joined, kept up to date by main. */
export function teamOf({ bridge }: Pick<Stores, 'bridge'>) {
  const store = createStore<TeamState>(() => ({ team: idle, claims: [], news: 0 }));
  const remote = createRemote(
    () => store.getState().team,
    (team) => store.setState({ team }),
  );
  const { request } = bridge;

  async function read(): Promise<void> {
    await remote.ask(async () => mapOk(await request.team.status({}), ({ team }) => team));
  }

  async function readClaims(): Promise<void> {
    const answer = valueOf(store.getState().team) === null ? null : await request.team.claims({});
    store.setState({ claims: answer?.ok === true ? answer.value.claims : [] });
  }

  let hasBegun = false;
  bridge.on['team.changed'](({ isNews }) => {
    void read().then(() => (isNews ? readClaims() : undefined));
    if (isNews) store.setState(({ news }) => ({ news: news + 1 }));
  });
  return {
    ...store,
    /** Reads it where nobody has done so yet. */
    begin(): void {
      if (hasBegun) return;
      hasBegun = true;
      void read().then(readClaims);
    },
    read,
  };
}

export type TeamStore = ReturnType<typeof teamOf>;

type TeamDone = Output<'team', 'done'>;

/**
 * Which colleagues have done something, and what since the day began; read again when they do more. Null until it is known. Also of a
 * team that was left.
 */
export function useTeamDone(): TeamDone | null {
  const stores = useStores();
  const store = storeOf(stores, teamOf);
  const news = useStore(store, (state) => state.news);
  const [done, setDone] = useState<TeamDone | null>(null);
  const { request } = stores.bridge;
  useEffect(() => {
    let isCurrent = true;
    const since = new Date();
    since.setHours(0, 0, 0, 0);
    void request.team.done({ since: since.toISOString() }).then((answer) => {
      if (answer.ok && isCurrent) setDone(answer.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [request, news]);
  return done;
}

/** Asks for a new password of one's own, in its window. Null where the person closed that. */
export function useChangePassword(): () => Promise<Result<object> | null> {
  const { bridge, notices } = useStores();
  return async () => {
    const answer = await bridge.request.team.changePassword({});
    if (!answer.ok) return answer;
    if (answer.value.kind === 'cancelled') return null;
    if (answer.value.kind === 'refused') return refusedBecause(answer.value.why);
    notices.actions.say('Your password in the team is changed.');
    return answer;
  };
}

/** The team; null where none is joined, or where that is not known yet. */
export function useTeam(): TeamStatus | null {
  const store = storeOf(useStores(), teamOf);
  useEffect(() => store.begin(), [store]);
  return useStore(store, ({ team }) => valueOf(team));
}
