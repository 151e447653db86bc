import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formulaSafe, withoutFormulaGuard } from '../../../../../../electron/main/export/formats.ts';
import {
  type ImportTask,
  reviewImport,
} from '../../../../../../electron/main/portfolio/import/review-import.ts';
import { rowsOfPage } from '../../../../../../electron/main/portfolio/import/reviewed.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const task = (text: string): ImportTask => ({
  source: { kind: 'text', text },
  choices: { mapping: [], isDayFirst: null, encoding: null, sheet: null, restoresArchived: false },
  mappings: [],
  knownTlds: ['com'],
  pages: [],
  imported: '',
  now: '2026-11-25T08:00:00.000Z',
});

/** Texts that spreadsheets, files and this program treat in some way of their own. */
const text = fc
  .array(
    fc.constantFrom(
      ...[
        "'",
        '=1+1',
        '"',
        ',',
        ';',
        '|',
        '\t',
        '\n',
        '\r',
        '\r\n',
        ' ',
        '-',
        '@',
        '＝',
        'ACME',
        'ü',
        '\uFEFF',
      ],
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))
  // A blank cell keeps what is stored.
  .filter((each) => each.trim() !== '' || each === '');

describe('what the application exports', () => {
  it('begins with no formula, and loses nothing by the apostrophe that sees to that', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(formulaSafe(each)).not.toMatch(/^\s*[=+\-@]/);
        expect(withoutFormulaGuard(formulaSafe(each))).toBe(each);
      }),
    );
  });
});

describe('a reviewed file', () => {
  it('has no cell of a column that looks like transfer codes, not among the samples either', async () => {
    const file = 'domain,auth code,note\na.com,CANARY-1,x\nb.com,CANARY-2,y\n';
    const reviewed = valueOf(await reviewImport(task(file)));
    expect(JSON.stringify(reviewed)).not.toContain('CANARY');
    expect(reviewed).toMatchObject({ codes: [1], samples: [['a.com', 'b.com'], [], ['x', 'y']] });
  });

  it('counts its rows by what becomes of them, page by page', async () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `n${String(index)}.com`);
    const reviewed = valueOf(await reviewImport(task([...names, 'no name'].join('\n'))));
    expect(reviewed.counts).toEqual({ new: 1_001, changed: 0, unchanged: 0, skipped: 1 });
    expect([rowsOfPage(reviewed, 0).length, rowsOfPage(reviewed, 1).length]).toEqual([1_000, 2]);
    expect([...reviewed.results.slice(-2)]).toEqual([0, 3]);
  });
});
