import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { knownTldSet } from '#shared/domain/domain-name.ts';
import { binaryKindOf, decodeText, isBinaryText } from '../../../../../../electron/main/tables/bytes.ts';
import { readText } from '../../../../../../electron/main/lookups/name-lists/read-source.ts';
import type { ReadingChoices } from '../../../../../../electron/main/lookups/name-lists/rows.ts';
import { readWorkbook, unpackWorkbook } from '../../../../../../electron/main/tables/workbook.ts';
import { aNamesFile, noChoices } from '../../../../../support/name-lists/a-names-file.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

interface PackedPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** What the archive says that it unpacks to, where it lies. */
  readonly claimedSize?: number;
  readonly isEncrypted?: boolean;
}

/** A ZIP archive with deflated parts, as honest as its parts are. Source: PKWARE APPNOTE 6.3.10. */
function aZip(parts: readonly PackedPart[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const content = Buffer.from(part.content);
    const packed = deflateRawSync(content, { level: 1 });
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(part.isEncrypted === true ? 1 : 0, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(part.claimedSize ?? content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), shared, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), shared, rest, name]));
    locals.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of one sheet, whose `<sheetData>` holds `rows` as they are. */
const aWorkbook = (rows: string, more: readonly PackedPart[] = []): readonly PackedPart[] => [
  {
    name: 'xl/workbook.xml',
    content: `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
  {
    name: 'xl/worksheets/sheet1.xml',
    content: `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  },
  ...more,
];

