import { describe, expect, it } from 'vitest';
import { priceText } from '#shared/domain/finding.ts';
import { outcomeAsJson } from '../../../../../../electron/main/cli/batch-review.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { fail } from '#shared/result.ts';
import { accountId, BatchesWorld, names, renewing } from '../../../../../support/batches/a-batches-world.ts';
import { aDoubt, asks } from '../../../../../support/changes/a-changes-world.ts';
import { createDoubts } from '../../../../../../electron/main/workspace/journal/doubts.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const three = names(3);
const renewed = three.map((name) => `renew ${name}`);
const dayMs = 86_400_000;
const given = (amount: string) => ({ kind: 'given', amount, currency: 'EUR' }) as const;
const claimed = (isApplied: boolean) => ({ outcome: 'done', isApplied }) as const;
const single = { kind: 'renew', periodYears: 1, addons: {} } as const;

describe('F1 a batch of renewals', () => {
  it('F1 that is made again after it was applied has nothing to do, and says since when', async () => {
    const world = new BatchesWorld();
    await world.ran(await world.prepared(renewing, three));
    const again = await world.prepared(renewing, three);
    expect(again.counts).toMatchObject({ leftOut: 3, toDo: 0, remaining: 0 });
    const rows = await world.rows(again.id);
    expect(rows.map(({ leftOut }) => leftOut)).toEqual(['renewed', 'renewed', 'renewed']);
    for (const { renewal } of rows) expect(renewal?.renewedAt).toMatch(/^2026-03-01T10:3/);
    await world.ran(again);
    expect(world.service.writes).toEqual(renewed);
  });

  it.each(['before', 'after'] as const)(
    'F1 that was ready when another one was applied, made %s it, renews nothing again, and says by which change',
    async (when) => {
      const world = new BatchesWorld();
      const [one, two] = [await world.prepared(renewing, three), await world.prepared(renewing, three)];
      const [first, second] = when === 'before' ? [two, one] : [one, two];
      await world.ran(first);
      expect((await world.ran(second)).counts).toMatchObject({ confirmed: 0, leftOut: 3 });
      expect(world.service.writes).toEqual(renewed);
      expect((await world.rows(second.id)).map(({ leftOut, error }) => [leftOut, error])).toEqual(
        [1, 2, 3].map((number) => [
          'changed-since',
          { kind: 'changed-since', what: 'earlier-change', number },
        ]),
      );
    },
  );

  it('(G1) that drops a row for a renewal which was accepted and not charged says that, and not that it took effect', async () => {
    const world = new BatchesWorld();
    world.price('10.00', three);
    const [one, two] = [await world.prepared(renewing, three), await world.prepared(renewing, three)];
    world.service.behaviours.push(claimed(true), claimed(true), claimed(false));
    await world.ran(one);
    await world.ran(two);
    expect(world.service.writes).toEqual(renewed);
    const said = (await world.rows(two.id)).map(({ error }) => error && sentencesFor(error).happened);
    expect(said).toEqual([
      'Change 1 took effect in the meantime.',
      'Change 2 took effect in the meantime.',
      'Change 3 was accepted in the meantime, but not yet charged: it may not have been done.',
    ]);
  });

  it('H1 that is made again excludes what was accepted at no known price and not charged, and says that', async () => {
    const world = new BatchesWorld();
    world.service.behaviours.push(claimed(true), claimed(true), claimed(false));
    await world.ran(await world.prepared(renewing, three));
    const again = await world.prepared(renewing, three);
    const facts = (await world.rows(again.id)).map(({ leftOut, renewal }) => [leftOut, renewal?.isUncharged]);
    expect(facts).toEqual([
      ['renewed', undefined],
      ['renewed', undefined],
      ['renewed', true],
    ]);
    // However long ago it was.
    await world.time.pass(100 * dayMs);
    const later = await world.prepared(renewing, three);
    expect((await world.rows(later.id))[2]).toMatchObject({
      leftOut: 'renewed',
      renewal: { isUncharged: true },
    });
  });

  it('F1 beside a single renewal renews that domain once', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(renewing, three);
    const review = valueOf(await world.changes.prepare(accountId, 'name-1.com', single));
    await world.ran(batch);
    const confirmation = { typedName: 'name-1.com', premiumAccepted: false, typedLimit: null };
    const applied = await world.changes.apply(review.reviewId, confirmation);
    await world.quiet();
    expect(applied.ok && (await world.changes.find(applied.value.id))).toMatchObject({
      value: { change: { state: 'planned' } },
    });
    expect(world.service.writes).toEqual(renewed);
  });

  it('F1 renews again what a person includes, one by one', async () => {
    const world = new BatchesWorld();
    await world.ran(await world.prepared(renewing, three));
    const { id } = await world.prepared(renewing, three);
    const included = valueOf(await world.batches.leaveOut(id, 1, false));
    expect(included.counts).toMatchObject({ leftOut: 2, remaining: 1 });
    expect((await world.ran(included)).counts).toMatchObject({ confirmed: 1 });
    expect(world.service.writes).toEqual([...renewed, 'renew name-1.com']);
  });

  it.each([
    [59, 'renewed'],
    [61, null],
  ] as const)('F1 of domains that were renewed %i days ago excludes them: %s', async (days, leftOut) => {
    const world = new BatchesWorld();
    await world.ran(await world.prepared(renewing, three));
    await world.time.pass(days * dayMs);
    const { id } = await world.prepared(renewing, three);
    expect((await world.rows(id)).map((row) => row.leftOut)).toEqual([leftOut, leftOut, leftOut]);
  });

  it.each([
    ['read before the renewal', -dayMs, 'sync', 'renewed'],
    ['expected', dayMs, 'expected', 'renewed'],
    ['of a file that may be of before', dayMs, 'import', 'renewed'],
    ['read since', dayMs, 'sync', null],
  ] as const)(
    'F1 whose expiry is %s, after a hundred days',
    async (_words, knownAfterMs, source, leftOut) => {
      const world = new BatchesWorld();
      world.own('name-0.com');
      const renewedMs = world.time.now().getTime();
      await world.ran(await world.prepared(renewing, names(1)));
      const at = new Date(renewedMs + knownAfterMs).toISOString();
      const expiry = { source, date: '2027-05-01', at };
      world.domains.observe({ accountId, news: [{ name: 'name-0.com', expiries: [expiry] }] });
      await world.time.pass(100 * dayMs);
      const { id } = await world.prepared(renewing, names(1));
      const expiresOn = { value: '2027-05-01', at, source };
      expect(await world.rows(id)).toMatchObject([{ leftOut, renewal: { expiresOn } }]);
    },
  );

  it.each([
    ['after it, of the practice account, whose service began anew: included', 'practice', dayMs, null],
    ['before it, of the practice account: excluded', 'practice', -dayMs, 'renewed'],
    ['after it, of a real account, whatever is known there: excluded', 'reseller', dayMs, 'renewed'],
  ] as const)('F1 of a domain whose sample expiry was given %s', async (_words, kind, afterMs, leftOut) => {
    const world = new BatchesWorld();
    if (kind === 'practice') world.practise();
    world.own('name-0.com');
    const renewedMs = world.time.now().getTime();
    const first = await world.ran(await world.prepared(renewing, names(1)));
    expect(first.counts.confirmed).toBe(1);
    const at = new Date(renewedMs + afterMs).toISOString();
    const expiry = { source: 'sample', date: '2027-05-01', at } as const;
    world.domains.observe({ accountId, news: [{ name: 'name-0.com', expiries: [expiry] }] });
    const { id } = await world.prepared(renewing, names(1));
    expect(await world.rows(id)).toMatchObject([{ leftOut }]);
  });

  it.each([true, false])(
    'says which of them was registered from here as a premium name: %s',
    async (isPremium) => {
      const world = new BatchesWorld();
      const domain = three[1] ?? '';
      world.service.free(domain, isPremium ? 'premium' : 'available');
      const review = valueOf(await world.changes.prepare(accountId, domain, asks.register));
      const confirmation = { typedName: domain, premiumAccepted: isPremium, typedLimit: null };
      valueOf(await world.changes.apply(review.reviewId, confirmation));
      await world.quiet();
      const { id } = await world.prepared(renewing, three);
      const marked = (await world.rows(id)).map(({ renewal }) => renewal?.isPremium === true);
      expect(marked).toEqual([false, isPremium, false]);
    },
  );

  it('F3 F5 that may have been sent after the backup that was restored excludes it, and says so', async () => {
    const world = new BatchesWorld();
    const at = world.time.now().toISOString();
    const doubt = { ...aDoubt(at), domain: 'name-1.com' };
    createDoubts(world.kept.database).add([doubt]);
    const batch = await world.prepared(renewing, three);
    const rows = await world.rows(batch.id);
    expect(rows.map(({ leftOut }) => leftOut)).toEqual([null, 'renewed', null]);
    expect(rows[1]?.remarks).toMatchObject([{ id: 'from-backup', weight: 'excludes' }]);
    await world.ran(batch);
    expect(world.service.writes).toEqual(['renew name-0.com', 'renew name-2.com']);
    // A person who looked at the provider's panel can include it; once it is renewed, that counts.
    const again = await world.prepared(renewing, ['name-1.com']);
    const included = valueOf(await world.batches.leaveOut(again.id, 0, false));
    await world.ran(included);
    expect(world.service.writes).toEqual(['renew name-0.com', 'renew name-2.com', 'renew name-1.com']);
    const last = await world.prepared(renewing, ['name-1.com']);
    expect(await world.rows(last.id)).toMatchObject([
      { leftOut: 'renewed', remarks: [{ id: 'renewed-before' }] },
    ]);
  });

  it('(G11) looks up the price of each of its names while it is read, and limits know them', async () => {
    const world = new BatchesWorld();
    world.service.renewalPrice = { kind: 'given', amount: '10.99', currency: null };
    world.price('9.90', ['name-1.com']);
    world.limit({ batchSum: '30' });
    const batch = await world.prepared(renewing, three);
    const prices = (await world.rows(batch.id)).map(({ renewal }) => renewal && priceText(renewal.price));
    expect(prices).toEqual(['10.99', '9.90 EUR', '10.99']);
    expect(world.service.reads).toEqual(['finding', 'finding']);
    world.limit({ batchSum: '21' });
    expect(await world.apply(batch)).toMatchObject({
      error: { kind: 'over-limit', limits: [{ span: 'batch', measure: 'sum', wouldBe: '21.98' }] },
    });
  });

  it('(G11) looks up no price of a name that is excluded for good', async () => {
    const world = new BatchesWorld();
    world.own(...three);
    world.kept.database.exec("UPDATE domains SET archived_at = 1 WHERE name = 'name-1.com'");
    const { id } = await world.prepared(renewing, three);
    expect((await world.rows(id)).map(({ leftOut }) => leftOut)).toEqual([null, 'archived', null]);
    expect(world.service.reads).toEqual(['finding', 'finding']);
  });

  it('(G11) excludes no name whose price cannot be looked up, says why, and gives up after a few', async () => {
    const world = new BatchesWorld();
    const many = names(40);
    const error = { kind: 'unreachable', why: 'offline' } as const;
    world.service.failing.set('finding', error);
    const { id, counts } = await world.prepared(renewing, many);
    expect(counts).toMatchObject({ remaining: 40, leftOut: 0 });
    expect(world.service.reads.length).toBeLessThan(12);
    for (const { renewal } of await world.rows(id)) {
      expect(renewal).toMatchObject({ price: { kind: 'not-given' }, priceError: error });
    }
  });

  it('(G11) gives up after failures in a row, whatever is known of the names between, and says so of those alone', async () => {
    const world = new BatchesWorld();
    const many = names(40);
    const error = { kind: 'unreachable', why: 'offline' } as const;
    world.price(
      null,
      many.filter((_, index) => index % 2 === 0),
    );
    world.service.failing.set('finding', error);
    const { id } = await world.prepared(renewing, many);
    expect(world.service.reads.length).toBeLessThan(12);
    const errors = (await world.rows(id)).map(({ renewal }) => renewal?.priceError ?? null);
    expect(errors).toEqual(many.map((_, index) => (index % 2 === 0 ? null : error)));
  });

  it('F1 shows the price that was last looked up, and that none is known', async () => {
    const world = new BatchesWorld();
    world.price('9.90', ['name-1.com']);
    const { id } = await world.prepared(renewing, three);
    const shown = (await world.rows(id)).map(({ renewal }) => renewal?.price.kind);
    expect(shown).toEqual(['not-given', 'given', 'not-given']);
  });
});

