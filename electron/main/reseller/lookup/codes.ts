import { type CellCode, cellCode } from '#shared/domain/cell.ts';
import type { CheckedFinding, UnknownCause } from '#shared/domain/finding.ts';
import { isKnownRefusal, refusalIn } from '../answers.ts';
import { type Json, parseJson } from '../json.ts';
import { sayable } from '../mask.ts';
import { askedName, type AskedTld } from './asked.ts';
import { decide } from './decide.ts';
import { entriesIn } from './entries.ts';
import { findingOf } from './finding.ts';
import { matchEntries } from './match.ts';

/** What an answer says of the names that were asked, without their prices. */
export interface LookupCodes {
  /** One for each TLD that was asked, in their order. */
  readonly codes: Uint8Array;
  /** The service's words where it refused inside an answer that looked like one; or empty. */
  readonly said: string;
  /** The answer's JSON; undefined where there is none that can be used. */
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
 * @param bytes The body of a successful answer. @param label A-label. @param tlds As {@link askedTlds} makes them.
 */
export function codesIn(bytes: Uint8Array, label: string, tlds: readonly AskedTld[]): LookupCodes {
  const reading = read(textIn(bytes));
  const { body } = reading;
  if (reading.kind === 'none') {
    const code = cellCode('unknown', reading.cause);
    return { codes: new Uint8Array(tlds.length).fill(code), said: reading.said, body };
  }
  const asked = tlds.map((tld) => askedName(label, tld));
  const codes = Uint8Array.from(matchEntries(asked, reading.entries).byAsked, codeOf);
  return { codes, said: '', body };
}

/** The findings of an answer that was kept, with prices and messages, in the order of `tlds`. */
export function findingsIn(
  bytes: Uint8Array,
  label: string,
  tlds: readonly AskedTld[],
  checkedAt: string,
): readonly CheckedFinding[] {
  const reading = read(textIn(bytes));
  const asked = tlds.map((tld) => askedName(label, tld));
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
export const textIn = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\uFEFF/, '');

function read(text: string): Reading {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    return isKnownRefusal(text) ? refused(text, undefined) : none('unreadable', undefined);
  }
  const said = refusalIn(parsed.value);
  if (said !== null) return refused(said, parsed.value);
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

const refused = (words: string, body: Json | undefined): Reading => ({
  kind: 'none',
  cause: 'refused',
  said: sayable(words, []),
  body,
});

function codeOf(match: ReturnType<typeof matchEntries>['byAsked'][number]): CellCode {
  if (match === 'none') return cellCode('unknown', 'not-in-answer');
  if (match === 'contradiction') return cellCode('unknown', 'no-decision');
  const { kind, cause } = decide(match);
  return cellCode(kind, cause);
}
