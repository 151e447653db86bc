import { describe, expect, it } from 'vitest';
import type { Batch } from '#shared/domain/batch.ts';
import { fail } from '#shared/result.ts';
import {
  accountId,
  BatchesWorld,
  names,
  registering,
} from '../../../../../support/batches/a-batches-world.ts';
import { asks } from '../../../../../support/changes/a-changes-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const three = names(3);
const bought = three.map((name) => `register ${name}`);
const given = (amount: string) => ({ kind: 'given', amount, currency: null }) as const;

/** A world in which nobody has these names. */
function freeWorld(domains: readonly string[] = three): BatchesWorld {
  const world = new BatchesWorld();
  world.free(domains);
  return world;
}

const reasonsIn = async (world: BatchesWorld, { id }: Pick<Batch, 'id'>) =>
  (await world.rows(id)).map(({ domain, leftOut, error }) => [domain, leftOut, error]);

const changeOf = async (world: BatchesWorld, { id }: Pick<Batch, 'id'>, index: number) =>
  valueOf(await world.changes.find((await world.rows(id))[index]?.changeId ?? '')).change;

/** What the workspace's file has of the batch's personal values. */
const sealedOf = ({ kept }: BatchesWorld, { id }: Pick<Batch, 'id'>): unknown =>
  kept.database.prepare("SELECT json_extract(ask, '$.sealed') AS sealed FROM batches WHERE id = ?").get(id)?.[
    'sealed'
  ];

const taken = (domain: string) => [domain, 'not-available', { kind: 'not-available', finding: 'taken' }];

