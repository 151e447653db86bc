import { z } from 'zod';
import {
  mostClaims,
  mostPeople,
  mostTeamChanges,
  type TeamChange,
  type TeamClaim,
  type TeamTrouble,
} from '#shared/domain/team-view.ts';
import { mapOk, ok, type Result } from '#shared/result.ts';
import type { Client, Input, Output } from '#shared/routes.ts';
import { Secret } from '../system/secret.ts';
import type { TeamEntry } from '../workspace/repositories/team.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { TeamFault } from './connection.ts';
import type { Followed } from './following.ts';
import { newPassword, scramVerifier } from './scram.ts';

/** What is answered to the page. */
export type Answer<M extends keyof Client['team']> = Output<'team', M>;

/** It was not done. */
export interface Refused {
  readonly kind: 'refused';
  readonly why: TeamTrouble;
}

export const refused = (why: TeamTrouble): Refused => ({ kind: 'refused', why });

/** Every fault of a connection has its own words; what a statement met with has not. */
export const troubleOf = (fault: TeamFault): TeamTrouble =>
  fault.kind === 'rejected' || fault.kind === 'unknown' ? 'failed' : fault.kind;

const answered = z.object({ kind: z.string(), why: z.string().optional(), seq: z.int().optional() });

/** What a function of the schema answered: done, with the word for it, or refused. */
function answerOf(result: Result<unknown, TeamFault>) {
  if (!result.ok) return refused(troubleOf(result.error));
  const { kind, why = '', seq = 0 } = answered.parse(result.value);
  if (kind === 'forbidden') return refused('forbidden');
  if (kind === 'refused') return refused(refusals[why] ?? 'failed');
  return { kind: 'done', what: kind, seq } as const;
}

const refusals: Readonly<Record<string, TeamTrouble>> = {
  name: 'name',
  taken: 'name-taken',
  'not-open': 'not-open',
  'not-admin': 'forbidden',
  'not-yours': 'forbidden',
};

const personRow = z.object({
  name: z.string(),
  role: z.enum(['reader', 'buyer', 'admin']),
  invitedBy: z.string(),
  invitedAt: z.string(),
  excludedAt: z.string().nullable(),
});

export async function peopleOf({ connection }: Followed): Promise<Answer<'people'>> {
  const rows = await connection.query(
    `SELECT name, role, invited_by AS "invitedBy", invited_at AS "invitedAt", excluded_at AS "excludedAt"
    FROM namedesk.people ORDER BY excluded_at IS NOT NULL, name LIMIT ${mostPeople}`,
  );
  if (!rows.ok) return refused(troubleOf(rows.error));
  return { kind: 'people', people: z.array(personRow).parse(rows.value) };
}

/** The server gets what verifies the password, never the password. */
export async function invited(
  { connection }: Followed,
  { name, role }: Input<'team', 'invite'>,
): Promise<Secret | Refused> {
  const password = new Secret(newPassword());
  const answer = answerOf(await connection.call('invite', { name, role, verifier: scramVerifier(password) }));
  return answer.kind === 'done' ? password : answer;
}

export async function excluded({ connection }: Followed, name: string): Promise<Answer<'exclude'>> {
  const answer = answerOf(await connection.call('exclude', { name }));
  return answer.kind === 'done' ? { kind: 'excluded' } : answer;
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
export async function claimsOf({ connection, membership }: Followed): Promise<readonly TeamClaim[]> {
  const rows = await connection.query(
    `SELECT change_id::text AS "changeId", by, domain, kind, state, since,
      service_username || ' · ' || service_base_url AS service
    FROM namedesk.claims
    WHERE state IN ('held', 'sent', 'uncertain') AND (state <> 'held' OR until > pg_catalog.clock_timestamp()) AND desk <> $1
    ORDER BY since LIMIT ${mostClaims}`,
    [membership.deskId],
  );
  if (!rows.ok) return [];
  return z
    .array(claimRow)
    .parse(rows.value)
    .map((claim) => ({ ...claim, isOwn: claim.by === membership.user }));
}

/** A release refers to what was found, which is an entry of its own. */
export async function released(
  { connection, membership }: Followed,
  { changeId, finding, reason }: Input<'team', 'release'>,
): Promise<Answer<'release'>> {
  const noted = answerOf(
    await connection.call('read_back', { changeId, desk: membership.deskId, finding, entry: {} }),
  );
  if (noted.kind === 'refused') return noted;
  const answer = answerOf(
    await connection.call('release', { changeId, reason, readBack: noted.seq, entry: {} }),
  );
  return answer.kind === 'done' ? { kind: 'released' } : answer;
}

export async function changesOf(
  store: Workspace['team'],
  domain: string | null,
): Promise<Result<readonly TeamChange[]>> {
  const membership = await store.read();
  if (!membership.ok) return membership;
  const deskId = membership.value?.deskId ?? null;
  if (membership.value === null && domain === null) return ok([]);
  const entries =
    domain === null
      ? await store.entries({
          teamId: membership.value?.teamId ?? '',
          // Of a change, several entries.
          after: Math.max(0, (membership.value?.lastSeq ?? 0) - 4 * mostTeamChanges),
          limit: 4 * mostTeamChanges,
        })
      : await store.ofDomain({ domain, limit: 4 * mostTeamChanges });
  return mapOk(entries, (found) => latestOf(found.filter(({ desk }) => desk === null || desk !== deskId)));
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

const toldOutcome = z.object({ outcome: z.string().optional(), finding: z.string().optional() });

/** The text is what its hash covers, and was parsed by the database. */
function outcomeIn(body: string): string | null {
  const { outcome, finding } = toldOutcome.parse(JSON.parse(body));
  return outcome ?? finding ?? null;
}
