import { type PaidSums, sumsOfChanges } from '#shared/domain/activity.ts';
import type { Change } from '#shared/domain/change.ts';
import { ok, type Result } from '#shared/result.ts';
import { createWorkbook } from '../export/workbook.ts';
import { writeWhole } from '../system/files.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { paidFormats, paidRow } from './paid-rows.ts';

type Asked<M extends 'list' | 'summary'> = Parameters<Workspace['activity'][M]>[0];
type Answer<M extends 'list' | 'summary'> = ReturnType<Workspace['activity'][M]>;
export type ActivityFilter = Asked<'list'>['filter'];

interface PaidFile {
  readonly format: 'csv' | 'xlsx';
  readonly path: string;
  readonly filter: ActivityFilter;
}

/** What was done and what it cost: changes and batches in one list, over all accounts. No service is asked. All fail with: `storage`. */
export interface Activity {
  readonly list: (asked: Asked<'list'>) => Answer<'list'>;
  readonly summary: (filter: ActivityFilter) => Answer<'summary'>;
  /**
   * Writes a row for each change that matches and was paid, or may have been, in the order in which they were sent; none of the practice
   * account, where nothing is paid (H17). The file appears under its name only when it is complete.
   *
   * Fails with: also `invalid-input` (`path`).
   */
  readonly exportPaid: (
    file: PaidFile,
  ) => Promise<Result<{ readonly rows: number; readonly sums: PaidSums }>>;
}

const atOnce = 500;

export function createActivity({
  workspace: { activity, accounts },
}: {
  readonly workspace: Pick<Workspace, 'activity' | 'accounts'>;
}): Activity {
  return {
    list: (asked) => activity.list(asked),
    summary: (filter) => activity.summary({ filter }),
    async exportPaid({ format, path, filter }) {
      const listed = await accounts.list();
      if (!listed.ok) return listed;
      const accountsById = new Map(
        listed.value.map(({ id, label, options }) => [id, { label, currency: options.currency }]),
      );
      const { head, rows: rowsOf, foot } = paidFormats[format];
      return await writeWhole(path, async (write) => {
        const workbook = format === 'xlsx' ? await createWorkbook(write, 'Paid') : null;
        const put = workbook?.write ?? write;
        const written: Change[] = [];
        await put(head);
        for (;;) {
          const page = await activity.paid({ filter, offset: written.length, limit: atOnce });
          if (!page.ok) return page;
          const rows = page.value.map(({ change, client }) =>
            paidRow(change, { client, account: accountsById.get(change.accountId) ?? null }),
          );
          await put(rowsOf(rows, written.length === 0));
          written.push(...page.value.map(({ change }) => change));
          if (page.value.length < atOnce) break;
        }
        await put(foot);
        await workbook?.end();
        return ok({
          rows: written.length,
          sums: sumsOfChanges(written, (id) => accountsById.get(id) ?? null),
        });
      });
    },
  };
}
