import { createDomainImport } from '../../../electron/main/portfolio/import/domain-import.ts';
import { createImportDrafts } from '../../../electron/main/portfolio/import/import-drafts.ts';
import { reviewImport } from '../../../electron/main/portfolio/import/review-import.ts';
import { domainImports } from '../../../electron/main/portfolio/import/actions.ts';
import type { Services, ServicesPlatform } from '../../../electron/main/services/services.ts';
import { ok } from '../../../shared/result.ts';
import { bound } from '../../support/bound.ts';

/** The imports of the window; the thread that reads files is left out. @param during Holds the virtual clock. */
export function importsOver(
  { workspace, portfolio }: Services,
  { newId, now }: Pick<ServicesPlatform, 'newId' | 'now'>,
  during: <T>(work: () => Promise<T>) => Promise<T>,
) {
  const domainImport = createDomainImport({
    ...{ workspace, portfolio, newId, now },
    workerUrl: new URL('file:///nowhere'),
    thread: {
      run: async (task) => ok(await during(() => reviewImport(task))),
      close: () => Promise.resolve(),
    },
  });
  const importDrafts = createImportDrafts({
    domainImport,
    works: { put: () => undefined },
    onNoted: () => undefined,
  });
  return bound(domainImports, { domainImport, importDrafts });
}
