/**
 * Which transfer codes were asked for. It outlives the accounts that it tells of, so nothing in it points at them. No code
 * is in it, nor anything made of one.
 *
 * - `code_accesses`: added, never changed, never removed. An access is a line that was there before the service was asked
 *   (`access` is its own `seq`, `outcome` is null) and one with what came, where the program lived to write it. `hash` is
 *   over the line and the hash before it.
 * - `code_accesses_head`: how many there are and the last one's hash, so that a tail that was cut off is missed.
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
