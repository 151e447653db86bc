import { describe, expect, it } from 'vitest';
import { priceText } from '#shared/domain/finding.ts';
import {
  clockDifference,
  createFormat,
  dayInWords,
  format,
  withDaysInWords,
} from '../../../../../renderer/src/ui/Formats.tsx';

const now = Date.parse('2026-11-21T12:00:00Z');
const before = (ms: number) => new Date(now - ms).toISOString();
const english = createFormat('en-GB', 'UTC');

describe('the age of something', () => {
  it.each([
    ['a moment', 10_000, 'just now'],
    ['46 seconds', 46_000, '1 min ago'],
    ['three minutes', 180_000, '3 min ago'],
    ['59 minutes', 59 * 60_000, '59 min ago'],
    ['two hours', 2 * 3_600_000, '2 h ago'],
    ['a day', 26 * 3_600_000, '1 day ago'],
    ['twelve days', 12 * 86_400_000, '12 days ago'],
    ['a clock that was set back', -60_000, 'just now'],
  ])('is told for %s', (_, ageMs, words) => {
    expect(english.age(before(ageMs), now)).toBe(words);
  });
});

describe('numbers and instants', () => {
  it('has one form for dates, also for those in a text', () => {
    const day = dayInWords('2028-05-06');
    expect(withDaysInWords('2028-05-06, expected; not 12028-05-06, 2028-13-06 or ns-2028-05-066')).toBe(
      `${day}, expected; not 12028-05-06, 2028-13-06 or ns-2028-05-066`,
    );
    expect(withDaysInWords('until 2028-05-06.')).toBe(`until ${day}.`);
    expect(format.instant('2028-05-06T12:00:00')).toContain(day);
  });

  it.each([
    'ns-2028-05-06.example.com',
    '2028-05-06.example.com',
    'a.2028-05-06-b.net',
    '2028-05-06@example.com',
  ])('leaves %s as it is sent', (text) => {
    expect(withDaysInWords(text)).toBe(text);
  });

  it.each([
    [12_000, '12 s'],
    [60_000, '1 min'],
    [185_000, '3 min 5 s'],
    [7_440_000, '2 h 4 min'],
  ])('tell %d ms as %s', (ms, words) => {
    expect(english.duration(ms)).toBe(words);
  });
});

describe('the clock’s difference', () => {
  it.each([
    ['unknown', null, 'is unknown'],
    ['small', 1_200, 'agree'],
    ['behind', 192_000, '3 min 12 s behind'],
    ['ahead', -192_000, '3 min 12 s ahead of'],
  ])('is told when it is %s', (_, skewMs, words) => {
    expect(clockDifference(skewMs)).toContain(words);
  });
});

describe('a price', () => {
  it('that is not given is not given, never 0', () =>
    expect(priceText({ kind: 'not-given' })).toBe('not given'));
  it('H24 that cannot be read is shown as it was given', () => {
    expect(priceText({ kind: 'unreadable', raw: '1.234' })).toBe('not readable (“1.234”)');
    expect(priceText({ kind: 'unreadable', raw: 'x'.repeat(200) })).toBe(
      `not readable (“${'x'.repeat(59)}…”)`,
    );
  });
});
