import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import type { exportFormat } from '#shared/areas/sessions.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import {
  type Finding,
  type PeriodPrices,
  type Price,
  shortestPeriod,
  type ShownKind,
} from '#shared/domain/finding.ts';
import { type Domain, isHeld } from '#shared/domain/portfolio.ts';
import type { SessionFilter, SessionSort } from '#shared/domain/session.ts';
import { ownTexts } from '#shared/domain/domain-parts.ts';
import { listCell } from '../tables/table.ts';
import { sheetOf } from './workbook.ts';

/**
 * Protects text against formula injection: a cell that a spreadsheet would run as a formula gets a leading apostrophe
 * and stays text.
 *
 * A message comes from the service, which may pass on text of others: `=HYPERLINK(…)` in it would run on the reseller's
 * machine. The characters are those of OWASP's list with their full-width forms, also after white space, which some
 * programs remove first. (csv-stringify's own option leaves out the line feed and white space.)
 *
 * Source: OWASP, "CSV Injection".
 */
export const formulaSafe = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

/** The text that {@link formulaSafe} made this of: a file of ours is read back as it was. */
export const withoutFormulaGuard = (text: string): string =>
  text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text;

// A text that already begins with such an apostrophe gets one more, so that each is read back as it was.
const startsFormula = /^'*(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

export const exportColumns = [
  'domain',
  'name',
  'tld',
  'finding',
  'available',
  'premium',
  'reserved',
  'valid',
  'price_register',
  'price_renew',
  'currency',
  'message',
  'checked_at',
] as const satisfies readonly (keyof ExportRow)[];

/** A finding as it is written. */
type ExportedFinding = Omit<Finding, 'kind'> & { readonly kind: ShownKind };

/**
 * One finding as every format writes it. Null means that the service did not say: an empty field, never 0 and never
 * `false`.
 *
 * The order of the fields is the order of the columns. Source: the product's "The command line", CSV columns.
 *
 * @param currency Of prices that name none; null where that is not known.
 */
export function exportRow(finding: ExportedFinding, currency: string | null = null) {
  const { domain, tld, kind, message, checkedAt } = finding;
  const shortest = shortestPeriod(finding.prices);
  const label = domain.endsWith(`.${tld}`) ? domain.slice(0, -tld.length - 1) : domain;
  return {
    /** As A-labels. */
    domain,
    /** The label before the TLD in its Unicode form. */
    name: toUnicode(label),
    tld,
    finding: kind,
    ...said[kind],
    /**
     * Registration price for the shortest period that has a price: a plain decimal. What cannot be read as one stands as the service gave
     * it behind `unreadable: `.
     */
    price_register: amountOf(shortest?.register),
    price_renew: amountOf(shortest?.renew),
    currency: currencyIn(shortest, currency),
    message,
    /** UTC, ISO 8601. */
    checked_at: checkedAt,
  };
}

export type ExportRow = ReturnType<typeof exportRow>;

type Said = Readonly<Record<'available' | 'premium' | 'reserved' | 'valid', boolean | null>>;

const nothingSaid: Said = { available: null, premium: null, reserved: null, valid: null };

/**
 * What a finding of each kind tells, and no more; a name of the user's own is not for sale, whatever was found: for a taken name, the service does not say whether it would be
 * premium.
 */
const said: Readonly<Record<ShownKind, Said>> = {
  available: { available: true, premium: false, reserved: false, valid: true },
  premium: { available: true, premium: true, reserved: false, valid: true },
  yours: { available: false, premium: null, reserved: false, valid: true },
  taken: { available: false, premium: null, reserved: false, valid: true },
  reserved: { available: false, premium: null, reserved: true, valid: true },
  invalid: { available: false, premium: null, reserved: null, valid: false },
  unknown: nothingSaid,
  unchecked: nothingSaid,
};

/** One that cannot be read is marked, with what was given: an empty field would say that none was (H24). */
function amountOf(price: Price | undefined): string | null {
  if (price?.kind === 'unreadable')
    return price.raw === undefined ? 'unreadable' : `unreadable: ${price.raw}`;
  return price?.kind === 'given' ? price.amount : null;
}

