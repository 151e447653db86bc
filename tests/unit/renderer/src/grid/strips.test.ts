import { describe, expect, it } from 'vitest';
import { shortened } from '../../../../../renderer/src/grid/strips.ts';

const widthOf = (text: string): number => Array.from(text).length * 10;

describe('shortened', () => {
  it('leaves a text that fits as it is', () => {
    expect(shortened('bakery', 60, widthOf)).toBe('bakery');
  });

  it('keeps as much as fits, with an ellipsis in place of the rest', () => {
    expect(shortened('bakery', 50, widthOf)).toBe('bake…');
  });

  it('does not cut a character beyond the basic plane in two', () => {
    expect(shortened('🍑🍑🍑', 20, widthOf)).toBe('🍑…');
  });

  it('leaves the ellipsis where nothing else fits', () => {
    expect(shortened('bakery', 5, widthOf)).toBe('…');
  });
});
