import { ok } from '#shared/result.ts';
import type { Client, Output } from '../../renderer/src/client.ts';

const answer = <T>(value: T) => Promise.resolve(ok(value));

/** Nothing needs a person, and there is no domain. */
export const quietDay: Output<'today', 'read'> = {
  ...{ today: '2026-11-24', rows: [], toDo: 0, months: [], credits: [] },
  ...{ running: [], domains: 0, hasClients: false, withoutExpiry: 0 },
};

/** What main answers of Today in a small world: nothing needs anybody. */
export const todayAnswers: Pick<Client, 'today'> = {
  today: {
    hasDomains: () => answer({ hasDomains: false }),
    read: () => answer(quietDay),
    names: () => answer({ names: [] }),
    snooze: () => answer({}),
    wake: () => answer({}),
  },
};
