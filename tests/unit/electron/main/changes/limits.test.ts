import { describe, expect, it } from 'vitest';
import { orderOf } from '../../../../../electron/main/changes/order.ts';
import { defaultAccountOptions } from '../../../../../shared/domain/account.ts';
import { defaultLimits } from '../../../../../shared/domain/limits.ts';
import { notGiven } from '../../../../../shared/domain/finding.ts';
import { serviceOf } from '../../../../../shared/domain/service.ts';
import { accountId, asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { aFinding, anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';

/** As the program of a killed run leaves one of a batch behind. */
function aPlannedRenewal(at: string, planId: string) {
  const changeId = crypto.randomUUID();
  const service = serviceOf(anAccount());
  const price = notGiven;
  const order = valueOf(orderOf(domain, asks.renew, defaultAccountOptions));
  const event = {
    type: 'planned',
    accountLabel: 'Acme',
    ...{ accountId, service, domain, planId, personal: null },
    what: { kind: 'renew', periodYears: 1, addons: {}, price },
    digest: order.digestFor(changeId),
    consent: { at, service, present: '', lastEffect: 0, price, premiumAccepted: false, limits: [] },
  } as const;
  return { changeId, event };
}

describe('F12 several limits', () => {
  const priced = (desk: ChangingDesk, amount: string): void => {
    const price = { kind: 'given', amount, currency: 'EUR' } as const;
    const prices = [{ period: 1, register: price, transfer: price, renew: price }];
    desk.findings = [domain, 'other.example'].map((name) => ({ ...aFinding({ domain: name }), prices }));
  };
  const keep = (desk: ChangingDesk, limits: Partial<typeof defaultLimits>): void => {
    desk.limits = { ...defaultLimits, ...limits };
    desk.kept.database
      .prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('limits', ?)")
      .run(JSON.stringify(desk.limits));
  };
  const keepOwn = (desk: ChangingDesk, limits: Partial<typeof defaultLimits>): void => {
    const none = { changeSum: null, batchSum: null, batchCount: null, daySum: null, dayCount: null };
    desk.options = { ...desk.options, limits: { ...none, ...limits } };
    desk.kept.database.prepare('UPDATE accounts SET options = ?').run(JSON.stringify(desk.options));
  };

  it('F12 are all named in the review, and all of them are in the consent, at their amounts', async () => {
    const desk = new ChangingDesk();
    priced(desk, '12.50');
    keep(desk, { changeSum: '10', daySum: '12' });
    keepOwn(desk, { daySum: '11' });
    const review = await desk.review(asks.renew);
    expect(review.asksFor.limits.map(({ scope, span, wouldBe }) => [scope, span, wouldBe])).toEqual([
      ['workspace', 'change', '12.50'],
      ['workspace', 'day', '12.50'],
      ['account', 'day', '12.50'],
    ]);
    const { id } = await desk.settled(asks.renew);
    const { change, entries } = valueOf(await desk.changes.find(id));
    expect(change.state).toBe('confirmed');
    const limits = review.asksFor.limits.map((limit) => ({ ...limit, at: expect.any(String) as string }));
    const consents = entries.flatMap(({ event }) =>
      event.type === 'planned' || event.type === 'sending' ? [event.consent] : [],
    );
    expect(consents).toMatchObject([{ limits }, { limits }]);
  });

  it('F12 one that was confirmed lets past no other one', async () => {
    const desk = new ChangingDesk();
    priced(desk, '12.50');
    keep(desk, { changeSum: '10' });
    const review = await desk.review(asks.renew);
    expect(review.asksFor.limits).toHaveLength(1);
    keepOwn(desk, { dayCount: 0, daySum: '12' });
    valueOf(await desk.changes.apply(review.reviewId, desk.consentTo(review)));
    await desk.quiet();
    expect(desk.service.writes).toEqual([]);
    expect(desk.announced.at(-1)?.error).toMatchObject({
      kind: 'over-limit',
      limits: [{ scope: 'account', span: 'day', measure: 'sum', wouldBe: '12.50' }],
    });
  });

  it('F12 of its batch are in the review of a change that a batch left behind', async () => {
    const desk = new ChangingDesk();
    const { journal } = desk.kept;
    keep(desk, { batchCount: 0 });
    const { changeId, event } = aPlannedRenewal(desk.time.now().toISOString(), crypto.randomUUID());
    valueOf(await journal.begin({ id: changeId, at: desk.time.now().toISOString(), event, sealed: null }));
    const review = valueOf(await desk.changes.prepareAgain(changeId));
    expect(review.asksFor.limits).toMatchObject([{ span: 'batch', measure: 'count', wouldBe: '1' }]);
    valueOf(await desk.changes.apply(review.reviewId, desk.consentTo(review)));
    await desk.quiet();
    expect(await desk.find(changeId)).toMatchObject({ state: 'confirmed' });
  });

  it('F12 one that was confirmed does not hold for more than was shown', async () => {
    const desk = new ChangingDesk();
    priced(desk, '12.50');
    keep(desk, { daySum: '10' });
    const review = await desk.review(asks.renew);
    const other = valueOf(await desk.changes.prepare(accountId, 'other.example', asks.renew));
    for (const one of [review, other]) {
      const typed = { ...desk.consentTo(one), typedName: one.domain };
      valueOf(await desk.changes.apply(one.reviewId, typed));
      await desk.quiet();
    }
    expect(desk.service.writes).toEqual([`renew ${domain}`]);
    expect(desk.announced.at(-1)?.error).toMatchObject({
      kind: 'over-limit',
      limits: [{ span: 'day', wouldBe: '25.00' }],
    });
  });
});

describe('the price that a person agreed to', () => {
  const priced = (desk: ChangingDesk, amount: string | null): void => {
    const price = amount === null ? notGiven : ({ kind: 'given', amount, currency: 'EUR' } as const);
    const prices = [{ period: 1, register: price, transfer: price, renew: price }];
    desk.findings = [
      { ...aFinding({ domain: 'other.example' }), prices: [] },
      { ...aFinding({ domain }), prices },
    ];
  };
  const keep = (desk: ChangingDesk, changeSum: string): void => {
    desk.limits = { ...defaultLimits, changeSum };
    desk.kept.database
      .prepare("INSERT INTO settings (name, value) VALUES ('limits', ?)")
      .run(JSON.stringify(desk.limits));
  };
  const plannedAt = async (amount: string): Promise<{ desk: ChangingDesk; id: string }> => {
    const desk = new ChangingDesk();
    priced(desk, amount);
    desk.service.behaviours.push({ outcome: 'not-sent', isApplied: false });
    const { id, state } = await desk.settled(asks.renew);
    expect(state).toBe('planned');
    desk.service.writes.length = 0;
    return { desk, id };
  };

  it('is the one the limits look at, not that of when it was planned', async () => {
    const { desk, id } = await plannedAt('300.00');
    priced(desk, '9.00');
    keep(desk, '250');
    const review = valueOf(await desk.changes.prepareAgain(id));
    expect(review).toMatchObject({ price: { amount: '9.00' }, asksFor: { limits: [] } });
    valueOf(await desk.changes.apply(review.reviewId, desk.consentTo(review)));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'confirmed', what: { price: { amount: '9.00' } } });
  });

  it('is over a limit where that of when it was planned was under it', async () => {
    const { desk, id } = await plannedAt('9.00');
    priced(desk, '240.00');
    keep(desk, '250');
    const review = valueOf(await desk.changes.prepareAgain(id));
    desk.kept.database
      .prepare("UPDATE settings SET value = ? WHERE name = 'limits'")
      .run(JSON.stringify({ ...desk.limits, changeSum: '100' }));
    expect(await desk.changes.apply(review.reviewId, desk.consentTo(review))).toMatchObject({
      error: { kind: 'over-limit', limits: [{ wouldBe: '240.00', allowed: '100' }] },
    });
    expect(desk.service.writes).toEqual([]);
  });

  it.each([
    ['another one', '9.00', '90.00'],
    ['one where none was known', null, '90.00'],
    ['none where one was known', '9.00', null],
  ])('is not exchanged: %s is known when it is sent, so it is not sent', async (_, seen, now) => {
    const desk = new ChangingDesk();
    priced(desk, seen);
    const review = await desk.review(asks.renew);
    priced(desk, now);
    expect(await desk.changes.apply(review.reviewId, desk.consentTo(review))).toEqual({
      ok: false,
      error: { kind: 'changed-since', what: 'price' },
    });
    expect(desk.service.writes).toEqual([]);
    const again = await desk.review(asks.renew);
    valueOf(await desk.changes.apply(again.reviewId, desk.consentTo(again)));
    await desk.quiet();
    expect(desk.service.writes).toEqual([`renew ${domain}`]);
  });
});
