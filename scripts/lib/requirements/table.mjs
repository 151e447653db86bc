// @ts-check
// The table of requirements as text.

/** @param {readonly import('./verdict.mjs').Row[]} rows */
export const tableOf = (rows) => rows.map(lineOf).join('\n');

/** @param {import('./verdict.mjs').Row} row */
function lineOf({ requirement: { number, what, why }, verdict, passed, failed, suites, figures }) {
  const tests = passed === 0 ? '' : `${passed} ${passed === 1 ? 'test' : 'tests'} (${suites.join(', ')})`;
  const said = [tests, ...figures, why, ...failed.map((test) => `FAILED: ${test}`)].filter(
    (part) => part !== '',
  );
  return `${number.padEnd(4)} ${verdict.padEnd(15)} ${what}${said.length === 0 ? '' : `: ${said.join(' · ')}`}`;
}

/** @param {readonly import('./verdict.mjs').Row[]} rows How many of each verdict. */
export function summaryOf(rows) {
  const verdicts = rows.map(({ verdict }) => verdict);
  return [...new Set(verdicts)]
    .map((verdict) => `${verdicts.filter((each) => each === verdict).length} ${verdict}`)
    .join(', ');
}
