// Texts alone: every start loads them with the migrations, and nothing of what the migrations call.

/**
 * The domains of the portfolio, with their templates, drafts and clients. Everything but the templates and clients is deleted with its
 * account.
 *
 * - `domains.known`: what is known of a domain, each value with its time and source, and the errors of its last reads. `expiries`: what
 *   each source has of its expiry; the one that is shown stays in `known`. `client`: whose it is, in a person's own words.
 * - `domain_events`: what happened to a domain beside its changes and imports, some hundred events at most: JSON of the values before and
 *   after it. It goes with the domain. `by`: the colleague who told it; null for what happened here.
 * - `domains.registrant`, `templates.body` of a contact, `drafts.body`: personal, and encrypted before they are stored.
 * - `clients`: the templates that orders and batches of a client propose, by their ids; one that was removed is as none.
 * - `ordered_clients`: whose a name will be that was ordered, until it arrives in the portfolio.
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
  expiries    TEXT NOT NULL DEFAULT '[]',
  client      TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX domains_by_client ON domains (client, account_id, name) WHERE client <> '';

CREATE TABLE domain_events (
  id         INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  domain     TEXT NOT NULL,
  kind       TEXT NOT NULL,
  at         INTEGER NOT NULL,
  changes    TEXT NOT NULL,
  by         TEXT,
  FOREIGN KEY (account_id, domain) REFERENCES domains (account_id, name) ON DELETE CASCADE
) STRICT;
CREATE INDEX domain_events_of_domain ON domain_events (account_id, domain, id);

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

CREATE TABLE clients (
  name        TEXT NOT NULL PRIMARY KEY,
  contact     TEXT,
  nameservers TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE ordered_clients (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  domain     TEXT NOT NULL,
  client     TEXT NOT NULL,
  PRIMARY KEY (account_id, domain)
) STRICT, WITHOUT ROWID;
`;

/**
 * What of the list of what needs a person is hidden until a day: the list itself is derived, and never stored.
 *
 * - `snoozes.item`: what it is about, as `AttentionItem.key`. `snooze`: those of one act of a person have the same one.
 */
export const snoozes = `
CREATE TABLE snoozes (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL,
  item       TEXT NOT NULL,
  until      TEXT NOT NULL,
  snooze     TEXT NOT NULL,
  PRIMARY KEY (account_id, kind, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX snoozes_by_act ON snoozes (snooze);
`;

