import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../../../../electron/main/tables/read-table.ts';
import type { Expected, TableChoices, TableSource } from '../../../../../electron/main/tables/table.ts';
import {
  aNamesFile,
  aTextCell,
  aWorkbook,
  aZip,
  expectedThings,
  noChoices,
} from '../../../../support/tables/table-files.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

/** @param fileName Null for pasted text. */
const sourceOf = (text: string, fileName: string | null): TableSource =>
  fileName === null ? { kind: 'text', text } : { kind: 'bytes', fileName, bytes: Buffer.from(text) };

async function allOf(
  from: TableSource,
  choices: Partial<TableChoices> = {},
  expected: Expected = expectedThings,
) {
  const { source, table } = valueOf(await readTable(from, { ...noChoices, ...choices }, expected));
  const rows = valueOf(await table.read(({ line, cells }) => `${line}: ${cells.join(' | ')}`));
  return { source, table, rows };
}

const titled: Expected = { ...expectedThings, areTitles: ([first]) => first === 'Domain' };

describe('a table gives every cell of its rows, with what was recognised:', () => {
  it('a CSV', async () => {
    const text =
      'Domain;Expires;Price;Notes\r\na.com;2026-12-31;9,99;\r\n"b.com";31.12.2026;;"one;\ntwo"\r\n';
    const { source, table, rows } = await allOf(sourceOf(text, 'domains.csv'), {}, titled);
    expect(rows).toEqual(['2: a.com | 2026-12-31 | 9,99 | ', '3: b.com | 31.12.2026 |  | one;\ntwo']);
    expect(table).toMatchObject({ format: 'delimited', delimiter: ';', hasHeader: true });
    expect(table.head[0]).toEqual({ line: 1, cells: ['Domain', 'Expires', 'Price', 'Notes'] });
    expect(source).toMatchObject({ kind: 'text', fileName: 'domains.csv', encoding: 'utf-8' });
  });

  it('a TSV in another encoding', async () => {
    const bytes = Buffer.from('b\xe4cker.de\t31.12.2026\tM\xfcller\nb.de\t1.1.2027\tMeier', 'latin1');
    const { source, table, rows } = await allOf({ kind: 'bytes', fileName: 'domains.tsv', bytes });
    expect(rows).toEqual(['1: bäcker.de | 31.12.2026 | Müller', '2: b.de | 1.1.2027 | Meier']);
    expect(table).toMatchObject({ format: 'delimited', delimiter: '\t', hasHeader: false });
    expect(source).toMatchObject({ encoding: 'windows-1252' });
  });

  it('a workbook, whose dates are ISO dates', async () => {
    const bytes = aNamesFile('names.xlsx');
    const from = { kind: 'bytes', fileName: 'names.xlsx', bytes } as const;
    const { source, table, rows } = await allOf(from, { hasHeader: true });
    expect(rows).toEqual([
      '2: 2026-02-21 | example.com | ',
      '4:  | bäckerei.de | 12.5',
      '5: 2026-02-22 |  Third.net  | ',
      '6: 2026-02-23 |  | ',
    ]);
    expect(table).toMatchObject({ format: 'workbook', delimiter: null, hasHeader: true });
    expect(source).toMatchObject({ sheet: 'Names & dates', sheets: ['Empty', 'Names & dates', 'Идеи'] });
  });

  it('a table pasted from a spreadsheet', async () => {
    const { source, table, rows } = await allOf(
      sourceOf('Domain\tExpires\na.com\t31/12/2026\n', null),
      {},
      titled,
    );
    expect(rows).toEqual(['2: a.com | 31/12/2026']);
    expect(table).toMatchObject({ format: 'delimited', delimiter: '\t', hasHeader: true });
    expect(source).toMatchObject({ kind: 'text', fileName: null, encoding: null });
  });

  it.each([
    ['as a comma', null, ','],
    ['as its name says', 'a.tsv', '\t'],
  ])('text that nothing parts, as one column with the delimiter %s', async (_case, fileName, delimiter) => {
    const { table, rows } = await allOf(sourceOf('a.com\nb.com', fileName));
    expect(rows).toEqual(['1: a.com', '2: b.com']);
    expect(table.delimiter).toBe(delimiter);
  });

  it('a long one, of which its first 200 rows are at hand', async () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `name${index}.com,x`).join('\n\n');
    const { table, rows } = await allOf(sourceOf(text, 'a.csv'));
    expect(table.head.at(-1)).toEqual({ line: 399, cells: ['name199.com', 'x'] });
    expect(table.head).toHaveLength(200);
    expect(rows).toHaveLength(1_000);
  });
});

