// The command line: `npm run --silent namedesk -- <command>` in a checkout.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code is cached, not compiled at each start, which would take a third of its time. Only users who can change
// the program itself can write to the cache's folder.
const { directory } = enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/namedesk'));
// Worker threads get the cache from the environment only. With cached code they need no TypeScript compiler, which is
// WebAssembly: see docs/decisions/0019-threads-that-end.md.
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] = directory;
const { start } = await import('./start.ts');
const { sourceProgram } = await import('./source-program.ts');
await start(sourceProgram());
