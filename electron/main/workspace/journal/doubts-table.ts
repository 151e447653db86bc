/**
 * What the journal cannot prove and nobody can rule out (G2, G3, G10).
 *
 * - `paid_doubts`: a name may have been paid for already. `domain`: null for every name; `service`: the login's key, null for
 *   every login; `family`: null for every paid one. `since`: from when on nobody knows; `at`: when that was found: an effect
 *   that was sent later ends it for its name. `known`: what the file or the mark said. `ended_at`: a person has checked.
 * - `effects_to_tell`: the portfolio comes from a backup; entries after `after_seq` are told to it once, up to change `beyond`.
 * - `workspace_identity`: tells two workspaces of one user apart. It stays with the journals when a backup is restored.
 *
 * What earlier versions noted of a restore is taken over.
 */
export const doubtsTable = `
CREATE TABLE paid_doubts (
  id       INTEGER NOT NULL PRIMARY KEY,
  domain   TEXT,
  service  TEXT,
  family   TEXT,
  since    INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  known    TEXT NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX paid_doubts_once
  ON paid_doubts (ifnull(domain, ''), ifnull(service, ''), ifnull(family, ''), at, known);
CREATE INDEX paid_doubts_by_domain ON paid_doubts (domain) WHERE ended_at IS NULL;
INSERT INTO paid_doubts (domain, service, family, since, at, known)
  SELECT domain, service, family, at, at, '{}' FROM restore_doubts;
DROP TABLE restore_doubts;
INSERT OR IGNORE INTO paid_doubts (domain, service, family, since, at, known)
  SELECT domain, service, family, unixepoch(json_extract(change, '$.changedAt')) * 1000,
    unixepoch(json_extract(change, '$.changedAt')) * 1000, '{}'
  FROM journal_changes WHERE state = 'withdrawn' AND CASE WHEN json_valid(change) THEN
    json_extract(change, '$.error.mayBeDone') END = 1;

CREATE TABLE effects_to_tell (
  only      INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  after_seq INTEGER NOT NULL,
  up_to     INTEGER NOT NULL,
  beyond    INTEGER NOT NULL
) STRICT;

CREATE TABLE workspace_identity (
  only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  id   TEXT NOT NULL
) STRICT;
INSERT INTO workspace_identity (only, id) VALUES (1, lower(hex(randomblob(16))));
`;

/** The tables of the journals: a restore leaves them where they are. */
export const tablesOfJournals: readonly string[] = [
  'journal_entries',
  'journal_head',
  'journal_changes',
  'journal_sealed',
  'code_accesses',
  'code_accesses_head',
  'account_services',
  'login_aliases',
  'paid_doubts',
  'effects_to_tell',
  'workspace_identity',
];
