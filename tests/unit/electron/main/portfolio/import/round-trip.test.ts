import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainFormats } from '../../../../../../electron/main/export/formats.ts';
import { createWorkbook } from '../../../../../../electron/main/export/workbook.ts';
import {
  type ImportTask,
  reviewImport,
} from '../../../../../../electron/main/portfolio/import/review-import.ts';
import { rowsOfPage } from '../../../../../../electron/main/portfolio/import/reviewed.ts';
import type { TableSource } from '../../../../../../electron/main/tables/table.ts';
import { anUnreadDomain } from '../../../../../support/fake-portfolio.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const at = '2026-11-21T08:00:00.000Z';
const now = '2026-11-25T08:00:00.000Z';

/** As recognised; where it is asked, with the order in which the dates were written. */
async function reviewed(source: TableSource, isDayFirst: boolean) {
  const task = (order: boolean | null): ImportTask => ({
    source,
    choices: { mapping: [], isDayFirst: order, encoding: null, sheet: null, restoresArchived: false },
    ...{ mappings: [], knownTlds: ['com'], pages: [], imported: '', now },
  });
  const review = valueOf(await reviewImport(task(null)));
  return review.ambiguousDate === null ? review : valueOf(await reviewImport(task(isDayFirst)));
}

/** Texts that spreadsheets, files and this program treat in some way of their own. */
const textOf = (parts: readonly string[]) =>
  fc
    .array(fc.constantFrom(...parts), { maxLength: 6 })
    .map((chosen) => chosen.join(''))
    // A blank cell keeps what is stored.
    .filter((text) => text.trim() !== '' || text === '');
const plainParts = ["'", '=1+1', '"', ',', ';', '|', ' ', '-', '@', 'ACME', 'Müller', 'José', '3/4'];
const allParts = [...plainParts, '\t', '\n', '\r', '\r\n', '＝', '\uFEFF'];

/** The last three are none on which a domain can expire. */
const days = [
  ...['2027-03-01', '2028-02-29', '2026-12-24', '2031-11-10', '2027-04-05'],
  ...['9999-12-31', '1970-01-01', '0001-01-01'],
];

const aDomain = (text: fc.Arbitrary<string>) =>
  fc.record({
    client: text,
    note: text,
    tags: fc.uniqueArray(
      text.filter((tag) => tag !== ''),
      { maxLength: 3 },
    ),
    expires: fc.constantFrom(...days, null),
    lock: fc.constantFrom('locked' as const, 'unlocked' as const, null),
    hosts: fc.constantFrom(['ns1.a.com', 'ns2.a.com'], ['ns.b.com'], null),
    archivedAt: fc.constantFrom(at, null),
    isAway: fc.boolean(),
  });
type Drawn = ReturnType<typeof aDomain> extends fc.Arbitrary<infer One> ? One : never;

const known = <T>(value: T | null) => (value === null ? null : { value, source: 'sync' as const, at });
const domainOf = ({ expires, lock, hosts, isAway, ...own }: Drawn, index: number) =>
  anUnreadDomain(`name-${String(index)}.com`, {
    ...own,
    ...{ expiresOn: known(expires), lock: known(lock), nameservers: known(hosts) },
    transferredAway: known(isAway),
  });

const canBe = (day: string | null): day is string => day !== null && day > '1985' && day < '2101';

/** What an import of it takes, and the date of which it has to be said that it is none. */
const expectedOf = ({ expires, lock, hosts, archivedAt, isAway, client, note, tags }: Drawn) => ({
  odd: expires === null || canBe(expires) ? '' : expires,
  given: {
    ...(canBe(expires) && { expires: { value: expires, at } }),
    ...(lock !== null && { lock: { value: lock, at } }),
    ...(hosts !== null && { nameservers: { value: hosts, at } }),
    ...(archivedAt !== null ? { archivedAt } : isAway ? { archivedAt: now } : {}),
    ...{ tags, texts: { client, note } },
  },
});

async function workbookOf(sheet: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const workbook = await createWorkbook((bytes) => {
    pieces.push(bytes);
    return Promise.resolve();
  });
  await workbook.write(sheet);
  await workbook.end();
  return Buffer.concat(pieces);
}

