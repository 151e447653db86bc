import { describe, expect, it } from 'vitest';
import { type Change, isUncharged } from '#shared/domain/change.ts';
import { notGiven, type Price } from '#shared/domain/finding.ts';
import {
  accountId,
  asks,
  ChangesWorld,
  consent,
  domain,
} from '../../../../support/changes/a-changes-world.ts';
import { overchargeOf } from '../../../../../shared/domain/limits.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { service } from '../../../../support/workspace/a-journal.ts';
import { createLogins } from '../../../../../electron/main/workspace/repositories/accounts.ts';
import type { AppError } from '#shared/errors.ts';

const given = (amount: string): Price => ({ kind: 'given', amount, currency: null });
const unreadableCredit: AppError = { kind: 'unreadable', status: 200, why: 'wrong-shape' };

/** A service whose next answer is a yes to something that it never charges. */
function unchargedWorld(kind: 'renew' | 'register', price: Price): ChangesWorld {
  const world = new ChangesWorld();
  world.service.renewalPrice = price;
  world.service.price = price;
  if (kind === 'register') world.service.free(domain);
  world.service.behaviours.push({ outcome: 'done', isApplied: true });
  world.service.onWrite = () => {
    world.service.credit = 500;
    return Promise.resolve();
  };
  return world;
}

describe('H1 a yes to what is paid', () => {
  it.each(
    (['renew', 'register'] as const).flatMap((kind) =>
      [notGiven, given('0.00'), given('10.00'), { kind: 'unreadable', raw: 'ten' } as const].map(
        (price) => [kind, price] as const,
      ),
    ),
  )('H1 whose credit did not fall is accepted and not seen charged, to %s at %j', async (kind, price) => {
    const world = unchargedWorld(kind, price);
    const change = await world.settled(asks[kind]);
    expect(change).toMatchObject({ state: 'confirmed', charge: 'not-yet' });
    expect(isUncharged(change)).toBe(true);
    // 0, 5 and 30 s after the answer, and never taken for a no.
    expect(await world.events(change.id)).not.toContain('read-back differs');
  });

  it('H1 that was not seen charged is said in the next review, at no known price too', async () => {
    const world = unchargedWorld('renew', notGiven);
    await world.settled(asks.renew);
    const { remarks } = await world.review(asks.renew);
    expect(remarks.find(({ id }) => id === 'renewed-before')?.text).toMatch(
      /^Accepted before, .* not yet charged: it may not have been done/,
    );
  });

  it.each(['before', 'after', 'both'] as const)(
    'H1 whose credit could not be read %s has nothing to say',
    async (when) => {
      const world = unchargedWorld('renew', notGiven);
      const fail = () => world.service.failing.set('credit', unreadableCredit);
      if (when !== 'after') fail();
      world.service.onWrite = () => {
        world.service.credit = 500;
        if (when === 'before') world.service.failing.delete('credit');
        else fail();
        return Promise.resolve();
      };
      const change = await world.settled(asks.renew);
      expect(change.state).toBe('confirmed');
      expect(isUncharged(change)).toBe(false);
    },
  );
});

/** Renews `name` with every consent, and waits until it has ended. */
async function renewed(world: ChangesWorld, name: string): Promise<Change> {
  const { reviewId } = valueOf(await world.changes.prepare(accountId, name, asks.renew));
  const { id } = valueOf(await world.changes.apply(reviewId, { ...consent, typedName: name }));
  for (let seconds = 0; seconds < 40; seconds++) {
    await world.time.pass(1_000);
    const { state } = await world.find(id);
    if (state !== 'planned' && state !== 'sending') break;
  }
  return await world.find(id);
}

/** The credit changes by `amount` so long after the next request that writes. */
function creditMoves(world: ChangesWorld, amount: number, afterMs: number): void {
  const before = world.service.onWrite;
  world.service.onWrite = async (signal) => {
    await before(signal);
    world.service.onWrite = before;
    void world.time.timer.sleep(afterMs).then(() => (world.service.credit += amount));
  };
}

