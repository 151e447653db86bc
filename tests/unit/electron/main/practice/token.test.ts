import { describe, expect, it } from 'vitest';
import { createAuthenticator, tokenAt, utcHour } from '../../../../../electron/main/practice/token.ts';

// Source: the field notes on the API, "Transport and authentication".
const vectors = [
  [
    'reseller@example.com',
    '1234567890QWERTYUIOPASDFGHJKLZXCVBNM',
    '26-02-21 14',
    'OWU0NjcxNTllNTYyYTM4NGYzZDIzMTgzZWJhNzAzN2M3YWJiYjJiYmUzYmFiMTdlYjUyNmIxYjVkOTlhZjM1Ng==',
  ],
  [
    'test@example.com',
    'test-api-key',
    '25-12-31 23',
    'MDlmZmRiMGFhMDU1MDRhM2YzOTVhNmM3ZWM3NWM2MGZjMzYzNTJmYjE2NDdiMDIwYzE4OWYwZmQ5OWY4MTE4OQ==',
  ],
  [
    'test@example.com',
    'test-api-key',
    '26-01-01 00',
    'YWQ4OTZmYWU0ZDdlYzczZTQ4ZmUwNzA1YmZkMjZmY2JlNzdhYjZmMGM0N2RmYmE1YTQ4NGQ3YmE2NmRlYTUxMA==',
  ],
] as const;

const instantIn = (hour: string, rest = '30:00.000'): Date =>
  new Date(`20${hour.replace(' ', 'T')}:${rest}Z`);

describe('tokenAt', () => {
  it.each(vectors)('makes the published token of %s, %s, in the hour %s', (username, apiKey, hour, token) => {
    expect(utcHour(instantIn(hour))).toBe(hour);
    expect(tokenAt(username, apiKey, instantIn(hour))).toBe(token);
  });

  it.each(['00:00.000', '59:59.999'])('is the same throughout the hour: at %s', (rest) => {
    const [username, apiKey, hour, token] = vectors[1];
    expect(tokenAt(username, apiKey, instantIn(hour, rest))).toBe(token);
  });
});

describe('an authenticator', () => {
  const [, apiKey, , last] = vectors[1];
  const [username, , , first] = vectors[2];
  const lastInstant = new Date('2025-12-31T23:59:59.999Z');
  const firstInstant = new Date('2026-01-01T00:00:00.000Z');

  it.each([
    ['the token of the hour', last, lastInstant, true],
    ['the token of the next hour', first, lastInstant, false],
    ['the token of the hour before', last, firstInstant, false],
    ['the token of the new hour', first, firstInstant, true],
    ['a shorter token', first.slice(0, -1), firstInstant, false],
    ['an empty token', '', firstInstant, false],
    ['no token', undefined, firstInstant, false],
  ])('decides on %s', (_case, token, at, expected) => {
    expect(createAuthenticator(username, apiKey)(username, token, at)).toBe(expected);
  });

  it.each(['Test@example.com', '', undefined])('refuses the username %j', (other) => {
    expect(createAuthenticator(username, apiKey)(other, last, lastInstant)).toBe(false);
  });

  it('goes with the clock in both directions', () => {
    const authenticate = createAuthenticator(username, apiKey);
    const decisions = [lastInstant, firstInstant, lastInstant].map((at) => authenticate(username, last, at));
    expect(decisions).toEqual([true, false, true]);
  });
});
