import { z } from 'zod';
import { instant } from '#shared/areas/common-schemas.ts';
import { teamPerson } from '#shared/areas/team.ts';
import { loginIn } from '#shared/domain/account.ts';
import { longestOwnTexts, ownTexts } from '#shared/domain/domain-parts.ts';
import { mostPeople, mostReplaced, type TeamTrouble } from '#shared/domain/team-troubles.ts';
import type { TeamClaim, TeamEdits } from '#shared/domain/team-view.ts';
import { ok, type Result } from '#shared/result.ts';
import { readable } from '#shared/schema-type.ts';
import type { Client, Input, Output } from '#shared/routes.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { TeamConnection } from './connection.ts';
import type { Followed } from './following.ts';
import { type OpenClaim, openIn } from './claims.ts';

// What the window lists of a team: people and open claims.

/** What is answered to the page. */
export type Answer<M extends keyof Client['team']> = Output<'team', M>;

/** It was not done. */
export interface Refused {
  readonly kind: 'refused';
  readonly why: TeamTrouble;
}

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
  return { kind: 'people', people: readable(teamPerson, rows.value).read };
}

const shownClaim = (
  { changeId, attempt, by, domain, kind, state, since, service }: OpenClaim,
  user: string,
): TeamClaim => ({ ...{ changeId, attempt, by, domain, kind, state, since, service }, isOwn: by === user });

/** Those of this workspace are open changes of its own journal. */
export async function claimsOf(
  connection: TeamConnection,
  { deskId, user }: Followed,
): Promise<readonly TeamClaim[]> {
  const open = await openIn(connection, 'desk <> $1', deskId);
  return open.ok ? open.value.map((claim) => shownClaim(claim, user)) : [];
}

const replacedRow = z.object({
  field: z.enum(ownTexts),
  at: instant,
  by: teamPerson.shape.name,
  text: z.string().max(longestOwnTexts.note),
});

/** Without the database, only what is stored here: who edited what last. */
export async function editsOf(
  store: Workspace['teamFacts'],
  { connection, user }: Followed,
  of: Input<'team', 'edits'>,
): Promise<Result<TeamEdits>> {
  const read = await store.ofDomain(of);
  if (!read.ok) return read;
  const { login, facts } = read.value;
  const edits = facts
    .filter(({ by }) => by !== user)
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .flatMap(({ field: name, at, by }): TeamEdits['edits'] => {
      const field = name.startsWith('tag ') ? 'tags' : ownTexts.find((each) => each === name);
      return field === undefined ? [] : [{ field, at, by }];
    });
  const lastOf = [...new Map(edits.toReversed().map((edit) => [edit.field, edit])).values()];
  const { baseUrl, username } = loginIn(login ?? '');
  const rows = await connection.query(selectReplaced, [of.domain, baseUrl, username, [...ownTexts]]);
  const { read: replaced } = readable(replacedRow, rows.ok ? rows.value : []);
  return ok({ edits: lastOf, replaced });
}

const selectReplaced = `
  SELECT h.field, to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, h.by, h.value #>> '{}' AS text
  FROM namedesk.shared_history h
  WHERE h.topic = 'domain' AND h.key = $1 AND h.service_base_url = $2 AND h.service_username = $3 AND h.field = ANY ($4)
    AND h.value IS NOT NULL
  ORDER BY h.number DESC LIMIT ${mostReplaced}`;
