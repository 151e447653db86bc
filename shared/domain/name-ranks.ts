import { nameFormsOf } from './name-forms.ts';
import { inOrderOf } from './stable-order.ts';

/** The place of each name in the alphabet of the user's locale, by its Unicode form; equal names have the same. */
export interface NameRanks {
  readonly ranks: Uint32Array;
  readonly highest: number;
}

const collator = new Intl.Collator();
const made = new WeakMap<readonly string[], NameRanks>();

/** Made once for each array of names: the first sorting by name pays for all later ones. */
export function nameRanksOf(names: readonly string[]): NameRanks {
  const before = made.get(names);
  if (before !== undefined) return before;
  const ranks = ranked(nameFormsOf(names).unicode, collator);
  made.set(names, ranks);
  return ranks;
}

const plainCharacters = '-0123456789abcdefghijklmnopqrstuvwxyz';
const isPlain = /^[-0-9a-z]*$/;

/** Longer common beginnings are left to the collator. */
const countedCharacters = 12;

/**
 * A collator needs 0.3 µs for a comparison, and a million names need twenty million. Plain names are therefore ordered by
 * counting, one character after the other, where this locale allows it; the collator orders the others and what is left.
 */
export function ranked(names: readonly string[], by: Intl.Collator): NameRanks {
  const weights = plainWeights(by);
  const plain: number[] = [];
  const rest: number[] = [];
  names.forEach((name, row) => (weights !== null && isPlain.test(name) ? plain : rest).push(row));
  const compare = (a: number, b: number): number => by.compare(names[a] ?? '', names[b] ?? '');
  rest.sort(compare);
  const counted = weights === null ? new Uint32Array() : orderedPlain(names, plain, weights, compare);
  return numbered(merged(counted, rest, compare), compare);
}

/**
 * Of each plain character by its code, its place in the alphabet from 1; null where two characters together stand elsewhere
 * than one after the other, as "ch" in Czech and "aa" in Danish do.
 */
function plainWeights(by: Intl.Collator): Uint8Array | null {
  const alphabet = Array.from(plainCharacters).sort(by.compare);
  const inTheory = alphabet.flatMap((first) => [first, ...alphabet.map((second) => first + second)]);
  const really = inTheory.toSorted(by.compare);
  if (inTheory.some((text, at) => text !== really[at])) return null;
  const weights = new Uint8Array(128);
  alphabet.forEach((character, at) => (weights[character.charCodeAt(0)] = at + 1));
  return weights;
}

function orderedPlain(
  names: readonly string[],
  rows: readonly number[],
  weights: Uint8Array,
  compare: (a: number, b: number) => number,
): Uint32Array {
  let ordered: Uint32Array = Uint32Array.from(rows);
  const keys = new Uint8Array(names.length);
  for (let at = countedCharacters - 1; at >= 0; at -= 1) {
    for (const row of rows) keys[row] = weightAt(names[row] ?? '', at, weights);
    ordered = inOrderOf(ordered, keys, plainCharacters.length, false);
  }
  const beginning = (place: number): string => (names[ordered[place] ?? 0] ?? '').slice(0, countedCharacters);
  for (let first = 0; first < ordered.length;) {
    let end = first + 1;
    while (end < ordered.length && beginning(end) === beginning(first)) end += 1;
    if (end - first > 1) ordered.subarray(first, end).sort((a, b) => compare(a, b) || a - b);
    first = end;
  }
  return ordered;
}

/** 0 behind the end: "bake" stands before "baker". */
const weightAt = (name: string, at: number, weights: Uint8Array): number =>
  at < name.length ? (weights[name.charCodeAt(at)] ?? 0) : 0;

/** Both are in order. The few are looked up among the many, so that the many are hardly compared. */
function merged(
  many: Uint32Array,
  few: readonly number[],
  compare: (a: number, b: number) => number,
): Uint32Array {
  const all = new Uint32Array(many.length + few.length);
  let from = 0;
  few.forEach((row, index) => {
    const place = placeOf(row, many, from, compare);
    all.set(many.subarray(from, place), from + index);
    all[place + index] = row;
    from = place;
  });
  all.set(many.subarray(from), from + few.length);
  return all;
}

function placeOf(
  row: number,
  among: Uint32Array,
  from: number,
  compare: (a: number, b: number) => number,
): number {
  let low = from;
  let high = among.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(among[middle] ?? 0, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function numbered(ordered: Uint32Array, compare: (a: number, b: number) => number): NameRanks {
  const ranks = new Uint32Array(ordered.length);
  let rank = 0;
  ordered.forEach((row, place) => {
    if (place > 0 && compare(ordered[place - 1] ?? 0, row) !== 0) rank += 1;
    ranks[row] = rank;
  });
  return { ranks, highest: rank };
}