/** A registry that shows a renewal so long after the first request that writes; at first 2027-05-01. */
function registryOf(world: ChangesWorld, afterMs: number) {
  const asked: string[] = [];
  let renewedAt = Number.POSITIVE_INFINITY;
  world.service.onWrite = () => {
    renewedAt = Math.min(renewedAt, world.time.now().getTime());
    return Promise.resolve();
  };
  const answer = () => {
    const at = world.time.now().toISOString();
    asked.push(at);
    const isShown = Date.parse(at) - renewedAt > afterMs;
    const changedAt = isShown ? at : '2025-04-02T09:11:12.000Z';
    return Promise.resolve(
      aReading({ at, changedAt, expiresAt: `${isShown ? 2028 : 2027}-05-01T04:00:00.000Z` }),
    );
  };
  world.ask({ read: answer, readOfChange: answer });
  return asked;
}

const claims = (isApplied: boolean) => ({ outcome: 'done', isApplied }) as const;
const noes = ['refused', 'refused-unconfirmed'] as const;

describe('H5 a no to what is paid', () => {
  it.each(
    noes.flatMap((outcome) =>
      [0, 3_000, 20_000].flatMap((billedMs) =>
        [0, 2_000, 25_000].map((paidInMs) => [outcome, billedMs, paidInMs] as const),
      ),
    ),
  )(
    'H5 %s, billed after %i ms with a top-up after %i ms, is not believed',
    async (outcome, billedMs, paidInMs) => {
      const world = new ChangesWorld();
      world.service.there(domain);
      world.service.behaviours.push({ outcome, isApplied: false });
      creditMoves(world, -10, billedMs);
      creditMoves(world, 500, paidInMs);
      const change = await world.settled(asks.renew);
      expect(change.state).toBe('uncertain');
      // It waits for a person: nothing else of the family is sent.
      expect(await world.changes.prepare(accountId, domain, asks.renew)).toMatchObject({
        error: { kind: 'open-change' },
      });
    },
  );

  it('H5 beside a credit that rose has no evidence against it, nor for it', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'refused', isApplied: false });
    creditMoves(world, 500, 1_000);
    const { evidence } = await world.settled(asks.renew);
    expect(evidence[0]).toEqual({ label: 'Credit', before: '500.00', after: '1000.00', speaks: 'neither' });
    expect(evidence[1]?.label).toMatch(/^The credit rose meanwhile/);
  });

  it('H5 after a top-up that was spent again within the half minute is not believed either', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'refused', isApplied: false });
    creditMoves(world, 10, 2_000);
    creditMoves(world, -10, 20_000);
    expect((await world.settled(asks.renew)).state).toBe('uncertain');
  });

  it('H5 is believed where the credit stayed, and where it could not be read', async () => {
    for (const isRead of [true, false]) {
      const world = new ChangesWorld();
      if (!isRead) world.service.failing.set('credit', unreadableCredit);
      world.service.behaviours.push({ outcome: 'refused', isApplied: false });
      expect((await world.settled(asks.renew)).state).toBe('refused');
    }
  });

  it.each([
    ['the credit stayed', true],
    ['the credit could not be read', false],
  ] as const)(
    'H5 where %s is followed at its registry, and reopened by what that shows',
    async (_words, isRead) => {
      const world = new ChangesWorld();
      registryOf(world, 120_000);
      if (!isRead) world.service.failing.set('credit', unreadableCredit);
      world.service.behaviours.push({ outcome: 'refused', isApplied: false });
      const { id, state } = await renewed(world, domain);
      expect(state).toBe('refused');
      await world.time.pass(2 * 86_400_000);
      expect(await world.find(id)).toMatchObject({ state: 'applied', proof: 'registry' });
      expect(world.observed.at(-1)).toMatchObject({ domain, renewal: { years: 1 } });
      const { remarks } = await world.review(asks.renew);
      expect(remarks.map((one) => one.id)).toContain('renewed-before');
      // The chain holds with such an entry, also after the next start.
      world.restart();
      expect(valueOf(await world.kept.journal.health({ check: true })).broken).toBeNull();
    },
  );

  it('H5 that its registry never shows stays refused, and is asked for four times', async () => {
    const world = new ChangesWorld();
    const asked = registryOf(world, Number.POSITIVE_INFINITY);
    world.service.behaviours.push({ outcome: 'refused', isApplied: false });
    const { id, proof } = await renewed(world, domain);
    const before = asked.length;
    await world.time.pass(3 * 86_400_000);
    expect(asked.length - before).toBe(4);
    expect(await world.find(id)).toMatchObject({ state: 'refused', proof });
  });

  it('H5 that somebody has renewed since is said first in the next review', async () => {
    const world = new ChangesWorld();
    registryOf(world, 32_000);
    world.service.behaviours.push({ outcome: 'refused', isApplied: false });
    const { id } = await renewed(world, domain);
    // Before the registry is asked of itself.
    await world.time.pass(10_000);
    const { remarks } = await world.review(asks.renew);
    expect((await world.find(id)).state).toBe('refused');
    expect(remarks[0]).toEqual({
      id: 'may-be-renewed',
      weight: 'excludes',
      text: 'The registry shows an expiry that is later by 1 year than before change 1, which was refused: it may have been renewed.',
    });
  });
});

