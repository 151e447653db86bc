import { z } from 'zod';
import {
  longestReason,
  longestApprovalReason,
  mostApprovals,
  mostClaims,
  mostPeople,
  mostPerDay,
  mostReplaced,
  mostTeamChanges,
  teamFindings,
  teamRoles,
  teamTroubles,
} from '../domain/team-troubles.ts';
import { longestOwnTexts, ownTexts } from '../domain/domain-parts.ts';
import { mostDomains } from '../domain/portfolio.ts';
import { settledOutcomes } from '../domain/change.ts';
import { teamChange } from './activity.ts';
import { mostBatchRows } from '../domain/bounds.ts';
import {
  accountId,
  amount,
  count,
  domainText,
  instant,
  nothing,
  price,
  request,
  text,
} from './common-schemas.ts';

const role = z.enum(teamRoles);
const person = text(63);

/** Where a team's database is, and as whom; never a password. */
const place = z.object({ url: text(2_000), user: person, caFile: text(4_096).nullable() });

export const teamStatus = z.object({
  name: text(200),
  ...place.shape,
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

/** Who in the team has edited a field of a domain; `tags` are one. */
const domainEdit = z.object({ field: z.enum(['tags', ...ownTexts]), at: instant, by: person });
/** An outcome that the database did not take; domain and kind are null where the journal has no such change. */
export const refusedOutcome = z.object({
  changeId: z.uuid(),
  outcome: z.enum(settledOutcomes),
  domain: domainText.nullable(),
  kind: text(41).nullable(),
  /** The database's answer, in one word. */
  why: text(60),
});

/** Why it was not done. */
const refused = z.object({ kind: z.literal('refused'), why: z.enum(teamTroubles) });
/** The window for the password was closed without one. */
const cancelled = z.object({ kind: z.literal('cancelled') });

/** What would be shared, and what is there. */
const preview = z.object({
  kind: z.literal('ready'),
  /** Stands for the place and the password, which main keeps until it is used or another is asked for. */
  ticket: z.uuid(),
  name: text(200),
  role: role.nullable(),
  entries: count,
  /** The logins by which the team compares what is sent: address and user, without the key. */
  logins: z.array(text(2_400)).max(1_000),
  /** What would be shared of the portfolio: domains, and how many of them have tags, and notes or a client. */
  toShare: z.object({ domains: count, tagged: count, noted: count }),
});

/** Requests about a team on a database; part of the contract. Alone, none of them loads the code for it. */
export const teamRequests = {
  team: {
    /** Null where no team is joined. */
    status: request(nothing, z.object({ team: teamStatus.nullable() })),
    /** Asks for the file of a certificate authority; null if the dialog was cancelled. */
    chooseCaFile: request(nothing, z.object({ path: text(4_096).nullable() })),
    /** Asks for the password in a window of its own, and the database for what would be joined. Changes nothing. */
    preview: request(place, z.discriminatedUnion('kind', [preview, refused, cancelled])),
    /** Makes the team in an empty database, with a password that is asked for as above; joining it is another step. */
    init: request(
      place.extend({ name: text(80).min(1) }),
      z.discriminatedUnion('kind', [preview, refused, cancelled]),
    ),
    /** Joins what a preview has shown. */
    join: request(
      z.object({ ticket: z.uuid() }),
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('joined') }), refused]),
    ),
    /** What is stored here of the team's journal stays. */
    leave: request(nothing, z.discriminatedUnion('kind', [z.object({ kind: z.literal('left') }), refused])),
    people: request(
      nothing,
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('people'), people: z.array(teamPerson).max(mostPeople) }),
        refused,
      ]),
    ),
    /**
     * Makes a person, or gives one another role and a new password, which is shown once, in a window of its own. `isShown`: it could be
     * opened.
     */
    invite: request(
      z.object({ name: person, role, again: z.boolean(), isPlain: z.boolean() }),
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('invited'), isShown: z.boolean() }), refused]),
    ),
    /** Takes away the way in and ends what is open of it; `open`: sessions that could not be ended. */
    exclude: request(
      z.object({ name: person }),
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('excluded'), open: count }), refused]),
    ),
    /** Sets one's own password, which is asked for in a window of its own. */
    changePassword: request(
      nothing,
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('changed') }), refused, cancelled]),
    ),
    /** What the database did not take of what became of this workspace's changes. */
    refused: request(nothing, z.object({ outcomes: z.array(refusedOutcome).max(500) })),
    /** Asks the database once more to take it. */
    offerAgain: request(nothing, nothing),
    claims: request(nothing, z.object({ claims: z.array(teamClaim).max(mostClaims) })),
    /** What colleagues did to a domain, the newest first. */
    changes: request(
      z.object({ domain: domainText }),
      z.object({ changes: z.array(teamChange).max(mostTeamChanges) }),
    ),
    /**
     * What others have edited of a domain last, and the texts that do not stand any more: another edit has replaced them, or they came
     * too late. The newest first.
     */
    edits: request(
      z.object({ accountId, domain: domainText }),
      z.object({
        edits: z.array(domainEdit).max(10),
        replaced: z.array(domainEdit.extend({ text: text(longestOwnTexts.note) })).max(mostReplaced),
      }),
    ),
    /** Domains that colleagues have removed, and that stay here until this person has said so (T7). */
    removals: request(nothing, z.object({ removals: z.array(teamRemovals).max(mostClaims) })),
    /** Removes them here too, or keeps them, for everybody: what was shown, up to `seq`. */
    settleRemovals: request(
      teamRemovals.pick({ accountId: true, by: true, seq: true }).extend({ isKept: z.boolean() }),
      nothing,
    ),
    work: request(nothing, z.discriminatedUnion('kind', [teamWork, refused])),
    /** An admin's. It is an entry of the journal. */
    setLimits: request(
      z.object({ alonePerDay: perDay, teamPerDay: perDay }),
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('set') }), refused]),
    ),
    /**
     * Asks for an approval of what is ready of a reviewed batch, under the digest that was reviewed, in place of what was asked of it before.
     * It is sent under the approval alone then, by this desk. Nothing is sent.
     */
    askApproval: request(
      z.object({ batchId: z.uuid(), digest: text(64), reason: text(longestApprovalReason).min(1) }),
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('asked') }), refused]),
    ),
    approvalNames: request(
      z.object({ batchId: z.uuid(), by: person, at: instant }),
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('names'), names: z.array(approvalName).max(mostBatchRows) }),
        refused,
      ]),
    ),
    /** Approves or refuses a colleague's request as it was shown, or withdraws one's own. To refuse takes a reason. */
    decide: request(
      z.object({
        ...approvalRequest.pick({ batchId: true, by: true, at: true, digest: true }).shape,
        verdict: z.enum(['approved', 'refused', 'withdrawn']),
        reason: text(longestApprovalReason),
      }),
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('decided') }), refused]),
    ),
    /** Which colleagues did something, and what has taken effect since an instant: of each and each kind, of how many domains. */
    done: request(
      z.object({ since: instant }),
      z.object({ people: z.array(person).max(mostPeople), done: z.array(teamDone).max(mostPeople) }),
    ),
    /** After the database was moved or put back: an admin says that every desk has told it again what it has sent. */
    acceptServer: request(
      nothing,
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('accepted') }), refused]),
    ),
    /**
     * Frees a claim that was sent, or all that its person has sent and not settled, by what was found at the provider, with a reason; each is
     * an entry of the journal. `stopped`: why no more than `count` of them were released.
     */
    release: request(
      z.object({
        ...teamClaim.pick({ changeId: true, attempt: true, by: true }).shape,
        isOfAll: z.boolean(),
        finding: z.enum(teamFindings),
        reason: text(longestReason).min(1),
      }),
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('released'), count, stopped: z.enum(teamTroubles).nullable() }),
        refused,
      ]),
    ),
  },
} as const;

export const teamEvents = {
  /** The team's state, its claims or its journal changed; `isNews`: more than the time of the last answer. */
  'team.changed': z.object({ isNews: z.boolean() }),
} as const;
