import { mapOk, ok } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { HandlerDeps } from '../handler-deps.ts';

const nothingPaid = { paid: 0, perhaps: 0, notGiven: 0, sums: [] };

export const createActivityHandlers = ({
  activity,
  askWhereTo,
}: Pick<HandlerDeps, 'activity' | 'askWhereTo'>): Handlers['activity'] => ({
  list: (asked) => activity.list(asked),
  summary: ({ filter }) => activity.summary(filter),
  async exportPaid({ format, filter, month }) {
    const path = await askWhereTo(month === null ? 'paid-changes' : `paid-changes-${month}`, format);
    if (path === null) return ok({ path, rows: 0, sums: nothingPaid });
    return mapOk(await activity.exportPaid({ format, filter, path }), (written) => ({ path, ...written }));
  },
});
