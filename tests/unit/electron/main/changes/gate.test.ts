import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import type { Review } from '../../../../../electron/main/changes/prepare.ts';
import { answeredBy } from '../../../../../electron/main/changes/gate.ts';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import type { KeptAnswer } from '../../../../../electron/main/reseller/client.ts';
import { createJournalRepository } from '../../../../../electron/main/workspace/journal/journal-repository.ts';
import {
  accountId,
  aPlannedRenewal,
  asks,
  ChangesWorld,
  consent,
  domain,
} from '../../../../support/changes/a-changes-world.ts';
import { aConsent, aSend, at, service } from '../../../../support/workspace/a-journal.ts';
import { anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { createAccountsRepository } from '../../../../../electron/main/workspace/repositories/accounts.ts';

const minuteMs = 60_000;
const applyAll = (world: ChangesWorld, reviews: readonly Review[]) =>
  Promise.all(reviews.map((review) => world.changes.apply(review.reviewId, world.consentTo(review))));

/** A change that was written down, and of which not a byte left. */
async function unsent(kind: keyof typeof asks): Promise<{ world: ChangesWorld; id: string }> {
  const world = new ChangesWorld();
  world.service.behaviours.push({ outcome: 'unsent', isApplied: false });
  const { id, state } = await world.settled(asks[kind]);
  expect(state).toBe('planned');
  world.service.writes.length = 0;
  return { world, id };
}

describe('F1 a renewal', () => {
  it('F1 out of a review that was open while another one was renewed by is not sent, and says by which change', async () => {
    const world = new ChangesWorld();
    const [first, second] = [await world.review(asks.renew), await world.review(asks.renew)];
    valueOf(await world.changes.apply(first.reviewId, consent));
    await world.quiet();
    expect(await world.changes.apply(second.reviewId, consent)).toEqual({
      ok: true,
      value: expect.anything() as unknown,
    });
    await world.quiet();
    expect(world.service.writes).toEqual([`renew ${domain}`]);
    expect(world.announced.at(-1)?.error).toEqual({
      kind: 'changed-since',
      what: 'earlier-change',
      number: 1,
    });
  });

  it('F1 is sent again by a review that has shown the one before', async () => {
    const world = new ChangesWorld();
    await world.settled(asks.renew);
    const again = await world.review(asks.renew);
    expect(again.last).toMatchObject({ number: 1, state: 'confirmed' });
    expect(again.remarks.map(({ id }) => id)).toContain('renewed-before');
    valueOf(await world.changes.apply(again.reviewId, consent));
    await world.quiet();
    expect(world.service.writes).toHaveLength(2);
  });

  it('F1 that was withdrawn does not hide the one before it, which was paid', async () => {
    const world = new ChangesWorld();
    await world.settled(asks.renew);
    world.service.behaviours.push({ outcome: 'unsent', isApplied: false });
    const { id } = await world.settled(asks.renew);
    valueOf(await world.changes.withdraw(id));
    const review = await world.review(asks.renew);
    expect(review.last).toMatchObject({ number: 1, state: 'confirmed' });
    expect(review.remarks.map((warning) => warning.id)).toContain('renewed-before');
  });

  it('(G4) that was paid is named although a later one at another service, which may have been done, is named too', async () => {
    const world = new ChangesWorld();
    const own = await world.settled(asks.renew);
    const { database } = world.kept;
    const other = {
      accountId: 'b1',
      accountLabel: 'Other',
      service: { ...service, baseUrl: 'https://b.example' },
    };
    createAccountsRepository(database).save(
      anAccount({ id: 'b1', label: 'Other', baseUrl: other.service.baseUrl }),
    );
    const journal = createJournalRepository(database);
    const { changeId: id, event } = aPlannedRenewal(domain, at, null);
    await journal.begin({ id, at, event: { ...event, ...other }, sealed: null });
    const consented = aConsent({ service: other.service, lastEffect: own.id });
    const { kind } = await journal.send({
      ...(await aSend(journal, id)),
      ...{ service: other.service, consent: consented },
    });
    expect(kind).toBe('written');
    const { last, remarks } = await world.review(asks.renew);
    expect(last).toMatchObject({ number: 1, state: 'confirmed' });
    expect(remarks.map((warning) => warning.id)).toEqual(
      expect.arrayContaining(['renewed-before', 'paid-elsewhere']),
    );
  });

  it('F1 of two reviews that are applied at one moment, one is sent', async () => {
    const world = new ChangesWorld();
    const reviews = [await world.review(asks.renew), await world.review(asks.renew)];
    const applied = await applyAll(world, reviews);
    await world.quiet();
    const [begun, held] = applied[0]?.ok === true ? applied : applied.toReversed();
    expect(begun).toMatchObject({ ok: true });
    expect(held).toMatchObject({ error: { kind: 'open-change', number: 1 } });
    expect(world.service.writes).toEqual([`renew ${domain}`]);
  });

  it('F1 teaches what expiry is expected', async () => {
    const world = new ChangesWorld();
    await world.settled(asks.renew);
    expect(world.observed).toContainEqual(
      expect.objectContaining({ domain, renewal: { years: 1, sentAt: expect.any(String) as string } }),
    );
  });
});

describe('F6 a write that finds no place', () => {
  const busy = (world: ChangesWorld, retryAfterMs: number): void => {
    const throttle = createThrottle({ concurrency: 1, requestsPerSecond: 0 }, world.time.timer);
    throttle.heard({
      of: 'read',
      status: 429,
      refusal: 'rate',
      failure: null,
      retryAfterMs,
      durationMs: 1,
    });
    world.throttle = throttle;
  };

  it('F6 within 30 s is given up, says for how long the service wants to be left alone, and is never sent', async () => {
    const world = new ChangesWorld();
    const review = await world.review(asks.renew);
    busy(world, 60 * minuteMs);
    const startMs = world.time.timer.nowMs();
    const applied = await world.time.outcomeOf(world.changes.apply(review.reviewId, consent));
    expect(world.time.timer.nowMs() - startMs).toBe(30_000);
    expect(applied).toEqual(fail({ kind: 'rate-limited', retryAfterS: 3_570 }));
    await world.time.pass(120 * minuteMs);
    expect(world.service.writes).toEqual([]);
  });

  it('F6 is not sent where what is there now takes more than a minute to be read', async () => {
    const world = new ChangesWorld();
    const review = await world.review(asks.lock);
    world.service.onRead = () => world.time.timer.sleep(2 * minuteMs);
    const applied = await world.time.outcomeOf(world.changes.apply(review.reviewId, consent));
    expect(applied).toEqual(fail({ kind: 'unreachable', why: 'no-answer-in-time' }));
    await world.time.pass(10 * minuteMs);
    expect(world.service.writes).toEqual([]);
  });

  it('F6 after it was written down stays planned, and is told why', async () => {
    const world = new ChangesWorld();
    const review = await world.review(asks.lock);
    const throttle = createThrottle({ concurrency: 1, requestsPerSecond: 0 }, world.time.timer);
    world.throttle = throttle;
    let reads = 0;
    world.service.onRead = () => {
      reads += 1;
      // The answer to what is read before the change asks to be left alone for an hour.
      throttle.heard({
        of: 'read',
        status: 200,
        refusal: null,
        failure: null,
        retryAfterMs: 60 * minuteMs,
        durationMs: 1,
      });
    };
    const { id } = valueOf(await world.time.outcomeOf(world.changes.apply(review.reviewId, consent)));
    await world.time.pass(120 * minuteMs);
    expect(reads).toBe(1);
    expect((await world.find(id)).state).toBe('planned');
    expect(world.announced.at(-1)).toMatchObject({
      id,
      error: { kind: 'rate-limited', retryAfterS: 3_570 },
    });
    expect(world.service.writes).toEqual([]);
  });
});

describe('F7 a planned change that is sent later', () => {
  it('F7 is not sent over contacts that were changed meanwhile', async () => {
    const { world, id } = await unsent('contacts');
    world.service.there(domain).contacts = [
      { name: 'Registrant', fields: [{ name: 'City', value: 'Paris' }] },
    ];
    expect(await world.changes.send(id)).toEqual(fail({ kind: 'changed-since', what: 'contacts' }));
    expect(world.service.writes).toEqual([]);
    expect((await world.find(id)).state).toBe('planned');
  });

  it('F7 is told to be unread, and not changed, where what is there cannot be read', async () => {
    const { world, id } = await unsent('lock');
    const unread = { kind: 'unreadable', why: 'not-json', status: 200 } as const;
    world.service.failing.set('lock', unread);
    expect(await world.changes.send(id)).toEqual(fail(unread));
    expect(world.service.writes).toEqual([]);
  });

  it('F7 and was never tried is compared as well', async () => {
    const world = new ChangesWorld();
    world.kept.failAt('sending', 'full');
    const { id } = await world.settled(asks.lock);
    world.kept.failAt('sending', null);
    world.service.there(domain).lock = 'unlocked';
    expect(await world.changes.send(id)).toEqual(fail({ kind: 'changed-since', what: 'lock' }));
    expect(world.service.writes).toEqual([]);
  });

  it('F7 after a quarter of an hour has to be looked at again, and is sent by that look', async () => {
    const { world, id } = await unsent('contacts');
    await world.time.pass(15 * minuteMs);
    expect(await world.changes.send(id)).toEqual(fail({ kind: 'changed-since', what: 'consent' }));
    expect(world.service.writes).toEqual([]);
    const review = valueOf(await world.changes.prepareAgain(id));
    valueOf(await world.changes.apply(review.reviewId, world.consentTo(review)));
    await world.quiet();
    expect(await world.find(id)).toMatchObject({ state: 'confirmed', number: 1 });
    expect(world.service.writes).toHaveLength(1);
  });

  it('F7 shows what is there now to whoever looks at it again', async () => {
    const { world, id } = await unsent('lock');
    world.service.there(domain).lock = 'unlocked';
    const review = valueOf(await world.changes.prepareAgain(id));
    expect(review.lines).toMatchObject([{ before: 'unlocked', after: 'unlocked', isChanged: false }]);
  });
});

describe('F10 an account that was edited in between', () => {
  const other = { username: 'somebody-else@example.com' };

  it('F10 is not sent to by a review of before', async () => {
    const world = new ChangesWorld();
    const review = await world.review(asks.lock);
    world.login = other;
    expect(await world.changes.apply(review.reviewId, consent)).toEqual(
      fail({ kind: 'changed-since', what: 'login' }),
    );
    expect(world.service.writes).toEqual([]);
  });

  it('F10 is not sent to by a planned change, which cannot be looked at again either', async () => {
    const { world, id } = await unsent('lock');
    world.login = { baseUrl: 'https://other.example/api' };
    const login = { ok: false, error: { kind: 'changed-since', what: 'login' } };
    expect(await world.changes.send(id)).toEqual(login);
    expect(await world.changes.prepareAgain(id)).toEqual(login);
    expect(world.service.writes).toEqual([]);
  });

  it('F10 between the look and the sending is found by the journal itself', async () => {
    const world = new ChangesWorld();
    const review = await world.review(asks.lock);
    world.kept.database.exec("UPDATE accounts SET username = 'new@example.com' WHERE id = 'a1'");
    const { id } = valueOf(await world.changes.apply(review.reviewId, consent));
    await world.quiet();
    expect(await world.find(id)).toMatchObject({ state: 'planned' });
    expect(world.announced.at(-1)?.error).toEqual({ kind: 'changed-since', what: 'login' });
    expect(world.service.writes).toEqual([]);
  });

  it('F10 is not asked what became of a change of before: that stays uncertain', async () => {
    const world = new ChangesWorld();
    world.service.behaviours.push({ outcome: 'uncertain', isApplied: true });
    world.service.failing.set('lock', { kind: 'unreachable', why: 'offline' });
    const review = await world.changes.prepare(accountId, domain, asks.sync);
    expect(review.ok).toBe(true);
    world.service.failing.clear();
    const { id } = valueOf(await world.apply(asks.lock));
    world.login = other;
    await world.quiet();
    const reads = world.service.reads.length;
    expect(valueOf(await world.changes.readBack(id))).toMatchObject({ state: 'uncertain' });
    expect(world.service.reads.length).toBe(reads);
  });
});

describe('F12 a spending limit', () => {
  const given = { kind: 'given', amount: '12.50', currency: 'EUR' } as const;
  it('F12 that a change stays at is no matter', async () => {
    const world = new ChangesWorld();
    world.price('12.50');
    world.limit({ changeSum: '12.5' });
    const review = await world.review(asks.renew);
    expect(review).toMatchObject({ price: given, asksFor: { limits: [] } });
    expect(await world.settled(asks.renew)).toMatchObject({ state: 'confirmed', what: { price: given } });
  });

  it('F12 that a change goes over asks for the amount to be typed', async () => {
    const world = new ChangesWorld();
    world.price('12.50');
    world.limit({ changeSum: '12.4999' });
    const review = await world.review(asks.renew);
    const limit = {
      span: 'change',
      scope: 'workspace',
      measure: 'sum',
      currency: 'EUR',
      allowed: '12.4999',
      wouldBe: '12.50',
    };
    expect(review.asksFor.limits).toEqual([limit]);
    expect(await world.changes.apply(review.reviewId, consent)).toEqual(
      fail({ kind: 'over-limit', limits: [limit] }),
    );
    expect(world.service.writes).toEqual([]);
    valueOf(await world.changes.apply(review.reviewId, { ...consent, typedLimit: '12.50' }));
    await world.quiet();
    expect(world.service.writes).toHaveLength(1);
  });

  it('F12 that was reached since the look holds the change back in the transaction that sends', async () => {
    const world = new ChangesWorld();
    world.limit({ dayCount: 1 });
    const review = valueOf(await world.changes.prepare(accountId, 'other.example', asks.renew));
    await world.settled(asks.renew);
    const { id } = valueOf(
      await world.changes.apply(review.reviewId, { ...consent, typedName: 'other.example' }),
    );
    await world.quiet();
    expect((await world.find(id)).state).toBe('planned');
    expect(world.announced.at(-1)?.error).toMatchObject({
      kind: 'over-limit',
      limits: [{ span: 'day', measure: 'count', allowed: '1', wouldBe: '2' }],
    });
    expect(world.service.writes).toEqual([`renew ${domain}`]);
  });

  it('F12 of a day is free again after midnight', async () => {
    const world = new ChangesWorld();
    world.limit({ dayCount: 1 });
    await world.settled(asks.renew);
    expect((await world.review(asks.renew)).asksFor.limits).toHaveLength(1);
    await world.time.pass(24 * 60 * minuteMs);
    expect((await world.review(asks.renew)).asksFor.limits).toEqual([]);
  });
});

describe('what keeps everything paid back', () => {
  it('holds for what costs money, and for nothing else', async () => {
    const world = new ChangesWorld();
    const renewal = await world.review(asks.renew);
    world.blockedBy = { kind: 'cancelled' };
    expect(await world.changes.apply(renewal.reviewId, consent)).toEqual(fail({ kind: 'cancelled' }));
    await world.settled(asks.lock);
    expect(world.service.writes).toEqual([`writeLock ${domain}`]);
  });
});

describe('the entry of an answer', () => {
  const kept: KeptAnswer = { operation: 'sync', status: 200, answer: '{}' };

  it.each(['refused', 'refused-unconfirmed'] as const)(
    'keeps the outcome that the client decided: %s',
    (outcome) => {
      const error = { kind: 'refused', why: 'other', status: 400, said: '' } as const;
      expect(answeredBy('lock', 3, { ok: false, outcome, error }, kept)).toEqual({
        type: 'answered',
        attempt: 3,
        outcome,
        error,
        status: 200,
        answer: '{}',
        syncAnswer: null,
      });
    },
  );

  it('of a yes keeps what a sync reported', () => {
    const syncAnswer = { active: true, expired: null, transferredAway: false, expiresOn: '2027-05-06' };
    const done = { ok: true, outcome: 'done' } as const;
    expect(answeredBy('sync', 1, { ...done, value: syncAnswer }, kept)).toMatchObject({
      outcome: 'done',
      error: null,
      syncAnswer,
    });
    expect(answeredBy('sync', 1, { ...done, value: {} }, null)).toMatchObject({
      syncAnswer: null,
      status: null,
      answer: '',
    });
  });
});
