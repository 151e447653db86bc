import { describe, expect, it } from 'vitest';
import type { RefusalReason } from '#shared/errors.ts';
import type { Json } from '../../../../../electron/main/reseller/json.ts';
import type { OperationName } from '../../../../../electron/main/reseller/operation.ts';
import {
  errorWords,
  hasError,
  isKnownRefusal,
  plainWords,
  refusalIn,
  refusalReason,
  saysDone,
} from '../../../../../electron/main/reseller/refusals.ts';

describe('why a service refused', () => {
  it.each<[string, number, string, RefusalReason]>([
    ['an invalid token', 401, 'Invalid API Token', 'credentials'],
    ['an invalid token inside a 200', 200, 'Invalid API Token', 'credentials'],
    ['a bare 401', 401, '', 'credentials'],
    ['a bare 403', 403, '', 'credentials'],
    ["the caller's address", 403, 'Access from 203.0.113.7 is not allowed', 'address'],
    ["the caller's address under 401", 401, 'Invalid API Token for IP 203.0.113.7', 'address'],
    ["the caller's IPv6 address", 403, 'Your IP 2001:db8::17 is not whitelisted', 'address'],
    ['a permission', 403, 'Action is not allowed', 'permission'],
    ['a permission inside a 200', 200, 'Action is not allowed', 'permission'],
    ['too little credit', 500, 'Reseller does not have enough credits on his account', 'credit'],
    ['too little credit in other words', 400, 'Insufficient funds', 'credit'],
    ['the rate, by status', 429, '', 'rate'],
    ['the rate, by words', 400, 'Rate limit exceeded', 'rate'],
    ['an existing name', 400, 'Domain already exists', 'exists'],
    ['an unknown path', 404, 'Action not found', 'not-found'],
    ['an unknown domain', 400, 'Domain not found', 'not-found'],
    ['a bad field', 422, '', 'validation'],
    ['a bad field by words', 400, 'regperiod is required', 'validation'],
    ['a bare 400', 400, '', 'validation'],
    ['a server error', 500, '', 'server'],
    ['a redirect', 302, '', 'redirect'],
    ['something else', 418, 'I am a teapot', 'other'],
    ['something else inside a 200', 200, 'Registry closed', 'other'],
  ])('%s', (_name, status, said, why) => {
    expect(refusalReason('readLock', status, said)).toBe(why);
  });

  it.each<[OperationName, string, RefusalReason]>([
    ['register', '', 'exists'],
    ['register', 'regperiod is required', 'validation'],
    ['renew', '', 'validation'],
  ])('a 400 on %s with the words “%s”: %s', (operation, said, why) => {
    expect(refusalReason(operation, 400, said)).toBe(why);
  });
});

