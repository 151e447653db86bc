import type { TeamFault } from '../errors.ts';
import { localTime } from './counting.ts';
import { isolated } from './isolated.ts';

export const mostPeople = 1_000;
export const mostClaims = 500;
export const mostTeamChanges = 200;
export const mostReplaced = 50;
export const longestReason = 1_000;
export const longestApprovalReason = 300;
export const mostApprovals = 200;
export const mostPerDay = 1_000_000;

export const teamRoles = ['reader', 'buyer', 'admin'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** What a person has found at the service of a change that was sent. */
export const teamFindings = ['took-effect', 'had-no-effect', 'cannot-tell'] as const;
export type TeamFinding = (typeof teamFindings)[number];

/** Why what was asked of a team cannot be done as things are. */
export const teamRefusals = [
  'not-joined',
  'joined-already',
  'no-role',
  'forbidden',
  'name',
  'name-taken',
  'there',
  'last-admin',
  'yourself',
  'moved',
  'not-open',
  'not-yours',
  'not-admin',
  'no-reason',
  'no-finding',
  'several',
  'unsettled',
  'no-request',
  'own-request',
  // The server refused it, perhaps because it takes no verifier.
  'verifier',
  // A new password that cannot be taken.
  'password',
  // The server has the new password, and neither did the keychain take it nor the server the one before.
  'password-not-kept',
] as const;
export type TeamRefusal = (typeof teamRefusals)[number];

/** Why something was not done with a team's database. */
export const teamTroubles = [
  'address',
  'expired',
  // Of a set-up.
  'has-team',
  'newer-schema',
  'old-server',
  'not-allowed',
  // Of a connection, or of what was asked over it.
  'no-password',
  'keychain',
  'unreachable',
  'untrusted',
  'unencrypted',
  'unproven',
  'ca-file',
  'login',
  'no-database',
  'no-team',
  'old-schema',
  'history',
  'rejected',
  'blocked',
  'elsewhere',
  'unknown',
  ...teamRefusals,
] as const;
export type TeamTrouble = (typeof teamTroubles)[number];

/** What happened, whether anything was changed, and what to do. */
export interface TeamSentence {
  readonly what: string;
  /** Left out: nothing was changed. Empty where `what` says it. */
  readonly changed?: string;
  readonly next?: string;
  /** After `next`, in a window or at a terminal. */
  readonly inWindow?: string;
  readonly atTerminal?: string;
}

/**
 * Of what keeps a change from being sent: the sentence of an error, which every page has. Those of what else a team may meet with, which only
 * a team loads, are in `team-sentences.ts`.
 */
export const faultSentences: Readonly<Record<TeamFault, TeamSentence>> = {
  away: {
    what: 'The team’s database cannot be reached: nothing is sent.',
    next: 'Lookups, reviews and everything stored here still work. Send it once the database can be reached.',
  },
  blocked: {
    what: 'Somebody’s session holds what the team’s database has to write.',
    next: 'Try again later. Where it stays so, an admin excludes that person, which ends the session.',
  },
  'no-password': {
    what: 'The team could not be asked, because the password of its database was not given.',
    next: 'Unlock the keychain; or leave the team and join it again with the password. At a terminal, --password-stdin-once reads it for this run.',
  },
  lost: {
    what: 'The team’s database did not confirm in time that this may be sent.',
    next: 'Send it again.',
  },
  'too-old': {
    what: 'The team’s database is newer than this Namedesk, which reads only.',
    changed: '',
    next: 'Update Namedesk.',
  },
  'old-schema': {
    what: 'The team’s database is older than this Namedesk.',
    next: 'Its owner brings it up to date: "namedesk team init". Until then nothing is sent.',
  },
  forbidden: { what: 'Your role in the team does not allow this.', next: 'Ask an admin.' },
  history: {
    what: 'The team’s journal is not the one that was seen here: its database was put back to an older state, or altered. It may not know what was sent since, so nothing is sent.',
    changed: '',
    next: 'Tell an admin, and compare what the service shows with what was sent. Leaving the team and joining it again takes its journal as it is.',
    atTerminal: '"namedesk team status" says what is wrong.',
  },
  elsewhere: {
    what: 'The team’s database runs at another place than before, or was put back, and may lack what was sent last: nothing is sent.',
    changed: '',
    next: 'Let every desk of the team connect once: each tells it again what it has sent. Then an admin accepts it, in Settings → Advanced → Team or with "namedesk team accept-server".',
  },
  rejected: { what: 'The team’s database refused it.', next: 'Tell whoever administers that database.' },
};

/**
 * Why a change is not sent, and what to do.
 *
 * @param since Since when the database does not answer. @param by Whose session is in the way.
 */
export function teamFaultWords(
  why: TeamFault,
  since: string | null,
  by?: string,
): readonly [what: string, next: string] {
  const { what, next = '' } = faultSentences[why];
  if (why === 'away' && since !== null)
    return [`The team’s database has not been reachable since ${localTime(since)}: nothing is sent.`, next];
  return [by === undefined ? what : what.replace('Somebody’s session', `A session of ${isolated(by)}`), next];
}