describe('F12 a batch over a limit', () => {
  it('F12 is applied once the count was typed', async () => {
    const world = new BatchesWorld();
    world.limit({ batchCount: 2 });
    const batch = await world.prepared(renewing, three);
    const limit = {
      span: 'batch',
      scope: 'workspace',
      measure: 'count',
      currency: null,
      allowed: '2',
      wouldBe: '3',
    };
    expect(await world.apply(batch)).toEqual(fail({ kind: 'over-limit', limits: [limit] }));
    expect((await world.find(batch.id)).state).toBe('ready');
    await world.ran(batch, '3');
    expect(world.service.writes).toEqual(renewed);
  });

  it('F12 that something else brought nearer halts there, and goes on once it was typed', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(renewing, three);
    world.limit({ dayCount: 3 });
    // Spent elsewhere while it runs.
    world.service.onWrite = () => {
      world.limit({ dayCount: 1 });
      return Promise.resolve();
    };
    await world.ran(batch);
    const halted = await world.find(batch.id);
    expect(halted).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'over-limit', limits: [{ span: 'day', wouldBe: '3' }] },
    });
    expect(world.service.writes).toEqual(renewed.slice(0, 1));
    expect(await world.batches.resume(batch.id, false)).toMatchObject({ error: { kind: 'over-limit' } });
    expect(await world.batches.resume(batch.id, false, '2')).toMatchObject({ error: { kind: 'over-limit' } });
    await world.resumed(batch.id, false, '3');
    expect(world.service.writes).toEqual(renewed);
  });

  it('F12 names every limit that the whole of it goes over', async () => {
    const world = new BatchesWorld();
    world.price('10.00', three);
    world.limit({ changeSum: '9', batchSum: '25', daySum: '29' });
    const batch = await world.prepared(renewing, three);
    expect(await world.apply(batch)).toMatchObject({
      error: {
        kind: 'over-limit',
        limits: [
          { span: 'change', wouldBe: '10.00' },
          { span: 'batch', wouldBe: '30.00' },
          { span: 'day', wouldBe: '30.00' },
        ],
      },
    });
    expect((await world.ran(batch, '30.00')).state).toBe('done');
    expect(world.service.writes).toEqual(renewed);
  });

  it('F12 halts at another limit than the one that was confirmed, and holds both when it goes on', async () => {
    const world = new BatchesWorld();
    world.price('10.00', three);
    world.limit({ changeSum: '9' });
    const batch = await world.prepared(renewing, three);
    world.service.onWrite = () => {
      world.limit({ changeSum: '9', daySum: '15' });
      return Promise.resolve();
    };
    expect(await world.ran(batch, '10.00')).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'over-limit', limits: [{ span: 'day', allowed: '15', wouldBe: '30.00' }] },
    });
    expect(world.service.writes).toEqual(renewed.slice(0, 1));
    await world.resumed(batch.id, false, '30.00');
    expect(world.service.writes).toEqual(renewed);
  });

  it('F12 is not gone on with where more was spent elsewhere while it was halted, and says what it comes to now', async () => {
    const world = new BatchesWorld();
    world.limit({ dayCount: 3 });
    const batch = await world.prepared(renewing, three);
    world.service.onWrite = () => {
      world.limit({ dayCount: 1 });
      return Promise.resolve();
    };
    await world.ran(batch);
    world.service.onWrite = () => Promise.resolve();
    world.limit({});
    const review = valueOf(await world.changes.prepare(accountId, 'elsewhere.com', single));
    const confirmation = { typedName: 'elsewhere.com', premiumAccepted: false, typedLimit: null };
    valueOf(await world.changes.apply(review.reviewId, confirmation));
    await world.quiet();
    world.limit({ dayCount: 1 });
    expect(await world.batches.resume(batch.id, false, '3')).toMatchObject({
      error: { kind: 'over-limit', limits: [{ wouldBe: '4' }] },
    });
    expect(await world.find(batch.id)).toMatchObject({
      state: 'halted',
      waitingFor: { limits: [{ wouldBe: '4' }] },
    });
    expect((await world.resumed(batch.id, false, '4')).state).toBe('done');
  });

  it('leaves out the rows whose price is known to be another one since the review', async () => {
    const world = new BatchesWorld();
    world.price('10.00', three);
    const batch = await world.prepared(renewing, three);
    world.price('10.01', three.slice(1));
    await world.ran(batch);
    expect(world.service.writes).toEqual(renewed.slice(0, 1));
    const error = { kind: 'changed-since', what: 'price' };
    expect((await world.rows(batch.id)).map((row) => [row.leftOut, row.error])).toEqual([
      [null, null],
      ['changed-since', error],
      ['changed-since', error],
    ]);
  });
});

