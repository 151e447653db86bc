import type {
  refusedOutcome,
  teamClaim,
  teamDone,
  teamPerson,
  teamRequests,
  teamStatus,
} from '../areas/team.ts';
import type { TypeOf } from '../schema-type.ts';

export type TeamStatus = TypeOf<typeof teamStatus>;
export type TeamClaim = TypeOf<typeof teamClaim>;
export type TeamDone = TypeOf<typeof teamDone>;
export type RefusedOutcome = TypeOf<typeof refusedOutcome>;
export type TeamPerson = TypeOf<typeof teamPerson>;
export type TeamPlace = TypeOf<(typeof teamRequests.team.preview)['input']>;
export type TeamPreview = Extract<
  TypeOf<(typeof teamRequests.team.preview)['output']>,
  { readonly kind: 'ready' }
>;
