import { priceText, rawText } from '#shared/domain/finding.ts';
import {
  cheapestOffer,
  type Offer,
  type PriceKind,
  type SessionPrices,
} from '#shared/domain/session-prices.ts';
import type { SessionView } from '#shared/domain/session.ts';
import { assertNever } from '#shared/result.ts';
import { counted } from '../ui/Formats.tsx';
import { changesOf, flagText } from '../watching/price-words.ts';
import type { GridModel } from './grid-model.ts';

/** A price as a cell shows it: "10.49", "1290.00 EUR", "19.98 / 2 y"; "no price" where it is not given, "? $12.95" where it is not readable. */
export function priceLabel(offer: Offer, kind: PriceKind): string {
  const price = offer[kind];
  switch (price.kind) {
    case 'not-given':
      return 'no price';
    case 'unreadable':
      return `? ${rawText(price, 14)}`.trim();
    case 'given':
      return `${priceText(price)}${offer.period === 1 ? '' : ` / ${offer.period} y`}`;
    default:
      return assertNever(price);
  }
}

const kindWords: Readonly<Record<PriceKind, string>> = {
  register: 'register price',
  renew: 'renewal price',
};

const cheapestWords: Readonly<Record<PriceKind, string>> = {
  register: 'cheapest TLD of this name',
  renew: 'cheapest TLD of this name to renew',
};

/** The price of a cell that can be bought, as words for a description of it: "register price 10.49, cheapest TLD of this name". */
export function priceWords(model: GridModel, view: SessionView, cell: number, kind: PriceKind): string {
  const prices = model.prices();
  const offer = prices?.offers[prices.offerOf[cell] ?? 0];
  if (prices === null || offer === undefined || prices.offerOf[cell] === 0)
    return `${kindWords[kind]} not loaded yet`;
  const price = offer[kind];
  if (price.kind !== 'given') return `${kindWords[kind]} ${priceText(price)}`;
  const period = offer.period === 1 ? '' : ` for ${counted(offer.period, 'year', 'years')}`;
  const cheapest = isCheapestAt(prices, model, view, cell, kind) ? `, ${cheapestWords[kind]}` : '';
  const flags = changesOf(model.flagsAt(cell) ?? [], kind).map((change) => `, ${flagText(change)}`);
  return `${kindWords[kind]} ${priceText(price)}${period}${cheapest}${flags.join('')}`;
}

function isCheapestAt(
  prices: SessionPrices,
  { matrix }: GridModel,
  view: SessionView,
  cell: number,
  kind: PriceKind,
): boolean {
  const lowest = cheapestOffer(prices, kind, matrix.codes, cell - (cell % matrix.tlds.length), view.columns);
  return isAsCheap(prices, kind, prices.offerOf[cell] ?? 0, lowest);
}

/** Whether an offer costs what the cheapest one of the same name does. @param lowest As `cheapestOffer` found it. */
export function isAsCheap(
  { comparable }: SessionPrices,
  kind: PriceKind,
  offer: number,
  lowest: number,
): boolean {
  const { amounts } = comparable[kind];
  return lowest !== 0 && offer !== 0 && amounts[offer] === amounts[lowest];
}

const shortest = 6;

/** In characters: the longest price that was read; all are of a font in which each has the same width. */
export function createLongestPrice(model: GridModel) {
  const known = { register: { upTo: 1, length: shortest }, renew: { upTo: 1, length: shortest } };
  return (kind: PriceKind): number => {
    const seen = known[kind];
    const offers = model.prices()?.offers ?? [];
    for (; seen.upTo < offers.length; seen.upTo += 1) {
      const offer = offers[seen.upTo];
      if (offer !== undefined) seen.length = Math.max(seen.length, priceLabel(offer, kind).length);
    }
    return seen.length;
  };
}
