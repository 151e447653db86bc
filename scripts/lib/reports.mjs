// @ts-check
// What a suite's own report says, as three numbers.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @type {Count} */
export const oneFailed = { passed: 0, failed: 1, skipped: 0 };

/** A gate (types, lint, format, build) is one test. @param {number} exitCode @returns {Count} */
export const gateCount = (exitCode) => (exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : oneFailed);

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: readonly { status: string, assertionResults: readonly { status: string }[] }[] }} VitestReport
 *
 * A file that could not even be loaded counts as one failed test.
 *
 * @param {VitestReport} report Of Vitest's `json` reporter.
 * @returns {Count}
 */
export const vitestCount = (report) => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
    ).length,
  skipped: report.numPendingTests + report.numTodoTests,
});

/**
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: readonly unknown[] }} PlaywrightReport
 *
 * A flaky test failed once, so it failed.
 *
 * @param {PlaywrightReport} report Of Playwright's `json` reporter.
 * @returns {Count}
 */
export const playwrightCount = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
});

/**
 * What a suite comes to: one that ended badly without saying so, or that ran no test, has failed.
 *
 * @param {Count | undefined} count None where the suite left no report.
 * @param {number} exitCode
 * @returns {Count}
 */
export function judged(count, exitCode) {
  if (!count) return oneFailed;
  const ranNothing = count.passed + count.failed === 0;
  const endedBadly = exitCode !== 0 && count.failed === 0;
  return ranNothing || endedBadly ? { ...count, failed: count.failed + 1 } : count;
}

/** @param {readonly Count[]} counts @returns {Count} */
export function sum(counts) {
  const all = { passed: 0, failed: 0, skipped: 0 };
  for (const each of counts)
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) all[key] += each[key];
  return all;
}

/** @param {Count} count */
export const countLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** @param {string} file @returns {unknown} */
export const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
