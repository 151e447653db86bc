// The command line: `npm run --silent namedesk -- <command>` in a checkout.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The sources are compiled once and not at each start, which takes a third of its time. What is compiled lies where nobody
// can write who could not change the program itself.
const { directory } = enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/namedesk'));
// Threads know it by the environment alone. With what is stored they need no TypeScript compiler, which is WebAssembly: see
// docs/decisions/0019-threads-that-end.md.
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] = directory;
const { start } = await import('./start.ts');
const { sourceProgram } = await import('./source-program.ts');
await start(sourceProgram());
