import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportField } from '#shared/domain/domain-parts.ts';
import {
  type Choices,
  type Present,
  type Preview,
  previewOf,
} from '../../../../../../electron/main/portfolio/import/preview.ts';

type Fields = readonly (ImportField | null)[];

const absent: Present = {
  ...{ expiry: null, importedExpiry: null, lock: null, nameservers: null },
  ...{ tags: [], texts: { client: '', note: '' }, isArchived: false, isAway: false },
};

/** A file with titles: cells are parted by bars. */
function preview(
  fields: Fields,
  lines: readonly string[],
  { present = {}, ...more }: Partial<Choices> & { readonly present?: Readonly<Record<string, Present>> } = {},
): Preview {
  const rows = lines.map((text, index) => ({ line: index + 1, cells: text.split('|') }));
  const choices: Choices = {
    ...{
      isOwn: false,
      isGuarded: false,
      isDelimited: true,
      fields,
      headerRow: 0,
      codes: [],
      isDayFirst: null,
    },
    ...{ restoresArchived: false, at: '2026-11-20T08:00:00.000Z', times: {} },
    ...more,
  };
  return previewOf(rows, choices, {
    nameIn: (text) =>
      /^[a-z0-9-]+(?:\.[a-z]+)+$/.test(text)
        ? { name: text }
        : { name: null, reason: 'There is no name here' },
    clients: Object.values(present).map(({ texts }) => texts.client),
    present: (name) => present[name] ?? null,
  });
}

/** What each row gives, in short; and what is said of it. */
const shortOf = ({ rows }: Preview) =>
  rows.map(({ line, result, ...row }) => [
    line,
    result,
    'changes' in row ? Object.fromEntries(row.changes.map(({ field, after }) => [field, after])) : {},
    row.reason ?? '',
  ]);

