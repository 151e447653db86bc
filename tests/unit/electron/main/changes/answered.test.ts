import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/app-error.ts';
import { fail, ok } from '#shared/result.ts';
import { answeredBy } from '../../../../../electron/main/changes/answered.ts';
import type { KeptAnswer } from '../../../../../electron/main/reseller/client.ts';

const kept = (status: number, answer: string): KeptAnswer => ({ operation: 'writeLock', status, answer });

const refused = (status: number, why: 'exists' | 'validation' = 'validation'): AppError => ({
  kind: 'refused',
  why,
  status,
  said: 'No',
});

describe('the entry of an answer', () => {
  it.each([
    ['a refusal in a 200', refused(200), kept(200, '{"error":"No"}'), 'refused'],
    ['a refusal in a 400', refused(400), kept(400, '{"error":"No"}'), 'refused'],
    ['a 400 that does not say why', refused(400), kept(400, '<html>'), 'refused-unconfirmed'],
    ['a 400 in words that are not a refusal', refused(400), kept(400, '"hm"'), 'refused-unconfirmed'],
    ['a 404', refused(404), kept(404, '{"error":"No"}'), 'refused-unconfirmed'],
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

  it('C13 of a registration that “exists already” is not believed before it was read back', () => {
    const exists = kept(400, '{"error":{"message":"[masked]"}}');
    expect(answeredBy(1, fail(refused(400, 'exists')), exists, true).verdict).toBe('refused-unconfirmed');
    expect(answeredBy(1, fail(refused(200, 'exists')), exists, true).verdict).toBe('refused-unconfirmed');
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
