import { z } from 'zod';
import { teamClaim } from '#shared/areas/team.ts';
import { mostClaims, type TeamFinding } from '#shared/domain/team-troubles.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import { readable } from '#shared/schema-type.ts';
import type { Membership } from '../workspace/repositories/team.ts';
import { answerOf, type DatabaseProblem, ofTeam, refused, type TeamConnection } from './connection.ts';

// What is open in a team, and how a person frees it.

const openClaim = teamClaim.extend({ desk: z.string() });
/** A change that somebody is about to send, has sent, or whose outcome is uncertain. */
export type OpenClaim = z.output<typeof openClaim>;

const selectOpen = `
  SELECT change_id::text AS "changeId", attempt, desk::text, by, domain, kind, state, since, by = session_user AS "isOwn",
    service_username || ' · ' || service_base_url AS service
  FROM namedesk.claims WHERE state IN ('sent', 'uncertain') OR (state = 'held' AND until > pg_catalog.clock_timestamp())`;

/** @param and Of whose rows; `$1` and on are the values. */
export async function openIn(connection: TeamConnection, and: string, ...values: readonly unknown[]) {
  const rows = await connection.query(
    `SELECT * FROM (${selectOpen}) o WHERE ${and} ORDER BY since, domain LIMIT ${mostClaims}`,
    values,
  );
  // A row that cannot be read keeps nobody from the others (T4).
  return mapOk(rows, (all) => readable(openClaim, all).read);
}

export interface ReleaseAsk {
  readonly domain: string;
  readonly reason: string;
  /** What a person has found at the service; null where nothing was sent. */
  readonly finding: TeamFinding | null;
}

/**
 * Frees a name: one's own claim that nothing was sent under, or, as an admin, one that was sent, once what the service shows is known; and a
 * name that the team has bought, where the service does not show it any more. Each is an entry of the journal.
 */
export async function release(
  connection: TeamConnection,
  { deskId }: Membership,
  { domain, reason, finding }: ReleaseAsk,
): Promise<Result<Pick<OpenClaim, 'kind' | 'by'>, DatabaseProblem>> {
  const open = await openIn(connection, 'domain = $1', domain);
  if (!open.ok) return ofTeam(open.error);
  const [claim, another] = open.value;
  if (claim === undefined) {
    // A name that was bought, and was given back since.
    const freed = answerOf(await connection.call('free_name', { domain, reason, finding }));
    return mapOk(freed, ({ by = '' }) => ({ kind: 'register', by }));
  }
  if (another !== undefined) return refused('several');
  const isSent = claim.state !== 'held';
  if (isSent && finding === null) return refused('no-finding');
  const released = await releaseOne(connection, deskId, {
    ...claim,
    reason,
    finding: isSent ? finding : null,
  });
  return mapOk(released, () => claim);
}

/** So many of a person's claims were released; `stopped`: why no more of them. */
export interface ReleasedAll {
  readonly count: number;
  readonly stopped: DatabaseProblem | null;
}

/** As an admin, all that a person has sent and not settled; what its own desk has settled meanwhile is not counted. */
export async function releaseAllOf(
  connection: TeamConnection,
  { deskId }: Membership,
  person: string,
  { reason, finding }: Omit<ReleaseAsk, 'domain'>,
): Promise<Result<ReleasedAll, DatabaseProblem>> {
  if (finding === null) return refused('no-finding');
  let count = 0;
  const stoppedBy = (problem: Result<never, DatabaseProblem>) =>
    problem.ok || count === 0 ? problem : ok({ count, stopped: problem.error });
  for (;;) {
    const open = await openIn(connection, "by = $1 AND state <> 'held'", person);
    if (!open.ok) return stoppedBy(ofTeam(open.error));
    if (open.value.length === 0) return count === 0 ? refused('not-open') : ok({ count, stopped: null });
    for (const { changeId, attempt } of open.value) {
      const released = await releaseOne(connection, deskId, { changeId, attempt, reason, finding });
      const isOver = !released.ok && released.error.of === 'refusal' && released.error.why === 'not-open';
      if (!released.ok && !isOver) return stoppedBy(released);
      if (released.ok) count += 1;
    }
  }
}

type ReleaseOne = Pick<ReleaseAsk, 'reason' | 'finding'> & Pick<OpenClaim, 'changeId' | 'attempt'>;

/** @param ask `finding`: what the service shows, an entry of its own that the release refers to; null where nothing was sent. */
export async function releaseOne(
  connection: TeamConnection,
  desk: string,
  { changeId, attempt, reason, finding }: ReleaseOne,
): Promise<Result<null, DatabaseProblem>> {
  let readBack: number | undefined;
  if (finding !== null) {
    const noted = answerOf(await connection.call('read_back', { changeId, attempt, desk, finding }));
    if (!noted.ok) return noted;
    readBack = noted.value.seq ?? undefined;
  }
  return mapOk(
    answerOf(await connection.call('release', { changeId, attempt, reason, readBack })),
    () => null,
  );
}
