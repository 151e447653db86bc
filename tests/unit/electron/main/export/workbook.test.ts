import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkbook, createZip, sheetOf } from '../../../../../electron/main/export/workbook.ts';
import { readWorkbook } from '../../../../../electron/main/tables/workbook.ts';
import { expectedThings } from '../../../../support/tables/table-files.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const collecting = () => {
  const pieces: Uint8Array[] = [];
  const write = (bytes: Uint8Array) => {
    pieces.push(bytes);
    return Promise.resolve();
  };
  return { write, bytes: () => new Uint8Array(Buffer.concat(pieces)) };
};

const columns = ['domain', 'expires_on', 'note'] as const;
type Cells = Readonly<Record<(typeof columns)[number], string>>;

async function workbookOf(pieces: readonly (readonly Cells[])[]): Promise<Uint8Array> {
  const { write, bytes } = collecting();
  const workbook = await createWorkbook(write);
  const sheet = sheetOf(columns, String);
  await workbook.write(sheet.head);
  for (const [index, rows] of pieces.entries()) await workbook.write(sheet.rows(rows, index === 0));
  await workbook.write(sheet.foot);
  await workbook.end();
  return bytes();
}

const cellsOf = async (bytes: Uint8Array) => {
  const { rows } = valueOf(await readWorkbook({ fileName: 'a.xlsx', bytes }, null, expectedThings));
  return valueOf(await rows.read(({ cells }) => cells, 0));
};

const row = (domain: string, expires: string, note: string): Cells => ({ domain, expires_on: expires, note });

describe('a workbook', () => {
  it('has the rows under their titles, days as dates, and texts as they are', async () => {
    const bytes = await workbookOf([
      [row('a.com', '2027-03-01', '<b> & "c"')],
      [row('b.com', '', ' two\nlines\r\n '), row('c.com', 'soon', '2027-03-01')],
    ]);
    expect(await cellsOf(bytes)).toEqual([
      ['domain', 'expires_on', 'note'],
      ['a.com', '2027-03-01', '<b> & "c"'],
      ['b.com', '', ' two\nlines\r\n '],
      ['c.com', 'soon', '2027-03-01'],
    ]);
  });

  it('holds days as numbers that spreadsheets count with, and texts as no formula', async () => {
    const bytes = await workbookOf([[row('a.com', '2027-03-01', '=1+1')]]);
    const sheet = partsOf(bytes).get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('<c r="B2" s="1"><v>46447</v></c>');
    expect(sheet).toContain('<c r="C2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
    expect(sheet).not.toContain('<f>');
  });

  it('holds plain decimals of the columns that are numbers as numbers, and whatever else as it is', () => {
    const sheet = sheetOf(['domain', 'amount'], String, ['amount']);
    const text = sheet.rows(
      [
        { domain: '12', amount: '10.49' },
        { domain: 'a', amount: '=1+1' },
        { domain: 'b', amount: '123456789012' },
      ],
      true,
    );
    expect(text).toContain('<c r="B2"><v>10.49</v></c>');
    expect(text).toContain('<c r="A2" t="inlineStr">');
    expect(text).toContain('<c r="B3" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
    expect(text).toContain('<c r="B4" t="inlineStr">');
  });

  it('is read back whatever is in its texts, but for characters that XML cannot have', async () => {
    const text = fc
      .array(
        fc.constantFrom('a', '&', '<', ']]>', '"', "'", ' ', '\n', '\r', '\t', 'ü', '😀', '\u0001', '\ud800'),
      )
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (notes) => {
        const bytes = await workbookOf([notes.map((note) => row('a.com', '', note))]);
        const read = (await cellsOf(bytes)).slice(1).map((cells) => cells[2]);
        expect(read).toEqual(notes.map((note) => note.toWellFormed().replaceAll('\u0001', '')));
      }),
      { numRuns: 40 },
    );
  });
});

/** The parts of an archive, read from their local headers and the descriptors behind their bytes alone. */
function partsOf(bytes: Uint8Array): ReadonlyMap<string, string> {
  const buffer = Buffer.from(bytes);
  const parts = new Map<string, string>();
  for (let at = buffer.readUInt32LE(buffer.length - 6); buffer.readUInt32LE(at) === 0x02014b50;) {
    const [nameLength, start] = [buffer.readUInt16LE(at + 28), buffer.readUInt32LE(at + 42)];
    const name = buffer.toString('utf8', at + 46, at + 46 + nameLength);
    const dataAt = start + 30 + buffer.readUInt16LE(start + 26);
    const packed = buffer.readUInt32LE(at + 20);
    expect(buffer.readUInt32LE(dataAt + packed)).toBe(0x08074b50);
    const text = inflateRawSync(buffer.subarray(dataAt, dataAt + packed)).toString('utf8');
    expect(Buffer.byteLength(text)).toBe(buffer.readUInt32LE(at + 24));
    parts.set(name, text);
    at += 46 + nameLength;
  }
  return parts;
}

describe('a ZIP archive', () => {
  it('is written piece by piece, and read back whole', async () => {
    const { write, bytes } = collecting();
    const zip = createZip(write);
    await zip.whole('first.txt', 'one');
    await zip.begin('bücher.txt');
    for (const piece of ['a'.repeat(100_000), '', 'b'.repeat(100_000)]) await zip.add(piece);
    await zip.finish();
    await zip.whole('empty.txt', '');
    await zip.end();
    expect(bytes().length).toBeLessThan(2_000);
    expect([...partsOf(bytes())]).toEqual([
      ['first.txt', 'one'],
      ['bücher.txt', `${'a'.repeat(100_000)}${'b'.repeat(100_000)}`],
      ['empty.txt', ''],
    ]);
  });
});
