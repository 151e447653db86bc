import { describe, expect, it } from 'vitest';
import { nameFormsOf } from '../../../../shared/domain/name-forms.ts';

describe('nameFormsOf', () => {
  it('gives A-labels back as people read them, and counts their characters', () => {
    const { unicode, lengths } = nameFormsOf(['xn--bckerei-5wa', 'shop']);
    expect(unicode).toEqual(['bäckerei', 'shop']);
    expect([...lengths]).toEqual([8, 4]);
  });

  it('counts a character beyond the basic plane as one', () => {
    // U+1F351, a peach: xn--ri8h by the Punycode of RFC 3492.
    expect([...nameFormsOf(['xn--ri8h']).lengths]).toEqual([1]);
  });

  it('makes no second array of names that have no A-label', () => {
    const names = ['shop', 'bakery'];
    expect(nameFormsOf(names).unicode).toBe(names);
  });

  it('is made once for the same names', () => {
    const names = ['xn--bckerei-5wa'];
    expect(nameFormsOf(names)).toBe(nameFormsOf(names));
  });
});
