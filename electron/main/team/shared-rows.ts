import { z } from 'zod';
import { longestOwnTexts, ownTexts } from '#shared/domain/domain-parts.ts';
import {
  mostClaims,
  mostPeople,
  mostReplaced,
  mostTeamChanges,
  type TeamTrouble,
} from '#shared/domain/team-troubles.ts';
import type { TeamChange, TeamClaim, TeamEdits } from '#shared/domain/team-view.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import type { Client, Input, Output } from '#shared/routes.ts';
import type { TeamEntry } from '../workspace/repositories/team.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { TeamConnection, TeamProblem } from './connection.ts';
import type { Followed } from './following.ts';
import { releaseOne } from './team.ts';

// What the window lists of a team: people, open claims, and what others did.

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

const replacedRow = z.object({
  field: z.enum(ownTexts),
  at: z.string(),
  by: z.string(),
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
  const [baseUrl = '', username = ''] = login?.split('\n') ?? [];
  const rows = await connection.query(selectReplaced, [of.domain, baseUrl, username, [...ownTexts]]);
  const replaced = (rows.ok ? rows.value : []).flatMap((row) => replacedRow.safeParse(row).data ?? []);
  return ok({ edits: lastOf, replaced });
}

const selectReplaced = `
  SELECT h.field, to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, h.by, h.value #>> '{}' AS text
  FROM namedesk.shared_history h
  WHERE h.topic = 'domain' AND h.key = $1 AND h.service_base_url = $2 AND h.service_username = $3 AND h.field = ANY ($4)
    AND h.value IS NOT NULL
  ORDER BY h.number DESC LIMIT ${mostReplaced}`;

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

/** What others did; of one domain also where its team was left. */
export async function changesOf(
  store: Workspace['team'],
  domain: string | null,
): Promise<Result<readonly TeamChange[]>> {
  const membership = await store.read();
  if (!membership.ok) return membership;
  const { value: joined } = membership;
  // Of a change, there are several entries.
  const limit = 4 * mostTeamChanges;
  if (domain === null && joined === null) return ok([]);
  const entries =
    domain === null && joined !== null
      ? await store.entries({ teamId: joined.teamId, after: Math.max(0, joined.lastSeq - limit), limit })
      : await store.ofDomain({ domain: domain ?? '', limit });
  return mapOk(entries, (found) =>
    latestOf(found.filter(({ desk }) => desk === null || desk !== joined?.deskId)),
  );
}

/** Of each change its latest entry; the newest first. */
function latestOf(entries: readonly TeamEntry[]): readonly TeamChange[] {
  const newest = entries.toSorted((a, b) => b.seq - a.seq);
  const seen = new Set<string>();
  const latest = newest.filter(({ seq, changeId }) => {
    const key = changeId ?? String(seq);
    return !seen.has(key) && seen.add(key);
  });
  return latest.slice(0, mostTeamChanges).map(({ seq, at, by, domain, kind, event, body }) => ({
    ...{ seq, at, by, domain, kind, event },
    outcome: outcomeIn(body),
  }));
}

const statedOutcome = z.object({ outcome: z.string().optional(), finding: z.string().optional() });

/** The text is what its hash covers, and was parsed by the database. */
function outcomeIn(body: string): string | null {
  const { outcome, finding } = statedOutcome.parse(JSON.parse(body));
  return outcome ?? finding ?? null;
}
