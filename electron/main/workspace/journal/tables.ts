// Texts alone: every start loads them with the migrations, and nothing of what the migrations call.

/**
 * The journal of changes. It outlives the accounts it refers to, so it has no foreign keys to them.
 *
 * - `journal_entries`: append-only. `hash` covers the entry and the previous hash.
 * - `journal_head`: the number of entries and the last hash, so that truncation is detected.
 * - `journal_changes`: the projection of the entries, for lists. It can be rebuilt from them at any time. `service`: the guard's key, which
 *   is one for all labels of a login (F5); `is_premium`: a registration of a premium name that took effect; `at`: when a change was sent,
 *   or created where it was not; `paid_at`: when a paid change was sent, null where nothing was spent; both in milliseconds. `amount`: what
 *   it cost, in ten-thousandths; `currency`: the amount's own; `amount_by`: how that is known, null where nothing was charged.
 * - `journal_sealed`: the personal data that an open change sends, encrypted; deleted when the change closes.
 *
 * The indexes cover what lists, counts and sums ask for: by time, by batch, the paid ones, those that rest on the service's answer alone
 * (`accepted`), those that a registry proves, and those of the practice service, which lists and sums over all accounts are without, also
 * once its account is removed. A `change` that is no JSON is in none of them: the list is made anew from the entries, and until then the
 * file opens.
 */
export const journal = `
CREATE TABLE journal_entries (
  seq       INTEGER NOT NULL PRIMARY KEY,
  change_id TEXT NOT NULL,
  at        TEXT NOT NULL,
  state     TEXT NOT NULL,
  event     TEXT NOT NULL,
  hash      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX journal_entries_by_change ON journal_entries (change_id, seq);
CREATE TRIGGER journal_entries_stay_as_they_are BEFORE UPDATE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'An entry of the journal is never changed'); END;
CREATE TRIGGER journal_entries_stay BEFORE DELETE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'An entry of the journal is never removed'); END;

CREATE TABLE journal_head (
  only    INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  entries INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  hash    TEXT NOT NULL
) STRICT;
INSERT INTO journal_head (only, entries, changes, hash) VALUES (1, 0, 0, '');

CREATE TABLE journal_changes (
  number       INTEGER NOT NULL PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  account_id   TEXT NOT NULL,
  domain       TEXT NOT NULL,
  family       TEXT NOT NULL,
  kind         TEXT NOT NULL,
  state        TEXT NOT NULL,
  is_open      INTEGER NOT NULL,
  is_uncertain INTEGER NOT NULL,
  batch_id     TEXT,
  change       TEXT NOT NULL,
  answered     TEXT,
  service      TEXT NOT NULL DEFAULT '',
  took_effect  INTEGER NOT NULL DEFAULT 0,
  paid_at      INTEGER,
  is_premium   INTEGER NOT NULL DEFAULT 0,
  at           INTEGER NOT NULL DEFAULT 0,
  amount       INTEGER,
  currency     TEXT,
  amount_by    TEXT
) STRICT;
CREATE UNIQUE INDEX journal_changes_open ON journal_changes (account_id, domain, family) WHERE is_open = 1;
CREATE INDEX journal_changes_by_domain ON journal_changes (domain, account_id, family, number);
CREATE INDEX journal_changes_by_service ON journal_changes (domain, service, family, number, took_effect, is_open);
CREATE INDEX journal_changes_paid ON journal_changes (paid_at, account_id) WHERE paid_at IS NOT NULL;
CREATE INDEX journal_changes_by_batch
  ON journal_changes (batch_id, is_uncertain, number, state, kind, account_id, domain) WHERE batch_id IS NOT NULL;
CREATE INDEX journal_changes_of_account
  ON journal_changes (account_id, is_uncertain, number, state, kind, domain, batch_id);
CREATE INDEX journal_changes_of_all
  ON journal_changes (is_uncertain, number, state, kind, account_id, domain, batch_id);
CREATE INDEX journal_changes_by_time
  ON journal_changes (at, number, batch_id, is_uncertain, state, kind, account_id, domain);
CREATE INDEX journal_changes_of_batches
  ON journal_changes (batch_id, at, number, state, kind, account_id, domain, took_effect, is_uncertain, currency, amount_by, amount)
  WHERE batch_id IS NOT NULL;
CREATE INDEX journal_changes_amounts
  ON journal_changes (at, number, state, kind, account_id, domain, batch_id, is_uncertain, currency, amount_by, amount)
  WHERE amount_by IS NOT NULL;
CREATE INDEX journal_changes_accepted ON journal_changes (account_id, batch_id, kind, domain, at)
  WHERE state = 'confirmed' AND CASE WHEN json_valid(change) THEN json_extract(change, '$.proof') END = 'answer';
CREATE INDEX journal_changes_proven ON journal_changes (batch_id, account_id, kind, domain, state, at)
  WHERE CASE WHEN json_valid(change) THEN json_extract(change, '$.proof') END = 'registry';
CREATE INDEX journal_changes_of_practice ON journal_changes (account_id) WHERE service = 'practice\n';

CREATE TABLE journal_sealed (
  change_id TEXT NOT NULL PRIMARY KEY,
  bytes     BLOB NOT NULL
) STRICT;
`;