const aTextCell = (address: string, text: string): string =>
  `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe('read source', () => {
  const known = knownTldSet(['com', 'net', 'de', 'co.uk']);

  const read = (text: string, fileName = '', choices: Partial<ReadingChoices> = {}) => {
    const { form, rows, layout } = valueOf(readText({ text, fileName }, known, { ...noChoices, ...choices }));
    return {
      form,
      names: Array.from(rows, ({ line, text: name }) => `${line}:${name}`),
      column: layout?.column ?? null,
      hasHeader: layout?.hasHeader ?? null,
      titles: layout?.columns.map(({ title }) => title) ?? [],
    };
  };

  describe('text is a list or a table', () => {
    it.each<[string, string, string, 'list' | 'table']>([
      ['names a line', '', 'a\nb\nc', 'list'],
      ['names with commas on one line', '', 'a,b,c', 'list'],
      ['names with commas on many lines', '', 'alpha,beta\ngamma,delta\nepsilon,zeta', 'list'],
      ['the same in a file', 'names.txt', 'alpha,beta\ngamma,delta', 'list'],
      ['one line of a CSV', 'names.csv', 'alpha,beta,gamma', 'list'],
      ['titles', '', 'domain,status\nexample.com,taken\nexample.net,free', 'table'],
      ['domains beside words', '', 'example.com,taken\nexample.net,free\nexample.de,free', 'table'],
      ['a column of prices', '', 'alpha;12.50\nbeta;9.99\ngamma;3.00', 'table'],
      ['a column of one word', '', 'alpha\ttaken\nbeta\ttaken\ngamma\ttaken', 'table'],
      ['a CSV of one column', 'names.csv', 'alpha\nbeta', 'table'],
      ['a TSV', 'names.tsv', 'alpha\tx\nbeta\ty', 'table'],
      ['rows of many lengths', '', 'a,b\nc\nd,e,f\ng,h,i,j', 'list'],
    ])('%s', (_case, fileName, text, form) => expect(read(text, fileName).form).toBe(form));

    it('and a table where the user chooses a column', () => {
      expect(read('alpha,beta\ngamma,delta', '', { column: 1 })).toMatchObject({
        form: 'table',
        names: ['1:beta', '2:delta'],
      });
    });
  });

  describe('the fields of a table', () => {
    // RFC 4180, section 2, and what programs write beside it.
    it.each<[string, string, readonly string[]]>([
      ['commas', 'domain,x\na.com,1\nb.com,2', ['2:a.com', '3:b.com']],
      ['semicolons, with commas in numbers', 'domain;price\na.com;9,99\nb.com;8,50', ['2:a.com', '3:b.com']],
      ['tabs', 'domain\tx\na.com\t1\nb.com\t2', ['2:a.com', '3:b.com']],
      ['bars', 'domain|x\na.com|1\nb.com|2', ['2:a.com', '3:b.com']],
      ['quotes (rule 5)', '"domain","x"\n"a.com","1"\n"b.com","2"', ['2:a.com', '3:b.com']],
      ['line breaks in quotes (rule 6)', 'domain,x\na.com,"1\n2\n3"\nb.com,2', ['2:a.com', '5:b.com']],
      ['quotes in quotes (rule 7)', 'domain,x\na.com,"say ""no"", now"\nb.com,2', ['2:a.com', '3:b.com']],
      ['Windows line ends', 'domain,x\r\na.com,1\r\nb.com,2\r\n', ['2:a.com', '3:b.com']],
      ['old Mac line ends', 'domain,x\ra.com,1\rb.com,2', ['2:a.com', '3:b.com']],
      ['empty lines', 'domain,x\n\na.com,1\n,\nb.com,2\n\n', ['3:a.com', '5:b.com']],
      ['a line that names the delimiter', 'sep=;\ndomain;x\na.com;1\nb.com;2', ['3:a.com', '4:b.com']],
      ['rows that are too short', 'x,domain\n1,a.com\n2\n3,b.com', ['2:a.com', '3:', '4:b.com']],
      [
        'a quote that is never closed',
        'domain,x\na.com,"1\nb.com,2\nc.com,3',
        ['2:a.com', '3:b.com', '4:c.com'],
      ],
    ])('are read: %s', (_case, text, names) => expect(read(text, 'names.csv').names).toEqual(names));

    it('are refused where a row cannot be one', () => {
      const text = `a,b\n${'x'.repeat(1_100_000)},2\nc,d`;
      expect(readText({ text, fileName: 'names.csv' }, known, noChoices)).toMatchObject({
        ok: false,
        error: { field: 'file' },
      });
    });
  });

  describe('the column with the names', () => {
    it.each<[string, string, number, boolean]>([
      ['is the one with the title', 'id,name,owner\n1,alpha,ann\n2,beta,bob', 1, true],
      ['is the one with domains, whatever the titles say', 'name,site\nann,a.com\nbob,b.net', 1, true],
      ['is the one with domains, without titles', 'ann,a.com,1\nbob,b.net,2\ncid,c.de,3', 1, false],
      ['is not the one of dates', '2026-01-01,alpha,9.99\n2026-01-02,beta,8.99', 1, false],
      ['is not the one of a status', 'taken,alpha\ntaken,beta\ntaken,gamma', 1, false],
      ['is below titles in another language', 'Ablauf;Domänenname\n1.1.2026;a.de\n2.1.2026;b.de', 1, true],
      [
        'is below a title of its own, where figures stand below another',
        'pos,shop\n1,alpha\n2,beta\n3,gamma',
        1,
        true,
      ],
      ['has no title where the figures begin in the first row', '0,shop\n1,alpha\n2,beta\n3,gamma', 1, false],
      ['has no title where two figures possible names', 'pos,shop\n1,alpha\n2,beta', 1, false],
      ['is the only one', 'alpha\nbeta', 0, false],
      [
        'has no title where a status stands beside the first name',
        'foo,available\nbar,taken\nbaz,taken',
        0,
        false,
      ],
      ['has no title where the first row has a domain', 'a.com,status,date\nb.com,x,y', 0, false],
    ])('%s', (_case, text, column, hasHeader) => {
      expect(read(text, 'names.csv')).toMatchObject({ column, hasHeader });
    });

    it('is the one that the user chose, with or without a header', () => {
      const text = 'domain,other\na.com,x\nb.com,y';
      expect(read(text, 'names.csv', { column: 1 }).names).toEqual(['2:x', '3:y']);
      expect(read(text, 'names.csv', { hasHeader: false }).names).toEqual(['1:domain', '2:a.com', '3:b.com']);
      expect(read('a.com,x\nb.com,y', 'names.csv', { hasHeader: true }).names).toEqual(['2:b.com']);
    });

    it('is refused where it is not there', () => {
      expect(
        readText({ text: 'a,b\nc,d', fileName: 'a.csv' }, known, { ...noChoices, column: 7 }),
      ).toMatchObject({
        error: { field: 'column', reason: 'There is no column 8: this table has 2. Choose one of them.' },
      });
    });

    it('is shown beside the others, each with its title, samples and how many names it could hold', () => {
      const read = valueOf(
        readText({ text: 'domain,price\na.com,9.99\n,\nb.com,8', fileName: 'a.csv' }, known, noChoices),
      );
      expect(read.layout?.columns).toEqual([
        { title: 'domain', samples: ['a.com', 'b.com'], names: 2 },
        { title: 'price', samples: ['9.99', '8'], names: 1 },
      ]);
    });
  });

  describe('text without names', () => {
    it.each([
      ['nothing pasted', '', '', 'text', 'nothing to read'],
      ['nothing but white space', ' \n\t\r\n \u200b', '', 'text', 'nothing to read'],
      ['an empty file', '', 'names.txt', 'file', 'names.txt is empty'],
      ['a file of empty lines', '\n\n', 'names.txt', 'file', 'empty lines only'],
      ['a file with zeros in it', 'a\u0000b', 'names.txt', 'file', 'not text'],
      ['a web page', '<!DOCTYPE html><html></html>', 'names.txt', 'file', 'web page'],
    ])('is refused with a sentence: %s', (_case, text, fileName, field, words) => {
      const refused = readText({ text, fileName }, known, noChoices);
      expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field } });
      expect(JSON.stringify(refused)).toContain(words);
    });
  });
});

describe('a workbook', () => {
  const mebibyte = 1_024 * 1_024;
  const names = aNamesFile('names.xlsx');
  const refusal = async (bytes: Uint8Array, sheet: string | null = null): Promise<string> => {
    const read = await readWorkbook(bytes, 'names.xlsx', sheet);
    return read.ok ? 'It was read' : read.error.reason;
  };

  it('is read at its first sheet with rows; shared, rich and inline strings, dates, numbers and gaps', async () => {
    const { table, sheet, sheets } = valueOf(await readWorkbook(names, 'names.xlsx', null));
    expect({ sheet, sheets }).toEqual({
      sheet: 'Names & dates',
      sheets: ['Empty', 'Names & dates', 'Идеи'],
    });
    expect(table.head).toEqual([
      { line: 1, cells: ['Expires', 'Domain', ''] },
      { line: 2, cells: ['2026-02-21', 'example.com', ''] },
      { line: 4, cells: ['', 'bäckerei.de', '12.5'] },
      { line: 5, cells: ['2026-02-22', ' Third.net ', ''] },
      { line: 6, cells: ['2026-02-23', '', ''] },
    ]);
  });

  it('is read at the sheet that the user chose', async () => {
    const { table } = valueOf(await readWorkbook(names, 'names.xlsx', 'Идеи'));
    expect(valueOf(table.column(0))).toEqual([
      { line: 1, text: 'пекарня' },
      { line: 2, text: 'хлеб' },
    ]);
  });

  it.each([
    ['a sheet that is not there', 'Other', 'There is no sheet “Other”'],
    ['a sheet without rows', 'Empty', 'The sheet “Empty” is empty'],
  ])('says so where the user chose %s', async (_case, sheet, words) => {
    expect(await refusal(names, sheet)).toContain(words);
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
    ['its first half', names.subarray(0, names.length / 2)],
    ['all but its end', names.subarray(0, -10)],
    ['nothing but its beginning', names.subarray(0, 4)],
  ])('is refused where only %s is there', async (_case, bytes) => {
    expect(await refusal(bytes)).toContain('damaged');
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
    expect(unpackWorkbook(archive, 'names.xlsx', mebibyte)).toMatchObject({
      error: { reason: expect.stringContaining('unpacks to more than 1.0 MiB') as string },
    });
    expect(unpackWorkbook(archive, 'names.xlsx', 3 * mebibyte).ok).toBe(true);
  });

  it('counts all of its parts against the limit, not each of them', () => {
    const parts = [1, 2, 3].map((n) => ({
      name: `xl/part${n}.xml`,
      content: Buffer.alloc(mebibyte / 2, ' '),
    }));
    expect(unpackWorkbook(aZip(aWorkbook('', parts)), 'names.xlsx', mebibyte).ok).toBe(false);
  });
});

describe('a file without text in it', () => {
  const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex');

  // The first bytes are those of the formats' specifications.
  it.each([
    ['a PNG image', '89 50 4e 47 0d 0a 1a 0a'],
    ['a JPEG image', 'ff d8 ff e0 00 10 4a 46 49 46'],
    ['a GIF image', '47 49 46 38 39 61'],
    ['a PDF document', '25 50 44 46 2d 31 2e 37'],
    ['an old Excel workbook (.xls), or one with a password', 'd0 cf 11 e0 a1 b1 1a e1'],
    ['a program', '7f 45 4c 46 02 01 01'],
    ['a gzip archive', '1f 8b 08 00'],
    ['a SQLite database', '53 51 4c 69 74 65 20 66 6f 72 6d 61 74 20 33 00'],
    ['a tar archive', `${'61'.repeat(257)} 75 73 74 61 72`],
  ])('is called what it is: %s', (words, hex) => expect(binaryKindOf(bytes(hex))).toBe(words));

  it('is not found in a list of names', () => {
    expect(binaryKindOf(Buffer.from('GIFTS\nexample.com\n'))).toBeNull();
  });

  it.each([
    ['a zero', 'abc\u0000def', true],
    ['many control characters', 'a\u0001\u0002\u0003b', true],
    ['tabs and line ends of every kind', 'a\tb\r\nc\rd\ne\f\v', false],
    ['one odd character among many', `${'name\n'.repeat(100)}\u0007`, false],
    ['the end of a DOS file', 'name\n\u001a', false],
  ])('is told from text by its characters: %s', (_case, text, isBinary) => {
    expect(isBinaryText(text)).toBe(isBinary);
  });
});

describe('bytes as text', () => {
  const german = 'bäckerei\nmüller-söhne\nstraße\ncafé-crème\nfrühstück\n';
  const russian = 'пекарня\nхлеб\nмосква-хлеб\nпривет\nздравствуйте\n';
  const japanese = 'パン屋\n東京\n花屋さん\nお菓子の店\n美味しいパン\n';

  // The files were made by iconv; see tests/fixtures/names/README.md.
  it.each([
    ['utf-8', 'utf-8', japanese],
    ['utf-8-marked', 'utf-8', german],
    ['utf-16le-marked', 'utf-16le', russian],
    ['utf-16le', 'utf-16le', german],
    ['utf-16be', 'utf-16be', german],
    ['windows-1250', 'windows-1250', 'piekarnia\nżółw\nłódź-chleb\nświeże-bułki\nźródło\n'],
    ['windows-1251', 'windows-1251', russian],
    ['windows-1252', 'windows-1252', german],
    ['koi8-r', 'koi8-r', russian],
    ['shift_jis', 'shift_jis', japanese],
    ['euc-jp', 'euc-jp', japanese],
    ['iso-2022-jp', 'iso-2022-jp', japanese],
    ['euc-kr', 'euc-kr', '빵집\n서울빵집\n한국어\n꽃가게\n'],
    ['gb18030', 'gb18030', '面包店\n北京面包\n上海花店\n中国茶叶\n'],
    ['big5', 'big5', '麵包店\n台北花店\n中國茶葉\n'],
  ])('in %s are found to be so', (file, encoding, text) => {
    expect(decodeText(aNamesFile(`${file}.txt`), null)).toEqual({ ok: true, value: { encoding, text } });
  });

  it('are read as the user says, where the guess was wrong', () => {
    const read = decodeText(aNamesFile('iso-8859-7.txt'), 'iso-8859-7');
    expect(read).toEqual({
      ok: true,
      value: { encoding: 'iso-8859-7', text: 'αρτοποιείο\nψωμί\nελλάδα\n' },
    });
  });

  it('are read by their mark, whatever the user says (Encoding Standard, "decode")', () => {
    expect(decodeText(aNamesFile('utf-8-marked.txt'), 'windows-1252')).toMatchObject({
      value: { encoding: 'utf-8', text: german },
    });
  });

  it('that are none in the chosen encoding are shown as such, and not left out', () => {
    expect(decodeText(Uint8Array.of(0x61, 0xff, 0x62), 'utf-8')).toMatchObject({
      value: { text: 'a\uFFFDb' },
    });
  });

  it('are windows-1252 where nothing else fits', () => {
    expect(decodeText(Uint8Array.of(0x80, 0x0a), null)).toMatchObject({ value: { text: '€\n' } });
  });

  it.each([
    ['an encoding that nobody knows', Uint8Array.of(0x61), 'klingon', 'encoding', 'klingon'],
    ['UTF-32', aNamesFile('utf-32le-marked.txt'), null, 'file', 'UTF-32'],
  ])('are refused: %s', (_case, bytes, wanted, field, words) => {
    const refused = decodeText(bytes, wanted);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input', field } });
    expect(JSON.stringify(refused)).toContain(words);
  });
});