describe('a batch of registrations', () => {
  it('orders each name once, in order, with the contacts and nameservers that were asked for', async () => {
    const world = freeWorld();
    const batch = await world.prepared(registering, three);
    expect(batch).toMatchObject({ state: 'ready', typedCount: 3, counts: { remaining: 3, leftOut: 0 } });
    expect(await world.ran(batch)).toMatchObject({ state: 'done', counts: { confirmed: 3 } });
    expect(world.service.writes).toEqual(bought);
    const { nameservers, contacts } = world.service.there('name-1.com');
    expect(nameservers).toEqual(['ns1.example.net', 'ns2.example.net']);
    expect(contacts[0]?.fields).toContainEqual({ name: 'City', value: 'Ada city' });
    expect((await changeOf(world, batch, 0)).what).toMatchObject({
      kind: 'register',
      roles: ['registrant'],
      isPremium: false,
      price: given('10.00'),
    });
  });

  it('registers a name that is listed twice, or in another form, once', async () => {
    const world = freeWorld();
    const batch = await world.prepared(registering, [
      'name-0.com',
      'NAME-0.com ',
      'name-0.com.',
      'name-1.com',
    ]);
    expect(batch.counts.rows).toBe(2);
    await world.ran(batch);
    expect(world.service.writes).toEqual(bought.slice(0, 2));
  });

  it('tells row by row which names cannot be ordered, and orders the others', async () => {
    const world = freeWorld();
    const there = (domain: string, finding: 'taken' | 'reserved' | 'invalid' | 'unknown') =>
      (world.service.there(domain).finding = finding);
    there('taken.com', 'taken');
    there('kept.com', 'reserved');
    there('odd.com', 'invalid');
    there('dark.com', 'unknown');
    world.own('mine.com');
    const all = [
      'name-0.com',
      'taken.com',
      'kept.com',
      'odd.com',
      'dark.com',
      'mine.com',
      'a..com',
      'name-1.com',
    ];
    const batch = await world.prepared(registering, all);
    expect(batch.counts).toMatchObject({ remaining: 2, leftOut: 6, leftOutInNeed: 6 });
    expect(await reasonsIn(world, batch)).toEqual([
      ['name-0.com', null, null],
      taken('taken.com'),
      ['kept.com', 'not-available', { kind: 'not-available', finding: 'reserved' }],
      ['odd.com', 'not-available', { kind: 'not-available', finding: 'invalid' }],
      ['dark.com', 'not-available', { kind: 'not-available', finding: 'unknown' }],
      ['mine.com', 'yours', null],
      ['a..com', 'unsendable', expect.objectContaining({ kind: 'invalid-input' })],
      ['name-1.com', null, null],
    ]);
    await world.ran(batch);
    expect(world.service.writes).toEqual(bought.slice(0, 2));
  });

  it('shows the price of each name, which limits know, and is applied once an exceeded one was typed', async () => {
    const world = freeWorld();
    world.limit({ batchSum: '25' });
    const batch = await world.prepared(registering, three);
    const prices = (await world.rows(batch.id)).map(({ renewal }) => renewal?.price);
    expect(prices).toEqual([given('10.00'), given('10.00'), given('10.00')]);
    expect(await world.apply(batch)).toMatchObject({
      error: { kind: 'over-limit', limits: [{ span: 'batch', measure: 'sum', wouldBe: '30.00' }] },
    });
    expect(world.service.writes).toEqual([]);
    await world.ran(batch, '30.00');
    expect(world.service.writes).toEqual(bought);
  });

  it('excludes a premium name until a person includes it, which accepts its price', async () => {
    const world = freeWorld();
    world.service.free('name-1.com', 'premium');
    const batch = await world.prepared(registering, three);
    expect(batch.counts).toMatchObject({ remaining: 2, leftOut: 1 });
    expect(await world.rows(batch.id)).toMatchObject([
      { leftOut: null, renewal: { isPremium: false } },
      { leftOut: 'premium', renewal: { isPremium: true, price: given('10.00') } },
      { leftOut: null },
    ]);
    const included = valueOf(await world.batches.leaveOut(batch.id, 1, false));
    expect(included).toMatchObject({ typedCount: 3, counts: { remaining: 3 } });
    await world.ran(included);
    expect(world.service.writes).toEqual(bought);
    expect([(await changeOf(world, batch, 0)).what, (await changeOf(world, batch, 1)).what]).toMatchObject([
      { isPremium: false },
      { isPremium: true },
    ]);
  });

  it('orders no premium name that no person has included, whatever became of why it was excluded', async () => {
    const world = freeWorld();
    world.service.free('name-1.com', 'premium');
    const { id } = await world.prepared(registering, three);
    world.kept.database.exec("UPDATE batch_rows SET left_out = NULL WHERE domain = 'name-1.com'");
    // The digest is computed anew.
    const batch = valueOf(await world.batches.leaveOut(id, 2, true));
    await world.ran(batch);
    expect(world.service.writes).toEqual([bought[0]]);
  });

  it.each([
    [
      'was taken',
      (world: BatchesWorld) => void (world.service.there('name-1.com').finding = 'taken'),
      taken('name-1.com'),
    ],
    [
      'became a premium name',
      (world: BatchesWorld) => void world.service.free('name-1.com', 'premium'),
      ['name-1.com', 'changed-since', { kind: 'changed-since', what: 'finding' }],
    ],
    [
      'was added to the portfolio',
      (world: BatchesWorld) => world.own('name-1.com'),
      ['name-1.com', 'yours', null],
    ],
  ])(
    'looks each name up right before it is ordered: one that %s since is left out',
    async (_, change, row) => {
      const world = freeWorld();
      const batch = await world.prepared(registering, three);
      change(world);
      expect(await world.ran(batch)).toMatchObject({ state: 'done', counts: { confirmed: 2, leftOut: 1 } });
      expect(await reasonsIn(world, batch)).toEqual([
        ['name-0.com', null, null],
        row,
        ['name-2.com', null, null],
      ]);
      expect(world.service.writes).toEqual([bought[0], bought[2]]);
    },
  );

  it('(G11) orders no name at another price than was reviewed', async () => {
    const world = freeWorld();
    const batch = await world.prepared(registering, three);
    world.service.price = given('99.00');
    expect(await world.ran(batch)).toMatchObject({ counts: { confirmed: 0, leftOut: 3 } });
    expect((await reasonsIn(world, batch))[0]).toEqual([
      'name-0.com',
      'changed-since',
      { kind: 'changed-since', what: 'finding' },
    ]);
    expect(world.service.writes).toEqual([]);
  });

  it('F1 that was ready when another one was applied orders nothing again', async () => {
    const world = freeWorld();
    const [one, two] = [await world.prepared(registering, three), await world.prepared(registering, three)];
    await world.ran(two);
    expect((await world.ran(one)).counts).toMatchObject({ confirmed: 0, leftOut: 3 });
    expect(await reasonsIn(world, one)).toEqual(three.map(taken));
    expect(world.service.writes).toEqual(bought);
  });

  it('F1 beside a single order of the same name orders it once', async () => {
    const world = freeWorld();
    const batch = await world.prepared(registering, three);
    const review = valueOf(await world.changes.prepare(accountId, 'name-1.com', asks.register));
    await world.ran(batch);
    const confirmation = { typedName: 'name-1.com', premiumAccepted: false, typedLimit: null };
    await world.changes.apply(review.reviewId, confirmation);
    await world.quiet();
    expect(world.service.writes).toEqual(bought);
  });

  it('F1 orders a name that was let go again only where a person includes it', async () => {
    const world = freeWorld();
    await world.ran(await world.prepared(registering, three));
    world.free(three);
    const again = await world.prepared(registering, three);
    expect((await reasonsIn(world, again)).map(([, reason]) => reason)).toEqual([
      'registered',
      'registered',
      'registered',
    ]);
    await world.ran(valueOf(await world.batches.leaveOut(again.id, 1, false)));
    expect(world.service.writes).toEqual([...bought, 'register name-1.com']);
  });

  it('excludes a name of which an order is open, wherever it was begun', async () => {
    const world = freeWorld();
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    world.service.onWrite = () => {
      world.service.failing.set('finding', { kind: 'unreachable', why: 'offline' });
      return Promise.resolve();
    };
    const first = await world.prepared(registering, ['name-1.com']);
    await world.ran(first);
    expect((await changeOf(world, first, 0)).state).toBe('uncertain');
    world.service.failing.clear();
    const batch = await world.prepared(registering, three);
    expect((await reasonsIn(world, batch)).map(([, reason]) => reason)).toEqual([null, 'open-change', null]);
  });
});

