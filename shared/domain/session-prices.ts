import { isBuyable, notGiven, type Price } from './finding.ts';
import { type SessionFilter, type SessionMatrix, type SessionSort, shownKindOf } from './session.ts';

/** What a name costs for the shortest period in its answer. */
export interface Offer {
  readonly period: number;
  readonly register: Price;
  readonly renew: Price;
}
/** The offers of some cells, see `sessions.prices`: each different one once, and for each cell the number of its offer, from 1. */
export interface CellOffers {
  readonly offers: readonly Offer[];
  /** In the order of the cells; 0 where there is nothing to buy. */
  readonly of: readonly number[];
}
export type PriceKind = 'register' | 'renew';

/** By cell code: whether the name can be bought, and so has a price. */
export const buyableCodes = Uint8Array.from({ length: 256 }, (_, code) =>
  isBuyable(shownKindOf(code)) ? 1 : 0,
);

/** The cells whose names can be bought, and so have prices. */
export function pricedCells(codes: Uint8Array): Uint32Array<ArrayBuffer> {
  let count = 0;
  for (const code of codes) count += buyableCodes[code] ?? 0;
  const cells = new Uint32Array(count);
  let next = 0;
  codes.forEach((code, cell) => {
    if (buyableCodes[code] === 1) cells[next++] = cell;
  });
  return cells;
}

export const priceKindOf = ({ by }: SessionSort): PriceKind | null =>
  by === 'register' || by === 'renew' ? by : null;

export const noOffer: Offer = { period: 1, register: notGiven, renew: notGiven };

/** A list of offers in which each different one stands once. They are counted from 1: 0 means none. */
export function createOfferList() {
  const offers: Offer[] = [noOffer];
  const numbers = new Map<string, number>();

  function numberOf(offer: Offer): number {
    const text = JSON.stringify(offer);
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, offers.length);
    return offers.push(offer) - 1;
  }

  return {
    /** The one at 0 is no offer of any cell. */
    offers: offers as readonly Offer[],
    /** The number of an offer; it is added if it is new. */
    numberOf,
    /** Adds the offers of some cells. Returns their numbers in this list, in the order of `found.of`. */
    add(found: CellOffers): readonly number[] {
      const here = [0, ...found.offers.map(numberOf)];
      return found.of.map((number) => here[number] ?? 0);
    },
  };
}

/** Prices in a form that can be compared fast, one for each offer. */
export interface ComparablePrices {
  /** NaN where the price is not given or not readable. */
  readonly amounts: readonly number[];
  /** A number for each currency; prices that name none share one. */
  readonly currencies: readonly number[];
}

export type SessionPrices = ReturnType<typeof createSessionPrices>;

/**
 * The prices of a session's cells: four bytes a cell, and each different offer once.
 *
 * @param cells The number of cells.
 */
export function createSessionPrices(cells: number) {
  const offerOf = new Uint32Array(cells);
  const list = createOfferList();
  const currencies: (string | null)[] = [];
  const comparable = {
    register: { amounts: [] as number[], currencies: [] as number[] },
    renew: { amounts: [] as number[], currencies: [] as number[] },
  };

  function currencyNumber(price: Price): number {
    const currency = price.kind === 'given' ? price.currency : null;
    const known = currencies.indexOf(currency);
    return known === -1 ? currencies.push(currency) - 1 : known;
  }

  function compareAlso(from: number): void {
    for (const offer of list.offers.slice(from))
      for (const kind of ['register', 'renew'] as const) {
        const price = offer[kind];
        comparable[kind].amounts.push(price.kind === 'given' ? Number(price.amount) : Number.NaN);
        comparable[kind].currencies.push(currencyNumber(price));
      }
  }
  compareAlso(0);

  return {
    /** For each cell the number of its offer; 0 where it is not known, or there is nothing to buy. */
    offerOf,
    offers: list.offers,
    comparable: comparable as Readonly<Record<PriceKind, ComparablePrices>>,
    /** The currency of a number in `comparable`; null: the answers name none. */
    currencyAt: (number: number): string | null => currencies[number] ?? null,
    /** Stores the offers of `cells`, which are in the order of `found.of`. */
    put(cells: ArrayLike<number>, found: CellOffers): void {
      const known = list.offers.length;
      const numbers = list.add(found);
      compareAlso(known);
      for (let at = 0; at < cells.length; at += 1) offerOf[cells[at] ?? 0] = numbers[at] ?? 0;
    },
  };
}

/**
 * The number of the lowest offer of a name. 0 where none can be named: no price is given, one is not read yet, or the prices are
 * in different currencies, of which an unnamed one is one too.
 *
 * Prices are compared as they have to be paid, each for the shortest period of its TLD. Called for each row of a frame: nothing is
 * allocated.
 *
 * @param start The first cell of the name. @param columns The columns that count.
 */
export function cheapestOffer(
  { offerOf, comparable }: Pick<SessionPrices, 'offerOf' | 'comparable'>,
  kind: PriceKind,
  codes: Uint8Array,
  start: number,
  columns: Uint32Array,
): number {
  let lowest = 0;
  for (let index = 0; index < columns.length; index += 1) {
    const cell = start + (columns[index] ?? 0);
    if (buyableCodes[codes[cell] ?? 0] !== 1) continue;
    const offer = offerOf[cell] ?? 0;
    if (offer === 0) return 0;
    lowest = lowerOf(comparable[kind], lowest, offer);
    if (lowest === incomparable) return 0;
  }
  return lowest;
}

