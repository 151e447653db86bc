import { describe, expect, it } from 'vitest';
import type { Session } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors.ts';
import {
  ageInWords,
  causeOfWaiting,
  countOlder,
  leftInWords,
  percentDone,
  allowedInWords,
  slowedInWords,
  statusWords,
} from '../../../../../renderer/src/bulk/session-words.ts';
import { aPace, aSession } from '../../../../support/fake-sessions.ts';

const now = Date.parse('2026-11-21T11:00:00.000Z');
const some = { taken: 70, available: 15, unknown: 1 };
const words = (changes: Partial<Session>, known: Parameters<typeof aSession>[1] = some) =>
  statusWords(aSession(changes, known), now);

describe('what a session does, in words', () => {
  it('is its rate and what is left, with its uncertainty, while it runs', () => {
    const { main, more } = words({ state: 'running', pace: aPace() });
    expect(main).toBe('Running · 9.8 requests/s');
    expect(more).toContain('12 min');
    expect(more).toContain('10 min');
    expect(more).toContain('14 min');
  });

  it.each([
    ['running, before anything is measured', { state: 'running', pace: null }, 'Running'],
    [
      'waiting',
      { state: 'waiting', waitingFor: { kind: 'unreachable', why: 'offline' } },
      'Waiting: offline',
    ],
    ['paused', { state: 'paused' }, 'Paused at 43 %'],
    ['stopped', { state: 'stopped' }, 'Stopped at 43 %'],
    ['finished', { state: 'finished', finishedAt: '2026-11-21T08:00:00.000Z' }, 'Done 3 h ago'],
  ] satisfies [string, Partial<Session>, string][])('says so when it is %s', (_, changes, said) =>
    expect(words(changes).main).toBe(said),
  );
});

describe('what a session waits for', () => {
  it.each<[string, AppError]>([
    ['service unreachable', { kind: 'unreachable', why: 'name-not-resolved' }],
    ['the service refused the key', { kind: 'refused', why: 'credentials', status: 401, said: '' }],
    ['the service refuses', { kind: 'refused', why: 'other', status: 200, said: '' }],
    ['the account has no key', { kind: 'no-key' }],
    ['the disk is full', { kind: 'storage', fault: 'full' }],
    ['the workspace cannot be written to', { kind: 'storage', fault: 'read-only' }],
  ])('is told as “%s”', (said, error) => expect(causeOfWaiting(error)).toBe(said));
});

describe('progress', () => {
  const size = { names: 2_000, tlds: ['com'] };

  it.each([
    ['nothing asked', 2_000, 0],
    ['one short of the end', 1, 99],
    ['all asked', 0, 100],
  ])('is rounded down, so that 100 %% means the end: %s', (_, left, percent) =>
    expect(percentDone({ ...size, left })).toBe(percent),
  );
});

describe('the time left', () => {
  it('is told alone where the range is nothing', () =>
    expect(leftInWords({ likely: 61, low: 60, high: 62 })).toBe('about 1 min left'));
});

describe('why it is slower than its ceiling', () => {
  it('names the reason, and what is allowed now', () =>
    expect(slowedInWords(aPace({ slowedBy: 'latency', allowedPerSecond: 3.24, ceilingPerSecond: 10 }))).toBe(
      'Slowed down: the service answers slowly; now at most 3.2 requests/s of 10',
    ));
});

describe('what the service allows', () => {
  const nothing = { perSecond: null, concurrency: null };

  it.each([
    [{ observed: { perSecond: 48.53, concurrency: 16 } }, 'The service allows about 48.5 requests/s'],
    [{ observed: { perSecond: null, concurrency: 16 } }, 'The service allows 16 requests at once'],
    [{ observed: { perSecond: null, concurrency: 1 } }, 'The service allows 1 request at once'],
    [{ observed: nothing, ceilingPerSecond: 10 }, 'Your limit: 10 requests/s'],
    [{ observed: nothing, ceilingPerSecond: null, allowedPerSecond: 12 }, 'No limit met up to 12 requests/s'],
    [{ observed: nothing, ceilingPerSecond: null, allowedPerSecond: null }, ''],
    [{ observed: { perSecond: 48.53, concurrency: null }, slowedBy: 'server' }, ''],
  ] as const)('is one line: %j', (pace, words) => expect(allowedInWords(aPace(pace))).toBe(words));
});

describe('ages', () => {
  const checkedAt = Uint32Array.from([0, 100, 5_000, 6_400]);

  it('count what was checked longer ago than that than that, and never what was not checked', () =>
    expect(countOlder(checkedAt, 10_000_000, 3_600)).toBe(2));

  it.each([
    [3_600, '1 hour'],
    [36 * 3_600, '36 hours'],
    [7 * 24 * 3_600, '7 days'],
    [90 * 60, '90 minutes'],
  ])('of %i seconds are told as %s', (seconds, words) => expect(ageInWords(seconds)).toBe(words));
});
