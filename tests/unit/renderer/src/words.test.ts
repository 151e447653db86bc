import ts from 'typescript';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { worksIn } from '../../../../electron/main/jobs/work.ts';
import { exportedInWords } from '../../../../renderer/src/bulk/export/ExportDialog.tsx';
import { ageInWords, sizeInWords } from '../../../../renderer/src/bulk/session-words.ts';
import { applyWords } from '../../../../renderer/src/changes/batches/batch-store.ts';
import { daysInWords } from '../../../../renderer/src/domains/domain-words.ts';
import { counted, createFormat } from '../../../../renderer/src/ui/Formats.tsx';
import { aBatch } from '../../../support/a-change.ts';
import { aSession } from '../../../support/fake-sessions.ts';
import { retiredIn } from '../../../support/retired-words.ts';

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

/** The texts of a small window's page, as they stand in its markup. */
const textsInPage = (path: string): readonly string[] =>
  readFileSync(path, 'utf8')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim());

const sources = ['renderer/src', 'electron/main', 'shared'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`),
);

const pages = globSync('renderer/*.html');

describe('the words of screens and of the command line', () => {
  it('are read from many files', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(pages).toContain('renderer/code.html');
  });

  it.each([
    'Look again',
    'Bulk look-ups',
    'It goes on by itself',
    'Settle by hand…',
    'It is read back once more',
    'Finding',
    'Off the shortlist',
    'Type bluebakery.com to go on',
    'Correct the refused ones',
    'How Northwind answers',
  ])('would be found: %s', (text) => {
    expect(retiredIn([text])).not.toEqual([]);
  });

  it('are not the retired ones', () => {
    const found = [
      ...sources.map((path) => [path, retiredIn(textsIn(path))] as const),
      ...pages.map((path) => [path, retiredIn(textsInPage(path))] as const),
    ];
    expect(found.flatMap(([path, each]) => each.map((text) => `${path}: ${text}`))).toEqual([]);
  });
});

const counts = [0, 1, 2, 1_000] as const;

const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `t${at}`);

const batch = (remaining: number) => {
  const { counts: before } = aBatch();
  return aBatch({ state: 'running', counts: { ...before, toDo: remaining, remaining } });
};

const day = 24 * 60 * 60;

const now = Date.parse('2026-11-23T09:00:00Z');

const ago = (days: number) => new Date(now - days * day * 1_000).toISOString();

const reading = { id: 'r', accountId: 'practice', notShown: 0, notRead: 0, isFinished: false, error: null };

const sentences: readonly (readonly [string, (count: number) => string | undefined, readonly string[]])[] = [
  [
    'a count with an irregular noun',
    (count) => counted(count, 'entry', 'entries'),
    ['0 entries', '1 entry', '2 entries', '1,000 entries'],
  ],
  [
    'the size of a session',
    (count) => sizeInWords({ names: count, tlds: many(count) }),
    ['0 names × 0 TLDs', '1 name × 1 TLD', '2 names × 2 TLDs', '1,000 names × 1,000 TLDs'],
  ],
  [
    'what is exported',
    (count) => exportedInWords({ rows: new Uint32Array(count), cells: Math.max(1, count) }),
    [
      'Exactly what is shown: 1 check of 0 names.',
      'Exactly what is shown: 1 check of 1 name.',
      'Exactly what is shown: 2 checks of 2 names.',
      'Exactly what is shown: 1,000 checks of 1,000 names.',
    ],
  ],
  ['an age', (count) => ageInWords(count * day), ['0 minutes', '1 day', '2 days', '1,000 days']],
  [
    'how long ago something was',
    (count) => createFormat('en').age(ago(count), now),
    ['just now', '1 day ago', '2 days ago', '1,000 days ago'],
  ],
  ['a day to come', daysInWords, ['today', 'in 1 day', 'in 2 days', 'in 1,000 days']],
  [
    'the button of a batch',
    (count) => applyWords({ ...batch(count), ask: { kind: 'lock', state: 'locked' } }, null),
    ['Lock 0 domains', 'Lock 1 domain', 'Lock 2 domains', 'Lock 1,000 domains'],
  ],
  [
    'the notification of a lookup',
    (count) =>
      worksIn('sessions.changed', {
        sessions: [aSession({ names: count, tlds: ['com'], left: 0 })],
        removed: [],
      })[0]?.notice.body,
    [
      '0 results were received, 0 left.',
      '1 result was received, 0 left.',
      '2 results were received, 0 left.',
      '1,000 results were received, 0 left.',
    ],
  ],
  [
    'the notification of a refresh',
    (count) =>
      worksIn('domains.reading', {
        ...reading,
        done: count,
        notRead: 1_000,
        total: count + 1_000,
        isFinished: true,
      })[0]?.notice.body,
    [
      '0 domains were read, 1,000 not read.',
      '1 domain was read, 1,000 not read.',
      '2 domains were read, 1,000 not read.',
      '1,000 domains were read, 1,000 not read.',
    ],
  ],
];

describe('sentences with a number', () => {
  it.each(sentences)('take the form that goes with it: %s', (_what, sentence, words) =>
    expect(counts.map(sentence)).toEqual(words),
  );
});

describe('names of domains', () => {
  it('are read from left to right whatever their letters: the TLD stands at the right', () => {
    const turned = globSync('renderer/src/**/*.tsx').flatMap((path) => {
      const names = readFileSync(path, 'utf8').match(
        /<bdi[^>]*>\s*\{(?:unicode|row\.name\.unicode|toUnicode\()/gu,
      );
      return (names ?? []).filter((name) => !name.includes('dir="ltr"')).map((name) => `${path}: ${name}`);
    });
    expect(turned).toEqual([]);
  });
});
