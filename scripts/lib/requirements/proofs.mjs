// @ts-check
// What the reports of the suites say of tests that carry numbers.
import { numbersOf } from './numbers.mjs';

/**
 * @typedef {{ numbers: readonly string[], test: string, suite: string, state: 'passed' | 'failed' | 'skipped',
 *   figures: readonly string[] }} Proof
 *
 * @typedef {{ type: string, description?: string }} Annotation
 * @typedef {{ title: string, specs?: readonly PlaywrightSpec[], suites?: readonly PlaywrightGroup[] }} PlaywrightGroup
 * @typedef {{ title: string, ok: boolean, tests: readonly { status: string, annotations?: readonly Annotation[],
 *   results?: readonly { annotations?: readonly Annotation[] }[] }[] }} PlaywrightSpec
 */

/** The figure in an annotation of Vitest's: `figure: 300 kills, 0 lost`. @param {string} message */
export const figureOf = (message) => /^figure:\s*(.+)$/s.exec(message)?.[1]?.trim();

/**
 * @param {{ suites: readonly PlaywrightGroup[] }} report Of Playwright's `json` reporter.
 * @param {string} suite
 * @returns {readonly Proof[]}
 */
export const playwrightProofs = ({ suites }, suite) => suites.flatMap((group) => proofsIn(group, [], suite));

/** @param {PlaywrightGroup} group @param {readonly string[]} above @param {string} suite @returns {readonly Proof[]} */
function proofsIn({ title, specs = [], suites = [] }, above, suite) {
  const titles = [...above, title];
  const own = specs.flatMap((spec) => {
    const numbers = numbersOf([...titles, spec.title]);
    return numbers.length === 0
      ? []
      : [{ numbers, test: spec.title, suite, state: stateOf(spec), figures: figuresOf(spec) }];
  });
  return [...own, ...suites.flatMap((inner) => proofsIn(inner, titles, suite))];
}

/** A flaky test failed once, so it failed. @param {PlaywrightSpec} spec @returns {Proof['state']} */
function stateOf({ ok, tests }) {
  if (tests.length > 0 && tests.every(({ status }) => status === 'skipped')) return 'skipped';
  return ok && !tests.some(({ status }) => status === 'flaky') ? 'passed' : 'failed';
}

/** @param {PlaywrightSpec} spec */
const figuresOf = ({ tests }) => [
  ...new Set(
    tests
      .flatMap(({ annotations = [], results = [] }) => [
        ...annotations,
        ...results.flatMap((result) => result.annotations ?? []),
      ])
      .filter(({ type }) => type === 'figure')
      .flatMap(({ description }) => description ?? []),
  ),
];

/**
 * @param {readonly { name: string, caught: boolean }[]} breakages Walls that were broken on purpose.
 * @returns {readonly Proof[]}
 */
export const wallProofs = (breakages) =>
  breakages.map(({ name, caught }) => ({
    numbers: ['E4', ...numbersOf([name])],
    test: name,
    suite: 'walls',
    state: caught ? 'passed' : 'failed',
    figures: [],
  }));
