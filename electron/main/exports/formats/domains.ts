import type { Format } from './format.ts';

/** A domain a line, as A-labels, and nothing else: what can be handed to the next program, or looked up again. */
export const domains: Format = {
  head: '',
  rows: (rows) => rows.map(({ domain }) => `${domain}\n`).join(''),
  foot: '',
};
