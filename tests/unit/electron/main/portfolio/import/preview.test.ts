import { describe, expect, it } from 'vitest';
import {
  type Choices,
  type Known,
  type Present,
  previewOf,
} from '../../../../../../electron/main/portfolio/import/preview.ts';
import type { FileRow } from '../../../../../../electron/main/portfolio/import/rows.ts';

const choices: Choices = {
  isOwn: false,
  isGuarded: false,
  isDelimited: true,
  fields: ['domain', 'expires', 'tags', 'note', null],
  headerRow: null,
  codes: [4],
  isDayFirst: null,
  restoresArchived: false,
  at: '2026-11-20T08:00:00.000Z',
  times: {},
};

const aPresent = ({ note = '', ...changes }: Partial<Present> & { readonly note?: string }): Present => ({
  expiry: null,
  importedExpiry: null,
  tags: [],
  texts: { client: '', note },
  isArchived: false,
  isAway: false,
  lock: null,
  nameservers: null,
  ...changes,
});

/** An expiry that a file gave before. */
const fromFile = (value: string, at = '2026-11-01T08:00:00.000Z') =>
  ({ value, at, source: 'import' }) as const;
const saved = choices.at;

const knownOf = (present: Readonly<Record<string, Present>>): Known => ({
  nameIn: (text) =>
    text.includes('.') ? { name: text.toLowerCase() } : { name: null, reason: 'There is no name here' },
  clients: Object.values(present).map(({ texts }) => texts.client),
  present: (name) => present[name] ?? null,
});

const row = (line: number, ...cells: readonly string[]): FileRow => ({ line, cells });

