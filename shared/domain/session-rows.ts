import { aLabelsOf, nameFormsOf } from './domain-name.ts';
import { bareTld } from './plain-name.ts';
import { buyableCodes, fittingOffers, priceKeys, type SessionPrices } from './session-prices.ts';
import {
  causeOfCell,
  isShortlisted,
  type SessionFilter,
  type SessionMatrix,
  type SessionSort,
  type SessionView,
  shownKindOf,
} from './session.ts';

/**
 * Applies `filter` and `sort` to a matrix. The grid, an export and the command line all use this.
 *
 * The view is a snapshot: when cells change, create a new one. Only its `fits` reads the current cells.
 *
 * @param prices For an order or a limit by price; while there are none, it is the order of entry, and nothing is within the limit.
 */
export function viewOf(
  matrix: SessionMatrix,
  filter: SessionFilter,
  sort: SessionSort,
  prices: SessionPrices | null = null,
): SessionView {
  const test: CellTest = {
    codes: matrix.codes,
    checkedAt: matrix.checkedAt,
    width: matrix.tlds.length,
    fittingCode: fittingCodes(filter),
    fittingColumn: fittingColumns(filter, matrix),
    ages: fittingAges(filter),
    priced: pricedWithin(filter, prices),
    among: filter.cells === null ? new Uint8Array() : maskOf(filter.cells, matrix.codes.length),
  };
  const columns = indicesOf(test.fittingColumn);
  const { rows, cells } = fittingRows(matrix, filter, test, columns);
  return {
    rows: sorted(rows, matrix, sort, columns, prices),
    columns,
    cells,
    fits: (cell) => fits(test, cell),
  };
}

/** The view without the columns in which no cell of a shown row matches. Without rows there is nothing to say of columns. */
export function withoutEmptyColumns(view: SessionView, { tlds }: Pick<SessionMatrix, 'tlds'>): SessionView {
  const { rows, columns, fits } = view;
  if (rows.length === 0) return view;
  const isFilled = new Uint8Array(tlds.length);
  let empty = columns.length;
  for (let at = 0; at < rows.length && empty > 0; at += 1) {
    const start = (rows[at] ?? 0) * tlds.length;
    for (const column of columns) {
      if (isFilled[column] === 1 || !fits(start + column)) continue;
      isFilled[column] = 1;
      empty -= 1;
    }
  }
  return empty === 0 ? view : { ...view, columns: columns.filter((column) => isFilled[column] === 1) };
}

/**
 * The cells of some domains, which are A-labels. The names are walked once, however many domains there are: this is for a change
 * of the portfolio, not for each filtering.
 */
export function cellsOfDomains(
  domains: Iterable<string>,
  { names, tlds }: Pick<SessionMatrix, 'names' | 'tlds'>,
): ReadonlySet<number> {
  const columns = new Map(tlds.map((tld, column) => [aLabelsOf(bareTld(tld)), column]));
  const columnsByName = new Map<string, number[]>();
  for (const domain of domains) {
    const dot = domain.indexOf('.');
    const column = columns.get(domain.slice(dot + 1));
    if (column === undefined) continue;
    const name = domain.slice(0, dot);
    const known = columnsByName.get(name);
    if (known === undefined) columnsByName.set(name, [column]);
    else known.push(column);
  }
  const cells = new Set<number>();
  if (columnsByName.size === 0) return cells;
  names.forEach((name, row) =>
    columnsByName.get(name)?.forEach((column) => cells.add(row * tlds.length + column)),
  );
  return cells;
}

interface CellTest {
  readonly codes: Uint8Array;
  readonly checkedAt: Uint32Array;
  readonly width: number;
  readonly fittingCode: Uint8Array;
  readonly fittingColumn: Uint8Array;
  readonly ages: Ages | null;
  readonly priced: Priced | null;
  /** By cell 0 where it is not among those that are shown alone; empty where all are. */
  readonly among: Uint8Array;
}

function maskOf(cells: readonly number[], size: number): Uint8Array {
  const mask = new Uint8Array(size);
  for (const cell of cells) mask[cell] = 1;
  return mask;
}

/** By cell its offer, and by offer 1 where it is within the limit. */
interface Priced {
  readonly offerOf: Uint32Array;
  readonly fitting: Uint8Array;
}

function pricedWithin({ mostPrice }: SessionFilter, prices: SessionPrices | null): Priced | null {
  if (mostPrice === null) return null;
  if (prices === null) return { offerOf: new Uint32Array(), fitting: new Uint8Array() };
  return { offerOf: prices.offerOf, fitting: fittingOffers(prices, mostPrice) };
}

/** A name that is the user's own meanwhile has an offer, and nothing to buy. */
const isPricedWithin = ({ offerOf, fitting }: Priced, code: number, cell: number): boolean =>
  buyableCodes[code] === 1 && fitting[offerOf[cell] ?? 0] === 1;