describe('a row that does not fit its titles', () => {
  it.each<[string, Fields, readonly string[], object, string]>([
    [
      'a comma in the client: nothing behind it is taken',
      ['domain', 'client', null, 'expires', 'status'],
      [
        'Domain|Owner|Created|Expires|Status',
        'a.com|Acme| Inc.|2019-03-01|2027-03-01|Active',
        'b.com|Solo|2018-05-01|2027-05-01|Active',
      ],
      {},
      'It has 6 cells under 5 titles: nothing is taken from column Owner on',
    ],
    [
      'commas between nameservers: not one of them for all',
      ['domain', 'expires', 'nameservers', 'lock'],
      [
        'Domain|Expires|NS|Locked',
        'a.com|2027-03-01|ns1.h.net|ns2.h.net|Yes',
        'b.com|2027-05-01|ns1.h.net|No',
      ],
      { expires: '2027-03-01' },
      'It has 5 cells under 4 titles: nothing is taken from column NS on',
    ],
    [
      'several surplus cells in a note, behind all that cannot be parted',
      ['domain', 'lock', 'status', null, 'expires', 'note'],
      [
        'Domain|Lock|Status|Created|Expires|Note',
        'a.com|locked|Active|2019-01-01|2027-03-01|one| two| three',
        'b.com|locked|Active|2019-01-01|2027-03-01|x',
      ],
      { expires: '2027-03-01', lock: 'locked' },
      'It has 8 cells under 6 titles: nothing is taken from column Note on',
    ],
    [
      'a date that is parted itself',
      ['domain', 'expires', 'lock'],
      ['Domain|Expires|Lock', 'a.com|March 1| 2027|yes', 'b.com|March 2 2027|yes'],
      {},
      'It has 4 cells under 3 titles: nothing is taken from column Expires on',
    ],
    [
      'a cell too few, in a file whose other rows are whole',
      ['domain', 'client', 'expires'],
      [
        'Domain|Client|Expires',
        'a.com|2027-03-01',
        ...Array.from({ length: 20 }, (_, index) => `n${index}.com|x|2027-01-01`),
      ],
      {},
      'It has 2 cells under 3 titles: nothing is taken from column Client on',
    ],
  ])('%s', (_name, fields, lines, changes, reason) => {
    const shown = shortOf(preview(fields, lines));
    expect(shown[0]).toEqual([2, 'new', changes, reason]);
    expect(shown.slice(1).every((row) => row[3] === '')).toBe(true);
  });

  it('stores no name that may be another’s cell', () => {
    const fields: Fields = ['nameservers', 'domain', 'expires'];
    const lines = ['NS|Name|Expires', 'ns1.h.net|ns2.h.net|a.com|2027-03-01', 'ns1.h.net|b.com|2027-03-01'];
    expect(shortOf(preview(fields, lines))).toEqual([
      [2, 'skipped', {}, 'It has 4 cells under 3 titles: nothing of it is taken'],
      [3, 'new', { expires: '2027-03-01', nameservers: 'ns1.h.net' }, ''],
    ]);
  });

  it('stores the only name behind other cells, and what stands next to it', () => {
    const lines = [
      'ID|Type|Domain|Expires|Notes',
      '3|Register|a.com|2027-03-01|x| y',
      '4|Transfer|b.com|2027-03-01|',
    ];
    const [first] = shortOf(preview([null, null, 'domain', 'expires', 'note'], lines));
    expect(first?.slice(1, 3)).toEqual(['new', { expires: '2027-03-01' }]);
  });

  it('is none where cells at the end are empty or left out, or columns at the end have no title', () => {
    const fields: Fields = ['domain', 'expires', 'note'];
    const same = ['Domain|Expires|Note', 'a.com|2027-03-01', 'b.com|2027-03-01||', 'c.com|2027-03-01|x|||'];
    const wider = ['Domain|Expires|Note||', 'a.com|2027-03-01|x|y', 'b.com|2027-03-01|x|y', 'c.com'];
    for (const lines of [same, wider])
      expect(shortOf(preview(fields, lines)).map(([, , , reason]) => reason)).toEqual(['', '', '']);
  });

  it('is none in a workbook, where a remark may stand beside the table', () => {
    const lines = ['Domain|Client', 'a.com|Acme||a remark', 'b.com|Solo'];
    const [row] = preview(['domain', 'client'], lines, { isDelimited: false }).rows;
    expect(row).toMatchObject({ given: { texts: { client: 'Acme' } } });
    expect(row?.reason).toBeUndefined();
  });

  it('without titles is one that is wider than most', () => {
    const lines = ['a.com|x|2027-03-01', 'b.com|x|2027-03-01', 'c.com|x|y|2027-03-01'];
    const shown = shortOf(preview(['domain', 'client', 'expires'], lines, { headerRow: null }));
    expect(shown[2]).toEqual([
      ...[3, 'new', {}],
      'It has 4 cells where the rows have 3: nothing is taken from column 2 on',
    ]);
    expect(shortOf(preview(['domain'], ['a.com', 'b.com|x', 'c.com|x|y'], { headerRow: null }))).toHaveLength(
      3,
    );
  });
});

