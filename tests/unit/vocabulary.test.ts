import ts from 'typescript';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inCheckout } from '../../scripts/lib/paths.mjs';

/** Words that a standard term has replaced in the names of the product: each with the term, or the terms, to use. */
const replaced: Readonly<Record<string, string>> = {
  look: 'filter, view, read-back result, review, check',
  looks: 'style, check',
  looked: 'verification, sample',
  told: 'sync answer, projected change, announced',
  learned: 'observed, known pace',
  visitor: 'client',
  plan: 'batch',
  plans: 'batches',
  hindrance: 'disabled reason',
  patience: 'timeout',
  lend: 'temporary key',
  seat: 'practice credentials',
};

/** Names in which such a word is the field's own: a look-up, look-alikes, a table that looks like it has a header, a plan of faults. */
const usual = /look(?:ed)?(?=up|ahead|alike)|lookslikeheader|faultplan/;

/** Files in which a name may stand: what was released is never changed. */
const kept: Readonly<Record<string, readonly string[]>> = {
  'electron/main/practice/faults/choose.ts': ['plan'],
};

const wordsOf = (name: string): readonly string[] =>
  name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.map((word) => word.toLowerCase()) ?? [];

const isUsual = (name: string): boolean => usual.test(name.toLowerCase().replaceAll('_', ''));

/** The names in a source that have one of the replaced words in them. */
function replacedIn(file: string, text: string): readonly string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const { text: name } = node;

      const isReplaced = wordsOf(name).some((word) => Object.hasOwn(replaced, word)) && !isUsual(name);
      if (isReplaced && kept[file]?.includes(name) !== true) found.add(name);
    }
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, false, ts.ScriptKind.TSX));
  return [...found].map((name) => `${file}: ${name}`);
}

describe('names in the product', () => {
  it.each([
    ['const lookAt = 1;', ['lookAt']],
    ['interface Told { readonly planId: string }', ['Told', 'planId']],
    ['class A { #learned = 0; }', ['#learned']],
    ['const [lookUp, lookAhead, lookup, planned, explain, FaultPlan] = [];', []],
  ])('that hold a replaced word are found: %s', (text, names) => {
    expect(replacedIn('a.ts', text)).toEqual(names.map((name) => `a.ts: ${name}`));
  });

  it('use the standard term for what a replaced word meant', () => {
    const files = globSync('{electron,shared,renderer}/**/*.{ts,tsx}', { cwd: inCheckout() });
    expect(files.length).toBeGreaterThan(300);
    expect(files.flatMap((file) => replacedIn(file, readFileSync(inCheckout(file), 'utf8')))).toEqual([]);
  });
});
