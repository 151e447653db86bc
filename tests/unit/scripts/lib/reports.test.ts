import { describe, expect, it } from 'vitest';
import {
  countLine,
  gateCount,
  judged,
  playwrightCount,
  sum,
  vitestCount,
} from '../../../../scripts/lib/reports.mjs';

const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

describe('what a suite comes to', () => {
  it('a gate is one test', () => {
    expect(gateCount(0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(gateCount(2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('Vitest’s pending and todo tests are skipped ones', () => {
    expect(vitestCount({ ...none, numPassedTests: 5, numPendingTests: 1, numTodoTests: 2 })).toEqual({
      passed: 5,
      failed: 0,
      skipped: 3,
    });
  });

  it('a test file that could not be loaded is a failed test', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
    ];
    expect(vitestCount({ ...none, numFailedTests: 1, testResults }).failed).toBe(2);
  });

  it('a flaky end-to-end test and an error outside any test have failed', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    expect(playwrightCount({ stats, errors: [{}] })).toEqual({ passed: 3, failed: 3, skipped: 2 });
  });

  it.each([
    ['left no report', undefined, 0, 1],
    ['ran no test', { passed: 0, failed: 0, skipped: 4 }, 0, 1],
    ['ended badly without a failed test', { passed: 7, failed: 0, skipped: 0 }, 1, 1],
    ['failed as it says', { passed: 7, failed: 2, skipped: 0 }, 1, 2],
    ['passed', { passed: 7, failed: 0, skipped: 1 }, 0, 0],
  ])('a suite that %s', (_, count, exitCode, failed) => {
    expect(judged(count, exitCode).failed).toBe(failed);
  });
});

describe('the last line', () => {
  it('is the sum over all suites', () => {
    const all = sum([
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 120, failed: 2, skipped: 3 },
    ]);
    expect(countLine(all)).toBe('121 passed, 2 failed, 3 skipped');
  });
});
