import { createDomainImport } from '../../../electron/main/portfolio/import/domain-import.ts';
import { reviewImport } from '../../../electron/main/portfolio/import/review-import.ts';
import { createDomainImportsHandlers } from '../../../electron/main/app/areas/domains.ts';
import type { Services, ServicesPlatform } from '../../../electron/main/services/services.ts';
import { ok } from '../../../shared/result.ts';

/** The imports of the window; the thread that reads files is left out. @param during Holds the virtual clock. */
export const importsOver = (
  { workspace, portfolio }: Services,
  { newId, now }: Pick<ServicesPlatform, 'newId' | 'now'>,
  during: <T>(work: () => Promise<T>) => Promise<T>,
): ReturnType<typeof createDomainImportsHandlers> =>
  createDomainImportsHandlers({
    handedFiles: { waiting: () => null, take: () => null },
    domainImport: createDomainImport({
      ...{ workspace, portfolio, newId, now },
      workerUrl: new URL('file:///nowhere'),
      thread: {
        run: async (task) => ok(await during(() => reviewImport(task))),
        close: () => Promise.resolve(),
      },
    }),
    askForFile: () => Promise.resolve(null),
    announce: () => undefined,
  });
