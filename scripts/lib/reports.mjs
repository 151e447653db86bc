// @ts-check
// What a suite's own report says, as three numbers.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @typedef {Count & { remarks?: readonly string[] }} Outcome A count, and a line for each test that failed or was flaky. */

/** @type {Outcome} */
export const oneFailed = { passed: 0, failed: 1, skipped: 0 };

/** A gate (types, lint, format, build) is one test. @param {number} exitCode @returns {Count} */
export const gateCount = (exitCode) => (exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : oneFailed);

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: readonly VitestFile[] }} VitestReport
 * @typedef {{ name: string, status: string, message?: string, assertionResults: readonly VitestTest[] }} VitestFile
 * @typedef {{ status: string, fullName: string, failureMessages?: readonly string[] }} VitestTest
 * @typedef {readonly { message?: string }[]} OutsideTests What was thrown where no test waited for it.
 *
 * A file that could not even be loaded counts as one failed test, and so does an error outside any test.
 *
 * @param {VitestReport} report Of Vitest's `json` reporter.
 * @param {OutsideTests} [outside]
 * @returns {Outcome}
 */
export const vitestCount = (report, outside = []) => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
    ).length +
    outside.length,
  skipped: report.numPendingTests + report.numTodoTests,
  remarks: [...report.testResults.flatMap(failedIn), ...outside.map(remarkOutside)],
});

/** @param {{ message?: string }} error */
const remarkOutside = ({ message }) => remark('failed', 'outside any test', message);

/** @param {VitestFile} file */
function failedIn({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((each) => each.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [remark('failed', name, message)];
  return failed.map(({ fullName, failureMessages }) => remark('failed', fullName, failureMessages?.[0]));
}

/**
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 *   errors: readonly PlaywrightError[], suites?: readonly PlaywrightSuite[] }} PlaywrightReport
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ specs?: readonly PlaywrightSpec[], suites?: readonly PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ title: string, file: string, tests: readonly { status: string, results: readonly { error?: PlaywrightError }[] }[] }} PlaywrightSpec
 *
 * A flaky test passed at its second try. It counts as passed and is named, for somebody has to find out why.
 *
 * @param {PlaywrightReport} report Of Playwright's `json` reporter.
 * @returns {Outcome}
 */
export const playwrightCount = ({ stats, errors, suites = [] }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped,
  remarks: [...errors.map(remarkOutside), ...oddIn(suites)],
});

/** @param {readonly PlaywrightSuite[]} suites @returns {string[]} */
const oddIn = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.flatMap(({ status, results }) => {
        const kind = { unexpected: 'failed', flaky: 'flaky' }[status];
        const message = results.find(({ error }) => error)?.error?.message;
        return kind === undefined ? [] : [remark(kind, `${file} › ${title}`, message)];
      }),
    ),
    ...oddIn(inner),
  ]);

/** @param {string} kind @param {string} test @param {string} [message] Its first line is kept, without colours. */
const remark = (kind, test, message = '') =>
  `${kind}: ${test}: ${(message.split('\n')[0] ?? '').replaceAll(/\u001B\[\d+m/g, '')}`;

/**
 * What a suite comes to: one that ended badly without saying so, or that ran no test, has failed.
 *
 * @param {Outcome | undefined} count None where the suite left no report.
 * @param {number} exitCode
 * @returns {Outcome}
 */
export function judged(count, exitCode) {
  if (!count) return oneFailed;
  const ranNothing = count.passed + count.failed === 0;
  const endedBadly = exitCode !== 0 && count.failed === 0;
  if (!ranNothing && !endedBadly) return count;
  const why = ranNothing ? 'ran no test' : `ended with exit code ${exitCode}`;
  return { ...count, failed: count.failed + 1, remarks: [...(count.remarks ?? []), `failed: ${why}`] };
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
