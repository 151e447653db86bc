import { beforeEach, describe, expect, it } from 'vitest';
import {
  createTypeAhead,
  isNameCharacter,
  type TypeAhead,
} from '../../../../../renderer/src/grid/type-ahead.ts';

const names = ['apple', 'bakery', 'banana', 'bäcker', 'cedar', 'bark'];
let nowMs = 0;
let typeAhead: TypeAhead;

beforeEach(() => {
  nowMs = 5_000;
  typeAhead = createTypeAhead(() => nowMs);
});

/** Types from `row` on, each character from where the one before led. */
const typed = (characters: string, row: number): number | null => {
  let at: number | null = row;
  for (const character of characters)
    at = typeAhead.type(
      character,
      at ?? row,
      names.length,
      (index, text) => names[index]?.startsWith(text) ?? false,
    );
  return at;
};

describe('createTypeAhead', () => {
  it('finds a name by its beginning', () => {
    expect(typed('ban', 0)).toBe(2);
  });

  it('takes capitals and characters of other alphabets', () => {
    expect(typed('BÄ', 0)).toBe(3);
  });

  it('stays at a name that still begins with what is typed', () => {
    expect(typed('ba', 0)).toBe(1);
  });

  it('goes on to the next with the same character', () => {
    expect(typed('bb', 0)).toBe(2);
    expect(typed('b', 2)).toBe(3);
  });

  it('goes round at the end', () => {
    expect(typed('a', 4)).toBe(0);
  });

  it('begins anew after something else was done', () => {
    expect(typed('ba', 0)).toBe(1);
    typeAhead.forget();
    expect(typed('c', 1)).toBe(4);
  });

  it('begins anew after a second', () => {
    expect(typed('b', 0)).toBe(1);
    nowMs += 1_001;
    expect(typed('c', 1)).toBe(4);
  });

  it('finds nothing where no name begins so', () => {
    expect(typed('x', 0)).toBeNull();
  });
});

describe('isNameCharacter', () => {
  const press = (key: string, held: { ctrlKey?: boolean; altKey?: boolean } = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...held,
  });

  it.each(['a', 'Z', '7', '-', 'ß', 'ж', '字'])('takes %s', (key) => {
    expect(isNameCharacter(press(key))).toBe(true);
  });

  it.each([' ', '/', '?', '.', 'Enter', 'F5', 'Dead'])('leaves %s to others', (key) => {
    expect(isNameCharacter(press(key))).toBe(false);
  });

  it('leaves shortcuts to others', () => {
    expect(isNameCharacter(press('k', { ctrlKey: true }))).toBe(false);
    expect(isNameCharacter(press('k', { altKey: true }))).toBe(false);
  });
});
