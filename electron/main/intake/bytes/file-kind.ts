/**
 * What a file is, where it is none with text in it; in words, as `a PNG image`. Null where it may be text.
 * A ZIP archive is told apart by what is in it, elsewhere.
 */
export function binaryKindOf(bytes: Uint8Array): string | null {
  for (const [words, signature, at] of signatures) {
    if (signature.every((byte, index) => bytes[at + index] === byte)) return words;
  }
  return null;
}

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05);

/** Whether bytes that were read as text are none: text has no control characters but white space (and escape). */
export function isBinaryText(text: string): boolean {
  let odd = 0;
  const looked = Math.min(text.length, 64 * 1_024);
  for (let at = 0; at < looked; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0) return true;
    if (unit < 32 && !plainControls.has(unit)) odd += 1;
  }
  return odd > looked / 20;
}

/** Tab, line feed, vertical tab, form feed, carriage return, substitute (DOS end of file), escape (ISO-2022). */
const plainControls: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 26, 27]);

const ascii = (text: string): readonly number[] => Array.from(Buffer.from(text, 'latin1'));

/** Source: the formats' own specifications; file(1)'s magic. [words, bytes, offset] */
const signatures: readonly (readonly [words: string, signature: readonly number[], at: number])[] = [
  ['a PDF document', ascii('%PDF-'), 0],
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47], 0],
  ['a JPEG image', [0xff, 0xd8, 0xff], 0],
  ['a GIF image', ascii('GIF8'), 0],
  ['a WebP image or other RIFF file', ascii('RIFF'), 0],
  ['a TIFF image', [0x49, 0x49, 0x2a, 0x00], 0],
  [
    'an old Excel workbook (.xls), or one with a password',
    [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    0,
  ],
  ['a program', [0x7f, 0x45, 0x4c, 0x46], 0],
  ['a program', [0xcf, 0xfa, 0xed, 0xfe], 0],
  ['a program', [0xca, 0xfe, 0xba, 0xbe], 0],
  ['a gzip archive', [0x1f, 0x8b, 0x08], 0],
  ['a 7-Zip archive', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 0],
  ['a RAR archive', ascii('Rar!\u001a\u0007'), 0],
  ['a zstd archive', [0x28, 0xb5, 0x2f, 0xfd], 0],
  ['an xz archive', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 0],
  ['a SQLite database', ascii('SQLite format 3\u0000'), 0],
  ['an RTF document', ascii('{\\rtf'), 0],
  ['a tar archive', ascii('ustar'), 257],
  ['a film', ascii('ftyp'), 4],
];
