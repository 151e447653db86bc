import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { inCheckout } from '../../../scripts/lib/paths.mjs';
import { threads } from '../../../scripts/lib/threads.mjs';
import { builtThreads, ofTests } from './thread-urls.ts';

let folder: string | null = null;

/**
 * Builds the threads of main once for a run of the tests, as the application's build does. From their sources every thread
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
}

export function teardown(): void {
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
}
