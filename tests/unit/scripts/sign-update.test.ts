import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const run = (args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/sign-update.mjs', ...args], { encoding: 'utf8' });

describe('signing a release', () => {
  it('says so where no feed is built in, and fails nothing', () => {
    const { status, stdout } = run(['dist/latest-linux.yml']);
    expect(stdout).toContain('there is nothing to sign');
    expect(status).toBe(0);
  });

  it('asks for the files', () => {
    expect(run([])).toMatchObject({ status: 2 });
  });
});
