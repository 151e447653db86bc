import { toASCII, toUnicode as decodeALabels } from 'tr46';
import { fail, type Result } from '../result.ts';
import { bareHost } from './host.ts';
import { isolatedName, lookAlikeCaution } from './isolated.ts';
import { hostIn, isPlain, type NameProblem, type NameQuery, readQuery } from './plain-name.ts';

export type { NameProblem, NameQuery } from './plain-name.ts';

const lenient = { checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: true };

const tables = {
  toAscii: (label: string) => toASCII(label, lenient),
  toUnicode: (name: string) => toUnicode(name),
  alienIn,
};

/**
 * Parses a name from what a person typed or pasted, with the tables of UTS #46: see {@link readQuery}. A text that is UTF-8 in
 * the characters of another encoding is refused, with the name that it was.
 *
 * @param knownTlds As {@link knownTldSet} returns it.
 */
export function parseQuery(text: string, knownTlds: ReadonlySet<string>): Result<NameQuery, NameProblem> {
  const read = readQuery(text, knownTlds, tables);
  if (isPlain(text)) return read;
  const host = hostIn(text);
  // Letters alone may be meant: `PÄŤ` in windows-1250 is UTF-8 by chance. But no name has a capital amid small letters then.
  const meant = read.ok && !/\p{Ll}\p{Lu}/u.test(host.text) ? null : readBack(host.text);
  if (meant === null || !readQuery(meant, knownTlds, tables).ok) return read;
  const reason = `This is UTF-8 that was read in another encoding. Did you mean ${isolatedName(meant)}?`;
  return fail({ reason, at: host.at, length: host.text.length });
}

/**
 * What a name may consist of: letters, marks, digits and hyphens, and in their places the few signs that are parts of words; beside
 * them what UTS #46 drops, and emoji, which some registries take. All else is the trace of a wrong encoding, or a bullet.
 *
 * Source: IDNA 2008 (RFC 5892: 2.1, 2.6, A.3 to A.7); joiners are judged by UTS #46 (`checkJoiners`).
 */
const inNames =
  /^(?:[\p{L}\p{M}\p{Nd}\p{Cf}\u06FD\u06FE\u0F0B\u3007\uFF0D-]|(?![\u00A9\u00AE\u203C\u2049\u2122\u2139])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|(?<=l)\u00B7(?=l)|\u0375(?=\p{Script=Greek})|(?<=\p{Script=Hebrew})[\u05F3\u05F4]|(?:(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}].*)|(?=.*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]))\u30FB)*/iu;

/** An A-label is a registry's own: some took signs in earlier years, and such a domain is held all the same. */
function alienIn(label: string): number | null {
  if (/^xn--/i.test(label)) return null;
  const fitting = inNames.exec(label)?.[0].length ?? 0;
  return fitting === label.length ? null : fitting;
}

/**
 * The encodings in which spreadsheets read UTF-8 by mistake in Western and Central Europe and in Russia: the characters of the bytes
 * from 0x80 on. Source: Encoding Standard, indexes of windows-1252, windows-1250 and windows-1251.
 */
const mistaken = [
  '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ\u00A0¡¢£¤¥¦§¨©ª«¬\u00AD®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  '€\u0081‚\u0083„…†‡\u0088‰Š‹ŚŤŽŹ\u0090‘’“”•–—\u0098™š›śťžź\u00A0ˇ˘Ł¤Ą¦§¨©Ş«¬\u00AD®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙',
  'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ\u00A0ЎўЈ¤Ґ¦§Ё©Є«¬\u00AD®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя',
] as const;

const byteOf = mistaken.map(
  (characters) => new Map(Array.from(characters, (each, index) => [each, index + 128])),
);

/** The text that this is the UTF-8 of, read in another encoding: `Ã¼` is `ü`. Null where it is not. */
export function readBack(text: string): string | null {
  if (/^\p{ASCII}*$/u.test(text)) return null;
  for (const bytes of byteOf) {
    const codes = Array.from(text, (each) => (each < '\u0080' ? each.charCodeAt(0) : bytes.get(each)));
    if (codes.includes(undefined)) continue;
    try {
      return decodeURIComponent(codes.map((code = 0) => `%${code.toString(16).padStart(2, '0')}`).join(''));
    } catch {
      // It is no UTF-8 in this encoding.
    }
  }
  return null;
}

/** The TLDs in the form that {@link parseQuery} compares: A-labels without a leading dot. */
export function knownTldSet(tlds: readonly string[]): ReadonlySet<string> {
  return new Set(tlds.map((tld) => aLabelsOf(tld.replace(/^\.+/, ''))));
}

/** `name` with its A-labels decoded, for display. A label that does not decode stays unchanged. */
export const toUnicode = (name: string): string => {
  if (!name.includes('xn--')) return name;
  const decoded = decodeALabels(name, lenient);
  return decoded.error ? name : decoded.domain;
};

/** `name` with its A-labels decoded, for a sentence: see {@link isolatedName}. */
export const nameInText = (name: string): string => isolatedName(toUnicode(name));

/** `name` as A-labels in lower case; a text without such a form is only converted to lower case. */
export const aLabelsOf = (name: string): string =>
  /^[a-z0-9.-]*$/.test(name) ? name : (toASCII(name, lenient) ?? name.toLowerCase());

/**
 * What has to be in sight of a name, a host or an e-mail address that somebody else has written (H11). `aLabels`: null where that is the same.
 *
 * @param text A name, a host, or an e-mail address, of which both sides are looked at.
 */
export function spellingOf(text: string) {
  const at = text.lastIndexOf('@') + 1;
  const mailbox = text.slice(0, at);
  const host = toUnicode(text.slice(at));
  const [unicode, aLabels] = [`${mailbox}${host}`, `${mailbox}${aLabelsOf(host)}`];
  // A mailbox is looked at as one label, whatever separates its words.
  const caution =
    lookAlikeCaution(host) ?? lookAlikeCaution(mailbox.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-'));
  return { unicode, aLabels: aLabels.toLowerCase() === unicode.toLowerCase() ? null : aLabels, caution };
}

/** A host as it is compared, as A-labels: see `host.ts`. */
export const plainHost = (host: string): string => aLabelsOf(bareHost(host));

/** A session's names in their Unicode form, and their lengths. */
interface NameForms {
  /** In the order of the names; if no name has an A-label, the same array object as the names. */
  readonly unicode: readonly string[];
  /** Of the Unicode form, in characters (code points, not UTF-16 units). */
  readonly lengths: Uint16Array;
}

const made = new WeakMap<readonly string[], NameForms>();

/** Cached for each array of names, because a session's names never change. */
export function nameFormsOf(names: readonly string[]): NameForms {
  const before = made.get(names);
  if (before !== undefined) return before;
  const unicode = names.some((name) => name.includes('xn--')) ? names.map(toUnicode) : names;
  const lengths = new Uint16Array(unicode.length);
  unicode.forEach((name, row) => (lengths[row] = characters(name)));
  const forms = { unicode, lengths };
  made.set(names, forms);
  return forms;
}

function characters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if (isLowSurrogate(text.charCodeAt(at))) count -= 1;
  return count;
}

const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;
