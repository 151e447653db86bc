import { done, mapOk } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { HandlerDeps } from '../handler-deps.ts';

export const createTodayHandlers = ({
  today,
  workspace,
  announce,
}: Pick<HandlerDeps, 'today' | 'workspace' | 'announce'>): Handlers['today'] => ({
  hasDomains: () => workspace.accounts.hasDomains(),
  read: ({ by = null }) => today.read(by),
  names: async ({ id }) => mapOk(await today.names(id), (names) => ({ names })),
  async snooze({ id, until, snooze }) {
    const snoozed = done(await today.snooze(id, until, snooze));
    announce('today.changed', {});
    return snoozed;
  },
  async wake(what) {
    const woken = done(await today.wake(what));
    announce('today.changed', {});
    return woken;
  },
});
