import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import type { ChangeState } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import type { Price } from '#shared/domain/finding.ts';
import { sharedCreditLabel } from '../../../../../shared/domain/limits.ts';
import type { defaultLimits } from '../../../../../shared/domain/limits.ts';
import {
  accountId,
  aPlannedRenewal,
  asks,
  ChangesWorld,
  domain,
} from '../../../../support/changes/a-changes-world.ts';
import { type Meant, noes } from '../../../../support/known-answers.ts';
import { aPricedFinding, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { aClient, answered } from '../reseller/a-client.ts';

describe('F12 several limits', () => {
  const keepOwn = (world: ChangesWorld, limits: Partial<typeof defaultLimits>): void => {
    const none = { changeSum: null, batchSum: null, batchCount: null, daySum: null, dayCount: null };
    world.options = { ...world.options, limits: { ...none, ...limits } };
    world.kept.database.prepare('UPDATE accounts SET options = ?').run(JSON.stringify(world.options));
  };

  it('F12 are all named in the review, and all of them are in the consent, at their amounts', async () => {
    const world = new ChangesWorld();
    world.price('12.50');
    world.limit({ changeSum: '10', daySum: '12' });
    keepOwn(world, { daySum: '11' });
    const review = await world.review(asks.renew);
    expect(review.asksFor.limits.map(({ scope, span, wouldBe }) => [scope, span, wouldBe])).toEqual([
      ['workspace', 'change', '12.50'],
      ['workspace', 'day', '12.50'],
      ['account', 'day', '12.50'],
    ]);
    const { id } = await world.settled(asks.renew);
    const { change, entries } = valueOf(await world.changes.find(id));
    expect(change.state).toBe('confirmed');
    const limits = review.asksFor.limits.map((limit) => ({ ...limit, at: expect.any(String) as string }));
    const consents = entries.flatMap(({ event }) =>
      event.type === 'planned' || event.type === 'sending' ? [event.consent] : [],
    );
    expect(consents).toMatchObject([{ limits }, { limits }]);
  });

  it('F12 is the one thing that is typed: its amount, and not the name of the domain as well', async () => {
    const world = new ChangesWorld();
    world.price('12.50');
    expect((await world.review(asks.renew)).asksFor).toMatchObject({ typedName: true, limits: [] });
    world.limit({ changeSum: '10' });
    const review = await world.review(asks.renew);
    expect(review.asksFor).toMatchObject({ typedName: false, limits: [{ wouldBe: '12.50' }] });
    const typed = { typedName: null, premiumAccepted: false };
    const apply = (typedLimit: string | null) =>
      world.changes.apply(review.reviewId, { ...typed, typedLimit });
    for (const wrong of [null, domain, '12.5'])
      expect(await apply(wrong)).toMatchObject({ error: { kind: 'over-limit' } });
    expect(await apply('12.50')).toMatchObject({ ok: true });
  });

  it('F12 one that was confirmed lets past no other one', async () => {
    const world = new ChangesWorld();
    world.price('12.50');
    world.limit({ changeSum: '10' });
    const review = await world.review(asks.renew);
    expect(review.asksFor.limits).toHaveLength(1);
    keepOwn(world, { dayCount: 0, daySum: '12' });
    valueOf(await world.changes.apply(review.reviewId, world.consentTo(review)));
    await world.quiet();
    expect(world.service.writes).toEqual([]);
    expect(world.announced.at(-1)?.error).toMatchObject({
      kind: 'over-limit',
      limits: [{ scope: 'account', span: 'day', measure: 'sum', wouldBe: '12.50' }],
    });
  });

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

  it('F12 one that was confirmed does not hold for more than was shown', async () => {
    const world = new ChangesWorld();
    world.price('12.50', domain, 'other.example');
    world.limit({ daySum: '10' });
    const review = await world.review(asks.renew);
    const other = valueOf(await world.changes.prepare(accountId, 'other.example', asks.renew));
    for (const one of [review, other]) {
      const typed = { ...world.consentTo(one), typedName: one.domain };
      valueOf(await world.changes.apply(one.reviewId, typed));
      await world.quiet();
    }
    expect(world.service.writes).toEqual([`renew ${domain}`]);
    expect(world.announced.at(-1)?.error).toMatchObject({
      kind: 'over-limit',
      limits: [{ span: 'day', wouldBe: '25.00' }],
    });
  });
});

const given = (amount: string): Price => ({ kind: 'given', amount, currency: null });
const hourMs = 3_600_000;

describe('(G11) the price of a renewal', () => {
  it('(G11) that was looked up a year ago is looked up again for the review, and stored', async () => {
    const world = new ChangesWorld();
    world.price('9.00');
    await world.time.pass(365 * 24 * hourMs);
    world.service.renewalPrice = given('90.00');
    expect((await world.review(asks.renew)).price).toEqual(given('90.00'));
    expect(world.service.reads.filter((read) => read === 'finding')).toHaveLength(1);
    expect(world.findings.map(({ prices }) => prices[0]?.renew)).toEqual([given('90.00')]);
  });

  it('(G11) that is younger than a day is not looked up again', async () => {
    const world = new ChangesWorld();
    world.price('9.00');
    await world.time.pass(23 * hourMs);
    expect((await world.review(asks.renew)).price).toMatchObject({ amount: '9.00' });
    expect(world.service.reads).not.toContain('finding');
  });

  it('(G11) that is a year old and cannot be looked up is not given, says why, and counts as unknown', async () => {
    const world = new ChangesWorld();
    world.price('9.00');
    world.limit({ dayCount: 0 });
    await world.time.pass(365 * 24 * hourMs);
    world.service.failing.set('finding', { kind: 'refused', why: 'permission', status: 403, said: '' });
    const review = await world.review(asks.renew);
    expect(review).toMatchObject({
      price: { kind: 'not-given' },
      asksFor: { limits: [{ measure: 'count', wouldBe: '1' }] },
    });
    const warning = review.remarks.find(({ id }) => id === 'price-not-given');
    expect(warning?.text).toContain('The price could not be looked up: ');
    valueOf(await world.changes.apply(review.reviewId, world.consentTo(review)));
    await world.quiet();
    expect(world.service.writes).toEqual([`renew ${domain}`]);
  });

  it('(G11) for ten years warns of what limits count, and shows no price', async () => {
    const world = new ChangesWorld();
    world.price('60.00');
    world.limit({ changeSum: '500' });
    const review = await world.review({ ...asks.renew, periodYears: 10 });
    expect(review).toMatchObject({
      price: { kind: 'not-given' },
      asksFor: { limits: [{ span: 'change', measure: 'sum', wouldBe: '600.00' }] },
    });
    const remarks = review.remarks.map(({ text }) => text).join(' ');
    expect(remarks).toContain(
      'By the price of one year it would cost at least 600.00 EUR; limits count that.',
    );
    expect(remarks).toContain('The credit of 500.00 may not be enough for 600.00 EUR.');
  });

  it.each([
    ['the same', '9.00', null],
    ['another one', '9.01', { kind: 'changed-since', what: 'price' }],
  ] as const)(
    '(G11) that became older than a day after the review is looked up right before sending: %s',
    async (_, now, error) => {
      const world = new ChangesWorld();
      world.service.renewalPrice = given('9.00');
      world.findings = [
        {
          ...aPricedFinding(domain, null, world.time.now()),
          prices: [{ period: 1, register: given('9.00'), transfer: given('9.00'), renew: given('9.00') }],
        },
      ];
      await world.time.pass(24 * hourMs - 60_000);
      const review = await world.review(asks.renew);
      expect(world.service.reads).not.toContain('finding');
      await world.time.pass(120_000);
      world.service.renewalPrice = given(now);
      const applied = await world.changes.apply(review.reviewId, world.consentTo(review));
      await world.quiet();
      expect(applied.ok ? null : applied.error).toEqual(error);
      expect(world.service.writes).toEqual(error === null ? [`renew ${domain}`] : []);
    },
  );

  it('(G11) whose lookup right before sending is not answered holds nothing up for longer than a minute, and nothing is sent', async () => {
    const world = new ChangesWorld();
    world.price('9.00');
    await world.time.pass(24 * hourMs - 60_000);
    const review = await world.review(asks.renew);
    await world.time.pass(120_000);
    world.service.onRead = (name) => (name === 'finding' ? world.time.timer.sleep(3 * hourMs) : undefined);
    const applied = world.changes.apply(review.reviewId, world.consentTo(review));
    await world.time.pass(4 * hourMs);
    expect(await applied).toEqual(fail({ kind: 'unreachable', why: 'no-answer-in-time' }));
    expect(world.service.writes).toEqual([]);
  });

  it('(G11) that nobody could tell for the review is not asked for right before sending: a lookup that is never answered keeps no name from being renewed', async () => {
    const world = new ChangesWorld();
    world.service.failing.set('finding', { kind: 'unreachable', why: 'no-answer-in-time' });
    const review = await world.review(asks.renew);
    world.service.onRead = (name) => (name === 'finding' ? world.time.timer.sleep(3 * hourMs) : undefined);
    valueOf(await world.changes.apply(review.reviewId, world.consentTo(review)));
    await world.quiet();
    expect(world.service.writes).toEqual([`renew ${domain}`]);
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

describe('the price that a person agreed to', () => {
  const plannedAt = async (amount: string): Promise<{ world: ChangesWorld; id: string }> => {
    const world = new ChangesWorld();
    world.price(amount);
    world.service.behaviours.push({ outcome: 'unsent', isApplied: false });
    const { id, state } = await world.settled(asks.renew);
    expect(state).toBe('planned');
    world.service.writes.length = 0;
    return { world, id };
  };

  it('is the one the limits look at, not that of when it was planned', async () => {
    const { world, id } = await plannedAt('300.00');
    world.price('9.00');
    world.limit({ changeSum: '250' });
    const review = valueOf(await world.changes.prepareAgain(id));
    expect(review).toMatchObject({ price: { amount: '9.00' }, asksFor: { limits: [] } });
    valueOf(await world.changes.apply(review.reviewId, world.consentTo(review)));
    await world.quiet();
    expect(await world.find(id)).toMatchObject({ state: 'confirmed', what: { price: { amount: '9.00' } } });
  });

  it('is over a limit where that of when it was planned was under it', async () => {
    const { world, id } = await plannedAt('9.00');
    world.price('240.00');
    world.limit({ changeSum: '250' });
    const review = valueOf(await world.changes.prepareAgain(id));
    world.kept.database
      .prepare("UPDATE settings SET value = ? WHERE name = 'limits'")
      .run(JSON.stringify({ ...world.limits, changeSum: '100' }));
    expect(await world.changes.apply(review.reviewId, world.consentTo(review))).toMatchObject({
      error: { kind: 'over-limit', limits: [{ wouldBe: '240.00', allowed: '100' }] },
    });
    expect(world.service.writes).toEqual([]);
  });

  it.each([
    ['another one', '9.00', '90.00'],
    ['one where none was known', null, '90.00'],
    ['none where one was known', '9.00', null],
  ])('is not exchanged: %s is known when it is sent, so it is not sent', async (_, seen, now) => {
    const world = new ChangesWorld();
    world.price(seen);
    const review = await world.review(asks.renew);
    world.price(now);
    expect(await world.changes.apply(review.reviewId, world.consentTo(review))).toEqual(
      fail({ kind: 'changed-since', what: 'price' }),
    );
    expect(world.service.writes).toEqual([]);
    const again = await world.review(asks.renew);
    valueOf(await world.changes.apply(again.reviewId, world.consentTo(again)));
    await world.quiet();
    expect(world.service.writes).toEqual([`renew ${domain}`]);
  });
});

describe('fallen credit', () => {
  type Kind = keyof typeof asks;
  const paid = ['renew', 'register'] as const satisfies readonly Kind[];
  const provable = ['lock', 'nameservers', 'contacts'] as const satisfies readonly Kind[];
  const unprovable = [
    'child-register',
    'child-modify',
    'child-delete',
    'sync',
  ] as const satisfies readonly Kind[];

  const isDefined = (meant: Meant): boolean => !['rate', 'exists', 'pending', 'doubt'].includes(meant);

  /** A world whose writes are answered by the real client with these words; `effect` is what the service does all the same. */
  function aWorld(
    kind: Kind,
    said: string,
    status: number,
    effect: (world: ChangesWorld) => void,
  ): ChangesWorld {
    const world = new ChangesWorld();
    if (kind === 'register') world.service.free(domain);
    const { client } = aClient({
      answer: () => {
        effect(world);
        return answered(JSON.stringify({ error: said }), status);
      },
    });
    Object.assign(world.service.client, { write: client.write });
    return world;
  }

  const charged = ({ service }: ChangesWorld): void => void (service.credit -= 10);
  const nothing = (): void => undefined;

  /** What became of it in an hour. */
  async function inAnHour(world: ChangesWorld, kind: Kind): Promise<Change> {
    const { id } = await world.settled(asks[kind]);
    await world.time.pass(3_600_000);
    expect(world.bugs).toEqual([]);
    return await world.find(id);
  }

  const refusing: ReadonlySet<ChangeState> = new Set(['refused', 'not-applied']);

  describe('F2 a no while the credit fell', () => {
    it.each(paid)(
      'is none, whatever the words: %s',
      async (kind) => {
        const believed: string[] = [];
        for (const [said] of noes) {
          for (const status of [200, 400, 429]) {
            const { state } = await inAnHour(aWorld(kind, said, status, charged), kind);
            if (refusing.has(state)) believed.push(`${status} ${said}: ${state}`);
            else expect(state).toBe('uncertain');
          }
        }
        expect(believed).toEqual([]);
      },
      60_000,
    );

    it('keeps the next renewal out, and says what was read', async () => {
      const world = aWorld('renew', 'cURL error 28: Operation timed out', 200, charged);
      const change = await inAnHour(world, 'renew');
      expect(change).toMatchObject({
        state: 'uncertain',
        error: { kind: 'uncertain', why: 'unclear-refusal', said: 'cURL error 28: Operation timed out' },
        evidence: [{ label: 'Credit', before: '500.00', after: '490.00', speaks: 'for' }],
      });
      expect(await world.changes.prepare(accountId, domain, asks.renew)).toMatchObject({
        error: { kind: 'open-change', changeId: change.id },
      });
    });

    it('of a registration is applied where the name turns out to be ours', async () => {
      for (const [said] of noes) {
        const world = aWorld('register', said, 200, ({ service }) => {
          charged(world);
          // Its registrant is the one that the world's registration sends.
          Object.assign(service.there(domain), { finding: 'taken', isOurs: true, contacts: ours });
        });
        expect((await inAnHour(world, 'register')).state).toBe('applied');
      }
    });
  });

  describe('what the credit fell by', () => {
    const another = 'another.com';
    /** Renews it; resolves when the renewal is in the journal. */
    async function renewed(world: ChangesWorld, name: string): Promise<string> {
      const review = valueOf(await world.changes.prepare(accountId, name, asks.renew));
      const agreed = { ...world.consentTo(review), typedName: name };
      return valueOf(await world.changes.apply(review.reviewId, agreed)).id;
    }
    const labels = ({ evidence }: Change): readonly string[] => evidence.map(({ label }) => label);

    it('is a change’s own where one order followed another', async () => {
      const world = new ChangesWorld();
      const ids: string[] = [];
      for (const name of [domain, another]) {
        ids.push(await renewed(world, name));
        await world.quiet();
      }
      expect((await Promise.all(ids.map((id) => world.find(id)))).map(({ evidence }) => evidence)).toEqual([
        [{ label: 'Credit', before: '500.00', after: '490.00', speaks: 'for' }],
        [{ label: 'Credit', before: '490.00', after: '480.00', speaks: 'for' }],
      ]);
    });

    it('is neither’s where two orders were under way at the same time', async () => {
      const world = new ChangesWorld();
      world.service.onWrite = () => world.time.timer.sleep(1_000, new AbortController().signal);
      const ids = [await renewed(world, domain), await renewed(world, another)];
      await world.quiet();
      const changes = await Promise.all(ids.map((id) => world.find(id)));
      expect(changes.map(labels)).toEqual([[sharedCreditLabel], [sharedCreditLabel]]);
    });
  });

  const ours = [{ name: 'Registrant', fields: [{ name: 'Email', value: 'ada@example.com' }] }];

  describe('F2 a no while the credit did not fall', () => {
    it('of a renewal is refused where it is defined, and waits for a person where it is not', async ({
      annotate,
    }) => {
      const states = new Map<string, ChangeState>();
      for (const [said, meant] of noes) {
        const { state } = await inAnHour(aWorld('renew', said, 200, nothing), 'renew');
        states.set(said, state);
        expect(`${said}: ${state}`).toBe(`${said}: ${isDefined(meant) ? 'refused' : 'uncertain'}`);
      }
      const refused = [...states.values()].filter((state) => state === 'refused').length;
      await annotate(
        `figure: of ${states.size} sentences to a renewal ${refused} are refused, ${states.size - refused} wait for a person; with a fallen credit none is refused`,
      );
    });

    it.each(unprovable)('is the same of a %s', async (kind) => {
      for (const [said, meant] of noes) {
        const { state } = await inAnHour(aWorld(kind, said, 400, nothing), kind);
        expect(`${said}: ${state}`).toBe(`${said}: ${isDefined(meant) ? 'refused' : 'uncertain'}`);
      }
    });

    it.each(provable)('of a %s that is not defined is decided by what is read', async (kind) => {
      for (const [said, meant] of noes.filter(([, each]) => !isDefined(each))) {
        const { state } = await inAnHour(aWorld(kind, said, 400, nothing), kind);
        expect(`${said}: ${state}`).toBe(`${said}: ${meant === 'pending' ? 'uncertain' : 'not-applied'}`);
      }
    });

    it('a 429 to a write is sent once and read back: never refused where nothing can be read, never sent again', async () => {
      for (const kind of ['lock', 'renew', 'sync', 'register'] as const) {
        let writes = 0;
        const world = aWorld(kind, 'Too many requests', 429, () => void (writes += 1));
        const { state } = await inAnHour(world, kind);
        const states = { lock: 'refused', renew: 'uncertain', sync: 'uncertain', register: 'not-applied' };
        expect({ kind, state, writes }).toEqual({ kind, state: states[kind], writes: 1 });
      }
    });
  });
});

describe('the portfolio is told', () => {
  it('what was read before a change, and what was read after it', async () => {
    const world = new ChangesWorld();
    await world.settled(asks.lock);
    expect(world.observed.map(({ source, lock }) => [source, lock])).toEqual([
      ['read', 'locked'],
      ['read', 'locked'],
      ['change', 'unlocked'],
    ]);
  });

  it.each([
    ['register', { isRegistered: true, source: 'change' }],
    ['nameservers', { nameservers: ['a.example.org', 'b.example.org'], source: 'change' }],
    ['child-register', { child: { host: `ns1.${domain}`, addresses: ['192.0.2.1'] }, source: 'change' }],
    ['child-modify', { child: { host: `ns1.${domain}`, addresses: ['192.0.2.2'] }, source: 'change' }],
    ['child-delete', { child: { host: `ns1.${domain}`, isGone: true }, source: 'change' }],
  ] as const)('what a change of %s brought about', async (kind, observed) => {
    const world = new ChangesWorld();
    if (kind === 'register') world.service.free(domain);
    await world.settled(asks[kind]);
    expect(world.observed.at(-1)).toMatchObject({ domain, ...observed });
  });

  it.each([
    ['register', { isRegistered: true, nameservers: ['ns1.example.net', 'ns2.example.net'] }],
    ['lock', { lock: 'unlocked' }],
    ['nameservers', { nameservers: ['a.example.org', 'b.example.org'] }],
  ] as const)('what a person says of a change of %s that nobody can read', async (kind, observed) => {
    const world = new ChangesWorld();
    if (kind === 'register') world.service.free(domain);
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    const { id } = valueOf(await world.apply(asks[kind]));
    await world.time.pass(10);
    valueOf(await world.changes.settle(id, 'applied', 'I looked'));
    expect(world.observed.at(-1)).toMatchObject({ source: 'typed', ...observed });
  });

  it('nothing of a change that was not done', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'refused', isApplied: false });
    await world.settled(asks['child-register']);
    expect(world.observed).toEqual([]);
  });
});
