import { toASCII, toUnicode as decodeALabels } from 'tr46';
import type { Result } from '../result.ts';
import { bareHost } from './host.ts';
import { isolatedName, lookAlikeCaution } from './isolated.ts';
import { type NameProblem, type NameQuery, readQuery } from './plain-name.ts';

export type { NameProblem, NameQuery } from './plain-name.ts';

const lenient = { checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: true };

/**
 * Parses a name from what a person typed or pasted, with the tables of UTS #46: see {@link readQuery}.
 *
 * @param knownTlds As {@link knownTldSet} returns it.
 */
export const parseQuery = (text: string, knownTlds: ReadonlySet<string>): Result<NameQuery, NameProblem> =>
  readQuery(text, knownTlds, { toAscii: (label) => toASCII(label, lenient), toUnicode });

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

/** What has to be in sight of a name, a host or an e-mail address that somebody else has written (H11). */
export interface Spelling {
  /** In Unicode. */
  readonly unicode: string;
  /** With A-labels; null where that is the same. */
  readonly aLabels: string | null;
  /** See {@link lookAlikeCaution}. */
  readonly caution: string | null;
}

/** @param text A name, a host, or an e-mail address, of which both sides are looked at. */
export function spellingOf(text: string): Spelling {
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