describe('the header of a table', () => {
  it.each<[string, string, Partial<Expected>, boolean]>([
    ['is a row of known titles', 'Domain,x\na.com,y', titled, true],
    ['stands above dates', 'what,when\na,2026-12-31\nb,2027-01-01\nc,31.12.2027', {}, true],
    ['stands above prices', 'what,cost\na,9.99\nb,$ 8.50\nc,7 EUR', {}, true],
    [
      'stands above values that are no titles',
      'x,y\na!,1\nb!,b',
      { isValue: (cell) => cell.endsWith('!') },
      true,
    ],
    ['is none where all rows are alike', 'a,b\nc,d\ne,f', {}, false],
    [
      'is none where the first row has a value',
      'Domain,a!\nx,1\ny,2\nz,3',
      { ...titled, isValue: (cell) => cell.endsWith('!') },
      false,
    ],
  ])('%s', async (_case, text, known, hasHeader) => {
    const { table, rows } = await allOf(sourceOf(text, 'a.csv'), {}, { ...expectedThings, ...known });
    expect(table.hasHeader).toBe(hasHeader);
    expect(rows[0]).toMatch(hasHeader ? /^2: / : /^1: /);
  });

  it('is what the user says', async () => {
    const from = sourceOf('Domain,x\na.com,y', 'a.csv');
    expect((await allOf(from, { hasHeader: false }, titled)).rows).toHaveLength(2);
    expect((await allOf(from, { hasHeader: true })).rows).toEqual(['2: a.com | y']);
  });
});

describe('the cells of delimited text', () => {
  // RFC 4180, section 2, and what programs write beside it.
  it.each<[string, string, readonly string[]]>([
    ['commas', 'domain,x\na.com,1\nb.com,2', ['1: domain | x', '2: a.com | 1', '3: b.com | 2']],
    ['semicolons, with commas in numbers', 'a.com;9,99\nb.com;8,50', ['1: a.com | 9,99', '2: b.com | 8,50']],
    ['tabs', 'a.com\t1\nb.com\t2', ['1: a.com | 1', '2: b.com | 2']],
    ['bars', 'a.com|1\nb.com|2', ['1: a.com | 1', '2: b.com | 2']],
    ['quotes (rule 5)', '"a.com","1"\n"b.com","2"', ['1: a.com | 1', '2: b.com | 2']],
    ['line breaks in quotes (rule 6)', 'a.com,"1\n2\n3"\nb.com,2', ['1: a.com | 1\n2\n3', '4: b.com | 2']],
    [
      'quotes in quotes (rule 7)',
      'a.com,"say ""no"", now"\nb.com,2',
      ['1: a.com | say "no", now', '2: b.com | 2'],
    ],
    [
      'line breaks of Windows in quotes',
      'a.com,"1\r\n2"\r\n"\r\n"\r\nb.com,"1\r\n2\r\n3"\r\nc.com,4',
      ['1: a.com | 1\r\n2', '5: b.com | 1\r\n2\r\n3', '8: c.com | 4'],
    ],
    ['white space, which is kept', 'a.com, x \nb.com,\ty', ['1: a.com |  x ', '2: b.com | \ty']],
    ['Windows line ends', 'a.com,1\r\nb.com,2\r\n', ['1: a.com | 1', '2: b.com | 2']],
    ['old Mac line ends', 'a.com,1\rb.com,2', ['1: a.com | 1', '2: b.com | 2']],
    ['empty lines', '\na.com,1\n,\nb.com,2\n\n', ['2: a.com | 1', '4: b.com | 2']],
    ['a line that names the delimiter', 'sep=;\na,com;1\nb,com;2', ['2: a,com | 1', '3: b,com | 2']],
    ['rows of other lengths', '1,a.com\n2\n3,b.com,x', ['1: 1 | a.com', '2: 2', '3: 3 | b.com | x']],
    [
      'a quote that is never closed',
      'a.com,"1\nb.com,2\nc.com,3',
      ['1: a.com | 1', '2: b.com | 2', '3: c.com | 3'],
    ],
  ])('are read: %s', async (_case, text, rows) => {
    expect((await allOf(sourceOf(text, 'a.csv'), { hasHeader: false })).rows).toEqual(rows);
  });

  it('are whole wherever a piece of the text ends', async () => {
    // Pieces of other lengths would end elsewhere: rows of 1 to 40 two-unit characters have an end at every place of one.
    const cells = Array.from({ length: 20_000 }, (_, index) => '\u{1F600}'.repeat((index % 40) + 1));
    const { table } = await allOf(sourceOf(cells.map((cell) => `x,"${cell}"`).join('\r\n'), 'a.csv'));
    expect(valueOf(await table.read((row) => row.cells[1]))).toEqual(cells);
  });

  it('are read as they are quoted before and after a quote that is never closed', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `name${index},"x, y"`);
    const { rows } = await allOf(sourceOf([...lines, 'odd,"x', ...lines].join('\n'), 'a.csv'));
    expect(rows).toHaveLength(40_001);
    expect(rows[0]).toBe('1: name0 | x, y');
    expect(rows[20_000]).toBe('20001: odd | x');
    expect(rows.at(-1)).toBe('40001: name19999 | x, y');
  });

  it('leave other work its turn while 100,000 rows are read', async () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `name${index}.com,2026-12-31,9.99`).join('\n');
    const { table } = await allOf(sourceOf(text, 'a.csv'));
    let isOver = false;
    let turns = 0;
    const counting = (async () => {
      for (; !isOver; turns += 1) await turn();
    })();
    expect(valueOf(await table.read(() => null))).toHaveLength(100_000);
    isOver = true;
    await counting;
    expect(turns).toBeGreaterThan(20);
  });

  it.each([
    ['a first row', `${'x'.repeat(1_100_000)},2\nc,d`],
    ['a later one', `${'a,b\n'.repeat(1_000)}${'x'.repeat(1_100_000)},2\nc,d`],
  ])('are refused where %s is too long to be one', async (_case, text) => {
    const opened = await readTable(sourceOf(text, 'a.csv'), noChoices, expectedThings);
    expect(opened.ok ? await opened.value.table.read(() => null) : opened).toMatchObject({
      ok: false,
      error: { field: 'file' },
    });
  });
});

