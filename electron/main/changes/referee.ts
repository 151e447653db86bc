import type { ChangeFamily, ChangeKind } from '#shared/domain/change-kinds.ts';
import type { ServiceIdentity } from '#shared/domain/account.ts';
import type { AppError, ErrorOf } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';

/** What only one person at a time may change: of a registration, the name at any service. */
export interface Matter {
  readonly service: ServiceIdentity;
  /** As A-labels. */
  readonly domain: string;
  readonly family: ChangeFamily;
}

/** The batch that a change is of, as the team is told of it: a second person may have approved it. */
export interface BatchOfClaim {
  readonly id: string;
  /** Of what it sends. */
  readonly digest: string;
}

/** An attempt of a change that wants to be the only one. */
export interface Claim extends Matter {
  readonly changeId: string;
  readonly attempt: number;
  readonly kind: ChangeKind;
  /** `Consent.teamEffect`: undefined where the person was not shown what the team did. */
  readonly teamEffect: string | null | undefined;
  /** See `teamEntryOf`. */
  readonly entry: object;
}

/** A change that took effect, of whoever sent it. */
export interface TeamEffect {
  readonly changeId: string;
  readonly by: string;
  readonly at: string;
  /** A `ChangeKind`, or one of a newer version. */
  readonly kind: string;
}

/** What a team knows of a matter. */
export interface TeamPast {
  readonly last: TeamEffect | null;
  /** Another desk's change that keeps this one waiting. */
  readonly open: {
    readonly by: string;
    readonly kind: string;
    readonly domain: string;
    readonly since: string;
    readonly state: ErrorOf<'claimed-elsewhere'>['state'];
  } | null;
}

/**
 * Decides between several desks who may send a change ([decision 0045](../../../docs/decisions/0045-the-referee.md)). Only the ledger
 * asks it, and reviews ask for `last`. The order of one attempt: `claim` → `markSent`, committed → `sending` in the journal, with all its
 * checks → the request → the answer in the journal → `settle`. Whatever is not known for certain counts as not allowed.
 */
export interface Referee {
  /** Null where there are no others. Fails with: `team-unavailable`. */
  readonly last: (matter: Matter) => Promise<Result<TeamPast | null>>;
  /**
   * Fails with: `claimed-elsewhere`, `team-limit`, `changed-since` (another member's change took effect since the review, or the review did not ask),
   * `team-unavailable`, `storage`. Then the attempt must not be sent, and nobody has to be told.
   */
  readonly claim: (claim: Claim) => Promise<Result<null>>;
  /** After it, nobody else may send until the attempt is settled: no time frees it. Fails as {@link Referee.claim}. */
  readonly markSent: (claim: Claim) => Promise<Result<null>>;
  /**
   * The journal has a new entry of the change, or the attempt that was marked as sent was not begun after all. Resolves once that is on
   * the disk; the others are told when they can be.
   */
  readonly settle: (changeId: string) => Promise<void>;
  /** The attempt that was claimed is not sent, and was not marked as sent. */
  readonly release: (changeId: string) => Promise<void>;
}

export const claimedElsewhere = ({ kind: change, ...open }: NonNullable<TeamPast['open']>): AppError => ({
  kind: 'claimed-elsewhere',
  change,
  ...open,
});

/** What is known of what a team has done. */
export interface TeamKnown {
  /** Null where there is no team, and where its database does not answer. */
  readonly past: TeamPast | null;
  /** Why it does not answer. */
  readonly trouble: AppError | null;
}

export const noTeam: TeamKnown = { past: null, trouble: null };

/**
 * What the team has done, for a review. Where its database does not answer, the review is made all the same: it has to be made again before
 * anything is sent. Fails with: `claimed-elsewhere`.
 */
export async function teamOf(
  { referee = localReferee }: { readonly referee?: Pick<Referee, 'last'> },
  matter: Matter,
): Promise<Result<TeamKnown>> {
  const asked = await referee.last(matter);
  if (!asked.ok)
    return asked.error.kind === 'team-unavailable' ? ok({ past: null, trouble: asked.error }) : asked;
  const past = asked.value;
  return past?.open == null ? ok({ past, trouble: null }) : fail(claimedElsewhere(past.open));
}

const granted = Promise.resolve(ok(null));
const nothingToDo = Promise.resolve();

/** Of a workspace without a team: the transaction that writes `sending` decides alone, and nobody else is asked. */
export const localReferee: Referee = {
  last: () => granted,
  // What a team was asked about is not sent without it: the workspace has left it since.
  claim: ({ teamEffect }) =>
    teamEffect === undefined ? granted : Promise.resolve(fail({ kind: 'changed-since', what: 'review' })),
  markSent: () => granted,
  settle: () => nothingToDo,
  release: () => nothingToDo,
};
