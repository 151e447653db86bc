import type { teamChange, teamClaim, teamPerson, teamRequests, teamStatus } from '../areas/team.ts';
import type { TypeOf } from '../schema-type.ts';

export type TeamStatus = TypeOf<typeof teamStatus>;
export type TeamClaim = TypeOf<typeof teamClaim>;
export type TeamChange = TypeOf<typeof teamChange>;
export type TeamPerson = TypeOf<typeof teamPerson>;
export type TeamPlace = TypeOf<(typeof teamRequests.team.preview)['input']>;
export type TeamPreview = Extract<
  TypeOf<(typeof teamRequests.team.preview)['output']>,
  { readonly kind: 'ready' }
>;

export const mostPeople = 1_000;
export const mostClaims = 500;
export const mostTeamChanges = 200;
export const longestReason = 1_000;

/** Why something was not done with a team's database. */
export const teamTroubles = [
  'address',
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
  'has-team',
  'old-schema',
  'newer-schema',
  'old-server',
  'not-allowed',
  'forbidden',
  'name',
  'name-taken',
  'joined-already',
  'not-joined',
  'unfinished',
  'not-open',
  'expired',
  'failed',
] as const;
export type TeamTrouble = (typeof teamTroubles)[number];
