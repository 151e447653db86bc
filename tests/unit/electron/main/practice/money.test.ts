import { expect, it } from 'vitest';
import { decimal } from '../../../../../electron/main/practice/money.ts';

it.each([
  [50_000, '500.00'],
  [47_902, '479.02'],
  [10, '0.10'],
  [5, '0.05'],
  [0, '0.00'],
])('writes %i cents as %s', (cents, text) => {
  expect(decimal(cents)).toBe(text);
});
