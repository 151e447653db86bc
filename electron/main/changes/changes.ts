import type { Change, ChangeAsk, ContactFields } from '#shared/domain/change.ts';
import type {
  Consent,
  JournalEntry,
  JournalEvent,
  JournalHealth,
  PersonalDigests,
} from '#shared/domain/journal.ts';
import { fail, type Result } from '#shared/result.ts';
import type { Output, Parsed } from '#shared/routes.ts';

export type Review = Output<'changes', 'prepare'>;
export type ChangeFilter = Parsed<'changes', 'list'>['filter'];
export type ChangePage = Output<'changes', 'list'>;

/** What a person typed and ticked when sending. */
export interface Confirmation {
  readonly typedName: string | null;
  readonly premiumAccepted: boolean;
  readonly typedLimit: string | null;
}

/**
 * All operations that change a domain. A change is written to the journal before it is sent, sent once, and read back. A result
 * that is not known is `uncertain`, never guessed.
 */
export interface Changes {
  /**
   * Reads the present state and returns a review of what would be sent. Writes nothing.
   *
   * Fails with: `invalid-input`, `open-change`, `journal-broken`, `no-account`, `no-key`, `keychain`, `unreachable`, `storage`.
   * A read that the service refuses or answers unreadably is a warning, not a failure, where the change can be sent without it.
   */
  readonly prepare: (accountId: string, domain: string, ask: ChangeAsk) => Promise<Result<Review>>;
  /** As `prepare`, for a planned change that was not sent. Fails with: also `invalid-input` (the change is not `planned`). */
  readonly prepareAgain: (id: string) => Promise<Result<Review>>;
  /**
   * Writes the change to the journal, unless it is there already, and starts to send it: once for each review. Resolves when the
   * change is in the journal.
   *
   * Fails with: what the gate refuses with, `invalid-input` (`typedName`, `premiumAccepted`).
   */
  readonly apply: (reviewId: string, confirmation: Confirmation) => Promise<Result<Change>>;
  /**
   * Sends one row of a batch through the same gate: the consent given for the batch is compared with what is read right before.
   * Resolves when the change has ended: never `planned`, never `sending`.
   *
   * Fails with: what the gate refuses with, `not-sent`. Then nothing was sent, no change is left open, and the row can be
   * performed again.
   */
  readonly perform: (order: PlannedOrder) => Promise<Result<Change>>;
  readonly list: (filter: ChangeFilter, offset: number, limit: number) => Promise<Result<ChangePage>>;
  readonly find: (
    id: string,
  ) => Promise<Result<{ readonly change: Change; readonly entries: readonly JournalEntry[] }>>;
  /** The last change of each family of the domain at the account's service. Fails with: `no-account`, `storage`. */
  readonly lastOf: (accountId: string, domain: string) => Promise<Result<readonly Change[]>>;
  /**
   * Sends a `planned` change under its earlier consent, if that is still valid. Resolves when it is being sent.
   *
   * Fails with: what the gate refuses with. After `changed-since` it has to be reviewed again, by `prepareAgain`.
   */
  readonly send: (id: string) => Promise<Result<Change>>;
  /**
   * Fails with: `invalid-input` (nothing to read back), `storage`. An unreadable service is recorded in the entry, not a failure.
   */
  readonly readBack: (id: string) => Promise<Result<Change>>;
  readonly settle: (
    id: string,
    settledAs: 'applied' | 'not-applied',
    note: string,
  ) => Promise<Result<Change>>;
  readonly withdraw: (id: string) => Promise<Result<Change>>;
  readonly personal: (id: string) => Promise<Result<readonly ContactFields[] | null>>;
  readonly health: (check: boolean) => Promise<Result<JournalHealth>>;
  /**
   * Writes the journal entries of the changes that match, hash chain included, to a file. The file is complete or does not exist.
   *
   * Fails with: `storage`, `invalid-input` (the file cannot be written).
   */
  readonly exportJournal: (
    format: 'csv' | 'json',
    filter: ChangeFilter,
    path: string,
  ) => Promise<Result<{ readonly entries: number }>>;
  /** At startup: changes that were being sent when the program ended become `uncertain` and are read back (C7). */
  readonly recover: () => Promise<void>;
  /** The account is reachable again: retries the read-backs that failed because it was not. */
  readonly wake: (accountId: string) => void;
  /** Waits up to a timeout for running work. What has not ended by then is recovered at the next start. */
  readonly close: () => Promise<void>;
}

export interface PlannedOrder {
  readonly accountId: string;
  readonly domain: string;
  readonly ask: ChangeAsk;
  readonly planId: string;
  readonly consent: Consent;
  readonly signal: AbortSignal;
}

/** A review with what is needed to send exactly what it showed. Contains personal data: kept in memory only. */
export interface PreparedReview {
  readonly review: Review;
  readonly ask: ChangeAsk;
  /** Over everything that is sent, and the change's id. */
  readonly digest: string;
  /** The change made from this review: one, however often it is applied. */
  readonly changeId: string;
  readonly personal: PersonalDigests | null;
  /** The journal entry to write when it is applied; null where the change is in the journal already. */
  readonly entry: Extract<JournalEvent, { readonly type: 'planned' }> | null;
  /** The consent that applying gives, except for what a person has yet to type. */
  readonly consent: Consent;
}

export interface Reviews {
  readonly keep: (prepared: PreparedReview) => void;
  /**
   * Applies a review once, however often and from however many places this is called. A review that could not be applied can be
   * applied again.
   *
   * @param again Returns the result for a review that was applied before.
   * Fails with: `changed-since` (`review`) where there is no such review or it has expired; what `apply` fails with.
   */
  readonly once: (
    reviewId: string,
    apply: (prepared: PreparedReview) => Promise<Result<Change>>,
    again: (change: Change) => Promise<Result<Change>>,
  ) => Promise<Result<Change>>;
}

/** How long the consent to a single change is valid after its review. */
export const consentLastsMs = 15 * 60_000;

interface Kept {
  readonly prepared: PreparedReview;
  readonly untilMs: number;
  applying: Promise<Result<Change>> | null;
}

export function createReviews(nowMs: () => number): Reviews {
  const all = new Map<string, Kept>();

  function forgetOld(): void {
    for (const [id, { untilMs }] of all) if (untilMs <= nowMs()) all.delete(id);
  }

  async function first(kept: Kept, apply: Promise<Result<Change>>): Promise<Result<Change>> {
    kept.applying = apply;
    const applied = await apply;
    if (!applied.ok) kept.applying = null;
    return applied;
  }

  return {
    keep(prepared) {
      forgetOld();
      all.set(prepared.review.reviewId, { prepared, untilMs: nowMs() + consentLastsMs, applying: null });
    },
    async once(reviewId, apply, again) {
      forgetOld();
      const kept = all.get(reviewId);
      if (kept === undefined) return fail({ kind: 'changed-since', what: 'review' });
      if (kept.applying === null) return await first(kept, apply(kept.prepared));
      const applied = await kept.applying;
      return applied.ok ? await again(applied.value) : applied;
    },
  };
}
