import { isUtf8 } from 'node:buffer';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { TextDecoder } from 'node:util';
import { analyse } from 'chardet';
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

/** Another encoding that fits nearly as well, in which the text reads otherwise. */
export interface OtherEncoding {
  /** The name in the WHATWG Encoding Standard. */
  readonly encoding: string;
  /** Up to three pieces of the text, as they were read and as they read in this encoding. */
  readonly readings: readonly { readonly chosen: string; readonly other: string }[];
}

export interface DecodedText {
  readonly text: string;
  /** The name in the WHATWG Encoding Standard. */
  readonly encoding: string;
  /** Whether a byte order mark said so: spreadsheets write one, this application does not. */
  readonly isMarked: boolean;
  /** Empty where the encoding is known, or was chosen. */
  readonly alternatives: readonly OtherEncoding[];
}

/**
 * Decodes bytes as text. Invalid bytes become U+FFFD, so that the caller can say which cell cannot be read.
 *
 * @param wanted The user's choice, a label of the WHATWG Encoding Standard; null to detect it: a byte order mark, UTF-8 with few
 *   bad bytes or none, UTF-16 by its zero bytes, or the older encoding in which most words are words. A byte order mark overrides
 *   the choice, as in the standard.
 *
 * Fails with: `invalid-input` (`encoding`, `file`).
 * Source: Encoding Standard, "decode"; https://encoding.spec.whatwg.org/#decode.
 */
export function decodeText(bytes: Uint8Array, wanted: string | null): Result<DecodedText, Refusal> {
  const marked = markedEncoding(bytes);
  if (marked === 'utf-32')
    return refuse(
      'file',
      'This file is UTF-32, which is not supported. Save it as UTF-8 and choose it again.',
    );
  if (wanted !== null && decoderOf(wanted) === null)
    return refuse('encoding', `“${wanted}” is not a known encoding. Choose one from the list.`);
  const known = marked ?? wanted;
  const guess = known === null ? guessEncoding(bytes) : { encoding: known, alternatives: [] };
  const decoder = decoderOf(guess.encoding) ?? new TextDecoder('utf-8');
  const { alternatives } = guess;
  return ok({
    text: decoder.decode(bytes),
    encoding: decoder.encoding,
    isMarked: marked !== null,
    alternatives,
  });
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

function markedEncoding(bytes: Uint8Array): string | null {
  const mark = marks.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte));
  return mark?.[0] ?? null;
}

/** UTF-32 first: its byte order mark begins like that of UTF-16. */
const marks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

type Guess = Pick<DecodedText, 'encoding' | 'alternatives'>;

const surely = (encoding: string): Guess => ({ encoding, alternatives: [] });

/** The most likely encoding of bytes without a byte order mark, as a label of the WHATWG Encoding Standard. */
function guessEncoding(bytes: Uint8Array): Guess {
  const wide = wideEncoding(bytes);
  if (wide !== null) return surely(wide);
  if (hasEscapes(bytes)) return surely('iso-2022-jp');
  if (isUtf8(bytes)) return surely('utf-8');
  const telling = tellingPart(bytes);
  return isNearlyUtf8(telling) ? surely('utf-8') : bestOf(telling);
}

/**
 * Whether most of what is not ASCII is valid UTF-8: text in another encoding hardly ever is by chance. One byte of another encoding in
 * a note, or a character cut at the end of the file, does not make it another encoding.
 */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const bad = text.match(/\uFFFD+(?!\uFFFD*$)/gu)?.length ?? 0;
  const good = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return good > 0 && good >= 2 * bad;
}

/** The text in an encoding; null if not all bytes are characters in it: such a guess is worse than the next one. */
function wholeIn(encoding: string, bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return /[\u0080-\u009F]/.test(text) ? null : text;
  } catch {
    return null; // Not text in this encoding, or an encoding that the standard does not have.
  }
}

interface Candidate extends WrittenIn {
  readonly encoding: string;
  readonly text: string;
  /** See {@link plausibilityOf}. */
  readonly score: number;
}

const [goodScore, closeBy] = [0.8, 0.1];

/**
 * Frequencies of bytes, which chardet counts, say little of the few names in a table; whether the words consist of the letters of a
 * language says more. For other scripts than Latin the frequencies are right unless the words are none.
 */
