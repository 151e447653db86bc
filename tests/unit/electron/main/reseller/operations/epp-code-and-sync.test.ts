import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../../electron/main/reseller/json.ts';
import { readEppCode, sync } from '../../../../../../electron/main/reseller/operations/domain.ts';

const domain = 'example.com';
const success = (value: object) => ({ kind: 'success', value });
const unclear = { kind: 'unclear', why: 'wrong-shape' };

describe('the transfer code', () => {
  const shown = (body: Json) => {
    const judgement = readEppCode.judge(body, { domain }, '');
    if (judgement.kind !== 'success') return judgement.kind;
    return judgement.value.kind === 'code' ? `code ${judgement.value.code.reveal()}` : judgement.value.kind;
  };

  it.each<[string, Json, string]>([
    ['an object', { eppcode: 'aB3$x' }, 'code aB3$x'],
    ['an object with success beside', { success: true, eppcode: 'aB3$x' }, 'code aB3$x'],
    ['a bare string', 'aB3$x', 'code aB3$x'],
    ['HTML entities, decoded', { eppcode: 'a&amp;b&lt;c&#39;&quot;' }, 'code a&b<c\'"'],
    ['entities decoded once only', { eppcode: 'a&amp;amp;b' }, 'code a&amp;b'],
    ['a number', { eppcode: 12345 }, 'code 12345'],
    ['success alone', { success: true }, 'emailed-to-registrant'],
    ['success in words', 'success', 'emailed-to-registrant'],
    ['success with an empty code', { success: 'true', eppcode: '' }, 'emailed-to-registrant'],
    ['a sentence', 'The code was not found', 'unclear'],
    ['an empty string', '', 'unclear'],
    ['an empty object', {}, 'unclear'],
    ['an empty array', [], 'unclear'],
    ['an empty code', { eppcode: '' }, 'unclear'],
    ['a null code', { eppcode: null }, 'unclear'],
    ['an object for a code', { eppcode: { x: 1 } }, 'unclear'],
  ])('from %s', (_name, body, told) => {
    expect(shown(body)).toBe(told);
  });

  it('does not print', () => {
    expect(JSON.stringify(readEppCode.judge('aB3$x', { domain }, ''))).toContain('"code":"[secret]"');
  });
});

describe('sync', () => {
  const nothing = { active: null, expired: null, transferredAway: null, expiresOn: null };

  it.each<[string, Json, object | null]>([
    [
      'all of it',
      { active: true, expirydate: '2027-01-31', expired: false, transferredAway: false },
      { active: true, expired: false, transferredAway: false, expiresOn: '2027-01-31' },
    ],
    [
      'PHP’s booleans',
      { active: '1', expired: '', transferredAway: '0' },
      { ...nothing, active: true, expired: false, transferredAway: false },
    ],
    ['the date alone', { expirydate: '2027-01-31' }, { ...nothing, expiresOn: '2027-01-31' }],
    ['a date with a time', { expirydate: '2027-01-31 00:00:00' }, { ...nothing, expiresOn: '2027-01-31' }],
    ['success alone', { success: true }, nothing],
    ['success in words', 'success', nothing],
    ['a date that is none', { expirydate: '0000-00-00' }, null],
    ['an empty array', [], null],
    ['an empty object', {}, null],
    ['words that nobody knows', { active: 'maybe' }, null],
  ])('from %s', (_name, body, told) => {
    expect(sync.judge(body, { domain }, '')).toEqual(told === null ? unclear : success(told));
  });

  it('a refusal stays one, whatever stands beside it', () => {
    expect(sync.judge({ error: 'No such domain', active: '' }, { domain }, '').kind).toBe('refusal');
  });
});
