import { z } from 'zod';
import { mostPeople, type TeamStatus, type TeamTrouble } from '#shared/domain/team-view.ts';
import { fail, ok } from '#shared/result.ts';
import type { Vault } from '../accounts/vault.ts';
import type { Timer } from '../system/timing.ts';
import type { Membership } from '../workspace/repositories/team.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { catchUp } from './catch-up.ts';
import { type AboutTeam, createTeamConnection, isTooOld, type TeamConnection } from './connection.ts';
import { troubleOf } from './people-and-claims.ts';
import { parseTeamUrl } from './team-url.ts';

export interface FollowDeps {
  readonly workspace: Pick<Workspace, 'team'>;
  readonly vault: Pick<Vault, 'read'>;
  /** @param isNews More than the time of the last answer. */
  readonly onChange: (isNews: boolean) => void;
  readonly onBug: (thrown: unknown) => void;
  readonly timer: Timer;
  readonly now: () => Date;
}

/** The entry of the keychain with the person's password. */
export const entryOf = ({ deskId }: Pick<Membership, 'deskId'>): string => `team ${deskId}`;

/** How often the database is asked whether it is there; a doorbell is answered at once. */
const betweenChecksMs = 15_000;

/** The team that is joined, and what is known of it. */
export interface Followed {
  readonly membership: Membership;
  readonly connection: TeamConnection;
  readonly ended: AbortController;
  about: AboutTeam | null;
  checkedAt: string | null;
  away: TeamStatus['away'];
  atWork: readonly string[];
  isRewritten: boolean;
}

/** Asks again and again whether the database is there, and fetches what is new. */
export function follow(deps: FollowDeps, membership: Membership): Followed {
  const url = parseTeamUrl(membership.url);
  // It was written by `textOfTeamUrl`.
  if (!url.ok) throw new Error('The address of the team is not one');
  const connection = createTeamConnection({
    target: { ...membership, url: url.value, password: () => passwordOf(deps, membership) },
    timer: deps.timer,
  });
  const of: Followed = {
    ...{ membership, connection, ended: new AbortController() },
    ...{ about: null, checkedAt: null, away: null, atWork: [], isRewritten: membership.fault !== null },
  };
  const { signal } = of.ended;
  let checking: Promise<void> | null = null;
  let isStale = false;

  /** One at a time; a doorbell meanwhile leads to another one. */
  function check(): Promise<void> {
    isStale = checking !== null;
    checking ??= checkOnce(deps, of)
      .catch((thrown: unknown) => {
        if (!signal.aborted) deps.onBug(thrown);
      })
      .finally(() => {
        checking = null;
        if (isStale && !signal.aborted) void check();
      });
    return checking;
  }

  async function goOn(): Promise<void> {
    while (!signal.aborted) {
      await check();
      await deps.timer.sleep(betweenChecksMs, signal).catch(() => undefined);
    }
  }

  void goOn();
  connection.listen(() => void check());
  return of;
}

async function passwordOf({ vault }: FollowDeps, membership: Membership) {
  const read = await vault.read(entryOf(membership));
  if (read.ok) return read.value === null ? fail({ kind: 'no-password' } as const) : ok(read.value);
  const { error } = read;
  return error.kind === 'keychain'
    ? fail({ kind: 'keychain', fault: error.fault } as const)
    : fail({ kind: 'no-password' } as const);
}

async function checkOnce(deps: FollowDeps, of: Followed): Promise<void> {
  const found = await findOut(deps, of.connection);
  if (of.ended.signal.aborted) return;
  const before = textOf(of);
  const at = deps.now().toISOString();
  const { entries = 0, ...known } = found.ok ? found.value : {};
  if (found.ok) Object.assign(of, { ...known, checkedAt: at, away: null });
  else of.away = { since: of.away?.since ?? at, why: found.error };
  deps.onChange(entries > 0 || textOf(of) !== before);
}

const textOf = ({ about, away, atWork, isRewritten }: Followed): string =>
  JSON.stringify([about?.name, about?.role, about?.leastDesk, away, atWork, isRewritten]);

/** The state of the team, and what is new in its journal. */
async function findOut({ workspace, now }: FollowDeps, connection: TeamConnection) {
  const about = await connection.about();
  if (!about.ok) return fail(troubleOf(about.error));
  const connected = await connection.query(whoIsConnected);
  if (!connected.ok) return fail(troubleOf(connected.error));
  const caught = await catchUp({ store: workspace.team, connection, now });
  // The database answered just now: the next time says what is the matter with it.
  if (!caught.ok) return fail<TeamTrouble>('failed');
  return ok({
    about: about.value,
    atWork: z
      .array(named)
      .parse(connected.value)
      .map(({ name }) => name),
    entries: caught.value.kind === 'current' ? caught.value.entries : 0,
    isRewritten: caught.value.kind === 'fault',
  });
}

/** What others run is not shown to us, but who is connected is. */
const whoIsConnected = `
  SELECT DISTINCT a.usename AS name FROM pg_catalog.pg_stat_activity a
  WHERE a.datname = pg_catalog.current_database() AND a.application_name = 'namedesk' AND a.usename IS NOT NULL
  ORDER BY 1 LIMIT ${mostPeople}`;
const named = z.object({ name: z.string() });

export function statusOf(membership: Membership, followed: Followed | null): TeamStatus {
  const { name, url, user, caFile, joinedAt, lastSeq: entries, fault } = membership;
  const [isRewritten, away] = [fault !== null, followed?.away ?? null];
  const joined = { name, url, user, caFile, joinedAt, entries, isRewritten };
  if (followed?.about == null) return { ...joined, role: null, checkedAt: null, away, atWork: [] };
  const { about, checkedAt, atWork } = followed;
  return {
    ...joined,
    name: about.name,
    role: about.role,
    checkedAt,
    away: away ?? tooOld(about, checkedAt),
    atWork: away === null ? atWork : [],
  };
}

/** Everything can be read, and nothing is sent. */
const tooOld = (about: AboutTeam, checkedAt: string | null): TeamStatus['away'] =>
  isTooOld(about) && checkedAt !== null ? { since: checkedAt, why: 'newer-schema' } : null;
