import { describe, expect, it } from 'vitest';
import { refusalReasons } from '#shared/domain/terms.ts';
import type { AppError, RefusalReason } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import type { Review } from '../../../../../electron/main/changes/prepare.ts';
import { answeredBy } from '../../../../../electron/main/changes/gate.ts';
import { createThrottle } from '../../../../../electron/main/connections/throttle.ts';
import type { KeptAnswer } from '../../../../../electron/main/reseller/client.ts';
import {
  accountId,
  asks,
  ChangesWorld,
  consent,
  domain,
} from '../../../../support/changes/a-changes-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const minuteMs = 60_000;
const applyAll = (world: ChangesWorld, reviews: readonly Review[]) =>
  Promise.all(reviews.map((review) => world.changes.apply(review.reviewId, world.consentTo(review))));

/** A change that was written down, and of which not a byte left. */
async function unsent(kind: keyof typeof asks): Promise<{ world: ChangesWorld; id: string }> {
  const world = new ChangesWorld();
  world.service.behaviours.push({ outcome: 'not-sent', isApplied: false });
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
    expect(again.warnings.map(({ id }) => id)).toContain('renewed-before');
    valueOf(await world.changes.apply(again.reviewId, consent));
    await world.quiet();
    expect(world.service.writes).toHaveLength(2);
  });

  it('F1 that was withdrawn does not hide the one before it, which was paid', async () => {
    const world = new ChangesWorld();
    await world.settled(asks.renew);
    world.service.behaviours.push({ outcome: 'not-sent', isApplied: false });
    const { id } = await world.settled(asks.renew);
    valueOf(await world.changes.withdraw(id));
    const review = await world.review(asks.renew);
    expect(review.last).toMatchObject({ number: 1, state: 'confirmed' });
    expect(review.warnings.map((warning) => warning.id)).toContain('renewed-before');
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
    expect(world.learned).toContainEqual(
      expect.objectContaining({ domain, renewal: { years: 1, sentAt: expect.any(String) as string } }),
    );
  });
});

describe('F6 a write that finds no place', () => {
  const busy = (world: ChangesWorld, retryAfterMs: number): void => {
    const throttle = createThrottle({ concurrency: 1, requestsPerSecond: null }, world.time.timer);
    throttle.heard({
      isBulk: false,
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
    const throttle = createThrottle({ concurrency: 1, requestsPerSecond: null }, world.time.timer);
    world.throttle = throttle;
    let reads = 0;
    world.service.onRead = () => {
      reads += 1;
      // The answer to what is read before the change asks to be left alone for an hour.
      throttle.heard({
        isBulk: false,
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
  const kept = (status: number, answer: string): KeptAnswer => ({ operation: 'writeLock', status, answer });

  const refused = (status: number, why: RefusalReason = 'validation', said = 'No'): AppError => ({
    kind: 'refused',
    why,
    status,
    said,
  });

  it.each([
    ['a refusal in a 200', refused(200), kept(200, '{"error":"No"}'), 'refused'],
    ['a refusal in a 400', refused(400), kept(400, '{"error":"No"}'), 'refused'],
    ['a 404 in words', refused(404, 'not-found'), kept(404, '{"error":"No"}'), 'refused'],
    [
      'a 400 that does not say why',
      refused(400, 'validation', ''),
      kept(400, '<html>'),
      'refused-unconfirmed',
    ],
    ['a 401 without words', refused(401, 'credentials', ''), kept(401, ''), 'refused-unconfirmed'],
    ['a 429', refused(429, 'rate'), kept(429, '{"error":"No"}'), 'refused-unconfirmed'],
    [
      'a no that does not rule out that it was done',
      { kind: 'uncertain', why: 'unclear-refusal', said: 'Timed out' },
      kept(200, '{"error":"Timed out"}'),
      'uncertain',
    ],
    ['a refusal before anything was written', refused(401), null, 'not-sent'],
    ['a lost answer', { kind: 'uncertain', why: 'no-complete-answer' }, null, 'uncertain'],
    ['a server’s error', { kind: 'uncertain', why: 'server-error' }, kept(500, ''), 'uncertain'],
    ['a way that was not there', { kind: 'not-sent', why: 'offline' }, null, 'not-sent'],
    ['a call that was given up', { kind: 'cancelled' }, null, 'not-sent'],
    ['no key', { kind: 'no-key' }, null, 'not-sent'],
    ['a keychain that is locked', { kind: 'keychain', fault: 'locked' }, null, 'not-sent'],
    ['input that nobody sends', { kind: 'invalid-input', field: 'x', reason: '' }, null, 'not-sent'],
    ['a failure that no write has', { kind: 'unreadable', status: 200, why: 'empty' }, null, 'uncertain'],
    [
      'a failure that no write has either',
      { kind: 'unreachable', why: 'connection-lost' },
      null,
      'uncertain',
    ],
  ] as const satisfies readonly (readonly [string, AppError, KeptAnswer | null, string])[])(
    'of %s: %o, %o is %s',
    (_name, error, answer, verdict) => {
      expect(answeredBy(3, fail(error), answer, false)).toEqual({
        type: 'answered',
        attempt: 3,
        verdict,
        error,
        status: answer?.status ?? null,
        answer: answer?.answer ?? '',
        told: null,
      });
    },
  );

  it('F2 of a no is refused for credit, validation, credentials, address, permission and not-found alone', () => {
    const believed = refusalReasons.filter((why) => {
      const no = fail<AppError>(refused(400, why));
      return answeredBy(1, no, kept(400, '{"error":"No"}'), false).verdict === 'refused';
    });
    const defined = ['credit', 'validation', 'credentials', 'address', 'permission', 'not-found'];
    expect(believed.toSorted()).toEqual(defined.toSorted());
  });

  it('C13 F11 of a registration is a doubt where the no is not defined', () => {
    const exists = kept(400, '{"error":{"message":"[masked]"}}');
    for (const error of [
      { kind: 'uncertain', why: 'exists', said: 'No' } as const,
      refused(400, 'exists'),
      refused(429, 'rate'),
      refused(400, 'validation', ''),
    ]) {
      expect(answeredBy(1, fail(error), exists, true).verdict).toBe('uncertain');
    }
    expect(answeredBy(1, fail(refused(400)), exists, true).verdict).toBe('refused');
  });

  it('of a yes is a claim, and keeps what a sync told', () => {
    const told = { active: true, expired: null, transferredAway: false, expiresOn: '2027-05-06' };
    expect(answeredBy(1, ok({ ...told, answer: '{}' }), kept(200, '{}'), false)).toMatchObject({
      verdict: 'claimed',
      error: null,
      told,
    });
    expect(answeredBy(1, ok({ answer: '{}' }), kept(200, '{}'), false).told).toBeNull();
  });
});
