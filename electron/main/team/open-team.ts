import { practiceLogin, serviceKey } from '#shared/domain/account.ts';
import { ok, type Result } from '#shared/result.ts';
import type { TeamAsk } from '#shared/domain/team-view.ts';
import type { Emit } from '#shared/routes.ts';
import { localReferee, type Matter, type Referee } from '../changes/referee.ts';
import type { Feed } from '../portfolio/feed.ts';
import { coalesce, type Given } from '../system/timing.ts';
import type { NewsOfDomains } from '../workspace/repositories/team-facts.ts';
import { failureOf, resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { TeamDatabase, TeamReferee, TeamRefereeDeps } from './referee.ts';
import type { TeamDeps } from './team.ts';
import type { TeamViewDeps } from './view.ts';

// The ways into a team. What speaks to its database is loaded by their first use: alone, nothing of it is.

/** `loaded`: null until its first use. */
function loadedOnce<T extends { readonly close: () => Promise<void> }>(load: () => Promise<T>) {
  let loaded: Promise<T> | null = null;
  return {
    open: () => (loaded ??= load()),
    loaded: () => loaded,
    close: async () => (await loaded)?.close(),
  };
}

export const createTeamDoor = (deps: TeamDeps) =>
  loadedOnce(() => import('./team.ts').then(({ createTeam }) => createTeam(deps)));
export type TeamDoor = ReturnType<typeof createTeamDoor>;

/** To what the window shows of a team. */
export const createTeamViewDoor = (deps: TeamViewDeps) =>
  loadedOnce(() => import('./view.ts').then(({ createTeamView }) => createTeamView(deps)));
export type TeamViewDoor = ReturnType<typeof createTeamViewDoor>;

interface FeedDoorDeps extends Given<'now' | 'timer'> {
  readonly workspace: Pick<Workspace, 'team' | 'teamFacts'>;
  readonly openTeam: () => Promise<{ readonly sync: () => Promise<unknown> }>;
  readonly emit: Emit;
  readonly onBug: (thrown: unknown) => unknown;
}

/** What is changed at once is published together. */
const pauseMs = 1_000;
/** No longer than a user waits for a window to close. */
const closingMs = 2_000;

export type FeedDoor = ReturnType<typeof createFeedDoor>;

/** What this workspace tells its team, and hears of it, where it has joined one. */
export function createFeedDoor({ workspace, openTeam, emit, onBug, timer, now }: FeedDoorDeps) {
  const listeners: Parameters<Feed['onNews']>[0][] = [];
  let joined: boolean | null = null;
  let syncing: Promise<unknown> | null = null;
  let isPending = false;

  function isJoined(): boolean {
    try {
      return (joined ??= workspace.team.read() !== null);
    } catch (thrown) {
      // What is pending is published another time.
      if (failureOf(thrown) === null) throw thrown;
      return false;
    }
  }

  async function sync(): Promise<void> {
    isPending = false;
    if (isJoined()) await (await openTeam()).sync();
  }

  const publishing = coalesce(
    () => {
      const before = syncing;
      syncing = Promise.resolve(before).then(sync).catch(onBug);
    },
    pauseMs,
    timer,
  );
  const feed: Feed = {
    publish() {
      isPending = true;
      publishing.soon();
    },
    onNews: (listener) => void listeners.push(listener),
  };

  /** Told by the team what others have changed; the listeners and the page are told by it. */
  const ears = {
    async onNews(news: NewsOfDomains) {
      for (const listener of listeners) await listener(news);
    },
    onApplied: () => emit('team.changed', { isNews: true }),
  };

  return {
    feed,
    ears,
    /** What a person says to removals of a colleague. */
    settleRemovals: async (asked: TeamAsk<'settleRemovals'>): Promise<Result<Record<string, never>>> => {
      const settled = workspace.teamFacts.settleRemovals({ ...asked, nowMs: now().getTime() });
      for (const news of settled.news) await ears.onNews(news);
      ears.onApplied();
      feed.publish();
      return ok({});
    },
    /** The workspace has joined a team, or left it: the page is told, too, as a command line may have done so. */
    changed: () => {
      joined = null;
      emit('team.changed', { isNews: true });
    },
    /** Waits a moment for what is still to be published, and ends: the rest is published after the next start. */
    close: async () => {
      if (isPending) publishing.now();
      publishing.stop();
      const limit = new AbortController();
      await Promise.race([syncing, timer.sleep(closingMs, limit.signal).catch(() => undefined)]);
      limit.abort();
    },
  };
}

export interface RefereeDoorDeps extends Pick<TeamRefereeDeps, 'onBug' | 'timer' | 'now'> {
  readonly workspace: Pick<Workspace, 'team' | 'teamOutbox'>;
  readonly team: {
    readonly open: () => Promise<{
      /** Null where none was joined. */
      readonly connection: () => TeamDatabase | null;
    }>;
  };
}

export type RefereeDoor = ReturnType<typeof createRefereeDoor>;

/** The referee of this workspace: its team's, where it has joined one. */
export function createRefereeDoor(deps: RefereeDoorDeps) {
  const { workspace, team, onBug } = deps;
  let opening: Promise<Result<TeamReferee | null>> | null = null;

  async function open(): Promise<TeamReferee | null> {
    const membership = workspace.team.read();
    if (membership === null) return null;
    const [opened, { createTeamReferee }] = await Promise.all([team.open(), import('./referee.ts')]);
    const database = opened.connection();
    // It was left meanwhile.
    if (database === null) return null;
    const of = { database, store: workspace.teamOutbox, desk: membership.deskId };
    const referee = createTeamReferee({ ...deps, ...of });
    referee.takeUp();
    return referee;
  }

  /** Fails with: `storage`. Then it is not known whether there are others, and nothing may be sent. */
  async function opened(): Promise<Result<TeamReferee | null>> {
    opening ??= resultOf(open);
    const current = opening;
    const result = await current.catch((thrown: unknown) => {
      if (opening === current) opening = null;
      throw thrown;
    });
    if (!result.ok && opening === current) opening = null;
    return result;
  }

  /** The practice service of one desk is not that of another: what is bought there is nobody else's matter. */
  async function over<T>(
    { service }: Matter,
    ask: (referee: Referee) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (serviceKey(service) === practiceLogin) return await ask(localReferee);
    const found = await opened();
    return found.ok ? await ask(found.value ?? localReferee) : found;
  }

  /** Where it cannot be opened, the next start notes what was claimed and not begun. */
  async function tell(ask: (referee: Referee) => Promise<void>): Promise<void> {
    const found = await opened();
    if (found.ok && found.value !== null) await ask(found.value);
  }

  async function close(): Promise<void> {
    const before = opening;
    opening = null;
    const found = await before;
    if (found?.ok === true) await found.value?.close();
  }

  const referee: Referee = {
    last: (matter) => over(matter, (its) => its.last(matter)),
    claim: (claim) => over(claim, (its) => its.claim(claim)),
    markSent: (claim) => over(claim, (its) => its.markSent(claim)),
    settle: (changeId) => tell((its) => its.settle(changeId)),
    release: (changeId) => tell((its) => its.release(changeId)),
  };
  return {
    referee,
    /** At the start, before anything is sent: tells the team what it was not told before. */
    start: async (): Promise<void> => void (await opened()),
    /** The team's database has forgotten something that it was told. */
    tellAgain: () => void opened().then((found) => found.ok && found.value?.tellAgain(), onBug),
    /** The workspace has joined a team, or left it. */
    changed: () => void close().catch(onBug),
    close,
  };
}