const fits = (test: CellTest, cell: number): boolean =>
  test.fittingCode[test.codes[cell] ?? 0] === 1 &&
  test.fittingColumn[cell % test.width] === 1 &&
  test.among[cell] !== 0 &&
  (test.ages === null || isWithin(test.ages, test.checkedAt[cell] ?? 0)) &&
  (test.priced === null || isPricedWithin(test.priced, test.codes[cell] ?? 0, cell));

const isWithin = ({ after, before }: Ages, at: number): boolean => at > after && at < before;

function fittingRows(
  matrix: SessionMatrix,
  filter: SessionFilter,
  test: CellTest,
  columns: Uint32Array,
): { readonly rows: Uint32Array; readonly cells: number } {
  const nameFits = fittingNames(filter, matrix);
  const rows = new Uint32Array(matrix.names.length);
  let shown = 0;
  let cells = 0;
  for (let row = 0; row < rows.length; row += 1) {
    if (nameFits !== null && !nameFits(row)) continue;
    const inRow = fittingInRow(test, row, columns);
    if (inRow === 0) continue;
    rows[shown] = row;
    shown += 1;
    cells += inRow;
  }
  return { rows: rows.slice(0, shown), cells };
}

function fittingInRow(test: CellTest, row: number, columns: Uint32Array): number {
  const { codes, checkedAt, fittingCode, ages, priced, among } = test;
  const start = row * test.width;
  let fitting = 0;
  for (let index = 0; index < columns.length; index += 1) {
    const cell = start + (columns[index] ?? 0);
    if (fittingCode[codes[cell] ?? 0] !== 1) continue;
    if (among[cell] === 0) continue;
    if (ages !== null && !isWithin(ages, checkedAt[cell] ?? 0)) continue;
    if (priced !== null && !isPricedWithin(priced, codes[cell] ?? 0, cell)) continue;
    fitting += 1;
  }
  return fitting;
}

function sorted(
  rows: Uint32Array,
  matrix: SessionMatrix,
  sort: SessionSort,
  columns: Uint32Array,
  prices: SessionPrices | null,
): Uint32Array {
  const { by, descending } = sort;
  switch (by) {
    case 'entered':
      return descending ? rows.toReversed() : rows;
    case 'name': {
      const { ranks, highest } = nameRanksOf(matrix.names);
      return inOrderOf(rows, ranks, highest, descending);
    }
    case 'length': {
      const { lengths } = nameFormsOf(matrix.names);
      return inOrderOf(rows, lengths, highestOf(rows, lengths), descending);
    }
    case 'available':
      return inOrderOf(rows, availableIn(rows, matrix, columns), columns.length, descending);
    case 'register':
    case 'renew': {
      if (prices === null) return rows;
      const { keys, highest } = priceKeys(rows, matrix, prices, { ...sort, by }, columns);
      return inOrderOf(rows, keys, highest, false);
    }
  }
}

/** How many cells of each row can be bought, counting the shown columns only. */
function availableIn(rows: Uint32Array, matrix: SessionMatrix, columns: Uint32Array): Uint16Array {
  const counts = new Uint16Array(matrix.names.length);
  const { codes } = matrix;
  const width = matrix.tlds.length;
  for (const row of rows) {
    let count = 0;
    for (let index = 0; index < columns.length; index += 1)
      count += buyableCodes[codes[row * width + (columns[index] ?? 0)] ?? 0] ?? 0;
    counts[row] = count;
  }
  return counts;
}

function highestOf(rows: Uint32Array, keys: Uint16Array): number {
  let highest = 0;
  for (const row of rows) highest = Math.max(highest, keys[row] ?? 0);
  return highest;
}

function indicesOf(shown: Uint8Array): Uint32Array {
  const indices: number[] = [];
  shown.forEach((isShown, column) => {
    if (isShown === 1) indices.push(column);
  });
  return Uint32Array.from(indices);
}

/** For each of the 256 codes 1 if such a cell matches by finding and shortlist: each code is evaluated only once. */
function fittingCodes({ kinds, causes, shortlistedOnly }: SessionFilter): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => {
    const cause = causeOfCell(code);
    const fits =
      (kinds === null || kinds.includes(shownKindOf(code))) &&
      (causes === null || cause === null || causes.includes(cause)) &&
      (!shortlistedOnly || isShortlisted(code));
    return fits ? 1 : 0;
  });
}

/** For each column 1 if it is shown. */
function fittingColumns({ tlds }: SessionFilter, matrix: SessionMatrix): Uint8Array {
  const wanted = tlds === null ? null : new Set(tlds.map(bareTld));
  return Uint8Array.from(matrix.tlds, (tld) => (wanted === null || wanted.has(bareTld(tld)) ? 1 : 0));
}