/** That of the prices; `usual` where they name none. */
function currencyIn(prices: PeriodPrices | undefined, usual: string | null): string | null {
  const given = [prices?.register, prices?.renew].filter((price) => price?.kind === 'given');
  return given.length === 0 ? null : (given.find(({ currency }) => currency !== null)?.currency ?? usual);
}

/** One row of an export: text, or null for what is not known. A list is one cell in a table (`table.ts`). */
export type Row<K extends string> = Readonly<Record<K | 'domain', Value>>;
type Value = string | boolean | readonly string[] | null;

const cast = {
  boolean: String,
  string: formulaSafe,
  // What is cast here is a list of a row: it has no other objects.
  object: (value: object) => formulaSafe(listCell(value as readonly string[])),
};

/** The text of a cell. It has the apostrophe in workbooks too: a spreadsheet may save them as CSV. */
const cellText = (value: Value): string => {
  if (value === null) return '';
  if (typeof value === 'boolean') return cast.boolean(value);
  return typeof value === 'string' ? cast.string(value) : cast.object(value);
};

const inOneLine = (text: string): string => text.replace(/[\t\r\n]+/gu, ' ');

/**
 * The formats of rows with these columns, in their order; `tsv` is for the clipboard. The sheet of a workbook counts its rows: it is of one
 * file.
 *
 * @param numbers The columns whose plain decimals are numbers in a workbook.
 */
export function formatsOf<K extends string>(
  columns: readonly K[],
  numbers: readonly K[] = [],
): Readonly<Record<ExportFormat | 'tsv', Format<Row<K>>>> {
  const cellsOf = (row: Row<K>): readonly unknown[] => columns.map((column) => row[column]);
  return {
    /**
     * CSV with a header line and a line per row; unknown values are empty, booleans are `true` and `false`.
     *
     * UTF-8 without a byte order mark and with line feeds: these files are read by scripts and scheduled jobs, and a mark
     * before `domain` would change that column's name. A spreadsheet that assumes another encoding still reads `domain`
     * correctly, and reads `name` when told that it is UTF-8.
     *
     * Source: RFC 4180, except for the line ends.
     */
    csv: {
      head: `${columns.join(',')}\n`,
      // A carriage return alone ends a row for some readers, and a tab may be taken for what parts the cells.
      rows: (rows) => stringify(rows.map(cellsOf), { cast, quoted_match: /[\t\r]/ }),
      foot: '',
    },
    /** Spreadsheets split it into cells when it is pasted. Fields contain no line break and no tab. */
    tsv: {
      head: `${columns.join('\t')}\n`,
      rows: (rows) =>
        stringify(rows.map(cellsOf), {
          delimiter: '\t',
          cast: {
            ...cast,
            string: (text) => formulaSafe(inOneLine(text)),
            object: (value) => inOneLine(cast.object(value)),
          },
        }),
      foot: '',
    },
    /** Of a workbook, its one sheet. */
    xlsx: sheetOf(columns, cellText, numbers),
    json,
    ndjson,
    txt,
  };
}

/** One JSON array with an object per row, one per line; unknown values are null. */
export const json: Format<object> = {
  head: '[',
  rows: (rows, isFirst) =>
    rows.map((row, index) => `${isFirst && index === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`).join(''),
  foot: '\n]\n',
};

/** One JSON object per line. Source: the NDJSON specification. */
const ndjson: Format<object> = {
  head: '',
  rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  foot: '',
};

/** One domain per line, as A-labels, and nothing else: input for another program, or for another lookup. */
const txt: Format<Row<'domain'>> = {
  head: '',
  rows: (rows) => rows.map(({ domain }) => `${String(domain)}\n`).join(''),
  foot: '',
};

/** Of findings. */
export const findingFormats = () => formatsOf(exportColumns, ['price_register', 'price_renew']);

const domainColumns = [
  'domain',
  'name',
  'account',
  'status',
  'problems',
  'lock',
  'lock_source',
  'lock_at',
  'nameservers',
  'nameservers_source',
  'nameservers_at',
  'registrant',
  'registrant_source',
  'registrant_at',
  'expires_on',
  'expected_expires_on',
  'expiry_source',
  'expiry_at',
  'registry_statuses',
  'registry_at',
  'tags',
  ...ownTexts,
  'updated_at',
  'added_at',
  'archived_at',
] as const;

