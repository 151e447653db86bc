import { batches, remarksOfRows } from './batches/tables.ts';
import { codeAccesses, doubts, journal, teamOutbox } from './journal/tables.ts';
import { domainImports, portfolio, registryRuns, snoozes, team, watching } from './repositories/tables.ts';
import { sessions } from './sessions/tables.ts';

/**
 * Accounts, logins, settings, lists as they were left, TLDs, findings with their answers, deviations. Instants are milliseconds since
 * 1970.
 *
 * - `accounts.removed_at`: a removed account is hidden until the next start of the window, so that the removal can be undone (F16); null for
 *   all others. `removed_label`: its label; `label` holds a placeholder meanwhile, so that another account can use the label.
 *   `removed_active`: whether it was the active account. `trouble`: why it cannot be used, and since when: `{ what, status, at }`; null
 *   where nothing is known against it.
 * - `login_aliases`: a service's key (`serviceKey`), and the login that it belongs to where a person said that both are one. The columns
 *   `service` of the other tables hold the login. `login_limits`: the spending limits of accounts that are gone, by login, until another
 *   account of the login takes them (H15).
 * - `last_orders.body`: what was typed for the last order of an account, encrypted.
 * - `list_views`: how lists were left: filter, order and position, in the page's own format. `account_id`: null for a list that is not of
 *   one account. `body`: may hold what was typed into a filter; not encrypted, like a domain's notes. `name`: of a view that a person has
 *   saved, which is never dropped for its age; null for how a list was left.
 */
const foundation = `
CREATE TABLE accounts (
  id             TEXT NOT NULL PRIMARY KEY,
  kind           TEXT NOT NULL CHECK (kind IN ('practice', 'reseller')),
  label          TEXT NOT NULL COLLATE NOCASE UNIQUE,
  colour         TEXT NOT NULL,
  base_url       TEXT NOT NULL,
  username       TEXT NOT NULL,
  options        TEXT NOT NULL,
  key_place      TEXT NOT NULL DEFAULT 'none' CHECK (key_place IN ('keychain', 'none')),
  key_saved_at   INTEGER,
  added          INTEGER NOT NULL,
  removed_at     INTEGER,
  removed_label  TEXT,
  removed_active INTEGER NOT NULL DEFAULT 0,
  trouble        TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE active_account (
  only       INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
) STRICT;

CREATE TABLE settings (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE login_aliases (
  service TEXT NOT NULL PRIMARY KEY,
  login   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE login_limits (
  service TEXT NOT NULL PRIMARY KEY,
  limits  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE last_orders (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  body       BLOB NOT NULL,
  saved_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE list_views (
  list       TEXT NOT NULL,
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  body       TEXT NOT NULL,
  saved_at   INTEGER NOT NULL,
  name       TEXT
) STRICT;
CREATE UNIQUE INDEX list_views_by_list ON list_views (list, ifnull(account_id, ''), ifnull(name, ''));
CREATE INDEX list_views_by_account ON list_views (account_id);

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

/** In order: the first creates version 1 of the file, the second version 2. A step is never changed: somebody has a file of it. */
export const migrations: readonly string[] = [
  [
    foundation,
    sessions,
    portfolio,
    snoozes,
    domainImports,
    registryRuns,
    watching,
    journal,
    doubts,
    codeAccesses,
    batches,
    team,
    teamOutbox,
  ].join(''),
  remarksOfRows,
];
