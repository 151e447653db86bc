import { askedTld, type AskedTld, type AskedTlds, askedTlds } from '../../reseller/lookup/asked.ts';

/** The TLDs of a session. */
export interface Columns {
  readonly count: number;
  /** Throws for a column that there is not: a bug. */
  readonly at: (column: number) => AskedTld;
  /** Those of one request, in its order. */
  readonly asked: (columns: Uint16Array) => AskedTlds;
}

/** Requests ask for few different stretches of columns. */
const heldStretches = 256;

/** @param tlds In the order of the columns. */
export function createColumns(tlds: readonly string[]): Columns {
  const list = tlds.map(askedTld);
  const stretches = new Map<number, AskedTlds>();

  const at = (column: number): AskedTld => {
    const tld = list[column];
    if (tld === undefined) throw new Error('There is no such column');
    return tld;
  };

  return {
    count: list.length,
    at,
    asked(columns) {
      const key = stretchKey(columns);
      const held = key === null ? undefined : stretches.get(key);
      if (held !== undefined) return held;
      const made = askedTlds(Array.from(columns, at));
      if (key !== null && stretches.size < heldStretches) stretches.set(key, made);
      return made;
    },
  };
}

/** A number that stands for neighbouring columns in their order; null for others. */
function stretchKey(columns: Uint16Array): number | null {
  const first = columns[0] ?? 0;
  for (let index = 1; index < columns.length; index += 1) {
    if (columns[index] !== first + index) return null;
  }
  return first * 65_536 + columns.length;
}
