// Opens the file of a workspace and dies at the n-th of its writes to the folder: before it, so that each is once the first
// that did not happen. Says `opened` where there were fewer.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [directory = '', step = '0'] = process.argv.slice(2);
let left = Number(step);

const writes = ['renameSync', 'copyFileSync', 'rmSync', 'writeFileSync', 'fsyncSync', 'chmodSync'] as const;
for (const name of writes) {
  const original = fs[name] as (...args: unknown[]) => unknown; // Called with what it was called with.
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      return original(...args);
    },
  });
}
syncBuiltinESMExports();

const { openDatabase } = await import('../../../electron/main/workspace/database.ts');
const { migrations } = await import('../../../electron/main/workspace/migrations.ts');
const opened = openDatabase(directory, migrations, () => new Date('2026-02-23T10:00:00.000Z'));
process.stdout.write(opened.ok ? 'opened' : opened.error);
if (opened.ok) opened.value.database.close();