describe('H8 while a charge is outstanding', () => {
  /** `one.com` is accepted and billed after 40 s; `two.com` is accepted, at this price, and billed as `isBilled` says. */
  async function two(price: Price, dearer: Price, isBilled: boolean) {
    const world = new ChangesWorld();
    for (const name of ['one.com', 'two.com']) world.service.there(name);
    world.service.behaviours.push(claims(false), claims(false));
    world.service.renewalPrice = price;
    creditMoves(world, -10, 40_000);
    const one = await renewed(world, 'one.com');
    world.service.renewalPrice = dearer;
    if (isBilled) creditMoves(world, dearer.kind === 'given' ? -Number(dearer.amount) : -10, 0);
    const second = await renewed(world, 'two.com');
    return { world, one, second };
  }

  it.each([notGiven, given('10.00')])('H8 a fall is no other renewal’s, at %j', async (price) => {
    const { one, second } = await two(price, price, false);
    expect(isUncharged(one)).toBe(true);
    expect(isUncharged(second)).toBe(true);
    expect(second.evidence).toEqual([
      {
        label: 'Credit, which another order may have used too',
        before: '500.00',
        after: '490.00',
        speaks: 'neither',
      },
    ]);
  });

  it('H8 a late fall of the older one’s price alone is told as its charge, and not as the other’s', async () => {
    const { world, one, second } = await two(given('10.00'), given('25.00'), false);
    expect(isUncharged(second)).toBe(true);
    expect(await world.find(one.id)).toMatchObject({ state: 'confirmed', charge: 'fell', proof: 'answer' });
  });

  it('H8 where both were charged, both are settled', async () => {
    const { world, one, second } = await two(given('10.00'), given('10.00'), true);
    await world.time.pass(60_000);
    for (const { id } of [one, second]) expect((await world.find(id)).charge).toBe('fell');
    expect(valueOf(await world.kept.journal.health({ check: true })).broken).toBeNull();
  });

  it('H8 a bill that comes later settles what was accepted, with nothing else ordered', async () => {
    const world = new ChangesWorld();
    world.service.renewalPrice = given('10.00');
    world.service.behaviours.push(claims(false));
    creditMoves(world, -10, 300_000);
    const { id } = await renewed(world, domain);
    await world.time.pass(200_000);
    expect(isUncharged(await world.find(id))).toBe(true);
    await world.time.pass(600_000);
    expect(await world.find(id)).toMatchObject({ state: 'confirmed', charge: 'fell' });
  });

  it('H8 another fall than the price settles nothing', async () => {
    const world = new ChangesWorld();
    world.service.renewalPrice = given('10.00');
    world.service.behaviours.push(claims(false));
    creditMoves(world, -10.01, 300_000);
    const { id } = await renewed(world, domain);
    await world.time.pass(86_400_000);
    expect(isUncharged(await world.find(id))).toBe(true);
  });

  it('H8 is over after an hour: then a fall is the next renewal’s again', async () => {
    const world = new ChangesWorld();
    for (const name of ['one.com', 'two.com']) world.service.there(name);
    world.service.behaviours.push(claims(false));
    await renewed(world, 'one.com');
    await world.time.pass(3_600_000);
    expect((await renewed(world, 'two.com')).charge).toBe('fell');
  });
});

