import { z } from 'zod';
import { mostPeople, type TeamTrouble } from '#shared/domain/team-troubles.ts';
import type { TeamStatus } from '#shared/domain/team-view.ts';
import { fail, ok } from '#shared/result.ts';
import { readable } from '#shared/schema-type.ts';
import type { Given } from '../system/timing.ts';
import type { Membership } from '../workspace/repositories/team.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type AboutTeam, isTooOld, type TeamConnection } from './connection.ts';
import type { Synced } from './feed.ts';
import type { Team } from './team.ts';

export interface FollowDeps extends Given<'now' | 'onBug' | 'timer'> {
  readonly workspace: Pick<Workspace, 'team' | 'teamFacts'>;
  /** @param isNews More than the time of the last answer. */
  readonly onChange: (isNews: boolean) => void;
}

/** The team that is joined, and what is known of it. */
export interface Followed {
  readonly deskId: string;
  readonly user: string;
  readonly connection: TeamConnection;
  readonly stop: () => void;
  about: AboutTeam | null;
  checkedAt: string | null;
  away: TeamStatus['away'];
  atWork: readonly string[];
  /** Up to where its journal is here, whoever in this process has fetched it; null before the first look. */
  seq: number | null;
  isRewritten: boolean;
  sharing: Shared | null;
}

/** How often the database is asked whether it is there. */
const betweenChecksMs = 15_000;

/** A doorbell is answered at once, but not by every desk for every entry of a team that is busy. */
const restMs = 300;

/** Asks again and again whether the database is there, and fetches what is new; that alone at each doorbell. */
export function follow(
  deps: FollowDeps,
  team: Pick<Team, 'catchUp' | 'sync'>,
  connection: TeamConnection,
  { deskId, user, fault }: Pick<Membership, 'deskId' | 'user' | 'fault'>,
): Followed {
  const ended = new AbortController();
  const of: Followed = {
    deskId,
    user,
    connection,
    stop: () => ended.abort(),
    about: null,
    checkedAt: null,
    away: null,
    atWork: [],
    seq: null,
    isRewritten: fault !== null,
    sharing: null,
  };
  /** What the next check has to find out. */
  let due: 'all' | 'news' = 'news';

  async function checkOnce(what: 'all' | 'news'): Promise<void> {
    const news = what === 'all' || of.away !== null ? null : await newsOf(team);
    const found = news?.ok === true ? news : await findOut(team, connection);
    if (ended.signal.aborted) return;
    const before = textOf(of);
    const at = deps.now().toISOString();
    if (found.ok) Object.assign(of, { ...found.value, checkedAt: at, away: null });
    else of.away = { since: of.away?.since ?? at, why: found.error };
    deps.onChange(textOf(of) !== before);
    // Not waited for: a workspace that joins may have much to tell.
    if (found.ok) void share();
  }

  async function shareOnce(): Promise<void> {
    const synced = await team.sync();
    // What is the matter with the database is said by a check.
    if (ended.signal.aborted || !synced.ok) return;
    const before = of.sharing;
    of.sharing = sharingOf(synced.value);
    if (of.sharing.state !== before?.state || of.sharing.skipped !== before.skipped) deps.onChange(true);
  }

  const unlessEnded = (work: () => Promise<void>) => () =>
    work().catch((thrown: unknown) => {
      if (!ended.signal.aborted) deps.onBug(thrown);
    });
  const checkWhatIsDue = oneAtATime(
    unlessEnded(async () => {
      const what = due;
      due = 'news';
      await checkOnce(what);
      await deps.timer.sleep(restMs, ended.signal).catch(() => undefined);
    }),
    ended.signal,
  );
  const check = (what: 'all' | 'news'): Promise<void> => {
    if (what === 'all') due = what;
    return checkWhatIsDue();
  };
  const share = oneAtATime(unlessEnded(shareOnce), ended.signal);

  async function goOn(): Promise<void> {
    while (!ended.signal.aborted) {
      await check('all');
      await deps.timer.sleep(betweenChecksMs, ended.signal).catch(() => undefined);
    }
  }

  void goOn();
  connection.listen(() => {
    if (!ended.signal.aborted) void check('news');
  });
  return of;
}

/** Asked for while it goes on, it is done once more. */
function oneAtATime(work: () => Promise<void>, ended: AbortSignal): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isStale = false;
  function run(): Promise<void> {
    isStale = running !== null;
    running ??= work().finally(() => {
      running = null;
      if (isStale && !ended.aborted) void run();
    });
    return running;
  }
  return run;
}

const textOf = ({ about, away, atWork, seq, isRewritten }: Followed): string =>
  JSON.stringify([
    about?.name,
    about?.role,
    about?.leastDesk,
    about?.isElsewhere,
    away,
    atWork,
    seq,
    isRewritten,
  ]);

/** What is new in the team's journal. */
async function newsOf(team: Pick<Team, 'catchUp'>) {
  const caught = await team.catchUp();
  // The database answered just now: the next time says what is the matter with it.
  if (!caught.ok) return fail<TeamTrouble>('rejected');
  const { kind } = caught.value;
  return ok({ ...(kind === 'current' && { seq: caught.value.seq }), isRewritten: kind === 'fault' });
}

/** The state of the team, and what is new in its journal. */
async function findOut(team: Pick<Team, 'catchUp'>, connection: TeamConnection) {
  const about = await connection.about();
  if (!about.ok) return fail<TeamTrouble>(about.error.kind);
  const connected = await connection.query(whoIsConnected);
  if (!connected.ok) return fail<TeamTrouble>(connected.error.kind);
  const news = await newsOf(team);
  if (!news.ok) return news;
  const atWork = readable(named, connected.value).read.map(({ name }) => name);
  return ok({ about: about.value, atWork, ...news.value });
}

/** What others run is not shown to us, but who is connected is. */
const whoIsConnected = `
  SELECT DISTINCT a.usename::text AS name FROM pg_catalog.pg_stat_activity a
  WHERE a.datname = pg_catalog.current_database() AND a.application_name = 'namedesk' AND a.usename IS NOT NULL
  ORDER BY 1 LIMIT ${mostPeople}`;
const named = z.object({ name: z.string() });

type Shared = Pick<TeamStatus['sharing'], 'state' | 'skipped'>;

function sharingOf(synced: Synced): Shared {
  if (synced.kind !== 'current') return { state: synced.kind, skipped: 0 };
  return { state: synced.isHeard ? 'current' : 'read-only', skipped: synced.skipped };
}

export function statusOf(
  membership: Membership,
  followed: Followed | null,
  counts: Omit<TeamStatus['sharing'], keyof Shared>,
): TeamStatus {
  const { name, url, user, caFile, joinedAt, lastSeq: entries, skipped, fault } = membership;
  const [isRewritten, away] = [fault !== null, followed?.away ?? null];
  const sharing = { ...counts, state: null, skipped: 0, ...followed?.sharing };
  const joined = { name, url, user, caFile, joinedAt, entries, skipped, isRewritten, sharing };
  if (followed?.about == null) return { ...joined, role: null, checkedAt: null, away, atWork: [] };
  const { about, checkedAt, atWork } = followed;
  return {
    ...joined,
    name: about.name,
    role: about.role,
    checkedAt,
    away: away ?? withheld(about, checkedAt),
    atWork: away === null ? [...atWork] : [],
  };
}

/** Everything can be read, and nothing is sent. */
function withheld(about: AboutTeam, since: string | null): TeamStatus['away'] {
  const why = isTooOld(about) ? 'newer-schema' : about.isElsewhere ? 'elsewhere' : null;
  return why === null || since === null ? null : { since, why };
}
