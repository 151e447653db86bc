import { describe, expect, it } from 'vitest';
import { readTable } from '../../../../../electron/main/tables/read-table.ts';
import { expectedThings, noChoices } from '../../../../support/tables/table-files.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

async function read(content: string | Uint8Array) {
  const from = { kind: 'bytes', fileName: 'a.csv', bytes: Buffer.from(content) } as const;
  const choices = { ...noChoices, hasHeader: false };
  const { source, table } = valueOf(await readTable(from, choices, expectedThings));
  const rows = await table.read(
    ({ line, cells, note = '' }) => `${line}: ${cells.join(' | ')}${note === '' ? '' : ` (${note})`}`,
  );
  return { notes: source.notes, rows: valueOf(rows) };
}

const rowsIn = async (text: string): Promise<readonly string[]> => (await read(text)).rows;

describe('quotes that are not those of RFC 4180', () => {
  const missing = 'A quote is missing in this line, which was read as one row';

  it.each<[string, string, readonly string[]]>([
    [
      'is closed by chance three lines on',
      'Domain,Note,Expires\na.com,"started,2027\nb.com,plain,2028\nc.com,"closed",2029\nd.com,x,2030',
      [
        '1: Domain | Note | Expires',
        `2: a.com | started | 2027 (${missing})`,
        '3: b.com | plain | 2028',
        '4: c.com | closed | 2029',
        '5: d.com | x | 2030',
      ],
    ],
    [
      'is closed by chance where every cell is quoted',
      '"Domain","Expires","Note"\n"a.com","2027","5" disk"\n"b.com","2028","open\n"c.com","2029","ok"',
      [
        '1: Domain | Expires | Note',
        '2: a.com | 2027 | 5" disk',
        `3: b.com | 2028 | open (${missing})`,
        '4: c.com | 2029 | ok',
      ],
    ],
    [
      'is closed so that the lines together are a row too',
      'Domain;Note;Expires\r\na.com;"x;2027\r\nb.com;y";2028\r\nc.com;z;2029',
      [
        '1: Domain | Note | Expires',
        `2: a.com | x | 2027 (${missing})`,
        '3: b.com | y" | 2028',
        '4: c.com | z | 2029',
      ],
    ],
    [
      'is never closed',
      'Domain,Note,Expires\na.com,"x,2027\nb.com,"Acme, Inc.",2028\nc.com,z,2029',
      [
        '1: Domain | Note | Expires',
        `2: a.com | x | 2027 (${missing})`,
        '3: b.com | Acme, Inc. | 2028',
        '4: c.com | z | 2029',
      ],
    ],
    [
      'is never closed, below a line that names the delimiter',
      'sep=;\na.com;"x\nb.com;y',
      [`2: a.com | x (${missing})`, '3: b.com | y'],
    ],
  ])('a quote that %s takes no other row', async (_case, text, rows) => {
    expect(await rowsIn(text)).toEqual(rows);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'a note of several lines',
      'a.com,"one\ntwo, three\nfour",2027\nb.com,x,2028',
      ['1: a.com | one\ntwo, three\nfour | 2027', '4: b.com | x | 2028'],
    ],
    [
      'one in the last column',
      'a.com,2027,"one\nb, c, d"\nb.com,2028,x',
      ['1: a.com | 2027 | one\nb, c, d', '3: b.com | 2028 | x'],
    ],
    [
      'one with domains in it',
      'a.com,"see:\nb.com\nc.com",2027\nd.com,x,2028',
      ['1: a.com | see:\nb.com\nc.com | 2027', '4: d.com | x | 2028'],
    ],
  ])('%s stays whole, without a word', async (_case, text, rows) => {
    expect(await rowsIn(text)).toEqual(rows);
  });

  it('lines of one cell that could be rows are said where a table has two columns', async () => {
    expect(await rowsIn('a.com,"see:\nb.com, c\nd"\ne.com,x')).toEqual([
      '1: a.com | see:\nb.com, c\nd (Lines in one of its cells look like rows: a quote may be missing)',
      '4: e.com | x',
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'a backslash before quotes',
      String.raw`"a.com","he \"said, so\" twice","1"` + '\n' + String.raw`"b.com","5\"","2"`,
      ['1: a.com | he "said, so" twice | 1', '2: b.com | 5" | 2'],
    ],
    [
      'a backslash before quotes in several lines',
      '"a.com","he \\"said\\"\nso","1"\n"b.com","x","2"',
      ['1: a.com | he "said"\nso | 1', '3: b.com | x | 2'],
    ],
    [
      'a backslash that is the end of a cell',
      '"a.com","C:\\x\\","1"\n"b.com","y","2"',
      ['1: a.com | C:\\x\\ | 1', '2: b.com | y | 2'],
    ],
    [
      'an inch',
      'a.com,5" disk,1\nb.com,"the 5" disk",2',
      ['1: a.com | 5" disk | 1', '2: b.com | the 5" disk | 2'],
    ],
    [
      'spaces before quotes',
      'a.com, "Acme, Inc.", 1\nb.com, "x", 2',
      ['1: a.com | Acme, Inc. |  1', '2: b.com | x |  2'],
    ],
    [
      'single quotes',
      "'Domain','Note'\n'a.com','x, y'\n'o''b.com','z'",
      ['1: Domain | Note', '2: a.com | x, y', "3: o'b.com | z"],
    ],
    [
      'single quotes around texts alone',
      "1,'a.com','x, y'\n2,'b.com','z'",
      ['1: 1 | a.com | x, y', '2: 2 | b.com | z'],
    ],
    [
      'single quotes in some cells',
      "a.com,'til\nb.com,O'Brien\nc.com,'x'",
      ["1: a.com | 'til", "2: b.com | O'Brien", "3: c.com | 'x'"],
    ],
    [
      'an equals sign before quotes',
      '="a.com",="2027"\n="b.com",="x, y"',
      ['1: a.com | 2027', '2: b.com | x, y'],
    ],
    [
      'a formula of a text, and one that is kept as a text',
      `"=""a.com""","=""say """"x"""""""\nb.com,"'=""x"""`,
      ['1: a.com | say "x"', `2: b.com | '="x"`],
    ],
    [
      'links, and a formula that is none',
      '"=HYPERLINK(""https://a.com"",""a.com"")",1\n"=HYPERLINK(""https://b.com"")",2\n=1+1,3',
      ['1: a.com | 1', '2: https://b.com | 2', '3: =1+1 | 3'],
    ],
  ])('%s: the cells are read, without a word', async (_case, text, rows) => {
    expect(await rowsIn(text)).toEqual(rows);
  });

  it.each([
    ['alone', '"Domain,Note"\n"a.com,""x, y"""\n"b.com,z"'],
    ['in the first of several columns', '"Domain,Note";;\r\n"a.com,""x, y""";;\r\n"b.com,z";;'],
  ])('rows that stand in quotes as a whole are parted again, which is said: %s', async (_case, text) => {
    expect(await read(text)).toEqual({
      rows: ['1: Domain | Note', '2: a.com | x, y', '3: b.com | z'],
      notes: ['Each row stood in quotes as a whole: what is in them was read as its cells'],
    });
  });

  it('a list of quoted texts with commas in them is no table of rows in quotes', async () => {
    expect(await read('"blue, bakery"\n"red, flower"')).toEqual({
      rows: ['1: blue, bakery', '2: red, flower'],
      notes: [],
    });
  });
});

describe('a cell with bytes that are no text', () => {
  it('is noted with its column', async () => {
    const bytes = Buffer.concat([
      Buffer.from('ä.de;Grüße\nö.de;M'),
      Buffer.of(0xfc),
      Buffer.from('ller\nb.de;x'),
    ]);
    expect((await read(bytes)).rows).toEqual([
      '1: ä.de | Grüße',
      '2: ö.de | M\uFFFDller (Not readable in this encoding: column 2 (M\uFFFDller))',
      '3: b.de | x',
    ]);
  });

  it('is noted in JSON too', async () => {
    const bytes = Buffer.concat([Buffer.from('[{"d":"ä.de","n":"ü'), Buffer.of(0xfc), Buffer.from('"}]')]);
    expect((await read(bytes)).rows).toEqual([
      '1: d | n',
      '2: ä.de | ü\uFFFD (Not readable in this encoding: column 2 (ü\uFFFD))',
    ]);
  });
});
