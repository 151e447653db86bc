import { describe, expect, it } from 'vitest';
import type { Price } from '#shared/domain/finding.ts';
import type { Offer } from '#shared/domain/session-prices.ts';
import { viewOf } from '#shared/domain/session-rows.ts';
import { asEntered, cellCode, noFilter } from '#shared/domain/session.ts';
import { createLongestPrice, priceLabel } from '../../../../../renderer/src/grid/prices.ts';
import { cellWords } from '../../../../../renderer/src/grid/ScreenReaderLayer.tsx';
import type { GridShow } from '../../../../../renderer/src/grid/selection.ts';
import { aFrame, aModel, anOpening } from './a-model.ts';

const given = (amount: string, currency: string | null = null): Price => ({
  kind: 'given',
  amount,
  currency,
});
const notGiven: Price = { kind: 'not-given' };
const anOffer = (register: Price, changes: Partial<Offer> = {}): Offer => ({
  period: 1,
  register,
  renew: notGiven,
  ...changes,
});

describe('the price in a cell', () => {
  it.each<[string, Offer, string]>([
    ['with every digit as given', anOffer(given('9.90')), '9.90'],
    ['as every screen shows it, without separators of a locale', anOffer(given('12990')), '12990'],
    [
      'with the currency that the answer names, and no other',
      anOffer(given('1290.00', 'EUR')),
      '1290.00 EUR',
    ],
    ['of a longer period, which it names', anOffer(given('19.98'), { period: 2 }), '19.98 / 2 y'],
    ['that is 0', anOffer(given('0.00')), '0.00'],
    ['that is not given, never as 0', anOffer(notGiven), 'no price'],
    ['that is not readable', anOffer({ kind: 'unreadable' }), '?'],
    [
      'H24 that is not readable, with what was given',
      anOffer({ kind: 'unreadable', raw: '$12.95' }),
      '? $12.95',
    ],
    ['H24 of any length', anOffer({ kind: 'unreadable', raw: 'x'.repeat(200) }), `? ${'x'.repeat(13)}…`],
  ])('is shown %s', (_, offer, label) => expect(priceLabel(offer, 'register')).toBe(label));
});

const available = cellCode('available', null);
const premium = cellCode('premium', null);
const taken = cellCode('taken', null);

/** bakery under five TLDs, the last one taken. */
function aPricedModel() {
  const codes = [available, premium, available, available, taken];
  const { model } = aModel(anOpening(['bakery'], ['com', 'net', 'de', 'at', 'ch'], codes));
  const said = (cell: number, show: GridShow = 'register') =>
    cellWords(model, viewOf(model.matrix, noFilter, asEntered), { row: 0, column: cell }, 1_000_000, show);
  return { model, said };
}

function read({ model }: ReturnType<typeof aPricedModel>) {
  model.openPrices();
  const offers = [
    anOffer(given('4.99'), { renew: given('8.00') }),
    anOffer(given('250.00')),
    anOffer(given('4.990'), { period: 2 }),
    anOffer(notGiven),
  ];
  model.putPrices([0, 1, 2, 3, 4], { offers, of: [1, 2, 3, 4, 0] });
}

describe('a price read out', () => {
  it('is said of what can be bought, with its period, and that it is the cheapest; ties are all the cheapest', () => {
    const priced = aPricedModel();
    read(priced);
    expect([0, 1, 2, 3, 4].map((cell) => priced.said(cell))).toEqual([
      'bakery under .com: available, register price 4.99, cheapest TLD of this name, checked just now',
      'bakery under .net: premium, register price 250.00, checked just now',
      'bakery under .de: available, register price 4.990 for 2 years, cheapest TLD of this name, checked just now',
      'bakery under .at: available, register price not given, checked just now',
      'bakery under .ch: taken, checked just now',
    ]);
  });

  it('is not known before it is read, nor after its cell was answered again', () => {
    const priced = aPricedModel();
    expect(priced.said(0)).toContain('register price not loaded yet');
    read(priced);
    priced.model.apply(aFrame([[0, available]], 2_000));
    expect(priced.said(0)).toContain('register price not loaded yet');
    expect(priced.said(2)).not.toContain('cheapest');
  });

  it('is said with what it was before, and on which day, of the kind that is shown', () => {
    const priced = aPricedModel();
    read(priced);
    const day = '2026-11-03T12:00:00.000Z';
    const change = {
      of: 'renew',
      before: given('7.00'),
      beforeAt: day,
      after: given('8.00'),
      isRise: true,
      since: day,
    } as const;
    priced.model.putFlags([[0, [change]]]);
    expect(priced.said(0, 'renew')).toMatch(/renewal price 8\.00, .*, renewal was 7\.00 on .*2026/);
    expect(priced.said(0)).not.toContain(' was ');
    priced.model.apply(aFrame([[0, available]], 2_000));
    expect(priced.model.flagsAt(0)).toBeUndefined();
  });
});

describe('the room for prices', () => {
  it('is that of the longest price of those that were read', () => {
    const priced = aPricedModel();
    const longest = createLongestPrice(priced.model);
    const before = longest('register');
    read(priced);
    expect([before, longest('register'), longest('renew')]).toEqual([
      6,
      '4.990 / 2 y'.length,
      'no price'.length,
    ]);
  });
});

describe('what is in the portfolio', () => {
  it('has no price, though one was read before or comes afterwards, and is never the cheapest TLD of its name', () => {
    const priced = aPricedModel();
    read(priced);
    expect(priced.said(0)).toContain('cheapest TLD');
    priced.model.setOwned(new Set(['bakery.com']));
    expect(priced.model.prices()?.offerOf[0]).toBe(0);
    read(priced);
    expect(priced.model.prices()?.offerOf[0]).toBe(0);
    expect(priced.said(0)).not.toContain('price');
    expect(priced.said(2)).toContain('cheapest TLD');
  });
});
