import { readName } from '../cleaning/read-name.ts';
import { unwrap } from '../cleaning/unwrap.ts';

/** How much the cells of one column are like names. */
export interface Likeness {
  /** How many could be names. */
  readonly names: number;
  /** How many of these have a known TLD behind them. */
  readonly withTld: number;
  /** From 0 (none is a name) to about 3 (each is a full domain name of its own). */
  readonly score: number;
}

/** Judges a column by what is in it; empty cells are not looked at. */
export function likenessOf(cells: readonly string[], knownTlds: ReadonlySet<string>): Likeness {
  const filled = cells.filter((cell) => cell.trim() !== '');
  let names = 0;
  let withTld = 0;
  let points = 0;
  const different = new Set<string>();
  for (const cell of filled) {
    const { text } = unwrap(cell);
    const read = readName(text, knownTlds);
    if (!read.ok) continue;
    names += 1;
    different.add(text.toLowerCase());
    const isDomain = read.value.tld !== null && knownTlds.has(read.value.tld);
    if (isDomain) withTld += 1;
    points += isDomain ? 3 : pointsOf(text);
  }
  // A status or a registrar is the same in many rows; names differ.
  const variety = filled.length === 0 ? 0 : different.size / filled.length;
  return { names, withTld, score: filled.length === 0 ? 0 : (points / filled.length) * variety };
}

/** Figures, dates and identifiers are labels too, but rarely what one looks for. */
function pointsOf(label: string): number {
  if (/^\d{1,4}(?:-\d{1,2}){2}/.test(label)) return 0;
  if (/^[\da-f]{8}-[\da-f-]+$/i.test(label)) return 0;
  return /^[\d.,-]+$/.test(label) ? 0.1 : 1;
}
