import { defineConfig } from '@playwright/test';

const results = '../../test-results';

/**
 * Two workers, each with a display, a keyring and a clipboard of its own: with three on two processors, a keyring took longer than
 * the application waits for it. A test that fails is tried once more: real windows on a busy machine are not the same twice. One that passes then is named as
 * flaky at the end of the run.
 */
export default defineConfig({
  testDir: '.',
  outputDir: `${results}/e2e`,
  globalSetup: '../support/application/set-up.ts',
  workers: 2,
  retries: 1,
  forbidOnly: process.env['CI'] === 'true',
  // These end tests that hang, and judge no speed.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: `${results}/reports/e2e.json` }]],
});
