import type { DatabaseSync } from 'node:sqlite';
import { maskedPath } from '../../reseller/json.ts';
import { maskedAgain } from '../../reseller/mask.ts';
import { outcomeWords } from '../../reseller/refusals.ts';
import { canonicalJson, hashOf } from '../chain.ts';
import { type EntryRow, maskHash } from './entries.ts';

/** Entries of earlier versions as far as masking has to know them; it must not fail on any other. */
type Loose = Readonly<Record<string, unknown>>;

const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Kinds whose requests are personal: a digest of one can be tested against guesses. */
const personalKinds: ReadonlySet<unknown> = new Set(['contacts', 'register']);
const isDigest = (text: unknown): boolean => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

/** The consent without the digest of contacts, which is the only state of 64 hexadecimal digits. */
const maskedConsent = ({ consent }: Loose): Loose =>
  isLoose(consent) && isDigest(consent['present']) ? { consent: { ...consent, present: '' } } : {};

const maskedError = ({ error }: Loose, known: readonly string[]): Loose =>
  isLoose(error) && typeof error['said'] === 'string'
    ? { error: { ...error, said: outcomeWords(error['said'], known) } }
    : {};

function maskedPlanned(event: Loose): Loose {
  const { what, personal } = event;
  const isPersonal = isLoose(what) && personalKinds.has(what['kind']);
  return {
    ...maskedConsent(event),
    ...(isLoose(personal) && { personal: null }),
    ...(isPersonal && { digest: '' }),
  };
}

function maskedMembers(event: Loose, known: readonly string[]): Loose {
  const { type, answer } = event;
  if (type === 'planned') return maskedPlanned(event);
  if (type === 'sending') return maskedConsent(event);
  const masked = type === 'answered' && typeof answer === 'string' ? maskedAgain(answer, known) : answer;
  return { ...maskedError(event, known), ...(masked !== answer && { answer: masked }) };
}

/**
 * The text of an entry's event without what earlier versions wrote of a person: answers as they came, and digests that can be
 * tested against guesses (G8, G12). Null where there is nothing to mask.
 */
export function maskedEvent(text: string, domain: string): string | null {
  const event: unknown = JSON.parse(text);
  if (!isLoose(event)) return null;
  const masked = canonicalJson({ ...event, ...maskedMembers(event, [domain]) });
  return masked === text ? null : masked;
}

/**
 * Entries that are taken from a file of an earlier version, masked as the migration masks them.
 *
 * @param before The hash of the entry before the first one.
 */
export function maskedLinks(
  links: readonly EntryRow[],
  before: string,
  domainOf: (changeId: string) => string | null,
): readonly EntryRow[] {
  const planned = new Map<string, string>();
  return links.map((link, index) => {
    const event: unknown = JSON.parse(link.eventText);
    if (isLoose(event) && typeof event['domain'] === 'string') planned.set(link.changeId, event['domain']);
    const domain = planned.get(link.changeId) ?? domainOf(link.changeId) ?? '';
    const eventText = maskedEvent(link.eventText, domain);
    if (eventText === null) return link;
    const masked = { ...link, eventText };
    return { ...masked, mask: maskHash(links[index - 1]?.hash ?? before, masked) };
  });
}

/**
 * The functions that migrations call. An entry that does not follow the one before it is left as it is: masking it would hide
 * that it was changed.
 */
export function defineMasking(database: DatabaseSync): void {
  const define = (name: string, work: (...given: string[]) => string | null): void =>
    database.function(name, { deterministic: true, varargs: true }, (...given) =>
      work(...given.map((value) => String(value ?? ''))),
    );
  // Asked again for each column: the answer for the last entry is kept, rather than the entries in a file of SQLite's own.
  let last: { readonly given: string; readonly masked: string | null } | null = null;
  define(
    'masked_event',
    (before = '', seq, changeId = '', at = '', state = '', eventText = '', hash, domain = '') => {
      const given = `${seq} ${hash}`;
      if (last?.given === given) return last.masked;
      const isWhole = hashOf(before, { seq: Number(seq), changeId, at, state, eventText }) === hash;
      last = { given, masked: isWhole ? maskedEvent(eventText, domain) : null };
      return last.masked;
    },
  );
  define('mask_hash', (before = '', seq, changeId = '', at = '', state = '', eventText = '', hash = '') =>
    maskHash(before, { seq: Number(seq), changeId, at, state, eventText, hash }),
  );
  define('masked_path', (path = '') => maskedPath(path));
}
