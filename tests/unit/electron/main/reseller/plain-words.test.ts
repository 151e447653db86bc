import { describe, expect, it } from 'vitest';
import { plainWords } from '../../../../../electron/main/reseller/plain-words.ts';

describe('the words of a refusal beside which a code may stand', () => {
  it.each([
    ['ordinary words stay', 'The domain was not found.', 'The domain was not found.'],
    ['the name that was asked for stays', 'No such domain: Example.com', 'No such domain: Example.com'],
    [
      "the caller's address stays",
      'IP 203.0.113.7 is not allowed (2001:db8::1)',
      'IP 203.0.113.7 is not allowed (2001:db8::1)',
    ],
    ['short numbers and abbreviations stay', 'Error 2201: EPP says no', 'Error 2201: EPP says no'],
    [
      'hyphens and apostrophes stay',
      'Not allowed: it’s a well-kept "secret".',
      'Not allowed: it’s a well-kept "secret".',
    ],
    ['an e-mail address was taken out before', 'Sent to [e-mail].', 'Sent to [e-mail].'],
    ['letters and digits do not', 'Your code is aB3xYz9.', 'Your code is [masked]'],
    ['signs do not', 'Your code is ab#cd&ef', 'Your code is [masked]'],
    ['capitals within do not', 'Your code is abCdef', 'Your code is [masked]'],
    ['capitals alone do not', 'Your code is ABCDEFGH', 'Your code is [masked]'],
    ['long numbers do not', 'Your code is 123456', 'Your code is [masked]'],
    ['a lone word does not', 'abcdefgh', '[masked]'],
    ['another name does not', 'No such domain: other.com', 'No such domain: [masked]'],
    ['the empty text stays', '', ''],
  ])('B9 %s', (_what, words, told) => {
    expect(plainWords(words, ['domains', 'example.com', 'eppcode'])).toBe(told);
  });
});
