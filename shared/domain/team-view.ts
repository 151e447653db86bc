import type {
  approvalRequest,
  refusedOutcome,
  teamAsks,
  teamClaim,
  teamDone,
  teamPerson,
  teamPlace,
  teamRemovals,
  teamStatus,
  teamWork,
} from '../areas/team.ts';
import type { TypeOf } from '../schema-type.ts';
import type { ownTexts } from './domain-parts.ts';

export type TeamStatus = TypeOf<typeof teamStatus>;
export type TeamClaim = TypeOf<typeof teamClaim>;
export type TeamDone = TypeOf<typeof teamDone>;
export type RefusedOutcome = TypeOf<typeof refusedOutcome>;
export type TeamRemovals = TypeOf<typeof teamRemovals>;
export type TeamPerson = TypeOf<typeof teamPerson>;
export type ApprovalRequest = TypeOf<typeof approvalRequest>;
export type TeamWork = TypeOf<typeof teamWork>;
export type TeamPlace = TypeOf<typeof teamPlace>;
/** What the page asks of a team, by action. */
export type TeamAsk<M extends keyof typeof teamAsks> = TypeOf<(typeof teamAsks)[M]>;

/** Who in the team has edited a field of a domain; `tags` are one. */
interface DomainEdit {
  readonly field: 'tags' | (typeof ownTexts)[number];
  readonly at: string;
  readonly by: string;
}
export interface TeamEdits {
  readonly edits: readonly DomainEdit[];
  readonly replaced: readonly (DomainEdit & { readonly text: string })[];
}

/** What would be shared, and what is there. */
export interface TeamPreview {
  readonly kind: 'ready';
  /** Stands for the place and the password, which main keeps until it is used or another is asked for. */
  readonly ticket: string;
  readonly name: string;
  readonly role: TeamPerson['role'] | null;
  readonly entries: number;
  /** The logins by which the team compares what is sent: address and user, without the key. */
  readonly logins: readonly string[];
  /** What would be shared of the portfolio: domains, and how many of them have tags, and notes or a client. */
  readonly toShare: { readonly domains: number; readonly tagged: number; readonly noted: number };
}
