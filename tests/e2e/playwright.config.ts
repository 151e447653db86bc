import { defineConfig } from '@playwright/test';

const results = '../../test-results';

/** One application at a time: a desktop has one keyring and one clipboard. A test that fails once has failed. */
export default defineConfig({
  testDir: '.',
  outputDir: `${results}/e2e`,
  globalSetup: '../support/application/set-up.ts',
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] === 'true',
  timeout: 60_000,
  reporter: [['list'], ['json', { outputFile: `${results}/reports/e2e.json` }]],
  projects: [
    { name: 'window', testMatch: '**/*.spec.ts', teardown: 'sweep' },
    // Looks over everything that the others left behind, when they all have run.
    { name: 'sweep', testMatch: '**/*.sweep.ts' },
  ],
});
