import { constants, type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { ok, type Result } from '#shared/result.ts';
import { cut } from '../system/texts.ts';
import { type Refusal, refuse, sizeInWords } from './table.ts';

export interface FileBytes {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** A table of a million rows has about this size; a larger file was probably chosen by mistake. */
export const mostFileBytes = 64 * 1_024 * 1_024;

interface FileLimit {
  readonly bytes: number;
  /** What to do with a larger file, as a sentence. */
  readonly next: string;
}

const ofTables: FileLimit = { bytes: mostFileBytes, next: 'Split it, or choose another file.' };

/**
 * The contents of a file. A file that is too large is refused before any of it is read.
 *
 * @param contents What the caller expects in it, for sentences to the user; a plural, such as `names`.
 *
 * Fails with: `invalid-input` (`file`).
 */
export async function readFileBytes(
  path: string,
  contents: string,
  limit = ofTables,
): Promise<Result<FileBytes, Refusal>> {
  const fileName = cut(basename(path), 200);
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return await bytesOf(file, { fileName, contents, limit });
    } finally {
      await file.close();
    }
  } catch (thrown) {
    const words = thrown instanceof Error && 'code' in thrown ? sentenceFor(thrown.code) : undefined;
    if (words !== undefined) return refuse('file', words(fileName, contents));
    if (thrown instanceof Error && 'syscall' in thrown)
      return refuse(
        'file',
        `${fileName} could not be read (${thrown.message}). Copy it elsewhere and choose the copy.`,
      );
    throw thrown;
  }
}

export const tooLarge = (fileName: string, bytes: number, limit = ofTables): ReturnType<typeof refuse> =>
  refuse(
    'file',
    `${fileName} is ${sizeInWords(bytes)}; the limit is ${sizeInWords(limit.bytes)}. ${limit.next}`,
  );

interface WantedFile {
  readonly fileName: string;
  readonly contents: string;
  readonly limit: FileLimit;
}

async function bytesOf(
  file: FileHandle,
  { fileName, contents, limit }: WantedFile,
): Promise<Result<FileBytes, Refusal>> {
  const found = await file.stat();
  if (found.isDirectory()) return refuse('file', sentences.EISDIR(fileName, contents));
  if (!found.isFile())
    return refuse('file', `${fileName} is a device or a pipe, not a file. Choose a file with ${contents}.`);
  if (found.size > limit.bytes) return tooLarge(fileName, found.size, limit);
  // One byte more than the reported size: a file that grows while it is read is detected, and never read without end.
  const bytes = new Uint8Array(found.size + 1);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  if (filled > found.size)
    return refuse(
      'file',
      `${fileName} grew while it was read. Close it in the other program, then try again.`,
    );
  return ok({ fileName, bytes: bytes.subarray(0, filled) });
}

const noRight = (name: string): string =>
  `You may not read ${name}. Change its permissions, or choose another file.`;
const gone = (name: string): string =>
  `${name} was not found. Check its name and folder, then choose it again.`;

type Sentence = (name: string, contents: string) => string;

const sentences = {
  EISDIR: (name: string, contents: string) => `${name} is a folder. Choose a file with ${contents} in it.`,
  EACCES: noRight,
  EPERM: noRight,
  ENOENT: gone,
  ENOTDIR: gone,
} as const satisfies Record<string, Sentence>;

const sentenceFor = (code: unknown): Sentence | undefined =>
  Object.entries(sentences).find(([each]) => each === code)?.[1];

/**
 * The kind of a file that contains no text, in words such as `a PNG image`. Null if it may be text. ZIP archives are
 * distinguished by their contents, elsewhere.
 */
export function binaryKindOf(bytes: Uint8Array): string | null {
  for (const [words, signature, at] of signatures) {
    if (signature.every((byte, index) => bytes[at + index] === byte)) return words;
  }
  return null;
}

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05);

/** Whether decoded bytes are not text after all: text has no control characters except white space (and escape). */
export function isBinaryText(text: string): boolean {
  let odd = 0;
  const sampleSize = Math.min(text.length, 64 * 1_024);
  for (let at = 0; at < sampleSize; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0) return true;
    if (unit < 32 && !plainControls.has(unit)) odd += 1;
  }
  return odd > sampleSize / 20;
}

/** Tab, line feed, vertical tab, form feed, carriage return, substitute (DOS end of file), escape (ISO-2022). */
const plainControls: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 26, 27]);

const ascii = (text: string): readonly number[] => Array.from(Buffer.from(text, 'latin1'));

/** Source: the formats' own specifications; the magic numbers of file(1). [words, bytes, offset] */
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
  ['a video', ascii('ftyp'), 4],
];
