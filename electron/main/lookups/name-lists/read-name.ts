import { type NameQuery, parseQuery } from '#shared/domain/domain-name.ts';
import { hostIn } from '#shared/domain/plain-name.ts';
import { fail, type Result } from '#shared/result.ts';
import { grouped } from './rows.ts';

/** Why a row is not a name. */
interface NameMismatch {
  readonly reason: string;
  /** The reason without this row's own values: rows with the same reason are counted together. */
  readonly group: string;
}

/** No name is nearly that long: longer text is rejected without parsing it, which would be slow. */
const mostHostUnits = 300;

/**
 * {@link parseQuery} for rows of files: fast for hopeless text, and aware of what files contain besides names.
 *
 * @param text Without surrounding characters.
 */
export function readName(text: string, knownTlds: ReadonlySet<string>): Result<NameQuery, NameMismatch> {
  if (text === '') return misfit('There is nothing here that could be a name');
  const early = earlyMismatch(text);
  if (early !== null) return misfit(early);
  const read = parseQuery(text, knownTlds);
  if (!read.ok)
    return misfit(read.error.reason === 'Type a name' ? 'There is no name here' : read.error.reason);
  if (read.value.tld !== null && /(?:^|\.)\d+$/.test(read.value.tld))
    return misfit('Looks like an IP address, not a domain');
  return read;
}

const misfit = (reason: string): Result<never, NameMismatch> =>
  fail({ reason, group: reason.split(/[;:] /)[0] ?? reason });

function earlyMismatch(text: string): string | null {
  if (text.length > mostHostUnits) {
    const { length } = hostIn(text.slice(0, 4_096)).text;
    if (length > mostHostUnits) return `Too long for a name: ${grouped(text.length)} characters`;
  }
  if (text.includes('\uFFFD')) return 'Not readable in this encoding: choose another one';
  return /[\r\n]/.test(text) ? 'Several lines in one field: a quote may be missing' : null;
}

/** A row's text without the characters around a name, and what was removed. */
export interface HostOfText {
  readonly text: string;
  /** For the user, such as `spaces around it`. */
  readonly taken: readonly string[];
}

/**
 * Removes white space, invisible characters and quotes at both ends, however nested, and the sign or number of a list's item before. Inner ones are kept: they belong
 * to the name, or are the reason why it is invalid.
 */
export function hostOf(text: string): HostOfText {
  if (plain.test(text)) return { text, taken: [] };
  const taken = new Set<string>();
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    for (const [words, ends] of wrappings) {
      const shorter = rest.replace(ends, '');
      if (shorter !== rest) taken.add(words);
      rest = shorter;
    }
  }
  return { text: rest, taken: [...taken] };
}

const plain = /^[a-z0-9.-]+$/i;

const wrappings: readonly (readonly [words: string, ends: RegExp])[] = [
  // Invisible characters, such as joiners and direction marks, copied from web pages. First, because `\s` includes the
  // byte order mark.
  [
    'invisible characters around it',
    /^[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+|[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+$/gu,
  ],
  ['spaces around it', /^\s+|\s+$/gu],
  // What may be an emoji of a name, or is a character of one, is a bullet only with a space behind it.
  [
    'a bullet before it',
    /^(?:[·•‣◦⁃∙■□●○◆◇►▸▹➢➤✓✗❖※]+\s*|(?:[*+–—-]|[▪▫▶◾◽☑✔➡]\uFE0F?|\d{1,5}[.)])\s+)(?=\S)/u,
  ],
  [
    'quotes around it',
    /^["'`\u00AB\u00BB\u2018-\u201F\u2039\u203A\u300C-\u300F]+|["'`\u00AB\u00BB\u2018-\u201F\u2039\u203A\u300C-\u300F]+$/gu,
  ],
];