type DomainColumn = (typeof domainColumns)[number];
type DomainRow = Row<DomainColumn>;

/** What a column of the list of domains is in a file. */
const columnsOfList: Readonly<Record<string, readonly DomainColumn[]>> = {
  lock: ['lock', 'lock_source', 'lock_at'],
  nameservers: ['nameservers', 'nameservers_source', 'nameservers_at'],
  registrant: ['registrant', 'registrant_source', 'registrant_at'],
  expires: ['expires_on', 'expected_expires_on', 'expiry_source', 'expiry_at'],
  tags: ['tags'],
  client: ['client'],
  read: ['updated_at'],
};

/** Of the domains of a portfolio. @param hidden Columns of the list that are left out. */
export function domainFormats(hidden: readonly string[] = []) {
  const omitted = new Set(hidden.flatMap((column) => columnsOfList[column] ?? []));
  const columns = domainColumns.filter((column) => !omitted.has(column));
  return {
    formats: formatsOf(columns),
    rowOf: (domain: Domain, account: string): DomainRow => {
      const row = Object.entries(domainRow(domain, account)).filter(
        ([column]) => !omitted.has(column as DomainColumn), // A row has no other keys.
      );
      return Object.fromEntries(row) as DomainRow;
    },
  };
}

/**
 * A domain as every format writes it. An expiry that is only expected, after a renewal that nobody has confirmed, has a column
 * of its own: whoever reads `expires_on` alone must not take it for known. `problems` names the parts that the last refresh did not get.
 *
 * @param account The label of its account.
 */
export function domainRow(domain: Domain, account: string): DomainRow {
  const { name, lock, nameservers, registrant, expiresOn, tags, client, note, addedAt, archivedAt } = domain;
  const [locked, hosts, owner] = [lock ?? notKnown, nameservers ?? notKnown, registrant ?? notKnown];
  const expiry = expiresOn ?? notKnown;
  const isExpected = expiresOn?.source === 'expected';
  return {
    domain: name,
    name: toUnicode(name),
    account,
    status: statusOf(domain),
    problems: domain.troubles.map(({ part }) => part),
    lock: locked.value,
    lock_source: locked.source,
    lock_at: locked.at,
    nameservers: hosts.value,
    nameservers_source: hosts.source,
    nameservers_at: hosts.at,
    registrant: owner.value,
    registrant_source: owner.source,
    registrant_at: owner.at,
    expires_on: isExpected ? null : expiry.value,
    expected_expires_on: isExpected ? expiry.value : null,
    expiry_source: expiry.source,
    expiry_at: expiry.at,
    ...atRegistry(domain),
    tags,
    client,
    note,
    updated_at:
      [locked, hosts, owner]
        .flatMap(({ at, source }) => (source === 'import' ? [] : (at ?? [])))
        .toSorted()
        .at(-1) ?? null,
    added_at: addedAt,
    archived_at: archivedAt,
  };
}

const atRegistry = ({ registry }: Domain): Pick<DomainRow, 'registry_statuses' | 'registry_at'> => ({
  registry_statuses: registry?.value.statuses ?? null,
  registry_at: registry?.value.shownAt ?? null,
});

const notKnown = { value: null, source: null, at: null };

function statusOf(domain: Domain): 'held' | 'archived' | 'transferred-away' {
  if (domain.transferredAway?.value === true) return 'transferred-away';
  return isHeld(domain) ? 'held' : 'archived';
}

export type ExportFormat = z.output<typeof exportFormat>;

export interface ExportRequest {
  readonly sessionId: string;
  readonly filter: SessionFilter;
  readonly sort: SessionSort;
}

/** An export format, written in pieces so that a million findings are never in memory as text. */
export interface Format<R> {
  readonly head: string;
  /** @param isFirst Whether no rows were written before these. */
  readonly rows: (rows: readonly R[], isFirst: boolean) => string;
  readonly foot: string;
}
