import { decimal } from '../money.ts';
import { type Finding, isPriced } from './demo-names.ts';
import { hashOf } from './hash.ts';
import { unicodeName, type ValidLabel } from './names.ts';
import { type Tld, tlds } from './tlds.ts';

interface PeriodPrices {
  readonly register: object;
  readonly transfer: object;
  readonly renew: object;
}

/**
 * One element of a lookup's answer, with every field of the document.
 *
 * Source: Domain Reseller API v2.2, "Lookup result".
 */
export interface LookupResult {
  readonly domainName: string;
  readonly idnDomainName: string;
  readonly tld: string;
  readonly tldNoDots: string;
  readonly sld: string;
  readonly idnSld: string;
  readonly status: string;
  readonly legacyStatus: string;
  readonly score: number;
  readonly isRegistered: boolean;
  readonly isAvailable: boolean;
  readonly isValidDomain: boolean;
  readonly domainErrorMessage: string;
  readonly pricing: Readonly<Record<string, PeriodPrices>>;
  readonly shortestPeriod: PeriodPrices & { readonly period: number };
  readonly group: string;
  readonly minLength: number;
  readonly maxLength: number;
  readonly isPremium: boolean;
  readonly premiumCostPricing: readonly never[];
}

type Decision = Pick<LookupResult, 'status' | 'legacyStatus' | 'isRegistered' | 'isAvailable' | 'isPremium'>;

/** Assumed: the `status` of a taken and of an invalid name; the document publishes the first two texts alone. */
const decisions: Readonly<Record<Finding | 'invalid', Decision>> = {
  available: decision('available for registration', { isAvailable: true }),
  premium: decision('available for registration', { isAvailable: true, isPremium: true }),
  reserved: decision('reserved', {}),
  taken: decision('registered', { isRegistered: true }),
  invalid: decision('invalid', {}),
};

function decision(status: string, flags: Partial<Decision>): Decision {
  const { isAvailable = false, isRegistered = false, isPremium = false } = flags;
  const legacyStatus = isAvailable ? 'available' : 'unavailable';
  return { status, legacyStatus, isRegistered, isAvailable, isPremium };
}

const notGiven: PeriodPrices = { register: {}, transfer: {}, renew: {} };

/** Assumed: the shape of a filled price, which the document does not show. */
function pricesOf(tld: Tld | undefined, label: string): PeriodPrices {
  if (tld === undefined || !isPriced(label)) return notGiven;
  const renew = { price: decimal(tld.renewCents) };
  return { register: { price: decimal(tld.registerCents) }, transfer: renew, renew };
}

/** Unknown: the meaning of a score. This one is a number from 0 to 100 that stays with the name. */
export const scoreOf = (label: string, tld: string): number => hashOf(0, `${label}.${tld}`) % 101;

/** What the answer says of a label that can be a name, under a TLD without its leading dot. */
export function resultOf(label: ValidLabel, tld: string, finding: Finding): LookupResult {
  const prices = pricesOf(tlds.get(tld), label.ascii);
  return {
    domainName: `${label.ascii}.${tld}`,
    idnDomainName: `${label.unicode}.${unicodeName(tld)}`,
    tld,
    tldNoDots: tld.replaceAll('.', ''),
    sld: label.ascii,
    idnSld: label.unicode,
    ...decisions[finding],
    score: scoreOf(label.ascii, tld),
    isValidDomain: true,
    domainErrorMessage: '',
    pricing: { '1': prices },
    shortestPeriod: { period: 1, ...prices },
    group: '',
    minLength: 0,
    maxLength: 0,
    premiumCostPricing: [],
  };
}

/** What the answer says of a term that cannot be a name, or of a TLD that the service does not know. */
export function invalidResult(term: string, tld: string, domainErrorMessage: string): LookupResult {
  return {
    ...resultOf({ isValid: true, ascii: term, unicode: term }, tld, 'reserved'),
    ...decisions.invalid,
    isValidDomain: false,
    domainErrorMessage,
  };
}
