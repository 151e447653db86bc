import { describe, expect, it } from 'vitest';
import { chosenSuites } from '../../../../scripts/lib/suites.mjs';

const known = ['types', 'unit', 'e2e'];

describe('what was typed behind `npm test`', () => {
  it.each([
    ['nothing: every suite', [], known, []],
    ['names: those suites', ['unit', 'types'], ['unit', 'types'], []],
    ['one name and more: the rest is for that suite', ['e2e', '--grep', 'unit'], ['e2e'], ['--grep', 'unit']],
  ])('%s', (_, typed, names, args) => {
    expect(chosenSuites(typed, known)).toEqual({ names, args });
  });

  it.each([[['unti']], [['unit', 'types', '--bail']]])('%j is refused', (typed) => {
    expect(() => chosenSuites(typed, known)).toThrow(/is not a suite/);
  });
});
