import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { createSigner, hourOf, signToken } from '../../../../../electron/main/reseller/sign.ts';

/** Source: the field notes' table; the last one made with
 * `printf '%s' 'Kä/+with=odd"chars' | openssl dgst -sha256 -hmac 'bob+x@example.org:28-02-29 00'`, its hex through `base64`. */
const vectors = [
  [
    'the example of the field notes',
    'reseller@example.com',
    '1234567890QWERTYUIOPASDFGHJKLZXCVBNM',
    '26-02-21 14',
    'OWU0NjcxNTllNTYyYTM4NGYzZDIzMTgzZWJhNzAzN2M3YWJiYjJiYmUzYmFiMTdlYjUyNmIxYjVkOTlhZjM1Ng==',
  ],
  [
    'the last hour of a year',
    'test@example.com',
    'test-api-key',
    '25-12-31 23',
    'MDlmZmRiMGFhMDU1MDRhM2YzOTVhNmM3ZWM3NWM2MGZjMzYzNTJmYjE2NDdiMDIwYzE4OWYwZmQ5OWY4MTE4OQ==',
  ],
  [
    'the first hour of a year',
    'test@example.com',
    'test-api-key',
    '26-01-01 00',
    'YWQ4OTZmYWU0ZDdlYzczZTQ4ZmUwNzA1YmZkMjZmY2JlNzdhYjZmMGM0N2RmYmE1YTQ4NGQ3YmE2NmRlYTUxMA==',
  ],
  [
    'a key with non-ASCII and reserved characters',
    'bob+x@example.org',
    'Kä/+with=odd"chars',
    '28-02-29 00',
    'OTA0NDJkMmJhZDc0YTIxODYxZGY1ZmZiMTA1YzZiNWY1OWU4ODM1MWI1OGJiNDhjOGQ2NTUxMTNmMDI0Mjk1ZQ==',
  ],
] as const;

describe('the token', () => {
  it.each(vectors)('is the published expression for %s', (_name, username, key, hour, token) => {
    expect(signToken(username, new Secret(key), hour).reveal()).toBe(token);
  });

  it('Client mistake 1: has 88 characters, for the digest goes into Base64 as hexadecimal text', () => {
    expect(signToken('a@b.example', new Secret('k'), '26-01-01 00').reveal()).toHaveLength(88);
  });

  it('does not print', () => {
    expect(String(signToken('a@b.example', new Secret('k'), '26-01-01 00'))).toBe('[secret]');
  });
});

describe('the hour', () => {
  it.each([
    ['two digits of the year', '2026-02-21T14:59:59.999Z', '26-02-21 14'],
    ['the first instant of the next hour', '2026-02-21T15:00:00.000Z', '26-02-21 15'],
    ['UTC where the local day is another', '2026-01-01T01:30:00+05:00', '25-12-31 20'],
    ['a century below ten', '2009-03-04T05:06:07Z', '09-03-04 05'],
  ])('Client mistake 1: has %s', (_name, at, hour) => {
    expect(hourOf(new Date(at))).toBe(hour);
  });
});

describe('a signer', () => {
  const key = new Secret('test-api-key');

  it('makes one token for an hour and hands the same one out again', () => {
    const sign = createSigner('test@example.com');
    expect(sign(key, '25-12-31 23')).toBe(sign(key, '25-12-31 23'));
  });

  it('B8, client mistake 1: never hands a token out for another hour', () => {
    const sign = createSigner('test@example.com');
    sign(key, '25-12-31 23');
    expect(sign(key, '26-01-01 00').reveal()).toBe(vectors[2][4]);
    expect(sign(key, '25-12-31 23').reveal()).toBe(vectors[1][4]);
  });

  it('makes a new token when the key was replaced', () => {
    const sign = createSigner('test@example.com');
    const before = sign(new Secret('old key'), '25-12-31 23');
    expect(sign(key, '25-12-31 23').reveal()).not.toBe(before.reveal());
  });
});
