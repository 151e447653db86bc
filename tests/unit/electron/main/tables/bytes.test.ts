import { describe, expect, it } from 'vitest';
import { binaryKindOf, isBinaryText } from '../../../../../electron/main/tables/bytes.ts';

describe('a file without text in it', () => {
  const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex');

  // The first bytes are those of the formats' specifications.
  it.each([
    ['a PNG image', '89 50 4e 47 0d 0a 1a 0a'],
    ['a JPEG image', 'ff d8 ff e0 00 10 4a 46 49 46'],
    ['a GIF image', '47 49 46 38 39 61'],
    ['a PDF document', '25 50 44 46 2d 31 2e 37'],
    ['an old Excel workbook (.xls), or one with a password', 'd0 cf 11 e0 a1 b1 1a e1'],
    ['a program', '7f 45 4c 46 02 01 01'],
    ['a gzip archive', '1f 8b 08 00'],
    ['a SQLite database', '53 51 4c 69 74 65 20 66 6f 72 6d 61 74 20 33 00'],
    ['a tar archive', `${'61'.repeat(257)} 75 73 74 61 72`],
  ])('is called what it is: %s', (words, hex) => expect(binaryKindOf(bytes(hex))).toBe(words));

  it('is not found in a list of names', () => {
    expect(binaryKindOf(Buffer.from('GIFTS\nexample.com\n'))).toBeNull();
  });

  it.each([
    ['a zero', 'abc\u0000def', true],
    ['many control characters', 'a\u0001\u0002\u0003b', true],
    ['tabs and line ends of every kind', 'a\tb\r\nc\rd\ne\f\v', false],
    ['one odd character among many', `${'name\n'.repeat(100)}\u0007`, false],
    ['the end of a DOS file', 'name\n\u001a', false],
  ])('is told from text by its characters: %s', (_case, text, isBinary) => {
    expect(isBinaryText(text)).toBe(isBinary);
  });
});