describe('F2 a batch of registrations with an uncertain order', () => {
  /** No answer comes to the second order, and for a while nothing can be looked up. */
  function doubtful(isApplied: boolean): BatchesWorld {
    const world = freeWorld();
    world.service.behaviours.push({ outcome: 'done', isApplied: true }, { outcome: 'uncertain', isApplied });
    let orders = 0;
    world.service.onWrite = () => {
      orders += 1;
      if (orders === 2) world.service.failing.set('finding', { kind: 'unreachable', why: 'offline' });
      return Promise.resolve();
    };
    return world;
  }

  it('F2 stops there, and goes on with the next one when a person says so', async () => {
    const world = doubtful(false);
    const batch = await world.prepared(registering, three);
    expect(await world.ran(batch)).toMatchObject({
      state: 'halted',
      waitingFor: null,
      counts: { confirmed: 1, uncertain: 1, remaining: 1 },
    });
    expect(world.service.writes).toEqual(bought.slice(0, 2));
    world.service.failing.clear();
    expect((await world.resumed(batch.id)).counts.confirmed).toBe(2);
    expect(world.service.writes).toEqual(bought);
  });

  it.each([true, false])(
    'F2 F4 is never ordered a second time after the program ended there, done or not: %s',
    async (isApplied) => {
      const world = doubtful(isApplied);
      const batch = await world.prepared(registering, three);
      await world.ran(batch);
      await world.restart();
      await world.quiet();
      await world.goOn(batch.id, true);
      await world.quiet();
      world.service.failing.clear();
      await world.goOn(batch.id, true);
      await world.quiet();
      expect(world.service.writes).toEqual(bought);
    },
  );

  it.each(['before', 'after'] as const)(
    'F4 killed %s the answer of an order pauses at the next start, and orders no name twice',
    async (when) => {
      const world = freeWorld();
      let isKilled = false;
      world.service.onWrite = async () => {
        if (isKilled || world.service.writes.length !== 2) return;
        isKilled = true;
        if (when === 'before') await new Promise(() => undefined);
        queueMicrotask(() => void world.restart());
      };
      const batch = await world.applied(registering, three);
      await world.quiet();
      if (when === 'before') await world.restart();
      await world.quiet();
      expect(['paused', 'halted', 'done']).toContain((await world.find(batch.id)).state);
      await world.goOn(batch.id, true);
      await world.quiet();
      expect([...new Set(world.service.writes)]).toEqual(world.service.writes);
      expect(world.service.writes).toEqual(bought);
    },
  );
});

