import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeLauncher } from '../../../../support/application/launch-namedesk.ts';

describe.skipIf(process.platform === 'win32')('the start script of the end-to-end tests', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "namedesk it's a launcher "));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('keeps every word whole and the pid, and copies what is printed', () => {
    const [stdoutFile, stderrFile] = [join(folder, 'stdout.log'), join(folder, 'stderr.log')];
    const program = 'printf "%s|" "$$" "$@"; echo oh >&2';
    const launcher = writeLauncher(join(folder, 'launch'), {
      command: ['sh', '-c', program, 'sh', "it's"],
      stdoutFile,
      stderrFile,
    });
    const done = spawnSync(launcher, ['--a=b c', '$HOME'], { encoding: 'utf8' });
    expect(done.stdout).toBe(`${done.pid}|it's|--a=b c|$HOME|`);
    expect(done.stderr).toBe('oh\n');
    expect(readFileSync(stdoutFile, 'utf8')).toBe(done.stdout);
    expect(readFileSync(stderrFile, 'utf8')).toBe('oh\n');
  });
});
