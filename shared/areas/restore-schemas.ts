import { z } from 'zod';
import { changeKinds } from '../domain/change-kinds.ts';
import { count, instant, text } from './common-schemas.ts';
import { chainReadings, restoreFaults, restoreReasons } from '../domain/restore-reasons.ts';
import { keptGuards } from '../domain/bounds.ts';

export const backupFileName = z.string().regex(/^[\w.-]{1,120}$/);
export const chainRead = z.object({
  reading: z.enum(chainReadings),
  /** The number of the last entry that was verified; 0 if there is none. */
  upTo: count,
  /** The number of entries according to the file; null if it does not say. */
  of: count.nullable(),
  /** The number of entries that were added to the journal of the backup. */
  added: count,
});

export const mostStoppedBatches = 1_000;

const copy = z.object({ name: backupFileName, madeAt: instant });
/** A restore that was asked for and could not be made: the workspace is as it was. */
const failedRestore = z.object({ at: instant, copy, fault: z.enum(restoreFaults) });

/**
 * A restore of the workspace that nobody has acknowledged yet; it is returned when the workspace is opened. `unknown`:
 * the record of it cannot be read. `failed`: one was asked for, and the workspace is as it was.
 */
export const restoreNotice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('known'),
    at: instant,
    why: z.enum(restoreReasons),
    /** The backup that was used; null if there was no good one and a new workspace was created. */
    copy: copy.nullable(),
    /** The present path of the replaced file; null if there was none. */
    replacedPath: text(4_096).nullable(),
    changes: chainRead,
    /** Of the journal of accesses to transfer codes. */
    accesses: chainRead,
    /** The number of changes that were added, or whose state advanced, through carried-over entries. */
    carriedOver: count,
    /** Batches that were not finished in the backup and were stopped. */
    batches: z
      .array(
        z.object({
          batchId: z.uuid(),
          accountLabel: text(80),
          kind: z.enum(changeKinds),
          rows: count,
        }),
      )
      .max(mostStoppedBatches)
      .readonly(),
    /** The number of planned changes that were withdrawn. */
    withdrawn: count,
    /** What of the present workspace stays because it is stricter than the backup's; `unread`: it could not be compared. */
    kept: z.array(z.enum(keptGuards)).max(keptGuards.length).readonly().default([]),
    /** The number of earlier restores that were not acknowledged; their rows that need attention are part of this one. */
    earlier: count,
    /** A later one that was asked for and could not be made. */
    failed: failedRestore.exactOptional(),
    /** Where to find the rows that need attention. */
    review: z.object({
      /** Journal entries after this number, */
      after: count,
      /** and up to this one. */
      upTo: count,
      /** Batches with rows that have no change, of which it is not known whether they were carried out. */
      batchIds: z.array(z.uuid()).max(mostStoppedBatches).readonly(),
    }),
  }),
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('failed'), failed: failedRestore }),
]);
