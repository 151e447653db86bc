import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formulaSafe, withoutFormulaGuard } from '../../../../../../electron/main/export/formats.ts';
import {
  type ImportTask,
  reviewImport,
} from '../../../../../../electron/main/portfolio/import/review-import.ts';
import { rowsOfPage } from '../../../../../../electron/main/portfolio/import/reviewed.ts';
import { aTextCell, aWorkbook, aZip } from '../../../../../support/tables/table-files.ts';
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

  it('shows first what could not be taken, in whole or in part, and counts it; not what is kept, repeated or left out', async () => {
    const kept = {
      ...{ name: 'known.com', tags: [], nameservers: null, archivedAt: null, client: '', note: '' },
      ...{ transferredAway: null, lock: null },
      expiresOn: { value: '2028-01-01', at: '2026-12-01T08:00:00.000Z', source: 'registry' },
    };
    const file = [
      'domain,expires,client,status',
      'known.com,2027-01-01,,',
      'known.com,2027-01-01,,',
      'gone.com,2020-01-01,,Fraud',
      'www.host.com,2027-01-01,,',
      'whole.com,2027-01-01,,',
      'bad name,2027-01-01,,',
      'slid.com,2027-01-01,Acme, Inc.,Active',
      'odd.com,soon,,',
    ];
    const reviewed = valueOf(
      await reviewImport({ ...task(file.join('\n')), pages: [JSON.stringify([kept])] }),
    );
    expect([...reviewed.order]).toEqual([2, 5, 6, 7, 0, 1, 3, 4]);
    expect(reviewed.toMend).toEqual({ skipped: 1, partly: 2, line: 7 });
    expect(reviewed.notes).toContain('To look at first: lines 4, 7, 8, 9.');
  });
});

describe('an order of day and month that was chosen', () => {
  it('can be chosen otherwise: what was asked stays', async () => {
    const file = task('a.com,03/04/2027,ACME');
    const reviewed = await reviewImport({ ...file, choices: { ...file.choices, isDayFirst: true } });
    expect(valueOf(reviewed)).toMatchObject({
      isDayFirst: true,
      ambiguousDate: { line: 1, monthFirst: '2027-03-04' },
    });
  });
});

describe('the columns of a file', () => {
  const letters = 'ABCDEFG';
  /** The same rows as the text of each format. */
  const sourcesOf = (
    rows: readonly (readonly string[])[],
  ): Readonly<Record<string, ImportTask['source']>> => {
    const [titles = [], ...below] = rows;
    const entries = below.map((cells): Readonly<Record<string, string>> =>
      Object.fromEntries(cells.map((cell, at) => [titles[at] ?? '', cell])),
    );
    const xml = rows.map((cells, row) => {
      const all = cells.map((cell, at) => aTextCell(`${letters.charAt(at)}${row + 1}`, cell));
      return `<row r="${row + 1}">${all.join('')}</row>`;
    });
    return {
      csv: { kind: 'text', text: rows.map((cells) => cells.join(';')).join('\n') },
      json: { kind: 'text', text: JSON.stringify(entries) },
      xlsx: { kind: 'bytes', fileName: 'a.xlsx', bytes: aZip(aWorkbook(xml.join(''))) },
    };
  };

  const files: readonly (readonly [rows: string, changes: string])[] = [
    ['Zone|Erstellt|Ablauf / a.com|2019-03-01|2027-03-01', 'expires 2027-03-01'],
    [
      'NS 1|NS 2|Hostname|Scadenza / ns1.b.net|ns2.b.net|a.com|2027-03-01',
      'expires 2027-03-01, nameservers ns1.b.net, ns2.b.net',
    ],
    ['Dominio|Extensión|Vence / a|.com|2027-03-01', 'expires 2027-03-01'],
    ['Kunde|Domains|Domain / ACME|3|a.com', 'client ACME'],
    ['Domena|Klient|Wygasa / a.com|2027-04-01|2027-03-01', 'expires 2027-03-01'],
  ];
  it.each(
    files.flatMap(([rows, changes]) => ['csv', 'json', 'xlsx'].map((format) => [rows, format, changes])),
  )('with %s as %s give %s', async (rows = '', format = '', changes = '') => {
    const source = sourcesOf(rows.split(' / ').map((line) => line.split('|')))[format];
    if (source === undefined) throw new Error(format);
    const [row, ...others] = rowsOfPage(valueOf(await reviewImport({ ...task(''), source })), 0);
    expect(others).toEqual([]);
    const made = row !== undefined && 'changes' in row ? row.changes : [];
    expect(row?.domain).toBe('a.com');
    expect(made.map(({ field, after }) => `${field} ${after}`).join(', ')).toBe(changes);
  });

  it('in doubt are asked for, until all but one were chosen for something else', async () => {
    const asked = async (mapping: ImportTask['choices']['mapping']) => {
      const file = task('Domain,Expires,Ablauf,Valid until\na.com,2027-01-01,2028-01-01,2029-01-01\n');
      const reviewed = await reviewImport({ ...file, choices: { ...file.choices, mapping } });
      const { fields, doubts, notes } = valueOf(reviewed);
      return { fields, doubts, notes };
    };
    const skip = (column: string) => ({ column, field: null });
    expect(await asked([])).toMatchObject({
      fields: ['domain', null, null, null],
      doubts: [{ field: 'expires', columns: [1, 2, 3] }],
    });
    expect(await asked([skip('Expires')])).toMatchObject({ doubts: [{ columns: [2, 3] }] });
    expect(await asked([skip('Expires'), skip('Ablauf')])).toMatchObject({
      ...{ fields: ['domain', null, null, 'expires'], doubts: [] },
      notes: ['Not used: Expires, Ablauf.'],
    });
    const none = await asked(['Expires', 'Ablauf', 'Valid until'].map(skip));
    expect(none).toMatchObject({ fields: ['domain', null, null, null], doubts: [] });
    expect(none.notes[0]).toBe('No column was taken for the expiry.');
  });
});