function bestOf(bytes: Uint8Array): Guess {
  const frequent = analyse(bytes).flatMap(({ name }) =>
    passedOver.has(name) ? [] : (decoderOf(name)?.encoding ?? []),
  );
  const candidateIn = (encoding: string): readonly Candidate[] => {
    const text = wholeIn(encoding, bytes);
    const of = writtenIn[encoding];
    if (text === null || of === undefined) return [];
    return [{ ...of, encoding, text, score: plausibilityOf(text, of.languages) }];
  };
  const [first] = frequent.flatMap(candidateIn);
  if (first !== undefined && first.script !== 'Latin' && first.score >= goodScore)
    return surely(first.encoding);
  const encodings = new Set([...latinFirst, ...frequent, ...Object.keys(writtenIn)]);
  const ranked = [...encodings].flatMap(candidateIn).toSorted((a, b) => b.score - a.score);
  const [best, ...others] = ranked;
  if (best === undefined || best.score === 0) return surely('windows-1252');
  const texts = new Set([best.text]);
  const close = others.filter(({ script, text, score }) => {
    const isOther = script === best.script && score >= best.score - closeBy && !texts.has(text);
    texts.add(text);
    return isOther;
  });
  const alternatives = close.slice(0, 3).map(({ encoding, text }) => ({
    encoding,
    readings: readingsOf(best.text, text),
  }));
  return { encoding: best.encoding, alternatives };
}

