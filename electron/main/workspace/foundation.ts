/** Accounts, settings, TLDs, findings with their answers, deviations. Instants are milliseconds since 1970. */
export const foundation = `
CREATE TABLE accounts (
  id           TEXT NOT NULL PRIMARY KEY,
  kind         TEXT NOT NULL CHECK (kind IN ('practice', 'reseller')),
  label        TEXT NOT NULL COLLATE NOCASE UNIQUE,
  colour       TEXT NOT NULL,
  base_url     TEXT NOT NULL,
  username     TEXT NOT NULL,
  options      TEXT NOT NULL,
  key_place    TEXT NOT NULL DEFAULT 'none' CHECK (key_place IN ('keychain', 'none')),
  key_saved_at INTEGER,
  added        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE active_account (
  only       INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
) STRICT;

CREATE TABLE settings (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tld_lists (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  tlds       TEXT NOT NULL,
  read_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tld_sets (
  id   TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  tlds TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
  id         INTEGER NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  body       BLOB NOT NULL
) STRICT;
CREATE INDEX answers_by_account ON answers (account_id);

CREATE TABLE findings (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  domain     TEXT NOT NULL,
  tld        TEXT NOT NULL,
  kind       TEXT NOT NULL,
  cause      TEXT,
  message    TEXT NOT NULL,
  checked_at INTEGER NOT NULL,
  prices     TEXT NOT NULL,
  answer_id  INTEGER REFERENCES answers (id),
  PRIMARY KEY (account_id, domain)
) STRICT, WITHOUT ROWID;
CREATE INDEX findings_by_age ON findings (checked_at);
CREATE INDEX findings_by_answer ON findings (answer_id);

CREATE TABLE deviations (
  account_id   TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  operation    TEXT NOT NULL,
  path         TEXT NOT NULL,
  expected     TEXT NOT NULL,
  seen         TEXT NOT NULL,
  count        INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, operation, path, expected, seen)
) STRICT, WITHOUT ROWID;
`;
