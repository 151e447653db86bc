import type { CheckedFinding, UnknownCause } from '#shared/domain/finding.ts';
import { type CellCode, cellCode } from '#shared/domain/session.ts';
import { isObject, type Json, member, parseJson } from '../json.ts';
import { sanitize } from '../mask.ts';
import { isKnownRefusal, refusalIn } from '../refusals.ts';
import {
  askedName,
  type AskedTld,
  type AskedTlds,
  decide,
  doubtfulMembers,
  entriesIn,
  isDoubtful,
  isReserved,
  type Match,
  matchEntries,
} from './answer.ts';
import { findingOf } from './finding.ts';
import * as json from './json-bytes.ts';

/** The findings for the requested names as cell codes, without prices. */
interface LookupCodes {
  /** One for each requested TLD, in the same order. */
  readonly codes: Uint8Array;
  /** The service's words if it refused inside an answer with a success status; or empty. */
  readonly said: string;
  /** The answer's JSON; undefined if it is unusable or a refusal. */
  readonly body: Json | undefined;
}

/** The parsed answer as a whole: its entries, or why it has none. */
type Reading =
  | { readonly kind: 'entries'; readonly entries: readonly Json[]; readonly body: Json }
  | {
      readonly kind: 'none';
      readonly cause: UnknownCause;
      readonly said: string;
      readonly body: Json | undefined;
    };

/**
 * The cell codes for the names that a lookup asked for: the same findings as `lookup.judge`, without prices.
 *
 * @param bytes The body of a successful answer. @param label A-label. @param asked As {@link AskedTlds} are made.
 */
export function codesIn(bytes: Uint8Array, label: string, { list, arePlain }: AskedTlds): LookupCodes {
  const reading = read(textIn(bytes));
  const { body } = reading;
  if (reading.kind === 'none') {
    const code = cellCode('unknown', reading.cause);
    return { codes: new Uint8Array(list.length).fill(code), said: reading.said, body };
  }
  const inOrder = arePlain && plainLabel.test(label) ? codesInOrder(reading.entries, label, list) : null;
  if (inOrder !== null) return { codes: inOrder, said: '', body };
  const asked = list.map((tld) => askedName(label, tld));
  const codes = Uint8Array.from(matchEntries(asked, reading.entries).byAsked, codeOf);
  return { codes, said: '', body };
}

const plainLabel = /^[a-z0-9-]+$/;

/**
 * The codes if every entry names its domain and is in the requested order, as nearly always; null otherwise. Allocates
 * only the codes.
 */
function codesInOrder(entries: readonly Json[], label: string, list: readonly AskedTld[]): Uint8Array | null {
  if (entries.length !== list.length) return null;
  const codes = new Uint8Array(list.length);
  for (let index = 0; index < list.length; index += 1) {
    const entry = entries[index];
    const asciiTld = list[index]?.asciiTld ?? '';
    if (!isObject(entry) || !isNameOf(member(entry, 'domainName'), label, asciiTld)) return null;
    codes[index] = codeOf(entry);
  }
  return codes;
}

/** Whether a text is `label.asciiTld`, without concatenating them. */
const isNameOf = (name: Json | undefined, label: string, asciiTld: string): boolean =>
  typeof name === 'string' &&
  name.length === label.length + 1 + asciiTld.length &&
  name.charCodeAt(label.length) === dot &&
  name.startsWith(label) &&
  name.endsWith(asciiTld);

const dot = 0x2e;

/** The findings of a stored answer, with prices and messages, in the requested order. */
export function findingsIn(
  bytes: Uint8Array,
  label: string,
  { list }: AskedTlds,
  checkedAt: string,
): readonly CheckedFinding[] {
  const reading = read(textIn(bytes));
  const asked = list.map((tld) => askedName(label, tld));
  if (reading.kind === 'none') {
    const { cause, said } = reading;
    return asked.map(({ domain, tld }) => ({
      domain,
      tld,
      kind: 'unknown',
      cause,
      message: said,
      checkedAt,
      prices: [],
    }));
  }
  const { byAsked } = matchEntries(asked, reading.entries);
  return asked.map((name, index) => findingOf(name, byAsked[index] ?? 'none', checkedAt));
}

/** Decodes bytes as the transport decodes a body: UTF-8, without byte order marks. */
export const textIn = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\uFEFF+/, '');

