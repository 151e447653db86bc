// Texts alone: every start loads them with the migrations, and nothing of what the migrations call.

/**
 * Bulk lookups. A session without an account (`account_id` is null) is being removed: it is no longer listed, and its
 * rows are deleted in small steps.
 *
 * - `sessions.by_assistant`: whether an assistant asked for it.
 * - `name_lists`: names in blocks of compressed text, and an index from a name's hash to its row. Several sessions may
 *   share one list.
 * - `session_requests`: one row for each recorded request, never changed, in the order of recording. Ids are never
 *   reused (`session_counters`), so a session's requests after a given one are those with higher ids.
 * - `session_answers`: the answers of neighbouring requests, compressed together.
 * - `session_snapshots`: every cell as of the request `up_to`. Later results are read from the requests.
 */
export const sessions = `
CREATE TABLE name_lists (
  id    INTEGER NOT NULL PRIMARY KEY,
  names INTEGER NOT NULL
) STRICT;

CREATE TABLE name_blocks (
  list_id INTEGER NOT NULL REFERENCES name_lists (id) ON DELETE CASCADE,
  block   INTEGER NOT NULL,
  labels  BLOB NOT NULL,
  PRIMARY KEY (list_id, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE name_buckets (
  list_id INTEGER NOT NULL REFERENCES name_lists (id) ON DELETE CASCADE,
  bucket  INTEGER NOT NULL,
  entries BLOB NOT NULL,
  PRIMARY KEY (list_id, bucket)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  number       INTEGER NOT NULL PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  account_id   TEXT REFERENCES accounts (id) ON DELETE SET NULL,
  list_id      INTEGER NOT NULL REFERENCES name_lists (id),
  name         TEXT NOT NULL,
  state        TEXT NOT NULL,
  created_at   INTEGER NOT NULL,
  finished_at  INTEGER,
  source       TEXT NOT NULL,
  tlds         TEXT NOT NULL,
  rerun_of     TEXT,
  view         TEXT NOT NULL DEFAULT '',
  born_after   INTEGER NOT NULL,
  by_assistant INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_list ON sessions (list_id);

CREATE TABLE session_progress (
  session      INTEGER NOT NULL PRIMARY KEY REFERENCES sessions (number) ON DELETE CASCADE,
  changed_at   INTEGER NOT NULL,
  tallies      TEXT NOT NULL,
  remaining    INTEGER NOT NULL,
  shortlisted  INTEGER NOT NULL,
  last_request INTEGER NOT NULL
) STRICT;

CREATE TABLE session_counters (
  only         INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  last_request INTEGER NOT NULL,
  seals        INTEGER NOT NULL
) STRICT;
INSERT INTO session_counters (only, last_request, seals) VALUES (1, 0, 0);

CREATE TABLE session_requests (
  id           INTEGER NOT NULL PRIMARY KEY,
  session      INTEGER NOT NULL REFERENCES sessions (number),
  row          INTEGER NOT NULL,
  first_column INTEGER NOT NULL,
  columns      BLOB,
  codes        BLOB NOT NULL,
  checked_at   INTEGER NOT NULL,
  has_answer   INTEGER NOT NULL,
  message      TEXT NOT NULL
) STRICT;
CREATE INDEX session_requests_by_row ON session_requests (session, row);

CREATE TABLE session_answers (
  first_request INTEGER NOT NULL PRIMARY KEY,
  session       INTEGER NOT NULL REFERENCES sessions (number),
  lengths       BLOB NOT NULL,
  body          BLOB NOT NULL
) STRICT;

CREATE INDEX session_answers_by_session ON session_answers (session);

CREATE TABLE session_dictionaries (
  session INTEGER NOT NULL PRIMARY KEY REFERENCES sessions (number) ON DELETE CASCADE,
  body    BLOB NOT NULL
) STRICT;

CREATE TABLE session_snapshots (
  session    INTEGER NOT NULL PRIMARY KEY REFERENCES sessions (number) ON DELETE CASCADE,
  up_to      INTEGER NOT NULL,
  codes      BLOB NOT NULL,
  checked_at BLOB NOT NULL,
  pending    BLOB NOT NULL
) STRICT;

CREATE TABLE session_shortlist (
  session INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE,
  cell    INTEGER NOT NULL,
  PRIMARY KEY (session, cell)
) STRICT, WITHOUT ROWID;

CREATE TABLE paces (
  account_id          TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  requests_per_second REAL,
  concurrency         REAL NOT NULL,
  observed_at          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