describe('several rows of one domain', () => {
  const fields: Fields = ['domain', 'expires', 'status', 'client', 'note'];
  const of = (...lines: readonly string[]) =>
    preview(fields, ['Domain|Expires|Status|Client|Note', ...lines]);

  it.each<[string, readonly string[], readonly unknown[][]]>([
    [
      'the active one is taken, wherever it stands',
      ['a.com|2029-03-01|Cancelled|Old|x', 'a.com|2027-09-01|Active|New|'],
      [
        [
          ...[2, 'skipped', {}],
          'The same domain is in line 3 with the status Active, and is taken from there: here the status is Cancelled',
        ],
        [3, 'new', { expires: '2027-09-01', client: 'New' }, ''],
      ],
    ],
    [
      'one without a status before one that has left',
      ['a.com|2027-09-01||New|', 'a.com|2028-03-01|Deleted|Old|'],
      [
        [2, 'new', { expires: '2027-09-01', client: 'New' }, ''],
        [
          ...[3, 'skipped', {}],
          'The same domain is in line 2, and is taken from there: here the status is Deleted',
        ],
      ],
    ],
    [
      'else the one that expires later',
      ['a.com|2027-03-01||A|', 'a.com|2028-03-01||B|', 'a.com|||C|'],
      [
        [2, 'skipped', {}, 'The same domain is in line 3 with a later expiry, and is taken from there'],
        [3, 'new', { expires: '2028-03-01', client: 'B' }, ''],
        [4, 'skipped', {}, 'The same domain is in line 3 with a later expiry, and is taken from there'],
      ],
    ],
    [
      'else the first, without what differs',
      ['a.com|2027-03-01||A|n', 'a.com|2027-03-01||B|n'],
      [
        [
          ...[2, 'new', { expires: '2027-03-01', note: 'n' }],
          'Not taken, as line 3 of the same domain differs: client',
        ],
        [3, 'skipped', {}, 'The same domain is in line 2, and this row differs: client'],
      ],
    ],
    [
      'one that is the same, or has less, is no loss',
      ['a.com|2027-03-01|Active|A|n', 'a.com|01.03.2027|active|A|', 'a.com||Active||'],
      [
        [2, 'new', { expires: '2027-03-01', client: 'A', note: 'n' }, ''],
        [3, 'skipped', {}, 'The same domain is in line 2'],
        [4, 'skipped', {}, 'The same domain is in line 2'],
      ],
    ],
  ])('%s', (_name, lines, expected) => {
    const found = of(...lines);
    expect(shortOf(found)).toEqual(expected);
    const equal = expected.flatMap(([line, , , reason]) => (/line \d+$/.test(String(reason)) ? [line] : []));
    expect(found.rows.flatMap((row) => ('isRepeated' in row ? [row.line] : []))).toEqual(equal);
  });

  it('takes a row that fits its titles before one that does not', () => {
    const found = preview(
      ['domain', 'client', 'expires'],
      [...['D|C|E', 'a.com|Acme| Inc.|2029-03-01', 'a.com|Acme|2027-03-01', 'b.com|x|2027-03-01']],
    );
    expect(shortOf(found).slice(0, 2)).toEqual([
      [2, 'skipped', {}, 'The same domain is in line 3, and is taken from there'],
      [3, 'new', { client: 'Acme', expires: '2027-03-01' }, ''],
    ]);
  });
});

