import { ok } from '#shared/result.ts';
import type { Work, Works } from '../../electron/main/jobs/work.ts';
import type { Client, Output } from '../../renderer/src/client.ts';

const answer = <T>(value: T) => Promise.resolve(ok(value));

export const aWork = (more: Partial<Work> = {}): Work => ({
  ...{ kind: 'session', id: 'a', accountId: 'practice', title: 'Spring names', phase: 'running' },
  ...{ done: 0, total: 100, notice: { title: 'T', body: 'B' } },
  ...more,
});

/** Nothing needs a person, and there is no domain. */
export const quietDay: Output<'today', 'read'> = {
  ...{ today: '2026-11-24', rows: [], toDo: 0, months: [], credits: [] },
  ...{ domains: 0, hasClients: false, withoutExpiry: 0 },
};

/** What main answers of Today in a small world: nothing needs anybody. */
export const todayAnswers = (works: Works): Pick<Client, 'today'> => ({
  today: {
    hasDomains: () => answer({ hasDomains: false }),
    read: () => answer(quietDay),
    works: () => answer({ works: works.list() }),
    names: () => answer({ names: [] }),
    snooze: () => answer({}),
    wake: () => answer({}),
  },
});