function read(text: string): Reading {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    return isKnownRefusal(text) ? refused(text) : none('unreadable', undefined);
  }
  const said = refusalIn(parsed.value);
  if (said !== null) return refused(said);
  const entries = entriesIn(parsed.value);
  return entries === null
    ? none('unreadable', parsed.value)
    : { kind: 'entries', entries, body: parsed.value };
}

const none = (cause: UnknownCause, body: Json | undefined): Reading => ({
  kind: 'none',
  cause,
  said: '',
  body,
});

const refused = (words: string): Reading => ({
  kind: 'none',
  cause: 'refused',
  said: sanitize(words, []),
  body: undefined,
});

function codeOf(match: Match): CellCode {
  if (match === 'none') return cellCode('unknown', 'not-in-answer');
  if (match === 'contradiction') return cellCode('unknown', 'no-decision');
  const { kind, cause } = decide(match);
  return cellCode(kind, cause);
}

/**
 * The codes of an answer that is as documented and in the requested order, read directly from its bytes. Null for every
 * other answer, which `codesIn` reads. Nearly all answers of a session are of the first kind, and parsing one into
 * objects takes several times as long.
 *
 * @param bytes The body of a successful answer. @param label A-label.
 */
export function quickCodesIn(
  bytes: Uint8Array,
  label: string,
  { list, arePlain }: AskedTlds,
): Uint8Array | null {
  if (!arePlain || !plainLabel.test(label) || bytes[0] !== json.listBegin) return null;
  const codes = new Uint8Array(list.length);
  const end = takeEntries(codes, bytes, label, list);
  const isWhole = bytes[end] === json.listEnd && json.pastSpace(bytes, end + 1) === bytes.length;
  return isWhole ? codes : null;
}

/** Fills `codes`; returns the index after the last entry and the space behind it. */
function takeEntries(codes: Uint8Array, bytes: Uint8Array, label: string, list: readonly AskedTld[]): number {
  const entry = new Entry(bytes, label);
  let at = 0;
  for (let index = 0; index < list.length; index += 1) {
    if (index > 0 && bytes[at] !== json.comma) return json.nowhere;
    at = entry.take(json.pastSpace(bytes, at + 1), list[index]?.asciiTld ?? '');
    const code = at === json.nowhere ? null : entry.code();
    if (code === null) return json.nowhere;
    codes[index] = code;
    at = json.pastSpace(bytes, at);
  }
  return at;
}

const invalid = cellCode('invalid', null);
const reserved = cellCode('reserved', null);
const taken = cellCode('taken', null);
const premium = cellCode('premium', null);
const available = cellCode('available', null);

/** The members that decide a code. */
const deciding = [
  'domainName',
  'isAvailable',
  'isValidDomain',
  'isPremium',
  'isRegistered',
  'premiumCostPricing',
  ...doubtfulMembers,
  'error',
] as const;

/** By the length of a name, which alone rules out nearly all other members: the deciding ones, and which they are. */
const byLength: readonly (readonly { readonly letters: Uint8Array; readonly which: number }[] | null)[] =
  Array.from({ length: 1 + Math.max(...deciding.map((name) => name.length)) }, (_, length) => {
    const fitting = deciding.flatMap((name, which) =>
      name.length === length ? [{ letters: json.lettersOf(name), which }] : [],
    );
    return fitting.length === 0 ? null : fitting;
  });

const [ofName, ofAvailable, ofValid, ofPremium, ofRegistered, ofPrices] = [0, 1, 2, 3, 4, 5] as const;
const ofStatus = deciding.indexOf('status');
const ofError = deciding.indexOf('error');

const [unsaid, yes, no] = [0, 1, 2] as const;

/** The documented texts, and the empty one: none of them says that something failed. */
const plainTexts = ['', 'available for registration', 'available', 'unavailable', 'registered'].map((text) =>
  json.lettersOf(`"${text}"`),
);

/** How many arrays and objects enclose a member's value. */
const memberDepth = 2;

/** Reads the entries of an answer, one after the other. */
class Entry {
  readonly #bytes: Uint8Array;
  readonly #label: string;
  /** Indexed as `deciding`: what the current entry says in each (named as requested, free, …, reserved). */
  readonly #said = new Uint8Array(deciding.length);
  /** The number of the current entry's members so far. */
  #members = 0;

  constructor(bytes: Uint8Array, label: string) {
    this.#bytes = bytes;
    this.#label = label;
  }

