import { withBuiltInTlds } from '#shared/domain/built-in-tld-sets.ts';
import { fail, type Result } from '#shared/result.ts';
import { createJobThread, diedOfMemory } from '../../system/job-thread.ts';
import { type TableSource, refuse } from '../../tables/table.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { ImportedRow } from '../../workspace/repositories/domain-imports.ts';
import type { Portfolio } from '../portfolio.ts';
import type { ReviewedRow } from './preview.ts';
import type { ImportChoices, ReviewedImport, reviewImport } from './review-import.ts';

interface DomainImportDeps {
  readonly workspace: Pick<Workspace, 'domains' | 'tlds'>;
  readonly portfolio: Pick<Portfolio, 'importRows'>;
  /** The thread's code: `domain-import-worker.js` of the build, or the source when run from sources. */
  readonly workerUrl: URL;
}

/** Heap limit of the thread, in MiB. */
const mostHeapMb = 2_048;

/** Brings domains with their expiry, tags and note from a file of any registrar into an account's portfolio. */
export interface DomainImport {
  /**
   * Compares a file with the portfolio; stores nothing.
   *
   * Fails with: `invalid-input` (`file`, `text`, `encoding`, `sheet`, `column`), `storage`, `cancelled`.
   */
  readonly review: (
    accountId: string,
    source: TableSource,
    choices: ImportChoices,
  ) => Promise<Result<ReviewedImport>>;
  /**
   * Stores what a review showed as new or changed. What the file leaves empty stays as it is then.
   *
   * Fails with: `invalid-input` (more domains than an account can have; a date that nobody has said how to read), `storage`.
   */
  readonly apply: (accountId: string, reviewed: ReviewedImport) => Promise<Result<unknown>>;
  readonly close: () => Promise<void>;
}

export function createDomainImport({ workspace, portfolio, workerUrl }: DomainImportDeps): DomainImport {
  const thread = createJobThread<typeof reviewImport>({ workerUrl, mostHeapMb });

  return {
    async review(accountId, source, choices) {
      const [listed, tlds, imported] = [
        await workspace.domains.list({ accountId }),
        await workspace.tlds.list({ accountId }),
        await workspace.domains.expiriesFrom({ accountId, source: 'import' }),
      ];
      if (!listed.ok) return listed;
      if (!tlds.ok) return tlds;
      if (!imported.ok) return imported;
      const knownTlds = withBuiltInTlds(tlds.value.tlds);
      const task = { source, choices, knownTlds, pages: listed.value.pages, imported: imported.value };
      try {
        const run = await thread.run(task);
        return run.ok ? run.value : fail({ kind: 'cancelled' });
      } catch (thrown) {
        if (!diedOfMemory(thrown)) throw thrown;
        return refuse('file', 'There is not enough memory for this file. Split it.');
      }
    },
    async apply(accountId, { rows, askedFor }) {
      if (askedFor !== null)
        return refuse('text', `Say whether the day or the month stands first in line ${askedFor.line}.`);
      return await portfolio.importRows(accountId, rows.flatMap(toImport));
    },
    close: () => thread.close(),
  };
}

const toImport = (row: ReviewedRow): readonly ImportedRow[] =>
  'given' in row ? [{ name: row.domain, ...row.given }] : [];
