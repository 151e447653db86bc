import { describe, expect, it } from 'vitest';
import {
  accountId,
  asks,
  ChangingDesk,
  consent,
  domain,
} from '../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('a registration goes out', () => {
  it('only where the name is available right before', async () => {
    const desk = new ChangingDesk();
    const there = desk.service.free(domain);
    const review = await desk.review(asks.register);
    there.finding = 'taken';
    expect(await desk.changes.apply(review.reviewId, consent)).toEqual({
      ok: false,
      error: { kind: 'not-available', finding: 'taken' },
    });
    expect(valueOf(await desk.changes.lastOf(accountId, domain))).toEqual([]);
    expect(desk.service.writes).toEqual([]);
  });

  it.each(['reserved', 'invalid', 'unknown'] as const)('never where it is %s', async (finding) => {
    const desk = new ChangingDesk();
    const there = desk.service.free(domain);
    const review = await desk.review(asks.register);
    there.finding = finding;
    expect(await desk.changes.apply(review.reviewId, consent)).toEqual({
      ok: false,
      error: { kind: 'not-available', finding },
    });
  });

  it('not where it has become a premium name since', async () => {
    const desk = new ChangingDesk();
    const there = desk.service.free(domain);
    const review = await desk.review(asks.register);
    there.finding = 'premium';
    expect(await desk.changes.apply(review.reviewId, { ...consent, premiumAccepted: true })).toEqual({
      ok: false,
      error: { kind: 'changed-since', what: 'finding' },
    });
    expect(desk.service.writes).toEqual([]);
  });

  it('as a premium name only where that was accepted', async () => {
    const desk = new ChangingDesk();
    desk.service.free(domain, 'premium');
    const review = await desk.review(asks.register);
    expect(review.asksFor.premium).toBe(true);
    expect(review.warnings.map(({ id }) => id)).toContain('premium');
    expect(await desk.changes.apply(review.reviewId, consent)).toMatchObject({
      error: { kind: 'invalid-input', field: 'premiumAccepted' },
    });
    valueOf(await desk.changes.apply(review.reviewId, { ...consent, premiumAccepted: true }));
    await desk.quiet();
    expect(desk.service.writes).toEqual([`register ${domain}`]);
  });

  it('not where it cannot be looked up: nothing is written down, and it can be sent from the same review', async () => {
    const desk = new ChangingDesk();
    desk.service.free(domain);
    const review = await desk.review(asks.register);
    desk.service.failing.set('finding', { kind: 'unreachable', why: 'offline' });
    expect(await desk.changes.apply(review.reviewId, consent)).toEqual({
      ok: false,
      error: { kind: 'unreachable', why: 'offline' },
    });
    expect(valueOf(await desk.changes.lastOf(accountId, domain))).toEqual([]);
    desk.service.failing.clear();
    const { id } = valueOf(await desk.changes.apply(review.reviewId, consent));
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('confirmed');
  });

  it('one that was written down and is not available any more is withdrawn', async () => {
    const desk = new ChangingDesk();
    const there = desk.service.free(domain);
    desk.service.behaviours.push({ outcome: 'not-sent', isApplied: false });
    const { id } = await desk.settled(asks.register);
    expect((await desk.find(id)).state).toBe('planned');
    there.finding = 'taken';
    expect(await desk.changes.send(id)).toMatchObject({ error: { kind: 'not-available' } });
    expect(await desk.find(id)).toMatchObject({ state: 'withdrawn', error: { kind: 'not-available' } });
  });
});