describe('the contacts of a batch of registrations', () => {
  const personal = ['Ada lastname', 'Ada city', 'ada@example.com'];

  /** Every text of every table of the workspace. */
  const everythingIn = ({ kept: { database } }: BatchesWorld): string =>
    database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .flatMap(({ name }) => database.prepare(`SELECT * FROM "${String(name)}"`).all())
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
      .join('\n');

  it('are stored encrypted alone, shown on request, and deleted once every name is registered', async () => {
    const world = freeWorld();
    const batch = await world.prepared(registering, three);
    expect(sealedOf(world, batch)).toEqual(expect.any(String));
    expect(JSON.stringify(batch)).not.toContain('ada@example.com');
    const shown = JSON.stringify(valueOf(await world.batches.personal(batch.id)));
    expect(personal.filter((value) => !shown.includes(value))).toEqual([]);
    expect(personal.filter((value) => everythingIn(world).includes(value))).toEqual([]);
    await world.ran(batch);
    expect(sealedOf(world, batch)).toBeNull();
    expect(valueOf(await world.batches.personal(batch.id))).toBeNull();
    expect(personal.filter((value) => everythingIn(world).includes(value))).toEqual([]);
  });

  it('stay while an order is uncertain, and are deleted once a person has said what became of it', async () => {
    const world = freeWorld(names(1));
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: false });
    world.service.onWrite = () => {
      world.service.failing.set('finding', { kind: 'unreachable', why: 'offline' });
      return Promise.resolve();
    };
    const { id } = await world.applied(registering, names(1), true);
    await world.quiet();
    expect((await world.find(id)).state).toBe('done');
    expect(sealedOf(world, { id })).toEqual(expect.any(String));
    const { id: changeId } = await changeOf(world, { id }, 0);
    valueOf(await world.changes.settle(changeId, 'applied', ''));
    await world.quiet();
    expect(sealedOf(world, { id })).toBeNull();
  });

  it('stay for another batch where an order was refused', async () => {
    const world = freeWorld();
    world.service.behaviours.push({ outcome: 'refused', isApplied: false });
    const batch = await world.prepared(registering, three);
    expect(await world.ran(batch)).toMatchObject({ state: 'done', counts: { confirmed: 2, refused: 1 } });
    expect(valueOf(await world.batches.personal(batch.id))).not.toBeNull();
  });

  it('are not taken while the keychain cannot encrypt them', async () => {
    const world = freeWorld();
    world.isKeychainLocked = true;
    expect(await world.batches.prepare(accountId, registering, three)).toEqual(
      fail({ kind: 'keychain', fault: 'locked' }),
    );
    expect(valueOf(await world.batches.list(accountId))).toEqual([]);
  });
});
