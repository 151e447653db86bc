import { z } from 'zod';
import { change, changeKind } from './change-schemas.ts';
import * as s from './common-schemas.ts';
import { earlierPayment } from './error-schema.ts';
import { count, request } from './startup-schemas.ts';
import { backupFileName, restoreNotice } from './restore-schemas.ts';
import { backupReasons } from '../domain/restore-reasons.ts';
import { updateFaults, updateStatuses } from '../domain/update-statuses.ts';

/** A complete copy of the workspace, readable only by its owner. */
export const backup = z.object({
  /** The file's name in the backup folder. */
  name: backupFileName,
  madeAt: s.instant,
  reason: z.enum(backupReasons),
  bytes: count,
  /** The version of the workspace's migrations; null if it could not be read. */
  version: count.nullable(),
  /** `good`: it was opened and read completely, after it was made or later. `foreign`: its schema is not that of a backup of ours. */
  state: z.enum(['good', 'damaged', 'foreign', 'unchecked']),
});

export const mostOpenShown = 20;

/** What the workspace has that a backup of it does not, and what keeps the backup from being restored now. */
export const sinceBackup = z.object({
  backup,
  /** Why it cannot be restored now, as a sentence; null if it can. */
  whyNot: s.text(300).nullable(),
  /** The changes being sent, the oldest first: until they have ended, nothing is restored. */
  open: z.array(change).max(mostOpenShown).readonly(),
  /** How many there are, shown or not. */
  openCount: count,
  /** Entries of the journal. */
  entries: count,
  /** Changes that were begun since. */
  changes: count,
  /** Lines about accesses to transfer codes. */
  accesses: count,
});

/** Active work that a restart into a newer version waits for. */
const activeWork = z.enum(['session', 'change', 'batch', 'codes']);

export const updateState = z.object({
  status: z.enum(updateStatuses),
  /** Set where none is looked for: no address is built in, it is not installed, or the system's packages bring them. */
  disabledReason: z.enum(['no-feed', 'not-installed', 'by-package-manager']).nullable(),
  /** A newer version; null if there is none, or none is known. */
  newest: z.string().max(60).nullable(),
  /** What has to end before a replaced program is restarted. */
  waitsFor: z.array(activeWork).max(activeWork.options.length).readonly(),
  fault: z.enum(updateFaults).nullable(),
  checkedAt: s.instant.nullable(),
});

/** A difference between a service's answers and the API document. Contains paths and kinds only. */
export const deviation = z.object({
  operation: z.string().max(64),
  /** The path inside the answer, such as `[].prices.register`. */
  path: z.string().max(500),
  expected: z.string().max(100),
  seen: z.string().max(100),
  count,
  lastSeenAt: s.instant,
});

/** One part of a support bundle, exactly as written to the file: the user reads it before saving. */
export const bundlePart = z.object({ name: z.string().max(60), text: z.string().max(2_000_000) });

/** Requests for maintenance: backups, updates, diagnostics; part of the contract. */
export const upkeepRequests = {
  backups: {
    /** Newest first. */
    list: request(
      s.nothing,
      z.object({ backups: z.array(backup).max(100), folder: z.string().max(4_096), kept: count }),
    ),
    make: request(s.nothing, backup),
    /** Opens the backup and reads it completely. */
    verify: request(z.object({ name: backupFileName }), backup),
    /** Shows it in the folder of the backups. */
    showInFolder: request(z.object({ name: backupFileName }), s.nothing),
    /** What the journal has that this backup does not; opens the backup and reads it completely. */
    since: request(z.object({ name: backupFileName }), sinceBackup),
    /**
     * Restarts at once and replaces the workspace with the backup; the current workspace is stored as a backup of its
     * own. Fails if active work would be lost.
     */
    restore: request(z.object({ name: backupFileName }), s.nothing),
  },
  updates: {
    read: request(s.nothing, updateState),
    check: request(s.nothing, updateState),
    /**
     * Quits the application and starts the version that the package manager has put in its place. While there is active work it does
     * not, and the returned state says what it waits for.
     */
    restart: request(s.nothing, updateState),
    /** `isUpdated`: true once, for the first request of the first run after the version grew. */
    running: request(s.nothing, z.object({ version: z.string().max(60), isUpdated: z.boolean() })),
  },
  diagnostics: {
    /** Shows the log's file in its folder. */
    showLog: request(s.nothing, s.nothing),
    /** Most frequent first. */
    deviations: request(
      z.object({ accountId: s.accountId }),
      z.object({ deviations: z.array(deviation).max(5_000) }),
    ),
    /** Collects the information for a support request. Nothing leaves the program. */
    bundle: request(s.nothing, z.object({ id: z.uuid(), parts: z.array(bundlePart).max(20) })),
    /** Asks for a file and writes exactly what the user has read; null if the user cancelled. */
    saveBundle: request(z.object({ id: z.uuid() }), z.object({ path: z.string().max(4_096).nullable() })),
  },
} as const;

export const upkeepEvents = {
  'updates.changed': updateState,
  /** There is something to acknowledge: it is read by `restored.read`. */
  'restored.changed': s.nothing,
} as const;

/**
 * Something that needs attention after a restore.
 *
 * - `change`: a change that is uncertain, was carried out since the backup was made, or was planned in it and
 *   withdrawn.
 * - `batch-row`: a row of a batch of which it is not known whether it was carried out.
 * - `doubt`: a payment that the journal does not prove and nobody can rule out.
 */
export const restoreRow = z.discriminatedUnion('why', [
  z.object({ why: z.literal('change'), change }),
  z.object({
    why: z.literal('batch-row'),
    batchId: z.uuid(),
    domain: s.text(255),
    accountId: s.accountId,
    accountLabel: s.text(80),
    kind: changeKind,
  }),
  z.object({
    why: z.literal('doubt'),
    id: count,
    /** Null for every name of a login. */
    domain: s.text(255).nullable(),
    earlier: earlierPayment,
  }),
]);
export type RestoreRow = z.output<typeof restoreRow>;

/** Requests about a restore that nobody has acknowledged; part of the contract. */
export const restoreRequests = {
  restored: {
    /** Null if there is nothing to acknowledge. */
    read: request(s.nothing, z.object({ notice: restoreNotice.nullable() })),
    /** What needs attention, most urgent first: uncertain, withdrawn, not known, the rest. */
    rows: request(
      z.object({ offset: count, limit: z.int().min(1).max(200) }),
      z.object({ rows: z.array(restoreRow).max(200), total: count }),
    ),
    /**
     * A person has checked what was done: of one doubt, or of all that are listed but those that somebody said were done. `done`: the
     * names that were, one on a line, where the doubt is of every name; each stays in doubt by itself. Empty where none was.
     */
    checked: request(z.object({ id: count.nullable(), done: s.text(100_000) }), s.nothing),
    /** The user has reviewed the restore: paid changes can be sent again. */
    acknowledge: request(s.nothing, s.nothing),
  },
} as const;
