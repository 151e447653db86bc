import { z } from 'zod';
import { nothing } from '#shared/areas/common-schemas.ts';
import { day } from '#shared/areas/portfolio.ts';
import { attentionRow } from '#shared/areas/today.ts';
import { ok } from '#shared/result.ts';
import { action, inWindow } from '../action.ts';

const ofRow = z.object({ id: attentionRow.shape.id });

/** What needs a person, over all accounts. Asks no service. */
export const today = {
  /** Whether any account has a domain: then the day begins with what needs a person. */
  hasDomains: action(nothing, (on) => ok(on.workspace.accounts.hasDomains())),
  /** `by`: a row for each client: the same things, in more rows. */
  read: action(z.object({ by: z.enum(['client']).exactOptional() }), async (on, { by = null }) =>
    ok(await on.today.read(by)),
  ),
  /** What goes on, of all accounts. */
  works: action(nothing, (on) => ok({ works: on.works.list() })),
  /** All domains of a row, up to what one batch takes. */
  names: action(ofRow, async (on, { id }) => ok({ names: await on.today.names(id) })),
  /** Hides what the row is about until a day; what comes later is listed. `snooze`: the page's id of it. */
  snooze: inWindow(ofRow.extend({ until: day, snooze: z.uuid() }), async (on, { id, until, snooze }) => {
    await on.today.snooze(id, until, snooze);
    on.announce('today.changed', {});
    return ok({});
  }),
  /** Lists again what one snooze hid, or what a snoozed row is about. */
  wake: inWindow(z.union([z.object({ snooze: z.uuid() }), ofRow]), async (on, what) => {
    await on.today.wake(what);
    on.announce('today.changed', {});
    return ok({});
  }),
};
