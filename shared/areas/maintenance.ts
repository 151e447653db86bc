import { z } from 'zod';
import { type Backup, backupReasons, type RestoreNotice, type SinceBackup } from '../domain/backup.ts';
import type { BundlePart, Deviation, LogLine } from '../domain/diagnostics.ts';
import {
  updateFaults,
  updateDisabledReasons,
  activeWorkKinds,
  type UpdateState,
  updateStatuses,
} from '../domain/update.ts';
import { change, changeKind, changeState } from './change-schemas.ts';
import * as s from './common-schemas.ts';
import { request, type Same } from './startup-schemas.ts';

const count = z.int().min(0);

const backup = z.object({
  name: s.backupFileName,
  madeAt: s.instant,
  reason: z.enum(backupReasons),
  bytes: count,
  version: count.nullable(),
  state: z.enum(['good', 'damaged', 'unchecked']),
});

const sinceBackup = z.object({ backup, entries: count, changes: count, accesses: count });

const updateState = z.object({
  status: z.enum(updateStatuses),
  hindrance: z.enum(updateDisabledReasons).nullable(),
  offered: z
    .object({
      version: z.string().max(60),
      releasedAt: s.instant.nullable(),
      notes: z.string().max(50_000),
    })
    .nullable(),
  percent: z.number().min(0).max(100).nullable(),
  waitsFor: z.array(z.enum(activeWorkKinds)).max(activeWorkKinds.length).readonly(),
  fault: z.enum(updateFaults).nullable(),
  checkedAt: s.instant.nullable(),
});

const loggedError = z.object({
  class: z.string().max(100),
  code: z.string().max(100).nullable(),
  frames: z.array(z.string().max(100)).max(20).readonly(),
});

const logLine = z.object({
  index: count,
  at: s.instant,
  level: z.enum(['info', 'warning', 'error']),
  event: z.string().max(60),
  fields: z.record(z.string().max(60), z.union([z.string().max(100), z.number(), z.boolean()])),
  errors: z.array(loggedError).max(5).readonly(),
});

const deviation = z.object({
  operation: z.string().max(64),
  path: z.string().max(500),
  expected: z.string().max(100),
  seen: z.string().max(100),
  count,
  lastSeenAt: s.instant,
});

const bundlePart = z.object({ name: z.string().max(60), text: z.string().max(2_000_000) });

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
    verify: request(z.object({ name: s.backupFileName }), backup),
    /** What the journal has that this backup does not; opens the backup and reads it completely. */
    since: request(z.object({ name: s.backupFileName }), sinceBackup),
    /**
     * Restarts at once and replaces the workspace with the backup; the current workspace is stored as a backup of its
     * own. Fails if active work would be lost.
     */
    restore: request(z.object({ name: s.backupFileName }), s.nothing),
  },
  updates: {
    read: request(s.nothing, updateState),
    check: request(s.nothing, updateState),
    download: request(s.nothing, updateState),
    /**
     * Quits the application and starts the new version. While there is active work it does not, and the returned state
     * says what it waits for.
     */
    install: request(s.nothing, updateState),
  },
  diagnostics: {
    /** Newest first. `before`: the index of the line after which to continue; null starts at the newest. */
    log: request(
      z.object({
        incidentId: z.string().max(20).nullable(),
        level: z.enum(['all', 'problems']),
        before: count.nullable(),
        limit: z.int().min(1).max(500),
      }),
      /**
       * `total`: all matching lines. `lost`: lines in the range read that could not be written, or are not in the log's
       * format.
       */
      z.object({ lines: z.array(logLine).max(500), total: count, lost: count }),
    ),
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
} as const;

/** Does not compile unless the schemas match the domain's types. */
export const upkeepSchemasSayWhatTheTypesSay: readonly [
  Same<z.output<typeof backup>, Backup>,
  Same<z.output<typeof s.restoreNotice>, RestoreNotice>,
  Same<z.output<typeof sinceBackup>, SinceBackup>,
  Same<z.output<typeof updateState>, UpdateState>,
  Same<z.output<typeof logLine>, LogLine>,
  Same<z.output<typeof deviation>, Deviation>,
  Same<z.output<typeof bundlePart>, BundlePart>,
] = [true, true, true, true, true, true, true];

const rowCount = z.int().min(0);

/**
 * Something that needs attention after a restore.
 *
 * - `change`: a change that is uncertain, was carried out since the backup was made, or was planned in it and
 *   withdrawn.
 * - `batch-row`: a row of a batch of which it is not known whether it was carried out.
 * - `apart`: a change that only the replaced file contains.
 */
export const restoreRow = z.discriminatedUnion('why', [
  z.object({ why: z.literal('change'), change }),
  z.object({
    why: z.literal('batch-row'),
    planId: z.uuid(),
    domain: s.text(255),
    accountId: s.accountId,
    accountLabel: s.text(80),
    kind: changeKind,
  }),
  z.object({
    why: z.literal('apart'),
    domain: s.text(255),
    accountLabel: s.text(80),
    kind: changeKind,
    state: changeState,
  }),
]);
export type RestoreRow = z.output<typeof restoreRow>;

/** Requests about a restore that nobody has acknowledged; part of the contract. */
export const restoreRequests = {
  restored: {
    /** Null if there is nothing to acknowledge. */
    read: request(s.nothing, z.object({ notice: s.restoreNotice.nullable() })),
    /** What needs attention, most urgent first: uncertain, withdrawn, not known, the rest. */
    rows: request(
      z.object({ offset: rowCount, limit: z.int().min(1).max(200) }),
      z.object({ rows: z.array(restoreRow).max(200), total: rowCount }),
    ),
    /** The user has reviewed the restore: paid changes can be sent again. */
    acknowledge: request(s.nothing, s.nothing),
  },
} as const;
