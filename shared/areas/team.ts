import { z } from 'zod';
import {
  longestReason,
  longestApprovalReason,
  mostApprovals,
  mostPeople,
  mostPerDay,
  teamFindings,
  teamRoles,
  teamTroubles,
} from '../domain/team-troubles.ts';
import { mostDomains } from '../domain/portfolio.ts';
import { settledOutcomes } from '../domain/change.ts';
import { accountId, amount, count, domainText, instant, price, text } from './common-schemas.ts';

const role = z.enum(teamRoles);
const person = text(63);

/** Where a team's database is, and as whom; never a password. */
export const teamPlace = z.object({ url: text(2_000), user: person, caFile: text(4_096).nullable() });

export const teamStatus = z.object({
  name: text(200),
  ...teamPlace.shape,
  joinedAt: instant,
  /** Null until the database has said it. */
  role: role.nullable(),
  /** When the database has answered last; null where it has not since the start. */
  checkedAt: instant.nullable(),
  /** Since when it does not answer, and why. Then nothing is sent. */
  away: z.object({ since: instant, why: z.enum(teamTroubles) }).nullable(),
  /** Who is connected, oneself included. */
  atWork: z.array(person).max(mostPeople),
  /** The entries of the team's journal that were seen here. */
  entries: count,
  /** Rows of the team's database that could not be read. */
  skipped: count,
  /** The team's journal is not the one that was seen here. */
  isRewritten: z.boolean(),
  /** What is shared of the portfolio. */
  sharing: z.object({
    /** Null until it was tried. `read-only`: nothing of this desk is published. */
    state: z.enum(['current', 'read-only', 'too-old']).nullable(),
    domains: count,
    /** Of these, those of logins that no account here has. */
    foreign: count,
    /** Domains of which the team is to be told. */
    queued: count,
    /** Rows of the database that are no facts, which were left out since the start. */
    skipped: count,
  }),
});

/** An open claim of somebody else, or of another workspace of the same person. */
export const teamClaim = z.object({
  changeId: z.uuid(),
  /** Of the attempts of the change. */
  attempt: z.int(),
  by: person,
  domain: domainText,
  kind: text(41),
  state: z.enum(['held', 'sent', 'uncertain']),
  since: instant,
  service: text(2_400),
  isOwn: z.boolean(),
});

/** What a colleague has removed of an account; `seq`: the newest of it. */
export const teamRemovals = z.object({
  accountId,
  by: person,
  seq: z.int(),
  names: z.array(domainText).max(mostDomains),
});

/** What somebody else did to several domains; the last of it at `at`. */
export const teamDone = z.object({ by: person, kind: text(41), domains: count, at: instant });

/** Null: no limit. */
const perDay = z.int().min(0).max(mostPerDay).nullable();

/** What a colleague, or this person, asks a second person to approve: a batch of that person's desk. */
export const approvalRequest = z.object({
  batchId: z.uuid(),
  by: person,
  isOwn: z.boolean(),
  /** It is of this workspace, which sends it. */
  isHere: z.boolean(),
  /** Of this workspace: the batch is as it was when it was asked, and the time is not over. */
  isCurrent: z.boolean(),
  /** Of what is sent. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  at: instant,
  /** Then it ends by itself: what waits after a week, an approval after a day. */
  until: instant,
  /** What it does: "Renew 20 domains". */
  title: text(300),
  /** The nameservers, or the fields of contacts that are set. */
  details: z.array(text(2_000)).max(50),
  service: text(2_400),
  domains: count,
  /** It costs something: `sums`, and of so many the price is not known. */
  isCharged: z.boolean(),
  unpriced: count,
  sums: z.array(amount).max(20),
  reason: text(longestApprovalReason),
  state: z.enum(['waiting', 'approved', 'refused']),
  decidedBy: person.nullable(),
  decidedReason: text(longestApprovalReason).nullable(),
});

/** A name of a request, with its price. */
export const approvalName = z.object({ domain: domainText, price });

/** Limits of the team on charged changes in 24 hours, what is used up of them, and what waits for a second person or was decided. */
export const teamWork = z.object({
  kind: z.literal('work'),
  /** What one person sends without a second one, and how many this one has. */
  alonePerDay: perDay,
  alone: count,
  teamPerDay: perDay,
  team: count,
  /** Of others, what waits or is approved; of one's own also what was refused. */
  requests: z.array(approvalRequest).max(mostApprovals),
  /** Requests that this Namedesk cannot read. */
  unread: count,
});

export const teamPerson = z.object({
  name: person,
  role,
  /** Null of who has set the team up. */
  invitedBy: text(63).nullable(),
  invitedAt: instant.nullable(),
  excludedAt: instant.nullable(),
});

/** An outcome that the database did not take; domain and kind are null where the journal has no such change. */
export const refusedOutcome = z.object({
  changeId: z.uuid(),
  outcome: z.enum(settledOutcomes),
  domain: domainText.nullable(),
  kind: text(41).nullable(),
  /** The database's answer, in one word. */
  why: text(60),
});

/** What the page asks of a team, by action. */
export const teamAsks = {
  invite: z.object({ name: person, role, again: z.boolean(), isPlain: z.boolean() }),
  edits: z.object({ accountId, domain: domainText }),
  settleRemovals: teamRemovals.pick({ accountId: true, by: true, seq: true }).extend({ isKept: z.boolean() }),
  setLimits: z.object({ alonePerDay: perDay, teamPerDay: perDay }),
  askApproval: z.object({ batchId: z.uuid(), digest: text(64), reason: text(longestApprovalReason).min(1) }),
  approvalNames: z.object({ batchId: z.uuid(), by: person, at: instant }),
  decide: approvalRequest.pick({ batchId: true, by: true, at: true, digest: true }).extend({
    verdict: z.enum(['approved', 'refused', 'withdrawn']),
    reason: text(longestApprovalReason),
  }),
  release: teamClaim.pick({ changeId: true, attempt: true, by: true }).extend({
    isOfAll: z.boolean(),
    finding: z.enum(teamFindings),
    reason: text(longestReason).min(1),
  }),
} as const;

export const teamEvents = {
  /** The team's state, its claims or its journal changed; `isNews`: more than the time of the last answer. */
  'team.changed': z.object({ isNews: z.boolean() }),
} as const;
