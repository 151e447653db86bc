import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { madeCodePage } from '../../../scripts/lib/code-page.mjs';
import { inCheckout } from '../../../scripts/lib/paths.mjs';
import { threads } from '../../../scripts/lib/threads.mjs';
import { openDatabase } from '../../../electron/main/workspace/database.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import { builtThreads, newWorkspaceFile, ofTests } from './thread-urls.ts';

let folder: string | null = null;

/**
 * Builds the threads of main once for a run of the tests, as the application's build does, and makes a new workspace. From their sources every thread
 * would run Node's TypeScript compiler, which is WebAssembly: see docs/decisions/0019-threads-that-end.md.
 */
export async function setup(): Promise<void> {
  // Two projects of one run share them; so do the processes that a test starts.
  if (process.env[builtThreads] !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'namedesk-threads-'));
  await build({
    configFile: false,
    root: inCheckout(),
    logLevel: 'warn',
    plugins: [madeCodePage],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: { ...threads, ...ofTests },
        external: [/^node:/],
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  process.env[builtThreads] = folder;
  makeNewWorkspace();
}

/** Tests begin with a copy of it: most of the time of a first start goes into the migrations. */
function makeNewWorkspace(): void {
  const directory = dirname(newWorkspaceFile() ?? '');
  mkdirSync(directory, { mode: 0o700 });
  const opened = openDatabase(directory, migrations, () => new Date());
  if (!opened.ok) throw new Error(`No new workspace: ${opened.error}`);
  opened.value.database.close();
}

export function teardown(): void {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
}