describe('the preview of an import', () => {
  it('says of each row: new, changed from what to what, unchanged, or skipped and why', () => {
    const present = {
      'old.com': aPresent({ expiry: fromFile('2026-01-01'), tags: ['ACME'], note: 'kept' }),
      'same.com': aPresent({ expiry: fromFile('2027-01-01'), tags: ['B', 'A'] }),
    };
    const { rows, ambiguousDate } = previewOf(
      [
        row(1, 'New.com', '2027-03-01', 'ACME', 'first'),
        row(2, 'OLD.com', '2027-01-01', 'Other', ''),
        row(3, 'same.com', '', 'A', ''),
        row(4, 'nothing', '', '', ''),
        row(5, 'new.com', '', '', ''),
        row(6, 'bad.com', 'soon', '', ''),
        row(7, '', '', '', ''),
      ],
      choices,
      knownOf(present),
    );
    expect(ambiguousDate).toBeNull();
    expect(rows).toEqual([
      {
        line: 1,
        result: 'new',
        domain: 'new.com',
        changes: [
          { field: 'expires', before: '', after: '2027-03-01' },
          { field: 'tags', before: '', after: 'ACME' },
          { field: 'note', before: '', after: 'first' },
        ],
        given: {
          expires: { value: '2027-03-01', at: saved },
          tags: ['ACME'],
          texts: { client: '', note: 'first' },
        },
      },
      {
        line: 2,
        result: 'changed',
        domain: 'old.com',
        changes: [
          { field: 'expires', before: '2026-01-01', after: '2027-01-01' },
          { field: 'tags', before: 'ACME', after: 'ACME, Other' },
        ],
        given: {
          expires: { value: '2027-01-01', at: saved },
          tags: ['Other'],
          texts: { client: '', note: '' },
        },
      },
      { line: 3, result: 'unchanged', domain: 'same.com' },
      { line: 4, result: 'skipped', domain: 'nothing', reason: 'There is no name here' },
      {
        ...{ line: 5, result: 'skipped', domain: 'new.com', isRepeated: true },
        reason: 'The same domain is in line 1',
      },
      {
        ...{ line: 6, result: 'new', domain: 'bad.com', changes: [], isPartly: true },
        reason: 'This is not a date: soon',
        given: { tags: [], texts: { client: '', note: '' } },
      },
    ]);
  });

  it('takes a client as it is known, whatever its case, spaces and signs, and says so', () => {
    const clients = { ...choices, fields: ['domain', 'client'] as const, codes: [] };
    const present = { 'old.com': { ...aPresent({}), texts: { client: 'ACME GmbH', note: '' } } };
    const lines = ['Acme  GMBH', 'Zoo Ltd.', 'ZOO Ltd', 'Zoo+ Ltd', 'ACME'];
    const rows = lines.map((client, index) => row(index + 1, `n${index}.com`, client));
    const { rows: reviewed, notes } = previewOf(rows, clients, knownOf(present));
    expect(reviewed.map((one) => ('given' in one ? one.given.texts.client : ''))).toEqual([
      ...['ACME GmbH', 'Zoo Ltd.', 'Zoo Ltd.', 'Zoo+ Ltd', 'ACME'],
    ]);
    expect(notes.join('')).toMatch(/Acme {2}GMBH.* as .*ACME GmbH.* and .*ZOO Ltd.* as .*Zoo Ltd\./);
    const own = previewOf(rows, { ...clients, isOwn: true }, knownOf(present));
    expect(own.rows.map((one) => ('given' in one ? one.given.texts.client : ''))).toEqual(lines);
  });

  it('says of which host a domain was taken', () => {
    const known: Known = { ...knownOf({}), nameIn: () => ({ name: 'end.com' }) };
    const reasonOf = (typed: string) => previewOf([row(1, typed)], choices, known).rows[0]?.reason;
    expect(reasonOf('dot.at.end.com.')).toBe('The file has dot.at.end.com.');
    expect(reasonOf('https://shop.end.com/')).toBe('The file has https://shop.end.com/');
    expect(['end.com', 'END.com', 'www.end.com', 'https://www.end.com/x'].map(reasonOf)).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
  });

  it('joins a name and the TLD that stands beside it, and leaves a name that has it', () => {
    const beside = { ...choices, fields: ['domain', 'tld'] as const };
    const { rows } = previewOf([row(1, 'a', 'com'), row(2, 'b.com', '.com')], beside, knownOf({}));
    expect(rows.map(({ domain }) => domain)).toEqual(['a.com', 'b.com']);
  });

  it('names the first date whose day and month could be swapped, and takes one order for the whole file', () => {
    const rows = [row(3, 'a.com', '03/04/2027'), row(4, 'b.com', '05/06/2027')];
    expect(previewOf(rows, choices, knownOf({})).ambiguousDate).toMatchObject({
      line: 3,
      dayFirst: '2027-04-03',
      monthFirst: '2027-03-04',
    });
    const [dayFirst, monthFirst] = [true, false].map((isDayFirst) =>
      previewOf(rows, { ...choices, isDayFirst }, knownOf({})),
    );
    const dates = (preview: typeof dayFirst) =>
      preview?.rows.map((each) => ('changes' in each ? each.changes[0]?.after : null));
    expect(dates(dayFirst)).toEqual(['2027-04-03', '2027-06-05']);
    expect(dates(monthFirst)).toEqual(['2027-03-04', '2027-05-06']);
  });

  it('never reads a column of transfer codes, also where it was chosen for something', () => {
    const wrong = { ...choices, fields: ['domain', null, null, null, 'note'] as const };
    const { rows } = previewOf([row(1, 'a.com', '', '', '', 'S3CR3T')], wrong, knownOf({}));
    expect(JSON.stringify(rows)).not.toContain('S3CR3T');
  });

  describe('of expiries', () => {
    const resultOf = (present: Partial<Present>, day: string, more: Partial<Choices> = {}) =>
      previewOf([row(1, 'a.com', day)], { ...choices, ...more }, knownOf({ 'a.com': aPresent(present) }))
        .rows[0];
    const shown = (value: string, at: string, source: 'registry' | 'typed' | 'expected' = 'registry') => ({
      expiry: { value, at, source },
    });
    const [earlier, later] = ['2026-11-19T08:00:00.000Z', '2026-11-21T08:00:00.000Z'];

    it('takes one that is newer than what is shown, as old as the file', () => {
      expect(resultOf(shown('2027-01-01', earlier), '2028-01-01')).toMatchObject({
        result: 'changed',
        changes: [{ field: 'expires', before: '2027-01-01', after: '2028-01-01' }],
        given: { expires: { value: '2028-01-01', at: saved } },
      });
    });

    it.each([
      ['registry', 'at the registry'],
      ['typed', 'entered by you'],
      ['expected', 'expected, ordered from here'],
    ] as const)('keeps one that is newer than the file: %s', (source, words) => {
      expect(resultOf(shown('2028-01-01', later, source), '2027-01-01')).toEqual({
        ...{ line: 1, domain: 'a.com', result: 'unchanged' },
        reason: `Expiry kept: ${words} on 2026-11-21, later than this file`,
      });
    });

    it('keeps that of a file that was saved later, whatever is shown', () => {
      const present = { ...shown('2027-01-01', earlier), importedExpiry: fromFile('2028-01-01', later) };
      expect(resultOf(present, '2029-01-01')).toMatchObject({
        ...{ result: 'unchanged', reason: 'Expiry kept: from a file on 2026-11-21, later than this file' },
      });
    });

    it('is unchanged by the same date of an earlier import, though another is shown', () => {
      const present = { ...shown('2028-01-01', earlier), importedExpiry: fromFile('2027-01-01') };
      const row = resultOf(present, '2027-01-01');
      expect(row).toEqual({ line: 1, domain: 'a.com', result: 'unchanged' });
    });

    it('of this application’s own files are as old as these say, and never newer than the file', () => {
      const more = { isOwn: true, times: { expires: 2 }, fields: ['domain', 'expires', null] } as const;
      const given = (at: string) =>
        previewOf([row(1, 'a.com', '2027-01-01', at)], { ...choices, ...more, codes: [] }, knownOf({}))
          .rows[0];
      expect(given(earlier)).toMatchObject({ given: { expires: { at: earlier } } });
      expect(given(later)).toMatchObject({ given: { expires: { at: saved } } });
    });
  });

  describe('of locks and nameservers', () => {
    const at = (day: number): string => `2026-11-${String(day)}T08:00:00.000Z`;
    const told: Choices = { ...choices, fields: ['domain', 'lock', 'nameservers'], codes: [] };
    const resultOf = (present: Partial<Present>, cells: readonly string[], more: Partial<Choices> = {}) =>
      previewOf([row(1, 'a.com', ...cells)], { ...told, ...more }, knownOf({ 'a.com': aPresent(present) }))
        .rows[0];
    const read = <T>(value: T, day: number) => ({ value, at: at(day), source: 'read' }) as const;

    it('shows them from what to what, as old as the file', () => {
      const present = { lock: read('locked' as const, 10), nameservers: read(['ns1.a.com'], 10) };
      expect(resultOf(present, ['No', 'NS2.b.com. ns3.b.com'])).toMatchObject({
        result: 'changed',
        changes: [
          { field: 'lock', before: 'locked', after: 'unlocked' },
          { field: 'nameservers', before: 'ns1.a.com', after: 'ns2.b.com, ns3.b.com' },
        ],
        given: {
          lock: { value: 'unlocked', at: at(20) },
          nameservers: { value: ['ns2.b.com', 'ns3.b.com'], at: at(20) },
        },
      });
    });

    it('keeps what is newer than the file, and says since when it is known', () => {
      const present = { lock: read('locked' as const, 21), nameservers: read(['ns1.a.com'], 20) };
      expect(resultOf(present, ['off', 'ns2.b.com'])).toEqual({
        line: 1,
        result: 'unchanged',
        domain: 'a.com',
        reason:
          'Lock kept: read on 2026-11-21, later than this file. Nameservers kept: read on 2026-11-20, later than this file',
      });
      const both = { lock: present.lock, nameservers: read(['ns1.a.com'], 21) };
      expect(resultOf(both, ['off', 'ns2.b.com'])?.reason).toBe(
        'Lock and nameservers kept: read on 2026-11-21, later than this file',
      );
      const changed = { ...present.lock, source: 'change' } as const;
      expect(resultOf({ lock: changed }, ['off', ''])?.reason).toContain(
        'Lock kept: set from here on 2026-11-21',
      );
    });

    it('keeps them where a cell is empty or has the same hosts in another order', () => {
      const present = {
        lock: read('locked' as const, 10),
        nameservers: read(['ns1.a.com', 'ns2.a.com'], 10),
      };
      for (const cells of [
        ['', ''],
        ['yes', 'ns2.a.com;ns1.a.com'],
        ['-', 'n/a'],
      ])
        expect(resultOf(present, cells)).toEqual({ line: 1, result: 'unchanged', domain: 'a.com' });
    });

    it('takes the time of each value from a file of this application, and never a later one than the file’s', () => {
      const timed = { times: { lock: 3, nameservers: 4 } };
      expect(resultOf({}, ['locked', 'ns1.a.com', at(15), at(25)], timed)).toMatchObject({
        given: { lock: { at: at(15) }, nameservers: { at: at(20) } },
      });
      expect(resultOf({}, ['locked', '', 'yesterday', ''], timed)).toMatchObject({
        given: { lock: { at: at(20) } },
      });
    });

    it('takes the rest of a row whose cells hold something else, and says so', () => {
      expect(resultOf({}, ['Pending', '10.0.0.1'])).toMatchObject({
        result: 'unchanged',
        reason: 'This is no lock state: Pending. These are no nameservers: 10.0.0.1',
      });
    });
  });
});