describe('H1 after a restart', () => {
  const minuteMs = 60_000;
  /** Accepted at 10.00 and billed so long after it was sent; the program is closed in between. */
  async function closed(billedMs: number, closedAfterMs: number, closedForMs: number) {
    const world = new ChangesWorld();
    world.price('10.00');
    world.service.behaviours.push(claims(false));
    creditMoves(world, -10, billedMs);
    const { id } = await renewed(world, domain);
    await world.time.pass(closedAfterMs);
    await world.changes.close();
    world.restart();
    await world.time.pass(closedForMs);
    const before = world.service.reads.length;
    await world.changes.recover();
    await world.time.pass(1_000);
    return { world, id, reads: () => world.service.reads.slice(before) };
  }

  it.each([
    ['the moment it was closed', 5 * minuteMs, 1_000, 20 * minuteMs],
    ['the first minutes of following', 20 * minuteMs, 15 * minuteMs, 30 * minuteMs],
    ['an hour and a half', 70 * minuteMs, 1_000, 90 * minuteMs],
  ])('H1 a bill that came meanwhile is seen at once, over %s', async (_words, billed, after, closedFor) => {
    const { world, id, reads } = await closed(billed, after, closedFor);
    expect(await world.find(id)).toMatchObject({ state: 'confirmed', charge: 'fell' });
    expect(reads()).toEqual(['credit']);
    await world.time.pass(3 * 60 * minuteMs);
    expect(reads()).toEqual(['credit']);
  });

  it('H1 a bill that comes later is seen at the times that are left', async () => {
    const { world, id, reads } = await closed(40 * minuteMs, 1_000, 2 * minuteMs);
    expect(isUncharged(await world.find(id))).toBe(true);
    await world.time.pass(30 * minuteMs);
    expect(reads()).toEqual(['credit', 'credit']);
    await world.time.pass(60 * minuteMs);
    expect(await world.find(id)).toMatchObject({ charge: 'fell' });
    expect(reads()).toEqual(['credit', 'credit', 'credit']);
  });

  it('H1 what was sent more than two hours before is not taken for charged, and said so', async () => {
    const { world, id, reads } = await closed(5 * minuteMs, 1_000, 3 * 60 * minuteMs);
    await world.time.pass(3 * 60 * minuteMs);
    expect(reads()).toEqual([]);
    expect(isUncharged(await world.find(id))).toBe(true);
    const { remarks } = await world.review(asks.renew);
    expect(remarks.find((one) => one.id === 'renewed-before')?.text).toContain('not yet charged');
  });

  it('H1 the credit of another login says nothing of it', async () => {
    const world = new ChangesWorld();
    world.price('10.00');
    world.service.behaviours.push(claims(false));
    const { id } = await renewed(world, domain);
    world.restart();
    world.login = { username: 'somebody-else@example.com' };
    world.service.credit = 490;
    await world.changes.recover();
    await world.time.pass(60 * minuteMs);
    expect(isUncharged(await world.find(id))).toBe(true);
  });
});

describe('H6 more than all cost that are still to be charged', () => {
  it.each([
    [100, { agreed: '25.00', taken: '110.00', currency: null, isOfAll: true }],
    [15.01, { agreed: '25.00', taken: '25.01', currency: null, isOfAll: true }],
    [15, null],
  ])('H6 is told of the renewal at which it was seen, where that took %d', async (taken, expected) => {
    const world = new ChangesWorld();
    for (const name of ['one.com', 'two.com']) world.service.there(name);
    world.service.behaviours.push(claims(false), claims(false));
    world.service.renewalPrice = given('10.00');
    creditMoves(world, -10, 40_000);
    await renewed(world, 'one.com');
    world.service.renewalPrice = given('15.00');
    creditMoves(world, -taken, 20_000);
    const second = await renewed(world, 'two.com');
    await world.time.pass(30_000);
    expect(overchargeOf(await world.find(second.id))).toEqual(expected);
    // Where it is more, nobody is named: neither is seen charged (H8).
    expect(isUncharged(second)).toBe(expected !== null);
  });
});

