import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { inCheckout } from '../../scripts/lib/paths.mjs';
import { figureOf, numbersOf, type Proof } from './proofs.ts';

/** Writes down which tests carry numbers, how they ended and the figures that they told. */
class ProofReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const bySuite = Map.groupBy(modules, ({ project }) => project.name);
    for (const [suite, its] of bySuite) {
      const tests = its.flatMap((module) => [...module.children.allTests()]);
      const proofs = tests.map((test) => proofBy(test, suite)).filter(({ numbers }) => numbers.length > 0);
      const file = inCheckout('test-results', 'reports', `${suite}-proofs.json`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(proofs, null, 1));
    }
  }
}

function proofBy(test: TestCase, suite: string): Proof {
  const titles = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) titles.unshift(at.name);
  const { state } = test.result();
  return {
    numbers: numbersOf(titles),
    test: test.fullName,
    suite,
    state: state === 'pending' ? 'skipped' : state,
    figures: test.annotations().flatMap(({ message }) => figureOf(message) ?? []),
  };
}

// eslint-disable-next-line import-x/no-default-export -- Vitest takes a reporter by its default export.
export default ProofReporter;