describe('JSON', () => {
  it('is a table with titles wherever its list stands', async () => {
    const { source, table, rows } = await allOf(sourceOf('{"data":["a.com",null]}', 'a.txt'));
    expect(rows).toEqual(['2: a.com']);
    expect(table).toMatchObject({ hasHeader: true, format: 'json' });
    expect(source.notes).toEqual(['Skipped in the list: 1 entry without a value (null)']);
  });

  it('without a list is refused, and never read as another table', async () => {
    const refused = await readTable(sourceOf('{\n  "ok": true\n}', 'a.json'), noChoices, expectedThings);
    expect(refused).toMatchObject({
      ok: false,
      error: { field: 'file', reason: 'a.json is JSON without a list in it.' },
    });
  });
});

describe('the cells of a workbook', () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

  /** Styles 1 to 4: a built-in date, a built-in date with a time, a date as the user writes it, a price. */
  const styles = `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="[$-407]d\\.\\ mmmm\\ yyyy;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="4"/></cellXfs></styleSheet>`;

  const aStyledWorkbook = (row: string, properties = ''): TableSource => {
    const parts = aWorkbook(`<row r="1">${row}</row>`, [{ name: 'xl/styles.xml', content: styles }]);
    const relations = `<Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`;
    const bytes = aZip(
      parts.map(({ name, content }) => ({
        name,
        content: content
          .toString()
          .replace('</Relationships>', relations)
          .replace('<sheets>', `${properties}<sheets>`),
      })),
    );
    return { kind: 'bytes', fileName: 'a.xlsx', bytes };
  };

  const cellsOf = async (row: string, properties = ''): Promise<readonly string[]> => {
    const { table } = await allOf(aStyledWorkbook(row, properties), { hasHeader: false });
    return table.head[0]?.cells ?? [];
  };

  // Excel's help for DATEVALUE: January 1, 2008 is serial number 39448.
  it.each([
    ['a built-in date format', '<c r="A1" s="1"><v>39448</v></c>', '2008-01-01'],
    ['a date with a time, which is left out', '<c r="A1" s="2"><v>39448.9999</v></c>', '2008-01-01'],
    ['a date format of the user’s own', '<c r="A1" s="3"><v>39448</v></c>', '2008-01-01'],
    ['a date cell (ECMA-376, type d)', '<c r="A1" t="d"><v>2026-12-31</v></c>', '2026-12-31'],
    ['a time of day alone', '<c r="A1" s="2"><v>0.5</v></c>', '1899-12-30'],
    ['a date that is written as text', aTextCell('A1', '31.12.2026'), '31.12.2026'],
    ['a serial number that is not formatted as a date', '<c r="A1"><v>39448</v></c>', '39448'],
    ['a price', '<c r="A1" s="4"><v>9.990</v></c>', '9.990'],
    ['the result of a formula', '<c r="A1" t="str"><f>B1</f><v>a.com</v></c>', 'a.com'],
    ['yes or no', '<c r="A1" t="b"><v>1</v></c>', 'true'],
  ])('are given as text: %s', async (_case, cell, text) => {
    expect(await cellsOf(cell)).toEqual([text]);
  });

  // "Differences between the 1900 and the 1904 date system in Excel": 1,462 days.
  it('are the same days in a workbook that counts from 1904', async () => {
    const cell = `<c r="A1" s="1"><v>${39_448 - 1_462}</v></c>`;
    expect(await cellsOf(cell, '<workbookPr date1904="1"/>')).toEqual(['2008-01-01']);
  });
});

describe('a source without a table', () => {
  it.each([
    ['nothing pasted', '', null, 'text', 'nothing to read. Type or paste things first'],
    ['nothing but white space', ' \n\t\r\n \u200b', null, 'text', 'nothing to read'],
    ['an empty file', '', 'a.txt', 'file', 'a.txt is empty'],
    ['a file of empty lines', '\n\n', 'a.txt', 'file', 'empty lines only'],
    ['a file with zeros in it', 'a\u0000b', 'a.txt', 'file', 'not text'],
    ['a web page', '<!DOCTYPE html><html></html>', 'a.txt', 'file', 'web page'],
    ['a PDF document', '%PDF-1.7', 'a.csv', 'file', 'a PDF document, not a list of things'],
  ])('is refused with a sentence: %s', async (_case, text, fileName, field, words) => {
    const refused = await readTable(sourceOf(text, fileName), noChoices, expectedThings);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field } });
    expect(JSON.stringify(refused)).toContain(words);
  });
});
