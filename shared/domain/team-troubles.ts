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
