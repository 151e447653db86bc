import { describe, expect, it } from 'vitest';
import {
  asciiName,
  readLabel,
  unicodeName,
} from '../../../../../../electron/main/practice/findings/names.ts';

// A-labels from RFC 3492 and the registries' own examples; checked with Python's punycode codec.
describe('readLabel', () => {
  it.each([
    ['harbour', 'harbour', 'harbour'],
    ['HARBOUR', 'harbour', 'harbour'],
    ['a', 'a', 'a'],
    ['4711', '4711', '4711'],
    ['bücher', 'xn--bcher-kva', 'bücher'],
    ['BÜCHER', 'xn--bcher-kva', 'bücher'],
    ['xn--bcher-kva', 'xn--bcher-kva', 'bücher'],
    ['straße', 'xn--strae-oqa', 'straße'],
    ['例え', 'xn--r8jz45g', '例え'],
    ['a'.repeat(63), 'a'.repeat(63), 'a'.repeat(63)],
  ])('reads %s', (term, ascii, unicode) => {
    expect(readLabel(term)).toEqual({ isValid: true, ascii, unicode });
  });

  it.each([
    '',
    '-a',
    'a-',
    'a b',
    'a_b',
    'a!',
    'ab--cd',
    'xn--',
    'xn--a',
    'a.b',
    'ä'.repeat(60),
    'a\u0000',
    'ａ．b',
  ])('refuses %j and says why', (term) => {
    expect(readLabel(term)).toEqual({ isValid: false, message: expect.stringMatching(/./) as string });
  });
});

describe('names in both forms', () => {
  it('are read from either', () => {
    expect(['Bücher.example', 'xn--bcher-kva.EXAMPLE', 'a b.example'].map(asciiName)).toEqual([
      'xn--bcher-kva.example',
      'xn--bcher-kva.example',
      null,
    ]);
  });

  it('are shown as Unicode', () => {
    expect(['xn--bcher-kva.example', 'plain.example'].map(unicodeName)).toEqual([
      'bücher.example',
      'plain.example',
    ]);
  });
});
