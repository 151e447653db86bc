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
  entriesIn,
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

/** Decodes bytes as the transport decodes a body: UTF-8, without a byte order mark. */
export function textIn(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
}

const byteOrderMark = 0xfeff;

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

const reservedText = json.lettersOf('"reserved"');

/** The members that decide a code. Each has another length, so the length alone rules out nearly all other members. */
const deciding = ['domainName', 'isAvailable', 'isValidDomain', 'isPremium', 'status', 'error'] as const;
const lengths = deciding.map((name) => name.length);
const [ofName = 0, ofAvailable = 0, ofValid = 0, ofPremium = 0, ofStatus = 0, ofError = 0] = lengths;
const byLength: readonly (Uint8Array | null)[] = Array.from(
  { length: 1 + Math.max(...lengths) },
  (_, length) => {
    const name = deciding.find((each) => each.length === length);
    return name === undefined ? null : json.lettersOf(name);
  },
);

const [unsaid, yes, no] = [0, 1, 2] as const;

/** How many arrays and objects enclose a member's value. */
const memberDepth = 2;

/** Reads the entries of an answer, one after the other. */
class Entry {
  readonly #bytes: Uint8Array;
  readonly #label: string;
  /**
   * Indexed by the length of the members' names: what the current entry says in each (named as requested, free, …,
   * reserved).
   */
  readonly #said = new Uint8Array(byLength.length);

  constructor(bytes: Uint8Array, label: string) {
    this.#bytes = bytes;
    this.#label = label;
  }

  /** Reads the entry that begins at `from`, for the name under `tld`. Returns the index of its end. */
  take(from: number, tld: string): number {
    const bytes = this.#bytes;
    this.#said.fill(unsaid);
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
    return said[ofPremium] === yes ? premium : available;
  }

  /** The index after the member that begins at `from` and the space behind it. */
  #takeMember(from: number, tld: string): number {
    const bytes = this.#bytes;
    const nameEnd = bytes[from] === json.quote ? json.endOfPlainText(bytes, from + 1) : json.nowhere;
    const valueAt = nameEnd === json.nowhere ? json.nowhere : json.pastColon(bytes, nameEnd + 1);
    if (valueAt === json.nowhere || !this.#note(from + 1, nameEnd, valueAt, tld)) return json.nowhere;
    const end = json.pastValue(bytes, valueAt, memberDepth);
    return end === json.nowhere ? json.nowhere : json.pastSpace(bytes, end);
  }

  /** Records the value of a member that decides. False if it is not as documented, or comes twice. */
  #note(nameAt: number, nameEnd: number, valueAt: number, tld: string): boolean {
    const length = nameEnd - nameAt;
    const name = byLength[length] ?? null;
    if (name === null || !json.isAt(this.#bytes, nameAt, name)) return true;
    if (length === ofError || this.#said[length] !== unsaid) return false;
    const value = this.#valueOf(length, valueAt, tld);
    this.#said[length] = value;
    return value !== unsaid;
  }

  #valueOf(length: number, at: number, tld: string): number {
    const bytes = this.#bytes;
    if (length === ofName) return this.#isName(at, tld) ? yes : unsaid;
    if (length !== ofStatus) return json.isTrueAt(bytes, at) ? yes : json.isFalseAt(bytes, at) ? no : unsaid;
    if (json.isAt(bytes, at, reservedText)) return yes;
    return bytes[at] === json.quote && json.endOfPlainText(bytes, at + 1) !== json.nowhere ? no : unsaid;
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