describe('H6 more than was agreed, which is known late', () => {
  /** Renewed at 10.00, accepted, and billed as given so long after it was sent. */
  async function billed(
    amount: number,
    afterMs: number,
    world = new ChangesWorld(),
  ): Promise<{ world: ChangesWorld; id: string }> {
    world.price('10.00');
    world.service.behaviours.push(claims(false));
    creditMoves(world, -amount, afterMs);
    return { world, id: (await renewed(world, domain)).id };
  }

  const told = async ({ world, id }: { readonly world: ChangesWorld; readonly id: string }) =>
    overchargeOf(await world.find(id));
  const charged = { agreed: '10.00', currency: 'EUR', isOfAll: true } as const;

  it.each([
    [100, 50_000],
    [100, 300_000],
    [10.01, 300_000],
    [100, 3_000_000],
  ])('H6 of one that was accepted, at which %d are taken after %i ms', async (amount, afterMs) => {
    const { world, id } = await billed(amount, afterMs);
    expect(overchargeOf(await world.find(id))).toBeNull();
    await world.time.pass(2 * 3_600_000);
    const change = await world.find(id);
    expect(overchargeOf(change)).toEqual({ ...charged, taken: amount.toFixed(2) });
    // Which of all that was still to be charged it is of, nobody knows: it is not taken for its charge (H8).
    expect(change).toMatchObject({ state: 'confirmed', proof: 'answer', charge: 'not-yet' });
    // Told once, however often the credit is read.
    expect((await world.events(id)).filter((one) => one === 'read-back no-proof')).toHaveLength(2);
    expect(valueOf(await world.kept.journal.health({ check: true })).broken).toBeNull();
  });

  it('H6 is told again where still more is taken', async () => {
    const bill = await billed(20, 50_000);
    void bill.world.time.timer.sleep(100_000).then(() => (bill.world.service.credit -= 70));
    await bill.world.time.pass(60_000);
    expect(await told(bill)).toEqual({ ...charged, taken: '20.00' });
    await bill.world.time.pass(3_600_000);
    expect(await told(bill)).toEqual({ ...charged, taken: '90.00' });
  });

  it.each([
    [100, { ...charged, taken: '100.00' }, 'not-yet'],
    [10, null, 'fell'],
  ] as const)(
    'H6 of one that its registry has proven meanwhile, at which %d are taken',
    async (amount, expected, charge) => {
      const world = new ChangesWorld();
      registryOf(world, 0);
      const bill = await billed(amount, 300_000, world);
      expect(await world.find(bill.id)).toMatchObject({ proof: 'registry', charge: 'not-yet' });
      await world.time.pass(3_600_000);
      expect(await told(bill)).toEqual(expected);
      expect(await world.find(bill.id)).toMatchObject({ proof: 'registry', charge });
      world.restart();
      expect(valueOf(await world.kept.journal.health({ check: true })).broken).toBeNull();
    },
  );

  it('H6 of several that are still to be charged is told of the last, for all of them', async () => {
    const world = new ChangesWorld();
    for (const name of ['one.com', 'two.com']) world.service.there(name);
    world.service.renewalPrice = given('10.00');
    world.service.behaviours.push(claims(false), claims(false));
    const [one, two] = [await renewed(world, 'one.com'), await renewed(world, 'two.com')];
    void world.time.timer.sleep(10_000).then(() => (world.service.credit -= 100));
    await world.time.pass(3_600_000);
    expect(overchargeOf(await world.find(one.id))).toBeNull();
    expect(overchargeOf(await world.find(two.id))).toMatchObject({ agreed: '20.00', taken: '100.00' });
  });

  it('H6 that came while the program was closed is told at the next start', async () => {
    const bill = await billed(100, 300_000);
    await bill.world.changes.close();
    bill.world.restart();
    await bill.world.time.pass(1_200_000);
    await bill.world.changes.recover();
    await bill.world.time.pass(1_000);
    expect(await told(bill)).toEqual({ ...charged, taken: '100.00' });
  });

  it('H8 what is still to be charged is asked for once for each reading, and once after it', async () => {
    const world = new ChangesWorld();
    let asked = 0;
    world.between = (deps) => ({
      ...deps,
      journal: new Proxy(deps.journal, {
        get: (journal, name): unknown => {
          if (name === 'outstanding') asked += 1;
          return Reflect.get(journal, name);
        },
      }),
    });
    world.restart();
    await billed(100, 600_000, world);
    // Read 0, 5 and 30 s after the answer.
    expect(asked).toBe(3 + 1);
  });
});

