// @ts-check
// `npm run test:walls`: breaks the contract and the walls on purpose, in memory alone, and counts that each breakage is
// noticed: by the compiler or by lint, and by the rule that is meant to notice it. Nothing on the disk changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { inCheckout } from './lib/paths.mjs';
import { main } from './lib/say.mjs';
import { lintBreakages } from './lib/walls/lint-breakages.mjs';
import { createLintBreaker } from './lib/walls/lint-breaker.mjs';
import { typeBreakages } from './lib/walls/type-breakages.mjs';
import { createTypeBreaker } from './lib/walls/type-breaker.mjs';

/**
 * @typedef {{ name: string, file: string }} Named
 * @typedef {{ caught: boolean, how: string }} Outcome
 */

/**
 * @template {Named} B
 * @param {readonly B[]} breakages
 * @param {(breakage: B) => Promise<Outcome> | Outcome} attempt
 */
async function breakAll(breakages, attempt) {
  const outcomes = [];
  for (const breakage of breakages) {
    const outcome = await attempt(breakage);
    outcomes.push({ name: breakage.name, caught: outcome.caught });
    const verdict = outcome.caught ? 'caught  ' : 'NOT CAUGHT';
    process.stdout.write(`${verdict} ${breakage.name} (${breakage.file}): ${outcome.how}\n`);
  }
  return outcomes;
}

await main(async () => {
  const outcomes = [
    ...(await breakAll(typeBreakages, createTypeBreaker())),
    ...(await breakAll(lintBreakages, createLintBreaker())),
  ];
  mkdirSync(inCheckout('test-results', 'reports'), { recursive: true });
  writeFileSync(inCheckout('test-results', 'reports', 'walls.json'), JSON.stringify(outcomes));
  const caught = outcomes.filter((outcome) => outcome.caught).length;
  const missed = outcomes.length - caught;
  process.stdout.write(`\n${caught} passed, ${missed} failed, 0 skipped\n`);
  return missed === 0 ? 0 : 1;
});
