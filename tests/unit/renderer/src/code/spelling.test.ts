import { describe, expect, it } from 'vitest';
import { spelled } from '../../../../../renderer/src/code/spelling.ts';

const printable = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));

describe('the spelling of a code', () => {
  it.each([
    ['B', 'capital B, bravo'],
    ['b', 'small b, bravo'],
    ['Z', 'capital Z, zulu'],
    ['7', 'seven'],
    ['0', 'zero'],
    ['-', 'hyphen'],
    ['_', 'underscore'],
    ['\\', 'backslash'],
  ])('says %s as people say it on the phone', (character, said) => {
    expect(spelled(character)).toBe(said);
  });

  it('has a word of its own for each of the 95 printable characters of ASCII', () => {
    const words = printable.map(spelled);
    expect(words.filter((word) => word === '' || word.includes('U+'))).toEqual([]);
    expect(new Set(words).size).toBe(95);
  });

  // Source: ITU Radio Regulations, Appendix 14.
  it('uses the alphabet of the radio', () => {
    const said = Array.from('ajxn', spelled);
    expect(said).toEqual(['small a, alfa', 'small j, juliett', 'small x, x-ray', 'small n, november']);
  });

  it.each([
    ['é', 'character U+00E9'],
    ['😀', 'character U+1F600'],
    ['\n', 'character U+000A'],
  ])('gives %j by its number', (character, said) => {
    expect(spelled(character)).toBe(said);
  });
});
