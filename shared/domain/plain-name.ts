import { fail, ok, type Result } from '../result.ts';
import { isolated } from './isolated.ts';

/**
 * Whether a text can be parsed without the tables of UTS #46, which are 200 kB: ASCII, without A-labels. For such a
 * text the tables only lower the case, or reject it for a character that no name may have.
 */
export const isPlain = (text: string): boolean => /^\p{ASCII}*$/u.test(text) && !/xn--/i.test(text);

const plainTables = {
  // A label with another character than these has no A-label form (UseSTD3ASCIIRules).
  toAscii: (label: string) => (/^[a-z0-9-]+$/i.test(label) ? label.toLowerCase() : null),
  toUnicode: (name: string) => name,
  alienIn: () => null,
};

/** Parses a plain text with the same result as `parseQuery`. */
export const parsePlainQuery = (
  text: string,
  knownTlds: ReadonlySet<string>,
): Result<NameQuery, NameProblem> => readQuery(text, knownTlds, plainTables);

/** The TLDs that a plain text can end in: the plain ones. */
export const plainTldSet = (tlds: readonly string[]): ReadonlySet<string> =>
  new Set(tlds.filter(isPlain).map((tld) => tld.replace(/^\.+/, '').toLowerCase()));

/** Between the names of a list, besides spaces. Includes full-width forms, which separate Chinese or Japanese names. */
export const nameSeparators = /[,;\t\n\r|\u3001\uFF0C\uFF1B]/u;

/** Why a text cannot be a name, and where in it: `at` and `length` count UTF-16 units of the typed text. */
export interface NameProblem {
  readonly reason: string;
  readonly at: number;
  readonly length: number;
}

/** One second-level label, and the TLD that was typed after it, if any. */
export interface NameQuery {
  /** As it was typed, without the rest of the URL. */
  readonly label: string;
  /** For display: U-label, lower case. */
  readonly unicode: string;
  /** For the service: A-label, lower case. */
  readonly ascii: string;
  /** Without a leading dot, as A-labels; null if only a label was typed. */
  readonly tld: string | null;
}

/** Converts to and from A-labels: with the tables of UTS #46, or without them where they are not needed. */
interface LabelTables {
  /** Null if the text has no such form. */
  readonly toAscii: (text: string) => string | null;
  /** Decodes A-labels where possible. */
  readonly toUnicode: (name: string) => string;
  /** Where in a label with an A-label form the first character stands that no registry takes; null where none does. */
  readonly alienIn: (label: string) => number | null;
}

const maxLabelLength = 63;
const maxNameLength = 253;
const dots = /[.\u3002\uFF0E\uFF61]/u;

/**
 * Parses a name from what a person typed or pasted: a label, a full name, or a URL (its host is used).
 *
 * @param knownTlds As A-labels without a leading dot. The longest that matches is the TLD. If none matches, everything
 *   after the first label is used as the TLD (a leading `www` is skipped), since nothing better is known.
 * @returns The label in both forms. Fails with the first problem, at its place in `text`.
 * Source: UTS #46 (non-transitional), RFC 1035 section 2.3.4, RFC 5891 section 4.2.3.1.
 */
export function readQuery(
  text: string,
  knownTlds: ReadonlySet<string>,
  tables: LabelTables,
): Result<NameQuery, NameProblem> {
  const host = hostIn(text);
  if (host.text === '') return problem('Type a name', host.at, 0);
  const labels = labelsOf(host.text, host.at);
  const forms: LabelForms[] = [];
  for (const label of labels) {
    const read = readLabel(label, tables);
    if (!read.ok) return read;
    forms.push(read.value);
  }
  const ascii = forms.map((form) => form.ascii).join('.');
  if (ascii.length > maxNameLength) {
    return problem(
      `A name has at most ${maxNameLength} characters; this one has ${ascii.length}`,
      host.at,
      host.text.length,
    );
  }
  return ok(split(forms, ascii, knownTlds));
}

interface TypedLabel {
  readonly text: string;
  readonly at: number;
}

interface LabelForms {
  readonly label: string;
  readonly unicode: string;
  readonly ascii: string;
}

function labelsOf(host: string, at: number): readonly TypedLabel[] {
  let next = at;
  return host.split(dots).map((text) => {
    const label = { text, at: next };
    next += text.length + 1;
    return label;
  });
}

function readLabel(label: TypedLabel, tables: LabelTables): Result<LabelForms, NameProblem> {
  const { text, at } = label;
  if (text === '') return problem('Two dots in a row, or a dot first', Math.max(0, at - 1), 1);
  const ascii = aLabelOf(text, tables);
  if (ascii === null || ascii === '') return misfit(label, tables);
  const alien = ascii === text ? null : tables.alienIn(text);
  if (alien !== null) return alienProblem(label, alien);
  const hyphen = hyphenProblem(label, ascii);
  if (hyphen !== null) return hyphen;
  if (ascii.length > maxLabelLength) {
    return problem(
      `A label has at most ${maxLabelLength} characters; this one has ${ascii.length}${ascii === text.toLowerCase() ? '' : ` as ${ascii.slice(0, 8)}…`}`,
      at,
      text.length,
    );
  }
  return ok({ label: text, unicode: tables.toUnicode(ascii), ascii });
}

