import { describe, expect, it } from 'vitest';
import { columnWidthFor, nameWidthWithin } from '../../../../../renderer/src/grid/sizes.ts';

const ten = (heading: string): number => heading.length * 10;

describe('columnWidthFor', () => {
  it('has room for the longest heading and what is beside it', () => {
    expect(columnWidthFor(['.com', '.online'], ten, 'comfortable')).toBe(90);
  });

  it('is never so narrow that a mark cannot be hit, nor wider than what one still finds', () => {
    expect(columnWidthFor(['.de'], (heading) => heading.length, 'compact')).toBe(36);
    expect(columnWidthFor(['.international'], ten, 'comfortable')).toBe(112);
  });
});

describe('nameWidthWithin', () => {
  it('keeps the names readable and the cells in sight, in whole px', () => {
    expect([10, 300.4, 5_000].map(nameWidthWithin)).toEqual([96, 300, 640]);
  });
});
