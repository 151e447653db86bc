// Texts alone: every start loads them with the migrations, and nothing of what the migrations call.

/**
 * Several steps for a domain, and the way back.
 *
 * - `batch_rows.step`: `unlock` or `lock-again`; null for what the batch is for. `undoes`: the change that the row puts back, else
 *   null. `after`: what this row's domain is to become, where that is not the same for all.
 * - `previous_contacts`: what contacts were before a change of them, and what it set, encrypted. Deleted after 30 days, and as soon
 *   as it is known that the change had no effect.
 */
export const stepsAndUndo = `
ALTER TABLE batch_rows ADD COLUMN step TEXT;
ALTER TABLE batch_rows ADD COLUMN undoes TEXT;
ALTER TABLE batch_rows ADD COLUMN after TEXT;
CREATE TABLE previous_contacts (
  change_id  TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  at         INTEGER NOT NULL,
  bytes      BLOB NOT NULL
) STRICT;
CREATE INDEX previous_contacts_of_account ON previous_contacts (account_id);
`;
