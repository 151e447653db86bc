// @ts-check
// A reporter of Vitest's: writes down which tests carry numbers, how they ended and the figures that they told.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inCheckout } from '../paths.mjs';
import { numbersOf } from './proofs.mjs';
import { figureOf } from './proofs.mjs';

/** @param {string} suite */
export const proofsFile = (suite) => inCheckout('test-results', 'reports', `${suite}-proofs.json`);

/** A reporter as Vitest takes them. */
export default class ProofReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    /** @type {Map<string, import('./proofs.mjs').Proof[]>} */
    const bySuite = new Map();
    for (const module of modules) {
      const suite = module.project.name;
      const proofs = bySuite.get(suite) ?? [];
      bySuite.set(suite, proofs);
      for (const test of module.children.allTests()) {
        const numbers = numbersOf(titlesOf(test));
        if (numbers.length === 0) continue;
        const figures = test.annotations().flatMap(({ message }) => figureOf(message) ?? []);
        proofs.push({ numbers, test: test.fullName, suite, state: stateOf(test), figures });
      }
    }
    for (const [suite, proofs] of bySuite) {
      mkdirSync(dirname(proofsFile(suite)), { recursive: true });
      writeFileSync(proofsFile(suite), JSON.stringify(proofs, null, 1));
    }
  }
}

/** @param {import('vitest/node').TestCase} test */
function titlesOf(test) {
  const titles = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) titles.unshift(at.name);
  return titles;
}

/** @param {import('vitest/node').TestCase} test @returns {import('./proofs.mjs').Proof['state']} */
function stateOf(test) {
  const { state } = test.result();
  return state === 'pending' ? 'skipped' : state;
}
