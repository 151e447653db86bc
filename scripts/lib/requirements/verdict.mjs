// @ts-check
// What all the proofs of a run come to, requirement by requirement.

/**
 * @typedef {import('./list.mjs').Requirement} Requirement
 * @typedef {import('./proofs.mjs').Proof} Proof
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
