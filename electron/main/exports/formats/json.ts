import type { Format } from './format.ts';

/** One array with an object for each finding, one a line; what is not known is null. */
export const json: Format = {
  head: '[',
  rows: (rows, isFirst) =>
    rows.map((row, index) => `${isFirst && index === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`).join(''),
  foot: '\n]\n',
};

/** An object a line. Source: the NDJSON specification. */
export const ndjson: Format = {
  head: '',
  rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  foot: '',
};