describe('a portfolio that was exported', () => {
  it('is read back as it was from each format; a day on which no domain can expire is said', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aDomain(textOf(allParts)), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('csv', 'json', 'ndjson', 'xlsx'),
        async (all, format) => {
          const { formats, rowOf } = domainFormats();
          const rows = all.map((one, index) => rowOf(domainOf(one, index), 'An account, with "quotes"'));
          const writer = formats[format];
          const file = `${writer.head}${writer.rows(rows, true)}${writer.foot}`;
          const source: TableSource =
            format === 'xlsx'
              ? { kind: 'bytes', fileName: 'all.xlsx', bytes: await workbookOf(file) }
              : { kind: 'text', text: file };
          const review = await reviewed(source, true);
          expect(review.panel).toBe('Namedesk');
          const back = rowsOfPage(review, 0);
          expect(back.map((row) => 'given' in row && row.given)).toEqual(
            all.map((one) => expectedOf(one).given),
          );
          for (const [index, one] of all.entries()) {
            const { odd } = expectedOf(one);
            const reason = back[index]?.reason ?? '';
            expect(
              odd === '' ? reason === '' : /No domain can expire on this day|not a date/.test(reason),
            ).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  /** How spreadsheets write a day, and whether the day stands first. */
  const dateForms: Readonly<Record<string, readonly [form: (day: string) => string, isDayFirst: boolean]>> = {
    iso: [(day) => day, true],
    german: [(day) => day.split('-').toReversed().join('.'), true],
    british: [(day) => day.split('-').toReversed().join('/'), true],
    american: [(day) => day.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, '$2/$3/$1'), false],
    short: [(day) => day.slice(2).split('-').toReversed().join('.'), true],
    named: [
      (day) =>
        new Date(`${day}T00:00:00Z`)
          .toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: '2-digit', timeZone: 'UTC' })
          .replaceAll(' ', '-'),
      true,
    ],
    serial: [(day) => String(Date.parse(day) / 86_400_000 + 25_569), true],
  };
  const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
    'utf-8': (text) => Buffer.from(text),
    'utf-8 with its mark': (text) => Buffer.from(`\uFEFF${text}`),
    'utf-16': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'windows-1252': (text) => Buffer.from(text, 'latin1'),
  };

  it('and saved by a spreadsheet, in its own signs, dates and encoding, is the same, or the row says what is not', async () => {
    let told = 0;
    let rowsRead = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(aDomain(textOf(plainParts)), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...Object.keys(dateForms)),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom(...Object.keys(encodings)),
        async (drawn, form, delimiter, encoding) => {
          const all = drawn.map((one) => (canBe(one.expires) ? one : { ...one, expires: null }));
          const { formats, rowOf } = domainFormats();
          const [written, isDayFirst] = dateForms[form] ?? [(day: string) => day, true];
          const rows = all.map((one, index) => rowOf(domainOf(one, index), 'Main'));
          const columns = formats.csv.head.trim().split(',');
          const table = rows.map((row) => {
            const expires = row.expires_on;
            return { ...row, expires_on: typeof expires === 'string' ? written(expires) : expires };
          });
          // As the application writes them, apostrophes before formulas and lists in one cell included.
          const body = formats.csv.rows(table, true);
          const cells: string[][] = parse(body, { relax_quotes: true });
          const text = stringify([columns, ...cells], { delimiter, record_delimiter: 'windows' });
          const bytes = encodings[encoding]?.(text) ?? Buffer.from(text);
          const review = await reviewed({ kind: 'bytes', fileName: 'all.csv', bytes }, isDayFirst);
          expect(review.panel).toBe('Namedesk');
          const back = rowsOfPage(review, 0);
          expect(back).toHaveLength(all.length);
          for (const [index, row] of back.entries()) {
            const one = all[index];
            if (one === undefined) continue;
            rowsRead += 1;
            const { expires, ...others } = expectedOf(one).given;
            const given = 'given' in row ? row.given : null;
            const { expires: read, ...rest } = given ?? { tags: [], texts: {} };
            expect(rest).toEqual(others);
            if (row.reason === undefined) expect(read).toEqual(expires);
            else {
              told += 1;
              expect(read).toBeUndefined();
            }
          }
        },
      ),
      { numRuns: 200 },
    );
    // A date alone whose year has two digits may be told, and nothing else.
    expect(told).toBeLessThan(rowsRead * 0.1);
  });
});
