import { z } from 'zod';
import { mostClaims, mostPeople, type TeamTrouble } from '#shared/domain/team-troubles.ts';
import type { TeamClaim } from '#shared/domain/team-view.ts';
import type { Client, Input, Output } from '#shared/routes.ts';
import type { TeamConnection, TeamProblem } from './connection.ts';
import type { Followed } from './following.ts';
import { releaseOne } from './team.ts';

// What the window lists of a team: people and open claims.

/** What is answered to the page. */
export type Answer<M extends keyof Client['team']> = Output<'team', M>;

/** It was not done. */
export interface Refused {
  readonly kind: 'refused';
  readonly why: TeamTrouble;
}

const personRow = z.object({
  name: z.string(),
  role: z.enum(['reader', 'buyer', 'admin']),
  invitedBy: z.string(),
  invitedAt: z.string(),
  excludedAt: z.string().nullable(),
});

export async function peopleOf(connection: TeamConnection): Promise<Answer<'people'>> {
  const rows = await connection.query(
    `SELECT name, role, invited_by AS "invitedBy", invited_at AS "invitedAt", excluded_at AS "excludedAt"
    FROM namedesk.people ORDER BY excluded_at IS NOT NULL, name LIMIT ${mostPeople}`,
  );
  if (!rows.ok) return { kind: 'refused', why: rows.error.kind };
  return { kind: 'people', people: z.array(personRow).parse(rows.value) };
}

const claimRow = z.object({
  changeId: z.string(),
  by: z.string(),
  domain: z.string(),
  kind: z.string(),
  state: z.enum(['held', 'sent', 'uncertain']),
  since: z.string(),
  service: z.string(),
});

/** Those of this workspace are open changes of its own journal. */
export async function claimsOf(
  connection: TeamConnection,
  { deskId, user }: Followed,
): Promise<readonly TeamClaim[]> {
  const rows = await connection.query(
    `SELECT change_id::text AS "changeId", by, domain, kind, state, since,
      service_username || ' · ' || service_base_url AS service
    FROM namedesk.claims
    WHERE state IN ('held', 'sent', 'uncertain') AND (state <> 'held' OR until > pg_catalog.clock_timestamp()) AND desk <> $1
    ORDER BY since LIMIT ${mostClaims}`,
    [deskId],
  );
  if (!rows.ok) return [];
  return z
    .array(claimRow)
    .parse(rows.value)
    .map((claim) => ({ ...claim, isOwn: claim.by === user }));
}

export async function release(
  connection: TeamConnection,
  { deskId }: Followed,
  asked: Input<'team', 'release'>,
): Promise<Answer<'release'>> {
  const released = await releaseOne(connection, deskId, asked);
  return released.ok ? { kind: 'released' } : refusedBy(released.error);
}

const refusedBy = (problem: TeamProblem): Refused => ({
  kind: 'refused',
  // No failure of this workspace is among them.
  why: problem.of === 'team' ? problem.fault.kind : problem.of === 'refusal' ? problem.why : 'rejected',
});
