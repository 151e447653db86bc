// Opens the workspace's file with the first so many migrations, and is dead so many microseconds after the last of them began.
import { flushCompileCache } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { openDatabase } from '../../../electron/main/workspace/database.ts';
import { laterMigrations } from '../../support/workspace/a-workspace.ts';

flushCompileCache(); // Now, for those that come after: it will be killed.
const [directory = '', upTo = '', microseconds = ''] = process.argv.slice(2);
const steps = laterMigrations.slice(0, Number(upTo));
const flag = new Int32Array(new SharedArrayBuffer(4));

// A thread of its own: what is done to the file is done without a pause.
const killer = `
  const { workerData } = require('node:worker_threads');
  Atomics.store(workerData.flag, 0, 1);
  Atomics.notify(workerData.flag, 0);
  while (Atomics.load(workerData.flag, 0) < 2);
  const endNs = process.hrtime.bigint() + BigInt(workerData.microseconds) * 1000n;
  while (process.hrtime.bigint() < endNs);
  process.kill(process.pid, 'SIGKILL');`;
new Worker(killer, { eval: true, workerData: { flag, microseconds: Number(microseconds) } }).unref();
Atomics.wait(flag, 0, 0);

const original: (this: DatabaseSync, sql: string) => void = Reflect.get(DatabaseSync.prototype, 'exec');
DatabaseSync.prototype.exec = function exec(sql) {
  if (sql === steps.at(-1)) Atomics.store(flag, 0, 2);
  original.call(this, sql);
};
const opened = openDatabase(directory, steps, () => new Date());
process.stdout.write(opened.ok ? 'opened\n' : `${opened.error}\n`);
if (opened.ok) opened.value.database.close();
Atomics.wait(flag, 0, 2, 5_000);
