import { toASCII, toUnicode as decodeALabels } from 'tr46';
import type { Result } from '../result.ts';
import { type NameProblem, type NameQuery, readQuery } from './name-reading.ts';

export type { NameProblem, NameQuery } from './name-reading.ts';

const lenient = { checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: true };

/**
 * Reads a name out of what a person typed or pasted, by the tables of UTS #46: see {@link readQuery}.
 *
 * @param knownTlds As {@link knownTldSet} makes it.
 */
export const parseQuery = (text: string, knownTlds: ReadonlySet<string>): Result<NameQuery, NameProblem> =>
  readQuery(text, knownTlds, { toAscii: (label) => toASCII(label, lenient), toUnicode });

/** The TLDs in the one form in which {@link parseQuery} compares them: A-labels without a leading dot. */
export function knownTldSet(tlds: readonly string[]): ReadonlySet<string> {
  return new Set(tlds.map((tld) => aLabelsOf(tld.replace(/^\.+/, ''))));
}

/** `name` with its A-labels decoded, for people. A label that does not decode stays as it is. */
export const toUnicode = (name: string): string => {
  if (!name.includes('xn--')) return name;
  const decoded = decodeALabels(name, lenient);
  return decoded.error ? name : decoded.domain;
};

/** `name` as A-labels in lower case; a text that has no such form stays as it is, in lower case. */
export const aLabelsOf = (name: string): string =>
  /^[a-z0-9.-]*$/.test(name) ? name : (toASCII(name, lenient) ?? name.toLowerCase());
