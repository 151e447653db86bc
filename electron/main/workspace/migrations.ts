import { stepsAndUndo } from './batches/tables.ts';
import { foundation } from './foundation.ts';
import { doubtsTable, masks, outboxKept, paidChanges, removedNames, teamOutbox } from './journal/tables.ts';
import {
  clients,
  domainEvents,
  clientTemplates,
  domainImports,
  expiriesBySource,
  failedImports,
  notifiedStates,
  portfolio,
  registryRuns,
  snoozes,
  teamFacts,
  teamNews,
  teamRows,
  teams,
  watching,
} from './repositories/tables.ts';
import { sessions } from './sessions/tables.ts';

/**
 * The journal of changes. It outlives the accounts it refers to, so it has no foreign keys to them.
 *
 * - `journal_entries`: append-only. `hash` covers the entry and the previous hash.
 * - `journal_head`: the number of entries and the last hash, so that truncation is detected.
 * - `journal_changes`: the projection of the entries, for lists. It can be rebuilt from them at any time.
 * - `journal_sealed`: the personal data that an open change sends, encrypted; deleted when the change closes.
 */
const journal = `
CREATE TABLE journal_entries (
  seq       INTEGER NOT NULL PRIMARY KEY,
  change_id TEXT NOT NULL,
  at        TEXT NOT NULL,
  state     TEXT NOT NULL,
  event     TEXT NOT NULL,
  hash      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX journal_entries_by_change ON journal_entries (change_id, seq);
CREATE TRIGGER journal_entries_stay_as_they_are BEFORE UPDATE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'An entry of the journal is never changed'); END;
CREATE TRIGGER journal_entries_stay BEFORE DELETE ON journal_entries
BEGIN SELECT RAISE(ABORT, 'An entry of the journal is never removed'); END;

CREATE TABLE journal_head (
  only    INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  entries INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  hash    TEXT NOT NULL
) STRICT;
INSERT INTO journal_head (only, entries, changes, hash) VALUES (1, 0, 0, '');

CREATE TABLE journal_changes (
  number       INTEGER NOT NULL PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  account_id   TEXT NOT NULL,
  domain       TEXT NOT NULL,
  family       TEXT NOT NULL,
  kind         TEXT NOT NULL,
  state        TEXT NOT NULL,
  is_open      INTEGER NOT NULL,
  is_uncertain INTEGER NOT NULL,
  plan_id      TEXT,
  change       TEXT NOT NULL,
  answered     TEXT
) STRICT;
CREATE UNIQUE INDEX journal_changes_open ON journal_changes (account_id, domain, family) WHERE is_open = 1;
CREATE INDEX journal_changes_by_domain ON journal_changes (domain, account_id, family, number);
CREATE INDEX journal_changes_by_plan ON journal_changes (plan_id, is_uncertain, number, state, kind, account_id, domain)
  WHERE plan_id IS NOT NULL;
CREATE INDEX journal_changes_of_account
  ON journal_changes (account_id, is_uncertain, number, state, kind, domain, plan_id);
CREATE INDEX journal_changes_of_all
  ON journal_changes (is_uncertain, number, state, kind, account_id, domain, plan_id);

CREATE TABLE journal_sealed (
  change_id TEXT NOT NULL PRIMARY KEY,
  bytes     BLOB NOT NULL
) STRICT;
`;

/**
 * Batches and their rows. The outcome of a row is not stored here: it is read from the journal, by batch and domain.
 *
 * - `plans.after`: what each domain is to become, as text for the user.
 * - `plan_rows.before`: what was read, as text for the user; `seen`: the same in the form that is compared right before
 *   the change.
 * - `plan_rows.left_out`: why the program excluded the row; `by_hand`: the user excluded it.
 */
