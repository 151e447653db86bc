import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inCheckout } from '../../../scripts/lib/paths.mjs';
import { checkTable } from '../../faults/mutations/edit.ts';
import { mutations, notTaken } from '../../mutations/list.ts';
import { requirements } from '../../requirements/list.ts';

describe('the mutations that named tests find', () => {
  it('have each text once, and the tests that find it', () => {
    expect(() => checkTable(mutations)).not.toThrow();
    const files = mutations.flatMap(({ foundBy }) => foundBy.map((test) => `tests/${test.split(' ')[0]}`));
    expect(files.filter((file) => !existsSync(inCheckout(file)))).toEqual([]);
    expect(mutations.filter(({ foundBy }) => foundBy.length === 0)).toEqual([]);
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

  it('are more than fifty of the page, and of what the gate does', () => {
    const count = (part: string) => mutations.filter(({ name }) => name.startsWith(part)).length;
    expect([count('page: ') >= 50, count('gate ') >= 25]).toEqual([true, true]);
  });
});