/**
 * The A-label; null if there is none. A hundred thousand names are parsed at once, and nearly all are plain: UTS #46
 * would only lower their case, so that is done here without its tables.
 */
const aLabelOf = (text: string, tables: LabelTables): string | null =>
  plainLabel.test(text) ? text.toLowerCase() : (tables.toAscii(text)?.toLowerCase() ?? null);

const plainLabel = /^(?!xn--)[a-z0-9-]+$/i;

function hyphenProblem(label: TypedLabel, ascii: string): Result<never, NameProblem> | null {
  const { text, at } = label;
  if (ascii.startsWith('-')) return problem('A label does not begin with a hyphen', at, 1);
  if (ascii.endsWith('-')) return problem('A label does not end with a hyphen', at + text.length - 1, 1);
  if (ascii.slice(2, 4) === '--' && !ascii.startsWith('xn--')) {
    return problem('Hyphens in the third and fourth place are reserved', at + 2, 2);
  }
  return null;
}

/** Finds the first character that makes `label` invalid: the end of the first prefix without an A-label form. */
function misfit(label: TypedLabel, { toAscii }: LabelTables): Result<never, NameProblem> {
  const { text, at } = label;
  if (/^xn--/iu.test(text))
    return problem('This begins like an A-label (xn--) but does not decode to a name', at, text.length);
  let read = /^[a-z0-9-]*/i.exec(text)?.[0] ?? '';
  for (const character of text.slice(read.length)) {
    const next = read + character;
    const ascii = toAscii(next);
    if (ascii === null || ascii === '')
      return problem(mismatchReason(character), at + read.length, character.length);
    read = next;
  }
  return problem('These characters can’t be combined in a name', at, text.length);
}

/** UTS #46 maps `³` to `3` and leaves `©`: a domain that nobody meant is the worst reading of a text in another encoding. */
function alienProblem({ text, at }: TypedLabel, index: number): Result<never, NameProblem> {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  const reason = `${mismatchReason(character)}: no registry takes it. It may be a letter in another encoding`;
  return problem(reason, at + index, character.length);
}

function mismatchReason(character: string): string {
  if (/\s/u.test(character)) return 'A name has no spaces';
  if (character === '_') return 'A name has no underscores';
  if (character === '@') return 'A name has no @; for an e-mail address, type the part after it';
  if (/[\p{C}\p{Z}]/u.test(character))
    return `An invisible character (${codePointOf(character)}) isn’t allowed in a name`;
  if (/\p{M}/u.test(character)) return 'An accent needs a letter before it';
  return `“${isolated(character)}” isn’t allowed in a name`;
}

const codePointOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

function split(forms: readonly LabelForms[], ascii: string, knownTlds: ReadonlySet<string>): NameQuery {
  const suffix = longestSuffix(ascii, knownTlds);
  const suffixLength = suffix === null ? null : suffix.split('.').length;
  const first = forms.length > 2 && forms[0]?.ascii === 'www' ? 1 : 0;
  const index = suffixLength === null ? first : forms.length - suffixLength - 1;
  const form = forms[index];
  if (form === undefined) throw new Error('A name that was read has at least one label');
  const rest = forms.slice(index + 1).map((part) => part.ascii);
  return { ...form, tld: rest.length === 0 ? null : rest.join('.') };
}

function problem(reason: string, at: number, length: number): Result<never, NameProblem> {
  return fail({ reason, at, length });
}

/**
 * The host in a typed text: without scheme, user, port, path and final dot. A text that is not a URL is returned as its
 * own host. Nothing is decoded or validated here. `at`: where it begins, in UTF-16 units from the start of the typed text.
 */
export function hostIn(text: string) {
  const start = text.length - text.trimStart().length;
  let at = start;
  let rest = text.trim();

  const scheme = /^[a-z][a-z0-9+.-]*:\/\//iu.exec(rest)?.[0] ?? '';
  at += scheme.length;
  rest = rest.slice(scheme.length);

  const end = /[/?#\\]/u.exec(rest)?.index ?? rest.length;
  rest = rest.slice(0, end);

  const user = scheme === '' ? -1 : rest.lastIndexOf('@');
  at += user + 1;
  rest = rest.slice(user + 1);

  rest = rest.replace(/:\d*$/u, '').replace(/[.\u3002\uFF0E\uFF61]$/u, '');
  return { text: rest, at };
}

/** A TLD without its leading dot, in lower case. Only for comparing and display: what is sent keeps its form. */
export const bareTld = (tld: string): string => tld.replace(/^\.+/, '').toLowerCase();

/**
 * The longest of `tlds` that `host` ends in, so that `example.co.za` belongs to `co.za` and not to `za`.
 *
 * @param host Lower case, without a final dot. @param tlds Without leading dots, lower case.
 * @returns The TLD, or null if none matches. A host that *is* a TLD has none.
 */
function longestSuffix(host: string, tlds: ReadonlySet<string>): string | null {
  let dot = host.indexOf('.');
  while (dot !== -1) {
    const rest = host.slice(dot + 1);
    if (tlds.has(rest)) return rest;
    dot = host.indexOf('.', dot + 1);
  }
  return null;
}

/** What follows the first label of a name: its TLD, as the service lists them. */
export const tldOf = (name: string): string => name.slice(name.indexOf('.') + 1);
