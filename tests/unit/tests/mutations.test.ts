import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inCheckout } from '../../../scripts/lib/paths.mjs';
import { checkTable } from '../../faults/mutations/edit.ts';
import { mutations, notTaken } from '../../mutations/list.ts';
import { requirements } from '../../requirements/list.ts';

describe('the mutations that named tests find', () => {
  it.each(mutations)('has the text of “$name” once, and the tests that find it', (mutation) => {
    expect(() => checkTable([mutation])).not.toThrow();
    const files = mutation.foundBy.map((test) => inCheckout('tests', test.split(' ')[0] ?? ''));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(files).not.toEqual([]);
  });

  it('have names of their own', () => {
    const names = mutations.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('are of each requirement that a test here can show', () => {
    const shown = new Set(mutations.map(({ name }) => name.split(' ')[0]));
    const missing = requirements
      .filter(({ standing }) => standing === 'here' || standing === 'in part')
      .map(({ number }) => number)
      .filter((number) => /^[A-H]/.test(number) && !shown.has(number));
    expect(missing).toEqual(Object.keys(notTaken));
  });
});
