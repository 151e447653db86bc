/**
 * Many changes that are looked at as one. What became of a row is not kept here: the journal says it, by plan and domain.
 *
 * - `plans.after`: what each domain is to become, for people.
 * - `plan_rows.before`: what was read, for people; `seen`: the same as it is compared right before it is changed.
 * - `plan_rows.left_out`: why the row is not applied, as far as the program found; `by_hand`: a person said so.
 */
export const plans = `
CREATE TABLE plans (
  id          TEXT NOT NULL PRIMARY KEY,
  account_id  TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL,
  ask         TEXT NOT NULL,
  after       TEXT NOT NULL,
  state       TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  changed_at  INTEGER NOT NULL,
  digest      TEXT,
  goes_on     INTEGER NOT NULL DEFAULT 0,
  waiting_for TEXT
) STRICT;
CREATE INDEX plans_of_account ON plans (account_id, created_at);

CREATE TABLE plan_rows (
  plan_id  TEXT NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
  number   INTEGER NOT NULL,
  domain   TEXT NOT NULL,
  is_read  INTEGER NOT NULL DEFAULT 0,
  before   TEXT,
  seen     TEXT NOT NULL DEFAULT '',
  left_out TEXT,
  by_hand  INTEGER NOT NULL DEFAULT 0,
  error    TEXT,
  PRIMARY KEY (plan_id, number)
) STRICT, WITHOUT ROWID;
`;
