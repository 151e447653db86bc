// @ts-check
// What the reports of the suites say of tests that carry numbers.

// Which requirements a test says that it shows: the numbers at the head of its name, or of a group that it stands in.

const head = /^[A-F]\d{1,2}(?:[ ,]+[A-F]\d{1,2})*(?=[\s:,]|$)/;

/**
 * @param {readonly string[]} titles From the outermost group to the test itself.
 * @returns {readonly string[]} Each once, such as `B13`.
 */
export const numbersOf = (titles) => [
  ...new Set(titles.flatMap((title) => head.exec(title)?.[0].split(/[ ,]+/) ?? [])),
];

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

// What all the proofs of a run come to, requirement by requirement.

/**
 * @typedef {import('./list.mjs').Requirement} Requirement
 * @typedef {{ requirement: Requirement, verdict: 'shown' | 'shown in part' | 'NOT SHOWN' | 'not shown here' | 'not applicable',
 *   passed: number, failed: readonly string[], suites: readonly string[], figures: readonly string[] }} Row
 */

/**
 * @param {readonly Requirement[]} requirements
 * @param {readonly Proof[]} proofs
 * @returns {readonly Row[]}
 */
export const verdicts = (requirements, proofs) =>
  requirements.map((requirement) =>
    rowOf(
      requirement,
      proofs.filter(({ numbers }) => numbers.includes(requirement.number)),
    ),
  );

/** @param {Requirement} requirement @param {readonly Proof[]} proofs @returns {Row} */
function rowOf(requirement, proofs) {
  const failed = proofs.filter(({ state }) => state === 'failed').map(({ test }) => test);
  const passed = proofs.filter(({ state }) => state === 'passed');
  return {
    requirement,
    verdict: verdictOf(requirement, passed.length, failed.length),
    passed: passed.length,
    failed,
    suites: [...new Set(passed.map(({ suite }) => suite))],
    figures: [...new Set(passed.flatMap(({ figures }) => figures))],
  };
}

/** @param {Requirement} requirement @param {number} passed @param {number} failed @returns {Row['verdict']} */
function verdictOf({ standing }, passed, failed) {
  if (failed > 0) return 'NOT SHOWN';
  if (standing === 'not here') return 'not shown here';
  if (standing === 'not applicable') return 'not applicable';
  if (passed === 0) return 'NOT SHOWN';
  return standing === 'here' ? 'shown' : 'shown in part';
}

/** Numbers that tests carry and the list does not have. @param {readonly Requirement[]} requirements @param {readonly Proof[]} proofs */
export const strangers = (requirements, proofs) => {
  const known = new Set(requirements.map(({ number }) => number));
  return [...new Set(proofs.flatMap(({ numbers }) => numbers).filter((number) => !known.has(number)))];
};

// The table of requirements as text.

/** @param {readonly Row[]} rows */
export const tableOf = (rows) => rows.map(lineOf).join('\n');

/** @param {Row} row */
function lineOf({ requirement: { number, what, why }, verdict, passed, failed, suites, figures }) {
  const tests = passed === 0 ? '' : `${passed} ${passed === 1 ? 'test' : 'tests'} (${suites.join(', ')})`;
  const said = [tests, ...figures, why, ...failed.map((test) => `FAILED: ${test}`)].filter(
    (part) => part !== '',
  );
  return `${number.padEnd(4)} ${verdict.padEnd(15)} ${what}${said.length === 0 ? '' : `: ${said.join(' · ')}`}`;
}

/** @param {readonly Row[]} rows How many of each verdict. */
export function summaryOf(rows) {
  const verdicts = rows.map(({ verdict }) => verdict);
  return [...new Set(verdicts)]
    .map((verdict) => `${verdicts.filter((each) => each === verdict).length} ${verdict}`)
    .join(', ');
}
