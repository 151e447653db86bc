import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ADirectory, aDirectory } from '../../../../../support/workspace/a-workspace.ts';

const writer = fileURLToPath(new URL('../../../../../support/workspace/sealed-writer.ts', import.meta.url));
const canTrace = spawnSync('strace', ['-f', '-e', 'trace=fsync', 'true']).status === 0;

describe.runIf(canTrace)('what is recorded, as the system sees it', () => {
  let directory: ADirectory;
  beforeEach(() => {
    directory = aDirectory();
  });
  afterEach(() => directory.remove());

  it.each([1, 5, 10])(
    'D2 is written through once for each seal: a thousand records and %d seals',
    (seals) => {
      const log = join(directory.path, 'trace');
      const workspace = join(directory.path, 'workspace');
      const calls = ['-e', 'trace=fsync,fdatasync,write', '-e', 'signal=none'];
      const traced = spawnSync(
        'strace',
        ['-f', '-s', '16', '-o', log, ...calls, process.execPath, writer, workspace, String(seals)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      expect(traced.status).toBe(0);
      expect(syncsBetween(readFileSync(log, 'utf8'))).toBe(seals);
    },
    60_000,
  );
});

/** How often the system was asked to write through, after the line that says `begin` and before the one that says `end`. */
function syncsBetween(log: string): number {
  const lines = log.split('\n');
  const at = (word: string) => lines.findIndex((line) => line.includes(`"${word}\\n"`));
  expect([at('begin'), at('end')]).not.toContain(-1);
  return lines.slice(at('begin'), at('end')).filter((line) => /\bf(data)?sync\(/.test(line)).length;
}