const plans = `
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

/**
 * The log of accesses to transfer codes. It outlives the accounts it refers to, so it has no foreign keys to them. It
 * contains no code and nothing derived from one.
 *
 * - `code_accesses`: append-only. An access is a line written before the service was asked (`access` is its own `seq`,
 *   `outcome` is null) and a second one with the outcome, unless the program ended before it was written. `hash` covers
 *   the line and the previous hash.
 * - `code_accesses_head`: the number of lines and the last hash, so that truncation is detected.
 */
const codeAccesses = `
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

/**
 * Guards by service instead of by account (F5), consent and limits for batches, and facts about what is to be renewed.
 *
 * - `account_services`: the address and user of each account as of this migration. Entries of earlier versions lack
 *   them and are never changed: they are looked up here.
 * - `journal_changes.service`: the guard's key; `took_effect`; `paid_at`: when a paid change was sent, in milliseconds,
 *   null where nothing was spent. The text of `change` is brought to its canonical form by the first walk of the chain.
 * - `plans.service`: as in `journal_changes`; `base_url`, `username`: the login that was reviewed. Empty for earlier
 *   batches, which are read again before they go on.
 * - `plans.reviewed_at`: when the last row was read; `consented_at`: when the batch was applied, null where the consent
 *   has expired; `rested_at`: when it was paused or halted; `limit_accepted`: the limit that was confirmed by typing.
 * - `plan_rows.last_effect`: the number of the last change of the family that had taken effect when the row was read;
 *   `taken_in`: the user included the row although the program had excluded it.
 */
