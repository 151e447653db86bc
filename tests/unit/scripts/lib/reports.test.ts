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
      remarks: [],
    });
  });

  it('a test file that could not be loaded is a failed test', () => {
    const testResults = [
      { name: 'a.test.ts', status: 'failed', message: 'No such module\nat a.ts', assertionResults: [] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'b adds', failureMessages: ['\u001B[31mexpected 2\u001B[39m\nat b'] },
          { status: 'passed', fullName: 'b takes away' },
        ],
      },
    ];
    const count = vitestCount({ ...none, numFailedTests: 1, testResults });
    expect(count.failed).toBe(2);
    expect(count.remarks).toEqual(['failed: a.test.ts: No such module', 'failed: b adds: expected 2']);
  });

  it('an error outside any test has failed; a flaky end-to-end test passed, and is named', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    const spec = (title: string, status: string, ...messages: string[]) => ({
      title,
      file: 'a.spec.ts',
      tests: [{ status, results: [...messages.map((message) => ({ error: { message } })), {}] }],
    });
    const suites = [
      { specs: [spec('opens', 'expected')], suites: [{ specs: [spec('closes', 'flaky', 'too late')] }] },
      { specs: [spec('saves', 'unexpected', 'not there', 'still not there')] },
    ];
    expect(playwrightCount({ stats, errors: [{ message: 'no display' }], suites })).toEqual({
      passed: 4,
      failed: 2,
      skipped: 2,
      remarks: [
        'failed: outside any test: no display',
        'flaky: a.spec.ts › closes: too late',
        'failed: a.spec.ts › saves: not there',
      ],
    });
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
