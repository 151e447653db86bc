import { z } from 'zod';
import { mostPeople, type TeamTrouble } from '#shared/domain/team-troubles.ts';
import type { TeamClaim } from '#shared/domain/team-view.ts';
import type { Client, Input, Output } from '#shared/routes.ts';
import type { TeamConnection, TeamProblem } from './connection.ts';
import type { Followed } from './following.ts';
import { type OpenClaim, openIn, releaseOne } from './team.ts';

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
  invitedBy: z.string().nullable(),
  invitedAt: z.string().nullable(),
  excludedAt: z.string().nullable(),
});

/** Whoever has set the team up was invited by nobody: an admin by the roles alone. */
const founders = `
  SELECT m.rolname::text, 'admin', NULL, NULL, NULL FROM namedesk.team t
  JOIN pg_catalog.pg_roles g ON g.rolname = 'namedesk_' || t.token || '_admin'
  JOIN pg_catalog.pg_auth_members of ON of.roleid = g.oid
  JOIN pg_catalog.pg_roles m ON m.oid = of.member AND m.rolcanlogin
  WHERE NOT EXISTS (SELECT FROM namedesk.people p WHERE p.role_id = m.oid)`;

export async function peopleOf(connection: TeamConnection): Promise<Answer<'people'>> {
  const rows = await connection.query(
    `SELECT name, role, invited_by AS "invitedBy", invited_at AS "invitedAt", excluded_at AS "excludedAt" FROM namedesk.people
    UNION ALL ${founders}
    ORDER BY 5 NULLS FIRST, 3 NULLS FIRST, 1 LIMIT ${mostPeople}`,
  );
  if (!rows.ok) return { kind: 'refused', why: rows.error.kind };
  return { kind: 'people', people: z.array(personRow).parse(rows.value) };
}

const shownClaim = (
  { changeId, by, domain, kind, state, since, service }: OpenClaim,
  user: string,
): TeamClaim => ({ ...{ changeId, by, domain, kind, state, since, service }, isOwn: by === user });

/** Those of this workspace are open changes of its own journal. */
export async function claimsOf(
  connection: TeamConnection,
  { deskId, user }: Followed,
): Promise<readonly TeamClaim[]> {
  const open = await openIn(connection, 'desk <> $1', deskId);
  return open.ok ? open.value.map((claim) => shownClaim(claim, user)) : [];
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
