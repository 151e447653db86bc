import { type CellCode, cellCode } from '#shared/domain/cell.ts';
import type { CheckedFinding, UnknownCause } from '#shared/domain/finding.ts';
import { isKnownRefusal, refusalIn } from '../answers.ts';
import { isObject, type Json, member, parseJson } from '../json.ts';
import { sayable } from '../mask.ts';
import { askedName, type AskedTld, type AskedTlds } from './asked.ts';
import { decide } from './decide.ts';
import { entriesIn } from './entries.ts';
import { findingOf } from './finding.ts';
import { type Match, matchEntries } from './match.ts';

/** What an answer says of the names that were asked, without their prices. */
export interface LookupCodes {
  /** One for each TLD that was asked, in their order. */
  readonly codes: Uint8Array;
  /** The service's words where it refused inside an answer that looked like one; or empty. */
  readonly said: string;
  /** The answer's JSON; undefined where there is none that can be used, and where it refuses. */
  readonly body: Json | undefined;
}

/** What an answer says as a whole: its entries, or why it has none. */
type Reading =
  | { readonly kind: 'entries'; readonly entries: readonly Json[]; readonly body: Json }
  | {
      readonly kind: 'none';
      readonly cause: UnknownCause;
      readonly said: string;
      readonly body: Json | undefined;
    };

/**
 * The codes of the names that a look-up's answer was asked for: the same verdicts as `lookup.judge`, without prices.
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
 * The codes where every entry names its domain and each stands in the place in which it was asked for, as nearly always;
 * null where one does not. Nothing is made on the way but the codes.
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

/** Whether a text is `label.asciiTld`, without putting the two together. */
const isNameOf = (name: Json | undefined, label: string, asciiTld: string): boolean =>
  typeof name === 'string' &&
  name.length === label.length + 1 + asciiTld.length &&
  name.charCodeAt(label.length) === dot &&
  name.startsWith(label) &&
  name.endsWith(asciiTld);

const dot = 0x2e;

/** The findings of an answer that was kept, with prices and messages, in the order in which they were asked. */
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

/** As the transport reads a body: UTF-8, without a byte order mark. */
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
  said: sayable(words, []),
  body: undefined,
});

function codeOf(match: Match): CellCode {
  if (match === 'none') return cellCode('unknown', 'not-in-answer');
  if (match === 'contradiction') return cellCode('unknown', 'no-decision');
  const { kind, cause } = decide(match);
  return cellCode(kind, cause);
}
