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
 * Everything that alters a domain. A change is written down before it is sent, sent once, and read back; what is not known is
 * `uncertain`, never guessed.
 */
export interface Changes {
  /**
   * Reads what is there now and says what would be sent. Writes nothing.
   *
   * Fails with: `invalid-input`, `open-change`, `journal-broken`, `no-account`, `no-key`, `keychain`, `unreachable`, `storage`.
   * What the service refuses or answers unreadably is no failure where the change can be sent without it: it is a warning.
   */
  readonly prepare: (accountId: string, domain: string, ask: ChangeAsk) => Promise<Result<Review>>;
  /** As `prepare`, of a change that is written down and was not sent. Fails with: `invalid-input` too (it is not planned). */
  readonly prepareAgain: (id: string) => Promise<Result<Review>>;
  /**
   * Writes the change down, where it is not yet, and begins to send it, once for each review. Resolves when it is written down.
   *
   * Fails with: what the gate refuses with, `invalid-input` (`typedName`, `premiumAccepted`).
   */
  readonly apply: (reviewId: string, confirmation: Confirmation) => Promise<Result<Change>>;
  /**
   * One row of a batch, through the same gate: what was agreed to with the batch is compared with what is read just before.
   * Resolves when it is over: never `planned`, never `sending`.
   *
   * Fails with: what the gate refuses with, `not-sent`. Then nothing was sent, no change is left open, and the row can be
   * performed again.
   */
  readonly perform: (order: PlannedOrder) => Promise<Result<Change>>;
  readonly list: (filter: ChangeFilter, offset: number, limit: number) => Promise<Result<ChangePage>>;
  readonly find: (
    id: string,
  ) => Promise<Result<{ readonly change: Change; readonly entries: readonly JournalEntry[] }>>;
  /** The last change of each family at the account's service. Fails with: `no-account`, `storage`. */
  readonly lastOf: (accountId: string, domain: string) => Promise<Result<readonly Change[]>>;
  /**
   * Sends a `planned` change by what was agreed to before, where that holds still. Resolves when it is on its way.
   *
   * Fails with: what the gate refuses with. After `changed-since` it has to be looked at again, by `prepareAgain`.
   */
  readonly send: (id: string) => Promise<Result<Change>>;
  /** Fails with: `invalid-input` (nothing to read back), `storage`. That the service cannot be read is the entry's, not a failure. */
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
   * Writes the entries of the changes that fit, hash chain included, to a file that is there whole or not at all.
   *
   * Fails with: `storage`, `invalid-input` (the file cannot be written).
   */
  readonly exportJournal: (
    format: 'csv' | 'json',
    filter: ChangeFilter,
    path: string,
  ) => Promise<Result<{ readonly entries: number }>>;
  /** At the start: what was on its way when the program ended becomes uncertain, and is read back (C7). */
  readonly recover: () => Promise<void>;
  /** The account can be reached again: what could not be read back is. */
  readonly wake: (accountId: string) => void;
  /** Waits a while for what is on its way; what is not over then is recovered at the next start. */
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

/** A review with what is needed to send exactly what it showed. Holds personal data: in memory alone. */
export interface PreparedReview {
  readonly review: Review;
  readonly ask: ChangeAsk;
  /** Over all that is sent, under the id of the change. */
  readonly digest: string;
  /** Of the change that comes of it: one, however often it is applied. */
  readonly changeId: string;
  readonly personal: PersonalDigests | null;
  /** What is written down when it is applied; null where the change is written down already. */
  readonly entry: Extract<JournalEvent, { readonly type: 'planned' }> | null;
  /** What is agreed to by applying it, but for what a person has yet to type. */
  readonly consent: Consent;
}

export interface Reviews {
  readonly keep: (prepared: PreparedReview) => void;
  /**
   * Applies a review: once, however often and from however many places this is called. One that could not be applied can
   * be again.
   *
   * @param again What a review that was applied before comes to now.
   * Fails with: `changed-since` (`review`) where it is not there; what `apply` fails with.
   */
  readonly once: (
    reviewId: string,
    apply: (prepared: PreparedReview) => Promise<Result<Change>>,
    again: (change: Change) => Promise<Result<Change>>,
  ) => Promise<Result<Change>>;
}

/** A single change is sent within so long after it was looked at. */
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
