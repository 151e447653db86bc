import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { analyse } from 'chardet';
import { ok, type Result } from '#shared/result.ts';
import { type Refusal, refuse } from './table.ts';

/** Another encoding that fits nearly as well, in which the text reads otherwise. */
export interface OtherEncoding {
  /** The name in the WHATWG Encoding Standard, or `ibm850`, `ibm852`. */
  readonly encoding: string;
  /** The words that read otherwise in it, each as it was read and as it reads in this encoding. */
  readonly readings: ReadonlyMap<string, string>;
}

export interface DecodedText {
  readonly text: string;
  /** The name in the WHATWG Encoding Standard, or `ibm850`, `ibm852`. */
  readonly encoding: string;
  /** Whether a byte order mark said so: spreadsheets write one, this application does not. */
  readonly isMarked: boolean;
  /** Empty where the encoding is known, or was chosen. */
  readonly alternatives: readonly OtherEncoding[];
}

/**
 * Decodes bytes as text. Invalid bytes become U+FFFD, so that the caller can say which cell cannot be read.
 *
 * @param wanted The user's choice, a label of the WHATWG Encoding Standard, `ibm850` or `ibm852`; null to detect it: a byte order mark, UTF-8 with few
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

interface Decoder {
  readonly encoding: string;
  readonly decode: (bytes: Uint8Array) => string;
}

/**
 * The characters from byte 0x80 on in what spreadsheets call CSV for MS-DOS, which the Encoding Standard does not have. Source:
 * CP850.TXT and CP852.TXT of the Unicode Consortium.
 */
const ofDos: ReadonlyMap<string, string> = new Map([
  [
    'ibm850',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  ],
  [
    'ibm852',
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
  ],
]);

function decoderOf(label: string): Decoder | null {
  const encoding = label.toLowerCase();
  const dos = ofDos.get(encoding);
  const decode = (bytes: Uint8Array): string =>
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/[\u0080-\u00FF]/g, (byte) => dos?.charAt(byte.charCodeAt(0) - 128) ?? '');
  if (dos !== undefined) return { encoding, decode };
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
  if (ofDos.has(encoding)) return decoderOf(encoding)?.decode(bytes) ?? null;
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

/** What parts words in every encoding: signs beyond ASCII may be letters in another one. */
const asciiSigns = /([^a-z\d\u0080-\u{10FFFF}]+)/iu;

function readingsOf(chosen: string, other: string): OtherEncoding['readings'] {
  const there = other.split(asciiSigns);
  const pairs = chosen.split(asciiSigns).map((word, index) => [word, there[index] ?? ''] as const);
  return new Map(pairs.filter(([word, otherwise]) => word !== otherwise));
}

/** A cell as it reads in another encoding. */
export const readIn = ({ readings }: OtherEncoding, cell: string): string =>
  cell
    .split(asciiSigns)
    .map((word) => readings.get(word) ?? word)
    .join('');

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
const western = latin(
  german,
  '[àâçéêëîïôœùûüÿ]|è(?![aeiou])|æ(?=[a-z])',
  '[¡¿]|[áéíñóúü]|[ªº]$',
  '[áâàéêíóôúüç]|ã(?=[oes]|$)|õ(?=e)|[ªº]$',
  '[éíóú]|[àèìòù]$',
  '[áéëêïíóöü]|è(?![aeiou])',
  '[àçéíïòóúü·]|è(?![aeiou])',
  '[åäöé]',
  '[åøé]|(?<!i)æ',
  '(?<=^)þ|[áéíóúýö]|(?<!i)æ|(?<!^)ð',
  '[õäöüšž]',
);
const central = latin(
  german,
  '[ąćęłńóśźż]',
  '[áčďéěíňóřšťúůýž]',
  '[áäčďéíĺľňóôŕšťúýž]',
  '[áéíóöőúüű]',
  '[ăâîşţ]',
  '[čćđšž]',
  '[çë]',
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
 * stand in Portuguese (`ão`, `ões`), French, Italian (`è` last), Danish and Icelandic words: their spelling rules.
 */
const writtenIn: Readonly<Record<string, WrittenIn>> = {
  'windows-1252': western,
  'windows-1250': central,
  'windows-1254': latin('[çğıöşüâîû\u0307]', german),
  'windows-1257': latin('[ąčęėįšųūž]', '[āčēģīķļņšūž]', '[õäöüšž]', german),
  'iso-8859-2': central,
  // Of their own: what is not of DOS is hardly ever written as DOS has it.
  ibm850: { ...western, script: 'Latin of DOS' },
  ibm852: { ...central, script: 'Latin of DOS' },
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
  shift_jis: eastAsian,
  'euc-jp': eastAsian,
  gb18030: eastAsian,
  big5: eastAsian,
  'euc-kr': eastAsian,
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
