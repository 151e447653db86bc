import { describe, expect, it } from 'vitest';
import { asks, ChangingDesk, consent, domain } from '../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('a registration goes out', () => {
  it('only where the name is available right before', async () => {
    const desk = new ChangingDesk();
    const there = desk.service.free(domain);
    const review = await desk.review(asks.register);
    there.finding = 'taken';
    const { id } = valueOf(await desk.changes.apply(review.reviewId, consent));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({
      state: 'withdrawn',
      error: { kind: 'not-available', finding: 'taken' },
    });
    expect(desk.service.writes).toEqual([]);
  });

  it.each(['reserved', 'invalid', 'unknown'] as const)('never where it is %s', async (finding) => {
    const desk = new ChangingDesk();
    const there = desk.service.free(domain);
    const review = await desk.review(asks.register);
    there.finding = finding;
    const { id } = valueOf(await desk.changes.apply(review.reviewId, consent));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({
      state: 'withdrawn',
      error: { kind: 'not-available', finding },
    });
  });

  it('not where it has become a premium name since', async () => {
    const desk = new ChangingDesk();
    const there = desk.service.free(domain);
    const review = await desk.review(asks.register);
    there.finding = 'premium';
    const { id } = valueOf(await desk.changes.apply(review.reviewId, { ...consent, premiumAccepted: true }));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({
      state: 'withdrawn',
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

  it('not where it cannot be looked up: it stays planned, and is told why', async () => {
    const desk = new ChangingDesk();
    desk.service.free(domain);
    const review = await desk.review(asks.register);
    desk.service.failing.set('finding', { kind: 'unreachable', why: 'offline' });
    const { id } = valueOf(await desk.changes.apply(review.reviewId, consent));
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('planned');
    expect(desk.announced.at(-1)?.error).toEqual({ kind: 'unreachable', why: 'offline' });
    desk.service.failing.clear();
    expect(valueOf(await desk.changes.send(id)).state).toBe('sending');
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('confirmed');
  });
});