/** Lists of names that are being looked up at their registries: `names` is a JSON list. */
export const registryRuns = `
CREATE TABLE registry_runs (
  id         TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  began_at   INTEGER NOT NULL,
  names      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/**
 * Imports of files into portfolios, each with what it changed of every domain, until that is taken back: JSON of the members before and
 * after it; `before` is null where it added the domain. `partly`: rows that were imported in part.
 *
 * - `import_mappings`: the columns that a person chose, by the titles of a file.
 * - `failed_imports`: files that could not be imported, each account's last ones: the name without a folder, and why. `skipped`: rows that
 *   can be mended, the first of them in `line`; of these the reason is in the file.
 */
export const domainImports = `
CREATE TABLE domain_imports (
  id         TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  at         INTEGER NOT NULL,
  source     TEXT NOT NULL,
  panel      TEXT,
  added      INTEGER NOT NULL,
  changed    INTEGER NOT NULL,
  unchanged  INTEGER NOT NULL,
  skipped    INTEGER NOT NULL,
  undone_at  INTEGER,
  partly     INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX domain_imports_of_account ON domain_imports (account_id, at);

CREATE TABLE domain_import_steps (
  import_id TEXT NOT NULL REFERENCES domain_imports (id) ON DELETE CASCADE,
  name      TEXT NOT NULL,
  before    TEXT NOT NULL,
  after     TEXT NOT NULL,
  PRIMARY KEY (import_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_mappings (
  signature TEXT NOT NULL PRIMARY KEY,
  fields    TEXT NOT NULL,
  saved_at  INTEGER NOT NULL
) STRICT;

CREATE TABLE failed_imports (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  source     TEXT NOT NULL,
  at         INTEGER NOT NULL,
  reason     TEXT NOT NULL,
  skipped    INTEGER NOT NULL,
  line       INTEGER NOT NULL,
  partly     INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, source)
) STRICT, WITHOUT ROWID;
`;

/**
 * What is watched while nobody looks.
 *
 * - `watched_names`: names of others. `seen`: what the person was told last of the name, null where nothing; `tried_at`: when it was
 *   last looked up, whatever came of it.
 * - `notified_expiries`: for the expiry of a domain, how many days ahead a person was last told of it.
 * - `notified_states`: what registries show that a person was told of, each once while it lasts (`ShownState`).
 * - `seen_prices`: on which day a price list of a name was first seen, in the order in which they followed each other.
 */
export const watching = `
CREATE TABLE watched_names (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  domain     TEXT NOT NULL,
  tld        TEXT NOT NULL,
  added_at   INTEGER NOT NULL,
  seen       TEXT,
  tried_at   INTEGER,
  PRIMARY KEY (account_id, domain)
) STRICT, WITHOUT ROWID;

CREATE TABLE notified_expiries (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  domain     TEXT NOT NULL,
  date       TEXT NOT NULL,
  days       INTEGER NOT NULL,
  PRIMARY KEY (account_id, domain)
) STRICT, WITHOUT ROWID;

CREATE TABLE notified_states (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  domain     TEXT NOT NULL,
  state      TEXT NOT NULL,
  since      TEXT NOT NULL,
  PRIMARY KEY (account_id, domain, state)
) STRICT, WITHOUT ROWID;

CREATE TABLE seen_prices (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  domain     TEXT NOT NULL,
  seen_at    INTEGER NOT NULL,
  kind       TEXT NOT NULL,
  prices     TEXT NOT NULL,
  PRIMARY KEY (account_id, domain, seen_at)
) STRICT, WITHOUT ROWID;
`;

const nowMs = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
const isHeard = 'EXISTS (SELECT 1 FROM team WHERE quiet = 0)';

/**
 * A trigger that notes parts of a domain as changed. What is hidden, or of the practice service of this computer, is told nobody.
 *
 * @param row The domain's. @param parts A query of their names.
 */
const noting = (name: string, event: string, row: 'NEW' | 'OLD', parts: string) => `
CREATE TRIGGER ${name} AFTER ${event} ON domains WHEN ${isHeard}
  AND EXISTS (SELECT 1 FROM accounts WHERE id = ${row}.account_id AND removed_at IS NULL AND kind = 'reseller')
BEGIN
  INSERT INTO team_edits (topic, account_id, key, part, at)
    SELECT 'domain', ${row}.account_id, ${row}.name, part, ${nowMs} FROM (${parts}) WHERE true
    ON CONFLICT (topic, account_id, key, part) DO UPDATE SET at = excluded.at, times = times + 1;
END;
`;
const whole = "SELECT '*' AS part";
const changed = ['tags', 'client', 'note', 'archived_at', 'known', 'expiries']
  .map((part) => `SELECT '${part}' AS part WHERE OLD.${part} IS NOT NEW.${part}`)
  .join(' UNION ALL ');

/**
 * The team that this workspace has joined, what colleagues did, and what the team shares of the portfolio
 * ([decision 0049](../../../../docs/decisions/0049-what-a-team-shares.md)).
 *
 * - `team`: one row or none. `desk_id`: this workspace's name in it, and its password's in the keychain. `last_seq`, `last_hash`: the entry up
 *   to which the team's journal was seen; `fault`: what was wrong with it after that, as JSON. `facts_seq`: up to where facts were fetched.
 *   `quiet`: while what others have told is written, it is not noted. `skipped`: so many rows of the team's database could not be read.
 * - `team_rows`: the present state of each change of a colleague. `number` is below 0, so that none is one of `journal_changes`, whose columns
 *   the others are. `is_paid`: a change of its kind costs something.
 * - `paid_twice`: a charged change with another one of the same name that took effect, and that nobody knew of who agreed to it. `at`: when
 *   its outcome was told.
 * - `team_facts`: what the team has, as far as it was fetched: `value` is JSON, null for a removal. `login`: as `serviceKey`, empty where it
 *   belongs to none. `applied`: it is in this workspace's own tables, or never will be; 2 where a removal waits for a yes of this workspace's
 *   person (T7). `removed_at`: when the name was removed here because of it, to count what one person removes in a day.
 * - `team_edits`: what the team is to be told: which part of what was changed when; 0 where that is not known. `times` counts, so that
 *   what is changed again meanwhile stays noted. Written by triggers, in the transaction of the change, and only in a team.
 */
export const team = `
CREATE TABLE team (
  one       INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  team_id   TEXT NOT NULL,
  name      TEXT NOT NULL,
  url       TEXT NOT NULL,
  user      TEXT NOT NULL,
  ca_file   TEXT,
  desk_id   TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  last_seq  INTEGER NOT NULL DEFAULT 0,
  last_hash TEXT NOT NULL DEFAULT '',
  fault     TEXT,
  facts_seq INTEGER NOT NULL DEFAULT 0,
  quiet     INTEGER NOT NULL DEFAULT 0,
  skipped   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE team_rows (
  number      INTEGER NOT NULL PRIMARY KEY,
  id          TEXT NOT NULL UNIQUE,
  team_id     TEXT NOT NULL,
  by          TEXT NOT NULL,
  login       TEXT NOT NULL,
  domain      TEXT NOT NULL,
  kind        TEXT NOT NULL,
  state       TEXT NOT NULL,
  took_effect INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  batch_id    TEXT,
  is_paid     INTEGER NOT NULL,
  amount      INTEGER,
  currency    TEXT,
  amount_by   TEXT GENERATED ALWAYS AS (CASE WHEN is_paid = 1 AND (took_effect = 1 OR state IN ('sending', 'uncertain'))
    THEN CASE WHEN amount IS NULL THEN 'not-given' ELSE 'price' END END) VIRTUAL
) STRICT;
CREATE INDEX team_rows_by_time ON team_rows (at, number);
CREATE INDEX team_rows_by_domain ON team_rows (domain, at);
CREATE INDEX team_rows_of_batches ON team_rows (batch_id) WHERE batch_id IS NOT NULL;

CREATE TABLE paid_twice (
  id          TEXT NOT NULL PRIMARY KEY,
  team_id     TEXT NOT NULL,
  domain      TEXT NOT NULL,
  kind        TEXT NOT NULL,
  login       TEXT NOT NULL,
  by          TEXT NOT NULL,
  at          INTEGER NOT NULL,
  other_login TEXT NOT NULL,
  other_by    TEXT NOT NULL,
  other_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE team_facts (
  topic      TEXT NOT NULL,
  login      TEXT NOT NULL,
  key        TEXT NOT NULL,
  field      TEXT NOT NULL,
  value      TEXT,
  at         INTEGER NOT NULL,
  by         TEXT NOT NULL,
  seq        INTEGER NOT NULL,
  applied    INTEGER NOT NULL,
  removed_at INTEGER,
  PRIMARY KEY (topic, login, key, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_facts_to_apply ON team_facts (topic, login, key) WHERE applied = 0;
CREATE INDEX team_facts_present ON team_facts (topic, login) WHERE field = 'present' AND value IS NOT NULL;
CREATE INDEX team_facts_held ON team_facts (login, by, key) WHERE applied = 2;
CREATE INDEX team_facts_removed ON team_facts (by, removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE team_edits (
  id         INTEGER PRIMARY KEY,
  topic      TEXT NOT NULL,
  account_id TEXT NOT NULL,
  key        TEXT NOT NULL,
  part       TEXT NOT NULL,
  at         INTEGER NOT NULL,
  times      INTEGER NOT NULL DEFAULT 1,
  UNIQUE (topic, account_id, key, part)
) STRICT;

${noting('team_domain_added', 'INSERT', 'NEW', whole)}
${noting('team_domain_removed', 'DELETE', 'OLD', whole)}
${noting('team_domain_changed', 'UPDATE', 'NEW', changed)}
CREATE TRIGGER team_account_added AFTER INSERT ON accounts WHEN ${isHeard}
BEGIN
  UPDATE team_facts SET applied = 0;
END;
CREATE TRIGGER team_account_moved AFTER UPDATE ON accounts
  WHEN ${isHeard} AND (OLD.base_url IS NOT NEW.base_url OR OLD.username IS NOT NEW.username)
BEGIN
  UPDATE team_facts SET applied = 0;
  INSERT INTO team_edits (topic, account_id, key, part, at) SELECT 'domain', account_id, name, '*', 0 FROM domains
    WHERE account_id = NEW.id AND NEW.kind = 'reseller'
    ON CONFLICT (topic, account_id, key, part) DO UPDATE SET times = times + 1;
END;
`;
