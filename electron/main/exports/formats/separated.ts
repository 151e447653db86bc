import { stringify } from 'csv-stringify/sync';
import { exportColumns, type ExportRow } from '../columns.ts';
import { formulaSafe } from '../formula-safe.ts';
import type { Format } from './format.ts';

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
export const csv: Format = {
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
