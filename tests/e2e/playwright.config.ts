import { defineConfig } from '@playwright/test';

const results = '../../test-results';

/**
 * Three workers, each with a display, a keyring and a clipboard of its own: with two, a processor stands idle while the application
 * waits. A test that fails is tried once more: real windows on a busy machine are not the same twice. One that passes then is named as
 * flaky at the end of the run.
 */
export default defineConfig({
  testDir: '.',
  outputDir: `${results}/e2e`,
  globalSetup: '../support/application/set-up.ts',
  workers: 3,
  retries: 1,
  forbidOnly: process.env['CI'] === 'true',
  // These end tests that hang, and judge no speed.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: `${results}/reports/e2e.json` }]],
});