/** Unix seconds; a checked cell matches between the two, both excluded. */
interface Ages {
  readonly after: number;
  readonly before: number;
}

/**
 * Null matches every age. An unchecked cell has the time 0, and `after` is never below that: it matches no age limit.
 */
const fittingAges = ({ checkedAfter, checkedBefore }: SessionFilter): Ages | null =>
  checkedAfter === null && checkedBefore === null
    ? null
    : { after: Math.max(0, checkedAfter ?? 0), before: checkedBefore ?? Number.POSITIVE_INFINITY };

/** Returns whether the name of `row` matches; null if every name does. */
function fittingNames(filter: SessionFilter, matrix: SessionMatrix): ((row: number) => boolean) | null {
  const { minLength, maxLength } = filter;
  const pieces = piecesOf(filter.text);
  const barred = barredIn(filter);
  if (pieces.length === 0 && minLength === null && maxLength === null && barred === null) return null;
  const { names } = matrix;
  const { unicode, lengths } = nameFormsOf(names);
  const shortest = minLength ?? 0;
  const longest = maxLength ?? Number.POSITIVE_INFINITY;
  return (row) => {
    const length = lengths[row] ?? 0;
    if (length < shortest || length > longest) return false;
    const name = names[row] ?? '';
    const people = unicode[row] ?? '';
    if (barred?.test(people) === true) return false;
    return holds(name, pieces) || (people !== name && holds(people, pieces));
  };
}

/** What a name must not have; null where it may have anything. An A-label has hyphens and digits that nobody types. */
function barredIn({ noDigits, noHyphens }: SessionFilter): RegExp | null {
  if (noDigits) return noHyphens ? /[\p{Nd}-]/u : /\p{Nd}/u;
  return noHyphens ? /-/u : null;
}

/** The parts between `*`, normalised as stored names are: lower case, composed. */
const piecesOf = (text: string): readonly string[] =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .split('*')
    .filter((piece) => piece !== '');

function holds(name: string, pieces: readonly string[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = name.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}

/** The rank of each name in the alphabet of the user's locale, by its Unicode form; equal names have the same rank. */
interface NameRanks {
  readonly ranks: Uint32Array;
  readonly highest: number;
}

const collator = new Intl.Collator();
const made = new WeakMap<readonly string[], NameRanks>();

/** Cached for each array of names: only the first sorting by name calculates the ranks. */
export function nameRanksOf(names: readonly string[]): NameRanks {
  const before = made.get(names);
  if (before !== undefined) return before;
  const ranks = ranked(nameFormsOf(names).unicode, collator);
  made.set(names, ranks);
  return ranks;
}

const plainCharacters = '-0123456789abcdefghijklmnopqrstuvwxyz';
const isPlain = /^[-0-9a-z]*$/;

/** Longer common prefixes are compared by the collator. */
const countedCharacters = 12;

/**
 * Ranks `names` in the order of `by`. A collator needs 0.3 µs for a comparison, and a million names need twenty
 * million. So plain names are sorted by counting, character by character, if the locale allows it. The collator sorts
 * the other names and those that counting leaves equal.
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
 * For each plain character code, its position in the alphabet from 1. Null if two characters together sort elsewhere
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

/** 0 past the end of the name: "bake" sorts before "baker". */
const weightAt = (name: string, at: number, weights: Uint8Array): number =>
  at < name.length ? (weights[name.charCodeAt(at)] ?? 0) : 0;

/** Merges two sorted lists. Finds the position of each of `few` in `many`, so that few comparisons are needed. */
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

/**
 * `rows` in the order of their keys. Rows with the same key keep their order, ascending and descending. Counts instead
 * of comparing, so a million rows take some milliseconds.
 *
 * @param keys One for each existing row, from 0 to `highest`.
 */
export function inOrderOf(rows: Uint32Array, keys: Keys, highest: number, descending: boolean): Uint32Array {
  const places = firstPlaces(rows, keys, highest, descending);
  const ordered = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const bucket = bucketOf(keys[row] ?? 0, highest, descending);
    const place = places[bucket] ?? 0;
    ordered[place] = row;
    places[bucket] = place + 1;
  }
  return ordered;
}

export type Keys = Uint8Array | Uint16Array | Uint32Array;

/** The start index of each bucket. */
function firstPlaces(rows: Uint32Array, keys: Keys, highest: number, descending: boolean): Uint32Array {
  const places = new Uint32Array(highest + 2);
  for (const row of rows) {
    const next = bucketOf(keys[row] ?? 0, highest, descending) + 1;
    places[next] = (places[next] ?? 0) + 1;
  }
  for (let bucket = 1; bucket < places.length; bucket += 1)
    places[bucket] = (places[bucket] ?? 0) + (places[bucket - 1] ?? 0);
  return places;
}

const bucketOf = (key: number, highest: number, descending: boolean): number =>
  descending ? highest - key : key;
