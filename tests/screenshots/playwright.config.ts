import { defineConfig } from '@playwright/test';
import { everyPicture } from '../support/application/photographs.ts';
import e2e from '../e2e/playwright.config.ts';

const results = '../../test-results';

/**
 * `npm run screenshots`: the pictures of the documents, and those of every screen. The walk among the end-to-end tests takes the
 * ordinary ones (E6); the stories here take a team and what follows a restore.
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
