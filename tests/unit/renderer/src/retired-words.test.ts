import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Phrases that were replaced on screens and on the command line by the usual ones. The second one of a pair is what to say. */
const retired: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\blook-ups?\b/i, 'lookup'],
  [/\blooks?(ed|ing)? again\b/i, 'recheck'],
  [/\blooked for lately\b/i, 'recent searches'],
  [/\breads? again\b/i, 'refresh'],
  [/\bread(s|ing)? back\b/i, 'verify'],
  [/\bnot read yet\b/i, 'not loaded'],
  [/\blast read\b/i, 'updated'],
  [/^(it )?was done\b/i, 'done'],
  [/\bthe service said done\b|\bdone, says the service\b/i, 'accepted by the service'],
  [/\bspeaks (for|against)\b|\bdecides nothing\b|\bfor neither\b/i, 'points to: done, not done'],
  [/\bis otherwise than\b|\bare others than\b/i, 'has changed since'],
  [/\banswer alone\b|\ball there is\b/i, 'this rests on the service’s answer'],
  [/\bsettled? (it )?by hand\b|\bmarked by you as\b/i, 'mark as done or not done'],
  [/\btell the day\b|\btold by\b/i, 'set expiry, from sync'],
  [/\bplan for\b/i, 'batch change'],
  [/\bleave out\b|\bleft out\b|\btaken? in\b(?! (the|a) )/i, 'exclude, skip'],
  [/\bholds? together\b/i, 'journal verified'],
  [/\bwritten down\b/i, 'logged'],
  [/\bexactly what will be sent\b/i, 'request preview'],
  [/\blast of this kind\b/i, 'previous'],
  [/\basked for from here\b|\bwas asked for\b|\bwere asked for\b/i, 'requested'],
  [/\ba code came\b/i, 'code received'],
  [/\bin another form: /i, 'adjusted'],
  [/\bfound behind the names\b|\bmade of words\b/i, 'TLDs in your list, generator'],
  [/\bas entered\b|\bon the shortlist, or off\b/i, 'original order, toggle shortlist'],
  [/\bbegin with practice\b/i, 'start with the practice account'],
  [/\bas the system\b|\btry-outs\b|\blook now\b|\bwhat was noted\b/i, 'system, beta, check now, view log'],
  [/\bbrought back\b|\bway back\b|\bput in place\b/i, 'restored'],
  [/\bwaits for you\b|\bto be looked at\b|\bit is so already\b/i, 'needs attention, no change needed'],
  [/\bby itself\b/i, 'automatically'],
  [/\basked all the same\b/i, 'checked anyway'],
  [/\banew\b/i, 'again'],
  [/\bonce more\b/i, 'again'],
  [/\bwhat (be)?came of\b/i, 'outcome'],
  [/\bwas not kept\b|\bwas kept\b|\bcould be kept\b/i, 'saved'],
  [/\bwe do not know\b/i, 'we don’t know'],
  [/\bprovider’s own pages\b/i, 'your provider’s panel'],
  [/\bstands (there|here|among|in a window)\b|\bas it stands\b|\bcannot stand\b/i, 'is'],
  [/\bone after the other\b/i, 'one at a time'],
  [/\bgoes? on by\b|\band goes on\b/i, 'resumes'],
  [/\bwould travel\b|\bwould have travelled\b/i, 'would be sent'],
  [/\bone tld at least\b/i, 'at least one TLD'],
  [/\bmade here\b|\bmade anew\b/i, 'created here'],
];

/** The texts of a source file: its literals and JSX texts, without module paths, SQL and names in code. */
function textsIn(path: string): readonly string[] {
  const source = readFileSync(path, 'utf8');
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isTemplateExpression(node)) {
      const text = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
      texts.push(text);
    } else if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => !isSql(text) && !isName(text));
}

const isSql = (text: string): boolean =>
  /\b(SELECT|INSERT INTO|DELETE FROM|UPDATE|CREATE TABLE|CREATE TRIGGER)\b/.test(text);

/** A kind, a class, a file: small letters without a space. */
const isName = (text: string): boolean => /^[^A-Z\s]+$/.test(text);

/** Each retired phrase in the texts, with what to say instead. */
const retiredIn = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) =>
    retired
      .filter(([phrase]) => phrase.test(text))
      .map(([phrase, instead]) => `“${text.slice(0, 120)}” (${phrase.source}): ${instead}`),
  );

const sources = ['renderer/src', 'electron/main', 'shared'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`),
);

describe('the words of screens and of the command line', () => {
  it('are read from many files', () => {
    expect(sources.length).toBeGreaterThan(300);
  });

  it.each([
    'Look again',
    'Bulk look-ups',
    'It goes on by itself',
    'Settle by hand…',
    'It is read back once more',
  ])('would be found: %s', (text) => {
    expect(retiredIn([text])).not.toEqual([]);
  });

  it('are not the retired ones', () => {
    expect(sources.flatMap((path) => retiredIn(textsIn(path)).map((found) => `${path}: ${found}`))).toEqual(
      [],
    );
  });
});
