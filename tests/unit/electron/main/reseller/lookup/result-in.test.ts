import { describe, expect, it } from 'vitest';
import { resultIn } from '../../../../../../electron/main/reseller/lookup/result-in.ts';

const entry = (domainName: string, score = 1) => ({
  domainName,
  tld: domainName.split('.').slice(1).join('.'),
  score,
});

describe('the result for one name inside a kept answer', () => {
  it.each([
    ['its own entry', [entry('example.com'), entry('example.net', 2)], 'example.net', 'net', 2],
    ['under a TLD of two labels', [entry('example.co.uk', 3)], 'example.co.uk', 'co.uk', 3],
    ['a TLD that was listed in capitals', [entry('example.com', 4)], 'example.com', 'COM', 4],
  ])('is %s', (_case, answer, domain, tld, score) => {
    expect(resultIn(JSON.stringify(answer), domain, tld)).toMatchObject({ score });
  });

  it.each([
    ['an answer without it', JSON.stringify([entry('example.net')])],
    ['an answer that was cut', '[{"domainName":"example.com","tl'],
    ['a refusal', '{"error":"no"}'],
    ['nothing', ''],
    [
      'two that contradict each other',
      JSON.stringify([
        { ...entry('example.com'), isAvailable: true },
        { ...entry('example.com'), isAvailable: false },
      ]),
    ],
  ])('is none in %s', (_case, answer) => expect(resultIn(answer, 'example.com', 'com')).toBeNull());
});
