import { describe, expect, it } from 'vitest';
import type { ChangeState } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import { asks, ChangesWorld, domain } from '../../../../support/changes/a-changes-world.ts';
import { changeSteps } from '../../../../support/changes/change-rows.ts';
import { type Meant, noes } from '../../../../support/known-answers.ts';
import { testRows } from '../../../../support/rows.ts';
import { aClient, answered } from '../reseller/a-client.ts';

// What the credit before and after an answer proves.
testRows(
  changeSteps,
  `
# H1 A yes to what is paid
H1 a yes whose credit did not fall is accepted and not seen charged: {renew|renew|renew|register|register|register} at {none|0.00|10.00|none|0.00|10.00}
  costs {none|0.00|10.00|none|0.00|10.00}; when written: credit is 500; {renew|renew|renew|register|register|register} is made
  is confirmed; charge not-yet; uncharged; read back {no-proof|no-proof|no-proof|agrees|agrees|agrees}
H1 a yes that was not seen charged is said in the next review, at no known price too
  when written: credit is 500; renew is made; review renew; says renewed-before: ^Accepted before, .* not yet charged: it may not have been done
H1 a yes whose credit could not be read {before|after|both} has nothing to say
  {credit cannot be read: unreadable wrong-shape|costs none|credit cannot be read: unreadable wrong-shape}
  when written: credit is 500, then {all can be read|credit cannot be read: unreadable wrong-shape|credit is 500}
  renew is made; is confirmed; not uncharged

# H5 A no to what is paid
H5 {refused|refused-unconfirmed|refused|refused-unconfirmed|refused|refused|refused}, billed after {0|0|3|3|20|20|3} s with a top-up after {0|2|2|25|0|25|25} s, is not believed and waits for a person
  answer {refused|refused-unconfirmed|refused|refused-unconfirmed|refused|refused|refused}; credit -10 after {0|0|3|3|20|20|3}s
  credit +500 after {0|2|2|25|0|25|25}s; renew is made; is uncertain; review renew; fails open-change; POSTs renew
H5 a no beside a credit that rose has no evidence against it, nor for it
  answer refused; credit +500 after 1s; renew is made; evidence Credit | 500.00 | 1000.00 | neither; evidence The credit rose meanwhile
H5 a no after a top-up that was spent again within the half minute is not believed either
  answer refused; credit +10 after 2s; credit -10 after 20s; renew is made; is uncertain
H5 a no is believed where the credit {stayed|could not be read}, is followed at its registry, and reopened by what that shows
  the registry renews 120s after; {costs none|credit cannot be read: unreadable wrong-shape}; answer refused; renew ends; is refused
  pass 2d; is applied by registry; the portfolio hears renews=1; review renew; says renewed-before; restart; the chain holds
H5 a no that its registry never shows stays refused, and is asked for four times
  a registry; answer refused; renew ends; is refused by answer; from here; pass 3d; asked 4; is refused by answer
H5 a no that somebody has renewed since is said first in the next review
  the registry renews 32s after; answer refused; renew ends; pass 10s; review renew; is refused
  says first may-be-renewed: ^The registry shows an expiry that is later by 1 year than before change 1, which was refused

# H8 While a charge is outstanding
H8 a fall is no other renewal’s while the first is still to be charged, at {none|10.00}
  costs {none|10.00}; answer done, not made; answer done, not made; credit -10 after 40s; renew ends of one.com; #1 uncharged
  renew ends of two.com; #2 uncharged; #2 evidence Credit, which another order may have used too | 500.00 | 490.00 | neither
H8 a late fall of the older one’s price alone is told as its charge, and not as the other’s
  costs 10.00; answer done, not made; answer done, not made; credit -10 after 40s; renew ends of one.com; costs 25.00
  renew ends of two.com; #2 uncharged; #1 is confirmed by answer; #1 charge fell
H8 where both were charged, both are settled
  costs 10.00; answer done, not made; answer done, not made; credit -10 after 40s; renew ends of one.com; credit -10 after 0s
  renew ends of two.com; pass 60s; #1 charge fell; #2 charge fell; the chain holds
H8 a bill that comes later settles what was accepted, with nothing else ordered
  costs 10.00; answer done, not made; credit -10 after 300s; renew ends; pass 200s; uncharged; pass 600s; is confirmed; charge fell
H8 another fall than the price settles nothing
  costs 10.00; answer done, not made; credit -10.01 after 300s; renew ends; pass 1d; uncharged
H8 the doubt is over after an hour: then a fall is the next renewal’s again
  answer done, not made; renew ends of one.com; pass 1h; renew ends of two.com; charge fell
H8 the credit is read once for all that are still to be charged
  costs 10.00; answer done, not made; answer done, not made; renew ends of one.com; renew ends of two.com; from here; pass 2min; reads credit
H8 the credit says nothing more of what was sent hours ago
  costs 10.00; answer done, not made; renew ends of one.com; answer uncertain; begin renew; pass 2.1h; credit is 100; verify; no overcharge
what the credit fell by is a change’s own where one order followed another
  renew of one.com is made; renew of two.com is made; #1 evidence Credit | 500.00 | 490.00 | for; #2 evidence Credit | 490.00 | 480.00 | for
what the credit fell by is neither’s where two orders were under way at the same time
  when written it takes 1s; begin renew of one.com; begin renew of two.com; quiet
  #1 evidence Credit, which another order may have used too; #2 evidence Credit, which another order may have used too

# H1 After a restart
H1 a bill that came while the program was closed for {20|30|90} min is seen at once, and then no more is asked
  found to cost 10.00; answer done, not made; credit -10 after {5|20|70}min; renew ends; pass {1|900|1}s; close; restart
  pass {20|30|90}min; from here; recover; pass 1s; is confirmed; charge fell; reads credit; pass 3h; reads credit
H1 a bill that comes later is seen at the times that are left
  found to cost 10.00; answer done, not made; credit -10 after 40min; renew ends; pass 1s; close; restart; pass 2min; from here
  recover; pass 1s; uncharged; pass 30min; reads credit, credit; pass 60min; charge fell; reads credit, credit, credit
H1 what was sent more than two hours before is not taken for charged, and said so
  found to cost 10.00; answer done, not made; credit -10 after 5min; renew ends; pass 1s; close; restart; pass 3h; from here
  recover; pass 3h; reads none; uncharged; review renew; says renewed-before: not yet charged
H1 the credit of another login says nothing of what was accepted
  found to cost 10.00; answer done, not made; renew ends; restart; another username; credit is 490; recover; pass 1h; uncharged

# H6 More than was agreed
H6 a renewal at which {110.00|25.01} are taken where two cost 25.00 tells of it, and neither is named
  answer done, not made; answer done, not made; costs 10.00; credit -10 after 40s; renew ends of one.com; costs 15.00
  credit -{100|15.01} after 20s; renew ends of two.com; #2 uncharged; pass 30s; #2 overcharge {110.00|25.01} for 25.00 of all
H6 a renewal at which as much is taken as two cost tells of nothing
  answer done, not made; answer done, not made; costs 10.00; credit -10 after 40s; renew ends of one.com; costs 15.00
  credit -15 after 20s; renew ends of two.com; #2 not uncharged; pass 30s; #2 no overcharge
H6 of one that was accepted, at which {100.00|100.00|10.01|100.00} are taken after {50|300|300|3000} s is told once, and not taken for its charge
  found to cost 10.00; answer done, not made; credit -{100|100|10.01|100} after {50|300|300|3000}s; renew ends; no overcharge; pass 2h
  overcharge {100.00|100.00|10.01|100.00} for 10.00 of all; is confirmed by answer; charge not-yet; read back no-proof, no-proof; the chain holds
H6 an overcharge is told again where still more is taken
  found to cost 10.00; answer done, not made; credit -20 after 50s; renew ends; credit -70 in 100s; pass 60s
  overcharge 20.00 for 10.00 of all; pass 1h; overcharge 90.00 for 10.00 of all
H6 of one that its registry has proven meanwhile, {100 are told where 10 was agreed|10 are its charge}
  the registry renews 0s after; found to cost 10.00; answer done, not made; credit -{100|10} after 300s; renew ends
  is confirmed by registry; charge not-yet; pass 1h; {overcharge 100.00 for 10.00 of all|no overcharge}; is confirmed by registry
  charge {not-yet|fell}; restart; the chain holds
H6 of several that are still to be charged an overcharge is told of the last, for all of them
  costs 10.00; answer done, not made; answer done, not made; renew ends of one.com; renew ends of two.com; credit -100 in 10s; pass 1h
  #1 no overcharge; #2 overcharge 100.00 for 20.00
H6 an overcharge that came while the program was closed is told at the next start
  found to cost 10.00; answer done, not made; credit -100 after 300s; renew ends; close; restart; pass 20min; recover; pass 1s
  overcharge 100.00 for 10.00 of all
H8 what is still to be charged is asked for once for each reading, and once after it
  calls of outstanding are counted; found to cost 10.00; answer done, not made; credit -100 after 600s; renew ends; calls 4
H6 a renewal is not sent where the service asks for more since the review: it is looked up right before
  found to cost 10.00; review renew; costs 100.00; apply; fails changed-since price; quiet; POSTs none; review renew; price 100.00
H6 a renewal is not sent where its price cannot be looked up any more
  found to cost 10.00; review renew; finding cannot be read: unreadable wrong-shape; apply; quiet; POSTs none
H6 a renewal of {a known price is looked up once where it stayed|no known price is not looked up}
  found to cost {10.00|none}; review renew; from here; apply; quiet; POSTs renew; looked up {1|0}
H6 a renewal at 10.00 for which {100|10.01} is taken at once says so
  found to cost 10.00; takes {100|10.01}; renew is made; is confirmed; charge fell; overcharge {100.00|10.01} for 10.00
H6 a renewal at 10.00 for which {10|9.99} is taken says nothing
  found to cost 10.00; takes {10|9.99}; renew is made; is confirmed; charge fell; no overcharge

# The credit of a login that colleagues of the team use
H8 the credit proves nothing of ours where a colleague’s order was {planned|sending|uncertain|confirmed|refused} in the same minutes
  a colleague’s order is {planned|sending|uncertain|confirmed|refused} since 3min; found to cost 10.00; renew ends; is confirmed; charge not-yet
  evidence Credit, which another order may have used too
H8 the credit is as ever where a colleague ordered {long ago|and was never sent|with another login}
  a colleague’s order is {confirmed since 40min|withdrawn since 3min|sending since 3min elsewhere}; found to cost 10.00; renew ends; charge fell
H8 no late fall of {10|100} settles or accuses what was ours where a colleague ordered meanwhile
  answer done, not made; credit -{10|100} after 300s; found to cost 10.00; renew ends; a colleague’s order is confirmed since 0s; pass 2h
  uncharged; no overcharge
`,
);

