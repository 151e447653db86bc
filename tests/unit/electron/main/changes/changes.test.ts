import { describe, expect, it } from 'vitest';
import type { Change } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createReviews, type PreparedReview } from '../../../../../electron/main/changes/changes.ts';

const change = { id: 'c1' } as Change; // Passed through, never looked at.
const prepared = { review: { reviewId: 'r1' } } as PreparedReview; // Its id is all that counts here.
const again = (applied: Change): Promise<Result<Change>> => Promise.resolve(ok({ ...applied, number: 7 }));

function kept(nowMs: () => number = () => 0) {
  const reviews = createReviews(nowMs);
  reviews.keep(prepared);
  return reviews;
}

describe('C11 a review', () => {
  it('is applied once, however often and at once it is asked', async () => {
    const reviews = kept();
    let applied = 0;
    const apply = async (): Promise<Result<Change>> => {
      applied += 1;
      await Promise.resolve();
      return ok(change);
    };
    const all = await Promise.all([1, 2, 3].map(() => reviews.once('r1', apply, again)));
    expect(applied).toBe(1);
    expect(all).toEqual([ok(change), ok({ ...change, number: 7 }), ok({ ...change, number: 7 })]);
  });

  it('that could not be applied can be, later', async () => {
    const reviews = kept();
    const full = fail({ kind: 'storage', fault: 'full' } as const);
    const both = [1, 2].map(() => reviews.once('r1', () => Promise.resolve(full), again));
    expect(await Promise.all(both)).toEqual([full, full]);
    expect(await reviews.once('r1', () => Promise.resolve(ok(change)), again)).toEqual(ok(change));
  });

  it('is gone after fifteen minutes, and where there never was one', async () => {
    let nowMs = 0;
    const reviews = kept(() => nowMs);
    const apply = () => Promise.resolve(ok(change));
    const gone = fail({ kind: 'changed-since', what: 'review' } as const);
    expect(await reviews.once('r2', apply, again)).toEqual(gone);
    nowMs = 899_999;
    expect(await reviews.once('r1', apply, again)).toEqual(ok(change));
    nowMs = 900_000;
    expect(await reviews.once('r1', apply, again)).toEqual(gone);
  });
});
