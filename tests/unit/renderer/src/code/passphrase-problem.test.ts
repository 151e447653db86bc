import { expect, it } from 'vitest';
import { longestPassphrase } from '#shared/ipc/code-channel.ts';
import { passphraseProblem } from '../../../../../renderer/src/code/passphrase-problem.ts';

it.each([
  ['the shortest', 'twelve-lette'],
  ['one with blanks in it', 'correct horse battery staple'],
  ['the longest', 'x'.repeat(longestPassphrase)],
])('has nothing against %s, typed twice', (_case, typed) => {
  expect(passphraseProblem(typed, typed)).toBe('');
});

it.each([
  ['nothing', '', '', 'Type a passphrase, or have one made.'],
  ['too little', 'elevenchars', '', 'Too short: 11 of at least 12 characters.'],
  [
    'too much',
    'x'.repeat(longestPassphrase + 1),
    '',
    `Too long: at most ${(1_000).toLocaleString()} characters.`,
  ],
  [
    'blanks around it',
    ' twelve-letters',
    '',
    'It begins or ends with a blank, which is easily lost. Leave that away.',
  ],
  [
    'blanks alone',
    ' '.repeat(20),
    '',
    'It begins or ends with a blank, which is easily lost. Leave that away.',
  ],
  ['it once', 'twelve-letters', '', 'Type it once more.'],
  ['two that differ', 'twelve-letters', 'twelve-Letters', 'The two are not the same.'],
])('B6 says what is wrong with %s', (_case, first, second, problem) => {
  expect(passphraseProblem(first, second)).toBe(problem);
});
