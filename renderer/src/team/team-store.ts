import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { TeamClaim, TeamStatus, TeamWork } from '#shared/domain/team-view.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import type { Output } from '../client.ts';
import { type Stores, useStores } from '../app-stores.ts';
import { createRemote, idle, type Remote, valueOf } from '../remote.ts';
import { storeOf, useRemote } from '../ui/live-collection.ts';
import { unlessRefused } from './team-words.tsx';

export interface TeamState {
  /** Ready with null where no team is joined. */
  readonly team: Remote<TeamStatus | null>;
  /** Open changes of others. */
  readonly claims: readonly TeamClaim[];
  /** Whoever has removed a domain that stays here until this person has said so: by account and name. */
  readonly removers: ReadonlyMap<string, string>;
  /** Limits and requests; null alone, and where nobody answers. */
  readonly work: TeamWork | null;
  /** Grows whenever others have done something. */
  readonly news: number;
}

/** The team that this workspace has joined, kept up to date by main. */
export function teamOf({ bridge }: Pick<Stores, 'bridge'>) {
  const store = createStore<TeamState>(() => ({
    team: idle,
    claims: [],
    removers: new Map(),
    work: null,
    news: 0,
  }));
  const remote = createRemote(
    () => store.getState().team,
    (team) => store.setState({ team }),
  );
  const { request } = bridge;

  async function read(): Promise<void> {
    await remote.ask(async () => mapOk(await request.team.status({}), ({ team }) => team));
  }

  async function readOthers(): Promise<void> {
    if (valueOf(store.getState().team) === null) {
      store.setState({ claims: [], removers: new Map(), work: null });
      return;
    }
    const { team } = request;
    const [open, held, work] = await Promise.all([team.claims({}), team.removals({}), team.work({})]);
    const removers = (held.ok ? held.value.removals : []).flatMap(({ accountId, by, names }) =>
      names.map((name) => [`${accountId} ${name}`, by] as const),
    );
    store.setState({
      claims: open.ok ? open.value.claims : [],
      removers: new Map(removers),
      work: work.ok && work.value.kind === 'work' ? work.value : null,
    });
  }

  let hasBegun = false;
  bridge.on['team.changed'](({ isNews }) => {
    void read().then(() => (isNews ? readOthers() : undefined));
    if (isNews) store.setState(({ news }) => ({ news: news + 1 }));
  });
  // What was asked of it is withdrawn then.
  bridge.on['batches.changed'](({ removed }) => {
    if (removed.length > 0) void readOthers();
  });
  return {
    ...store,
    /** Reads it where nobody has done so yet. */
    begin(): void {
      if (hasBegun) return;
      hasBegun = true;
      void read().then(readOthers);
    },
    read,
  };
}

export type TeamStore = ReturnType<typeof teamOf>;

type TeamDone = Output<'team', 'done'>;

type Request = Stores['bridge']['request']['team'];

/**
 * What is asked of the team, and again when others have done something. Null until it is known; the last answer stays until there is another.
 *
 * @param of What it is about: of another it is asked anew. False asks nothing.
 */
export function useWithNews<T>(of: string | false, ask: (request: Request) => Promise<Result<T>>): T | null {
  const stores = useStores();
  const news = useStore(storeOf(stores, teamOf), (state) => state.news);
  const [found, setFound] = useState<T | null>(null);
  const asking = useEffectEvent(() => ask(stores.bridge.request.team));
  useEffect(() => {
    if (of === false) return;
    let isCurrent = true;
    void asking().then((answer) => {
      if (isCurrent && answer.ok) setFound(answer.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [of, news]);
  return of === false ? null : found;
}

/** For what counts only as long as the database answers. */
export async function orNothing<T>(asked: Promise<Result<T>>): Promise<Result<T | null>> {
  const answer = await asked;
  return answer.ok ? answer : ok(null);
}

/** A list of the team, read anew when others have done something: a failure of it is shown. */
export function useOfTeam<T>(ask: (request: Request) => Promise<Result<T>>) {
  const { request, on } = useStores().bridge;
  return useRemote(
    () => ask(request.team),
    (changed) =>
      on['team.changed'](({ isNews }) => {
        if (isNews) changed();
      }),
  );
}

/** Which colleagues have done something, and what since the day began. Also of a team that was left. */
export const useTeamDone = (): TeamDone | null =>
  useWithNews('', (request) => {
    const since = new Date();
    since.setHours(0, 0, 0, 0);
    return request.done({ since: since.toISOString() });
  });

/** Asks for a new password of one's own, in its window. Null where the person closed that. */
export function useChangePassword(): () => Promise<Result<object> | null> {
  const { bridge, notices } = useStores();
  return async () => {
    const answer = await bridge.request.team.changePassword({});
    if (answer.ok && answer.value.kind === 'cancelled') return null;
    const changed = unlessRefused(answer);
    if (changed.ok) notices.actions.say('Your password in the team is changed.');
    return changed;
  };
}

/** The team; null where none is joined, or where that is not known yet. */
export function useTeam(): TeamStatus | null {
  const store = storeOf(useStores(), teamOf);
  useEffect(() => store.begin(), [store]);
  return useStore(store, ({ team }) => valueOf(team));
}
