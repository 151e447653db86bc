import { defineConfig } from '@playwright/test';

const results = '../../test-results';

/** The packaged application: the release from outside, and the end-to-end tests on its twin. */
export default defineConfig({
  outputDir: `${results}/packaged`,
  globalSetup: '../support/packaged/set-up.ts',
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] === 'true',
  // These end tests that hang, and judge no speed.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: `${results}/reports/packaged.json` }]],
  projects: [
    { name: 'release', testDir: '.', testMatch: '**/*.spec.ts' },
    { name: 'twin', testDir: '../e2e', testMatch: '**/*.spec.ts' },
  ],
});
