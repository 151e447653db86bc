import { defineConfig } from '@playwright/test';

const results = '../../test-results';

/**
 * Three workers, each with a display, a keyring and a clipboard of its own: two leave a third of two processors idle, as the
 * application waits. A test that fails once has failed.
 */
export default defineConfig({
  testDir: '.',
  outputDir: `${results}/e2e`,
  globalSetup: '../support/application/set-up.ts',
  workers: 3,
  retries: 0,
  forbidOnly: process.env['CI'] === 'true',
  // These end tests that hang, and judge no speed.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: `${results}/reports/e2e.json` }]],
});
