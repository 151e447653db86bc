import type { LookupResult } from '../findings/lookup-result.ts';
import type { IsMeant, Shape } from './shape.ts';

type OneToMany = (result: LookupResult) => readonly unknown[];

const entries = (change: OneToMany): Shape => ({
  operations: ['lookup'],
  change: (value, isMeant) => everyMeant(value, isMeant, change),
});

function everyMeant(value: unknown, isMeant: IsMeant, change: OneToMany): unknown {
  // A lookup that is refused answers an object; one that is not answers this service's own results.
  if (!Array.isArray(value)) return value;
  return (value as readonly LookupResult[]).flatMap((one) => (isMeant(one.domainName) ? change(one) : [one]));
}

/** The result with its prices in one of the ways in which a price could be written. */
const priced = (price: (amount: string) => unknown): Shape =>
  entries((result) => {
    const prices = { register: price('9.90'), transfer: price('9.90'), renew: price('12.50') };
    return [{ ...result, pricing: { '1': prices }, shortestPeriod: { period: 1, ...prices } }];
  });

/** How the array of a lookup is known, or feared, to look. */
export const lookupShapes = {
  'entry-as-text': entries(({ domainName }) => [`Lookup of ${domainName} failed`]),
  'entry-with-error': entries(({ domainName }) => [{ domainName, error: 'Registry is not available' }]),
  'entry-with-error-alone': entries(() => [{ error: 'Registry is not available' }]),
  'entry-twice': entries((result) => [result, result]),
  'entry-twice-contradicting': entries((result) => [result, { ...result, isAvailable: !result.isAvailable }]),
  'entry-missing': entries(() => []),
  'availability-as-text': entries((result) => [{ ...result, isAvailable: 'true' }]),
  'availability-as-number': entries((result) => [{ ...result, isAvailable: 1 }]),
  'prices-as-numbers': priced(Number),
  'prices-as-texts': priced((amount) => amount),
  'prices-as-price-objects': priced((price) => ({ price })),
  'prices-as-amount-objects': priced((amount) => ({ amount: Number(amount) })),
  'premium-prices-as-object': entries((result) => [
    { ...result, premiumCostPricing: { register: '260.00', renew: '260.00', CurrencyCode: 'USD' } },
  ]),
} satisfies Readonly<Record<string, Shape>>;