describe('the status of a row', () => {
  const fields: Fields = ['domain', 'expires', 'status'];
  const of = (lines: readonly string[], more: Parameters<typeof preview>[2] = {}) =>
    preview(fields, ['Domain|Expires|Status', ...lines], more);
  const known = (value: string, at: string) => ({ value, at, source: 'registry' as const });

  it('brings in what has left as archived, leaves out what never was held, and counts both', () => {
    const found = of([
      ...['a.com|2027-03-01|Active', 'b.com|2022-09-01|Transferred Away', 'c.com|0000-00-00|Fraud'],
      ...['d.com|0000-00-00|Cancelled', 'e.com|2024-01-01|Cancelled', 'f.com|2026-01-01|Expired'],
      ...['g.com|2027-03-01|Unicorn', 'h.com|2027-03-01|Pending Transfer', 'i.com|2027-03-01|'],
    ]);
    expect(shortOf(found)).toEqual([
      [2, 'new', { expires: '2027-03-01' }, ''],
      [3, 'new', { expires: '2022-09-01', archived: 'archived' }, ''],
      [4, 'skipped', {}, 'Skipped: its status is Fraud'],
      [5, 'skipped', {}, 'Skipped: its status is Cancelled'],
      [6, 'new', { expires: '2024-01-01', archived: 'archived' }, ''],
      [7, 'new', { expires: '2026-01-01' }, ''],
      [8, 'new', { expires: '2027-03-01' }, 'Taken as held: its status is Unicorn'],
      [9, 'new', { expires: '2027-03-01' }, 'Taken as held: its status is Pending Transfer'],
      [10, 'new', { expires: '2027-03-01' }, ''],
    ]);
    expect(found.notes).toEqual([
      'By status: Active (1 held), Transferred Away (1 archived), Fraud (1 skipped), Cancelled (1 skipped), Cancelled (1 archived), Expired (1 held), Unicorn (1 held) and Pending Transfer (1 held).',
    ]);
    expect(of(['a.com|2027-03-01|Active']).notes).toEqual([]);
  });

  it('archives a domain of the portfolio, unless more is known of it than the row says', () => {
    const row = 'a.com|2026-03-01|Deleted';
    const at = '2026-11-01T08:00:00.000Z';
    const result = (present: Partial<Present>, more: Partial<Choices> = {}, line = row) =>
      shortOf(of([line], { present: { 'a.com': { ...absent, ...present } }, ...more }))[0]?.slice(1);
    const kept = 'Nothing of it is taken: its status is Deleted, and the portfolio knows of more';
    expect(result({})).toEqual(['changed', { expires: '2026-03-01', archived: 'archived' }, '']);
    expect(result({ expiry: known('2026-03-01', at) })).toEqual(['changed', { archived: 'archived' }, '']);
    // It was registered again, or was read after the file was saved.
    expect(result({ expiry: known('2027-09-01', at) })).toEqual(['unchanged', {}, kept]);
    expect(result({ expiry: known('2026-03-01', '2026-11-25T08:00:00.000Z') })).toEqual([
      'unchanged',
      {},
      kept,
    ]);
    expect(result({ isAway: true, expiry: known('2026-03-01', at) })).toEqual(['unchanged', {}, '']);
    const archived = { isArchived: true, expiry: known('2026-03-01', at) };
    expect(result(archived, { restoresArchived: true })).toEqual(['unchanged', {}, '']);
    expect(result({ expiry: known('2026-03-01', at) }, {}, 'a.com|2026-03-01|Fraud')).toEqual([
      ...['unchanged', {}],
      'Nothing of it is taken: its status is Fraud, and the portfolio knows of more',
    ]);
  });

  it('of this application’s own files says nothing of what another column says', () => {
    const own = { isOwn: true, restoresArchived: true };
    const rows = ['a.com|2027-03-01|held', 'b.com|2027-03-01|archived', 'c.com|2027-03-01|transferred-away'];
    expect(shortOf(of(rows, own)).map(([, , changes]) => changes)).toEqual([
      { expires: '2027-03-01' },
      { expires: '2027-03-01' },
      { expires: '2027-03-01', archived: 'archived' },
    ]);
  });
});

describe('what a cell has that cannot be stored', () => {
  const fields: Fields = ['domain', 'expires', 'tags', 'client', 'note', 'lock', 'nameservers'];

  it('never costs the row, and all of it is said at once', () => {
    const tag = 't'.repeat(41);
    const line = [
      'a.com',
      '1970-01-01',
      `${tag},ok`,
      'c'.repeat(101),
      'n'.repeat(10_001),
      'maybe',
      '10.0.0.1',
    ];
    const [row] = preview(fields, ['D|E|T|C|N|L|S', line.join('|')]).rows;
    expect(row).toMatchObject({ result: 'new', given: { tags: ['ok'], texts: { client: '' } } });
    expect(row?.reason?.split('. ')).toEqual([
      'No domain can expire on this day, outside 1985 to 2100: 1970-01-01',
      expect.stringMatching(/^Tag not taken, as a tag has at most 40 characters: t+/),
      expect.stringMatching(/^Client not taken, as it has at most 100 characters: c+…$/),
      expect.stringMatching(/^Note cut, as it has at most 10,000 characters: n+…$/),
      'This is no lock state: maybe',
      'These are no nameservers: 10.0.0.1',
    ]);
    const note = row !== undefined && 'given' in row ? (row.given.texts.note ?? '') : '';
    expect(note).toBe(`${'n'.repeat(9_999)}…`);
    const present = { 'a.com': { ...absent, tags: ['ok'], texts: { client: '', note } } };
    expect(preview(fields, ['D|E|T|C|N|L|S', line.join('|')], { present }).rows[0]?.result).toBe('unchanged');
  });

  it('takes the tags for which there is room', () => {
    const tags = Array.from({ length: 19 }, (_, index) => `t${index}`);
    const present = { 'a.com': { ...absent, tags } };
    const [row] = preview(['domain', 'tags'], ['D|T', 'a.com|t1,new,more'], { present }).rows;
    expect(row).toMatchObject({ given: { tags: ['t1', 'new'] } });
    expect(row?.reason).toBe('Tag not taken, as a domain has at most 20 tags: more');
  });

  it('joins nameservers that stand in several columns', () => {
    const several: Fields = ['domain', 'nameservers', 'nameservers', 'nameservers'];
    const lines = ['D|NS|NS|NS', 'a.com|ns1.a.com||ns2.a.com', 'b.com|||'];
    expect(shortOf(preview(several, lines)).map(([, , changes]) => changes)).toEqual([
      { nameservers: 'ns1.a.com, ns2.a.com' },
      {},
    ]);
  });
});

