import { describe, expect, it } from 'vitest';
import { type AppError, type RefusalReason, refusalReasons } from '#shared/app-error.ts';
import { fail, ok } from '#shared/result.ts';
import { answeredBy } from '../../../../../electron/main/changes/answered.ts';
import type { KeptAnswer } from '../../../../../electron/main/reseller/client.ts';

const kept = (status: number, answer: string): KeptAnswer => ({ operation: 'writeLock', status, answer });

const refused = (status: number, why: RefusalReason = 'validation', said = 'No'): AppError => ({
  kind: 'refused',
  why,
  status,
  said,
});

describe('the entry of an answer', () => {
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