/**
 * What the journal cannot prove and nobody can rule out (G2, G3, G10), and what stays with it when a backup is restored.
 *
 * - `paid_doubts`: a name may have been paid for already. `domain`: null for every name; `service`: the login's key, null for
 *   every login; `family`: null for every paid one. `since`: from when on nobody knows; `at`: when that was found: an effect
 *   that was sent later ends it for its name. `known`: what the file or the mark said, and what of that is in no notice yet.
 *   `ended_at`: a person has checked.
 * - `effects_to_tell`: the portfolio comes from a backup; entries after `after_seq` are told to it once, up to change `beyond`.
 * - `workspace_identity`: tells two workspaces of one user apart.
 * - `removed_names`: names of an account for which the journal has a change, and that a person has removed from its portfolio. No effect
 *   of a change lists them again, nor does a restore of a backup that does not know that they are gone. Whatever adds a name takes it out.
 */
export const doubts = `
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

CREATE TABLE removed_names (
  account_id TEXT NOT NULL,
  name       TEXT NOT NULL,
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER domains_are_not_removed AFTER INSERT ON domains
BEGIN DELETE FROM removed_names WHERE account_id = NEW.account_id AND name = NEW.name; END;
`;

/**
 * The log of accesses to transfer codes. It outlives the accounts it refers to, so it has no foreign keys to them. It
 * contains no code and nothing derived from one.
 *
 * - `code_accesses`: append-only. An access is a line written before the service was asked (`access` is its own `seq`,
 *   `outcome` is null) and a second one with the outcome, unless the program ended before it was written. `hash` covers
 *   the line and the previous hash.
 * - `code_accesses_head`: the number of lines and the last hash, so that truncation is detected.
 */
export const codeAccesses = `
CREATE TABLE code_accesses (
  seq           INTEGER NOT NULL PRIMARY KEY,
  access        INTEGER NOT NULL,
  at            TEXT NOT NULL,
  account_id    TEXT NOT NULL,
  account_label TEXT NOT NULL,
  domain        TEXT NOT NULL,
  deed          TEXT NOT NULL,
  outcome       TEXT,
  hash          TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX code_accesses_asked ON code_accesses (domain, account_id, seq) WHERE outcome IS NULL;
CREATE UNIQUE INDEX code_accesses_answered ON code_accesses (access) WHERE outcome IS NOT NULL;
CREATE TRIGGER code_accesses_stay_as_they_are BEFORE UPDATE ON code_accesses
BEGIN SELECT RAISE(ABORT, 'A line about an access is never changed'); END;
CREATE TRIGGER code_accesses_stay BEFORE DELETE ON code_accesses
BEGIN SELECT RAISE(ABORT, 'A line about an access is never removed'); END;

CREATE TABLE code_accesses_head (
  only  INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  lines INTEGER NOT NULL,
  hash  TEXT NOT NULL
) STRICT;
INSERT INTO code_accesses_head (only, lines, hash) VALUES (1, 0, '');
`;

/**
 * What a team's database was asked to allow, and is still to be told.
 *
 * - `team_claims`: an attempt that the database is asked to allow, from before it is asked until its outcome is noted. `ticket` is its
 *   number there, and only grows: an attempt that is refused here after all is claimed again. `noted`: that its change is uncertain is.
 *   `last_effect`: the change that had taken effect last, as was agreed to.
 * - `team_outbox`: outcomes, in the order in which the journal has them. `refused`: what the database answered instead of taking it.
 *   `taken_as`: the number of the team's entry by which its database has taken the outcome; 0 where there was nothing to write. It is kept
 *   for a time, as a database that is put back to an older state has to be told again. `is_seen`: that entry was found there, before the
 *   one up to which the team's journal was seen.
 */
export const teamOutbox = `
CREATE TABLE team_claims (
  ticket      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  change_id   TEXT NOT NULL UNIQUE,
  attempt     INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  noted       TEXT,
  last_effect TEXT
) STRICT;

CREATE TABLE team_outbox (
  seq       INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  change_id TEXT NOT NULL,
  ticket    INTEGER NOT NULL,
  outcome   TEXT NOT NULL,
  body      TEXT NOT NULL,
  refused   TEXT,
  taken_as  INTEGER,
  is_seen   INTEGER NOT NULL DEFAULT 0
) STRICT;
`;

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
