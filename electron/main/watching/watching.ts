import { fail, ok, type Result } from '#shared/result.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { writeWhole } from '../system/files.ts';
import { createJobThread } from '../system/job-thread.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { CalendarTask, calendarOf } from './calendar.ts';

interface WatchingDeps {
  readonly workspace: Pick<Workspace, 'domains'>;
  readonly accounts: Pick<Accounts, 'list'>;
  /** The thread's code: `calendar-worker.js` of the build, or the source when run from sources. */
  readonly calendarUrl: URL;
  readonly now: () => Date;
}

export type Watching = ReturnType<typeof createWatching>;

/** What is watched while nobody looks: expiries, what is known of domains, and names that others have. */
export function createWatching({ workspace, accounts, calendarUrl, now }: WatchingDeps) {
  const thread = createJobThread<typeof calendarOf>({ workerUrl: calendarUrl });

  return {
    /**
     * Writes the expiries of an account to a calendar file, or of all accounts but the practice account. Decrypts nothing.
     *
     * Fails with: `no-account`, `storage`, `invalid-input` (`path`), `cancelled`.
     */
    async saveCalendar(accountId: string | null, path: string): Promise<Result<{ readonly events: number }>> {
      const listed = await accounts.list();
      if (!listed.ok) return listed;
      const wanted = listed.value.accounts.filter(({ id, kind }) =>
        accountId === null ? kind !== 'practice' : id === accountId,
      );
      if (accountId !== null && wanted.length === 0) return fail({ kind: 'no-account' });
      const contents: CalendarTask['accounts'][number][] = [];
      for (const { id, label, kind } of wanted) {
        const domains = await workspace.domains.list({ accountId: id });
        if (!domains.ok) return domains;
        contents.push({ label, isPractice: kind === 'practice', pages: domains.value.pages });
      }
      const made = await thread.run({ accounts: contents, nowMs: now().getTime() });
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
