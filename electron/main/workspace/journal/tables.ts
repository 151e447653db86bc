// Texts alone: every start loads them with the migrations, and nothing of what the migrations call.

/**
 * What the journal cannot prove and nobody can rule out (G2, G3, G10).
 *
 * - `paid_doubts`: a name may have been paid for already. `domain`: null for every name; `service`: the login's key, null for
 *   every login; `family`: null for every paid one. `since`: from when on nobody knows; `at`: when that was found: an effect
 *   that was sent later ends it for its name. `known`: what the file or the mark said, and what of that is in no notice yet.
 *   `ended_at`: a person has checked.
 * - `effects_to_tell`: the portfolio comes from a backup; entries after `after_seq` are told to it once, up to change `beyond`.
 * - `workspace_identity`: tells two workspaces of one user apart. It stays with the journals when a backup is restored.
 *
 * What earlier versions noted of a restore is taken over.
 */
export const doubtsTable = `
CREATE TABLE paid_doubts (
  id       INTEGER NOT NULL PRIMARY KEY,
  domain   TEXT,
  service  TEXT,
  family   TEXT,
  since    INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  known    TEXT NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX paid_doubts_once
  ON paid_doubts (ifnull(domain, ''), ifnull(service, ''), ifnull(family, ''), at, known);
CREATE INDEX paid_doubts_by_domain ON paid_doubts (domain) WHERE ended_at IS NULL;
INSERT INTO paid_doubts (domain, service, family, since, at, known)
  SELECT domain, service, family, at, at, '{}' FROM restore_doubts;
DROP TABLE restore_doubts;
INSERT OR IGNORE INTO paid_doubts (domain, service, family, since, at, known)
  SELECT domain, service, family, unixepoch(json_extract(change, '$.changedAt')) * 1000,
    unixepoch(json_extract(change, '$.changedAt')) * 1000, '{}'
  FROM journal_changes WHERE state = 'withdrawn' AND CASE WHEN json_valid(change) THEN
    json_extract(change, '$.error.mayBeDone') END = 1;

CREATE TABLE effects_to_tell (
  only      INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  after_seq INTEGER NOT NULL,
  up_to     INTEGER NOT NULL,
  beyond    INTEGER NOT NULL
) STRICT;

CREATE TABLE workspace_identity (
  only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  id   TEXT NOT NULL
) STRICT;
INSERT INTO workspace_identity (only, id) VALUES (1, lower(hex(randomblob(16))));
`;

/**
 * Nothing personal stays (G8, G12, G17). The functions are those of `defineMasking`.
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

/**
 * `removed_names`: names of an account for which the journal has a change, and that a person has removed from its portfolio. No effect of a
 * change lists them again, nor does a restore of a backup that does not know that they are gone. Whatever adds a name takes it out.
 */
export const removedNames = `
CREATE TABLE removed_names (
  account_id TEXT NOT NULL,
  name       TEXT NOT NULL,
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER domains_are_not_removed AFTER INSERT ON domains
BEGIN DELETE FROM removed_names WHERE account_id = NEW.account_id AND name = NEW.name; END;
`;

/**
 * What the activity lists and adds up, made anew from the entries by the next opening.
 *
 * - `at`: when a change was sent, or created where it was not, in milliseconds.
 * - `amount`: what it cost, in ten-thousandths; `currency`: the amount's own; `amount_by`: how that is known, null where nothing was
 *   charged. `journal_changes.paid_at` says of the same changes that they count.
 *
 * The indexes cover what lists, counts and sums ask for: by time, by batch, and the paid ones.
 */
export const paidChanges = `
ALTER TABLE journal_changes ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE journal_changes ADD COLUMN amount INTEGER;
ALTER TABLE journal_changes ADD COLUMN currency TEXT;
ALTER TABLE journal_changes ADD COLUMN amount_by TEXT;
DELETE FROM journal_changes;
CREATE INDEX journal_changes_by_time
  ON journal_changes (at, number, batch_id, is_uncertain, state, kind, account_id, domain);
CREATE INDEX journal_changes_of_batches
  ON journal_changes (batch_id, at, number, state, kind, account_id, domain, took_effect, is_uncertain, currency, amount_by, amount)
  WHERE batch_id IS NOT NULL;
CREATE INDEX journal_changes_amounts
  ON journal_changes (at, number, state, kind, account_id, domain, batch_id, is_uncertain, currency, amount_by, amount)
  WHERE amount_by IS NOT NULL;
DROP INDEX journal_changes_accepted;
CREATE INDEX journal_changes_accepted ON journal_changes (account_id, batch_id, kind, domain, at)
  WHERE state = 'confirmed' AND CASE WHEN json_valid(change) THEN json_extract(change, '$.proof') END = 'answer';
DROP INDEX journal_changes_proven;
CREATE INDEX journal_changes_proven ON journal_changes (batch_id, account_id, kind, domain, state, at)
  WHERE CASE WHEN json_valid(change) THEN json_extract(change, '$.proof') END = 'registry';
CREATE INDEX domains_by_client ON domains (client, account_id, name) WHERE client <> '';
`;

/**
 * What a team's database was asked to allow, and is still to be told.
 *
 * - `team_claims`: an attempt that the database is asked to allow, from before it is asked until its outcome is noted. `ticket` is its
 *   number there, and only grows: an attempt that is refused here after all is claimed again. `noted`: that its change is uncertain is.
 * - `team_outbox`: outcomes, in the order in which the journal has them. `refused`: what the database answered instead of taking it.
 * - `batch_rows.team_effect`: as `Consent.teamEffect`; `none`: the team had none; null: it was not asked.
 */
export const teamOutbox = `
CREATE TABLE team_claims (
  ticket    INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  change_id TEXT NOT NULL UNIQUE,
  attempt   INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  noted     TEXT
) STRICT;

CREATE TABLE team_outbox (
  seq       INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  change_id TEXT NOT NULL,
  ticket    INTEGER NOT NULL,
  outcome   TEXT NOT NULL,
  body      TEXT NOT NULL,
  refused   TEXT
) STRICT;

ALTER TABLE batch_rows ADD COLUMN team_effect TEXT;
`;

/**
 * `team_outbox.taken_as`: the number of the team's entry by which its database has taken the outcome; 0 where there was nothing to write. It is
 * kept for a time, as a database that is put back to an older state has to be told again.
 */
export const outboxKept = 'ALTER TABLE team_outbox ADD COLUMN taken_as INTEGER';

/**
 * The tables of the journals, and of the team: a restore leaves them where they are. Without `team`, what is sent would be claimed no more;
 * and a membership from before would meet the outcomes of another desk.
 */
export const tablesOfJournals: readonly string[] = [
  'journal_entries',
  'journal_head',
  'journal_changes',
  'journal_sealed',
  'code_accesses',
  'code_accesses_head',
  'account_services',
  'login_aliases',
  'login_limits',
  'paid_doubts',
  'effects_to_tell',
  'workspace_identity',
  'removed_names',
  'team_claims',
  'team_outbox',
  'team',
  'team_rows',
  'paid_twice',
  'team_facts',
  'team_edits',
];
