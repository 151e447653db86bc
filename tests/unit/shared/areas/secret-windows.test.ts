import { expect, it } from 'vitest';
import { keyProblem } from '../../../../shared/areas/secret-windows.ts';

it.each([
  ['a key', 'abc'],
  ['a key with blanks around it', ' abc '],
  ['the longest key', 'x'.repeat(1_200)],
])('has nothing against %s', (_case, typed) => {
  expect(keyProblem(typed)).toBe('');
});

it.each([
  ['nothing', ''],
  ['blanks', '  '],
])('asks for the key when there is %s', (_case, typed) => {
  expect(keyProblem(typed)).toBe('Type or paste the key first.');
});

it('B6 says how much too long a key is', () => {
  expect(keyProblem('x'.repeat(1_201))).toBe(
    `A key has at most ${(1_200).toLocaleString()} characters; this has ${(1_201).toLocaleString()}.`,
  );
});
