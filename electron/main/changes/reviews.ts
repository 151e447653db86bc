import type { ChangeAsk } from '#shared/domain/change.ts';
import { fail, type Result } from '#shared/result.ts';
import type { Change } from '#shared/domain/change.ts';
import type { Consent, JournalEvent, PersonalDigests } from '#shared/domain/change-entry.ts';
import type { Review } from './changes.ts';

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
