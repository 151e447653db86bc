// Reads a CSV file through the import of names, on its own thread as in the application, up to names that are ready for a session.
import { createNameImport } from '../../../electron/main/lookups/name-lists/name-import.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';
import { askedOfSide, tellTaken } from '../framework/side-process.ts';
import { benchTlds } from '../service/running-service.ts';

const { path, rows } = askedOfSide() as { readonly path: string; readonly rows: number }; // all-figures.ts

const imports = createNameImport({
  workerUrl: new URL('../../../electron/main/lookups/name-lists/name-lists-worker.ts', import.meta.url),
  knownTlds: () => Promise.resolve([...benchTlds]),
});
const choices = { column: null, hasHeader: null, encoding: null, sheet: null };
const startedAt = performance.now();
const report = valueOf(
  await imports.read('6f1e0b1e-8b57-4b61-9a0f-1d6d2f1f7a10', { kind: 'file', path }, choices),
);
const { names } = valueOf(await imports.draft(report.draftId));
const tookMs = performance.now() - startedAt;
await imports.close();
if (names.length !== rows) throw new Error(`${names.length} names were read instead of ${rows}`);
tellTaken({ value: tookMs, also: {} });
