import { expect, it } from 'vitest';
import { typedNumber } from '../../../../../../renderer/src/changes/batches/batch-store.ts';

it.each([
  ['312', 312],
  ['1,204', 1204],
  ['1.204', 1204],
  [' 1 204 ', 1204],
  ['', null],
  ['12a', null],
  ['-1', null],
])('a typed count %j is read as %j', (text, expected) => {
  expect(typedNumber(text)).toBe(expected);
});
