import { describe, expect, it } from 'vitest';
import { readWorkbook, unpackWorkbook } from '../../../../../electron/main/tables/workbook.ts';
import {
  aNamesFile,
  aTextCell,
  aWorkbook,
  aZip,
  expectedThings,
  type PackedPart,
} from '../../../../support/tables/table-files.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('a workbook', () => {
  const mebibyte = 1_024 * 1_024;
  const bytes = aNamesFile('names.xlsx');
  const names = { fileName: 'names.xlsx', bytes };
  const refusal = async (file: Uint8Array, sheet: string | null = null): Promise<string> => {
    const read = await readWorkbook({ fileName: 'names.xlsx', bytes: file }, sheet, expectedThings);
    return read.ok ? 'It was read' : read.error.reason;
  };

  it('is read at its first sheet with rows; shared, rich and inline strings, dates, numbers and gaps', async () => {
    const { rows, sheet, sheets } = valueOf(await readWorkbook(names, null, expectedThings));
    expect({ sheet, sheets }).toEqual({
      sheet: 'Names & dates',
      sheets: ['Empty', 'Names & dates', 'Идеи'],
    });
    expect(rows.head).toEqual([
      { line: 1, cells: ['Expires', 'Domain', ''] },
      { line: 2, cells: ['2026-02-21', 'example.com', ''] },
      { line: 4, cells: ['', 'bäckerei.de', '12.5'] },
      { line: 5, cells: ['2026-02-22', ' Third.net ', ''] },
      { line: 6, cells: ['2026-02-23', '', ''] },
    ]);
  });

  it('is read at the sheet that the user chose', async () => {
    const { rows } = valueOf(await readWorkbook(names, 'Идеи', expectedThings));
    expect(valueOf(await rows.read((row) => row, 0))).toEqual([
      { line: 1, cells: ['пекарня'] },
      { line: 2, cells: ['хлеб'] },
    ]);
  });

  it.each([
    ['a sheet that is not there', 'Other', 'There is no sheet “Other”'],
    ['a sheet without rows', 'Empty', 'The sheet “Empty” is empty'],
  ])('says so where the user chose %s', async (_case, sheet, words) => {
    expect(await refusal(bytes, sheet)).toContain(words);
  });

  it.each<[string, readonly PackedPart[], string]>([
    ['a ZIP archive of other things', [{ name: 'a.txt', content: 'a' }], 'is a ZIP archive'],
    ['a Word document', [{ name: 'word/document.xml', content: '' }], 'Word'],
    ['an OpenDocument sheet', [{ name: 'content.xml', content: '' }], 'OpenDocument'],
    ['a workbook with a password', aWorkbook('').map((part) => ({ ...part, isEncrypted: true })), 'password'],
    ['a workbook without its sheet', aWorkbook('').slice(0, 2), 'damaged'],
    ['a workbook whose XML breaks off', aWorkbook('<row r="1"><c r="A1"'), 'damaged'],
    ['a workbook without a word in it', aWorkbook(''), 'nothing in its sheets'],
    [
      'a cell in row four thousand million',
      aWorkbook(aTextCell('A4000000000', 'x')),
      'so far from the others',
    ],
    ['a row number without end', aWorkbook('<row r="99999999999999999999"></row>'), 'so far from the others'],
    ['a cell beyond the last column', aWorkbook(aTextCell('XFE1', 'x')), 'so far from the others'],
    [
      'one cell at either end',
      aWorkbook(
        `<row r="1">${aTextCell('XFD1', 'x')}</row><row r="1048576">${aTextCell('A1048576', 'x')}</row>`,
      ),
      'so far from the others',
    ],
    [
      'the same in other quotes',
      aWorkbook("<row r='1048576'><c r = 'XFD1048576' t='inlineStr'><is><t>x</t></is></c></row>"),
      'so far from the others',
    ],
  ])('is refused with a sentence: %s', async (_case, parts, words) => {
    expect(await refusal(aZip(parts))).toContain(words);
  });

  it.each([
    ['its first half', bytes.subarray(0, bytes.length / 2)],
    ['all but its end', bytes.subarray(0, -10)],
    ['nothing but its beginning', bytes.subarray(0, 4)],
  ])('is refused where only %s is there', async (_case, part) => {
    expect(await refusal(part)).toContain('damaged');
  });

  it.each([
    ['tells its size', undefined],
    ['says that it is small', 100],
  ])('never unpacks more than the limit: a bomb that %s', (_case, claimedSize) => {
    const content = Buffer.alloc(2 * mebibyte, ' ');
    const bomb: PackedPart = {
      ...{ name: 'xl/sharedStrings.xml', content },
      ...(claimedSize === undefined ? {} : { claimedSize }),
    };
    const archive = aZip(aWorkbook('', [bomb]));
    expect(archive.length).toBeLessThan(mebibyte / 10);
    expect(
      unpackWorkbook({ fileName: 'names.xlsx', bytes: archive }, expectedThings, mebibyte),
    ).toMatchObject({
      error: { reason: expect.stringContaining('unpacks to more than 1.0 MiB') as string },
    });
    expect(unpackWorkbook({ fileName: 'names.xlsx', bytes: archive }, expectedThings, 3 * mebibyte).ok).toBe(
      true,
    );
  });

  const cellsIn = async (parts: readonly PackedPart[]): Promise<readonly string[]> => {
    const file = { fileName: 'a.xlsx', bytes: aZip(parts) };
    const { rows } = valueOf(await readWorkbook(file, null, expectedThings));
    return rows.head.map(({ line, cells }) => `${line}: ${cells.join(' | ')}`);
  };
  const text = (words: string, attributes = ''): string =>
    `<c${attributes} t="inlineStr"><is><t>${words}</t></is></c>`;

  it('is read with backslashes in the names of its parts', async () => {
    const parts = aWorkbook(`<row r="1">${aTextCell('A1', 'a.com')}</row>`);
    const named = parts.map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') }));
    expect(await cellsIn(named)).toEqual(['1: a.com']);
  });

  it.each([
    [
      'none has an address',
      `<row>${text('a')}${text('b')}</row><row>${text('c')}</row>`,
      ['1: a | b', '2: c | '],
    ],
    [
      'rows have one',
      `<row r="2">${text('a')}${text('b')}</row><row r="4" spans="1:2">${text('c')}</row>`,
      ['2: a | b', '4: c | '],
    ],
    [
      'some have one',
      `<row r="1">${text('a', ' r="B1"')}${text('b')}</row><row>${text('c')}<c/>${text('d')}</row>`,
      ['1:  | a | b', '2: c |  | d'],
    ],
  ])('has cells in the order in which they stand, where %s', async (_case, rows, cells) => {
    expect(await cellsIn(aWorkbook(rows))).toEqual(cells);
  });

  describe('with a sheet before the one with the table', () => {
    const sheets = (first: string, second: string): Uint8Array => {
      const relation =
        '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>';
      const parts = aWorkbook(first).map(({ name, content }) => ({
        name,
        content: content
          .toString()
          .replace('</sheets>', '<sheet name="Two" sheetId="2" r:id="rId9"/></sheets>')
          .replace('</Relationships>', relation),
      }));
      const data = aWorkbook(second).find(({ name }) => name.endsWith('sheet1.xml'));
      return aZip([...parts, { name: 'xl/worksheets/sheet2.xml', content: data?.content ?? '' }]);
    };
    const isDomain = { ...expectedThings, isValue: (cell: string) => cell.endsWith('.com') };
    const row = (...words: readonly string[]): string =>
      `<row>${words.map((word) => text(word)).join('')}</row>`;
    const cover = row('Export of November') + row('Made by the panel', '2027');

    it.each([
      [
        'sentences, and the second has what is expected',
        cover,
        row('Name') + row('a.com'),
        'Two',
        ['The sheet “Two” was read: “One” before it has no things'],
      ],
      ['sentences, and the second has nothing expected', cover, row('Some other words'), 'One', []],
      ['words that may be what is wanted', row('bakery') + row('flower'), row('a.com'), 'One', []],
      ['what is expected beside sentences', row('All of them:') + row('b.com'), row('a.com'), 'One', []],
    ])('is read where it should be: the first has %s', async (_case, first, second, sheet, notes) => {
      const file = { fileName: 'a.xlsx', bytes: sheets(first, second) };
      expect(valueOf(await readWorkbook(file, null, isDomain))).toMatchObject({ sheet, notes });
      expect(valueOf(await readWorkbook(file, 'One', isDomain))).toMatchObject({ sheet: 'One', notes: [] });
    });
  });

  it('counts all of its parts against the limit, not each of them', () => {
    const parts = [1, 2, 3].map((n) => ({
      name: `xl/part${n}.xml`,
      content: Buffer.alloc(mebibyte / 2, ' '),
    }));
    expect(
      unpackWorkbook({ fileName: 'names.xlsx', bytes: aZip(aWorkbook('', parts)) }, expectedThings, mebibyte)
        .ok,
    ).toBe(false);
  });
});