const incomparable = -1;

/** The lower one of two offers, of which the first may be none. */
function lowerOf({ amounts, currencies }: ComparablePrices, first: number, second: number): number {
  const amount = amounts[second] ?? Number.NaN;
  if (Number.isNaN(amount)) return first;
  if (first === 0) return second;
  if (currencies[first] !== currencies[second]) return incomparable;
  return amount < (amounts[first] ?? 0) ? second : first;
}

/** The currency of most known prices of a kind, and how many of them there are in it and in others. */
export function usualCurrency(
  { offerOf, comparable }: Pick<SessionPrices, 'offerOf' | 'comparable'>,
  kind: PriceKind,
): { readonly number: number; readonly cells: number; readonly others: number } {
  const { amounts, currencies } = comparable[kind];
  const cellsIn: number[] = [];
  let all = 0;
  for (const offer of offerOf) {
    if (offer === 0 || Number.isNaN(amounts[offer])) continue;
    const currency = currencies[offer] ?? 0;
    cellsIn[currency] = (cellsIn[currency] ?? 0) + 1;
    all += 1;
  }
  let number = 0;
  cellsIn.forEach((cells, currency) => {
    if (cells > (cellsIn[number] ?? 0)) number = currency;
  });
  const cells = cellsIn[number] ?? 0;
  return { number, cells, others: all - cells };
}

/**
 * For each offer 1 if its price is given and no higher than the limit. Amounts in different currencies are not compared: the limit is in
 * that of most prices, and a price in another one is not within it.
 */
export function fittingOffers(
  prices: Pick<SessionPrices, 'offerOf' | 'comparable'>,
  { of, amount }: NonNullable<SessionFilter['mostPrice']>,
): Uint8Array {
  const { amounts, currencies } = prices.comparable[of];
  const { number } = usualCurrency(prices, of);
  // A price that is not given is no number, and is not below anything.
  return Uint8Array.from(amounts, (price, offer) =>
    price <= amount && currencies[offer] === number ? 1 : 0,
  );
}

/**
 * A key of each row for an order by price, and the highest key. Names without a price to compare come last, whether ascending or
 * descending. Each currency is sorted by itself, that of most names first: amounts in different ones are not compared.
 */
export function priceKeys(
  rows: Uint32Array,
  matrix: SessionMatrix,
  prices: SessionPrices,
  sort: SessionSort & { readonly by: PriceKind },
  columns: Uint32Array,
): { readonly keys: Uint32Array; readonly highest: number } {
  const offers = comparedOffers(rows, matrix, prices, sort, columns);
  const places = placesOfOffers(rows, offers, prices, sort);
  const highest = places[0] ?? 0;
  const keys = new Uint32Array(matrix.names.length);
  for (const row of rows) keys[row] = places[offers[row] ?? 0] ?? highest;
  return { keys, highest };
}

/** For each row the number of the offer that it is sorted by; 0: none. */
function comparedOffers(
  rows: Uint32Array,
  { names, tlds, codes }: SessionMatrix,
  prices: SessionPrices,
  { by, tld }: SessionSort & { readonly by: PriceKind },
  columns: Uint32Array,
): Uint32Array {
  const offers = new Uint32Array(names.length);
  const column = tld === undefined ? null : tlds.indexOf(tld);
  const { amounts } = prices.comparable[by];
  for (const row of rows) {
    const start = row * tlds.length;
    const offer =
      column === null
        ? cheapestOffer(prices, by, codes, start, columns)
        : column === -1
          ? 0
          : (buyableCodes[codes[start + column] ?? 0] ?? 0) * (prices.offerOf[start + column] ?? 0);
    offers[row] = Number.isNaN(amounts[offer]) ? 0 : offer;
  }
  return offers;
}

/** For each offer that is compared, its place in the order; equal prices have the same. No offer has the last place. */
function placesOfOffers(
  rows: Uint32Array,
  offers: Uint32Array,
  { comparable, currencyAt }: SessionPrices,
  { by, descending }: SessionSort & { readonly by: PriceKind },
): Uint32Array {
  const { amounts, currencies } = comparable[by];
  const used = new Uint32Array(amounts.length);
  const namesIn: number[] = [];
  for (const row of rows) {
    const offer = offers[row] ?? 0;
    if (offer === 0) continue;
    used[offer] = 1;
    const currency = currencies[offer] ?? 0;
    namesIn[currency] = (namesIn[currency] ?? 0) + 1;
  }
  const byCurrency = (a: number, b: number): number =>
    (namesIn[b] ?? 0) - (namesIn[a] ?? 0) || (currencyAt(a) ?? '').localeCompare(currencyAt(b) ?? '');
  const byPrice = (a: number, b: number): number =>
    byCurrency(currencies[a] ?? 0, currencies[b] ?? 0) ||
    (descending ? -1 : 1) * ((amounts[a] ?? 0) - (amounts[b] ?? 0));
  const ordered = [...used.keys()].filter((offer) => used[offer] === 1).sort(byPrice);
  const places = new Uint32Array(amounts.length);
  let place = 0;
  ordered.forEach((offer, at) => {
    if (at > 0 && byPrice(ordered[at - 1] ?? 0, offer) !== 0) place += 1;
    places[offer] = place;
  });
  places[0] = place + 1;
  return places;
}
