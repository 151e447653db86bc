/**
 * The names that are looked after, and the texts that are kept beside them. All but the templates goes with its account.
 *
 * - `domains.known`: what is known of a name, each value with its age and source, and what its last readings failed with.
 * - `domains.registrant`, `templates.body` of a contact, `drafts.body`: personal, and encrypted before they come here.
 */
export const portfolio = `
CREATE TABLE domains (
  account_id  TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name        TEXT NOT NULL,
  added_at    INTEGER NOT NULL,
  added_by    TEXT NOT NULL,
  tags        TEXT NOT NULL,
  note        TEXT NOT NULL DEFAULT '',
  archived_at INTEGER,
  known       TEXT NOT NULL DEFAULT '{}',
  registrant  BLOB,
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE children (
  account_id TEXT NOT NULL,
  domain     TEXT NOT NULL,
  host       TEXT NOT NULL,
  addresses  TEXT NOT NULL,
  at         INTEGER NOT NULL,
  source     TEXT NOT NULL,
  PRIMARY KEY (account_id, domain, host),
  FOREIGN KEY (account_id, domain) REFERENCES domains (account_id, name) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE templates (
  id   TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;

CREATE TABLE drafts (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  domain     TEXT NOT NULL,
  kind       TEXT NOT NULL,
  body       BLOB NOT NULL,
  saved_at   INTEGER NOT NULL,
  PRIMARY KEY (account_id, domain, kind)
) STRICT, WITHOUT ROWID;
`;