describe('the credit of a login that colleagues of the team use', () => {
  /** A colleague has renewed another domain with this login, or another one, so many minutes ago. */
  function colleagueRenews(
    world: ChangesWorld,
    minutesAgo: number,
    state: string,
    baseUrl = service.baseUrl,
  ) {
    const { database } = world.kept;
    database
      .prepare(
        `INSERT INTO team_rows (number, id, team_id, by, login, domain, kind, state, took_effect, at, is_paid)
          VALUES (-1, 'c', 't', 'bob', ?, 'theirs.com', 'renew', ?, 0, ?, 1)`,
      )
      .run(
        createLogins(database).of({ ...service, baseUrl }),
        state,
        world.time.now().getTime() - minutesAgo * 60_000,
      );
  }

  const charge = async (world: ChangesWorld): Promise<Change> => {
    world.price('10.00');
    return await renewed(world, domain);
  };

  it.each(['planned', 'sending', 'uncertain', 'confirmed', 'refused'])(
    'H8 proves nothing of ours where a colleague’s order was %s in the same minutes',
    async (state) => {
      const world = new ChangesWorld();
      colleagueRenews(world, 3, state);
      const change = await charge(world);
      expect(change).toMatchObject({ state: 'confirmed', charge: 'not-yet' });
      expect(change.evidence).toContainEqual(
        expect.objectContaining({
          label: 'Credit, which another order may have used too',
          speaks: 'neither',
        }),
      );
    },
  );

  it.each([
    ['long ago', 40, 'confirmed', service.baseUrl],
    ['and was never sent', 3, 'withdrawn', service.baseUrl],
    ['with another login', 3, 'sending', 'https://elsewhere.example/api'],
  ])('H8 is as ever where a colleague ordered %s', async (_words, minutesAgo, state, baseUrl) => {
    const world = new ChangesWorld();
    colleagueRenews(world, minutesAgo, state, baseUrl);
    expect((await charge(world)).charge).toBe('fell');
  });

  it.each([10, 100])('H8 no late fall of %d settles or accuses what was ours', async (amount) => {
    const world = new ChangesWorld();
    world.service.behaviours.push(claims(false));
    creditMoves(world, -amount, 300_000);
    const { id } = await charge(world);
    colleagueRenews(world, 0, 'confirmed');
    await world.time.pass(2 * 3_600_000);
    const change = await world.find(id);
    expect(isUncharged(change)).toBe(true);
    expect(overchargeOf(change)).toBeNull();
  });
});

describe('H6 a renewal of a given price', () => {
  it('H6 is not sent where the service asks for more since the review: it is looked up right before', async () => {
    const world = new ChangesWorld();
    world.price('10.00');
    const { reviewId } = await world.review(asks.renew);
    world.service.renewalPrice = given('100.00');
    expect(await world.changes.apply(reviewId, consent)).toMatchObject({
      error: { kind: 'changed-since', what: 'price' },
    });
    await world.quiet();
    expect(world.service.writes).toEqual([]);
    expect((await world.review(asks.renew)).price).toMatchObject({ amount: '100.00' });
  });

  it('H6 is not sent where its price cannot be looked up any more', async () => {
    const world = new ChangesWorld();
    world.price('10.00');
    const { reviewId } = await world.review(asks.renew);
    world.service.failing.set('finding', unreadableCredit);
    await world.changes.apply(reviewId, consent);
    await world.quiet();
    expect(world.service.writes).toEqual([]);
  });

  it('H6 is looked up once where its price stayed; at no known price it is not looked up', async () => {
    for (const [amount, expected] of [
      ['10.00', 1],
      [null, 0],
    ] as const) {
      const world = new ChangesWorld();
      world.price(amount);
      const { reviewId } = await world.review(asks.renew);
      const before = world.service.reads.filter((name) => name === 'finding').length;
      await world.changes.apply(reviewId, consent);
      await world.quiet();
      expect(world.service.writes).toEqual([`renew ${domain}`]);
      expect(world.service.reads.filter((name) => name === 'finding').length - before).toBe(expected);
    }
  });

  it.each([
    ['10.00', 100, { agreed: '10.00', taken: '100.00' }],
    ['10.00', 10.01, { agreed: '10.00', taken: '10.01' }],
    ['10.00', 10, null],
    ['10.00', 9.99, null],
  ] as const)('H6 at %s for which %d is taken says so: %j', async (amount, charges, expected) => {
    const world = new ChangesWorld();
    world.price(amount);
    world.service.charges = charges;
    const change = await world.settled(asks.renew);
    expect(change).toMatchObject({ state: 'confirmed', charge: 'fell' });
    expect(overchargeOf(change)).toEqual(expected && { ...expected, currency: 'EUR' });
  });
});
