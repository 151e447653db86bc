// Texts alone: every start loads them with the migrations, and nothing of what the migrations call.

/**
 * Batches and their rows. The outcome of a row is not stored here: it is read from the journal, by batch and domain.
 *
 * - `batches.after`: what each domain is to become, as text for the user. `service`: the guard's key, as in `journal_changes`; `base_url`,
 *   `username`: the login that was reviewed. `reviewed_at`: when the last row was read; `consented_at`: when the batch was applied, null
 *   where the consent has expired; `rested_at`: when it was paused or halted; `limit_accepted`: the limits that were confirmed by typing.
 *   `proposal`: who proposed it, where no person made it: `{ by, why }`.
 * - `batch_rows.before`: what was read, as text for the user; `seen`: the same in the form that is compared right before the change.
 *   `left_out`: why the program excluded the row; `by_hand`: the user excluded it; `taken_in`: the user included it although the program
 *   had excluded it. `last_effect`: the id of the last change of the family that had taken effect when the row was read; `team_effect`: as
 *   `Consent.teamEffect`, `none` where the team had none, null where it was not asked. `erases`: the contact fields that the row would
 *   empty, by name. `step`: `unlock` or `lock-again`; null for what the batch is for. `undoes`: the change that the row puts back, else
 *   null. `after`: what this row's domain is to become, where that is not the same for all. `remarks`: what it was weighed by, as JSON.
 * - `previous_contacts`: what contacts were before a change of them, and what it set, encrypted. Deleted after 30 days, and as soon
 *   as it is known that the change had no effect.
 */
export const batches = `
CREATE TABLE batches (
  id             TEXT NOT NULL PRIMARY KEY,
  account_id     TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind           TEXT NOT NULL,
  ask            TEXT NOT NULL,
  after          TEXT NOT NULL,
  state          TEXT NOT NULL,
  created_at     INTEGER NOT NULL,
  changed_at     INTEGER NOT NULL,
  digest         TEXT,
  goes_on        INTEGER NOT NULL DEFAULT 0,
  waiting_for    TEXT,
  service        TEXT NOT NULL DEFAULT '',
  base_url       TEXT,
  username       TEXT,
  reviewed_at    INTEGER,
  consented_at   INTEGER,
  rested_at      INTEGER,
  limit_accepted TEXT,
  stopped_by     TEXT,
  proposal       TEXT
) STRICT;
CREATE INDEX batches_of_account ON batches (account_id, created_at);

CREATE TABLE batch_rows (
  batch_id    TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  number      INTEGER NOT NULL,
  domain      TEXT NOT NULL,
  is_read     INTEGER NOT NULL DEFAULT 0,
  before      TEXT,
  seen        TEXT NOT NULL DEFAULT '',
  left_out    TEXT,
  by_hand     INTEGER NOT NULL DEFAULT 0,
  error       TEXT,
  renewal     TEXT,
  taken_in    INTEGER NOT NULL DEFAULT 0,
  last_effect TEXT,
  erases      TEXT,
  step        TEXT,
  undoes      TEXT,
  after       TEXT,
  team_effect TEXT,
  PRIMARY KEY (batch_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE previous_contacts (
  change_id  TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  at         INTEGER NOT NULL,
  bytes      BLOB NOT NULL
) STRICT;
CREATE INDEX previous_contacts_of_account ON previous_contacts (account_id);
`;

export const remarksOfRows = "ALTER TABLE batch_rows ADD COLUMN remarks TEXT NOT NULL DEFAULT '[]';";
