import { defineConfig } from '@playwright/test';
import { everyPicture } from '../support/application/photographs.ts';
import e2e from '../e2e/playwright.config.ts';

const results = '../../test-results';

/**
 * `npm run screenshots`: the pictures of the documents, and those of every screen. End-to-end tests take the ordinary
 * ones (E6); the stories here take the others, which would make `npm test` too long.
 */
export default defineConfig({
  ...e2e,
  metadata: { [everyPicture]: true },
  testDir: '..',
  testMatch: ['e2e/*.spec.ts', 'screenshots/*.spec.ts'],
  grep: /looks? right/,
  outputDir: `${results}/screenshots`,
  timeout: 240_000,
  reporter: [['list'], ['./tally.ts'], ['json', { outputFile: `${results}/reports/screenshots.json` }]],
});
