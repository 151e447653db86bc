import type {
  approvalRequest,
  refusedOutcome,
  teamClaim,
  teamDone,
  teamPerson,
  teamRemovals,
  teamRequests,
  teamStatus,
  teamWork,
} from '../areas/team.ts';
import type { TypeOf } from '../schema-type.ts';

export type TeamStatus = TypeOf<typeof teamStatus>;
export type TeamClaim = TypeOf<typeof teamClaim>;
export type TeamEdits = TypeOf<(typeof teamRequests.team.edits)['output']>;
export type TeamDone = TypeOf<typeof teamDone>;
export type RefusedOutcome = TypeOf<typeof refusedOutcome>;
export type TeamRemovals = TypeOf<typeof teamRemovals>;
export type TeamPerson = TypeOf<typeof teamPerson>;
export type ApprovalRequest = TypeOf<typeof approvalRequest>;
export type TeamWork = TypeOf<typeof teamWork>;
export type TeamPlace = TypeOf<(typeof teamRequests.team.preview)['input']>;
export type TeamPreview = Extract<
  TypeOf<(typeof teamRequests.team.preview)['output']>,
  { readonly kind: 'ready' }
>;
