import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = 'electron/main/reseller/classify.ts';

interface Covered {
  readonly total: number;
  readonly covered: number;
}

it('C5 every branch of the classifier is run by its own unit test', () => {
  const folder = mkdtempSync(join(tmpdir(), 'classify-coverage-'));
  try {
    const run = spawnSync(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project=unit',
        'tests/unit/electron/main/reseller/classify.test.ts',
        '--coverage.enabled',
        `--coverage.include=${source}`,
        '--coverage.reporter=json-summary',
        `--coverage.reportsDirectory=${folder}`,
      ],
      { encoding: 'utf8', env: { PATH: process.env['PATH'] } },
    );
    expect(run.status, run.stdout + run.stderr).toBe(0);
    // Written by the coverage provider; its documented summary format.
    const summary = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')) as {
      readonly total: Readonly<Record<'branches' | 'functions' | 'lines', Covered>>;
    };
    const { branches, functions, lines } = summary.total;
    expect(branches.total).toBeGreaterThan(5);
    expect([branches.covered, functions.covered, lines.covered]).toEqual([
      branches.total,
      functions.total,
      lines.total,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
