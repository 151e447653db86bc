import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ADirectory, aDirectory } from '../../support/workspace/a-workspace.ts';
import { callsIn } from './system-calls.ts';

const writer = fileURLToPath(new URL('../../support/workspace/journal-writer.ts', import.meta.url));
const canTrace = spawnSync('strace', ['-f', '-e', 'trace=fsync', 'true']).status === 0;
const changes = 50;
const entriesEach = 4;

/** What a power cut would leave cannot be made by killing a process; the order of what is asked of the system can be read. */
describe.runIf(canTrace)('the journal as the system sees it', () => {
  let directory: ADirectory;
  beforeEach(() => {
    directory = aDirectory();
  });
  afterEach(() => directory.remove());

  it('C6 D2 has written each entry through before it is answered, between recordings that do not wait', () => {
    const log = join(directory.path, 'trace');
    const calls = ['-e', 'trace=fsync,fdatasync,write', '-e', 'signal=none'];
    const told = [process.execPath, writer, join(directory.path, 'workspace'), String(changes)];
    const traced = spawnSync('strace', ['-f', '-y', '-s', '16', '-o', log, ...calls, ...told], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect(traced.status).toBe(0);
    const seen = seenIn(readFileSync(log, 'utf8'));
    const answers = seen.filter((call) => call === 'answered').length;
    expect(answers).toBe(changes * entriesEach);
    expect(answersWithoutSync(seen)).toBe(0);
    const syncs = seen.length - answers;
    console.log(`${syncs} syncs of the log for ${answers} entries`);
    expect(syncs).toBeGreaterThanOrEqual(answers);
  });
});

/** From where the writer says that it begins. */
function seenIn(log: string): readonly ('sync' | 'answered')[] {
  const lines = log.split('\n');
  const begin = lines.findIndex((line) => line.includes(String.raw`"begin\n"`));
  expect(begin).not.toBe(-1);
  return callsIn(lines.slice(begin), (line) =>
    /"(planned|sending|answered|read-back)\\n"/.test(line) ? 'answered' : null,
  );
}

function answersWithoutSync(calls: readonly ('sync' | 'answered')[]): number {
  let [isSynced, without] = [false, 0];
  for (const call of calls) {
    if (call === 'answered' && !isSynced) without += 1;
    isSynced = call === 'sync';
  }
  return without;
}
