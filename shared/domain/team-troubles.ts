export const mostPeople = 1_000;
export const mostClaims = 500;
export const mostTeamChanges = 200;
export const mostReplaced = 50;
export const longestReason = 1_000;
/** Of a review that is handed over: it becomes the reason of a proposal. */
export const longestReviewReason = 300;
export const mostReviews = 200;
export const mostPerDay = 1_000_000;

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
  'unknown',
  // Of the team.
  'not-joined',
  'joined-already',
  'no-role',
  'forbidden',
  'name',
  'name-taken',
  'not-open',
  'not-yours',
  'not-admin',
  'no-reason',
  'no-finding',
  'several',
  'unsettled',
  'no-review',
  'own-review',
  'no-login',
  'not-shareable',
  'password',
  'password-not-kept',
] as const;
export type TeamTrouble = (typeof teamTroubles)[number];
