import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listCell, listInCell } from '../../../../../electron/main/tables/table.ts';

describe('a list in a cell', () => {
  it.each<[readonly string[], string]>([
    [['Acme', 'own shops'], 'Acme;own shops'],
    [['a;b', 'c'], '"a;b";c'],
    [['say "hello"', '"quoted"'], 'say "hello";"""quoted"""'],
    [[' spaced '], '" spaced "'],
    [[], ''],
  ])('of %j is written as %s, and read back', (values, cell) => {
    expect(listCell(values)).toBe(cell);
    expect(listInCell(cell)).toEqual(values);
  });

  it.each([
    ['a; b ;;c', ['a', 'b', 'c']],
    ['"a;b', ['"a', 'b']],
    ['"a"b;c', ['"a"b', 'c']],
  ])('that a person has written is read as it stands: %s', (cell, values) => {
    expect(listInCell(cell)).toEqual(values);
  });

  it('is read back as it was, whatever is in it', () => {
    const value = fc
      .array(fc.constantFrom('a', ';', '"', ' ', '\n', ',', '\\', '='), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (values) => {
        expect(listInCell(listCell(values))).toEqual(values);
      }),
    );
  });
});
