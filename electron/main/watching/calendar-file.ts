import { isReal } from '#shared/domain/account.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { writeWhole } from '../system/files.ts';
import { createJobThread } from '../system/job-thread.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { CalendarTask, calendarOf } from './calendar.ts';

export interface CalendarFileDeps {
  readonly workspace: Pick<Workspace, 'domains'>;
  readonly accounts: Pick<Accounts, 'list'>;
  /** The thread's code: `calendar-worker.js` of the build, or the source when run from sources. */
  readonly calendarUrl: URL;
  readonly now: () => Date;
}

export function createCalendarFile({ workspace, accounts, calendarUrl, now }: CalendarFileDeps) {
  const thread = createJobThread<typeof calendarOf>({ workerUrl: calendarUrl });

  return {
    /**
     * Writes the expiries of these accounts to a calendar file; with null, of all accounts but the practice account. Decrypts nothing.
     *
     * Fails with: `no-account`, `storage`, `invalid-input` (`path`), `cancelled`.
     */
    async save(
      accountIds: readonly string[] | null,
      path: string,
    ): Promise<Result<{ readonly events: number }>> {
      const listed = await accounts.list();
      if (!listed.ok) return listed;
      const wanted = listed.value.accounts.filter((account) =>
        accountIds === null ? isReal(account) : accountIds.includes(account.id),
      );
      if (accountIds !== null && wanted.length < accountIds.length) return fail({ kind: 'no-account' });
      const contents: CalendarTask['accounts'][number][] = [];
      for (const { id, label, kind } of wanted) {
        const domains = await workspace.domains.list({ accountId: id });
        if (!domains.ok) return domains;
        contents.push({ label, isPractice: kind === 'practice', pages: domains.value.pages });
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
