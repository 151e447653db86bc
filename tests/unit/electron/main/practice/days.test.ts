import { describe, expect, it } from 'vitest';
import { dayOf, daysAfter, yearsAfter } from '../../../../../electron/main/practice/days.ts';

describe('days', () => {
  it.each([
    ['2026-02-21', 1, '2027-02-21'],
    ['2026-12-31', 10, '2036-12-31'],
    ['2028-02-29', 1, '2029-02-28'],
    ['2028-02-29', 4, '2032-02-29'],
    ['2026-01-31', 1, '2027-01-31'],
  ])('%s and %i years is %s', (day, years, expected) => {
    expect(yearsAfter(day, years)).toBe(expected);
  });

  it('are counted in UTC', () => {
    const at = new Date('2026-02-28T23:30:00Z');
    expect([dayOf(at), daysAfter(at, 1), daysAfter(at, -59)]).toEqual([
      '2026-02-28',
      '2026-03-01',
      '2025-12-31',
    ]);
  });
});