describe('what was agreed to with a batch', () => {
  it.each([
    ['twelve hours', 12 * 3_600_000 - 120_000, 'done'],
    ['over twelve hours', 12 * 3_600_000 + 1_000, 'ready'],
  ] as const)('after a rest of %s', async (_words, restMs, state) => {
    const world = new BatchesWorld();
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: true });
    const { id } = await world.applied(renewing, three);
    await world.quiet();
    expect((await world.find(id)).state).toBe('halted');
    await world.time.pass(restMs);
    await world.batches.resume(id, true);
    await world.quiet();
    expect(await world.find(id)).toMatchObject({ state, counts: { remaining: state === 'done' ? 0 : 2 } });
  });

  const offline = { kind: 'unreachable', why: 'offline' } as const;
  const hourMs = 3_600_000;

  it('(G6) does not hold for a batch that waited nine days for the network: it sends nothing, and asks', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(renewing, three);
    world.everything = offline;
    expect(await world.ran(batch)).toMatchObject({ state: 'running', waitingFor: offline });
    await world.time.pass(9 * 24 * hourMs);
    world.everything = null;
    world.batches.wake(accountId);
    await world.quiet();
    expect(await world.find(batch.id)).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'changed-since', what: 'consent' },
      counts: { remaining: 3 },
    });
    expect(world.service.writes).toEqual([]);
    const anew = await world.resumed(batch.id);
    expect(anew.state).toBe('ready');
    expect((await world.ran(anew)).state).toBe('done');
    expect(world.service.writes).toEqual(renewed);
  });

  it.each([
    ['eleven', 11, 'done'],
    ['thirteen', 13, 'halted'],
  ] as const)(
    '(G6) after a wait of %s hours in mid-batch is over or not: counted from what was sent last',
    async (_, hours, state) => {
      const world = new BatchesWorld();
      const batch = await world.prepared(renewing, three);
      world.service.onWrite = () => {
        world.everything = offline;
        return Promise.resolve();
      };
      await world.ran(batch);
      expect(world.service.writes).toEqual(renewed.slice(0, 1));
      await world.time.pass(hours * hourMs);
      world.everything = null;
      world.service.onWrite = () => Promise.resolve();
      world.batches.wake(accountId);
      await world.quiet();
      expect(await world.find(batch.id)).toMatchObject({ state });
      expect(world.service.writes).toEqual(state === 'done' ? renewed : renewed.slice(0, 1));
    },
  );

  it('(G6) is over a day after it was given, though a row was sent every eleven hours', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(renewing, names(5));
    world.service.onWrite = () => {
      world.everything = offline;
      return Promise.resolve();
    };
    await world.ran(batch);
    for (let n = 0; n < 4; n += 1) {
      await world.time.pass(11 * hourMs);
      world.everything = null;
      world.batches.wake(accountId);
      await world.quiet();
    }
    // At once, after 11 and after 22 hours.
    expect(world.service.writes).toHaveLength(3);
    expect(await world.find(batch.id)).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'changed-since', what: 'consent' },
    });
    expect((await world.resumed(batch.id)).state).toBe('ready');
  });

  it('(G6) is not renewed by tries of which nothing was sent', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(renewing, three);
    const tries = Array.from({ length: 5_000 }, () => ({ outcome: 'unsent', isApplied: false }) as const);
    world.service.behaviours.push(...tries);
    await world.ran(batch);
    await world.time.pass(13 * hourMs);
    expect(world.service.behaviours.length).toBeLessThan(4_990);
    expect(await world.find(batch.id)).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'changed-since', what: 'consent' },
    });
    expect(world.service.writes).toEqual([]);
  });

  it('(G6) is not renewed by a pause at the end of twelve hours in which nothing was sent', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(renewing, three);
    world.everything = offline;
    await world.ran(batch);
    await world.time.pass(11 * hourMs);
    valueOf(await world.batches.pause(batch.id));
    await world.time.pass(2 * hourMs);
    world.everything = null;
    expect((await world.resumed(batch.id)).state).toBe('ready');
    expect(world.service.writes).toEqual([]);
  });

  it.each(['ready', 'running', 'waiting', 'paused', 'over a limit'] as const)(
    '(G3) ends with the process: a batch that was %s is read again before anything of it is sent',
    async (state) => {
      const world = new BatchesWorld();
      const batch = await world.prepared(renewing, three);
      world.service.onWrite = () => {
        if (state === 'waiting') world.everything = offline;
        if (state === 'over a limit') world.limit({ dayCount: 1 });
        return state === 'running' ? world.time.timer.sleep(1_000) : Promise.resolve();
      };
      if (state !== 'ready') valueOf(await world.apply(batch));
      if (state === 'paused') valueOf(await world.batches.pause(batch.id));
      await world.time.pass(state === 'running' || state === 'paused' ? 500 : 120_000);
      const before = [...world.service.writes];
      await world.restart();
      world.everything = null;
      world.service.onWrite = () => Promise.resolve();
      world.limit({});
      await world.quiet();
      expect(world.service.writes).toEqual(before);
      expect(await world.find(batch.id)).toMatchObject({
        state: state === 'ready' ? 'ready' : state === 'over a limit' ? 'halted' : 'paused',
        waitingFor: { kind: 'changed-since', what: 'start' },
      });
      if (state === 'ready') {
        const old = await world.find(batch.id);
        expect(await world.apply(old)).toEqual(fail({ kind: 'changed-since', what: 'batch' }));
        valueOf(await world.batches.leaveOut(batch.id, 2, true));
        const less = await world.find(batch.id);
        expect(await world.apply(less)).toEqual(fail({ kind: 'changed-since', what: 'batch' }));
        valueOf(await world.batches.readAgain(batch.id));
        await world.quiet();
      } else await world.resumed(batch.id);
      const anew = await world.find(batch.id);
      expect(anew).toMatchObject({ state: 'ready', waitingFor: null });
      expect(world.service.writes).toEqual(before);
      expect((await world.ran(anew)).state).toBe('done');
    },
  );

  it('F10 is of the login that was reviewed: with another one the rest is read anew', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(renewing, three);
    world.login = { username: 'somebody-else@example.com' };
    expect(await world.ran(batch)).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'changed-since', what: 'login' },
    });
    expect(world.service.writes).toEqual([]);
    expect((await world.resumed(batch.id)).state).toBe('ready');
  });
});

