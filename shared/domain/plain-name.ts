import type { Result } from '../result.ts';
import { type NameProblem, type NameQuery, readQuery } from './name-reading.ts';

/**
 * Whether a text can be read without the tables of UTS #46, which weigh 200 kB: ASCII, and no A-label in it. Of such a text
 * the tables only lower the case, or refuse it for a character that no name has.
 */
export const isPlain = (text: string): boolean => /^\p{ASCII}*$/u.test(text) && !/xn--/i.test(text);

const plainTables = {
  // A label with another character than these has no A-label form (UseSTD3ASCIIRules).
  toAscii: (label: string) => (/^[a-z0-9-]+$/i.test(label) ? label.toLowerCase() : null),
  toUnicode: (name: string) => name,
};

/** Reads a plain text as `parseQuery` does, with the same outcome for each. */
export const parsePlainQuery = (
  text: string,
  knownTlds: ReadonlySet<string>,
): Result<NameQuery, NameProblem> => readQuery(text, knownTlds, plainTables);

/** The TLDs that a plain text can end in: the plain ones. */
export const plainTldSet = (tlds: readonly string[]): ReadonlySet<string> =>
  new Set(tlds.filter(isPlain).map((tld) => tld.replace(/^\.+/, '').toLowerCase()));