/** The pieces of two readings that differ: what stands between delimiters, quotes and line ends. */
function readingsOf(chosen: string, other: string): OtherEncoding['readings'] {
  const [here, there] = [chosen, other].map((text) => text.split(/[\t\r\n;,|"]/));
  const pairs = (here ?? []).map((piece, index) => ({ chosen: piece, other: there?.[index] ?? '' }));
  return pairs
    .filter((pair) => pair.chosen !== pair.other)
    .slice(0, 3)
    .map((pair) => ({ chosen: cut(pair.chosen, 80), other: cut(pair.other, 80) }));
}

/** What parts words: what is no letter in any encoding. Signs such as `£`, `¯` or `¶` may be letters in another one. */
const betweenWords = /[\s!-@[-`{-~«»“”„‘’–—…•€®™\u3000-\u3003\u3008-\u3011\uFF01-\uFF20]+/u;
const mostWords = 1_000;

/**
 * How much a text reads like its languages, from 0 to 1: half for the words with letters beyond ASCII that are possible in one of them, half
 * for those possible in the one that fits best. Small letters before capitals are in no language.
 */
function plausibilityOf(text: string, languages: readonly RegExp[]): number {
  const words = new Set(text.split(betweenWords).filter((word) => /[^\p{ASCII}]/u.test(word)));
  const some = [...words].filter((word) => word.length > 1 && /\p{L}/u.test(word)).slice(0, mostWords);
  if (some.length === 0) return 0;
  const fitting = languages.map(() => 0);
  let possible = 0;
  for (const word of some) {
    const lower = /\p{Ll}\p{Lu}/u.test(word) ? '' : word.toLowerCase();
    const fits = languages.map((language) => language.test(lower));
    fits.forEach((isFit, index) => (fitting[index] = (fitting[index] ?? 0) + Number(isFit)));
    if (fits.includes(true)) possible += 1;
  }
  return (possible + Math.max(...fitting)) / (2 * some.length);
}

/** What is written in an encoding. */
interface WrittenIn {
  readonly script: string;
  /** Of each language, its words in small letters. */
  readonly languages: readonly RegExp[];
}

/** Words of Latin letters: those of ASCII and these, some in their places only. */
const latin = (...letters: readonly string[]): WrittenIn => ({
  script: 'Latin',
  languages: letters.map((each) => new RegExp(`^(?:[a-z]|${each})+$`, 'u')),
});

const words = (script: string, ...letters: readonly string[]): WrittenIn => ({
  script,
  languages: letters.map((each) => new RegExp(`^[${each}]+$`, 'u')),
});

const german = '[äöüß]';
const central = latin(
  ...[german, '[ąćęłńóśźż]', '[áčďéěíňóřšťúůýž]', '[áäčďéíĺľňóôŕšťúýž]', '[áéíóöőúüű]'],
  ...['[ăâîşţ]', '[čćđšž]', '[çë]'],
);
const cyrillic = words('Cyrillic', 'а-яё', 'а-щьюяґєії', 'а-яў', 'а-шђјљњћџ', 'а-шѓѕјљњќџ');
const russian = words('Cyrillic', 'а-яё');
const greek = words('Greek', 'α-ωάέήίόύώϊϋΐΰ');
/** Beside Latin letters, but not amid them: a Latin word with one sign of these is in another encoding. */
const eastAsian: WrittenIn = {
  script: 'East Asian',
  languages: [/^(?!.*[a-z][^a-z]+[a-z])[a-z\p{sc=Han}\p{sc=Hira}\p{sc=Hang}\u30A0-\u30FF]+$/u],
};

/**
 * For each encoding the words of the languages that are written in it. Source: CLDR 46, main exemplar characters; where letters
 * stand in Portuguese (`ão`, `ões`), French, Danish and Icelandic words: their spelling rules.
 */
const writtenIn: Readonly<Record<string, WrittenIn>> = {
  'windows-1252': latin(
    ...[
      german,
      '[àâçéêëîïôœùûüÿ]|è(?![aeiou])|æ(?=[a-z])',
      '[¡¿]|[áéíñóúü]|[ªº]$',
      '[åäöé]',
      '[åøé]|(?<!i)æ',
    ],
    ...['[áâàéêíóôúüç]|ã(?=[oes]|$)|õ(?=e)|[ªº]$', '[àéèìíòóùú]', '[áéèëêïíóöü]', '[àçèéíïòóúü·]'],
    ...['(?<=^)þ|[áéíóúýæö]|(?<!^)ð', '[õäöüšž]'],
  ),
  'windows-1250': central,
  'windows-1254': latin('[çğıöşüâîû\u0307]', german),
  'windows-1257': latin('[ąčęėįšųūž]', '[āčēģīķļņšūž]', '[õäöüšž]', german),
  'iso-8859-2': central,
  'windows-1251': cyrillic,
  'koi8-r': russian,
  ibm866: russian,
  'iso-8859-5': cyrillic,
  'windows-1253': greek,
  'iso-8859-7': greek,
  'windows-1255': words('Hebrew', '\\p{Script=Hebrew}'),
  'iso-8859-8': words('Hebrew', '\\p{Script=Hebrew}'),
  'windows-1256': words('Arabic', '\\p{Script=Arabic}'),
  'iso-8859-6': words('Arabic', '\\p{Script=Arabic}'),
  'windows-874': words('Thai', '\\p{Script=Thai}'),
  'windows-1258': words('Vietnamese', 'a-zàáâãèéêìíòóôõùúýăđơư\\u0300-\\u0323'),
  ...{ shift_jis: eastAsian, 'euc-jp': eastAsian, gb18030: eastAsian, big5: eastAsian, 'euc-kr': eastAsian },
};

/** What spreadsheets write comes before what is the same text in another encoding. */
const latinFirst = Object.keys(writtenIn).filter((encoding) => writtenIn[encoding]?.script === 'Latin');

const sampleSize = 4_096;

/** UTF-16 without a byte order mark: tables are mostly ASCII, so every other byte is zero. */
function wideEncoding(bytes: Uint8Array): string | null {
  const end = Math.min(bytes.length, sampleSize) & ~1;
  if (end < 4) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < end; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const most = end / 2;
  if (odd > most * 0.4 && even < most * 0.1) return 'utf-16le';
  return even > most * 0.4 && odd < most * 0.1 ? 'utf-16be' : null;
}

/** ISO-2022-JP uses ASCII bytes only: `ESC $ B` and `ESC $ @` start its characters. */
function hasEscapes(bytes: Uint8Array): boolean {
  const at = bytes.subarray(0, 65_536).indexOf(0x1b);
  return at !== -1 && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40);
}

/** The lines with non-ASCII bytes, about 64 KiB of them: only these help to detect the encoding. */
function tellingPart(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let size = 0;
  let start = 0;
  while (start < bytes.length && size < 65_536) {
    const feed = bytes.indexOf(10, start);
    const end = feed === -1 ? bytes.length : feed + 1;
    const line = bytes.subarray(start, Math.min(end, start + 65_536));
    if (line.some((byte) => byte > 127)) {
      lines.push(line);
      size += line.length;
    }
    start = end;
  }
  return Buffer.concat(lines);
}

/** Encodings that were tested before, and those that the standard cannot decode. */
const passedOver: ReadonlySet<string> = new Set([
  ...['ASCII', 'UTF-8', 'UTF-16LE', 'UTF-16BE', 'UTF-32', 'UTF-32LE', 'UTF-32BE'],
  ...['ISO_2022', 'ISO-2022-JP', 'ISO-2022-KR', 'ISO-2022-CN', 'mbcs', 'sbcs'],
]);