describe('what the rows tell of a file', () => {
  it('says which order of the dates they prove, and which date is a spreadsheet’s number', () => {
    const lines = ['D|E', 'a.com|03.04.2027', 'b.com|12.31.2027', 'c.com|46447'];
    expect(preview(['domain', 'expires'], lines)).toMatchObject({
      ambiguousDate: null,
      notes: [
        'Dates are read month-first: line 3 has 12.31.2027.',
        '46447 in line 4 is read as 2027-03-01, as spreadsheets count days.',
      ],
    });
  });

  it('names the line that contradicts the order that was given', () => {
    const lines = ['D|E', 'a.com|03/04/2027', 'b.com|12/13/2027'];
    expect(preview(['domain', 'expires'], lines, { isDayFirst: true }).contradiction).toEqual({
      ...{ line: 3, text: '12/13/2027' },
    });
  });

  it('leaves a row that slid out of what proves an order', () => {
    const lines = ['D|C|E', 'a.com|x|03/04/2027', 'b.com|x|y|12/13/2027', 'c.com|x|04/05/2027'];
    expect(preview(['domain', 'client', 'expires'], lines).ambiguousDate).toMatchObject({ line: 2 });
  });
});

describe('of any file', () => {
  const fields: Fields = [
    'domain',
    'client',
    'expires',
    'status',
    'tags',
    'lock',
    'nameservers',
    'note',
    'archived',
  ];
  const cellsOf: Readonly<Record<string, readonly string[]>> = {
    domain: ['a.com', 'b.com', 'c.com', 'no name', ''],
    client: ['', 'Acme', 'Acme| Inc.', 'c'.repeat(101)],
    expires: [
      '',
      '2027-03-01',
      '03/04/2027',
      '13/04/2027',
      '04/13/2027',
      '01.03.27',
      'soon',
      '9999-12-31',
      '46447',
    ],
    status: ['', 'Active', 'Deleted', 'Cancelled', 'Fraud', 'Unicorn', 'Pending Transfer'],
    tags: ['', 'x', 'x,y', 't'.repeat(41)],
    lock: ['', 'yes', 'no', 'maybe'],
    nameservers: ['', 'ns1.a.com ns2.a.com', '10.0.0.1'],
    note: ['', 'n', 'n | m', 'n'.repeat(10_001)],
    archived: ['', 'yes', 'no', '2026-01-01'],
  };
  const aRow = fc
    .tuple(...fields.map((field) => fc.constantFrom(...(cellsOf[field ?? ''] ?? ['']))))
    .map((cells) => cells.join('|'));
  const present = fc.record({
    expiry: fc.constantFrom(null, {
      value: '2027-03-01',
      at: '2026-11-01T08:00:00.000Z',
      source: 'sync' as const,
    }),
    tags: fc.constantFrom(
      [],
      ['x'],
      Array.from({ length: 20 }, (_, index) => `t${index}`),
    ),
    client: fc.constantFrom('', 'Acme', 'Other'),
    isArchived: fc.boolean(),
    isAway: fc.boolean(),
  });
  const aFile = fc.tuple(
    fc.array(aRow, { maxLength: 8 }),
    fc.dictionary(fc.constantFrom('a.com', 'b.com'), present),
    fc.boolean(),
  );
  const titles = fields.join('|');
  const before = (stored: Readonly<Record<string, { readonly client: string }>>) =>
    Object.fromEntries(
      Object.entries(stored).map(([name, { client, ...known }]) => [
        name,
        { ...absent, ...known, texts: { client, note: '' } },
      ]),
    );

  type Row = Preview['rows'][number];
  type Taken = Extract<Row, { readonly given: object }>;
  const isTaken = (row: Row): row is Taken => 'given' in row;

  /** Of each field what the row stores in place of what; blanks keep what is stored. */
  const storedBy = ({ given }: Taken, was: Present): Readonly<Record<string, readonly [string, string]>> => ({
    expires: [given.expires?.value ?? '', was.expiry?.value ?? ''],
    lock: [given.lock?.value ?? '', ''],
    nameservers: [(given.nameservers?.value ?? []).join(', '), ''],
    tags: [[...new Set([...was.tags, ...given.tags])].join(', '), was.tags.join(', ')],
    client: [given.texts.client ?? '', was.texts.client],
    note: [given.texts.note ?? '', ''],
    archived: [given.archivedAt === undefined ? '' : 'archived', ''],
  });

  it('no stored value is changed without the change and the cell beside it', () => {
    fc.assert(
      fc.property(aFile, ([lines, stored, restoresArchived]) => {
        const known = before(stored);
        const found = preview(fields, [titles, ...lines], { present: known, restoresArchived });
        for (const row of found.rows.filter(isTaken)) {
          const changed = Object.entries(storedBy(row, known[row.domain] ?? absent)).flatMap(
            ([field, [is, old]]) => (is === '' || is === old ? [] : [[field, is] as const]),
          );
          const isRestored = row.given.isRestored === true;
          const shown = row.changes.map(({ field, after }) => [field, after] as const);
          expect(Object.fromEntries(shown)).toEqual(
            Object.fromEntries([...changed, ...(isRestored ? [['archived', ''] as const] : [])]),
          );
          // What is taken stands in a cell of that line.
          const line = lines[row.line - 2] ?? '';
          for (const [field] of changed.filter(([field]) => /client|lock|nameservers|note/.test(field)))
            expect((cellsOf[field] ?? []).some((cell) => cell !== '' && line.includes(cell))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('none ends with fewer domains than the file has names without saying so', () => {
    fc.assert(
      fc.property(aFile, ([lines, stored, restoresArchived]) => {
        const { rows } = preview(fields, [titles, ...lines], { present: before(stored), restoresArchived });
        const filled = lines.flatMap((line, index) => (/[^|]/.test(line) ? [{ line, at: index + 2 }] : []));
        expect(rows.map(({ line }) => line)).toEqual(filled.map(({ at }) => at));
        const skipped = rows.filter(({ result }) => result === 'skipped');
        for (const { reason } of skipped) expect(reason).not.toBe('');
        const held = new Set(rows.filter((row) => !skipped.includes(row)).map(({ domain }) => domain));
        const leftOut = new Set(skipped.filter((row) => 'isLeftOut' in row).map(({ domain }) => domain));
        for (const { line } of filled) {
          const [name = ''] = line.split('|');
          expect(!name.includes('.') || held.has(name) || leftOut.has(name)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a client or a date of a row that is taken is stored, or the row says why not', () => {
    fc.assert(
      fc.property(aFile, ([lines]) => {
        const found = preview(fields, [titles, ...lines], { isDayFirst: true });
        if (found.contradiction !== null) return;
        for (const row of found.rows.filter(isTaken).filter(({ reason }) => reason === undefined)) {
          const [, client = '', expires = ''] = lines[row.line - 2]?.split('|') ?? [];
          expect(row.given.texts.client).toBe(client);
          expect(row.given.expires !== undefined).toBe(expires !== '');
        }
      }),
      { numRuns: 500 },
    );
  });
});
