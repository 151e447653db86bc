import { z } from 'zod';
import { changeKinds, changeStates } from '../domain/change-kinds.ts';
import { chainReadings, restoreReasons } from '../domain/terms.ts';
import { count, instant, text } from './startup-schemas.ts';

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
export const mostApart = 500;

/**
 * A restore of the workspace that nobody has acknowledged yet; it is returned when the workspace is opened. `unknown`:
 * the record of it cannot be read.
 */
export const restoreNotice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('known'),
    at: instant,
    why: z.enum(restoreReasons),
    /** The backup that was used; null if there was no good one and a new workspace was created. */
    copy: z.object({ name: backupFileName, madeAt: instant }).nullable(),
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
          planId: z.uuid(),
          accountLabel: text(80),
          kind: z.enum(changeKinds),
          rows: count,
        }),
      )
      .max(mostStoppedBatches)
      .readonly(),
    /** The number of planned changes that were withdrawn. */
    withdrawn: count,
    /** Changes in the replaced file's journal that cannot be added to the present one. */
    apart: z
      .array(
        z.object({
          domain: text(255),
          accountLabel: text(80),
          kind: z.enum(changeKinds),
          state: z.enum(changeStates),
        }),
      )
      .max(mostApart)
      .readonly(),
    /** The number of earlier restores that were not acknowledged; their rows that need attention are part of this one. */
    earlier: count,
    /** Where to find the rows that need attention. */
    look: z.object({
      /** Journal entries after this number, */
      after: count,
      /** and up to this one. */
      upTo: count,
      /** Batches with rows that have no change, of which it is not known whether they were carried out. */
      planIds: z.array(z.uuid()).max(mostStoppedBatches).readonly(),
    }),
  }),
  z.object({ kind: z.literal('unknown') }),
]);