type Kind = keyof typeof asks;

const isDefined = (meant: Meant): boolean => !['rate', 'exists', 'pending', 'doubt'].includes(meant);
const charged = ({ service }: ChangesWorld): void => void (service.credit -= 10);
const nothing = (): void => undefined;
/** Its registrant is the one that the world’s registration sends. */
const chargedAndOurs = (world: ChangesWorld): void => {
  charged(world);
  const contacts = [{ name: 'Registrant', fields: [{ name: 'Email', value: 'ada@example.com' }] }];
  Object.assign(world.service.there(domain), { finding: 'taken', isOurs: true, contacts });
};

/** What becomes in an hour of what the real client is refused in these words; `effect` is what the service does all the same. */
async function inAnHour(
  kind: Kind,
  said: string,
  status: number,
  effect: (world: ChangesWorld) => void,
): Promise<Change> {
  const world = new ChangesWorld();
  if (kind === 'register') world.service.free(domain);
  const { client } = aClient({
    answer: () => {
      effect(world);
      return answered(JSON.stringify({ error: said }), status);
    },
  });
  Object.assign(world.service.client, { write: client.write });
  const { id } = await world.settled(asks[kind]);
  await world.time.pass(3_600_000);
  expect(world.bugs).toEqual([]);
  return await world.find(id);
}

