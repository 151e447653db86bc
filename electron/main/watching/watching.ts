import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { Emit } from '#shared/routes.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createSchedule, type ScheduleDeps } from './schedule.ts';
import { becameAvailable, createWatchedNames, type WatchedNamesDeps } from './watched-names.ts';
import { isReal } from '#shared/domain/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { writeWhole } from '../system/files.ts';
import { createJobThread } from '../system/job-thread.ts';
import type { calendarOf, CalendarTask } from './calendar.ts';

interface WatchingDeps extends Omit<
  WatchedNamesDeps & ScheduleDeps & CalendarFileDeps,
  'announce' | 'pricesFound' | 'workspace'
> {
  readonly workspace: Pick<Workspace, 'domains' | 'settings' | 'watching' | 'findings'>;
  readonly emit: Emit;
}

interface Run {
  readonly lookedUp: number;
  readonly failed: number;
  /** How many became available. */
  readonly available: number;
}

/** What is watched while nobody looks: expiries, what is known of domains, and names that others have. */
export type Watching = ReturnType<typeof createWatching>;

export function createWatching(deps: WatchingDeps) {
  const names = createWatchedNames({
    ...deps,
    announce: (accountId) => deps.emit('watching.changed', { accountId }),
  });
  const schedule = createSchedule({ ...deps, pricesFound: () => deps.emit('today.changed', {}) }, names);
  const calendar = createCalendarFile(deps);
  const closing = new AbortController();

  return {
    ...names,
    /** Begins to watch, until it is closed. Without it, nothing happens by itself. */
    start: schedule.start,
    /** What the schedule waited for may be there. */
    wake: schedule.wake,
    names: async (accountId: string) =>
      mapOk(await names.list(accountId), (listed) => listed.map(({ name }) => name)),
    /** Looks all watched names of an account up now. Fails with: what lookups fail with, `storage`. */
    async run(accountId: string): Promise<Result<Run>> {
      const done = await names.run(accountId, 'all', closing.signal);
      if (!done.ok) return done;
      const listed = await names.list(accountId);
      if (!listed.ok) return listed;
      names.saw(listed.value);
      return ok({ ...done.value, available: listed.value.filter(becameAvailable).length });
    },
    saveCalendar: calendar.save,
    async close() {
      closing.abort();
      await schedule.close();
      await calendar.close();
    },
  };
}

interface CalendarFileDeps {
  readonly workspace: Pick<Workspace, 'domains'>;
  readonly accounts: Pick<Accounts, 'list'>;
  /** The thread's code: `calendar-worker.js` of the build, or the source when run from sources. */
  readonly calendarUrl: URL;
  readonly now: () => Date;
}

function createCalendarFile({ workspace, accounts, calendarUrl, now }: CalendarFileDeps) {
  const thread = createJobThread<typeof calendarOf>({ workerUrl: calendarUrl });

  return {
    /**
     * Writes the expiries of these accounts to a calendar file; with null, of all accounts but the practice account. Decrypts nothing.
     *
     * Fails with: `no-account`, `storage`, `invalid-input` (`path`), `cancelled`.
     */
    save: async (
      accountIds: readonly string[] | null,
      path: string,
    ): Promise<Result<{ readonly events: number }>> => {
      const wanted = accounts
        .list()
        .accounts.filter((account) =>
          accountIds === null ? isReal(account) : accountIds.includes(account.id),
        );
      if (accountIds !== null && wanted.length < accountIds.length) return fail({ kind: 'no-account' });
      const contents: CalendarTask['accounts'][number][] = [];
      for (const { id, label, kind } of wanted) {
        const pages = await workspace.domains.texts({ accountId: id });
        contents.push({ label, isPractice: kind === 'practice', pages });
      }
      const made = await thread.run({
        accounts: contents,
        nowMs: now().getTime(),
      });
      if (!made.ok) return fail({ kind: 'cancelled' });
      const { text, events } = made.value;
      return await writeWhole(path, async (write) => {
        await write(text);
        return ok({ events });
      });
    },
    close: () => thread.close(),
  };
}
