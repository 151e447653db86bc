import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import { aPlannedRenewal, asks, ChangesWorld, domain } from '../../../../support/changes/a-changes-world.ts';
import { changeSteps } from '../../../../support/changes/change-rows.ts';
import { testRows } from '../../../../support/rows.ts';
import { aPricedFinding, valueOf } from '../../../../support/workspace/a-workspace.ts';

// Limits, and the price that a person agreed to.
testRows(
  changeSteps,
  `
F12 a limit that a change stays at is no matter
  found to cost 12.50; limit changeSum=12.5; review renew; price 12.50; asks for nothing; apply; quiet; is confirmed; POSTs renew
F12 a limit that a change goes over asks for the amount to be typed
  found to cost 12.50; limit changeSum=12.4999; review renew; asks for limits change/sum/12.50/12.4999; apply without limit
  fails over-limit change/sum/12.50/12.4999; POSTs none; apply; quiet; POSTs renew
F12 a limit that was reached since the look holds the change back in the transaction that sends
  limit dayCount=1; review renew of other.example; renew is made; apply 1; quiet; #2 is planned; told over-limit day/count/2/1; POSTs renew
F12 a limit of a day is free again after midnight
  limit dayCount=1; renew is made; review renew; asks for limits day/count/2/1; pass 24h; review renew; asks for nothing
F12 several limits are all named in the review, and all of them are in the consent
  found to cost 12.50; limit changeSum=10 daySum=12; own limit daySum=11; review renew
  asks for limits change/sum/12.50/10 day/sum/12.50/12 day/sum/12.50/11; apply; quiet; is confirmed; consents have 3 limits
F12 a day’s number that is typed says nothing of what is paid: the name is typed as well
  limit dayCount=0; review renew; asks for the name; apply without name; fails invalid-input typedName; apply without limit
  fails over-limit day/count/1/0; POSTs none; apply; succeeds
F12 a day’s total that is typed says nothing of what is paid: the name is typed as well
  found to cost 12.50; limit daySum=10; review renew; asks for the name; apply without name; fails invalid-input typedName
  apply without limit; fails over-limit day/sum/12.50/10; POSTs none; apply; succeeds
F12 a limit of one change is the one thing that is typed: its amount, and not the name of the domain as well
  found to cost 12.50; review renew; asks for the name; limit changeSum=10; review renew; asks for no name; apply without limit
  fails over-limit change/sum/12.50; apply typing the limit example.com; fails over-limit; apply typing the limit 12.5; fails over-limit
  POSTs none; apply without name; succeeds
F12 a limit that was confirmed lets past no other one
  found to cost 12.50; limit changeSum=10; review renew; asks for limits change/sum/12.50/10; own limit dayCount=0 daySum=12; apply; quiet
  POSTs none; told over-limit day/sum/12.50
F12 a limit that was confirmed does not hold for more than was shown
  found to cost 12.50 for example.com other.example; limit daySum=10; review renew; review renew of other.example; apply 1; quiet
  apply 2; quiet; POSTs renew; told over-limit day/sum/25.00

# The price of a renewal
(G11) the price that was looked up a year ago is looked up again for the review, and stored
  found to cost 9.00; pass 365d; costs 90.00; review renew; price 90.00; looked up 1; found price 90.00
(G11) the price that is younger than a day is not looked up again
  found to cost 9.00; pass 23h; costs 90.00; review renew; price 9.00; looked up 0
(G11) the price that is a year old and cannot be looked up is not given, says why, and counts as unknown
  found to cost 9.00; limit dayCount=0; pass 365d; finding cannot be read: refused permission; review renew; price unknown
  asks for limits day/count/1; says price-not-given: The price could not be looked up:; apply; quiet; POSTs renew
(G11) the price of ten years is warned of by what limits count, and not shown
  found to cost 60.00; limit changeSum=500; review renew for 10; price unknown; asks for limits change/sum/600.00
  says price-not-given: By the price of one year it would cost at least 600.00 EUR. limits count that.
  says credit-may-not-do: The credit of 500.00 may not be enough for 600.00 EUR.
(G11) the price that became older than a day after the review is looked up right before sending, and is {the same|another one}
  found to cost 9.00; pass 1439min; review renew; looked up 0; pass 2min; found later to cost {9.00|9.01}; apply; quiet
  {succeeds|fails changed-since price}; POSTs {renew|none}
(G11) the price whose lookup right before sending is not answered holds nothing up for longer than a minute, and nothing is sent
  found to cost 9.00; pass 1439min; review renew; pass 2min; reading the finding takes 3h; apply; fails unreachable no-answer-in-time; POSTs none
(G11) the price that nobody could tell for the review is not asked for right before sending
  finding cannot be read: unreachable no-answer-in-time; review renew; reading the finding takes 3h; apply; quiet; POSTs renew
the price that limits look at is the one that a person agreed to, not that of when it was planned
  found to cost 300.00; answer unsent; renew is made; is planned; found to cost 9.00; limit changeSum=250; review again; price 9.00
  asks for nothing; apply; quiet; is confirmed; POSTs renew
the price that a person agreed to is over a limit where that of when it was planned was under it
  found to cost 9.00; answer unsent; renew is made; found to cost 240.00; limit changeSum=250; review again; limit changeSum=100
  apply; fails over-limit change/sum/240.00/100; POSTs none
the price that a person agreed to is not exchanged: {another one|one where none was known|none where one was known} is known when it is sent, so it is not
  found to cost {9.00|none|9.00}; review renew; found to cost {90.00|90.00|none}; apply; fails changed-since price; POSTs none
  review renew; apply; quiet; POSTs renew
`,
);

describe('a limit and a price, of what no row can say', () => {
  it('F12 of its batch are in the review of a change that a batch left behind', async () => {
    const world = new ChangesWorld();
    const { journal } = world.kept;
    world.limit({ batchCount: 0 });
    const { changeId, event } = aPlannedRenewal(domain, world.time.now().toISOString(), crypto.randomUUID());
    valueOf(await journal.begin({ id: changeId, at: world.time.now().toISOString(), event, sealed: null }));
    const review = valueOf(await world.changes.prepareAgain(changeId));
    expect(review.asksFor.limits).toMatchObject([{ span: 'batch', measure: 'count', wouldBe: '1' }]);
    valueOf(await world.changes.apply(review.reviewId, world.consentTo(review)));
    await world.quiet();
    expect(await world.find(changeId)).toMatchObject({ state: 'confirmed' });
  });

  it('(G15) that cannot be read is not exchanged for another one that cannot be read', async () => {
    const world = new ChangesWorld();
    const says = (raw: string): void => {
      const price = { kind: 'unreadable', raw } as const;
      const [finding = aPricedFinding(domain, null, world.time.now())] = world.findings;
      world.findings = [
        { ...finding, prices: [{ period: 1, register: price, transfer: price, renew: price }] },
      ];
    };
    says('€10');
    const review = await world.review(asks.renew);
    says('€1000');
    const applied = await world.changes.apply(review.reviewId, world.consentTo(review));
    expect(applied).toEqual(fail({ kind: 'changed-since', what: 'price' }));
    expect(world.service.writes).toEqual([]);
  });
});