const services = `
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

/** Findings of premium names may hold the ordinary price, which an earlier version read (F14); their answers stay. */
export const premiumPrices = `
UPDATE findings SET prices = '[]' WHERE kind = 'premium';
`;

/**
 * A removed account is hidden until the next start of the window, so that the removal can be undone (F16).
 *
 * - `accounts.removed_at`: the time of removal, null for all others. `removed_label`: its label; `label` holds a
 *   placeholder meanwhile, so that another account can use the label. `removed_active`: whether it was the active
 *   account.
 */
const removedAccounts = `
ALTER TABLE accounts ADD COLUMN removed_at INTEGER;
ALTER TABLE accounts ADD COLUMN removed_label TEXT;
ALTER TABLE accounts ADD COLUMN removed_active INTEGER NOT NULL DEFAULT 0;
`;

/**
 * How lists were left: filter, order and position, in the page's own format. Removed with its account.
 *
 * - `list_views.account_id`: null for a list that is not of one account.
 * - `list_views.body`: may hold what was typed into a filter. Not encrypted, like a domain's notes.
 */
const listViews = `
CREATE TABLE list_views (
  list       TEXT NOT NULL,
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  body       TEXT NOT NULL,
  saved_at   INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX list_views_by_list ON list_views (list, ifnull(account_id, ''));
CREATE INDEX list_views_by_account ON list_views (account_id);
`;

/**
 * `journal_changes_accepted`: the confirmed changes that rest on the service's answer alone, for a filter and its count. A text that
 * is no JSON is not among them: the list is made anew from the entries, and until then the file opens.
 */
const acceptedChanges = `
CREATE INDEX journal_changes_accepted ON journal_changes (account_id, plan_id, kind, domain)
  WHERE state = 'confirmed' AND CASE WHEN json_valid(change) THEN json_extract(change, '$.proof') END = 'answer';
`;

/** Workspaces that were in use with the default limits of then, which were never written down, keep them. */
const limitsInUse = `
INSERT INTO settings (name, value)
  SELECT 'limits', '{"changeSum":"250","batchSum":"2500","batchCount":100,"daySum":"5000","dayCount":250}'
  WHERE EXISTS (SELECT 1 FROM accounts)
  ON CONFLICT (name) DO NOTHING;
`;

/**
 * `restore_doubts`: domains that were rows of an unfinished paid batch in a backup that was restored, while the journal of the
 * replaced file could not be read to its end. Replaced by `paid_doubts`.
 */
const restoreDoubts = `
CREATE TABLE restore_doubts (
  domain  TEXT NOT NULL,
  service TEXT NOT NULL,
  family  TEXT NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (domain, service, family)
) STRICT, WITHOUT ROWID;
`;

/**
 * Logins under several addresses, and guards of paid changes that hold beyond one of them (G4).
 *
 * - `login_aliases`: a service's key (`serviceKey`), and the login that it belongs to where a person said that both are one. The
 *   columns `service` of the other tables hold the login.
 * - `journal_changes.is_premium`: a registration of a premium name that took effect.
 * - `plan_rows.last_effect`: the change's id; numbers are one workspace's.
 * - The final dot of a host goes: `masks` has the list of changes made anew from the entries, without it.
 */
const logins = `
CREATE TABLE login_aliases (
  service TEXT NOT NULL PRIMARY KEY,
  login   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE plan_rows ADD COLUMN effect TEXT;
UPDATE plan_rows SET effect = (SELECT id FROM journal_changes WHERE number = last_effect) WHERE last_effect > 0;
ALTER TABLE plan_rows DROP COLUMN last_effect;
ALTER TABLE plan_rows RENAME COLUMN effect TO last_effect;

UPDATE plans SET service = replace(replace(service, '.' || char(10), char(10)), '.:', ':');
UPDATE OR REPLACE paid_doubts SET service = replace(replace(service, '.' || char(10), char(10)), '.:', ':');

ALTER TABLE journal_changes ADD COLUMN is_premium INTEGER NOT NULL DEFAULT 0;
`;

/**
 * A batch is called a batch in the file too. The list of changes is made anew from the entries by the next opening; entries keep the
 * words that they were written with.
 */
const batches = `
ALTER TABLE plans RENAME TO batches;
ALTER TABLE plan_rows RENAME TO batch_rows;
ALTER TABLE batch_rows RENAME COLUMN plan_id TO batch_id;
ALTER TABLE journal_changes RENAME COLUMN plan_id TO batch_id;
DELETE FROM journal_changes;
DROP INDEX plans_of_account;
CREATE INDEX batches_of_account ON batches (account_id, created_at);
DROP INDEX journal_changes_by_plan;
CREATE INDEX journal_changes_by_batch
  ON journal_changes (batch_id, is_uncertain, number, state, kind, account_id, domain) WHERE batch_id IS NOT NULL;
UPDATE list_views SET body = json_remove(json_set(body, '$.view', json(json_extract(body, '$.look'))), '$.look')
  WHERE json_valid(body) AND json_type(body, '$.look') = 'object';
UPDATE list_views SET body = json_remove(json_set(body, '$.view.filter', json(json_extract(body, '$.view.look'))), '$.view.look')
  WHERE json_valid(body) AND json_type(body, '$.view.look') = 'object';
`;

/**
 * `list_views.name`: of a view that a person has saved; null for how a list was left. A saved view is never dropped for its age.
 */
const savedViews = `
ALTER TABLE list_views ADD COLUMN name TEXT;
DROP INDEX list_views_by_list;
CREATE UNIQUE INDEX list_views_by_list ON list_views (list, ifnull(account_id, ''), ifnull(name, ''));
`;

/** `journal_changes_proven`: the changes that a registry proves, for counts of a batch and of the list, and for its filter. */
const provenChanges = `
CREATE INDEX journal_changes_proven ON journal_changes (batch_id, account_id, kind, domain, state)
  WHERE CASE WHEN json_valid(change) THEN json_extract(change, '$.proof') END = 'registry';
`;

/** `last_orders.body`: what was typed for the last order of an account, encrypted. Removed with its account. */
const lastOrders = `
CREATE TABLE last_orders (
  account_id TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  body       BLOB NOT NULL,
  saved_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Whose changes the practice service was sent: lists and sums over all accounts are without them, also once the account is removed. */
const practiceChanges = `
CREATE INDEX journal_changes_of_practice ON journal_changes (account_id) WHERE service = 'practice\n';
`;

/** `login_limits`: the spending limits of accounts that are gone, by login, until another account of the login takes them (H15). */
const loginLimits = `
CREATE TABLE login_limits (
  service TEXT NOT NULL PRIMARY KEY,
  limits  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Saved views and nameserver sets are one's own alone; what others had shared stays as it is here. */
const sharedViewsGo = `
${['INSERT', 'UPDATE', 'DELETE']
  .map((event) => `DROP TRIGGER team_view_${event};\nDROP TRIGGER team_template_${event};\n`)
  .join('')}
ALTER TABLE list_views DROP COLUMN is_shared;
DELETE FROM team_edits WHERE topic <> 'domain';
DELETE FROM team_facts WHERE topic <> 'domain';
`;

/**
 * `team_facts.applied` is 2 where a removal waits for a yes of this workspace's person (T7). `removed_at`: when the name was removed here
 * because of it, to count what one person removes in a day.
 */
const heldRemovals = `
ALTER TABLE team_facts ADD COLUMN removed_at INTEGER;
CREATE INDEX team_facts_held ON team_facts (login, by, key) WHERE applied = 2;
CREATE INDEX team_facts_removed ON team_facts (by, removed_at) WHERE removed_at IS NOT NULL;
`;

/**
 * Limits of accounts that stand at the defaults of then become automatic: nobody had to choose them. What was learned below them is
 * learned again.
 */
export const automaticPace = `
UPDATE accounts SET options = json_set(options, '$.requestsPerSecond', NULL)
  WHERE CASE WHEN json_valid(options) THEN json_extract(options, '$.requestsPerSecond') END = 10;
UPDATE accounts SET options = json_set(options, '$.concurrency', NULL)
  WHERE CASE WHEN json_valid(options) THEN json_extract(options, '$.concurrency') END = 4;
DELETE FROM paces;
`;

/** In order: the first creates version 1 of the file, the second version 2. Never changed once released. */
export const migrations: readonly string[] = [
  foundation,
  sessions,
  journal,
  portfolio,
  plans,
  codeAccesses,
  services,
  premiumPrices,
  removedAccounts,
  listViews,
  acceptedChanges,
  limitsInUse,
  restoreDoubts,
  doubtsTable,
  logins,
  // `erases`: the contact fields that a row would empty, by name. In the digest, so what was reviewed before is read again.
  'ALTER TABLE plan_rows ADD COLUMN erases TEXT',
  // It has the list of changes made anew from the entries: outcomes of writes have other words as well.
  masks,
  batches,
  expiriesBySource,
  clients,
  removedNames,
  domainImports,
  snoozes,
  savedViews,
  watching,
  provenChanges,
  domainEvents,
  clientTemplates,
  failedImports,
  stepsAndUndo,
  paidChanges,
  // Who proposed a batch, where no person made it: `{ by, why }`.
  'ALTER TABLE batches ADD COLUMN proposal TEXT',
  lastOrders,
  registryRuns,
  teams,
  teamOutbox,
  // Entries about people, limits and reviews, which are few among those about domains.
  'CREATE INDEX team_changes_of_no_domain ON team_changes (team_id, seq) WHERE domain IS NULL',
  outboxKept,
  teamFacts,
  teamRows,
  // Why the account cannot be used, and since when: `{ what, status, at }`. Null where nothing is known against it.
  'ALTER TABLE accounts ADD COLUMN trouble TEXT',
  practiceChanges,
  // Whether an assistant asked for a session.
  'ALTER TABLE sessions ADD COLUMN by_assistant INTEGER NOT NULL DEFAULT 0',
  loginLimits,
  sharedViewsGo,
  teamNews,
  heldRemovals,
  notifiedStates,
  // Rows that were imported in part.
  `ALTER TABLE domain_imports ADD COLUMN partly INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE failed_imports ADD COLUMN partly INTEGER NOT NULL DEFAULT 0`,
  automaticPace,
];