describe('F2 a no, in all words that services are known to use', () => {
  /** By kind: its status, what the service does, and what a no comes to that is defined, pending, or neither. */
  const rules: readonly (readonly [
    Kind,
    number,
    typeof charged,
    Readonly<Record<'defined' | 'pending' | 'other', ChangeState>>,
  ])[] = [
    ...[200, 400, 429].flatMap((status) =>
      (['renew', 'register'] as const).map(
        (kind) =>
          [
            kind,
            status,
            charged,
            { defined: 'uncertain', pending: 'uncertain', other: 'uncertain' },
          ] as const,
      ),
    ),
    ['register', 200, chargedAndOurs, { defined: 'applied', pending: 'applied', other: 'applied' }],
    ...(['renew', 'child-register', 'child-modify', 'child-delete', 'sync'] as const).map(
      (kind) =>
        [kind, 400, nothing, { defined: 'refused', pending: 'uncertain', other: 'uncertain' }] as const,
    ),
    ...(['lock', 'nameservers', 'contacts'] as const).map(
      (kind) =>
        [kind, 400, nothing, { defined: 'refused', pending: 'uncertain', other: 'not-applied' }] as const,
    ),
  ];

  it.each(rules)('F2 to a %s, at %i, %o: %o', async (kind, status, effect, states) => {
    for (const [said, meant] of noes) {
      const { state } = await inAnHour(kind, said, status, effect);
      const means = isDefined(meant) ? 'defined' : meant === 'pending' ? 'pending' : 'other';
      expect(`${said}: ${state}`).toBe(`${said}: ${states[means]}`);
    }
  });

  it('F2 that the credit contradicts keeps its words and says what was read', async () => {
    const said = 'cURL error 28: Operation timed out';
    expect(await inAnHour('renew', said, 200, charged)).toMatchObject({
      error: { kind: 'uncertain', why: 'unclear-refusal', said },
      evidence: [{ label: 'Credit', before: '500.00', after: '490.00', speaks: 'for' }],
    });
  });

  it.each([
    ['lock', 'refused'],
    ['renew', 'uncertain'],
    ['sync', 'uncertain'],
    ['register', 'not-applied'],
  ] as const)('F2 a 429 to a %s is sent once and read back: %s', async (kind, state) => {
    let writes = 0;
    const change = await inAnHour(kind, 'Too many requests', 429, () => void (writes += 1));
    expect([change.state, writes]).toEqual([state, 1]);
  });
});
