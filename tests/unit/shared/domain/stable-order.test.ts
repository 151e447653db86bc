import { describe, expect, it } from 'vitest';
import { inOrderOf } from '../../../../shared/domain/stable-order.ts';

const rows = Uint32Array.of(4, 0, 3, 1);
/** By row; row 2 is not among the rows. */
const keys = Uint16Array.of(7, 2, 0, 7, 2);

describe('inOrderOf', () => {
  it('orders upwards, rows with the same key as they came', () => {
    expect([...inOrderOf(rows, keys, 7, false)]).toEqual([4, 1, 0, 3]);
  });

  it('orders downwards, rows with the same key still as they came', () => {
    expect([...inOrderOf(rows, keys, 7, true)]).toEqual([0, 3, 4, 1]);
  });

  it('leaves what it was given as it is', () => {
    inOrderOf(rows, keys, 7, false);
    expect([...rows]).toEqual([4, 0, 3, 1]);
  });

  it('orders nothing into nothing', () => {
    expect([...inOrderOf(new Uint32Array(), keys, 7, true)]).toEqual([]);
  });
});
