import type { Json } from '../../electron/main/reseller/json.ts';
import { type LookupAnswer, lookup } from '../../electron/main/reseller/operations/lookup.ts';
import type { CheckedFinding } from '../../shared/domain/finding.ts';

/** What stands in `premiumCostPricing` of a premium name, and what its price to register is then called. */
export const premiumAnswers: readonly (readonly [name: string, pricing: Json | undefined, price: string])[] =
  [
    ['an empty array, as published', [], 'not given'],
    ['no such member', undefined, 'not given'],
    ['null', null, 'not given'],
    ['an empty object', {}, 'not given'],
    ['an empty text', '', 'not given'],
    ['its prices', { register: '120.00', renew: '120.00', CurrencyCode: 'USD' }, '120.00 USD'],
    ['its prices in an array', [{ register: '120.00', renew: 35, CurrencyCode: 'USD' }], '120.00 USD'],
    ['the price to renew alone', { renew: '35.00', CurrencyCode: 'USD' }, 'not given'],
    ['members that nobody knows', { sum: '120.00' }, 'not readable'],
    ['several entries', [{ register: 1 }, { register: 2 }], 'not readable'],
    ['a bare number', 120, 'not readable'],
  ];

/** The price of the TLD: what a premium name must never be shown with. */
export const ordinaryPrice = '8.50';

/** The finding of `domain`, which is premium, as a look-up reads it from an answer with the ordinary prices beside it. */
export function premiumFinding(domain: string, premiumCostPricing: Json | undefined): CheckedFinding {
  const [label = '', tld = ''] = domain.split('.');
  const prices = { register: { price: ordinaryPrice }, transfer: {}, renew: { price: ordinaryPrice } };
  const entry = {
    domainName: domain,
    isAvailable: true,
    isValidDomain: true,
    isPremium: true,
    pricing: { '1': prices, '2': prices },
    shortestPeriod: { period: 1, ...prices },
    ...(premiumCostPricing === undefined ? {} : { premiumCostPricing }),
  };
  const judged = lookup.judge([entry], { label, tlds: [tld] }, '2026-03-01T10:30:00.000Z');
  if (judged.kind !== 'success') throw new Error('The answer is a good one');
  const [found]: LookupAnswer['findings'] = judged.value.findings;
  if (found === undefined) throw new Error('The name was asked for');
  return found.finding;
}
