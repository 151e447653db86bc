import { describe, expect, it } from 'vitest';
import { daysUntil } from '#shared/domain/expiry.ts';
import {
  daysInWords,
  toneOf,
  unreadWords,
  updatesInWords,
  updatesOf,
} from '../../../../../renderer/src/domains/domain-words.ts';
import { aDomain, anUnreadDomain } from '../../../../support/fake-portfolio.ts';

const at = (year: number, month: number, day: number, hour: number): number =>
  new Date(year, month - 1, day, hour).getTime();

describe('daysUntil', () => {
  it.each([
    ['today, in the morning', at(2026, 11, 21, 1), '2026-11-21', 0],
    ['today, at night', at(2026, 11, 21, 23), '2026-11-21', 0],
    ['tomorrow, an hour away', at(2026, 11, 21, 23), '2026-11-22', 1],
    ['yesterday', at(2026, 11, 21, 0), '2026-11-20', -1],
    ['across the change to summer time', at(2026, 3, 20, 12), '2026-04-20', 31],
    ['across a leap day', at(2028, 2, 28, 12), '2028-03-01', 2],
  ])('counts %s', (_, nowMs, day, days) => expect(daysUntil(day, nowMs)).toBe(days));
});

describe('an expiry', () => {
  it.each([
    [-1, 'past', '1 day ago'],
    [0, 'soon', 'today'],
    [1, 'soon', 'in 1 day'],
    [29, 'soon', 'in 29 days'],
    [30, 'calm', 'in 30 days'],
  ])('%i days off is %s and said as “%s”', (days, tone, words) => {
    expect(toneOf(days)).toBe(tone);
    expect(daysInWords(days)).toBe(words);
  });
});

it.each([
  ['not-found', 'Not found'],
  ['credentials', 'Failed'],
] as const)('a part that is refused as %s reads %s', (why, words) => {
  const error = { kind: 'refused', why, status: 403, said: '' } as const;
  const troubles = [{ part: 'lock', error, at: '2026-11-21T09:00:00.000Z' }] as const;
  expect(unreadWords(aDomain('harbour.com', { troubles }), 'lock')).toBe(words);
});

it('what a file says is no update, and stands among the values with the file as its source', () => {
  const at = '2026-11-21T09:00:00.000Z';
  const domain = {
    ...anUnreadDomain('harbour.com'),
    lock: { value: 'locked', at, source: 'import' },
  } as const;
  expect(updatesOf(domain)).toMatchObject({ newestAt: null, isPartlyUnread: true });
  expect(updatesInWords(domain, Date.parse(at) + 2 * 86_400_000)).toMatch(
    /^Registrar lock: From a file 2 days ago, on /,
  );
});
