/**
 * Guards by service instead of by account (F5), consent and limits for batches, and facts about what is to be renewed.
 *
 * - `account_services`: the address and user of each account as it was when this step ran. Entries of before do not hold them,
 *   and are never changed: this is where they are looked up.
 * - `journal_changes.service`: the guard's key; `took_effect`, `paid_at`: when a paid change was sent, milliseconds, null where
 *   nothing was spent. The text of `change` is brought to its canonical form by the first walk of the chain.
 * - `plans.service`: as of `journal_changes`; `base_url`, `username`: the login that was reviewed. Empty for batches of before,
 *   which are read anew before they go on.
 * - `plans.reviewed_at`: when the last row was read; `consented_at`: when it was applied, null where that does not hold any
 *   more; `rested_at`: when it was paused or halted; `limit_accepted`: the limit that was confirmed by typing.
 * - `plan_rows.last_effect`: the number of the last change of the family that had taken effect when the row was read;
 *   `taken_in`: a person included it although the program had excluded it.
 */
export const services = `
CREATE TABLE account_services (
  account_id TEXT NOT NULL PRIMARY KEY,
  base_url   TEXT NOT NULL,
  username   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO account_services (account_id, base_url, username)
  SELECT id, CASE kind WHEN 'practice' THEN 'practice' ELSE base_url END, CASE kind WHEN 'practice' THEN '' ELSE username END
  FROM accounts;

ALTER TABLE journal_changes ADD COLUMN service TEXT NOT NULL DEFAULT '';
ALTER TABLE journal_changes ADD COLUMN took_effect INTEGER NOT NULL DEFAULT 0;
ALTER TABLE journal_changes ADD COLUMN paid_at INTEGER;
DELETE FROM journal_changes;

CREATE INDEX journal_changes_by_service ON journal_changes (domain, service, family, number, took_effect, is_open);
CREATE INDEX journal_changes_paid ON journal_changes (paid_at, account_id) WHERE paid_at IS NOT NULL;

ALTER TABLE plans ADD COLUMN service TEXT NOT NULL DEFAULT '';
ALTER TABLE plans ADD COLUMN base_url TEXT;
ALTER TABLE plans ADD COLUMN username TEXT;
ALTER TABLE plans ADD COLUMN reviewed_at INTEGER;
ALTER TABLE plans ADD COLUMN consented_at INTEGER;
ALTER TABLE plans ADD COLUMN rested_at INTEGER;
ALTER TABLE plans ADD COLUMN limit_accepted TEXT;
ALTER TABLE plans ADD COLUMN stopped_by TEXT;
ALTER TABLE plan_rows ADD COLUMN last_effect INTEGER NOT NULL DEFAULT 0;
ALTER TABLE plan_rows ADD COLUMN renewal TEXT;
ALTER TABLE plan_rows ADD COLUMN taken_in INTEGER NOT NULL DEFAULT 0;
`;