  /** Reads the entry that begins at `from`, for the name under `tld`. Returns the index of its end. */
  take(from: number, tld: string): number {
    const bytes = this.#bytes;
    this.#said.fill(unsaid);
    this.#members = 0;
    let at = bytes[from] === json.objectBegin ? from : json.nowhere;
    do {
      at = at === json.nowhere ? at : this.#takeMember(json.pastSpace(bytes, at + 1), tld);
    } while (bytes[at] === json.comma);
    return bytes[at] === json.objectEnd ? at + 1 : json.nowhere;
  }

  /** The code that `decide` would give if the entry has every documented member; null otherwise. */
  code(): CellCode | null {
    const said = this.#said;
    if (said[ofName] !== yes || said[ofAvailable] === unsaid || said[ofPremium] === unsaid) return null;
    if (said[ofValid] === no) return invalid;
    if (said[ofAvailable] === no) return said[ofStatus] === yes ? reserved : taken;
    if (said[ofRegistered] === yes) return null;
    if (said[ofPremium] === yes) return premium;
    return said[ofPrices] === yes ? null : available;
  }

  /** The index after the member that begins at `from` and the space behind it. */
  #takeMember(from: number, tld: string): number {
    const bytes = this.#bytes;
    const nameEnd = bytes[from] === json.quote ? json.endOfName(bytes, from + 1) : json.nowhere;
    if (nameEnd === json.nowhere) return json.nowhere;
    if (!json.isNewName(bytes, from + 1, nameEnd, memberDepth, this.#members)) return json.nowhere;
    this.#members += 1;
    const valueAt = json.pastColon(bytes, nameEnd + 1);
    if (valueAt === json.nowhere || !this.#note(from + 1, nameEnd, valueAt, tld)) return json.nowhere;
    const end = json.pastValue(bytes, valueAt, memberDepth);
    return end === json.nowhere ? json.nowhere : json.pastSpace(bytes, end);
  }

  /** Records the value of a member that decides. False if it is not as documented, or says what the careful reading has to weigh. */
  #note(nameAt: number, nameEnd: number, valueAt: number, tld: string): boolean {
    const fitting = byLength[nameEnd - nameAt] ?? null;
    if (fitting === null) return true;
    for (const { letters, which } of fitting) {
      if (!json.isAt(this.#bytes, nameAt, letters)) continue;
      const value = this.#valueOf(which, valueAt, tld);
      this.#said[which] = value;
      return value !== unsaid;
    }
    return true;
  }

  #valueOf(which: number, at: number, tld: string): number {
    const bytes = this.#bytes;
    if (which === ofName) return this.#isName(at, tld) ? yes : unsaid;
    if (which === ofError) return unsaid;
    if (which === ofPrices) return isEmptyAt(bytes, at) ? no : yes;
    if (which < ofPrices) return json.isTrueAt(bytes, at) ? yes : json.isFalseAt(bytes, at) ? no : unsaid;
    return this.#textAt(at);
  }

  /** `yes` where a text says that the name is reserved, `no` where it says nothing that decides. */
  #textAt(at: number): number {
    const bytes = this.#bytes;
    for (const text of plainTexts) if (json.isAt(bytes, at, text)) return no;
    const end = bytes[at] === json.quote ? json.endOfPlainText(bytes, at + 1) : json.nowhere;
    if (end === json.nowhere) return unsaid;
    const text = textIn(bytes.subarray(at + 1, end));
    if (isDoubtful(text)) return unsaid;
    return isReserved(text) ? yes : no;
  }

  /** Whether the text at `at` is exactly the label under `tld`. */
  #isName(at: number, tld: string): boolean {
    const bytes = this.#bytes;
    const dotAt = at + 1 + this.#label.length;
    const endAt = dotAt + 1 + tld.length;
    return (
      bytes[at] === json.quote &&
      bytes[dotAt] === dot &&
      bytes[endAt] === json.quote &&
      json.isTextAt(bytes, at + 1, this.#label) &&
      json.isTextAt(bytes, dotAt + 1, tld)
    );
  }
}

/** Whether an empty array or object begins at `at`. */
function isEmptyAt(bytes: Uint8Array, at: number): boolean {
  const inside = json.pastSpace(bytes, at + 1);
  return (
    (bytes[at] === json.listBegin && bytes[inside] === json.listEnd) ||
    (bytes[at] === json.objectBegin && bytes[inside] === json.objectEnd)
  );
}
