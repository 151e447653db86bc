import { describe, expect, it } from 'vitest';
import { yearsText } from '../../../../shared/changes/kind.ts';
import { removalText, holdsAnything } from '../../../../shared/domain/account.ts';
import {
  amountText,
  createCounting,
  inEnglish,
  listed,
  plural,
  writtenAmount,
} from '../../../../shared/domain/counting.ts';
import { limitSentence } from '../../../../shared/domain/limits.ts';
import { sentencesFor } from '../../../../shared/error-sentences.ts';
import { deviationText } from '#shared/domain/diagnostics.ts';

const counts = [0, 1, 2, 1_000] as const;

describe('a number with its noun', () => {
  it.each([
    ['name', 'names', ['0 names', '1 name', '2 names', '1,000 names']],
    ['entry', 'entries', ['0 entries', '1 entry', '2 entries', '1,000 entries']],
    ['reply', 'replies', ['0 replies', '1 reply', '2 replies', '1,000 replies']],
    ['cell has', 'cells have', ['0 cells have', '1 cell has', '2 cells have', '1,000 cells have']],
  ])('takes the form that goes with it: %s, %s', (one, many, words) =>
    expect(counts.map((count) => inEnglish.counted(count, one, many))).toEqual(words),
  );

  it('has its digits as the locale has them; the form is that of the English words', () => {
    const german = createCounting('de-DE');
    expect(german.counted(1_000, 'name', 'names')).toBe('1.000 names');
    // In French nothing is one; in English it is not.
    expect(createCounting('fr-FR').counted(0, 'name', 'names')).toBe('0 names');
    expect(inEnglish.count(12_345n)).toBe('12,345');
  });

  it('chooses a whole sentence where more than the noun changes', () =>
    expect(counts.map((count) => plural(count, 'It is new.', 'They are new.'))).toEqual([
      'They are new.',
      'It is new.',
      'They are new.',
      'They are new.',
    ]));
});

describe('H24 an amount as it is written', () => {
  it.each([
    ['9.99', '9.99', null, false],
    ['1234', '1234', null, false],
    ['1,234.56', '1234.56', null, false],
    ['1.234,56', '1234.56', null, false],
    ['12.345.678,9', '12345678.9', null, false],
    ['1,234,567', '1234567', null, false],
    ['1.234.567', '1234567', null, false],
    ["1'234", '1234', null, false],
    ['1\u00a0234,567', '1234.567', null, false],
    ['1,234.567', '1234.567', null, false],
    ['0.125', '0.125', null, false],
    ['1234.567', '1234.567', null, false],
    ['12,5', '12.5', null, false],
    ['$12.95 USD', '12.95', 'USD', true],
    ['-€12,95', '-12.95', null, true],
    ['USD -1,000.00', '-1000.00', 'USD', false],
    ['12.95EUR', '12.95', 'EUR', false],
  ])('can be one thing only: %s', (text, amount, currency, hasSign) => {
    expect(writtenAmount(text)).toEqual({ amount, currency, hasSign });
  });

  it.each([
    ...['1.234', '1,234', '999.000', '$1.234', '12,34,567.00', '1,23.45', '1.234.56', '1,234 567'],
    ...[
      '01,234.00',
      '',
      '-',
      '5-',
      '--5',
      '-$-5',
      '1e3',
      '0x10',
      '١٢',
      '5 USD 6',
      'EUR 5 USD',
      '$5€',
      'usd 5',
      '5.',
      '.5',
    ],
    '9'.repeat(65),
  ])('can be two things, or none: %s', (text) => expect(writtenAmount(text)).toBeNull());
});

it('a list is words with commas and one “and”', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual(['', 'a', 'a and b', 'a, b and c']);
});

const nothing = { domains: 0, annotated: 0, sessions: 0, drafts: 0, batches: 0 };

const deviation = {
  operation: 'lookup',
  path: '',
  expected: 'a text',
  seen: 'a number',
  lastSeenAt: '2026-11-23T09:00:00.000Z',
};

const over = { span: 'day', scope: 'account', measure: 'count', currency: null, allowed: '0' } as const;

describe('the sentences that both sides use', () => {
  it.each([
    ['a period', yearsText, ['0 years', '1 year', '2 years', '1,000 years']],
    [
      'what goes with an account',
      (domains: number) => removalText({ ...nothing, domains, drafts: 0 }, inEnglish),
      [null, '1 domain is removed here.', '2 domains are removed here.', '1,000 domains are removed here.'],
    ],
    [
      'how often the service deviated',
      (count: number) => /;(.*),/.exec(deviationText([{ ...deviation, count }]))?.[1],
      [' 0 times', ' 1 time', ' 2 times', ' 1,000 times'],
    ],
    [
      'a wait',
      (retryAfterS: number) =>
        /another ([^.]*)\./.exec(sentencesFor({ kind: 'rate-limited', retryAfterS }).happened)?.[1],
      ['0 seconds', '1 second', '2 seconds', '17 minutes'],
    ],
    [
      'a limit of changes',
      (count: number) => limitSentence({ ...over, wouldBe: String(count) }),
      [
        '0 paid changes of unknown price today are above this account’s limit of 0 for one day.',
        '1 paid change of unknown price today is above this account’s limit of 0 for one day.',
        '2 paid changes of unknown price today are above this account’s limit of 0 for one day.',
        '1,000 paid changes of unknown price today are above this account’s limit of 0 for one day.',
      ],
    ],
  ] as readonly (readonly [string, (count: number) => string | null | undefined, readonly unknown[]])[])(
    'take the form that goes with the number: %s',
    (_what, sentence, words) => expect(counts.map(sentence)).toEqual(words),
  );
});

describe('F16 what goes with an account', () => {
  it.each([
    [{ domains: 1 }, '1 domain is removed here.'],
    [{ domains: 5_001 }, '5,001 domains are removed here.'],
    [{ domains: 2, annotated: 1 }, '2 domains (1 with notes or tags) are removed here.'],
    [{ sessions: 1 }, '1 bulk lookup is removed here.'],
    [
      { domains: 5_001, annotated: 320, sessions: 2 },
      '5,001 domains (320 with notes or tags) and 2 bulk lookups are removed here.',
    ],
    [
      { domains: 1, sessions: 1, drafts: 1, batches: 1 },
      '1 domain, 1 bulk lookup, 1 draft and 1 batch are removed here.',
    ],
    [{ drafts: 3, batches: 2 }, '3 drafts and 2 batches are removed here.'],
  ])('F16 is told: %j', (contents, text) => {
    expect(removalText({ ...nothing, ...contents }, inEnglish)).toBe(text);
    expect(holdsAnything({ ...nothing, ...contents })).toBe(true);
  });

  it('is not told where it is nothing', () => {
    expect(removalText(nothing, inEnglish)).toBeNull();
    expect(holdsAnything(nothing)).toBe(false);
  });
});

describe('an amount in words', () => {
  it.each([
    ['has the currency that it names', '9.00', 'USD', 'CHF', '9.00 USD'],
    ['has that of the account where it names none', '9.00', null, 'CHF', '9.00 CHF'],
    ['has none where the user gave the account none', '9.00', null, null, '9.00'],
  ])('%s', (_, amount, currency, usual, text) => {
    expect(amountText({ amount, currency }, usual)).toBe(text);
  });
});
