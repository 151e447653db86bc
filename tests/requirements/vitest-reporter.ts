import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { inCheckout } from '../../scripts/lib/paths.mjs';
import { figureOf, numbersOf, type Proof } from './proofs.ts';

/** Writes down which tests carry numbers, how they ended and the figures that they told; and what failed outside any test. */
class ProofReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const bySuite = Map.groupBy(modules, ({ project }) => project.name);
    for (const [suite, its] of bySuite) {
      const tests = its.flatMap((module) => [...module.children.allTests()]);
      const proofs = tests.map((test) => proofBy(test, suite)).filter(({ numbers }) => numbers.length > 0);
      report(`${suite}-proofs.json`, proofs);
      // Vitest's own report leaves these out.
      const outside = errors.map(({ message, stack }) => ({ message: `${message} ${placeIn(stack)}` }));
      report(`${suite}-outside.json`, outside);
    }
  }
}

function report(name: string, content: unknown): void {
  const file = inCheckout('test-results', 'reports', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content, null, 1));
}

/** The first line of a stack that is of the project. */
const placeIn = (stack: string | undefined): string =>
  stack
    ?.split('\n')
    .find((line) => line.trim().startsWith('at ') && !line.includes('node_modules'))
    ?.trim() ?? '';

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
