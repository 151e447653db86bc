import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exportColumns,
  type ExportRow,
  type Format,
  formats,
  tsv,
} from '../../../../../electron/main/export/formats.ts';

const aRow = (changes: Partial<ExportRow> = {}): ExportRow => ({
  domain: 'xn--bcher-kva.com',
  name: 'bücher',
  tld: 'com',
  finding: 'available',
  available: true,
  premium: false,
  reserved: null,
  valid: true,
  price_register: '12.50',
  price_renew: null,
  currency: null,
  message: '',
  checked_at: '2026-02-21T14:00:00.000Z',
  ...changes,
});

const whole = ({ head, rows, foot }: Format, pieces: readonly (readonly ExportRow[])[]): string =>
  head + pieces.map((piece, index) => rows(piece, index === 0)).join('') + foot;

describe('CSV', () => {
  it('has a head line and a line for each finding; empty is what is not known', () => {
    expect(whole(formats.csv, [[aRow()]])).toBe(
      `${exportColumns.join(',')}\nxn--bcher-kva.com,bücher,com,available,true,false,,true,12.50,,,,2026-02-21T14:00:00.000Z\n`,
    );
  });

  // RFC 4180, section 2, rules 5 to 7.
  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'say "no"', '"say ""no"""'],
    ['a line break', 'one\r\ntwo', '"one\r\ntwo"'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula with a comma', '=SUM(A1,A2)', `"'=SUM(A1,A2)"`],
  ])('writes %s so that one field stays one field', (_case, message, written) => {
    expect(
      whole(formats.csv, [[aRow({ message })]])
        .split(',,,')[1]
        ?.startsWith(`${written},`),
    ).toBe(true);
  });

  it('begins with `domain` and not with a byte order mark', () => {
    expect(
      Buffer.from(whole(formats.csv, [[aRow()]]))
        .subarray(0, 6)
        .toString('latin1'),
    ).toBe('domain');
  });

  it('is read back as it was, whatever the service said', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }), (messages) => {
        const rows = messages.map((message) => aRow({ message }));
        const read = parse(whole(formats.csv, [rows.slice(0, 3), rows.slice(3)]), { columns: true });
        expect(read.map((row) => String(Reflect.get(Object(row), 'message')).replace(/^'/, ''))).toEqual(
          messages.map((message) => message.replace(/^'/, '')),
        );
      }),
    );
  });
});

describe('JSON', () => {
  it.each([
    ['no piece', []],
    ['a piece', [[aRow(), aRow({ domain: 'b.com' })]]],
    ['two pieces', [[aRow()], [aRow({ domain: 'b.com', message: '=1,"x"\n' })]]],
  ])('is one array out of %s, with null for what is not known', (_case, pieces) => {
    expect(JSON.parse(whole(formats.json, pieces))).toEqual(pieces.flat());
  });
});

describe('NDJSON', () => {
  it('is an object a line, and each line ends', () => {
    const rows = [aRow({ message: 'two\nlines' }), aRow({ domain: 'b.com' })];
    const text = whole(formats.ndjson, [rows]);
    expect(text.endsWith('\n')).toBe(true);
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(rows);
  });
});

describe('TXT', () => {
  it('is a domain a line, as A-labels', () => {
    expect(whole(formats.txt, [[aRow()], [aRow({ domain: 'b.com' })]])).toBe('xn--bcher-kva.com\nb.com\n');
  });
});

describe('text for the clipboard', () => {
  it('is parted by tabs, with a field in one line and no formula', () => {
    const text = whole(tsv, [[aRow({ message: '=1\tand\r\nmore' })]]);
    const [head, row, rest] = text.split('\n');
    expect(head).toBe(exportColumns.join('\t'));
    expect(row?.split('\t')[11]).toBe("'=1 and more");
    expect(rest).toBe('');
  });
});
