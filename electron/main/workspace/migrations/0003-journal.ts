/**
 * The journal of changes. It outlives the accounts that it tells of, so nothing in it points at them.
 *
 * - `journal_entries`: added, never changed, never removed. `hash` is over the entry and the hash before it.
 * - `journal_head`: how many there are and the last one's hash, so that a tail that was cut off is missed.
 * - `journal_changes`: what the entries tell, for lists. It can be made anew from them at any time.
 * - `journal_sealed`: what an open change sends and is personal, encrypted; gone when the change closes.
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
  plan_id      TEXT,
  change       TEXT NOT NULL,
  answered     TEXT
) STRICT;
CREATE UNIQUE INDEX journal_changes_open ON journal_changes (account_id, domain, family) WHERE is_open = 1;
CREATE INDEX journal_changes_by_domain ON journal_changes (domain, account_id, family, number);
CREATE INDEX journal_changes_by_plan ON journal_changes (plan_id, is_uncertain, number, state, kind, account_id, domain)
  WHERE plan_id IS NOT NULL;
CREATE INDEX journal_changes_of_account
  ON journal_changes (account_id, is_uncertain, number, state, kind, domain, plan_id);
CREATE INDEX journal_changes_of_all
  ON journal_changes (is_uncertain, number, state, kind, account_id, domain, plan_id);

CREATE TABLE journal_sealed (
  change_id TEXT NOT NULL PRIMARY KEY,
  bytes     BLOB NOT NULL
) STRICT;
`;
