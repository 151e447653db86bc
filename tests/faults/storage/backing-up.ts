// Makes one backup after the other, while findings are written, until it is killed. Says when each is begun and made.
import { flushCompileCache } from 'node:module';
import { createBackups } from '../../../electron/main/workspace/backups/backups.ts';
import { createJobThread } from '../../../electron/main/system/job-thread.ts';
import { readerUrl, untilAborted } from '../../support/workspace/a-backup.ts';
import { aFinding, valueOf, openTestWorkspace } from '../../support/workspace/a-workspace.ts';

flushCompileCache(); // Now, for those that come after: it will be killed.
const [directory = ''] = process.argv.slice(2);
const workspace = await openTestWorkspace(directory);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const backups = createBackups({
  workspace,
  directory,
  reader: createJobThread({ workerUrl: readerUrl }),
  obstacles: () => Promise.resolve([]),
  sleep: untilAborted,
  now: () => new Date(),
  nowMs: () => performance.now(),
  note: () => undefined,
  onBug: (thrown) => say(String(thrown)),
});

async function write(): Promise<never> {
  for (let number = 0; ; number += 1) {
    const findings = [aFinding({ domain: `more-${number % 500}.com` })];
    valueOf(await workspace.findings.save({ accountId: 'a1', findings, answer: '{}' }));
  }
}

void write();
for (;;) {
  say('begun');
  say(`made ${valueOf(await backups.make()).name}`);
}