describe('answers', () => {
  const kindOf = (body: Json): string => saysDone(body).kind;

  describe('an answer to a change says done', () => {
    it.each<[string, Json]>([
      ['client mistake 2: the bare string', 'success'],
      ['the bare string with blanks', ' Success\n'],
      ['success: true', { success: true }],
      ['success: 1', { success: 1 }],
      ['success: "1"', { success: '1' }],
      ['the documented status object', { status: 'success', message: '', success: 'success' }],
      ['status and message alone', { status: 'success', message: 'Done' }],
      ['an empty error beside it', { success: true, error: '' }],
      ['a null error beside it', { success: true, error: null }],
      ['an empty list of errors beside it', { success: true, error: [] }],
    ])('by %s', (_name, body) => {
      expect(kindOf(body)).toBe('success');
    });
  });

  describe('an answer to a change says no', () => {
    it.each<[string, Json, string]>([
      ['client mistake 3: a text under error', { error: 'No such domain' }, 'No such domain'],
      ['an object under error', { error: { message: 'No such domain', code: 5 } }, 'No such domain'],
      ['a list under error', { error: ['One', 'Two'] }, 'One; Two'],
      ['an empty object under error', { error: {} }, ''],
      ['error: true with a message', { error: true, message: 'Nope' }, 'Nope'],
      ['success: false', { success: false, message: 'Nope' }, 'Nope'],
      ['success: 0', { success: 0 }, ''],
      ['status: error', { status: 'error', message: 'Nope' }, 'Nope'],
      ['status: failed', { status: 'Failed' }, ''],
      ['a known refusal as a bare string', 'Action is not allowed', 'Action is not allowed'],
      ['a known refusal under message alone', { message: 'Action not found' }, 'Action not found'],
    ])('by %s', (_name, body, said) => {
      expect(saysDone(body)).toEqual({ kind: 'refusal', said });
    });
  });

  describe('an answer to a change says neither', () => {
    it.each<[string, Json]>([
      ['an empty array', []],
      ['an empty object', {}],
      ['true', true],
      ['null', null],
      ['a number', 1],
      ['the empty text', ''],
      ['another text', 'Order queued'],
      ['a message alone', { message: 'Order queued' }],
      ['success with a word nobody knows', { success: 'maybe' }],
      ['success as the empty text', { success: '' }],
      ['a yes and an error', { success: true, error: 'Registry said no' }],
      ['a yes and an unreadable error', { success: true, error: {} }],
      ['a yes and a no', { status: 'error', success: true }],
      ['an array with a yes in it', [{ success: true }]],
      ['a yes one level down', { result: { success: true } }],
    ])('by %s', (_name, body) => {
      expect(kindOf(body)).toBe('unclear');
    });
  });

  describe('the words of an error', () => {
    it.each<[string, Json | undefined, string, boolean]>([
      ['a text', 'x', 'x', true],
      ['nested objects', { a: { b: 'x' }, c: ['y'] }, 'x; y', true],
      ['a number', 7, '', true],
      ['false', false, '', false],
      ['nothing', undefined, '', false],
    ])('of %s', (_name, error, words, has) => {
      expect([errorWords(error), hasError(error)]).toEqual([words, has]);
    });

    it('knows a refusal in plain text, but not in a page', () => {
      expect(isKnownRefusal('Error: Invalid API Token.')).toBe(true);
      expect(isKnownRefusal('Invalid API Token'.padEnd(600))).toBe(false);
      expect(refusalIn('Welcome')).toBeNull();
    });
  });
});

describe('the words of a refusal beside which a code may stand', () => {
  it.each([
    ['ordinary words stay', 'The domain was not found.', 'The domain was not found.'],
    ['the name that was asked for stays', 'No such domain: Example.com', 'No such domain: Example.com'],
    [
      "the caller's address stays",
      'IP 203.0.113.7 is not allowed (2001:db8::1)',
      'IP 203.0.113.7 is not allowed (2001:db8::1)',
    ],
    ['short numbers and abbreviations stay', 'Error 2201: EPP says no', 'Error 2201: EPP says no'],
    [
      'hyphens and apostrophes stay',
      'Not allowed: it’s a well-kept "secret".',
      'Not allowed: it’s a well-kept "secret".',
    ],
    ['an e-mail address was taken out before', 'Sent to [e-mail].', 'Sent to [e-mail].'],
    ['letters and digits do not', 'Your code is aB3xYz9.', 'Your code is [masked]'],
    ['signs do not', 'Your code is ab#cd&ef', 'Your code is [masked]'],
    ['capitals within do not', 'Your code is abCdef', 'Your code is [masked]'],
    ['capitals alone do not', 'Your code is ABCDEFGH', 'Your code is [masked]'],
    ['long numbers do not', 'Your code is 123456', 'Your code is [masked]'],
    ['a lone word does not', 'abcdefgh', '[masked]'],
    ['another name does not', 'No such domain: other.com', 'No such domain: [masked]'],
    ['the empty text stays', '', ''],
  ])('B9 %s', (_what, words, told) => {
    expect(plainWords(words, ['domains', 'example.com', 'eppcode'])).toBe(told);
  });
});
