// @ts-check
// Starts the threads of main in a process that has no WebAssembly (`node --jitless`), and has each do something.
// Its argument, as JSON: the folder of a workspace, the URL of each thread, a filter and an order for an export.
// The thread that encrypts does nothing here: without compiled code it takes a minute to make a key.
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

if (typeof WebAssembly !== 'undefined') throw new Error('There is WebAssembly: run this with --jitless');
const { directory, urls, view, newWorkspace } = JSON.parse(String(process.argv[2]));

/** @param {string} thread @param {unknown} [workerData] */
const start = (thread, workerData) => new Worker(new URL(urls[thread]), { workerData });

copyFileSync(newWorkspace, join(directory, 'workspace.sqlite'));
const sessions = start('sessions-worker', { directory });
sessions.postMessage({ id: 1, area: 'sessions', method: 'list', input: undefined, lent: [] });
const [opened] = await once(sessions, 'message');
const closed = once(sessions, 'exit');
sessions.postMessage(null);
await closed;

/** @param {string} thread @param {unknown} task */
async function job(thread, task) {
  const worker = start(thread);
  worker.postMessage(task);
  const [answer] = await once(worker, 'message');
  await worker.terminate();
  return answer;
}

const made = await job('name-lists-worker', {
  kind: 'source',
  source: { kind: 'text', text: 'example.com' },
  choices: { column: null, hasHeader: null, encoding: null, sheet: null },
  knownTlds: ['com'],
});
const { cells } = await job('exports-worker', {
  ...view,
  names: made.value.names,
  tlds: ['com'],
  codes: new Uint8Array(1),
  checkedAt: new Uint32Array(1),
  offers: null,
  own: [],
});
const read = await job('backup-reader-worker', { path: join(directory, 'workspace.sqlite'), isWhole: true });
process.stdout.write(
  JSON.stringify({
    opened: opened.value,
    names: made.value.names,
    cells: Array.from(cells),
    isGood: read.isGood,
  }),
);