describe('H6 a batch of renewals', () => {
  it('H6 sends no row whose price is another one than was reviewed', async () => {
    const world = new BatchesWorld();
    world.price('10.00', three);
    const batch = await world.prepared(renewing, three);
    for (const name of three) world.service.renewalPrices.set(name, given('100.00'));
    await world.ran(batch);
    expect(world.service.writes).toEqual([]);
    const error = { kind: 'changed-since', what: 'price' };
    expect((await world.rows(batch.id)).map((row) => row.error)).toEqual([error, error, error]);
  });

  it('H6 halts where more was taken than was agreed, says how much, and goes on where a person resumes it', async () => {
    const world = new BatchesWorld();
    world.price('10.00', three);
    world.service.charges = 100;
    const halted = await world.ran(await world.prepared(renewing, three));
    expect(halted).toMatchObject({
      state: 'halted',
      counts: { confirmed: 1, remaining: 2 },
      waitingFor: { kind: 'charged-more', number: 1, agreed: '10.00', taken: '100.00', currency: 'EUR' },
    });
    expect(halted.waitingFor && sentencesFor(halted.waitingFor).happened).toBe(
      'For change 1, 100.00 EUR were taken where 10.00 EUR was agreed.',
    );
    expect(outcomeAsJson(halted)).toMatchObject({
      state: 'halted',
      why: expect.stringMatching(/100\.00 EUR/) as string,
    });
    // The same once more is no news: taxes are the same for all.
    expect(await world.resumed(halted.id)).toMatchObject({ state: 'done', counts: { confirmed: 3 } });
  });

  it('H6 halts again where still more is taken', async () => {
    const world = new BatchesWorld();
    world.price('10.00', three);
    world.service.charges = 11.9;
    const { id } = await world.ran(await world.prepared(renewing, three));
    world.service.charges = 100;
    expect(await world.resumed(id)).toMatchObject({ state: 'halted', counts: { confirmed: 2 } });
  });

  it('H6 halts where more was taken than all cost that are still to be charged, and names none of them', async () => {
    const world = new BatchesWorld();
    world.price('10.00', names(5));
    // Each is charged 40 s after it was accepted, at ten times its price.
    world.service.behaviours.push(...names(5).map(() => claimed(false)));
    world.service.onWrite = () => {
      void world.time.timer.sleep(40_000).then(() => (world.service.credit -= 100));
      return Promise.resolve();
    };
    const halted = await world.ran(await world.prepared(renewing, names(5)));
    expect(halted).toMatchObject({
      state: 'halted',
      counts: { confirmed: 2, remaining: 3 },
      waitingFor: { kind: 'charged-more', number: 2, agreed: '20.00', taken: '100.00', isOfAll: true },
    });
    expect(halted.waitingFor && sentencesFor(halted.waitingFor).happened).toBe(
      'At change 2, 100.00 EUR were taken where 20.00 EUR was agreed for all that was still to be charged; for which of it is not known.',
    );
  });
});

