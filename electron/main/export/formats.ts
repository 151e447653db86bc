import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import type { exportFormat } from '#shared/areas/session-schemas.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { type Finding, type FindingKind, type Price, shortestPeriod } from '#shared/domain/finding.ts';
import type { SessionFilter, SessionSort } from '#shared/domain/session.ts';

/**
 * Text as a spreadsheet may open it: what a cell would run as a formula gets an apostrophe before it and stays text.
 *
 * A message is the service's own words, and a service's words can be somebody else's: `=HYPERLINK(…)` in it would be
 * run on the reseller's machine. The characters are those of OWASP's list with their full-width forms, also behind
 * white space, which some programs cut off first. (csv-stringify's own option leaves out the line feed and white space.)
 *
 * Source: OWASP, "CSV Injection".
 */
export const formulaSafe = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

const startsFormula = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/**
 * One finding as every format writes it. Null is what the service did not say: an empty field, never 0 and never
 * `false`.
 *
 * The order of the fields is the order of the columns. Source: the product's "The command line", CSV columns.
 */
export interface ExportRow {
  /** As A-labels. */
  readonly domain: string;
  /** The label before the TLD in its Unicode form. */
  readonly name: string;
  readonly tld: string;
  readonly finding: FindingKind;
  readonly available: boolean | null;
  readonly premium: boolean | null;
  readonly reserved: boolean | null;
  readonly valid: boolean | null;
  /** To register for the shortest period that has a price: the decimal text as the service gave it. */
  readonly price_register: string | null;
  readonly price_renew: string | null;
  readonly currency: string | null;
  readonly message: string;
  /** UTC, ISO 8601. */
  readonly checked_at: string | null;
}

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

export function exportRow(finding: Finding): ExportRow {
  const { domain, tld, kind, message, checkedAt } = finding;
  const shortest = shortestPeriod(finding.prices);
  const label = domain.endsWith(`.${tld}`) ? domain.slice(0, -tld.length - 1) : domain;
  return {
    domain,
    name: toUnicode(label),
    tld,
    finding: kind,
    ...said[kind],
    price_register: amountOf(shortest?.register),
    price_renew: amountOf(shortest?.renew),
    currency: currencyOf(shortest?.register) ?? currencyOf(shortest?.renew),
    message,
    checked_at: checkedAt,
  };
}

type Said = Pick<ExportRow, 'available' | 'premium' | 'reserved' | 'valid'>;

const nothingSaid: Said = { available: null, premium: null, reserved: null, valid: null };

/** What a finding of each kind says, and no more: of a taken name, nobody said whether it would be a premium one. */
const said: Readonly<Record<FindingKind, Said>> = {
  available: { available: true, premium: false, reserved: false, valid: true },
  premium: { available: true, premium: true, reserved: false, valid: true },
  taken: { available: false, premium: null, reserved: false, valid: true },
  reserved: { available: false, premium: null, reserved: true, valid: true },
  invalid: { available: false, premium: null, reserved: null, valid: false },
  unknown: nothingSaid,
  unchecked: nothingSaid,
};

const amountOf = (price: Price | undefined): string | null => (price?.kind === 'given' ? price.amount : null);

const currencyOf = (price: Price | undefined): string | null =>
  price?.kind === 'given' ? price.currency : null;

const cast = { boolean: String, string: formulaSafe };

/**
 * A head line and a line for each finding; what is not known is empty, booleans are `true` and `false`.
 *
 * Written in UTF-8 without a byte order mark and with line feeds: scripts and schedules read these files, and a mark
 * before `domain` would give them a column of another name. A spreadsheet that takes the file for another encoding still
 * has every name whole in `domain`, and reads `name` when told that it is UTF-8.
 *
 * Source: RFC 4180, but for the line ends.
 */
const csv: Format = {
  head: `${exportColumns.join(',')}\n`,
  rows: (rows) => stringify(rows.map(fieldsOf), { cast }),
  foot: '',
};

/** For the clipboard: what spreadsheets take apart when it is pasted. A field is one line and has no tab. */
export const tsv: Format = {
  head: `${exportColumns.join('\t')}\n`,
  rows: (rows) =>
    stringify(rows.map(fieldsOf), {
      delimiter: '\t',
      cast: { ...cast, string: (text) => formulaSafe(text.replace(/[\t\r\n]+/gu, ' ')) },
    }),
  foot: '',
};

const fieldsOf = (row: ExportRow): readonly unknown[] => exportColumns.map((column) => row[column]);

/** One array with an object for each finding, one a line; what is not known is null. */
const json: Format = {
  head: '[',
  rows: (rows, isFirst) =>
    rows.map((row, index) => `${isFirst && index === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`).join(''),
  foot: '\n]\n',
};

/** An object a line. Source: the NDJSON specification. */
const ndjson: Format = {
  head: '',
  rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  foot: '',
};

/** A domain a line, as A-labels, and nothing else: what can be handed to the next program, or looked up again. */
const domains: Format = {
  head: '',
  rows: (rows) => rows.map(({ domain }) => `${domain}\n`).join(''),
  foot: '',
};

export const formats: Readonly<Record<ExportFormat, Format>> = { csv, json, ndjson, txt: domains };

export type ExportFormat = z.output<typeof exportFormat>;

export interface ExportRequest {
  readonly sessionId: string;
  readonly filter: SessionFilter;
  readonly sort: SessionSort;
}

/** One way to write findings, piece by piece, so that a million of them never stand in memory as text. */
export interface Format {
  readonly head: string;
  /** @param isFirst Whether no row was written before these. */
  readonly rows: (rows: readonly ExportRow[], isFirst: boolean) => string;
  readonly foot: string;
}
