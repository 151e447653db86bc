import { describe, expect, it } from 'vitest';
import type { RefusalReason } from '#shared/app-error.ts';
import type { OperationName } from '../../../../../electron/main/reseller/operation.ts';
import { refusalReason } from '../../../../../electron/main/reseller/refusal-reason.ts';

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