describe('H6 a batch at a service that bills late', () => {
  it('H6 halts after a row at whose sending more was taken for an earlier one, which the earlier one tells of', async () => {
    const world = new BatchesWorld();
    world.price('10.00', three);
    world.service.behaviours.push(...three.map(() => claimed(false)));
    let sent = 0;
    world.service.onWrite = async () => {
      sent += 1;
      if (sent === 1) void world.time.timer.sleep(40_000).then(() => (world.service.credit -= 100));
      // The credit is read again a minute after the first, while this one is under way.
      if (sent === 2) await world.time.timer.sleep(100_000);
    };
    const { id } = await world.applied(renewing, three);
    await world.time.pass(180_000);
    expect(sent).toBe(2);
    const halted = valueOf(await world.batches.find(id));
    expect(halted).toMatchObject({ state: 'halted', waitingFor: { kind: 'charged-more', number: 1 } });
    expect(await world.resumed(id)).toMatchObject({ state: 'done' });
  });
});

describe('H8 a batch at a service that does not charge at once', () => {
  /** When each of these renewals was sent, in seconds after the first, with the credit as it is moved after each. */
  async function sentAt(count: number, move: (world: BatchesWorld, index: number) => void) {
    const world = new BatchesWorld();
    const at: number[] = [];
    world.price('10.00', names(count));
    world.service.behaviours.push(...names(count).map(() => claimed(false)));
    world.service.onWrite = () => {
      move(world, at.push(world.time.now().getTime()) - 1);
      return Promise.resolve();
    };
    const { id } = await world.applied(renewing, names(count));
    await world.time.pass(30_000 * count);
    return { world, id, at: at.map((ms) => Math.round((ms - (at[0] ?? 0)) / 1_000)) };
  }

  it('H8 waits for the charge of the first three alone: the others are followed, and none of them is seen charged', async () => {
    const { world, id, at } = await sentAt(6, () => undefined);
    expect(at).toEqual([0, 30, 60, 90, 90, 90]);
    expect((await world.rows(id)).map(({ charge }) => charge)).toEqual(names(6).map(() => 'not-yet'));
    world.service.credit -= 60;
    await world.time.pass(3_600_000);
    expect((await world.rows(id)).map(({ charge }) => charge)).toEqual(names(6).map(() => 'fell'));
  });

  it('H8 waits for the charge of one that is refused, as of every other', async () => {
    const { at } = await sentAt(6, (world, index) => {
      if (index === 3) world.service.behaviours[0] = { outcome: 'refused', isApplied: false };
    });
    expect(at).toEqual([0, 30, 60, 90, 90, 120]);
  });

  it.each([
    ['falls', -10, [90, 120]],
    ['rises', 10, [120, 150]],
  ])('H8 waits for each again from when the credit %s', async (_words, amount, rest) => {
    const { at } = await sentAt(7, (world, index) => {
      if (index === 4) world.service.credit += amount;
    });
    expect(at).toEqual([0, 30, 60, 90, 90, ...rest]);
  });
});
