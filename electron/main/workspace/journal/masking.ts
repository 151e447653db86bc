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

/**
 * Nothing personal stays (G8, G12, G17). The functions are those of {@link defineMasking}.
 *
 * - `journal_entries.mask`: null for an entry as it was written. Where the event was masked, `hash` stays that of the event as it
 *   was written, and this one covers what there is now. An entry that does not verify is left as it is.
 * - `journal_changes` is made anew from the entries. `plan_rows.seen` of contacts held a digest that can be tested against
 *   guesses: without it, the rows are read again before they are sent.
 *
 * The entries are copied, not changed in place: SQLite clears the pages of a table that is dropped, but not what is left in a page
 * whose rows were moved.
 */
export const masks = `
CREATE TABLE masked_entries (
  seq       INTEGER NOT NULL PRIMARY KEY,
  change_id TEXT NOT NULL,
  at        TEXT NOT NULL,
  state     TEXT NOT NULL,
  event     TEXT NOT NULL,
  hash      TEXT NOT NULL,
  mask      TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO masked_entries
  WITH found AS (
    SELECT e.*, coalesce(p.hash, '') AS before,
      masked_event(coalesce(p.hash, ''), e.seq, e.change_id, e.at, e.state, e.event, e.hash, c.domain) AS masked
    FROM journal_entries e LEFT JOIN journal_entries p ON p.seq = e.seq - 1
    LEFT JOIN journal_changes c ON c.id = e.change_id
  )
  SELECT seq, change_id, at, state, coalesce(masked, event), hash,
    CASE WHEN masked IS NOT NULL THEN mask_hash(before, seq, change_id, at, state, masked, hash) END
  FROM found ORDER BY seq;
DROP TABLE journal_entries;
ALTER TABLE masked_entries RENAME TO journal_entries;
CREATE INDEX journal_entries_by_change ON journal_entries (change_id, seq);
CREATE TRIGGER journal_entries_stay_as_they_are BEFORE UPDATE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'An entry of the journal is never changed'); END;
CREATE TRIGGER journal_entries_stay BEFORE DELETE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'An entry of the journal is never removed'); END;
DELETE FROM journal_changes;

UPDATE plan_rows SET seen = printf('%064d', 0)
  WHERE seen <> '' AND plan_id IN (SELECT id FROM plans WHERE kind = 'contacts');

CREATE TEMP TABLE masked_deviations AS
  SELECT account_id, operation, masked_path(path) AS path, expected, seen, sum(count) AS count, max(last_seen_at) AS last_seen_at
  FROM deviations GROUP BY account_id, operation, masked_path(path), expected, seen;
DELETE FROM deviations;
INSERT INTO deviations SELECT * FROM masked_deviations;
DROP TABLE masked_deviations;
`;
