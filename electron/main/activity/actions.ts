import { z } from 'zod';
import { activityListing } from '#shared/areas/activity.ts';
import { changeFilter } from '#shared/areas/change-schemas.ts';
import { nothing, text } from '#shared/areas/common-schemas.ts';
import { mapOk, ok } from '#shared/result.ts';
import { action, inWindow } from '../action.ts';

const nothingPaid = { paid: 0, perhaps: 0, notGiven: 0, sums: [] };

/** `YYYY-MM`, for the name of a file; null for days that are no month. */
const month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
  .nullable();

const day = z.iso.date();

/** Changes and batches in one list, and what was paid. */
export const activity = {
  /** Uncertain changes first, then changes and batches, the newest first. */
  list: action(activityListing, (on, asked) => ok(on.workspace.activity.list(asked))),
  /** Counts and sums of all changes that match. */
  summary: action(z.object({ filter: changeFilter }), (on, asked) =>
    ok(on.workspace.activity.summary(asked)),
  ),
  /**
   * Writes one row for each paid change that matches, in the order in which they were sent, after the system's dialog; `path` is null
   * if that was cancelled.
   */
  exportPaid: inWindow(
    z.object({ format: z.enum(['csv', 'xlsx']), filter: changeFilter, month }),
    async (on, { format, filter, month }) => {
      const path = await on.askWhereTo(month === null ? 'paid-changes' : `paid-changes-${month}`, format);
      if (path === null) return ok({ path, rows: 0, sums: nothingPaid });
      return mapOk(await on.activity.exportPaid({ format, filter, path }), (written) => ({
        path,
        ...written,
      }));
    },
  ),
  /** Writes the page that shows a client what proves its paid changes; `path` is null if the system's dialog was cancelled. */
  exportProof: inWindow(
    z.object({ client: text(255).min(1), fromDay: day, toDay: day, hasPrices: z.boolean() }),
    async (on, asked) => {
      const path = await on.askWhereTo(`proof-${asked.fromDay}-${asked.toDay}`, 'html');
      if (path === null) return ok({ path, rows: 0, proven: 0 });
      return mapOk(await on.activity.exportProof({ ...asked, path }), (written) => ({ path, ...written }));
    },
  ),
  /** Holds a file of proof against the journal; null if the system's dialog was cancelled. */
  checkProof: inWindow(nothing, async (on) => {
    const path = await on.askForFile('proof');
    return path === null ? ok(null) : on.activity.checkProof(path);
  }),
};
